"""What the game is made of: terrains, squares, kingdoms and their notation, dominoes, buildings."""
