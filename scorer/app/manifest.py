"""The web app manifest for the home screen of a phone: a name, colours and icons."""

from __future__ import annotations

from typing import Any

NAME = "Kingdom scorer"
DESCRIPTION = "A photo of a finished Kingdomino or Queendomino kingdom in; a checked, explained score out."
THEME = "#7a3e9d"
BACKGROUND = "#fffdf8"
"""The theme's primary and background colour in ``.streamlit/config.toml``."""

MANIFEST_ICONS = (192, 512)
"""Sides in pixels of the icons that a manifest must have."""

ICONS = (180, *MANIFEST_ICONS)
"""Sides of all icons in pixels: Apple's, then those of the manifest."""


def manifest(start: str, icon: str) -> dict[str, Any]:
    """A web app manifest (W3C); ``icon`` is the address of an icon with ``{side}`` instead of its side.

    >>> manifest(".", "icon-{side}.png")["icons"][0]["src"]
    'icon-192.png'
    """
    return {
        "name": NAME,
        "short_name": NAME,
        "description": DESCRIPTION,
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "theme_color": THEME,
        "background_color": BACKGROUND,
        "icons": [
            {"src": icon.format(side=side), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for side in MANIFEST_ICONS
            for purpose in ("any", "maskable")
        ],
    }
