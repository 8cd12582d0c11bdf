"""Combines several photos of one kingdom: a square that is hidden in one may be visible in another."""
