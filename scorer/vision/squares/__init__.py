"""Classifies each place of a grid."""
