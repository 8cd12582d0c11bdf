"""Keeps the doctest run from importing the page that the browser tests serve: importing it runs it."""

collect_ignore = ["served.py", "served_briefly.py"]
