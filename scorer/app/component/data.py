"""What goes over the border between Python and the browser component, in both directions.

``browser/shared/data.d.ts`` declares the same for TypeScript; ``scorer.frontend.declarations`` writes it.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Point = list[float]
"""x and y in pixels of the upright photo."""


class Face(TypedDict):
    """What a square can show. ``sign`` is its letter in the player's language, with a sign for what lies on it;
    ``terrain`` is the letter of the notation, ``giants`` how many of its ``crowns`` are covered."""

    label: str
    terrain: str
    sign: str
    crowns: int
    giants: int


class Photo(TypedDict):
    """The address and the size in pixels of the photo's preview."""

    href: str
    width: int
    height: int


class Grid(TypedDict):
    """A grid over the photo: its outer corners clockwise from the top left, its rows and columns."""

    corners: list[Point]
    rows: int
    columns: int


class Guess(TypedDict):
    """A face that the photo may show, with its probability in words."""

    code: str
    chance: str


class Place(TypedDict):
    """One place of the canvas.

    ``at`` is “row,column”, ``code`` its notation, ``group`` its territory's number; ``note`` says why it was read as it
    was, where its looks would mislead.
    """

    at: str
    code: str
    name: str
    what: str
    label: str
    quad: list[Point] | None
    doubt: bool
    lit: bool
    group: int | None
    note: str
    guesses: list[Guess]


class PaletteEntry(TypedDict):
    """A face to choose, and its place among the others, counted from 1."""

    code: str
    row: int
    column: int


class Building(TypedDict):
    """A building to choose, with what it gives."""

    code: str
    name: str
    effect: str


class Piece(TypedDict):
    """Something of an expansion to put on a square. ``mark`` is written behind the square's code; ``on`` has the codes
    of the squares that it may be put on."""

    mark: str
    name: str
    effect: str
    on: list[str]


class Sprites(TypedDict):
    """The one picture with all drawn squares and pieces; ``at`` says which of them show a face or a piece's mark."""

    href: str
    columns: int
    rows: int
    at: dict[str, list[int]]


class Verdict(TypedDict):
    """The legality in one word, and as it is said."""

    legality: Literal["legal", "illegal", "open"]
    text: str


class Finding(TypedDict):
    """Something that the legality check has to say, with the places it is about."""

    code: str
    text: str
    cells: list[str]


class ViewNames(TypedDict):
    """The names of the three ways to look at a kingdom."""

    photo: str
    drawn: str
    grid: str


class KingdomWords(TypedDict):
    """The component's own words in the player's language."""

    photo: str
    drawn: str
    views: ViewNames
    letters: str
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
    legend: str
    confirm: str
    whole: str
    paint: str
    brushes: str
    noFace: str
    rowByRow: str
    done: str
    offline: str
    lost: str


class KingdomData(TypedDict):
    """A kingdom as the component shows it.

    ``session`` names the visit, ``id`` the canvas; ``notation`` and ``origin`` say what lies on it and where its first
    row and column are. ``acted`` is when the last action was sent that is carried out: later ones are still on their
    way. ``settled`` is false while a photo's grid must first be laid by hand. ``painting`` is the side of the
    grid that is painted on, 0 where none is; ``confirms`` whether doubtful squares can be said to be right,
    ``cut`` whether it can be said that nothing is missing at the photo's edge. ``select`` is the place whose sheet is
    to be opened, a space, and a number that is new each time.
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
    mostRows: int
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
    """Something done on a kingdom; ``kingdom`` names the canvas it was done on.

    A put has ``places`` (each “row,column”) and ``code``; a grid has ``corners``, ``rows`` and ``columns``; cancel is
    to lay none on a photo in which nothing was found; a frame, which begins painting, has ``size``, 0 to end it.
    A turn is to the player that many ``step``s further. ``sent`` is when it was done, in milliseconds of the browser's
    clock, and never the same twice.
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
    """A line of the score sheet, with the places it counts, and the rule that it follows where there is more to say."""

    text: str
    points: int
    cells: list[str]
    rule: str


class SheetGroup(TypedDict):
    """Lines with one subtotal, such as all territories of a terrain; a line that stands alone has no ``name``."""

    name: str
    points: int
    lines: list[SheetLine]


class SheetWords(TypedDict):
    """The score sheet's own words."""

    sheet: str
    total: str
    empty: str
    rule: str


class SheetData(TypedDict):
    """A score sheet. ``empty`` are the lines that gave no points: they are folded.

    A bonus that was asked for and does not count is among the ``groups``.
    """

    groups: list[SheetGroup]
    empty: list[SheetLine]
    total: str
    words: SheetWords


class LinkWords(TypedDict):
    """The words around an address to share."""

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


class SavedGameChanges(TypedDict):
    """Evenings to write into this browser's storage by their keys, and those to take out; ``number`` names the changes,
    0 where there are none."""

    number: int
    put: dict[str, str]
    remove: list[str]


class StorageData(TypedDict):
    """What the browser keeps: the table's parts of the address, none if there is no table, and which page is shown.

    ``turned`` is what the browser told last of its Back button, empty if it was never pressed. ``session`` names the
    visit. ``language`` is the one that screen readers speak, ``chosen`` the same where it is to be kept in the address:
    somebody chose it who likes another one. ``reading`` names the photos that are being read just now.
    ``evenings`` are changes to saved games that this browser has not confirmed yet; ``known`` is whether the games that
    it holds have arrived. ``settings`` are to be kept, unless they are empty.
    ``reveal`` is the key of a panel to scroll to, a space, and a number that is new each time.
    """

    session: str
    address: dict[str, str]
    page: str
    turned: str
    language: str
    chosen: str
    empty: bool
    reading: list[str]
    evenings: SavedGameChanges
    known: bool
    reveal: str
    settings: str
