"""Every threshold of the reader, with its unit and where its value comes from.

Each description ends with the origin of the value:

- *fitted*: by logistic regression on rendered photos (``python -m scorer.lab.fit.evidence`` and ``…fit.calibration``);
- *measured*: by a figure in ``results`` or in a model card;
- *trained*: what the network was trained with;
- *game*: a rule of the game; *geometry*: follows from the view of the camera;
- *cost*: a bound on time or memory;
- *even odds*: 0.5, because both errors cost the same;
- *chosen*: by hand on rendered photos, with the labelled photos in view. Labelled photos are no evidence for these.

Lengths called *sides* are multiples of the side of a square; probabilities are 0…1. Constants of a method that nobody
needs to change stay beside its code (``squares/rectify.py``, ``squares/camera.py``).

To read with other values: ``Reader(Models.shipped(), replace(Settings(), lattice=LatticeSettings(max_offset=0.3)))``.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class DetectorSettings:
    """How the network detector is run and its map decoded; see ``detect/network.py``."""

    max_side: int = 832
    """Longest side, in pixels, of the largest copy shown to the network; each next copy is half as large (chosen)."""
    max_scales: int = 4
    """Maximum number of copies (chosen)."""
    max_enlargement: float = 1.6
    """Only the smallest copy may be enlarged by more than this factor (chosen)."""
    border: int = 24
    """Grey pixels around each copy, so that squares at its edge have a surrounding (trained)."""
    min_probability: float = 0.12
    """Detections below this probability are dropped (chosen)."""
    side_range: tuple[float, float] = (13.0, 60.0)
    """Sides of squares, in pixels, that the network detects at one scale (trained)."""
    search_radius: float = 0.25
    """The probability at a place is the highest within this distance, in sides (chosen)."""
    min_distance: float = 0.55
    """Of detections closer than this, in sides of the smaller one, only the most probable is kept (chosen)."""
    min_side_ratio: float = 0.5
    """For that distance, a smaller detection counts as at least this multiple of the other's side (chosen)."""


@dataclass(frozen=True)
class RejectionSettings:
    """Which detections are dropped. The weights turn three logits into one probability; see ``grid/rejection.py``."""

    detector_weight: float = 2.51
    """Weight of the logit of the detector's probability of a square (fitted)."""
    classifier_weight: float = -0.05
    """Weight of the logit of the classifier's probability that it is not bare table (fitted)."""
    face_weight: float = 0.61
    """Weight of the logit of the probability of its most probable face (fitted)."""
    bias: float = -2.74
    """Constant term of the sum (fitted)."""
    min_probability: float = 0.1
    """Detections below this probability are dropped; low, since the detector is less certain of real photos than of
    rendered ones (chosen)."""
    max_detections: int = 250
    """Only this many detections, the most probable ones, are classified; the others are dropped (cost)."""


@dataclass(frozen=True)
class LatticeSettings:
    """When two detections are neighbours, and when two lattices are one."""

    step_range: tuple[float, float] = (0.72, 1.36)
    """Minimum and maximum distance, in sides, to the centre of the next square (chosen)."""
    max_offset: float = 0.42
    """Maximum sideways offset of the next square, in sides (chosen)."""
    max_side_ratio: float = 1.5
    """Maximum ratio of the sides of neighbours (chosen)."""
    min_start_probability: float = 0.35
    """Minimum probability of the square that a lattice starts from (chosen)."""
    max_residual: float = 0.45
    """Maximum distance, in sides, of a square from its place in the lattice (chosen)."""
    min_fitted_share: float = 0.7
    """A fit is kept where at least this share of the squares lies within that distance (chosen)."""
    max_merge_residual: float = 0.36
    """Maximum mean distance, in sides, of another lattice's squares from free places of this one, to be merged
    (chosen)."""
    max_merge_rotation: float = 9.0
    """Maximum rotation against this lattice, in degrees, to be merged (chosen)."""
    max_merge_side_ratio: float = 1.3
    """Maximum ratio of the sides, to be merged (chosen)."""
    max_merge_gap: int = 2
    """Maximum distance beyond this lattice's squares, in places, to be merged (chosen)."""
    split_threshold: float = 0.4
    """Two kingdoms are split at a line that has less than this share of the squares of a usual line (chosen)."""
    max_stray_share: float = 0.75
    """Squares beyond the largest grid are strays if they are fewer than this share of those in a usual line (chosen).
    """
    min_merge_squares: int = 4
    """A lattice with fewer squares is merged with no others (chosen)."""
    perspective_penalty: float = 0.8
    """Weight of a scale change of 1 from one square to the next, against a residual of one side: corners have residuals
    of about 0.04 sides, and in photos squares grow by about 0.05 from one to the next (chosen)."""
    point_distance: float = 0.35
    """Distance from the centre of a square, in sides, of the points that the homography is fitted to: less than 0.5,
    for the axes of a square are less certain than its centre (chosen)."""


@dataclass(frozen=True)
class BoardSettings:
    """The criteria for the grid of a kingdom."""

    min_squares: int = 3
    """Squares of the smallest kingdom: the castle and one domino (game)."""
    max_overlap: float = 0.1
    """Maximum share of a board's squares that may lie on a better one, of whose squares none may lie on it (chosen)."""
    max_boards: int = 8
    """Maximum number of kingdoms in a picture (cost)."""
    min_confidence: float = 0.35
    """Minimum confidence of a board (chosen)."""
    first_max_side: int = 416
    """Longest side, in pixels, of the copy of a picture that is searched first (chosen)."""
    sufficient_confidence: float = 0.7
    """Larger copies are searched unless every board has at least this confidence (chosen)."""
    sufficient_side: float = 26.0
    """Larger copies are searched unless the squares' sides, in pixels of the copy, reach this: then squares half as
    large are detected, too (trained)."""
    sufficient_share: float = 0.25
    """… and the squares found cover this share of the picture: there may be a kingdom with far smaller squares beside
    them, as on a large screen (chosen)."""
    max_free_squares: int = 2
    """Larger copies are searched where more squares than this belong to no board: another kingdom may lie there
    (game)."""
    residual_penalty: float = 2.0
    """A mean residual of one side makes a board this many nats less certain (chosen)."""
    max_ghosts: int = 7
    """Maximum number of squares beyond the small grid that may be dropped as false detections (chosen)."""
    ghost_threshold: float = 0.75
    """They are dropped if their mean probability is below this share of the others' median (chosen)."""
    max_snap_distance: float = 0.42
    """Maximum distance, in sides, of a detection from its place in a grid given by hand (chosen)."""
    max_snap_side_ratio: float = 1.35
    """Maximum ratio of the sides of that detection and that place (chosen)."""
    own_axes_weight: float = 0.5
    """Weight of a detection's own axes against those of the grid, 0…1 (chosen)."""
    min_area: float = 16.0
    """Corners given by hand that enclose fewer pixels than this make no grid (chosen)."""
    castle_threshold: float = 0.6
    """A board with two castles above this probability is two kingdoms side by side (chosen)."""


@dataclass(frozen=True)
class HomographySettings:
    """How the plane of a board's squares is fitted; see ``Board.homography``."""

    min_squares: int = 4
    """Fewer squares than this determine no plane (chosen)."""
    max_residual: float = 0.25
    """Corners farther than this from their place, in sides, are outliers (chosen)."""


@dataclass(frozen=True)
class ObliqueSettings:
    """When and how a board is searched again in the rectified picture; see ``grid/oblique.py``."""

    oblique_threshold: float = 1.35
    """A board is searched again where its obliqueness is at least this (chosen)."""
    refit_threshold: float = 0.7
    """A board with no more confidence than this is searched again at any tilt; the result is used where it has more.
    Of 1274 rendered readings eleven had a board below 0.68 (chosen)."""
    max_passes: int = 2
    """Maximum number of times: the first pass rectifies, the second corrects the rest (cost)."""
    rectified_threshold: float = 1.1
    """No further pass where the obliqueness in the rectified picture is below this (chosen)."""
    square_pixels: int = 40
    """Side of a square in the rectified picture, in pixels: the middle of the detector's range (trained)."""
    margin: int = 3
    """Places around the board in the rectified picture, for rows that were not detected (chosen)."""
    followed_margin: int = 1
    """The same in the next frame of a video: the ring of free places around a board is already one more (cost)."""
    followed_share: float = 0.9
    """Minimum share of the squares found in a frame that are found in the next one (chosen)."""
    followed_score: float = 0.5
    """Detections of at least this probability in the next frame are not classified before they are joined (cost)."""
    followed_reduction: float = 1.5
    """Where squares are larger than this multiple of ``square_pixels``, the next frame is reduced first, to avoid
    aliasing (chosen)."""
    min_relative_worth: float = 0.9
    """The new board is used if it has at least this share of the old one's worth, sizes apart (chosen)."""
    sufficient_confidence: float = 0.6
    """The picture is also searched stretched if no board has more confidence than this … (chosen)."""
    sufficient_rectified_confidence: float = 0.7
    """… or more than this after rectification (chosen)."""
    min_squares: int = 6
    """Minimum squares of an oblique board that makes this needless, and of a board found in a stretched picture
    (chosen)."""
    max_far_share: float = 0.1
    """A small copy of a picture suffices where squares on the table of the board would be too small to be detected in
    at most this share of it: there is hardly room for a kingdom (chosen)."""
    detectable_side: float = 13.0
    """Minimum side, in pixels of the copy, of a square that is detected (trained)."""
    part_threshold: float = 0.5
    """A board with more than this share of its squares on a rectified board is a part of it (even odds)."""
    stretch: float = 1.9
    """Factor by which the picture is made higher, then wider: a square at a tilt of 58° becomes a square (geometry)."""


@dataclass(frozen=True)
class OcclusionSettings:
    """The places that a standing castle hides; see ``squares/occlusion.py``. Lengths in squares."""

    oblique_threshold: float = 1.22
    """A castle hides nothing on a board with less obliqueness: the camera tilt is below 35° (geometry)."""
    castle_threshold: float = 0.3
    """Minimum probability of a castle that may hide something (chosen)."""
    min_castle_probability: float = 0.01
    """Minimum probability of a castle that may stand in front of a place more like a castle (chosen)."""
    castle_width: float = 0.8
    """Width of a folded castle (measured on photographs of it)."""
    castle_height: float = 1.05
    """Height of a folded castle (measured on photographs of it)."""
    hidden_threshold: float = 0.35
    """A place is hidden where more than this share of it lies behind the castle (chosen)."""
    readable_threshold: float = 0.8
    """Except where its most probable face is above this (chosen)."""
    wall_threshold: float = 0.7
    """Where more than this share lies behind the castle, a place that looks like a wall is one (chosen)."""
    max_wall_logit: float = 0.5
    """Except where the detector's logit of a square is above this: then the castle lies flat (chosen)."""
    castle_prior: float = 0.001
    """Added to each place's probability of the castle where none reaches ``castle_threshold`` (chosen)."""
    whole: float = 0.8
    """A grid given by hand holds a castle if at least this share of each place lies in the picture (chosen)."""
    max_table_probability: float = 0.5
    """A place with less probability of bare table belongs to the kingdom's rectangle (even odds)."""
    occupied_probability: float = 0.85
    """Probability that a hidden place within that rectangle holds a square (148 of 167 in renders)."""
    min_reported_probability: float = 0.5
    """A hidden place below this is reported as unknown (even odds)."""
    terrain_threshold: float = 0.8
    """If a terrain of it is above this, only its crowns are reported as hidden (chosen)."""
    max_probability: float = 0.85
    """Maximum probability of a hidden place, so that it is always flagged (chosen)."""


@dataclass(frozen=True)
class ExposureSettings:
    """How underexposed squares are brightened to what the classifier knows."""

    target: float = 200.0
    """Value, 0…255, that the highlights of a kingdom are brightened to (chosen)."""
    percentile: float = 98.0
    """The highlights are this percentile of its pixels (chosen)."""
    max_gain: float = 4.0
    """Maximum factor (chosen)."""
    blur_per_gain: float = 0.4
    """Standard deviation of the blur, in pixels per unit of gain above 1: the noise is amplified, too (chosen)."""
    min_blur: float = 0.3
    """Less blur than this, in pixels, is left out (cost)."""
    denoising_blur: float = 0.0025
    """Standard deviation of the blur that removes the noise of a dark picture, in parts of its longer side (chosen on
    eight rendered photos)."""
    min_picture_gain: float = 1.5
    """A whole picture that needs more than this factor is brightened if nothing was found in it (chosen)."""


@dataclass(frozen=True)
class CastleColourSettings:
    """When the colour of the crown on the starting tile is recognised; see ``squares/castle.py``."""

    max_angle: float = 45.0
    """Maximum difference, in degrees of hue, from the colour of a player (chosen)."""
    min_difference: float = 5.0
    """Minimum difference from the stones around the crown, in CIELAB units (chosen)."""
    max_crown_spread: float = 13.0
    """Maximum standard deviation of the crown's colour in CIELAB's a–b plane; a standing castle exceeds it (chosen on
    181 labelled castles, as the next three)."""
    max_stone_spread: float = 12.0
    """Maximum standard deviation of the stones' colour (chosen)."""
    clear_difference: float = 13.0
    """Difference from which on both standard deviations are compared with it instead: colours are strong in good light
    (chosen)."""
    max_relative_spread: float = 1.1
    """Their maximum then, relative to the difference (chosen)."""


@dataclass(frozen=True)
class SquareSettings:
    """How squares are classified."""

    exposure: ExposureSettings = field(default_factory=ExposureSettings)
    castle_colour: CastleColourSettings = field(default_factory=CastleColourSettings)
    temperature: float = 0.8
    """Divisor of the logits (measured on pictures of sources outside the training data; see the model card)."""
    augment_below: float = 0.97
    """A square below this probability is classified again in its other three quarter turns. A higher value corrected
    one of 11,310 squares outside the training data (measured)."""
    built_threshold: float = 0.5
    """A town is reported as built above this probability of a building (even odds)."""


@dataclass(frozen=True)
class EvidenceWeights:
    """Weights of the features of a place, as in ``EvidenceSettings``."""

    detector: float
    classifier: float
    face: float
    contrast: float
    bias: float


@dataclass(frozen=True)
class EvidenceSettings:
    """How the features of a place become its probability of a square; see ``squares/evidence.py``."""

    detector_weight: float = 1.15
    """Weight of the logit of the detector's probability of a square (fitted)."""
    classifier_weight: float = 0.75
    """Weight of the logit of the classifier's probability that it is not bare table (fitted)."""
    face_weight: float = 0.33
    """Weight of the logit of the probability of its most probable face: a yellow cloth looks like wheat (fitted)."""
    contrast_weight: float = 2.12
    """Weight of the logarithm of its contrast with the table around, in the mean and spread of its colours: a hole
    shows the same cloth (fitted)."""
    bias: float = -8.37
    """Constant term of the sum (fitted)."""
    given: EvidenceWeights = EvidenceWeights(1.09, 0.1, 0.9, -0.03, -0.01)
    """The same for a grid given by hand: often a straightened, soft picture without a table around (fitted)."""
    default_contrast: float = 30.0
    """Contrast, in CIELAB units, where too little of the table is visible (chosen)."""
    reference_probability: float = 0.8
    """The detector's probabilities are scaled so that the median square of a kingdom has this one (chosen)."""
    detector_range: tuple[float, float] = (0.005, 0.98)
    """They are clipped to this range (chosen)."""
    min_probability: float = 0.1
    """A place below this scaled probability of a square is bare table and not classified (chosen)."""
    table_threshold: float = 0.05
    """A place below this unscaled probability shows the table (chosen)."""
    min_table_places: int = 4
    """Places are compared with the table where at least this many show it (chosen)."""
    n_nearest: int = 3
    """The contrast is the mean distance to this many of them, the most similar ones (chosen)."""
    second_castle_factor: float = 0.1
    """Factor of the probability of a castle wherever another place is more like one: a standing castle leans over its
    neighbours (chosen)."""
    square_threshold: float = 0.5
    """A place above this probability of a square is a neighbour of others (even odds)."""
    max_loose_squares: int = 2
    """Up to this many squares that touch no others are a domino beside the kingdom (game)."""
    min_visible: float = 0.55
    """Minimum share of a square that must lie in the picture for it to be read (chosen)."""
    edge_threshold: float = 0.5
    """Minimum probability, by the detector, of a square that the picture's edge cuts (chosen)."""
    whole_threshold: float = 0.8
    """A square with more than this share in the picture is not cut (chosen)."""


@dataclass(frozen=True)
class SolveSettings:
    """How the squares of a grid are solved together; see ``solve/joint.py``.

    The weights are relative to an ordinary kingdom of the same appearance, which has weight 1.
    """

    temperature: float = 1.0
    """Divisor of the logarithms of the face probabilities: 1 leaves them unchanged (chosen)."""
    uniform_share: float = 1e-4
    """Share of each place's probability that is spread evenly over all faces (chosen)."""
    unbuildable_weight: float = 1e-3
    """Weight of a kingdom that no dominoes of the box make: more than a hundred photographed kingdoms could all be
    built. ``benchmarks/solve.py`` shows the effect of ten times more or less (measured)."""
    unknown_share: float = 0.1
    """Share of the uncertainty of a square's face, the probability of all but the likeliest, that is due to a face that
    the classifier does not know. With 0.3 a known square is newly flagged on photos for choosing, with 0.1 none
    (``results/experiments/unknown_hypothesis.csv``)."""
    unknown_empty: float = 5e-3
    """Probability that a place that looks empty, but may hold a square, holds one with such a face. On photos for
    choosing 0.002 and 0.005 are alike: no certain square is overruled (the same file)."""
    unseen_share: float = 0.1
    """Probability that a place outside the picture, beside a square, holds the other half of its domino (chosen)."""
    no_castle_weight: float = 1e-3
    """Weight of a kingdom whose castle is outside the picture (chosen)."""
    queendomino_weight: float = 0.2
    """Weight of a kingdom with towns where no box was given (chosen)."""
    large_weight: float = 0.3
    """Weight of a kingdom larger than 5×5 where no size was given (chosen)."""
    max_grids: int = 600
    """Grids that are tried one by one before the integer program is solved (cost)."""
    check_interval: int = 100
    """Every so many grids the search ends if every place of the best grid has ``certain_threshold`` (cost)."""
    certain_threshold: float = 0.97
    """Probability above which a place of the best grid needs no further search, where the untried grids weigh no more
    than the rest; a reader uses ``CalibrationSettings.flag_threshold`` if that is higher (cost)."""
    max_seconds: float = 1.0
    """Maximum time for the best kingdom and its alternatives (cost)."""
    max_alternatives: int = 6
    """Maximum number of kingdoms from the integer program, the best one included (cost)."""
    min_alternative: float = 0.03
    """Alternatives weigh at least this share of the best kingdom (cost)."""
    negligible_share: float = 5e-3
    """The search ends when untried grids weigh less than this share of the tried ones (cost)."""


@dataclass(frozen=True)
class AcceptanceSettings:
    """The criteria for a kingdom, and its confidence at the picture's edge; see ``confidence/acceptance.py``."""

    min_squares: int = 2
    """Squares of the smallest kingdom that is reported (game)."""
    castle_threshold: float = 0.5
    """Minimum probability of the castle by its appearance: the rules would put one anywhere (even odds)."""
    min_squares_without_castle: int = 10
    """Minimum squares of a kingdom without a castle: it may be cut off, or hidden (chosen)."""
    min_lines_without_castle: int = 3
    """Minimum rows and columns of such a kingdom (chosen)."""
    max_visible_unseen: float = 0.3
    """A castle may stand, unseen, on a place with less than this share in the picture (chosen)."""
    min_mean_without_castle: float = 0.94
    """Minimum mean probability of its squares (chosen)."""
    min_faces_without_castle: int = 3
    """Minimum number of different faces in it (chosen)."""
    min_grid_without_castle: float = 0.5
    """Minimum confidence of its grid (chosen)."""
    min_page_share: float = 0.9
    """Squares without a castle are a page of dominoes where at least this share of them lie two by two in rows as
    dominoes of the box … (chosen)"""
    max_page_equal_neighbours: float = 0.35
    """… and a smaller share of neighbours than this has the same terrain, or they do not fit the small grid. Of 468
    parts of random games 14 look like this, of 400 pages 390 (chosen)."""
    readable_threshold: float = 0.6
    """A square above this probability is readable, where some box can build the kingdom (chosen)."""
    readable_threshold_unbuildable: float = 0.9
    """The same where no box can: patterns make kingdoms of one face repeated (chosen)."""
    min_readable_share: float = 0.5
    """Minimum share of readable squares (chosen)."""
    min_readability: float = 0.86
    """Minimum mean probability of the most probable face of the detected squares, the worst one left out: a board of
    squares that are no faces of this game is another game (chosen)."""
    misaligned_threshold: float = 0.64
    """An oblique grid with less confidence is misaligned: of 976 rendered kingdoms only those on wrong grids were
    (chosen)."""
    oblique_threshold: float = 1.2
    """Minimum obliqueness of such a grid (chosen)."""
    min_mean_probability: float = 0.89
    """Minimum mean probability of what is reported of a kingdom. Of 690 kingdoms rendered for the calibration three, in
    the dark, have less; the labelled photos have at least 0.97; wrong grids and other games mostly at most 0.87
    (chosen)."""
    whole_threshold: float = 0.8
    """A square with less than this share in the picture has at most that share as its probability (chosen)."""


@dataclass(frozen=True)
class PlaceWeights:
    """Weights of the features of a place for its reading to be right; see ``confidence/calibration.py``."""

    solved: float
    """Weight of the logit of the solver's probability."""
    around: float
    """Weight of the logit of the lowest of these among the place and its neighbours."""
    detector: float
    """Weight of the logit of the detector's probability of a square."""
    contrast: float
    """Weight of the logarithm of its contrast with the table."""
    castle_missing: float
    """Weight of a kingdom without a castle that the picture's edge does not cut."""
    misaligned: float
    """Weight of the grid's confidence below that of an aligned one, in tenths."""
    dark: float
    """Weight of its underexposure beyond ``CalibrationSettings.dim``, in stops."""
    small: float
    """Weight of its lack of pixels: how many times its side must be doubled to reach ``full_side``."""
    bias: float
    """Constant term of the sum."""


@dataclass(frozen=True)
class CalibrationSettings:
    """How features become the probability that a reading is right; see ``confidence/calibration.py``."""

    square: PlaceWeights = PlaceWeights(0.98, 0.14, 0.62, 0.45, -0.51, -0.04, 0.0, 0.0, -1.09)
    """For places where a square was read (fitted)."""
    empty: PlaceWeights = PlaceWeights(0.37, 0.27, 0.0, -0.89, -2.97, -0.93, -1.78, 0.0, 4.25)
    """For places read as empty (fitted)."""
    square_given: PlaceWeights = PlaceWeights(0.84, 0.0, 1.15, 0.03, -1.29, -0.07, 0.0, -3.3, 0.02)
    """For squares of a grid given by hand, which often is a straightened, small or recompressed picture (fitted)."""
    empty_given: PlaceWeights = PlaceWeights(0.42, 0.38, -0.33, -0.01, -2.22, -0.89, 0.0, -0.99, 0.61)
    """For its empty places (fitted)."""
    aligned: float = 0.7
    """A grid with this confidence or more is aligned (chosen)."""
    dim: float = 1.0
    """Underexposure, in stops, that squares are read at as well as bright ones (chosen)."""
    full_side: float = 28.0
    """Side, in pixels, from which on squares have enough pixels: at 32 pixels they are read as well as larger ones
    (chosen)."""
    max_rim_probability: float = 0.8
    """Maximum probability of a place on the kingdom's edge beyond which nothing was searched: of 1274 rendered readings
    eight had such places, seven of them were wrong (chosen)."""
    cut_factor: float = 0.5
    """Factor of the confidence where the kingdom may continue beyond the picture (chosen)."""
    error_correlation: float = 1.03
    """Exponent of the expected number of errors in a reading: its confidence is exp(-errors ** exponent). 1 if squares
    were wrong independently of each other, more as errors come in clusters (fitted)."""
    flag_threshold: float = 0.97
    """Squares below this probability are flagged (chosen on other photos than the weights are fitted on: of 23 wrong
    places 0.96 flags 21, 0.97 and more all, with ever more false flags)."""


@dataclass(frozen=True)
class FusionSettings:
    """How several photos of one kingdom are combined; see ``fusion/``."""

    uniform_share: float = 0.03
    """Share of each place's probability that is spread evenly over all faces: how often a view shows something else,
    such as a figure (chosen)."""
    noisy_gain: float = 3.0
    """A view whose squares need a higher gain than this to be bright shows mostly noise … (chosen)"""
    share_per_gain: float = 0.08
    """… and the uniform share grows by this with each unit of the gain (chosen on 32 rendered pairs) …"""
    max_uniform_share: float = 0.5
    """… to at most this (chosen)."""
    pooled_share: float = 0.03
    """The same share where the views of photos are combined (fitted by ``scorer.lab.fit.views``) …"""
    pooled_share_per_gain: float = 0.024
    """… and its growth with each unit of the gain above ``noisy_gain`` (fitted)."""
    missed_share: float = 0.336
    """Share of a view's probability of bare table that is spread evenly over the other faces there: views miss squares
    more often than they see squares on bare table (fitted) …"""
    missed_share_per_gain: float = 0.067
    """… and its growth with each unit of the gain above ``noisy_gain`` (fitted) …"""
    max_missed_share: float = 0.9
    """… to at most this (chosen)."""
    view_correlation: float = 0.247
    """Correlation of the errors of two views: 0 for independent views, 1 for copies of one (fitted)."""
    temperature: float = 0.5
    """Divisor of the pooled logarithms (fitted)."""
    full_weight_side: float = 48.0
    """A square with this side in pixels counts fully, a smaller one less (chosen)."""
    min_weight: float = 0.3
    """Minimum weight of a square that a view shows (chosen)."""
    min_visible: float = 0.8
    """A square with less than this share in the picture does not count (chosen)."""
    hidden_weight: float = 0.4
    """Weight of a square that is partly hidden: of 56 merged rendered pairs three more squares are right than without,
    and three fewer flagged (chosen)."""
    min_score: float = 12.0
    """Minimum log-likelihood ratio for two views to show the same kingdom (chosen)."""
    min_margin: float = 3.0
    """Minimum difference between the best alignment and every other one (chosen)."""
    max_conflicts: int = 1
    """Places that two views of one kingdom may read without a flag and differently: fewer than a domino (chosen)."""
    max_disagreement: float = 2.9
    """About how many places two views of one kingdom may see clearly and differently (chosen: 308 rendered pairs have
    at most 2.5; 151 copies with three other dominoes have at least 3.0, those with at most one conflict 3.4)."""
    faint_share_per_gain: float = 0.02
    """Growth of the uniform share of a view that is too dark to be read alone, as ``share_per_gain``, in the test for
    different squares (chosen)."""


@dataclass(frozen=True)
class Settings:
    """All settings of a ``Reader``."""

    max_side: int = 2048
    """Photos are decoded to at most about this many pixels on their longer side; results are in pixels of the whole
    photo (cost)."""
    max_side_small_squares: int = 4096
    """The same where squares would have fewer pixels than the classifier needs: the photo is decoded again (cost)."""
    detector: DetectorSettings = field(default_factory=DetectorSettings)
    rejection: RejectionSettings = field(default_factory=RejectionSettings)
    lattice: LatticeSettings = field(default_factory=LatticeSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    homography: HomographySettings = field(default_factory=HomographySettings)
    oblique: ObliqueSettings = field(default_factory=ObliqueSettings)
    squares: SquareSettings = field(default_factory=SquareSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    occlusion: OcclusionSettings = field(default_factory=OcclusionSettings)
    solve: SolveSettings = field(default_factory=SolveSettings)
    acceptance: AcceptanceSettings = field(default_factory=AcceptanceSettings)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
    fusion: FusionSettings = field(default_factory=FusionSettings)
