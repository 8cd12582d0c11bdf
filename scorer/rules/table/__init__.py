"""All players of one game: the ranking, and findings that need all kingdoms."""
