"""The hint for a frame: the most important advice, from what is uncertain and from where it is seen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scorer.vision.scan.frame import Frame
from scorer.vision.scan.hints import hint_for
from scorer.vision.scan.settings import ScanSettings


def frame(*, blurred: bool = False, gain: float = 1.0) -> Frame:
    return Frame(9, 2.0, np.zeros((480, 640, 3), np.uint8), 0.5, gain, (), blurred)


def kingdom(
    *,
    uncertain: tuple[int, int] | None = (2, 0),
    side: float = 60.0,
    obliqueness: float = 1.1,
    visible: float = 1.0,
    cut: bool = False,
    turns: int = 0,
    seen: float = 2.0,
    locked: bool = False,
    independent: bool = True,
) -> Any:
    certain = np.ones((5, 5), np.bool_)
    if uncertain:
        certain[uncertain] = False
    ones = np.ones((5, 5), np.bool_)
    board = SimpleNamespace(visible=np.full((5, 5), visible), found=ones, side=side, obliqueness=obliqueness)
    latest = SimpleNamespace(view=SimpleNamespace(board=board), alignment=SimpleNamespace(turns=turns))
    reading = SimpleNamespace(cut=cut)
    return SimpleNamespace(
        certain=lambda _: certain,
        has_independent_views=lambda _: independent,
        reading=reading,
        latest=latest,
        seen=seen,
        locked=locked,
        frames=9,
    )


def hint(*kingdoms: Any, blurred: bool = False, gain: float = 1.0) -> str:
    return hint_for(frame(blurred=blurred, gain=gain), kingdoms, ScanSettings())


def test_a_blurred_frame_asks_to_hold_still_before_anything_else() -> None:
    assert hint(kingdom(cut=True), blurred=True) == "still"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"cut": True}, "whole"),
        ({"visible": 0.1}, "whole"),
        ({"side": 20.0}, "closer"),
        ({"obliqueness": 1.8}, "higher"),
        ({"uncertain": (2, 0)}, "left"),
        ({"uncertain": (2, 4)}, "right"),
        ({"uncertain": None}, ""),
        ({"uncertain": None, "independent": False}, "higher"),
    ],
)
def test_an_uncertain_kingdom_says_how_to_see_more_of_it(changes: dict[str, Any], expected: str) -> None:
    assert hint(kingdom(**changes)) == expected


def test_directions_in_hints_are_those_of_the_frame() -> None:
    assert hint(kingdom(uncertain=(2, 0), turns=2)) == "right"
    assert hint(kingdom(uncertain=(0, 2), turns=3)) == "left"


def test_a_dark_frame_asks_for_light() -> None:
    assert hint(kingdom(), gain=3.0) == "light"
    assert hint(gain=3.0) == "light"


def test_hint_without_a_kingdom_asks_for_a_whole_one() -> None:
    assert hint() == "whole"
    assert hint(kingdom(seen=0.5)) == "whole"
    assert hint(kingdom(locked=True)) == ""


def test_the_least_certain_kingdom_decides() -> None:
    assert hint(kingdom(uncertain=None), kingdom(side=20.0)) == "closer"
