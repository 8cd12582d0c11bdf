"""What is reported of a solved board, how probable it is, and whether it is a kingdom at all."""
