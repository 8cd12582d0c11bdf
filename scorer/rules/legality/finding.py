"""Findings of the legality check: a code for programs, a message for players, and the squares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorer.rules.model.kingdom import Position
from scorer.rules.model.messages import Message


class FindingCode(StrEnum):
    """The codes of findings, as in the JSON output."""

    SIZE = "size"
    CASTLES = "castles"
    NO_CASTLE = "no_castle"
    LOOSE = "loose"
    FACE = "face"
    COUNT = "count"
    ODD = "odd"
    BALANCE = "balance"
    NOT_IN_BOX = "not_in_box"
    TOKENS = "tokens"
    BUILDING_PLACE = "building_place"
    BUILDING_KIND = "building_kind"
    BUILDING_COUNT = "building_count"
    GIANT_PLACE = "giant_place"
    GIANT_COUNT = "giant_count"
    RESOURCE_PLACE = "resource_place"
    COURT_PLACE = "court_place"
    COURT_COUNT = "court_count"
    NO_DOMINO = "no_domino"
    NO_DOMINOES = "no_dominoes"
    TOO_FEW_DOMINOES = "too_few_dominoes"
    NOT_CONNECTED = "not_connected"
    NOT_ALL_CONNECTED = "not_all_connected"

    # of a whole table
    PLAYERS = "players"
    TEAMS = "teams"
    DYNASTY = "dynasty"
    SHARED_BOX = "shared_box"
    SAME_KINGDOM = "same_kingdom"
    QUEENS = "queens"
    QUEEN_HOST = "queen_host"
    NO_QUEEN = "no_queen"
    DISCARD = "discard"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule: its code, a message for the player, and the squares concerned."""

    code: FindingCode
    message: Message
    squares: tuple[Position, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Plain data: ``code``, ``message`` in English and ``squares``, each [row, column] from 0."""
        return {
            "code": str(self.code),
            "message": str(self.message),
            "squares": [list(square) for square in self.squares],
        }
