"""Combines several photos of one kingdom: what one view hides, another shows."""
