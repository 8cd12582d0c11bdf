"""Groups detected squares into the grids of kingdoms."""
