"""The live scan of a visitor of the server."""
