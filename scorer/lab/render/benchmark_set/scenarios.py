"""The scenarios of the benchmark set: kinds of photos that players take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.rules.model.dominoes import Box


@dataclass(frozen=True)
class Scenario:
    """One kind of photo. Angles are in degrees, lengths in squares; ``fill`` is relative to the picture."""

    name: str
    fixed_seed: int | None = None
    """The first image's seed, for scenarios whose results were stored before seeds were derived from names. New ones
    have none."""
    sizes: tuple[int, ...] = (5,)
    """Grid of each kingdom, 5 or 7, the first one's first."""
    dominoes: tuple[int, int] | None = None
    """Minimum and maximum number of dominoes; ``None`` for a finished game."""
    holes: int = 0
    """Minimum number of empty places in the kingdom's rectangle."""
    box: Box = Box.KINGDOMINO
    fill: tuple[float, float] = (0.45, 0.85)
    """The share of the picture's width or height that the kingdoms take."""
    turn: float = 12
    """Maximum rotation of the kingdom in either direction."""
    tilt: tuple[float, float] = (0, 25)
    oblique: bool = False
    """Taken by a phone at close range, from any side of the table, with solid castles and figures."""
    crooked: float = 1.5
    shifted: float = 0.02
    slipped: float = 0.0
    gap: float = 0.02
    castle_stands: bool = False
    figures: int = 0
    giants: int = 0
    """Giants on crowns of each kingdom, which is then played with Age of Giants."""
    resources: bool = False
    clutter: int = 0
    loose: int = 0
    offered: int = 0
    """Dominoes offered for selection, in a line next to the kingdom."""
    barrel: float = 0.0
    """Barrel distortion at the picture's corners, relative to half its diagonal; see ``render/lens.py``."""
    surface: str = "any"
    lighting: str = "room"
    outside: str = ""
    """The kingdom that the picture's edge cuts: none, the ``first``, the ``last``; or the edge runs along the
    ``board``."""
    pixels: tuple[int, int] = (1600, 1200)

    @property
    def first_seed(self) -> int:
        """The seed of the first image; those of the others follow it."""
        return seed_of(self.name) if self.fixed_seed is None else self.fixed_seed


_OBLIQUE = Scenario("oblique", turn=180, oblique=True, castle_stands=True)

SCENARIOS = (
    Scenario("from above", 20_261_120, tilt=(0, 8), turn=4),
    Scenario("any turn", 20_262_120, turn=180),
    Scenario("tilted 30–40°", 20_263_120, turn=180, tilt=(30, 40)),
    Scenario("tilted 40–50°", 20_264_120, turn=180, tilt=(40, 50)),
    Scenario("fills the picture", 20_265_120, fill=(0.95, 0.99)),
    Scenario("a fifth of the width", 20_266_120, fill=(0.19, 0.25), turn=180),
    Scenario("7×7", 20_267_120, sizes=(7,)),
    Scenario("7×7, turned and tilted", 20_268_120, sizes=(7,), turn=180, tilt=(25, 45)),
    Scenario("unfinished", 20_269_120, dominoes=(3, 9), turn=180, fill=(0.25, 0.7)),
    Scenario("one or two dominoes", 20_270_120, dominoes=(1, 2), turn=180, fill=(0.12, 0.5)),
    Scenario("holes", 20_271_120, holes=3, turn=45),
    Scenario("laid crooked", 20_272_120, crooked=4, shifted=0.05, turn=45),
    Scenario("slipped columns", 20_273_120, slipped=0.33, crooked=2),
    Scenario("wide gaps", 20_274_120, gap=0.12, crooked=2, shifted=0.04, turn=45),
    Scenario("castle stands", 20_275_120, castle_stands=True, turn=180, tilt=(10, 45)),
    Scenario("castle and figures", 20_276_120, castle_stands=True, figures=5, turn=45, tilt=(10, 45)),
    Scenario("towns", 20_277_120, box=Box.QUEENDOMINO, turn=45),
    Scenario("wood", 20_278_120, surface="wood", turn=45),
    Scenario("cloth", 20_279_120, surface="cloth", turn=45),
    Scenario("ruled mat", 20_280_120, surface="ruled", turn=45, tilt=(0, 40)),
    Scenario("patterned mat", 20_281_120, surface="patterned", turn=45, tilt=(0, 40)),
    Scenario("white table, burnt out", 20_282_120, surface="white", lighting="burnt", turn=45),
    Scenario("dark room", 20_283_120, lighting="dark", turn=45),
    Scenario("glare", 20_284_120, lighting="glare", turn=45, tilt=(10, 40)),
    Scenario("clutter and loose dominoes", 20_285_120, clutter=14, loose=3, turn=180, fill=(0.35, 0.6)),
    Scenario("two kingdoms", 20_286_120, sizes=(5, 5), turn=180, fill=(0.8, 0.95)),
    Scenario("three kingdoms", 20_287_120, sizes=(5, 5, 5), fill=(0.85, 0.97)),
    Scenario("second one partly outside", 20_288_120, sizes=(5, 5), turn=180, fill=(0.4, 0.6), outside="last"),
    Scenario("cut by the edge", 20_289_120, turn=45, fill=(0.5, 0.8), outside="first"),
    Scenario("cropped to the board", 20_290_120, turn=2, tilt=(0, 10), outside="board"),
    Scenario(
        "everything at once",
        20_291_120,
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
    Scenario("12 megapixels", 20_292_120, turn=180, tilt=(0, 35), pixels=(4000, 3000)),
    *(
        replace(
            _OBLIQUE,
            name=f"oblique, {tilt}°",
            fixed_seed=20_293_120 + 200 * tilt,
            tilt=(tilt - 2.5, tilt + 2.5),
            fill=(0.6, 0.95),
        )
        for tilt in range(0, 75, 5)
    ),
    replace(
        _OBLIQUE,
        name="oblique, among boxes and kings",
        fixed_seed=20_308_120,
        tilt=(35, 65),
        figures=2,
        clutter=4,
        loose=3,
        fill=(0.5, 0.9),
    ),
    Scenario("expansions: Age of Giants’ dominoes", 20_309_120, box=Box.KINGDOMINO_GIANTS, turn=45),
    Scenario("expansions: giants on crowns", 20_310_120, box=Box.KINGDOMINO_GIANTS, giants=3, turn=45, tilt=(0, 35)),
    Scenario("expansions: resources on squares", 20_311_120, resources=True, turn=45, tilt=(0, 35)),
    replace(
        _OBLIQUE,
        name="oblique, beside the draft line",
        fixed_seed=20_312_120,
        tilt=(35, 65),
        figures=2,
        offered=4,
        fill=(0.4, 0.8),
    ),
    replace(
        _OBLIQUE,
        name="oblique, through a wide lens",
        fixed_seed=20_313_120,
        tilt=(20, 65),
        barrel=0.08,
        fill=(0.7, 0.95),
    ),
)
