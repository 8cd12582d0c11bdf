"""Saved games: one value each, the collection, its statistics, and files."""
