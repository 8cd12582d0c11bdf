"""The page whose visits end two seconds after their browser has gone: for the tests and the benchmark of visits."""

import runpy
import sys
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))

from scorer.ui import visit  # noqa: E402 (found only now)

if __name__ == "__main__":  # the processes that read photos import this file again, and must not draw a page
    patch.object(visit, "KEPT", 2.0).start()
    runpy.run_path(str(ROOT / "scorer" / "server" / "page.py"), run_name="__main__")
