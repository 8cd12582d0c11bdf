"""Photographs of kingdoms that were never laid: rendered, lit, blurred."""
