"""Measures readings and models, and computes tables and figures from the measurements."""
