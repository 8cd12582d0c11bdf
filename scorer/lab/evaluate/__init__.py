"""Evaluates readers and models: reads labelled pictures, writes a row for each, prints the tables."""
