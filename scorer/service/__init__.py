"""Reading, scoring, checking and ranking, one call each, for the command line, the server and the page."""
