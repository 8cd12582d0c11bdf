"""The project's own drawn squares and table tops. Imports only the rules; the page, samples and training use it."""
