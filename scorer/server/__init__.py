"""What the server answers beside Streamlit's own paths: the JSON interface, the page's head, its manifest and icons."""
