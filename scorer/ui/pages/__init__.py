"""The app's pages: each a function that draws itself from the session."""
