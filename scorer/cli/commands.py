"""The commands. Heavy modules are imported inside the command that needs them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scorer.cli import report
from scorer.cli.inputs import (
    InputError,
    each,
    given_inputs,
    kingdom_of,
    notation_named,
    rules_of,
    single,
    tokens_of,
    total_of,
    with_tokens,
)
from scorer.cli.output import ILLEGAL, WELL, CallError, one_line, print_json, printable
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.service.kingdoms import check_kingdom, rank_table, score_kingdom

if TYPE_CHECKING:
    from scorer.service.readings import ReadOptions

MAX_KINGDOMS: Final = 48
"""Maximum number of kingdoms of one game: 16 players, as in a file, with the three games of a Dynasty."""


def score_kingdoms(arguments: argparse.Namespace) -> int:
    """Score kingdoms given in notation."""
    rules = rules_of(arguments)

    def one(text: str) -> tuple[int, dict[str, object], str]:
        sheet = score_kingdom(with_tokens(kingdom_of(text), arguments), rules)
        return WELL, sheet.to_dict(), f"{sheet.kingdom}\n{report.score_text(sheet)}"

    return each(notation_named, single(given_inputs(arguments.notations), arguments), one, as_json=arguments.json)


def check_kingdoms(arguments: argparse.Namespace) -> int:
    """Check kingdoms, and propose corrections for illegal ones."""
    rules = Rules(box=arguments.box, size=arguments.size, giants=arguments.giants)

    def one(text: str) -> tuple[int, dict[str, object], str]:
        kingdom = kingdom_of(text)
        verdict = check_kingdom(kingdom, rules)
        words = f"{kingdom}\n{report.check_text(verdict.check, verdict.corrections)}"
        return (WELL if verdict.check.legal else ILLEGAL), verdict.to_dict(), words

    return each(notation_named, given_inputs(arguments.notations), one, as_json=arguments.json)


def rank_players(arguments: argparse.Namespace) -> int:
    """Rank the players of one game."""
    games: dict[str, list[Kingdom | int | None]] = {}  # None stands for a game that could not be used

    def one(text: str) -> tuple[int, None, None]:
        name, notation = _named_kingdom(text)
        if not name:
            raise InputError("player", "write NAME=NOTATION or NAME=POINTS, for example Ann=wfC or Ann=45")
        if sum(map(len, games.values())) == MAX_KINGDOMS:
            too_many = f"rank takes one table of at most {MAX_KINGDOMS} kingdoms; give each table to a rank of its own"
            raise CallError("input", too_many)
        played = games.setdefault(name, [])
        played.append(None)
        total = total_of(notation)
        if total is not None and tokens_of(arguments):
            raise InputError("total", "--coins, --towers, --knights and --queen belong to a kingdom, not to a total")
        played[-1] = with_tokens(kingdom_of(notation), arguments) if total is None else total
        return WELL, None, None

    inputs = single(given_inputs(arguments.players_kingdoms), arguments)
    status = each(_player_named, inputs, one, as_json=arguments.json)
    return max(status, _rank_usable(games, arguments))


def _rank_usable(games: Mapping[str, Sequence[Kingdom | int | None]], arguments: argparse.Namespace) -> int:
    """Rank the players whose games could all be used; the others count as players of the game."""
    from scorer.rules.table.player import Player
    from scorer.rules.table.table import Table

    players = [
        Player(
            name,
            members=_members(name),
            kingdoms=tuple(game for game in played if isinstance(game, Kingdom)),
            totals=tuple(game if isinstance(game, int) else None for game in played if game is not None),
        )
        for name, played in games.items()
    ]
    people = sum(player.people for player in players)
    if arguments.players is not None and arguments.players < people:
        raise CallError(
            "arguments", f"--players says {arguments.players}, but {people} people have a kingdom here; leave it out"
        )
    usable = tuple(player for player in players if None not in games[player.name])
    if usable:
        ranking = rank_table(Table(usable, rules_of(arguments), arguments.players or people))
        if arguments.json:
            print_json(ranking.to_dict())
        else:
            print(printable(report.ranking_text(ranking)))
    return WELL


def _named_kingdom(text: str) -> tuple[str, str]:
    """The player's name and the notation of NAME=NOTATION; no name if the input has another form."""
    name, equals, notation = text.partition("=")
    return (one_line(name), notation) if equals else ("", text)


def _player_named(text: str) -> dict[str, object]:
    """A player's input as its error in JSON names it.

    >>> _player_named("Ann=xx"), _player_named("xx")
    ({'name': 'Ann', 'notation': 'xx'}, {'notation': 'xx'})
    """
    name, notation = _named_kingdom(text)
    return {"name": name, "notation": notation} if name else {"notation": text}


def _members(name: str) -> tuple[str, ...]:
    """The people of a team written “Ann+Bob”; empty if the name is no such list, like “C++”.

    >>> _members("Ann + Bob"), _members("C++"), _members("Ann")
    (('Ann', 'Bob'), (), ())
    """
    people = tuple(person.strip() for person in name.split("+"))
    return people if len(people) > 1 and all(people) else ()


def _read_together(photos: list[str], options: ReadOptions, arguments: argparse.Namespace) -> int:
    """Read several photos of the same kingdoms in this process, as one reading."""
    from scorer.cli.reading_text import reading_text
    from scorer.service.readings import read_together
    from scorer.vision.photo.errors import PhotoError
    from scorer.vision.photo.files import read_file

    for option in ("corners", "cluster"):
        if getattr(arguments, option):
            raise CallError("arguments", f"--together cannot be used with --{option}")

    def one(_: str) -> tuple[int, dict[str, object], str]:
        try:
            made = read_together([(read_file(Path(photo)), photo) for photo in photos], options)
        except PhotoError as error:
            raise InputError(error.code, error.message) from error
        if arguments.debug:
            _write(arguments.debug, made.picture)
        return (WELL if made.kingdoms else ILLEGAL), made.to_dict(), reading_text(made)

    return each(lambda photo: {"photo": photo, "photos": photos}, photos[:1], one, as_json=arguments.json)


def read_photos(arguments: argparse.Namespace) -> int:
    """Read photos, separately or together."""
    from scorer.cli import batch
    from scorer.service.readings import ReadOptions

    if arguments.grid and not arguments.corners:
        raise CallError("arguments", "--grid says how many squares lie between --corners; give those too")
    photos = batch.all_photos(arguments.photos)
    options = ReadOptions(
        rules=rules_of(arguments),
        size=arguments.size,
        box=arguments.box,
        giants=arguments.giants,
        corners=arguments.corners,
        grid=arguments.grid,
        tokens=tokens_of(arguments),
        debug=(arguments.debug.suffix or ".png") if arguments.debug else "",
    )
    if arguments.debug and (lost := _written_over(photos, arguments.debug)):
        raise CallError("arguments", f"--debug would write over the photo {lost}; name another file")
    return (_read_together if arguments.together else _read_each)(photos, options, arguments)


def _read_each(photos: list[str], options: ReadOptions, arguments: argparse.Namespace) -> int:
    """Read photos one by one, on all cores or a cluster."""
    from scorer.cli import batch
    from scorer.cli.reading_text import reading_text
    from scorer.service.batch import executor
    from scorer.vision.photo.errors import PhotoError

    single(photos, arguments)
    try:
        readers, width = executor(arguments.jobs, arguments.cluster, len(photos))
    except ImportError as error:
        raise CallError(
            "cluster", "--cluster needs Dask; install it with pip install 'kingdom-scorer[cluster]'"
        ) from error
    except OSError as error:
        raise CallError("cluster", error) from error
    reports, numbers = batch.reports(readers, width, photos, options), count()

    def one(_photo: str) -> tuple[int, dict[str, object], str]:
        made = next(reports)
        if isinstance(made, PhotoError):
            raise InputError(made.code, made.message)
        if isinstance(made, OSError):
            from scorer.vision.models import ModelError  # with OpenCV, which only the workers need

            if isinstance(made, ModelError):
                raise CallError("installation", made)
        if isinstance(made, ValueError) and arguments.corners:
            raise InputError("corners", made)
        if isinstance(made, Exception):
            raise made
        if arguments.debug:
            _write(_numbered(arguments.debug, next(numbers)), made.picture)
        return (WELL if made.kingdoms else ILLEGAL), made.to_dict(), reading_text(made)

    try:
        return each(lambda photo: {"photo": photo}, photos, one, as_json=arguments.json)
    finally:
        readers.shutdown(wait=True, cancel_futures=True)


def write_offline(arguments: argparse.Namespace) -> int:
    """Write the installable offline app."""
    from scorer.offline.build import BuildError, build

    try:
        build(arguments.out, arguments.packages)
    except BuildError as error:
        raise CallError("output", error) from error
    return WELL


def serve_page(arguments: argparse.Namespace) -> int:
    """Serve the page and the HTTP interface until the process receives a signal to stop."""
    from scorer.server.serve import serve

    try:
        serve(arguments.host, arguments.port, arguments.cluster)
    except OSError as error:
        raise CallError("server", error) from error
    return WELL


def test_installation(arguments: argparse.Namespace) -> int:
    """Read the shipped samples; print the result, times and versions."""
    from scorer.service.self_test import self_test

    result = self_test()
    if arguments.json:
        print_json(result.data)
    else:
        print(printable(result.text))
    return WELL if result.passed else ILLEGAL


def evaluate(arguments: argparse.Namespace) -> int:
    """Measure accuracy and time on a labelled data set."""
    from scorer.lab.evaluate import labelled

    status: int = labelled.run(arguments.data, arguments.out)
    return status


def train(arguments: argparse.Namespace) -> int:
    """Train the models again."""
    from scorer.lab.train import run, tasks
    from scorer.vision.models import models_folder

    options = run.Options(
        tasks=arguments.task or tasks.NAMES,
        out=arguments.out or models_folder(),
        work=arguments.work,
        resume=arguments.resume,
        further=arguments.further,
        steps=arguments.steps,
        rate=arguments.rate,
        seed=arguments.seed,
        minutes=arguments.minutes,
    )
    status: int = run.run(arguments.data, options)
    return status


def _write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise InputError("debug", f"{path} cannot be written: {one_line(error)}") from error


def _written_over(photos: Sequence[str], debug: Path) -> str:
    """The first photo that the debug picture would overwrite, through any link; empty if there is none."""
    drawings = {_file_at(_numbered(debug, index)) for index in range(len(photos))} - {None}
    return next((photo for photo in photos if _file_at(photo) in drawings), "")


def _file_at(path: str | Path) -> tuple[int, int] | None:
    """A file's identity, equal for all links to it; ``None`` if the file does not exist."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):  # ValueError: an impossible name
        return None
    return found.st_dev, found.st_ino


def _numbered(path: Path, index: int) -> Path:
    """The path for the first photo, with a number for those after it."""
    return path if index == 0 else path.with_stem(f"{path.stem}-{index + 1}")
