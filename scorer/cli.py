"""The command line: ``python -m scorer read | score | check | rank | evaluate | train``."""

from __future__ import annotations

import argparse
import errno
import io
import json
import math
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from scorer import report
from scorer.rules.legality import check, corrections
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import MOST_TOKENS, NotationError
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table

WELL, ILLEGAL, UNUSABLE = 0, 1, 2
"""Exit statuses; the worst of all inputs counts."""

LONGEST_LINE = 100_000
"""Characters of one line of standard input; no kingdom needs a tenth of it."""

LONGEST_NUMBER = 9
"""Digits of a number in an option."""

LONGEST_SHOWN = 200
"""Characters of an input that are repeated in a complaint about it."""


class InputError(ValueError):
    """An input that could not be used: a stable code, and one line that says what is wrong and what to do."""

    def __init__(self, code: str, message: object) -> None:
        super().__init__(str(message))
        self.code = code


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Nothing but help and usage errors leaves by ``SystemExit``."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8-sig" if stream is sys.stdin else "utf-8", errors="replace")
    if sys.stdout is None:
        raise SystemExit(_complain("standard output is closed; there is nowhere to print to"))
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader has left: nobody is there to be told
        return WELL
    except KeyboardInterrupt:
        return _complain("stopped")
    except Exception as error:  # whatever it is, a user gets one line
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would try again at its end
            return _complain(f"the result cannot be written: {error.strerror}")
        return _complain(f"unexpected error, please report it: {_described(error)}")
    return status


# -- commands ----------------------------------------------------------------------------------------------------------


def _score(arguments: argparse.Namespace) -> int:
    rules = _rules(arguments)

    def one(text: str) -> tuple[int, dict[str, object], str]:
        sheet = score(_with_tokens(_kingdom(text), arguments), rules)
        return WELL, sheet.to_dict(), f"{sheet.kingdom}\n{report.score_text(sheet)}"

    return _each("notation", _single(_inputs(arguments.notations), arguments), one, as_json=arguments.json)


def _check(arguments: argparse.Namespace) -> int:
    def one(text: str) -> tuple[int, dict[str, object], str]:
        kingdom = _kingdom(text)
        result = check(kingdom, size=arguments.size, box=arguments.box)
        proposed = () if result.legal else corrections(kingdom, size=arguments.size, box=arguments.box)
        words = f"{kingdom}\n{report.check_text(result, proposed)}"
        return (WELL if result.legal else ILLEGAL), report.check_data(result, proposed), words

    return _each("notation", _inputs(arguments.notations), one, as_json=arguments.json)


def _rank(arguments: argparse.Namespace) -> int:
    kingdoms: dict[str, list[Kingdom | None]] = {}  # None stands for one that could not be used

    def one(text: str) -> tuple[int, None, None]:
        written, equals, notation = text.partition("=")
        name = _one_line(written)
        if not equals or not name:
            raise InputError("player", "write NAME=NOTATION, for example Ann=wfC")
        played = kingdoms.setdefault(name, [])
        played.append(None)
        played[-1] = _with_tokens(_kingdom(notation), arguments)
        return WELL, None, None

    status = _each("notation", _single(_inputs(arguments.players_kingdoms), arguments), one, as_json=arguments.json)
    return max(status, _rank_usable(kingdoms, arguments))


def _rank_usable(kingdoms: Mapping[str, Sequence[Kingdom | None]], arguments: argparse.Namespace) -> int:
    """Rank the players of whom every kingdom could be used; the others were at the table too."""
    players = [
        Player(name, members=_members(name), kingdoms=tuple(kingdom for kingdom in played if kingdom is not None))
        for name, played in kingdoms.items()
    ]
    people = sum(player.people for player in players)
    if arguments.players is not None and arguments.players < people:
        return _complain(f"--players says {arguments.players}, but {people} people have a kingdom here; leave it out")
    usable = tuple(player for player in players if None not in kingdoms[player.name])
    if usable:
        ranking = rank(Table(usable, _rules(arguments), arguments.players or people))
        print(json.dumps(ranking.to_dict(), ensure_ascii=False) if arguments.json else report.ranking_text(ranking))
    return WELL


def _members(name: str) -> tuple[str, ...]:
    """The people of a team written “Ann+Bob”; none where the name is no such list, like “C++”.

    >>> _members("Ann + Bob"), _members("C++"), _members("Ann")
    (('Ann', 'Bob'), (), ())
    """
    people = tuple(person.strip() for person in name.split("+"))
    return people if len(people) > 1 and all(people) else ()


def _read(arguments: argparse.Namespace) -> int:
    from scorer import batch
    from scorer.vision.photo.errors import PhotoError

    if arguments.grid and not arguments.corners:
        raise SystemExit(_complain("--grid says how many squares lie between --corners; give those too"))
    photos = batch.all_photos(arguments.photos)
    wanted = batch.Wanted(
        rules=_rules(arguments),
        size=arguments.size,
        box=arguments.box,
        corners=arguments.corners,
        grid=arguments.grid,
        tokens=_tokens(arguments),
        debug=(arguments.debug.suffix or ".png") if arguments.debug else "",
    )
    _single(photos, arguments)
    try:
        readers, width = batch.executor(arguments.jobs, arguments.cluster, len(photos))
    except ImportError:
        return _complain("--cluster needs Dask; install it with pip install 'kingdom-scorer[cluster]'")
    except (OSError, ValueError):
        return _complain(f"no cluster answers at {arguments.cluster}; check its address")
    reports = batch.reports(readers, width, photos, wanted)

    def one(photo: str) -> tuple[int, dict[str, object], str]:
        made = next(reports)
        if isinstance(made, PhotoError):
            raise InputError(made.code, made.message)
        if isinstance(made, ValueError) and arguments.corners:
            raise InputError("corners", made)
        if isinstance(made, Exception):
            raise made
        if arguments.debug:
            _write(_numbered(arguments.debug, photos.index(photo)), made.picture)
        return (WELL if made.data["kingdoms"] else ILLEGAL), made.data, made.words

    try:
        return _each("photo", photos, one, as_json=arguments.json)
    finally:
        readers.shutdown(wait=True, cancel_futures=True)


def _evaluate(arguments: argparse.Namespace) -> int:
    from scorer.evaluation import labelled as evaluate

    status: int = evaluate.run(arguments.data, arguments.out)
    return status


def _train(arguments: argparse.Namespace) -> int:
    from scorer.vision.models import models_folder

    try:
        from scorer.training import run as train
    except ImportError as error:
        return _complain(f"training needs more libraries ({error.name}); install them with pip install '.[train]'")
    options = train.Options(
        tasks=arguments.task or train.NAMES,
        out=arguments.out or models_folder(),
        work=arguments.work,
        resume=arguments.resume,
        further=arguments.further,
        steps=arguments.steps,
        seed=arguments.seed,
        minutes=arguments.minutes,
    )
    status: int = train.run(arguments.data, options)
    return status


# -- inputs ------------------------------------------------------------------------------------------------------------

Outcome = tuple[int, dict[str, object] | None, str | None]


def _each(kind: str, inputs: Iterable[str], one: Callable[[str], Outcome], *, as_json: bool) -> int:
    """Run ``one`` on every input, print what it gives or what was wrong, and return the worst status."""
    worst = WELL
    for text in inputs:
        try:
            status, data, words = _guarded(one, text)
        except InputError as error:
            status, words = UNUSABLE, None
            data = {kind: text, "error": {"code": error.code, "message": _one_line(error)}}
            if not as_json:
                shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
                _complain(error if text in str(error) else f"{shown}: {error}")
        worst = max(worst, status)
        if as_json and data is not None:
            print(json.dumps(data, ensure_ascii=False))
        elif not as_json and words is not None:
            print(_printable(words))
    return worst


def _guarded(one: Callable[[str], Outcome], text: str) -> Outcome:
    """One input; whatever goes wrong with it, the others are still processed."""
    try:
        return one(text)
    except InputError:
        raise
    except Exception as error:
        raise InputError("unexpected", f"unexpected error, please report it: {_described(error)}") from error


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {_one_line(error)}"


def _inputs(given: Sequence[str]) -> Iterator[str]:
    """What was given; ``-`` stands for the lines of standard input that are not empty."""
    for text in given:
        if text == "-":
            yield from _lines()
        else:
            yield text


def _lines() -> Iterator[str]:
    """The lines of standard input that are not empty; without any, or with one that never ends, the command ends."""
    if sys.stdin is None:
        raise SystemExit(_complain("standard input is closed; - reads one input a line from it"))
    found = False
    while line := sys.stdin.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise SystemExit(_complain(f"a line of standard input is longer than {LONGEST_LINE:,} characters"))
        if line.strip():
            found = True
            yield line.strip()
    if not found:
        raise SystemExit(_complain("standard input is empty; - reads one input a line from it"))


def _single(inputs: Iterable[str], arguments: argparse.Namespace) -> Iterable[str]:
    """The inputs; with tokens in the options there may be only one, since they stand beside one kingdom."""
    if not _tokens(arguments):
        return inputs
    held = list(inputs)
    if len(held) > 1:
        _complain("--coins, --towers, --knights and --queen belong to one kingdom; write them behind each notation")
        raise SystemExit(UNUSABLE)
    return held


def _kingdom(text: str) -> Kingdom:
    try:
        return Kingdom.parse(text)
    except NotationError as error:
        raise InputError("notation", error.message) from error


def _tokens(arguments: argparse.Namespace) -> dict[str, int | bool]:
    given = {name: getattr(arguments, name) for name in ("coins", "towers", "knights", "queen")}
    return {name: value for name, value in given.items() if value is not None}


def _with_tokens(kingdom: Kingdom, arguments: argparse.Namespace) -> Kingdom:
    return replace(kingdom, **_tokens(arguments))  # type: ignore[arg-type]


def _rules(arguments: argparse.Namespace) -> Rules:
    return Rules(
        arguments.edition, arguments.harmony, arguments.middle_kingdom, arguments.box, getattr(arguments, "size", None)
    )


def _write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise InputError("debug", f"{path} cannot be written: {_one_line(error)}") from error


def _numbered(path: Path, index: int) -> Path:
    """The path for the first photo, with a number for those after it."""
    return path if index == 0 else path.with_stem(f"{path.stem}-{index + 1}")


def _complain(message: object) -> int:
    print(f"scorer: {_one_line(message)}", file=sys.stderr)
    return UNUSABLE


def _one_line(message: object) -> str:
    return _printable(" ".join(str(message).split()))


def _printable(text: str) -> str:
    """The text without what a terminal would obey: names of players and files may hold anything.

    >>> _printable(chr(27) + "[31mred")
    '�[31mred'
    """
    return "".join("�" if unicodedata.category(one) == "Cc" and one != "\n" else one for one in text)


# -- the parsers -------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """argparse, but a mistake is one line."""

    def error(self, message: str) -> NoReturn:
        raise SystemExit(_complain(f"{message}; see {self.prog} --help"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m scorer", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    read = commands.add_parser("read", help="read photos of kingdoms")
    read.add_argument("photos", nargs="+", metavar="PHOTO", help="a photo, or a folder with photos")
    _size_option(read)
    read.add_argument("--corners", type=_corners, help='"x,y x,y x,y x,y": the corners of the grid, clockwise')
    read.add_argument("--grid", type=_grid, help="RxC: rows and columns between the corners")
    read.add_argument("--jobs", type=_jobs, metavar="N", help="how many photos at a time (default: one for each core)")
    read.add_argument("--cluster", metavar="ADDRESS", help="read on a Dask cluster, such as tcp://192.168.1.20:8786")
    read.add_argument(
        "--debug", type=_picture, metavar="PICTURE", help="write the photo with what was read drawn on it"
    )
    _rules_options(read)
    _finish(read, _read)

    count = commands.add_parser("score", help="count kingdoms given in notation")
    count.add_argument("notations", nargs="+", metavar="NOTATION", help="or - for one a line from standard input")
    _size_option(count)
    _rules_options(count)
    _finish(count, _score)

    judge = commands.add_parser("check", help="say whether kingdoms are legal, and why not")
    judge.add_argument("notations", nargs="+", metavar="NOTATION", help="or - for one a line from standard input")
    _size_option(judge)
    _box_option(judge)
    _finish(judge, _check)

    order = commands.add_parser("rank", help="rank the players of one table")
    order.add_argument(
        "players_kingdoms",
        nargs="+",
        metavar="NAME=NOTATION",
        help="or - for one a line; a NAME three times plays a Dynasty, NAME+NAME is a team",
    )
    order.add_argument("--players", type=_some, metavar="N", help="how many people played")
    _size_option(order)
    _rules_options(order)
    _finish(order, _rank)

    measure = commands.add_parser("evaluate", help="measure accuracy and time on a labelled data set")
    measure.add_argument("data", type=Path, metavar="DATA")
    measure.add_argument("--out", type=Path, metavar="CSV", help="a row for every picture")
    measure.set_defaults(run=_evaluate)

    train = commands.add_parser("train", help="make the models again")
    train.add_argument("data", type=Path, metavar="DATA")
    _training_options(train)
    train.set_defaults(run=_train)
    return parser


def _finish(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    command.add_argument("--json", action="store_true", help="one JSON object a line for every input")
    command.set_defaults(run=run)


def _size_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--size", type=int, choices=(5, 7), help="the side of the grid; 5 if the kingdom fits, else 7")


def _box_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--box", type=_box, metavar="BOX", help=f"{', '.join(Box)}; queendomino where there is a town, else kingdomino"
    )


def _rules_options(command: argparse.ArgumentParser) -> None:
    _box_option(command)
    command.add_argument("--edition", choices=("us", "older"), default="us", help="the rulebook (default: us)")
    command.add_argument("--harmony", action="store_true", help="5 points for a full grid")
    command.add_argument("--middle-kingdom", action="store_true", help="10 points for a castle in the middle")
    for token in ("coins", "towers", "knights"):
        command.add_argument(f"--{token}", type=_token_count, metavar="N", help=f"{token} of the one kingdom given")
    command.add_argument("--queen", action="store_true", default=None, help="the one kingdom given hosts the Queen")


def _training_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--task",
        action="append",
        choices=("squares", "towns", "detector"),
        help="the model to make, once or more (default: all)",
    )
    command.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where finished models go (default: the shipped ones')"
    )
    command.add_argument(
        "--work",
        type=Path,
        metavar="FOLDER",
        default=Path(".work") / "training",
        help="where checkpoints and logs go (default: %(default)s)",
    )
    command.add_argument("--resume", action="store_true", help="go on from the checkpoints")
    command.add_argument("--further", action="store_true", help="start from the weights in --out, not from nothing")
    command.add_argument("--steps", type=_some, metavar="N", help="steps of training, not those of each schedule")
    command.add_argument("--seed", type=_count, metavar="N", default=0, help="what chance begins with (default: 0)")
    command.add_argument(
        "--minutes", type=_some, metavar="N", default=math.inf, help="stop after so long; --resume goes on later"
    )


def _some(text: str) -> int:
    if _count(text) == 0:
        raise argparse.ArgumentTypeError("0 is too few")
    return int(text)


def _box(text: str) -> Box:
    if text not in list(Box):
        raise argparse.ArgumentTypeError(f"{text!r} is no box; use {', '.join(Box)}")
    return Box(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"{text[:LONGEST_SHOWN]!r} is no number from 0 up")
    return int(text)


def _token_count(text: str) -> int:
    if _count(text) > MOST_TOKENS:
        raise argparse.ArgumentTypeError(f"{text} is no number from 0 to {MOST_TOKENS}")
    return int(text)


def _jobs(text: str) -> int:
    if not _count(text):
        raise argparse.ArgumentTypeError("0 is no number of photos at a time")
    return int(text)


def _picture(text: str) -> Path:
    if Path(text).suffix.lower() not in ("", ".png", ".jpg", ".jpeg", ".webp") or not Path(text).name:
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a PNG, JPEG or WebP picture")
    return Path(text)


def _corners(text: str) -> tuple[tuple[float, float], ...]:
    try:
        points = tuple((float(x), float(y)) for x, y in (word.split(",") for word in text.split()))
    except ValueError:
        points = ()
    if len(points) != 4 or not all(math.isfinite(value) for point in points for value in point):
        raise argparse.ArgumentTypeError(f'{text!r} is not "x,y x,y x,y x,y"')
    return points


def _grid(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9])[x×]([1-9])", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not ROWSxCOLUMNS, for example 5x5")
    return int(match[1]), int(match[2])
