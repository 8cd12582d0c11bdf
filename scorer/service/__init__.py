"""Reading, scoring, checking and ranking, one call each: what the command line, the server and the page all use."""
