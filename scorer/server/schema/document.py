"""The OpenAPI 3.1 document of the JSON interface, built from the values that requests are checked against.

A schema library (pydantic, msgspec) was considered: notations, quests that need Age of Giants, visible names and
strict booleans would all need custom validators, and its errors are not the one line that this interface answers.
"""

from __future__ import annotations

from typing import Any, Final

from scorer.rules.model.dominoes import BASE_BOXES
from scorer.rules.model.quests import OPEN_QUESTS, QUEST_FORMS
from scorer.rules.model.rules import EDITIONS, GRID_SIZES
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS
from scorer.rules.table.player import MAX_TOTAL
from scorer.server.schema.parameters import (
    BOX,
    MAX_KINGDOMS,
    MAX_NAME_LENGTH,
    MAX_NOTATION_LENGTH,
    MAX_PLAYERS,
    MAX_SQUARES,
    MAX_VIEWS,
    RULES,
)

Schema = dict[str, Any]

QUESTS: Final = "The quests in play of Age of Giants, up to two of " + ", ".join(QUEST_FORMS).replace(
    ":terrain", ":TERRAIN"
)

NOTATION: Final[Schema] = {
    "type": "string",
    "description": "A kingdom in notation, such as 'wfC/lm1g coins=3 towers=1'.",
    "maxLength": MAX_NOTATION_LENGTH,
}

RULE_FIELDS: Final[dict[str, Schema]] = {
    "box": {
        "type": "string",
        "description": "The box; by default queendomino if there is a town, else kingdomino.",
        "enum": [str(box) for box in BASE_BOXES],
    },
    "size": {
        "type": "integer",
        "description": "The side of the grid; by default 5 if the kingdom fits, else 7.",
        "enum": [*GRID_SIZES],
    },
    "giants": {"type": "boolean", "description": "Use Age of Giants; implied by a giant in the notation."},
    "quests": {
        "type": "array",
        "maxItems": OPEN_QUESTS,
        "items": {"type": "string"},
        "description": f"{QUESTS}.",
    },
    "court": {"type": "boolean", "description": "Use The Court; implied by its tiles in the notation."},
    "edition": {
        "type": "string",
        "description": "The rulebook: us, or the older English and French one.",
        "enum": [*EDITIONS],
    },
    "harmony": {"type": "boolean", "description": f"{HARMONY_POINTS} points for a full grid."},
    "middle_kingdom": {
        "type": "boolean",
        "description": f"{MIDDLE_KINGDOM_POINTS} points for a castle in the middle.",
    },
}

PLAYER: Final[Schema] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "maxLength": MAX_NAME_LENGTH, "description": "The name of the player or team."},
        "kingdoms": {
            "type": "array",
            "minItems": 1,
            "maxItems": MAX_KINGDOMS,
            "items": NOTATION,
            "description": "A notation, or one for each game of a Dynasty.",
        },
        "totals": {
            "type": "array",
            "maxItems": MAX_KINGDOMS,
            "items": {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_TOTAL},
            "description": "The points of each game of which only the total is known, null for a game with a kingdom.",
        },
        "members": {"type": "array", "items": {"type": "string"}, "description": "The people of a team."},
    },
}

TABLE_FIELDS: Final[dict[str, Schema]] = {
    "players": {
        "type": "array",
        "minItems": 1,
        "maxItems": MAX_PLAYERS,
        "description": f"The players of the table. All kingdoms together have at most {MAX_SQUARES} squares. If two "
        "players have one name, the second gets a number.",
        "items": {"$ref": "#/components/schemas/Player"},
    },
    "people": {
        "type": "integer",
        "description": "The number of people who played, if some kingdoms are missing.",
    },
}

ERROR: Final[Schema] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}


def document() -> Schema:
    """The whole document."""
    rules = {name: RULE_FIELDS[name] for name in RULES}
    box = {name: RULE_FIELDS[name] for name in BOX}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kingdom scorer: the JSON interface",
            "version": "1",
            "description": "Reads photos of Kingdomino and Queendomino kingdoms; scores, checks and ranks kingdoms. "
            "Answers are the objects that the command line prints with --json. An error is "
            '{"error": {"code", "message"}}. Photos are held in memory while they are read, and never stored.',
        },
        "paths": {
            "/api/read": {"post": _read()},
            "/api/score": {
                "post": _operation(
                    "score",
                    "Score a kingdom",
                    "Returns the points of a kingdom, line by line.",
                    _json({"notation": NOTATION, **rules}),
                    example='{"notation": "w1wC"}',
                )
            },
            "/api/check": {
                "post": _operation(
                    "check",
                    "Check a kingdom",
                    "Returns whether a kingdom is legal, the findings, and corrections.",
                    _json({"notation": NOTATION, **box}),
                    example='{"notation": "wwC"}',
                )
            },
            "/api/rank": {
                "post": _operation(
                    "rank",
                    "Rank a table",
                    "Returns places and totals, the tie-break that decided, and findings about the whole table.",
                    _json({**TABLE_FIELDS, **rules}),
                    example='{"players": [{"name": "Ann", "kingdoms": ["w1wC"]}, '
                    '{"name": "Bob", "kingdoms": ["f1fC"]}]}',
                )
            },
        },
        "components": {"schemas": {"Player": PLAYER, "Error": ERROR}},
    }


def _read() -> Schema:
    name = {
        "name": "name",
        "in": "query",
        "description": "The name of the photo in messages.",
        "schema": {"type": "string", "maxLength": MAX_NAME_LENGTH},
    }
    binary = {"type": "string", "format": "binary"}
    views = f"In a form: 1 to {MAX_VIEWS} photos of the same kingdoms, each as a file."
    photos = {"type": "array", "description": views, "items": binary, "minItems": 1, "maxItems": MAX_VIEWS}
    photo = {
        "image/*": {"schema": binary},
        "multipart/form-data": {"schema": {"type": "object", "required": ["photo"], "properties": {"photo": photos}}},
    }
    operation = _operation(
        "read",
        "Read a photo",
        "The body is the photo itself (JPEG, PNG, WebP or HEIC), or a form with up to "
        f"{MAX_VIEWS} photos of the same kingdoms (curl -F photo=@a.jpg -F photo=@b.jpg), which are combined into one "
        "reading. Returns every kingdom found, with its score and check.",
        photo,
    )
    operation["parameters"] = [name, *(_query(field, RULE_FIELDS[field]) for field in RULES)]
    return operation


def _query(name: str, schema: Schema) -> Schema:
    """A field of a query; lists are comma-separated there."""
    bare = {key: value for key, value in schema.items() if key != "description"}
    found = {"name": name, "in": "query", "description": schema["description"], "schema": bare}
    if schema["type"] == "array":
        found |= {"description": f"{QUESTS}, separated by commas.", "style": "form", "explode": False}
    return found


def _json(fields: dict[str, Schema]) -> Schema:
    """A JSON body whose first field is required."""
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": [next(iter(fields))],
        "properties": fields,
    }
    return {"application/json": {"schema": schema}}


def _operation(name: str, summary: str, description: str, content: Schema, example: str = "") -> Schema:
    def answer(said: str, schema: Schema) -> Schema:
        return {"description": said, "content": {"application/json": {"schema": schema}}}

    error = {"$ref": "#/components/schemas/Error"}
    sent = f"application/json' -d '{example}'" if example else "image/jpeg' --data-binary @photo.jpg"
    return {
        "operationId": name,
        "summary": summary,
        "description": description,
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": answer("The object that the command line prints with --json.", {"type": "object"}),
            "4XX": answer("The error, in one line.", error),
            "503": answer("Too many requests, or no process is ready; try again.", error),
        },
        "x-example": f"curl -H 'Content-Type: {sent} http://localhost:8501/api/{name}",
    }
