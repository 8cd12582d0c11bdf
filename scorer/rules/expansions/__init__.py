"""What Age of Giants and The Court count; only the score asks. What they forbid is among the findings of the check."""
