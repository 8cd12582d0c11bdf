"""The positions of squares of dominoes in a picture."""
