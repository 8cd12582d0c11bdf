"""The options of the commands, and their help."""

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

DESCRIPTION: Final = "Read photos of Kingdomino and Queendomino kingdoms; score, check and rank kingdoms."


class _Parser(argparse.ArgumentParser):
    """argparse with errors in one line, also for help that cannot be written."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse itself ignores the error of a full disk

    def error(self, message: str) -> NoReturn:
        raise CallError("arguments", f"{message}; see {self.prog} --help")


class _Version(argparse.Action):
    """Prints the version of the package and the first digits of each model's SHA-256."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from scorer.service.self_test import model_hashes, version

        print("\n".join([f"kingdom-scorer {version()}", *(" ".join(pair) for pair in model_hashes().items())]))
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; its result has ``run``, the command to run on it."""
    whole = _Parser(prog="python -m scorer", description=DESCRIPTION)
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version and the models' hashes")
    subparsers = whole.add_subparsers(required=True, metavar="COMMAND")

    read = subparsers.add_parser("read", help="read photos of kingdoms")
    read.add_argument("photos", nargs="+", type=values.photo, metavar="PHOTO", help="a photo, or a folder with photos")
    read.add_argument(
        "--together", action="store_true", help="combine all photos, which show the same kingdoms, into one reading"
    )
    _size_option(read)
    read.add_argument("--corners", type=values.corners, help='"x,y x,y x,y x,y": the corners of the grid, clockwise')
    read.add_argument(
        "--grid", type=values.grid, help="RxC: rows and columns between the corners (default: size × size)"
    )
    read.add_argument(
        "--jobs", type=values.at_least_one, metavar="N", help="number of photos read at a time (default: one per core)"
    )
    read.add_argument(
        "--cluster",
        type=values.cluster,
        metavar="ADDRESS",
        help="read on a Dask cluster, such as tcp://192.168.1.20:8786",
    )
    read.add_argument(
        "--debug", type=values.picture, metavar="PICTURE", help="write the photo with the reading drawn on it"
    )
    _rules_options(read)
    _finish(read, commands.read_photos)

    count = subparsers.add_parser("score", help="score kingdoms given in notation")
    count.add_argument(
        "notations", nargs="+", metavar="NOTATION", help="a kingdom; - reads one per line from standard input"
    )
    _size_option(count)
    _rules_options(count)
    _finish(count, commands.score_kingdoms)

    judge = subparsers.add_parser("check", help="check whether kingdoms are legal")
    judge.add_argument(
        "notations", nargs="+", metavar="NOTATION", help="a kingdom; - reads one per line from standard input"
    )
    _size_option(judge)
    _box_options(judge)
    _finish(judge, commands.check_kingdoms)

    order = subparsers.add_parser("rank", help="rank the players of one table")
    order.add_argument(
        "players_kingdoms",
        nargs="+",
        metavar="NAME=NOTATION",
        help="a player and a kingdom, or NAME=POINTS if only the total is known; a NAME given three times plays a "
        "Dynasty, NAME+NAME is a team; - reads one per line from standard input",
    )
    order.add_argument("--players", type=values.people, metavar="N", help="number of people who played")
    _size_option(order)
    _rules_options(order)
    _finish(order, commands.rank_players)

    offline = subparsers.add_parser(
        "offline", aliases=["pocket"], help="write the installable offline app as static files"
    )
    offline.add_argument("out", type=values.folder, metavar="OUT", help="the folder to write or to replace")
    offline.add_argument(
        "--packages", type=Path, metavar="NODE_MODULES", help="a folder of npm packages, to build without a connection"
    )
    offline.set_defaults(run=commands.write_offline)

    server = subparsers.add_parser("serve", help="serve the page and the HTTP interface")
    server.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for the network (default: %(default)s)"
    )
    server.add_argument("--port", type=values.port, default=8501, help="the port (default: %(default)s)")
    server.add_argument(
        "--cluster", type=values.cluster, metavar="ADDRESS", help="read photos on a Dask cluster while it is reachable"
    )
    server.set_defaults(run=commands.serve_page)

    itself = subparsers.add_parser("self-test", help="check this installation with the shipped samples")
    _finish(itself, commands.test_installation)

    measure = subparsers.add_parser("evaluate", help="measure accuracy and time on a labelled data set")
    measure.add_argument("data", type=Path, metavar="DATA", help="a folder of labelled pictures")
    measure.add_argument("--out", type=Path, metavar="CSV", help="write one row per picture")
    measure.set_defaults(run=commands.evaluate)

    train = subparsers.add_parser("train", help="train the models")
    train.add_argument("data", type=Path, metavar="DATA", help="a folder of labelled pictures")
    _training_options(train)
    train.set_defaults(run=commands.train)
    return whole


def _finish(command: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object per input and line")
    command.set_defaults(run=run)


def _size_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--size", type=int, choices=GRID_SIZES, help="the side of the grid (default: 5 if the kingdom fits, else 7)"
    )


def _box_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--box",
        type=values.box,
        metavar="BOX",
        help=f"{', '.join(BASE_BOXES)} (default: queendomino if there is a town, else kingdomino)",
    )
    command.add_argument("--giants", action="store_true", help="use the expansion Age of Giants")


def _rules_options(command: argparse.ArgumentParser) -> None:
    _box_options(command)
    command.add_argument(
        "--quest",
        type=values.quest,
        action="append",
        default=[],
        metavar="QUEST",
        help=f"a quest in play of Age of Giants, up to twice: {', '.join(QUEST_FORMS)}",
    )
    command.add_argument("--court", action="store_true", help="use the expansion The Court")
    command.add_argument("--edition", choices=EDITIONS, default=US, help="the rulebook (default: us)")
    command.add_argument("--harmony", action="store_true", help=f"{HARMONY_POINTS} points for a full grid")
    command.add_argument(
        "--middle-kingdom", action="store_true", help=f"{MIDDLE_KINGDOM_POINTS} points for a castle in the middle"
    )
    for token in ("coins", "towers", "knights"):
        command.add_argument(
            f"--{token}", type=values.token_count, metavar="N", help=f"{token}, if a single kingdom is given"
        )
    command.add_argument("--queen", action="store_true", default=None, help="the Queen, if a single kingdom is given")


def _training_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--task",
        action="append",
        choices=("squares", "towns", "detector"),
        help="the model to train; repeatable (default: all)",
    )
    command.add_argument("--out", type=Path, metavar="FOLDER", help="the folder of finished models (default: models)")
    command.add_argument(
        "--work",
        type=Path,
        metavar="FOLDER",
        default=Path(".work") / "training",
        help="the folder of checkpoints and logs (default: %(default)s)",
    )
    command.add_argument("--resume", action="store_true", help="continue from the checkpoints")
    command.add_argument("--further", action="store_true", help="start from the weights in --out")
    command.add_argument(
        "--steps", type=values.at_least_one, metavar="N", help="training steps (default: those of each schedule)"
    )
    command.add_argument(
        "--rate", type=values.above_zero, metavar="RATE", help="highest learning rate (default: that of each schedule)"
    )
    command.add_argument(
        "--seed", type=values.count, metavar="N", default=0, help="seed of all random draws (default: 0)"
    )
    command.add_argument(
        "--minutes",
        type=values.at_least_one,
        metavar="N",
        default=math.inf,
        help="stop after N minutes; --resume continues later",
    )
