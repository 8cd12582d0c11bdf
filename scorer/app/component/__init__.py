"""Data for the browser component that shows a kingdom."""
