"""Which detected squares make the grid of one kingdom."""
