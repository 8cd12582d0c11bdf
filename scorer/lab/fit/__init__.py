"""Fits the reader's probabilities on rendered photos."""
