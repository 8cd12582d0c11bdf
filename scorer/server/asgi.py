"""The page and the JSON interface as one ASGI app, from an installed package; ``app.py`` is the same in a clone."""

from __future__ import annotations

import streamlit as st

from scorer.server.routes import MIDDLEWARE, PAGE, routes

app = st.App(PAGE, routes=routes(st.get_option("server.baseUrlPath")), middleware=MIDDLEWARE)
