"""Kingdomino and Queendomino: a photo of a finished kingdom in, a checked and explained score out."""
