"""Every point of a kingdom, with its reason."""
