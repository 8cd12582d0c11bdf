"""The options of a game with their labels, and advice on photos."""

from __future__ import annotations

from scorer.i18n.translator import GAMES, mark
from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import LARGE_GRID, OLDER, SMALL_GRID, US
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS

MAX_NAME_LENGTH = 40
"""Maximum number of letters of a player's name in its field."""

AUTO = ""
BOXES: dict[str, str] = {
    AUTO: mark("Automatic"),
    **GAMES,
    Box.BOTH: mark("Royal Wedding (both boxes)"),
}
GRIDS = {AUTO: mark("Automatic"), SMALL_GRID: mark("5×5"), LARGE_GRID: mark("7×7 (Mighty Duel)")}
EDITIONS = {
    US: mark("Shared victory"),
    OLDER: mark("Most crowns"),
}
TIES = mark("US and Queendomino rulebooks: shared victory. French and older English rulebooks: most crowns.")
"""The rulebooks that have each of them."""

BONUSES = {
    "harmony": Message("Harmony: {points} points for a full grid", {"points": HARMONY_POINTS}),
    "middle_kingdom": Message(
        "Middle Kingdom: {points} points for the castle in the middle", {"points": MIDDLE_KINGDOM_POINTS}
    ),
}
"""The labels of bonuses, by the field of ``Rules`` that switches each on."""

COLOUR_WORDS = {
    "": mark("colour not known"),
    "blue": mark("blue"),
    "green": mark("green"),
    "pink": mark("pink"),
    "yellow": mark("yellow"),
}

SAMPLE_TITLES = {
    "whole": mark("A whole kingdom"),
    "holes": mark("Kingdom with gaps"),
    "two": mark("Two players"),
    "duel": mark("Mighty Duel"),
    "town": mark("Queendomino"),
    "crooked": mark("Crooked photo"),
}
"""The titles of the drawn sample photos, the simplest first."""

PHOTO_ADVICE = (
    mark("Hold the phone straight above the kingdom, and show a little of the table all around it."),
    mark("Lift the castle off its square, or make sure that it hides no crowns."),
    mark("Use even light, and take hands and pieces off the squares. In Queendomino, towers and knights may stay."),
    mark("One photo may show several kingdoms if they don’t touch."),
    mark("The app recognises each player by the colour of their castle. You can change the names on the Game page."),
    mark("Kingdomino and Queendomino with Age of Giants and The Court are supported. Origins and Duel are not."),
)
"""Advice on how to photograph a kingdom, line by line."""
