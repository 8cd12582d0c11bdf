"""The requests of the pages, by subject. Each ``do_…`` method carries out one kind."""
