"""The web app manifest for the home screen of a phone: a name, colours and icons."""

from __future__ import annotations

from typing import Any, Final

NAME = "Kingdom scorer"
DESCRIPTION = "A photo of a finished Kingdomino or Queendomino kingdom in; a checked, explained score out."
THEME = "#7a3e9d"
BACKGROUND = "#fffdf8"
"""The theme's primary and background colour in ``.streamlit/config.toml``."""

MANIFEST_ICONS = (192, 512)
"""Sides in pixels of the icons that a manifest must have."""

ICONS = (180, *MANIFEST_ICONS)
"""Sides of all icons in pixels: Apple's, then those of the manifest."""

ICON_FILES: Final = {"any": "icon-{side}.png", "maskable": "icon-maskable-{side}.png"}
"""Icons by their purpose in the manifest. A maskable one has its castle within the safe circle."""


def manifest(start: str) -> dict[str, Any]:
    """A web app manifest (W3C), beside which the icons lie.

    >>> [icon["src"] for icon in manifest(".")["icons"]][::2]
    ['icon-192.png', 'icon-maskable-192.png']
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
            {"src": name.format(side=side), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for purpose, name in ICON_FILES.items()
            for side in MANIFEST_ICONS
        ],
    }
