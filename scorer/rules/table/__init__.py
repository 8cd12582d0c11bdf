"""All players of one game: ranking, and what only a whole table shows."""
