"""How much memory the photos of all visits may take, and take."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakValueDictionary

SHARE: Final = 4
"""Photos of visits may take one part in so many of the memory."""


class Holder(Protocol):
    """A visit."""

    @property
    def held(self) -> int:
        """The bytes of its photos."""
        ...


HOLDERS: Final = WeakValueDictionary[str, Holder]()
"""The visits by the ids of their sessions."""


def held_by(visit: str) -> int:
    """The bytes of a visit's photos that its page has taken."""
    holder = HOLDERS.get(visit)
    return holder.held if holder else 0


def max_held_bytes() -> int:
    """Maximum number of bytes of all photos of all visits, by the memory of this machine or container."""
    memory = [16 * 2**30]
    if hasattr(os, "sysconf"):
        memory.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(OSError, ValueError):  # no container, or one without a limit
        memory.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(memory) // SHARE
