"""Inputs of the commands: arguments or lines of standard input, with their results and errors."""

from __future__ import annotations

import argparse
import codecs
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from scorer.cli.output import (
    UNUSABLE,
    WELL,
    CallError,
    complain,
    described,
    error_data,
    print_json,
    printable,
    shortened,
)
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import NotationError
from scorer.rules.model.quests import QuestError
from scorer.rules.model.rules import Rules

MAX_LINE_LENGTH: Final = 100_000
"""Maximum number of characters of a line of standard input; no kingdom needs a tenth of it."""

Outcome = tuple[int, dict[str, object] | None, str | None]
"""The result of one input: an exit status, the object for ``--json``, and the text that is printed without it."""


class InputError(ValueError):
    """An input that could not be used: a stable code, and one line with the error and the next step."""

    def __init__(self, code: str, message: object) -> None:
        super().__init__(str(message))
        self.code = code


def each(
    named: Callable[[str], dict[str, object]], inputs: Iterable[str], one: Callable[[str], Outcome], *, as_json: bool
) -> int:
    """Run ``one`` on every input, print its result or error, and return the worst status.

    ``named`` gives the keys that identify an input in JSON.
    """
    worst = WELL
    for text in inputs:
        try:
            status, data, words = _guarded(one, text)
        except InputError as error:
            status, words = UNUSABLE, None
            data = named(text) | error_data(error.code, error)
            if not as_json:
                complain(error if text in str(error) else f"{shortened(text)}: {error}")
        worst = max(worst, status)
        if as_json and data is not None:
            print_json(data)
        elif not as_json and words is not None:
            print(printable(words))
    return worst


def _guarded(one: Callable[[str], Outcome], text: str) -> Outcome:
    """Run ``one`` on an input, and turn any error into an outcome, so that the others are still processed."""
    try:
        return one(text)
    except (InputError, CallError):
        raise
    except Exception as error:
        raise InputError("unexpected", f"unexpected error, please report it: {described(error)}") from error


def notation_named(text: str) -> dict[str, object]:
    """The keys that identify a kingdom's input in JSON."""
    return {"notation": text}


def given_inputs(given: Sequence[str]) -> Iterator[str]:
    """The given inputs; ``-`` stands for the non-empty lines of standard input."""
    for text in given:
        if text == "-":
            yield from _lines()
        else:
            yield text


def _lines() -> Iterator[str]:
    """The non-empty lines of standard input. The command ends if there are none, or if one is too long."""
    if sys.stdin is None:
        raise CallError("input", "standard input is closed; - reads one input a line from it")
    _follow_utf_16()
    found = False
    while line := sys.stdin.readline(MAX_LINE_LENGTH):
        if len(line) == MAX_LINE_LENGTH:
            raise CallError("input", f"a line of standard input is longer than {MAX_LINE_LENGTH:,} characters")
        if line.strip():
            found = True
            yield line.strip()
    if not found:
        raise CallError("input", "standard input is empty; - reads one input a line from it")


def _follow_utf_16() -> None:
    """Decode standard input as UTF-16 if it starts with that byte order mark, as for files of games."""
    held = sys.stdin.buffer if isinstance(sys.stdin, io.TextIOWrapper) else None
    if isinstance(held, io.BufferedReader) and held.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        sys.stdin.reconfigure(encoding="utf-16")  # type: ignore[union-attr]


def single(inputs: Iterable[str], arguments: argparse.Namespace) -> Iterable[str]:
    """The inputs; with tokens in the options only one is allowed, since they belong to one kingdom."""
    if not tokens_of(arguments):
        return inputs
    held = list(inputs)
    if len(held) > 1:
        raise CallError(
            "arguments",
            "--coins, --towers, --knights and --queen belong to one kingdom; write them behind each notation",
        )
    return held


def kingdom_of(text: str) -> Kingdom:
    """The kingdom of a notation."""
    try:
        return Kingdom.parse(text)
    except NotationError as error:
        raise InputError("notation", error.message) from error


def total_of(text: str) -> int | None:
    """The points of an input that is a plain number, which no notation is; otherwise ``None``.

    >>> total_of("45"), total_of("w1C")
    (45, None)
    """
    from scorer.rules.table.player import MAX_TOTAL

    written = text.strip()
    if not (written.isascii() and written.isdigit()):
        return None
    if len(written.lstrip("0")) > len(str(MAX_TOTAL)):
        raise InputError("total", f"a total must be a number from 0 to {MAX_TOTAL}")
    return int(written)


def tokens_of(arguments: argparse.Namespace) -> dict[str, int | bool]:
    """The tokens in the options, as fields of ``Kingdom``."""
    given = {name: getattr(arguments, name) for name in ("coins", "towers", "knights", "queen")}
    return {name: value for name, value in given.items() if value is not None}


def with_tokens(kingdom: Kingdom, arguments: argparse.Namespace) -> Kingdom:
    """The kingdom with the tokens in the options."""
    return replace(kingdom, **tokens_of(arguments))  # type: ignore[arg-type]


def rules_of(arguments: argparse.Namespace) -> Rules:
    """The rules of the game in the options."""
    try:
        return Rules(
            arguments.edition,
            arguments.harmony,
            arguments.middle_kingdom,
            arguments.box,
            arguments.size,
            arguments.giants,
            tuple(arguments.quest),
            arguments.court,
        )
    except QuestError as error:
        raise CallError("arguments", error) from error
