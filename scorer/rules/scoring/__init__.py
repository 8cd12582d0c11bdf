"""The points of a kingdom, each with its reason."""
