"""Scripts that time the project, run from the clone as ``python -m benchmarks.NAME``; results/README.md lists them."""
