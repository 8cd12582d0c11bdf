"""Measures readings and models, and makes the tables and figures from what was measured."""
