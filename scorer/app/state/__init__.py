"""The state of the page and all its changes, as pure functions on values. Independent of Streamlit."""
