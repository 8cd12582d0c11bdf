"""What a phone needs to put the app on its home screen: a name, colours and icons."""

from __future__ import annotations

from typing import Any

NAME = "Kingdom scorer"
DESCRIPTION = "A photo of a finished Kingdomino or Queendomino kingdom in; a checked, explained score out."
THEME = "#7a3e9d"
BACKGROUND = "#fffdf8"
"""The theme's primary and background colour in ``.streamlit/config.toml``."""

ICONS = (180, 192, 512)
"""Sides of the icons in pixels: Apple's, and the two that a manifest must have."""


def manifest(start: str, icon: str) -> dict[str, Any]:
    """A web app manifest (W3C); ``icon`` is the address of an icon with ``{side}`` in the place of its side.

    >>> manifest(".", "icon-{side}.png")["icons"][0]["src"]
    'icon-192.png'
    """
    sizes = [side for side in ICONS if side >= 192]
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
            for side in sizes
            for purpose in ("any", "maskable")
        ],
    }
