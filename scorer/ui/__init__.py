"""The Streamlit host. It only draws the program's blocks; all logic is in the rest of the package."""
