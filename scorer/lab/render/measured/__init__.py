"""The photos that the reader is measured on, by condition, and what is wrong with its readings of them."""
