"""The data exchanged between Python and the browser component, in both directions.

``browser/shared/data.d.ts`` declares the same types for TypeScript; ``scorer.frontend.declarations`` writes it.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Point = list[float]
"""x and y in pixels of the upright photo."""


class Face(TypedDict):
    """The contents of a square. ``sign`` stands for a castle, unknown crowns or a piece;
    ``terrain`` is the letter of the notation; ``giants`` is the number of its ``crowns`` that are covered."""

    label: str
    terrain: str
    sign: str
    crowns: int
    giants: int


class Photo(TypedDict):
    """The address of the photo's preview, and its size in pixels."""

    href: str
    width: int
    height: int


class Grid(TypedDict):
    """A grid over the photo: its outer corners clockwise from the top left, its rows and columns."""

    corners: list[Point]
    rows: int
    columns: int


class Guess(TypedDict):
    """A face that the photo may show, with its probability as text."""

    code: str
    probability: str


class Place(TypedDict):
    """One place of the editable kingdom.

    ``at`` is “row,column”, ``code`` its notation, ``group`` the number of its territory. ``note`` gives the reason
    for the reading where the appearance suggests another face.
    """

    at: str
    code: str
    name: str
    what: str
    label: str
    quad: list[Point] | None
    flagged: bool
    lit: bool
    group: int | None
    note: str
    guesses: list[Guess]


class PaletteEntry(TypedDict):
    """A face in the palette, and its row and column there, counted from 1."""

    code: str
    row: int
    column: int


class Building(TypedDict):
    """A building in the palette, with its effect."""

    code: str
    name: str
    effect: str


class Piece(TypedDict):
    """A piece of an expansion that can be put on a square. ``mark`` is appended to the square's code; ``on`` holds
    the codes of the squares that it may be put on."""

    mark: str
    name: str
    effect: str
    on: list[str]


class Sprites(TypedDict):
    """The sprite sheet: one picture with all drawn squares and pieces. ``at`` gives the sprites of each face and of
    each piece's mark."""

    href: str
    columns: int
    rows: int
    at: dict[str, list[int]]


class Verdict(TypedDict):
    """The legality in one word, and as text."""

    legality: Literal["legal", "illegal", "open"]
    text: str


class Finding(TypedDict):
    """A finding of the legality check, with its places."""

    code: str
    text: str
    cells: list[str]


class ViewNames(TypedDict):
    """The names of the three views of a kingdom."""

    photo: str
    drawn: str
    grid: str


class KingdomWords(TypedDict):
    """The component's own texts in the player's language."""

    photo: str
    drawn: str
    views: ViewNames
    symbols: str
    straighten: str
    undo: str
    redo: str
    close: str
    looksLike: str
    allFaces: str
    buildings: str
    pieces: str
    nothing: str
    layGrid: str
    layHelp: str
    corners: list[str]
    rows: str
    columns: str
    reread: str
    cancel: str
    legend: dict[str, str]
    confirm: str
    whole: str
    paint: str
    brushes: str
    noFace: str
    rowByRow: str
    inOrder: str
    done: str
    offline: str
    lost: str


class KingdomData(TypedDict):
    """A kingdom as the component shows it.

    ``session`` names the visit, ``id`` the draft; ``notation`` and ``origin`` give its contents and the position of
    its first row and column. ``acted`` is the time of the last action that was carried out: later ones are still on
    their way. ``settled`` is false while a photo's grid must first be placed by hand. ``painting`` is the side of the
    grid being painted on, 0 if none. ``confirms`` is whether the flagged squares can be confirmed, ``cut`` whether
    the kingdom can be declared complete at the photo's edge. ``select`` is the place whose sheet to open, a space,
    and a number that is new each time.
    """

    session: str
    id: str
    notation: str
    origin: list[int]
    acted: float
    settled: bool
    photo: Photo | None
    grid: Grid | None
    sizes: list[int]
    maxRows: int
    columns: int
    places: list[Place]
    faces: dict[str, Face]
    castle: str
    sprites: Sprites
    palette: list[PaletteEntry]
    buildings: list[Building]
    pieces: list[Piece]
    total: str
    totalNote: str
    verdict: Verdict
    ask: str
    urgent: bool
    notice: str
    findings: list[Finding]
    painting: int
    confirms: bool
    cut: bool
    select: str
    undo: bool
    redo: bool
    words: KingdomWords


class Action(TypedDict, total=False):
    """An action on a kingdom; ``kingdom`` names the draft it was made on.

    A put has ``places`` (each “row,column”) and ``code``; a grid has ``corners``, ``rows`` and ``columns``; cancel
    stops placing a grid on a photo in which none was found; a frame starts painting on ``size``, 0 ends it. A turn
    moves ``step`` players on. ``sent`` is the time of the action in milliseconds of the browser's clock, never twice
    the same.
    """

    kind: Literal["put", "grid", "cancel", "frame", "confirm", "whole", "undo", "redo", "turn"]
    kingdom: str
    sent: float
    places: list[str]
    code: str
    size: int
    corners: list[Point]
    rows: int
    columns: int
    step: int


class SheetLine(TypedDict):
    """A line of the score sheet, with its squares, and its rule if that needs explaining."""

    text: str
    points: int
    cells: list[str]
    rule: str


class SheetGroup(TypedDict):
    """Lines with one subtotal, such as all territories of a terrain. A single line has no ``name``."""

    name: str
    points: int
    lines: list[SheetLine]


class SheetWords(TypedDict):
    """The score sheet's own texts."""

    sheet: str
    total: str
    empty: str
    rule: str


class SheetData(TypedDict):
    """A score sheet. ``empty`` are the lines without points, which are folded.

    A requested bonus without points is among the ``groups``.
    """

    groups: list[SheetGroup]
    empty: list[SheetLine]
    total: str
    words: SheetWords


class LinkWords(TypedDict):
    """The texts around an address to share."""

    send: str
    copied: str
    link: str


class LinkData(TypedDict):
    """An address to send or copy."""

    link: str
    words: LinkWords


class TapsData(TypedDict):
    """HTML whose elements with ``data-value`` send that value when they are tapped."""

    html: str


class ScanKingdom(TypedDict):
    """A kingdom in the camera's picture.

    ``outline`` are its four corners as parts of the picture's width and height, clockwise from its first square. The
    ``squares`` of a row are codes of certain squares, "" for an empty place and ``None`` while uncertain. A ``locked``
    kingdom is finished.
    """

    id: int
    outline: list[Point]
    rows: int
    columns: int
    squares: list[list[str | None]]
    locked: bool


class ScanView(TypedDict):
    """A scan after one more frame, made by ``scorer.vision.scan``. ``hint`` is empty or a key of ``ScanData.words``."""

    kingdoms: list[ScanKingdom]
    hint: str
    finished: bool
    frames: int


class ScanData(TypedDict):
    """The button that starts a scan. ``rules`` are the parameters of ``/api/read`` that a scan has, too."""

    label: str
    note: str
    words: dict[str, str]
    rules: dict[str, str]


class SavedGameChanges(TypedDict):
    """Saved games to write into this browser's storage by their keys, and those to delete. ``number`` identifies the
    changes; 0 if there are none."""

    number: int
    put: dict[str, str]
    remove: list[str]


class HeardReport(TypedDict):
    """The browser's last report on its saved games: its ``number``, whether it was ``missed``, since changes were
    waiting, and the key of the game ``shown``, which stayed as it was.
    """

    number: str
    missed: bool
    shown: str


class StorageData(TypedDict):
    """Everything that the browser keeps: the game's parts of the address, none without a game, and the page that is
    shown.

    ``turned`` is the browser's last report on its Back button, empty if it was never pressed. ``session`` names the
    visit. ``language`` is that of the page for screen readers; ``chosen`` repeats it if the address keeps it, since
    it is not the browser's usual one. ``reading`` names the photos that are being read. ``savedGames`` are changes to
    saved games that this browser has not confirmed yet; ``known`` is whether its saved games have arrived.
    ``settings`` are stored unless they are empty. ``reveal`` is the key of a panel to scroll to, a space, and a
    number that is new each time.
    """

    session: str
    address: dict[str, str]
    page: str
    turned: str
    language: str
    chosen: str
    empty: bool
    reading: list[str]
    savedGames: SavedGameChanges
    known: bool
    heard: HeardReport
    reveal: str
    settings: str
