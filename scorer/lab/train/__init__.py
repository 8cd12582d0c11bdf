"""Trains the models. Never imported by the app."""
