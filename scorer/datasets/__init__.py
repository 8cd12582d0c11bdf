"""Labelled and drawn squares, boards and surfaces, read from folders."""
