"""Squares and table tops drawn by the project. Imports only the rules; the page, samples and training use it."""
