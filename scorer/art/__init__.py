"""The project's own drawn tiles. Imports the rules only; the page, the samples and the training pictures use it."""
