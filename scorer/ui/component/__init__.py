"""The browser component of our own: the data that it is sent (``view``), its sprites and scripts (``browser``)."""
