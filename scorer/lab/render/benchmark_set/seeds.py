"""The seeds of the benchmark set. Each scenario has its own, which does not depend on the other scenarios."""

from __future__ import annotations

from hashlib import sha256


def seed_of(name: str) -> int:
    """The first seed of the scenario with this name, 32 bits.

    >>> seed_of("candlelight")
    3010566774
    """
    return int.from_bytes(sha256(name.encode()).digest()[:4])
