"""The most probable kingdom that real dominoes can build."""
