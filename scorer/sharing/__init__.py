"""A game as a link, file, result card and QR code; independent of the page."""
