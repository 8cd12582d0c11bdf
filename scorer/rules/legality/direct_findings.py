"""Findings that need no search: outline, castle, counts, buildings and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.buildings import BUILDINGS, TILES, TILES_BY_POINTS
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.dominoes import Box, faces, printed
from scorer.rules.model.kingdom import Kingdom, Position, square_names
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.model.words import cell_words
from scorer.rules.scoring.territories import pieces

TOWERS, KNIGHTS, COINS = 15, 22, 174
"""The contents of a Queendomino box; coins by their value."""


def size_findings(kingdom: Kingdom, size: int) -> Iterator[Finding]:
    """Findings about a kingdom that does not fit into the grid, castle included; unknown places may be empty."""
    occupied = [position for position, cell in kingdom.cells() if cell not in (Place.EMPTY, Place.UNKNOWN)]
    if not occupied:
        return
    rows, columns = sorted({row for row, _ in occupied}), sorted({column for _, column in occupied})
    height, width = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    ends = {(0, row) for row in (rows[0], rows[-1]) if height > size}
    ends |= {(1, column) for column in (columns[0], columns[-1]) if width > size}
    if ends:
        edge = tuple(square for square in occupied if not ends.isdisjoint(enumerate(square)))
        values = {"width": width, "height": height, "size": size}
        yield Finding(
            FindingCode.SIZE,
            Message("the kingdom is {width} wide and {height} high; at most {size}×{size} is allowed", values),
            edge,
        )


def castle_findings(kingdom: Kingdom) -> Iterator[Finding]:
    """Findings about a missing castle or several castles; an unknown square may be the castle."""
    unknown = any(cell is Place.UNKNOWN for _, cell in kingdom.cells())
    if len(kingdom.castles) > 1:
        message = Message("{count} castles, but a kingdom has only one", {"count": len(kingdom.castles)})
        yield Finding(FindingCode.CASTLES, message, kingdom.castles)
    elif not kingdom.castles and not unknown:
        yield Finding(FindingCode.NO_CASTLE, Message("the castle is missing; every kingdom starts from one"))


def disconnected_findings(kingdom: Kingdom) -> Iterator[Finding]:
    """Findings about squares that are not connected by sides."""
    parts = pieces(position for position, cell in kingdom.cells() if cell is not Place.EMPTY)
    main_part = next((part for part in parts if set(kingdom.castles) & part), parts[0] if parts else frozenset())
    for part in parts:
        if part is not main_part and any(kingdom[position] is not Place.UNKNOWN for position in part):
            squares = tuple(sorted(part))
            message = Message("{squares}: not connected to the rest of the kingdom", {"squares": square_names(squares)})
            yield Finding(FindingCode.LOOSE, message, squares)


def face_findings(kingdom: Kingdom, box: Box) -> Iterator[Finding]:
    """Findings about faces that the box does not have, or has less often."""
    places: dict[Square, list[Position]] = {}
    for position, square in kingdom.squares().items():
        places.setdefault(printed(square), []).append(position)
    printed_faces = faces(box)
    for face, squares in places.items():
        if face.crowns is not None and face not in printed_faces:
            values = {"squares": square_names(squares), "face": cell_words(face), "box": box}
            message = Message("{squares}: no domino in the box shows “{face}”", values)
            yield Finding(FindingCode.FACE, message, tuple(squares))
    yield from _count_findings(places, box)


def _count_findings(places: dict[Square, list[Position]], box: Box) -> Iterator[Finding]:
    printed_faces = faces(box)
    over = set()
    for face, squares in places.items():
        if len(squares) > printed_faces.get(face, len(squares)):
            over.add(face.terrain)
            values = {"count": len(squares), "face": cell_words(face), "limit": printed_faces[face], "box": box}
            message = Message("{count} squares show “{face}”, but the box has only {limit} of them", values)
            yield Finding(FindingCode.COUNT, message, tuple(squares))
    limits = _terrain_limits(box)
    by_terrain: dict[Terrain, list[Position]] = {}
    for face, squares in places.items():
        by_terrain.setdefault(face.terrain, []).extend(squares)
    for terrain, squares in by_terrain.items():
        if terrain not in over and len(squares) > limits[terrain] > 0:
            values = {"count": len(squares), "terrain": terrain, "limit": limits[terrain], "box": box}
            message = Message("{count} squares show {terrain}, but the box has only {limit}", values)
            yield Finding(FindingCode.COUNT, message, tuple(sorted(squares)))


@cache
def _terrain_limits(box: Box) -> Counter[Terrain]:
    limits: Counter[Terrain] = Counter()
    for face, count in faces(box).items():
        limits[face.terrain] += count
    return limits


def balance_findings(kingdom: Kingdom) -> Iterator[Finding]:
    """Findings about odd or unbalanced squares: a domino covers one dark and one light square of a chess board."""
    squares = kingdom.squares()
    dark = sum((row + column) % 2 == 0 for row, column in squares)
    light = len(squares) - dark
    if any(cell is Place.UNKNOWN for _, cell in kingdom.cells()) or dark == light:
        return
    if (dark + light) % 2:
        message = counted(
            "{count} square without the castle, but a domino covers two",
            "{count} squares without the castle, but dominoes cover an even number",
            dark + light,
        )
        yield Finding(FindingCode.ODD, message)
    else:
        message = counted(
            "coloured like a chess board, {count} square is dark and {light} are light, but a domino "
            "always covers one of each",
            "coloured like a chess board, {count} squares are dark and {light} are light, but a domino "
            "always covers one of each",
            dark,
            {"light": light},
        )
        yield Finding(FindingCode.BALANCE, message)


def queendomino_findings(kingdom: Kingdom, box: Box) -> Iterator[Finding]:
    """Findings about Queendomino's buildings and tokens: in another box, or more than the box holds."""
    tokens = (
        (Message("coins"), kingdom.coins, COINS),
        (Message("towers"), kingdom.towers, TOWERS),
        (Message("knights"), kingdom.knights, KNIGHTS),
    )
    built = {p: s for p, s in kingdom.squares().items() if s.building and court_tile_on(s) is None}
    if not box.has_queendomino:
        if built or kingdom.queen or any(count for _, count, _ in tokens):
            message = Message(
                "coins, towers, knights, buildings and the Queen belong to Queendomino only; choose that "
                "game, or remove them"
            )
            yield Finding(FindingCode.NOT_IN_BOX, message, tuple(built))
        return
    for token, count, limit in tokens:
        if count > limit:
            values = {"count": count, "token": token, "limit": limit}
            yield Finding(FindingCode.TOKENS, Message("{token}: {count}, but the box has only {limit}", values))
    if kingdom.queen and not kingdom.towers:
        yield Finding(
            FindingCode.QUEEN_HOST,
            Message("the Queen goes to the player with the most towers, but this kingdom has none"),
        )
    ranges = tuple(position for position, square in built.items() if square.building == "shooting_range")
    if ranges and not kingdom.knights:
        message = Message(
            "{squares}: the Shooting Range scores knights, but none are entered; everyone starts with one",
            {"squares": square_names(ranges)},
        )
        yield Finding(FindingCode.TOKENS, message, ranges)
    yield from building_findings(built)


def building_findings(built: dict[Position, Square]) -> Iterator[Finding]:
    """Findings about buildings outside towns, of unknown kinds, or more of a kind than the box holds."""
    misplaced = tuple(position for position, square in built.items() if square.terrain is not Terrain.TOWN)
    if misplaced:
        message = Message("{squares}: a building can only be on a town", {"squares": square_names(misplaced)})
        yield Finding(FindingCode.BUILDING_PLACE, message, misplaced)
    unknown = tuple(position for position, square in built.items() if square.building not in BUILDINGS)
    if unknown:
        message = Message("{squares}: there is no such building", {"squares": square_names(unknown)})
        yield Finding(FindingCode.BUILDING_KIND, message, unknown)
    yield from building_count_findings({p: square.building or "" for p, square in built.items()})


def building_count_findings(built: dict[Position, str]) -> Iterator[Finding]:
    """Findings about too many buildings: by kind if the number of tiles is known, else by points, and in total."""
    for kind, building in BUILDINGS.items():
        squares = tuple(position for position, other in built.items() if other == kind)
        if building.copies is not None and len(squares) > building.copies:
            values = {"building": building.name, "count": len(squares), "limit": building.copies}
            yield Finding(
                FindingCode.BUILDING_COUNT,
                Message("{building}: {count}, but the box has only {limit}", values),
                squares,
            )
    for points, limit in TILES_BY_POINTS.items():
        kinds = {b.kind for b in BUILDINGS.values() if b.copies is None and b.points == points}
        squares = tuple(position for position, kind in built.items() if kind in kinds)
        if len(squares) > limit:
            values = {"points": points, "count": len(squares), "limit": limit}
            message = Message("{count} buildings worth {points} points, but the box has only {limit}", values)
            yield Finding(FindingCode.BUILDING_COUNT, message, squares)
    if len(built) > TILES:
        values = {"count": len(built), "limit": TILES}
        yield Finding(
            FindingCode.BUILDING_COUNT, Message("{count} buildings, but the box has only {limit}", values), tuple(built)
        )
