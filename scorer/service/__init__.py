"""Reading, scoring, checking and ranking as single calls with limits."""
