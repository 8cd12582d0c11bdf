"""The schema of the HTTP interface: request parameters, the OpenAPI document and a page of it."""
