"""Renders photos of kingdoms: laying, camera, light, blur."""
