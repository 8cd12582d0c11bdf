"""The page in Streamlit's own test: its script runs in this process, as it would for a visitor."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

SCRIPT = Path(__file__).parents[2] / "scorer" / "server" / "page.py"

# Each page would look for components in all installed packages anew, which takes longer than most tests do.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def app_page(seconds: int = 180, /, **query: str) -> AppTest:
    """The page at an address with these parameters, not run yet; each run of it may take so many seconds."""
    app = AppTest.from_file(str(SCRIPT), default_timeout=seconds)
    for name, value in query.items():
        app.query_params[name] = value
    return app
