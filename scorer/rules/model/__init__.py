"""The values of the game: terrains, squares, kingdoms and their notation, dominoes, buildings."""
