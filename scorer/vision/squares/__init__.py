"""What each place of a grid shows."""
