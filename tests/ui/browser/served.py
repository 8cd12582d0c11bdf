"""The page with a reader that knows the drawn photo, and visits that end two seconds after their browser has gone."""

import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from unittest.mock import patch

import streamlit as st

from scorer.frontend import sprites
from scorer.server.routes import MIDDLEWARE, PAGE, routes
from scorer.ui import photos, visit
from tests.ui import drawn
from tests.ui.browsing import SPRITES

patch.object(photos, "read_photo", drawn.read_drawn).start()
patch.object(photos, "workers", cache(lambda: ThreadPoolExecutor(1))).start()
patch.object(visit, "KEPT", 2.0).start()
if SPRITES in os.environ:
    sheet = pickle.loads(Path(os.environ[SPRITES]).read_bytes())
    patch.object(sprites, "_sprite_sheet", lambda: sheet).start()
app = st.App(PAGE, routes=routes(st.get_option("server.baseUrlPath")), middleware=MIDDLEWARE)
