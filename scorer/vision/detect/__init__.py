"""Where squares of dominoes lie in a picture."""
