"""Saved games on the page: the collection of this browser, and its games and statistics in words."""
