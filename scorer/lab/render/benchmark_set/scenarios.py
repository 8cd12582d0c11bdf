"""Every scenario that players meet, to be rendered and measured."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorer.rules.model.dominoes import Box


@dataclass(frozen=True)
class Scenario:
    """One kind of photo. Angles in degrees, lengths in squares, ``fill`` a part of the picture."""

    name: str
    sizes: tuple[int, ...] = (5,)
    """Grid of each kingdom, 5 or 7, the first one's first."""
    dominoes: tuple[int, int] | None = None
    """Fewest and most dominoes laid; ``None`` for a game played to its end."""
    holes: int = 0
    """Fewest places left empty in the kingdom's rectangle."""
    box: Box = Box.KINGDOMINO
    fill: tuple[float, float] = (0.45, 0.85)
    """How much of the picture's width or height the kingdoms take."""
    turn: float = 12
    """Most that the kingdom is turned either way."""
    tilt: tuple[float, float] = (0, 25)
    seat: bool = False
    """Taken by a phone held close, at any side of the table, with solid castles and figures."""
    crooked: float = 1.5
    shifted: float = 0.02
    slipped: float = 0.0
    gap: float = 0.02
    castle_stands: bool = False
    figures: int = 0
    giants: int = 0
    """Giants on crowns of each kingdom, which is built with Age of Giants then."""
    resources: bool = False
    clutter: int = 0
    loose: int = 0
    offered: int = 0
    """Dominoes to be chosen from, in a line beside the kingdom."""
    barrel: float = 0.0
    """How far the lens bends the picture's corners, in parts of half its diagonal; see ``synthesis/lens.py``."""
    surface: str = "any"
    lamp: str = "room"
    outside: str = ""
    """What the picture's edge cuts: nothing, the ``first`` kingdom, the ``last``, or it runs along the ``board``."""
    pixels: tuple[int, int] = (1600, 1200)


_SEAT = Scenario("from the seat", turn=180, seat=True, castle_stands=True)

SCENARIOS = (
    Scenario("from above", tilt=(0, 8), turn=4),
    Scenario("any turn", turn=180),
    Scenario("tilted 30–40°", turn=180, tilt=(30, 40)),
    Scenario("tilted 40–50°", turn=180, tilt=(40, 50)),
    Scenario("fills the picture", fill=(0.95, 0.99)),
    Scenario("a fifth of the width", fill=(0.19, 0.25), turn=180),
    Scenario("7×7", sizes=(7,)),
    Scenario("7×7, turned and tilted", sizes=(7,), turn=180, tilt=(25, 45)),
    Scenario("unfinished", dominoes=(3, 9), turn=180, fill=(0.25, 0.7)),
    Scenario("one or two dominoes", dominoes=(1, 2), turn=180, fill=(0.12, 0.5)),
    Scenario("holes", holes=3, turn=45),
    Scenario("laid crooked", crooked=4, shifted=0.05, turn=45),
    Scenario("slipped columns", slipped=0.33, crooked=2),
    Scenario("wide gaps", gap=0.12, crooked=2, shifted=0.04, turn=45),
    Scenario("castle stands", castle_stands=True, turn=180, tilt=(10, 45)),
    Scenario("castle and figures", castle_stands=True, figures=5, turn=45, tilt=(10, 45)),
    Scenario("towns", box=Box.QUEENDOMINO, turn=45),
    Scenario("wood", surface="wood", turn=45),
    Scenario("cloth", surface="cloth", turn=45),
    Scenario("ruled mat", surface="ruled", turn=45, tilt=(0, 40)),
    Scenario("patterned mat", surface="patterned", turn=45, tilt=(0, 40)),
    Scenario("white table, burnt out", surface="white", lamp="burnt", turn=45),
    Scenario("dark room", lamp="dark", turn=45),
    Scenario("glare", lamp="glare", turn=45, tilt=(10, 40)),
    Scenario("clutter and loose dominoes", clutter=14, loose=3, turn=180, fill=(0.35, 0.6)),
    Scenario("two kingdoms", sizes=(5, 5), turn=180, fill=(0.8, 0.95)),
    Scenario("three kingdoms", sizes=(5, 5, 5), fill=(0.85, 0.97)),
    Scenario("second one partly outside", sizes=(5, 5), turn=180, fill=(0.4, 0.6), outside="last"),
    Scenario("cut by the edge", turn=45, fill=(0.5, 0.8), outside="first"),
    Scenario("cropped to the board", turn=2, tilt=(0, 10), outside="board"),
    Scenario(
        "everything at once",
        sizes=(5,),
        turn=180,
        tilt=(0, 45),
        crooked=3,
        shifted=0.03,
        slipped=0.1,
        gap=0.05,
        castle_stands=True,
        figures=1,
        clutter=6,
        loose=1,
        fill=(0.3, 0.8),
    ),
    Scenario("12 megapixels", turn=180, tilt=(0, 35), pixels=(4000, 3000)),
    *(
        replace(_SEAT, name=f"from the seat, {tilt}°", tilt=(tilt - 2.5, tilt + 2.5), fill=(0.6, 0.95))
        for tilt in range(0, 75, 5)
    ),
    replace(
        _SEAT,
        name="from the seat, among boxes and kings",
        tilt=(35, 65),
        figures=2,
        clutter=4,
        loose=3,
        fill=(0.5, 0.9),
    ),
    Scenario("expansions: Age of Giants’ dominoes", box=Box.KINGDOMINO_GIANTS, turn=45),
    Scenario("expansions: giants on crowns", box=Box.KINGDOMINO_GIANTS, giants=3, turn=45, tilt=(0, 35)),
    Scenario("expansions: resources on squares", resources=True, turn=45, tilt=(0, 35)),
    replace(_SEAT, name="from the seat, beside the draft line", tilt=(35, 65), figures=2, offered=4, fill=(0.4, 0.8)),
    replace(_SEAT, name="from the seat, through a wide lens", tilt=(20, 65), barrel=0.08, fill=(0.7, 0.95)),
)
"""New ones go last: a photo's seed follows from its scenario's place."""
