"""The requests that pages make, by subject: each ``do_…`` method carries out one kind."""
