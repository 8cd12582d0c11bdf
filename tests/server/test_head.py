"""The page's first bytes name and show the app before a script has run, and a phone can keep it."""

from __future__ import annotations

import json
import re
import tomllib

import cv2
import numpy as np
import pytest
import requests
from streamlit.web.server.server_util import is_url_from_allowed_origins

from scorer.app.manifest import BACKGROUND, ICONS, NAME, THEME
from scorer.frontend.sprites import icon_file, maskable_icon_file
from scorer.server import head
from scorer.server.routes import PAGE
from tests.server.asking import ask
from tests.ui.browsing import ROOT


def test_first_bytes_hold_the_title_and_a_preview() -> None:
    text = ask("/", method="GET")[2].decode()
    assert f"<title>{NAME}</title>" in text and "<title>Streamlit" not in text
    assert text.index('property="og:image"') < text.index("</head>")
    assert 'content="./app/icon-512.png"' in text
    assert '<script type="module"' in text  # Streamlit's own page goes on as it was


def test_a_forged_host_does_not_get_into_the_page() -> None:
    assert b"evil.example" not in ask("/", method="GET", headers={"host": "evil.example"})[2]


def test_forged_origin_adds_no_other_host_to_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit asked for this machine's address, and blocked every other visitor until it was answered."""
    asked: list[str] = []
    monkeypatch.setattr(requests, "get", lambda url, **_: asked.append(url))
    assert not is_url_from_allowed_origins("http://evil.example")
    assert not asked


def test_preview_has_a_full_address_if_the_server_knows_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(head.ADDRESS, "https://games.example/")
    assert 'content="https://games.example/app/icon-512.png"' in ask("/", method="GET")[2].decode()
    assert '"><script>' not in head.page_with_head('http://x"><script>alert(1)</script>/')


def test_page_has_what_a_phone_needs_to_install_it() -> None:
    _, headers, body = ask("/app/manifest.webmanifest", method="GET")
    found = json.loads(body)
    assert headers["content-type"].startswith("application/manifest+json")
    assert (found["name"], found["display"], found["start_url"]) == (NAME, "standalone", "..")
    for icon in found["icons"]:
        side, expected = int(icon["sizes"].split("x")[0]), {"any": icon_file, "maskable": maskable_icon_file}
        status, _, body = ask(f"/app/{icon['src']}", method="GET")
        assert (status, body) == (200, expected[icon["purpose"]](side)), icon
    assert sorted(icon["sizes"] for icon in found["icons"]) == 2 * ["192x192"] + 2 * ["512x512"]


@pytest.mark.parametrize("side", ICONS)
def test_icons_are_drawn_in_their_sizes(side: int) -> None:
    picture = cv2.imdecode(np.frombuffer(ask(f"/app/icon-{side}.png", method="GET")[2], np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None and picture.shape == (side, side, 3) and picture.std() > 20


def test_icons_of_other_sizes_are_not_found() -> None:
    for name in ("icon-4000", "icon-maskable-180", "icon-" + 5000 * "9", "icon-0192"):
        status, _, body = ask(f"/app/{name}.png", method="GET")
        assert (status, json.loads(body)["error"]["code"]) == (404, "not_found")


def test_colours_are_those_of_the_theme() -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]["light"]
    assert (theme["primaryColor"], theme["backgroundColor"]) == (THEME, BACKGROUND)


def test_streamlit_page_still_has_the_title_to_replace() -> None:
    assert re.search(r"<title>.*?</title>", head._STREAMLIT.read_text("utf-8"), re.DOTALL)


def test_streamlit_makes_no_menu_of_files_next_to_its_script() -> None:
    assert PAGE.is_file() and not (PAGE.parent / "pages").exists()
