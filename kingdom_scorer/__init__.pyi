from scorer import *  # noqa: F403
from scorer import __all__ as __all__
