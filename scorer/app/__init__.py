"""The page without any framework: state, pages as blocks, saved games."""
