"""Untrusted files to upright pictures, or one clear error."""
