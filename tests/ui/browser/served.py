"""The page with a reader that knows the drawn photo: what the browser tests open."""

import runpy
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))

from scorer.ui import photos  # noqa: E402 (found only now)
from tests.ui import drawn  # noqa: E402

patch.object(photos, "read_photo", drawn.read_drawn).start()
patch.object(photos, "workers", cache(lambda: ThreadPoolExecutor(1))).start()
runpy.run_path(str(ROOT / "scorer" / "server" / "page.py"), run_name="__main__")
