"""The server: ``streamlit run app.py``, or any ASGI server with ``app:app``. It serves the page and the JSON interface.

What is served beside the page is in ``scorer.server``, the page itself in ``scorer/server/page.py``.
"""

import streamlit as st

from scorer.server.routes import MIDDLEWARE, PAGE, routes

app = st.App(PAGE, routes=routes(st.get_option("server.baseUrlPath")), middleware=MIDDLEWARE)
