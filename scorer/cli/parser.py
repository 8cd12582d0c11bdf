"""The commands' options, and their help."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from scorer.cli import commands, values
from scorer.cli.output import CallError
from scorer.rules.model.dominoes import BASE_BOXES
from scorer.rules.model.quests import QUEST_FORMS
from scorer.rules.model.rules import EDITIONS, GRID_SIZES, US
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DESCRIPTION: Final = "Read photos of Kingdomino and Queendomino kingdoms; count, check and rank kingdoms."


class _Parser(argparse.ArgumentParser):
    """argparse, but a mistake is one line, and help that cannot be written is one too."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse's own passes over what a full disk says

    def error(self, message: str) -> NoReturn:
        raise CallError("arguments", f"{message}; see {self.prog} --help")


class _Version(argparse.Action):
    """Prints the version of the package and the first digits of each model's SHA-256."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from scorer.service.self_test import model_hashes, version

        print("\n".join([f"kingdom-scorer {version()}", *(" ".join(pair) for pair in model_hashes().items())]))
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; what it parses has ``run``, the command that is to be run on it."""
    whole = _Parser(prog="python -m scorer", description=DESCRIPTION)
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version and the models' hashes")
    subparsers = whole.add_subparsers(required=True, metavar="COMMAND")

    read = subparsers.add_parser("read", help="read photos of kingdoms")
    read.add_argument("photos", nargs="+", type=values.photo, metavar="PHOTO", help="a photo, or a folder with photos")
    read.add_argument(
        "--together", action="store_true", help="all photos show the same kingdom or kingdoms: one reading of all"
    )
    _size_option(read)
    read.add_argument("--corners", type=values.corners, help='"x,y x,y x,y x,y": the corners of the grid, clockwise')
    read.add_argument("--grid", type=values.grid, help="RxC: rows and columns between the corners")
    read.add_argument(
        "--jobs", type=values.at_least_one, metavar="N", help="how many photos at a time (default: one for each core)"
    )
    read.add_argument(
        "--cluster",
        type=values.cluster,
        metavar="ADDRESS",
        help="read on a Dask cluster, such as tcp://192.168.1.20:8786",
    )
    read.add_argument(
        "--debug", type=values.picture, metavar="PICTURE", help="write the photo with what was read drawn on it"
    )
    _rules_options(read)
    _finish(read, commands.read_photos)

    count = subparsers.add_parser("score", help="count kingdoms given in notation")
    count.add_argument("notations", nargs="+", metavar="NOTATION", help="or - for one a line from standard input")
    _size_option(count)
    _rules_options(count)
    _finish(count, commands.score_kingdoms)

    judge = subparsers.add_parser("check", help="say whether kingdoms are legal, and why not")
    judge.add_argument("notations", nargs="+", metavar="NOTATION", help="or - for one a line from standard input")
    _size_option(judge)
    _box_options(judge)
    _finish(judge, commands.check_kingdoms)

    order = subparsers.add_parser("rank", help="rank the players of one table")
    order.add_argument(
        "players_kingdoms",
        nargs="+",
        metavar="NAME=NOTATION",
        help="or NAME=POINTS where only the total is known, or - for one a line; a NAME three times plays a Dynasty, "
        "NAME+NAME is a team",
    )
    order.add_argument("--players", type=values.people, metavar="N", help="how many people played")
    _size_option(order)
    _rules_options(order)
    _finish(order, commands.rank_players)

    offline = subparsers.add_parser(
        "offline", aliases=["pocket"], help="write the installable offline app as static files"
    )
    offline.add_argument("out", type=values.folder, metavar="OUT", help="the folder to write, or to write anew")
    offline.add_argument("--packages", type=Path, metavar="NODE_MODULES", help="where npm has installed what it needs")
    offline.set_defaults(run=commands.write_offline)

    server = subparsers.add_parser("serve", help="serve the page and the HTTP interface")
    server.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets the network in (default: %(default)s)")
    server.add_argument("--port", type=values.port, default=8501, help="default: %(default)s")
    server.add_argument(
        "--cluster", type=values.cluster, metavar="ADDRESS", help="read photos on a Dask cluster while it is there"
    )
    server.set_defaults(run=commands.serve_page)

    itself = subparsers.add_parser("self-test", help="check this installation with the shipped samples")
    _finish(itself, commands.test_installation)

    measure = subparsers.add_parser("evaluate", help="measure accuracy and time on a labelled data set")
    measure.add_argument("data", type=Path, metavar="DATA")
    measure.add_argument("--out", type=Path, metavar="CSV", help="a row for every picture")
    measure.set_defaults(run=commands.evaluate)

    train = subparsers.add_parser("train", help="make the models again")
    train.add_argument("data", type=Path, metavar="DATA")
    _training_options(train)
    train.set_defaults(run=commands.train)
    return whole


def _finish(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    command.add_argument("--json", action="store_true", help="one JSON object a line for every input")
    command.set_defaults(run=run)


def _size_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--size", type=int, choices=GRID_SIZES, help="the side of the grid; 5 if the kingdom fits, else 7"
    )


def _box_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--box",
        type=values.box,
        metavar="BOX",
        help=f"{', '.join(BASE_BOXES)}; queendomino where there is a town, else kingdomino",
    )
    command.add_argument("--giants", action="store_true", help="with the expansion Age of Giants")


def _rules_options(command: argparse.ArgumentParser) -> None:
    _box_options(command)
    command.add_argument(
        "--quest",
        type=values.quest,
        action="append",
        default=[],
        metavar="QUEST",
        help=f"an open quest of Age of Giants, up to twice: {', '.join(QUEST_FORMS)}",
    )
    command.add_argument("--court", action="store_true", help="with the expansion The Court")
    command.add_argument("--edition", choices=EDITIONS, default=US, help="the rulebook (default: us)")
    command.add_argument("--harmony", action="store_true", help=f"{HARMONY_POINTS} points for a full grid")
    command.add_argument(
        "--middle-kingdom", action="store_true", help=f"{MIDDLE_KINGDOM_POINTS} points for a castle in the middle"
    )
    for token in ("coins", "towers", "knights"):
        command.add_argument(
            f"--{token}", type=values.token_count, metavar="N", help=f"{token} of the one kingdom given"
        )
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
    command.add_argument(
        "--steps", type=values.at_least_one, metavar="N", help="steps of training, not those of each schedule"
    )
    command.add_argument(
        "--rate", type=values.above_zero, metavar="RATE", help="highest learning rate, not that of each schedule"
    )
    command.add_argument(
        "--seed", type=values.count, metavar="N", default=0, help="what chance begins with (default: 0)"
    )
    command.add_argument(
        "--minutes",
        type=values.at_least_one,
        metavar="N",
        default=math.inf,
        help="stop after so long; --resume goes on later",
    )
