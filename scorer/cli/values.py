"""Converters of option values from text. For invalid ones, argparse puts the option's name before the message."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from scorer.cli.commands import MAX_KINGDOMS
from scorer.cli.output import shortened
from scorer.rules.model.dominoes import BASE_BOXES, Box
from scorer.rules.model.notation import MAX_TOKENS
from scorer.rules.model.quests import Quest, QuestError

MAX_NUMBER: Final = 999_999_999
"""Maximum number in an option."""

CORNERS: Final = 4
FARTHEST: Final = 10.0**6
"""Maximum distance in pixels of a grid's corner from the photo's own corner; no photo is as large."""

PROTOCOLS: Final = ("tcp", "tls", "ws", "wss")
"""The protocols of a Dask cluster's address."""

PICTURES: Final = ("", ".png", ".jpg", ".jpeg", ".webp")
"""The endings of picture files that can be written."""


def at_least_one(text: str, maximum: int = MAX_NUMBER) -> int:
    """A whole number from 1 to ``most``."""
    if count(text, maximum) == 0:
        raise ArgumentTypeError("0 is too few")
    return int(text)


def above_zero(text: str) -> float:
    """A number above 0 and no more than 1."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1:
        raise ArgumentTypeError(f"{text!r} is no number above 0 and up to 1")
    return number


def box(text: str) -> Box:
    """One of the boxes, by its name."""
    if text not in BASE_BOXES:
        raise ArgumentTypeError(f"{text!r} is not a box; use {', '.join(BASE_BOXES)}")
    return Box(text)


def quest(text: str) -> Quest:
    """One of Age of Giants' quests, by its name."""
    try:
        return Quest.parse(text)
    except QuestError as error:
        raise ArgumentTypeError(str(error)) from error


def count(text: str, maximum: int = MAX_NUMBER) -> int:
    """A whole number from 0 to ``most``."""
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{shortened(text)!r} is no number from 0 up")
    if len(text) > len(str(MAX_NUMBER)) or int(text) > maximum:
        raise ArgumentTypeError(f"{shortened(text)} is too large; {maximum} is the most")
    return int(text)


def port(text: str) -> int:
    """The number of a TCP port."""
    return at_least_one(text, 65_535)


def people(text: str) -> int:
    """The number of players of a game."""
    return at_least_one(text, MAX_KINGDOMS)


def token_count(text: str) -> int:
    """The number of tokens of one kind."""
    return count(text, MAX_TOKENS)


def picture(text: str) -> Path:
    """The path of a picture that can be written."""
    if Path(text).suffix.lower() not in PICTURES or not Path(text).name:
        raise ArgumentTypeError(f"{text!r} is no name of a PNG, JPEG or WebP picture")
    return Path(text)


def photo(text: str) -> str:
    """The name of a photo or a folder; an empty one would mean the current folder."""
    if not text:
        raise ArgumentTypeError("a photo has no name here; give the name of a photo or a folder")
    return text


def cluster(text: str) -> str:
    """The address of a Dask cluster's scheduler, with its protocol."""
    address = text if "://" in text else f"tcp://{text}"
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in PROTOCOLS and parts.hostname and parts.port
    except ValueError:  # the port is not a number
        is_whole = False
    if not is_whole:
        raise ArgumentTypeError(f"{shortened(text)!r} is no address; write it like tcp://192.168.1.20:8786")
    return address


def folder(text: str) -> Path:
    """The path of a folder; an empty one would mean the current folder."""
    if not text:
        raise ArgumentTypeError("the folder has no name here; give the name of a new one")
    return Path(text)


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Four points (x, y) in pixels."""
    try:
        points = tuple((float(x), float(y)) for x, y in (word.split(",") for word in text.split()))
    except ValueError:
        points = ()
    if len(points) != CORNERS or not all(abs(value) <= FARTHEST for point in points for value in point):
        raise ArgumentTypeError(f'{text!r} is not "x,y x,y x,y x,y"')
    return points


def grid(text: str) -> tuple[int, int]:
    """Rows and columns, each from 1 to 9."""
    match = re.fullmatch(r"([1-9])[x×]([1-9])", text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is not ROWSxCOLUMNS, for example 5x5")
    return int(match[1]), int(match[2])
