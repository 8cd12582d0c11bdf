"""The installable offline app (PWA): the same rules and pages in a browser, from static files, without a connection.

``build`` writes the files; ``program`` runs in the browser's Python, on the standard library and segno.
"""
