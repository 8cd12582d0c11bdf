"""Pictures to probabilities. May import the rules, never the page."""
