"""The evenings that were kept: one value each, all of them together, what they come to, and as files."""
