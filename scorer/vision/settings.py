"""Every threshold of the reader: what it is, in which unit, and where its value comes from.

Each ends with its origin: *fitted* by logistic regression on rendered photos (``python -m scorer.lab.fit.evidence``
and ``python -m scorer.lab.fit.calibration``); *measured*, by a figure in ``results`` or a model's card; *trained*,
what the network was trained with; *game*, a rule of the game; *cost*, a bound on time or memory; *even odds*; *chosen*
by hand on rendered photos with the labelled ones in view, which therefore say nothing about it on their own. Lengths
called *sides* are in parts of a square's side, chances are 0…1. What is part of a method and never set otherwise is a
constant beside its code (``squares/rectify.py``, ``squares/castle.py``).

To read with other values: ``Reader(Models.shipped(), replace(Settings(), lattice=LatticeSettings(across=0.3)))``.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class DetectorSettings:
    """How the map of squares is made and read."""

    longest: int = 832
    """Longest side, in pixels, of the largest picture shown to the network; each next one is half as long (chosen)."""
    levels: int = 4
    """How many sizes it is shown at, at most (chosen)."""
    enlarged: float = 1.6
    """A picture is not enlarged by more than this, but for the smallest size shown (chosen)."""
    rim: int = 24
    """Grey pixels around each picture, so that squares at its edge have a surrounding (trained)."""
    least: float = 0.12
    """Least chance of a square that is kept (chosen)."""
    legible: tuple[float, float] = (13.0, 60.0)
    """Sides of squares, in pixels, that the network knows at one scale (trained)."""
    near: float = 0.25
    """How far from a place, in sides, its chance is looked for (chosen)."""
    apart: float = 0.55
    """Of detections nearer than this, in sides of the smaller one, only the likeliest stays (chosen)."""
    smallest: float = 0.5
    """A smaller detection counts as no smaller than this part of the other in that (chosen)."""


@dataclass(frozen=True)
class RejectionSettings:
    """Which detections are let go of. The weights make one chance of three; see ``grid/rejection.py``."""

    detector: float = 2.86
    """Weight of the logit of the detector's chance of a square (fitted)."""
    classifier: float = -0.28
    """Weight of the logit of the classifier's chance that it is not open table (fitted)."""
    legible: float = 0.97
    """Weight of the logit of the chance of its likeliest face (fitted)."""
    bias: float = -3.09
    """What is added to their sum (fitted)."""
    least: float = 0.1
    """Detections with less of that chance are let go: in real photos the detector is less sure than in rendered ones
    (chosen)."""
    most: int = 250
    """So many detections, the likeliest, are looked at; the others are let go (cost)."""


@dataclass(frozen=True)
class LatticeSettings:
    """When two detections are neighbours, and two lattices one."""

    along: tuple[float, float] = (0.72, 1.36)
    """Nearest and farthest, in sides, that the next square's middle may be (chosen)."""
    across: float = 0.42
    """Most, in sides, that it may be shifted sideways (chosen)."""
    ratio: float = 1.5
    """Most that neighbours' sides may differ, as a factor (chosen)."""
    solid: float = 0.35
    """Least chance of a square from which a lattice is begun (chosen)."""
    astray: float = 0.45
    """Farthest, in sides, that a square may lie from the place its lattice has for it (chosen)."""
    settled: float = 0.7
    """A fit is kept where at least this part of the squares lies no farther astray than that (chosen)."""
    parted: float = 0.36
    """Farthest, in sides and on average, that another lattice's squares may lie from free places of this one to be
    taken in (chosen)."""
    askew: float = 9.0
    """Most degrees that they may be turned against it (chosen)."""
    as_large: float = 1.3
    """Most, as a factor, that their sides may differ from its squares' (chosen)."""
    reach: int = 2
    """Places beyond a lattice's squares where parts of it are looked for (chosen)."""
    hardly: float = 0.4
    """Two kingdoms are cut apart at a line with less than this part of a usual line's squares (chosen)."""
    rim: float = 0.75
    """What lies beyond the largest grid are stray squares where it is less than this part of a usual line (chosen)."""
    few: int = 4
    """A lattice of fewer squares than this takes in no others (chosen)."""
    flat: float = 0.8
    """How much a change of scale of 1 from a square to the next counts beside squares lying a side off: corners lie
    some 0.04 sides off, and in photos squares grow by some 0.05 from one to the next (chosen)."""
    corners: float = 0.35
    """How far from its middle, in sides, the points of a square lie that a homography is fitted to: less than 0.5, for
    a square's axes are less certain than its middle (chosen)."""


@dataclass(frozen=True)
class BoardSettings:
    """What is taken for the grid of a kingdom."""

    fewest: int = 3
    """Squares of the smallest kingdom: the castle and one domino (game)."""
    overlap: float = 0.1
    """Largest part of a board's squares that may lie on a better one's; none of the better's may lie on its own
    (chosen)."""
    most: int = 8
    """Most kingdoms of one picture (cost)."""
    confident: float = 0.35
    """Least confidence of a board (chosen)."""
    glance: int = 416
    """Longest side, in pixels, of the copy of a picture that is looked at first (chosen)."""
    sure: float = 0.7
    """Boards with at least this confidence, all of them, need no look at a larger copy (chosen)."""
    large: float = 26.0
    """Nor do they if their squares have such sides there, in pixels: those half as large would be legible, too
    (trained)."""
    beside: int = 2
    """Most squares seen there that belong to none of the boards: with more there may be another kingdom (game)."""
    astray: float = 2.0
    """A board whose squares lie off its grid by one side on average is this many nats less certain (chosen)."""
    ghosts: int = 7
    """Most squares beyond the small grid that may be taken for none (chosen)."""
    faint: float = 0.75
    """They are taken for none if their mean chance is below this part of the others' median (chosen)."""
    snap: float = 0.42
    """Farthest, in sides, that a detection may lie from its place in a grid given by hand (chosen)."""
    as_large: float = 1.35
    """Most, as a factor, that its side may differ from its place's (chosen)."""
    steady: float = 0.5
    """How much a detection's own axes count beside its grid's, 0…1 (chosen)."""
    smallest: float = 16.0
    """Corners given by hand that go around fewer pixels than this make no grid (chosen)."""
    two_castles: float = 0.6
    """A board with two castles more probable than this is two kingdoms side by side (chosen)."""


@dataclass(frozen=True)
class HomographySettings:
    """How the plane of a board's squares is told; see ``Board.homography``."""

    fewest: int = 4
    """Fewer squares than this tell no plane (chosen)."""
    astray: float = 0.25
    """Corners farther than this, in sides, from their place count for nothing (chosen)."""


@dataclass(frozen=True)
class ObliqueSettings:
    """When and how a board is found again in the picture as seen from above it; see ``grid/oblique.py``."""

    oblique: float = 1.35
    """A board is found again where its squares are this much longer than wide, or of such different sizes (chosen)."""
    well: float = 0.7
    """A board with no more confidence than this is found again however it is seen, and that one counts where it has
    more: squares and grid agree badly. Of 1274 rendered readings eleven had a board below 0.68 (chosen)."""
    turns: int = 2
    """It is found again so often at most: the first guess straightens, the next mends what it left askew (cost)."""
    straight: float = 1.1
    """It is not found again where its squares, seen from above, are no more than so oblique (chosen)."""
    pixels: int = 40
    """Side, in pixels, of a square in the straightened picture: in the middle of what the detector knows (trained)."""
    margin: int = 3
    """Places around the board that the straightened picture shows, for rows that were not seen (chosen)."""
    as_good: float = 0.9
    """The board found again counts where it is worth this part of the one before, sizes apart (chosen)."""
    sure: float = 0.6
    """A picture with no board more confident than this is also looked at stretched (chosen)."""
    sure_from_above: float = 0.7
    """Unless the board is more confident than this when it was found again from above (chosen)."""
    many: int = 6
    """Squares of an oblique board that makes that needless, and of one believed in a stretched picture (chosen)."""
    stretch: float = 1.9
    """How much higher, then wider, the picture is made: a square seen from 58° becomes a square (geometry)."""


@dataclass(frozen=True)
class OcclusionSettings:
    """What a standing castle hides; see ``occlusion.py``. Lengths in squares."""

    oblique: float = 1.22
    """A castle hides nothing on a board that is less oblique: it is seen from above 55° (geometry)."""
    castle: float = 0.3
    """Least chance of a castle that may hide something (chosen)."""
    faint: float = 0.01
    """Least chance of a castle where it may stand in front of a place that looks more like it (chosen)."""
    wide: float = 0.8
    """Width of a folded castle (measured on photographs of it)."""
    tall: float = 1.05
    """Height of a folded castle (measured on photographs of it)."""
    hidden: float = 0.35
    """A place is hidden where more than this part of it lies behind the castle (chosen)."""
    clear: float = 0.8
    """A place whose likeliest face is more probable than this was read all the same (chosen)."""
    mostly: float = 0.7
    """Where more than this part of it lies behind the castle, what looks like a wall is one (chosen)."""
    detected: float = 0.5
    """Unless the detector sees a square there with more than this, as a logit: then the castle lies flat (chosen)."""
    anywhere: float = 0.001
    """Where no place has ``castle``, one stands at each by its look, more likely than that by this (chosen)."""
    laid: float = 0.5
    """A place with less chance of open table than this belongs to the kingdom's rectangle (even odds)."""
    occupied: float = 0.85
    """Chance that a square lies on a hidden place within that rectangle (148 of 167 in renders)."""
    told: float = 0.6
    """A hidden place less certain than this is told as unknown, not guessed (chosen)."""
    terrain: float = 0.8
    """Of a hidden place with a terrain more probable than this, only the crowns are told as unknown (chosen)."""
    most: float = 0.85
    """No hidden place is more certain than this, so that it is always named as doubtful (chosen)."""


@dataclass(frozen=True)
class ExposureSettings:
    """How dark squares are made as bright as those the classifier knows."""

    bright: float = 200.0
    """A kingdom's brightest tones, 0…255; darker ones are lit up to this (chosen)."""
    percentile: float = 98.0
    """Its brightest tones are those that so many percent of its pixels do not reach (chosen)."""
    most: float = 4.0
    """They are lit up by this factor at most (chosen)."""
    smooth: float = 0.4
    """Standard deviation, in pixels, of the blur for each part of that factor above 1: noise is lit up, too
    (chosen)."""
    worth: float = 0.3
    """Less blur than this, in pixels, is not worth its time (cost)."""


@dataclass(frozen=True)
class SquareSettings:
    """How squares are classified."""

    exposure: ExposureSettings = field(default_factory=ExposureSettings)
    temperature: float = 0.8
    """What logits are divided by (measured on pictures of sources that training did not see; see the model's card)."""
    sure: float = 0.97
    """A square less certain than this is read again in its other three quarter turns. Reading more of them again mended
    one of 11,310 readings of squares that training had not seen (measured)."""
    built: float = 0.5
    """A town with more chance of a building than this seems built (even odds)."""


@dataclass(frozen=True)
class EvidenceSettings:
    """How features of a place become its chance of a square; see ``grid/evidence.py``."""

    detector: float = 1.65
    """Weight of the logit of the detector's chance of a square (fitted)."""
    classifier: float = 0.23
    """Weight of the logit of the classifier's chance that it is not open table (fitted)."""
    legible: float = 0.88
    """Weight of the logit of the chance of its likeliest face: a yellow cloth looks like wheat (fitted)."""
    unlike: float = 2.12
    """Weight of the logarithm of how far it is, in colour and in how mixed its colours are, from the table around:
    a hole shows the same cloth (fitted)."""
    bias: float = -8.34
    """What is added to their sum (fitted)."""
    usual_distance: float = 30.0
    """Taken for the distance, in CIELAB's units, where too little of the table is seen (chosen)."""
    usual: float = 0.8
    """The detector's chances are scaled so that a kingdom's usual square has this one (chosen)."""
    surely: tuple[float, float] = (0.005, 0.98)
    """Least and most chance of a square that the detector is believed (chosen)."""
    hopeless: float = 0.1
    """A place with less chance of a square than this, by the detector and scaled, is open table, whatever it looks like
    (chosen)."""
    table: float = 0.05
    """A place with less chance than this, by the detector and not scaled, shows what the table looks like (chosen)."""
    table_places: int = 4
    """Places are compared with the table where it is seen at so many of them (chosen)."""
    nearest: int = 3
    """They are compared with so many of these, the ones most like them (chosen)."""
    second_castle: float = 0.1
    """What the chance of a castle is multiplied by wherever another place looks more like one: a standing castle leans
    over its neighbours (chosen)."""
    laid: float = 0.5
    """A place with more chance of a square than this touches others (even odds)."""
    loose: int = 2
    """So many squares that touch no others are a domino beside the kingdom (game)."""
    visible: float = 0.55
    """Least part of a square that must lie in the picture for it to be read (chosen)."""
    at_the_edge: float = 0.5
    """Least chance, by the detector, of a square that the picture's edge cuts (chosen)."""
    whole: float = 0.8
    """More than this part of a square in the picture is the whole of it (chosen)."""


@dataclass(frozen=True)
class SolveSettings:
    """How the squares of a grid are read together; see ``solve/joint.py``.

    The weights are against an ordinary kingdom of the same look, which weighs 1.
    """

    temperature: float = 1.0
    """What the logarithms of the faces' probabilities are divided by: 1 leaves them as they are (chosen)."""
    floor: float = 1e-4
    """Part of each place's probability that is shared out evenly among all faces (chosen)."""
    unbuildable: float = 1e-3
    """Weight of a kingdom that no dominoes of the box make: over a hundred photographed kingdoms could all be built.
    ``benchmarks/solve.py`` shows what ten times more or less would do (measured)."""
    no_castle: float = 1e-3
    """Weight of a kingdom whose castle is outside the picture (chosen)."""
    queendomino: float = 0.2
    """Weight of a kingdom with towns where no box was named (chosen)."""
    large: float = 0.3
    """Weight of a kingdom larger than 5×5 where no size was named (chosen)."""
    checks: int = 600
    """So many grids are tried one by one before the integer programme is asked (cost)."""
    enough: int = 100
    """After each so many grids the search ends if every place of the best one is ``certain`` by then (cost)."""
    certain: float = 0.96
    """Probability of a place of the best grid from which it is not doubtful, where what was not tried weighs hardly
    more than what this leaves (cost)."""
    seconds: float = 1.0
    """So long it may look for the best kingdom and its rivals (cost)."""
    alternatives: int = 6
    """So many kingdoms it is asked for, the best among them (cost)."""
    ignore: float = 5e-3
    """The search ends once what was not looked at weighs less than this part of what was (cost)."""


@dataclass(frozen=True)
class KingdomSettings:
    """What is believed to be a kingdom, and how certain it is at the picture's edge."""

    fewest: int = 2
    """Squares of the smallest kingdom that is reported (game)."""
    castle: float = 0.5
    """Least chance of the castle, by its own looks: the rules would have one anywhere (even odds)."""
    without_castle: int = 10
    """Squares from which a kingdom is believed without a castle: it may be cut off, or hidden (chosen)."""
    rows_without_castle: int = 3
    """In how many rows and columns they must lie (chosen)."""
    sure_without_castle: float = 0.8
    """How probable they must be on average (chosen)."""
    different_faces: int = 3
    """How many different faces they must show (chosen)."""
    steady: float = 0.5
    """The least confidence of their grid (chosen)."""
    legible: float = 0.6
    """A square more probable than this could be read, where some box can build what was read (chosen)."""
    legible_unbuildable: float = 0.9
    """A square more probable than this could be read, where none can: patterns make kingdoms of one face over and over
    (chosen)."""
    legible_part: float = 0.5
    """At least this part of a kingdom's squares must have been read (chosen)."""
    legible_found: float = 0.86
    """Least chance, on average, of the likeliest face of the squares that were found, one left out: what is full of
    squares that look like none of this game is another one (chosen)."""
    askew: float = 0.64
    """A grid less confident than this lies askew where its squares are ``oblique``: of 976 rendered kingdoms such were
    only those on wrong grids (chosen)."""
    oblique: float = 1.2
    """Squares more oblique than this may lie on a grid laid askew (chosen)."""
    believed: float = 0.89
    """Least part of what is told of a kingdom that is right by its own chances: of 690 kingdoms rendered for the
    calibration three, in the dark, have less, of the labelled photos none less than 0.97; what was read on wrong grids
    or of other games has mostly up to 0.87 (chosen)."""
    whole: float = 0.8
    """A square of which less is in the picture is never more certain than that part (chosen)."""


@dataclass(frozen=True)
class PlaceWeights:
    """What each sign counts for a place being right; see ``calibration.py``."""

    solved: float
    """Weight of the logit of the solver's probability."""
    around: float
    """Weight of the logit of the least of them among the place and its neighbours."""
    detector: float
    """Weight of the logit of the detector's chance of a square."""
    unlike: float
    """Weight of the logarithm of how far the place is from the table's look."""
    castle_missing: float
    """Weight of there being no castle in a kingdom that the picture's edge does not cut."""
    askew: float
    """Weight of how much less confident the grid is than a steady one, in tenths."""
    dark: float
    """Weight of how many stops (doublings of light) more than in a dim room its squares were too dark."""
    bias: float
    """What is added to their sum."""


@dataclass(frozen=True)
class CalibrationSettings:
    """How signs become chances that what was read is right; see ``calibration.py``."""

    laid: PlaceWeights = PlaceWeights(0.95, 0.0, 0.5, 0.26, -0.51, -0.05, 0.0, -0.04)
    """For places where something was read (fitted)."""
    empty: PlaceWeights = PlaceWeights(0.32, 0.47, 0.0, -0.95, -3.11, -0.92, -1.49, 3.78)
    """For places read as empty (fitted)."""
    steady: float = 0.7
    """A grid with this confidence or more lies well (chosen)."""
    dim: float = 1.0
    """Squares that are so many stops too dark are read as well as bright ones (chosen)."""
    at_rim: float = 0.8
    """Most chance of a place on the kingdom's edge beyond which nothing was looked at: of 1274 rendered readings eight
    had such places, seven of them were wrong (chosen)."""
    if_cut: float = 0.5
    """What the confidence is multiplied by where the kingdom may go on beyond the picture (chosen)."""
    together: float = 1.27
    """Power of the mistakes expected in a reading whose exponential, negative, is its confidence: 1 if each place were
    right or wrong on its own, more as mistakes come together (fitted)."""


@dataclass(frozen=True)
class Settings:
    """Everything that a ``Reader`` can be set to."""

    longest: int = 2048
    """Photos are read at this many pixels on their longer side; results are given in the whole photo's pixels
    (cost)."""
    closer: int = 4096
    """The same where squares would have fewer pixels than the classifier reads: then it is decoded once more (cost)."""
    detector: DetectorSettings = field(default_factory=DetectorSettings)
    rejection: RejectionSettings = field(default_factory=RejectionSettings)
    lattice: LatticeSettings = field(default_factory=LatticeSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    homography: HomographySettings = field(default_factory=HomographySettings)
    oblique: ObliqueSettings = field(default_factory=ObliqueSettings)
    occlusion: OcclusionSettings = field(default_factory=OcclusionSettings)
    squares: SquareSettings = field(default_factory=SquareSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    solve: SolveSettings = field(default_factory=SolveSettings)
    kingdom: KingdomSettings = field(default_factory=KingdomSettings)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
