"""Browser code that every host uses, and the Python code that packs it."""
