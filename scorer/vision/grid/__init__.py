"""Where kingdoms lie in a picture."""
