"""The page's languages."""
