"""The messages of pages: which ones reach Streamlit, and how many."""
