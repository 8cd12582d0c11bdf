"""Names and castles of the players: defaults, suggestions, duplicates, and the assignment of photos to players."""
