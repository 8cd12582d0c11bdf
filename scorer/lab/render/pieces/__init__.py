"""The pieces of a rendered photo: laid dominoes and castles, solid objects, clutter."""
