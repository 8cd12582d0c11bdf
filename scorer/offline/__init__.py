"""The installable offline app: the same rules and pages in a browser alone, from static files, without a connection.

``build`` writes the files; ``program`` is what runs in the browser's Python, on the standard library and segno.
"""
