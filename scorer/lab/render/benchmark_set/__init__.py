"""The benchmark set: rendered photos with their truth, by scenario; always the same photos."""
