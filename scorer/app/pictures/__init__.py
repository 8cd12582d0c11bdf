"""Pictures that the page draws as SVG and HTML: boards and charts."""
