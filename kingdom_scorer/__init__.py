"""The public API of kingdom-scorer under the name of its distribution.

>>> from kingdom_scorer import Kingdom, score
>>> score(Kingdom.parse("w1wC")).total
2

Each name is the same object as in ``scorer``, which stays importable throughout 1.x, and is loaded on first use.
"""

import scorer
from scorer import __all__ as __all__


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(scorer, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
