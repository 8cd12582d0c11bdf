"""Scores of Age of Giants and The Court. The legality check has their placement rules."""
