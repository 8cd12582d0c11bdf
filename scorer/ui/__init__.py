"""The Streamlit pages. Presentation only: everything shown is a call into the rest of the package."""
