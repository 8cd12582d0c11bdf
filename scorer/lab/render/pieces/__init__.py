"""What is laid on a table or stands on it: kingdoms as their pieces lie, solid things, clutter."""
