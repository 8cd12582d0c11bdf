"""The OpenAPI document as a page that needs no script."""

from __future__ import annotations

from html import escape
from typing import Any

from scorer.server.schema.document import document

DOCUMENT = document()


def page() -> str:
    """The description as HTML: each path with its fields and an example."""
    info = DOCUMENT["info"]
    parts = [_operation(path, ways["post"]) for path, ways in DOCUMENT["paths"].items()]
    return (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(info['title'])}</title>"
        "<style>body { font: 16px/1.5 sans-serif; max-width: 48rem; margin: 1rem auto; padding: 0 1rem }"
        " pre { background: #8882; padding: 0.6rem; overflow-x: auto }</style></head><body>"
        f"<h1>{escape(info['title'])}</h1><p>{escape(info['description'])}</p>"
        "<p>For programs: <a href='api/openapi.json'>openapi.json</a></p>"
        f"{''.join(parts)}</body></html>"
    )


def _operation(path: str, operation: dict[str, Any]) -> str:
    fields = {one["name"]: one["description"] for one in operation.get("parameters", [])}
    for media in operation["requestBody"]["content"].values():
        fields |= {name: one["description"] for name, one in _properties(media.get("schema", {})).items()}
    rows = "".join(f"<dt><code>{escape(name)}</code></dt><dd>{escape(said)}</dd>" for name, said in fields.items())
    return (
        f"<h2>POST {escape(path)}</h2><p>{escape(operation['description'])}</p><dl>{rows}</dl>"
        f"<pre>{escape(operation['x-example'])}</pre>"
    )


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema's own fields, and those of its components."""
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    found: dict[str, Any] = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        found |= _properties(part)
    return found
