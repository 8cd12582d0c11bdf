"""Checks that the pictures in HEIC files are complete and undamaged. libheif leaves parts that it cannot decode
blank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from scorer.vision.photo.hevc import hevc_is_sound

_Span = tuple[int, int]
"""The start and end of bytes in the file."""

_Box = tuple[bytes, int, int]
"""The kind of a box, and the start and end of its data."""

_CONFIGURATION = 22
"""Bytes of an ``hvcC`` box before its parameter sets."""


def heic_is_complete(data: bytes) -> bool:
    """Whether a HEIC file holds all bytes of its items. A file without their locations is left to the decoder.

    Boxes: ISO/IEC 14496-12, 8.11; those of pictures: ISO/IEC 23008-12, 6 and 9.
    """
    spans = [span for item in _items(data).values() for span in item.spans]
    return max((end for _, end in spans), default=0) <= len(data)


def heic_is_sound(data: bytes) -> bool:
    """Whether the visible picture, or each of its tiles, decodes without a sign of damage.

    Thumbnails and depth maps are ignored. Raises ``MemoryError``.
    """
    items = _items(data)
    for item in [item for item in items.values() if item.is_primary]:
        parts = [items[part] for part in item.parts if part in items]
        visible = _visible_tiles(item.size, [part.size for part in parts])
        if not all(map(_is_sound, repeat(data), [item, *parts], [item.size, *visible])):
            return False
    return True


_Size = tuple[int, int]
"""Width and height."""


@dataclass
class _Item:
    """A picture or a tile: its size, its data, its decoder's parameter sets, and its tiles."""

    is_primary: bool = False
    size: _Size = (0, 0)
    spans: list[_Span] = field(default_factory=list)
    parameters: list[bytes] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)

    def add(self, kind: bytes, fields: _Fields) -> None:
        """Take a property, if it is one of those above."""
        if kind == b"hvcC":
            self.parameters += _parameter_sets(fields)
        elif kind == b"ispe":
            fields.version()
            self.size = fields.number(4), fields.number(4)


def _visible_tiles(whole: _Size, tiles: Sequence[_Size]) -> list[_Size]:
    """The visible part of each tile, row by row: those at the right and at the bottom are padded.

    >>> _visible_tiles((700, 300), [(512, 512), (512, 512)])
    [(512, 300), (188, 300)]
    """
    if not tiles or min(tiles[0]) < 1:
        return [(0, 0)] * len(tiles)
    width, height = tiles[0]
    columns = -(-whole[0] // width) or 1
    places = (divmod(index, columns) for index in range(len(tiles)))
    return [(min(width, whole[0] - width * column), min(height, whole[1] - height * row)) for row, column in places]


def _is_sound(data: bytes, item: _Item, visible: _Size) -> bool:
    """Whether the data of an item are a chain of NAL units up to their end, and those decode."""
    if not item.parameters or not item.spans:
        return True
    held, units, at = b"".join(data[begin:end] for begin, end in item.spans), list(item.parameters), 0
    while at < len(held):
        end = at + 4 + int.from_bytes(held[at : at + 4], "big")
        units.append(held[at + 4 : end])
        at = end
    return at == len(held) and hevc_is_sound(units, visible)


def _items(data: bytes) -> Mapping[int, _Item]:
    """The items of a file by number. Raises ``ValueError`` if a box ends too early."""
    items = defaultdict[int, _Item](_Item)
    metas = [span for kind, *span in _boxes(data, 0, len(data)) if kind == b"meta"]
    for begin, end in metas[:1]:
        for kind, first, last in _boxes(data, begin + 4, end):
            if kind == b"pitm":
                fields = _Fields(data[first:last])
                items[fields.number(2 if fields.version() == 0 else 4)].is_primary = True
            elif kind == b"iloc":
                for number, span in _locations(_Fields(data[first:last])):
                    items[number].spans.append(span)
            elif kind == b"iref":
                for number, parts in _derived(data, first, last):
                    items[number].parts += parts
            elif kind == b"iprp":
                for number, box in _properties(data, first, last):
                    items[number].add(box[0], _Fields(data[box[1] : box[2]]))
    return items


def _boxes(data: bytes, at: int, end: int) -> Iterator[_Box]:
    """The boxes in a part of the file."""
    while at + 8 <= end:
        size, kind, header = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], 8
        if size == 1:
            size, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        if size == 0:
            size = end - at
        if size < header:
            return
        yield kind, at + header, min(at + size, end)
        at += size


class _Fields:
    """Reads big-endian numbers one after another."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        if self._at + size > len(self._data):
            raise ValueError("cut short")
        self._at += size
        return self._data[self._at - size : self._at]

    def number(self, size: int) -> int:
        """The next number of so many bytes; 0 for none."""
        return int.from_bytes(self.take(size), "big")

    def version(self) -> int:
        """The version of a full box; its flags are skipped."""
        version = self.number(1)
        self.number(3)
        return version


def _locations(fields: _Fields) -> Iterator[tuple[int, _Span]]:
    """The number of each item, and the position of each of its extents in the file."""
    version = fields.version()
    sizes, more = fields.number(1), fields.number(1)
    offset_size, length_size, base_size = sizes >> 4, sizes & 15, more >> 4
    index_size = more & 15 if version else 0
    in_file = 0
    wide = 4 if version > 1 else 2
    for _ in range(fields.number(wide)):
        item = fields.number(wide)
        method = fields.number(2) & 15 if version else in_file
        fields.number(2)  # stored in the same file
        base = fields.number(base_size)
        for _ in range(fields.number(2)):
            fields.number(index_size)
            begin = base + fields.number(offset_size)
            end = begin + fields.number(length_size)
            if method == in_file:
                yield item, (begin, end)


def _derived(data: bytes, begin: int, end: int) -> Iterator[tuple[int, list[int]]]:
    """The number of each derived item, and the numbers of its sources."""
    wide = 2 if _Fields(data[begin:end]).version() == 0 else 4
    for kind, first, last in _boxes(data, begin + 4, end):
        if kind == b"dimg":
            fields = _Fields(data[first:last])
            number = fields.number(wide)
            yield number, [fields.number(wide) for _ in range(fields.number(2))]


def _properties(data: bytes, begin: int, end: int) -> Iterator[tuple[int, _Box]]:
    """Each item's number, with the box of each of its properties."""
    boxes = list(_boxes(data, begin, end))
    properties = [box for kind, *span in boxes if kind == b"ipco" for box in _boxes(data, *span)]
    for kind, first, last in boxes:
        if kind != b"ipma":
            continue
        fields = _Fields(data[first:last])
        version, flags = fields.number(1), fields.number(3)
        for _ in range(fields.number(4)):
            item = fields.number(4 if version else 2)
            for _ in range(fields.number(1)):
                index = fields.number(2) & 0x7FFF if flags & 1 else fields.number(1) & 0x7F
                if 0 < index <= len(properties):
                    yield item, properties[index - 1]


def _parameter_sets(fields: _Fields) -> Iterator[bytes]:
    """The NAL units of a decoder configuration (ISO/IEC 14496-15, 8.3.2.1)."""
    fields.take(_CONFIGURATION)
    for _ in range(fields.number(1)):
        fields.number(1)  # the kind of these units
        for _ in range(fields.number(2)):
            yield fields.take(fields.number(2))
