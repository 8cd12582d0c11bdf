"""The game itself: pure Python, no numpy, no pictures, no files but its own catalogue."""
