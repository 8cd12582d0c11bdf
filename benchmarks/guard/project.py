"""Everything that the guard uses of the project, imported in this one place."""

from __future__ import annotations

from benchmarks.arguments import benchmark_parser
from scorer import Kingdom, KingdomReading, read_photo
from scorer.cli import main
from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.metrics.rows import write_rows
from scorer.lab.render.benchmark_set.boards import render_board
from scorer.lab.render.benchmark_set.negatives import render_negative
from scorer.lab.render.benchmark_set.sample_image import SampleImage, render_sample
from scorer.lab.render.benchmark_set.scenarios import SCENARIOS
from scorer.lab.render.pools import drawn_pool, labelled_pools, with_two_crowns
from scorer.rules.model.dominoes import Box
from tests.offline.steps import Served
from tests.offline.test_update_from_65ff186 import update
from tests.ui.browsing import PHONE, chromium

__all__ = [
    "PHONE",
    "SCENARIOS",
    "Box",
    "Kingdom",
    "KingdomReading",
    "SampleImage",
    "Served",
    "benchmark_parser",
    "chromium",
    "drawn_pool",
    "labelled_boards",
    "labelled_pools",
    "labelled_squares",
    "main",
    "read_photo",
    "render_board",
    "render_negative",
    "render_sample",
    "textures",
    "update",
    "with_two_crowns",
    "write_rows",
]
