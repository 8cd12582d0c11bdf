"""Leaves the training modules out of the doctest run where PyTorch, which only training needs, is not installed."""

from importlib.util import find_spec

NEED_TORCH = (
    "evaluation/left_out",
    "training/detector",
    "training/nets",
    "training/restore",
    "training/run",
    "training/squares",
    "training/towns",
)

collect_ignore = [] if find_spec("torch") else [f"scorer/{module}.py" for module in NEED_TORCH]
