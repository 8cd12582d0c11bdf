"""What is on the page, and every way it can change: values in, values out. It knows nothing of Streamlit."""
