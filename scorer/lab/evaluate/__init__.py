"""Evaluates readers and models: reads pictures whose truth is known, writes a row for each, prints the tables."""
