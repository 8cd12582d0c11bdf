"""The manifest of the offline app: its name and pictures on a phone, and the files that it accepts."""

from __future__ import annotations

from typing import Any, Final

from scorer.app.manifest import manifest

SHORTCUTS: Final = {"New game": "home", "History": "history"}
SCREENSHOTS: Final = {"narrow": (390, 844), "wide": (1024, 640)}
"""Widths and heights in pixels of the screenshots ``screenshot-….webp``, by form factor."""

SHARE: Final = "share"
"""The path for photos that are shared with the app; ``shell/service.js`` handles it."""

PHOTO_TYPES: Final = {
    "image/jpeg": [".jpg", ".jpeg"],
    "image/png": [".png"],
    "image/webp": [".webp"],
    "image/heic": [".heic", ".heif"],
}


def offline_manifest() -> dict[str, Any]:
    """The manifest (W3C), with shortcuts, screenshots, and the app as a target for shared and opened photos.

    It has no ``id``: that is resolved against the host, not the folder, so two apps on one host would be treated as
    one.

    >>> offline_manifest()["shortcuts"][1]["url"]
    './?page=history'
    """
    made = manifest(".")
    del made["id"]
    screenshots = [
        {"src": screenshot_name(form), "sizes": f"{width}x{height}", "type": "image/webp", "form_factor": form}
        for form, (width, height) in SCREENSHOTS.items()
    ]
    photos = {"name": "photos", "accept": [*PHOTO_TYPES]}
    params = {"files": [photos]}
    return {
        **made,
        "screenshots": screenshots,
        "shortcuts": [{"name": name, "url": f"./?page={page}"} for name, page in SHORTCUTS.items()],
        "share_target": {"action": SHARE, "method": "POST", "enctype": "multipart/form-data", "params": params},
        "file_handlers": [{"action": "./", "accept": PHOTO_TYPES}],
        "launch_handler": {"client_mode": ["focus-existing", "auto"]},
    }


def screenshot_name(form: str) -> str:
    """The file with the screenshot of a form factor.

    >>> screenshot_name("wide")
    'screenshot-wide.webp'
    """
    return f"screenshot-{form}.webp"
