"""Every threshold of the live scan, with its unit and its origin, in the words of ``scorer/vision/settings.py``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScanSettings:
    """How frames of a camera become one reading."""

    detector_side: int = 416
    """Longest side, in pixels, of the larger of two copies of a frame that are searched (cost)."""
    square_pixels: int = 32
    """Side of a square, in pixels, in the rectified frame, as in ``ObliqueSettings`` (cost)."""
    margin: int = 2
    """Places around the board in the rectified frame, as in ``ObliqueSettings`` (cost)."""
    search_seconds: float = 1.2
    """A whole frame is searched after this time; until then frames are searched near the boards of the one before
    (cost)."""
    max_grids: int = 100
    """Maximum number of grids that are tried for one view, which is solved without integer programs (cost)."""
    max_fused_grids: int = 200
    """Maximum number of grids that are tried for the views of a kingdom together (cost)."""
    solve_seconds: float = 0.2
    """Maximum time to solve the views of a kingdom together (cost)."""
    max_views: int = 8
    """Maximum number of views that are kept of a kingdom (cost)."""
    max_kingdoms: int = 8
    """Maximum number of kingdoms (game: four players; some photos show a second table)."""
    view_correlation: float = 0.3
    """Correlation of the errors of views from different sides, as in ``FusionSettings`` (chosen)."""
    temperature: float = 0.7
    """Divisor of the pooled logarithms, as in ``FusionSettings`` (chosen)."""
    pooled_share_per_gain: float = 0.08
    """Growth of the uniform share with the gain of a dark view, as in ``FusionSettings`` (chosen)."""
    missed_share: float = 0.0
    """Share of bare table that is a missed square, as in ``FusionSettings``, also in the dark: what was fitted on pairs
    of photos was not tried on videos (chosen)."""
    same_side: float = 20.0
    """Views from directions closer than about this, in degrees, count as views from one side (chosen)."""
    min_sharpness: float = 0.34
    """Frames with less sharpness are skipped; see ``frame.sharpness`` (chosen)."""
    full_sharpness: float = 0.44
    """Frames with this sharpness count fully (chosen)."""
    min_weight: float = 0.2
    """Weight of the least sharp frame that is not skipped (chosen)."""
    min_agreeing: int = 3
    """A square is certain after this many frames that show it alone as the fused reading does (chosen)."""
    certain_threshold: float = 0.97
    """Minimum calibrated probability of a certain square (as ``CalibrationSettings.flag_threshold``)."""
    min_steady: int = 3
    """A kingdom is locked after this many frames that left its fused reading unchanged … (chosen)"""
    min_steady_seconds: float = 1.0
    """… during this time: frames in quick succession repeat each other's errors (chosen)."""
    max_tilt: float = 30.0
    """A kingdom is locked after a view with this camera tilt, in degrees, or less … (chosen)"""
    min_spread: float = 12.0
    """… or after views whose directions differ by this many degrees or more (chosen)."""
    min_margin_visible: float = 0.3
    """Each place next to the squares of a locked kingdom was visible at least to this share (chosen)."""
    min_score: float = 4.0
    """Minimum log-likelihood ratio, as in ``FusionSettings``, where a view lies on a kingdom that was just found:
    small kingdoms have too few squares for more (chosen)."""
    min_margin: float = 0.5
    """The same for the difference between the best alignment and every other one (chosen)."""
    max_strays: int = 5
    """A scan with more squares than this on no kingdom does not end by itself: another kingdom may lie there
    (chosen)."""
    stray_seconds: float = 2.0
    """Such a scan ends by itself once no frame showed so many for this time (chosen)."""
    max_overlap: float = 0.3
    """A view with more than this share of its squares on a kingdom shows that kingdom and no other (chosen)."""
    max_rejected: int = 3
    """A kingdom that is not locked is dropped after this many views in a row that lie on it and differ (chosen)."""
    hold_seconds: float = 0.8
    """An outline stays for this time while its kingdom is not found (chosen)."""
    min_frames: int = 2
    """A kingdom found in fewer frames than this may be a misread pattern (chosen)."""
    forget_seconds: float = 2.0
    """A kingdom found in no more than ``min_agreeing`` frames is dropped after this time (chosen)."""
    still_corner: float = 0.01
    """An outline whose corners move by less than this, in parts of the frame's longer side, is smoothed most
    (chosen)."""
    moving_corner: float = 0.05
    """An outline whose corners move by more than this is not smoothed (chosen)."""
    min_smoothing: float = 0.3
    """Weight of the new outline of a still picture (chosen)."""
    small_side: float = 32.0
    """Squares with a smaller side, in pixels of the frame, are too small: move closer (chosen)."""
    oblique_threshold: float = 1.35
    """A view with more obliqueness is too oblique for squares behind others: hold the phone higher (chosen)."""
    dark_gain: float = 2.5
    """A frame that needs a higher gain is too dark (chosen)."""
    hint_frames: int = 2
    """A hint is shown after this many frames in a row that give it (chosen)."""
