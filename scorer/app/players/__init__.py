"""Names and castles of the players: defaults, suggestions, duplicates, and the players that photos are assigned to."""
