"""The server's own routes, in addition to Streamlit's: JSON interface, head of the page, manifest and icons."""
