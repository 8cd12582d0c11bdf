"""What each square shows."""
