"""uvicorn's connections, with limits on what one client may hold."""
