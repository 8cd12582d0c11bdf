"""Leaves the training modules out of the doctest run where PyTorch, which only training needs, is not installed."""

from importlib.util import find_spec

NEED_TORCH = ("left_out", "nets", "restore", "train", "train_buildings", "train_squares", "train_tiles")

collect_ignore = [] if find_spec("torch") else [f"scorer/training/{module}.py" for module in NEED_TORCH]
