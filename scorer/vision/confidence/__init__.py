"""The reported result of a solved board: its probabilities, and whether it is a kingdom at all."""
