"""One short hint for a frame: how the person with the camera could do better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorer.vision.scan.frame import Frame
from scorer.vision.scan.kingdom import ScannedKingdom
from scorer.vision.scan.screen import Hint
from scorer.vision.scan.settings import ScanSettings


def hint_for(frame: Frame, kingdoms: Sequence[ScannedKingdom], settings: ScanSettings) -> Hint:
    """The hint that a frame gives with the kingdoms found so far; the most important one."""
    uncertain = [kingdom for kingdom in kingdoms if not kingdom.locked]
    in_view = [kingdom for kingdom in uncertain if kingdom.seen == frame.seconds]
    dark = frame.gain > settings.dark_gain
    if frame.blurred:
        return "still"
    if in_view:
        weakest = min(in_view, key=lambda kingdom: float(kingdom.certain(settings).mean()) if kingdom.reading else 0.0)
        return "whole" if _is_cut(weakest, settings) else "light" if dark else _better_place(weakest, settings)
    return "light" if dark else "whole" if uncertain or not kingdoms else ""


def _is_cut(kingdom: ScannedKingdom, settings: ScanSettings) -> bool:
    board = kingdom.latest.view.board
    margin = float(board.visible[board.found].min(initial=1.0))
    return kingdom.reading is None or kingdom.reading.cut or margin < settings.min_margin_visible


def _better_place(kingdom: ScannedKingdom, settings: ScanSettings) -> Hint:
    """The hint that makes the uncertain squares of a kingdom visible."""
    board, certain = kingdom.latest.view.board, kingdom.certain(settings)
    if board.side < settings.small_side:
        return "closer"
    if kingdom.frames <= settings.min_agreeing:
        return ""
    if certain.all():
        return "" if kingdom.has_independent_views(settings) else "higher"
    if board.obliqueness > settings.oblique_threshold:
        return "higher"
    turned = np.rot90(certain, -kingdom.latest.alignment.turns)  # as the frame shows it
    return "right" if np.nonzero(~turned)[1].mean() + 0.5 > turned.shape[1] / 2 else "left"
