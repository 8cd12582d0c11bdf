"""The page whose visits end two seconds after their browser has gone: for the benchmark of visits."""

from unittest.mock import patch

import streamlit as st

from scorer.server.routes import MIDDLEWARE, PAGE, routes
from scorer.ui import visit

patch.object(visit, "KEPT", 2.0).start()
app = st.App(PAGE, routes=routes(st.get_option("server.baseUrlPath")), middleware=MIDDLEWARE)
