"""A game as link, file, picture card and QR code; needs no page."""
