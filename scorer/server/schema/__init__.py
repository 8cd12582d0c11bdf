"""The HTTP interface described: request parameters, the OpenAPI document and the page that shows it."""
