"""Scripts that time the project, run from the clone as ``python -m benchmarks.NAME``; they write to ``results/``."""
