"""Messages of the offline app alone."""

from __future__ import annotations

from scorer.rules.model.messages import Message


def unreadable(name: str) -> Message:
    """The message about a photo that the browser cannot decode.

    >>> str(unreadable("a.jpg"))
    'a.jpg could not be read; take another photo'
    """
    if name.lower().endswith((".heic", ".heif")):
        return Message("{name} is a HEIC photo, which this browser cannot open; choose a JPEG", {"name": name})
    return Message("{name} could not be read; take another photo", {"name": name})
