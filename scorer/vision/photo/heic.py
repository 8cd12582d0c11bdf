"""HEIC files: whether all data that their pictures refer to are there. Decoders leave missing tiles blank."""

from __future__ import annotations

from collections.abc import Iterator


def heic_is_complete(data: bytes) -> bool:
    """Whether a HEIC file holds all bytes of its items, by its item location box (ISO/IEC 14496-12, 8.11.3).

    A file without such a box is left to the decoder.
    """
    for kind, begin, end in _boxes(data, 0, len(data)):
        if kind == b"meta":
            for inner, first, last in _boxes(data, begin + 4, end):
                if inner == b"iloc":
                    return max(_ends(_Fields(data[first:last])), default=0) <= len(data)
    return True


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each box, and where its data begin and end."""
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

    def number(self, size: int) -> int:
        """The next number of so many bytes; 0 for none."""
        if self._at + size > len(self._data):
            raise ValueError("cut short")
        self._at += size
        return int.from_bytes(self._data[self._at - size : self._at], "big")


def _ends(fields: _Fields) -> Iterator[int]:
    """Where each extent of the items ends in the file."""
    version = fields.number(1)
    fields.number(3)  # flags
    sizes, more = fields.number(1), fields.number(1)
    offset_size, length_size, base_size = sizes >> 4, sizes & 15, more >> 4
    index_size = more & 15 if version else 0
    in_file = 0
    wide = 4 if version > 1 else 2
    for _ in range(fields.number(wide)):
        fields.number(wide)  # the item's number
        method = fields.number(2) & 15 if version else in_file
        fields.number(2)  # the file that holds it: this one
        base = fields.number(base_size)
        for _ in range(fields.number(2)):
            fields.number(index_size)
            offset, length = fields.number(offset_size), fields.number(length_size)
            if method == in_file:
                yield base + offset + length
