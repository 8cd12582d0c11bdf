"""The likeliest kingdom of real dominoes."""
