"""Saved games: a single one, the collection, its statistics, and files."""
