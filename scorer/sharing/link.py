"""A whole game in the page's address: short, in characters that all messengers preserve."""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError, from_plain, has_totals, to_plain
from scorer.sharing.game import Game
from scorer.sharing.json_text import parse_json

VERSION = "1"
"""First character of every link. A new format gets a new one; old links remain valid."""

VERSION_WITH_TOTALS = "2"
"""The version of a link with players of whom only the total is known. Its format is the same, but older pages would
drop the totals, so they must reject it. All other links keep version 1."""

PART = "game"
"""The part of an address that holds the game."""

MAX_LINK_LENGTH = 8000
"""Maximum number of characters; sixteen players with three large kingdoms each stay below it."""

_MAX_BYTES = 60_000
"""Maximum number of unpacked bytes, whatever a link claims to hold."""

_CHECK_BYTES = 3

# The preset dictionary of deflate: the most frequent parts come last. Part of version 1.
_DICTIONARY = (
    b'{"rules":{"edition":"older","harmony":true,"middle_kingdom":true,"box":"queendomino","size":7},"dynasty":true,'
    b'"box":"kingdomino","size":5},"box":"both" coins=11 towers=3 knights=4 queen t[church]t[bakery]t[sawmill]'
    b"t[fishmonger]t[weaving_shop]t[magic_school]t[foundry]t[travelling_castle]t[shooting_range]t[big_tavern]"
    b't[two_points]t[guardtower]t[small_tavern]t[statue]t[crown]{"rules":{"edition":"us","harmony":true,'
    b'"middle_kingdom":true,"box":null,"size":null},"dynasty":false,"players":[]}'
    b'm1m2m3/s1s2ss/g1g2gg/l1lll/f1fff/w1www/wwwCf/wwfff/lllgg/.C.."]},{"name":"","colour":"","kingdoms":["'
    b'"]},{"name":"","colour":"blue","kingdoms":["","colour":"green","kingdoms":["","colour":"pink","kingdoms":["'
    b'{"rules":{"edition":"us","harmony":false,"middle_kingdom":false,"box":null,"size":null},"dynasty":false,'
    b'"players":[{"name":"","colour":"yellow","kingdoms":["'
)


def encode(game: Game) -> str:
    """The game in letters, digits, ``-`` and ``_``, for an address.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> game = Game((Player("Ann", colour="yellow", kingdoms=(Kingdom.parse("ww/C."),)),))
    >>> decode(encode(game)) == game, len(encode(game))
    (True, 29)
    """
    plain = json.dumps(to_plain(game), ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(
        9, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY
    )
    packed = packer.compress(plain) + packer.flush()
    version = VERSION_WITH_TOTALS if has_totals(game) else VERSION
    return version + urlsafe_b64encode(_check(packed) + packed).decode().rstrip("=")


def decode(text: str) -> Game:
    """The game that ``encode`` wrote. Raises ``GameError`` for a link that is truncated, changed or invented."""
    written = _written(text)
    try:
        plain = parse_json(written.decode())
    except ValueError as error:
        raise _damaged() from error
    return from_plain(plain)


def size(text: str) -> int:
    """The number of unpacked bytes in a link; 0 if it is rejected before unpacking.

    >>> size(encode(Game())) > 100, size(encode(Game())[:-1])
    (True, 0)
    """
    try:
        return len(_written(text))
    except GameError:
        return 0


def _written(text: str) -> bytes:
    """The JSON in a link. Raises ``GameError`` for one that is damaged."""
    text = text.strip()
    if len(text) > MAX_LINK_LENGTH:
        raise GameError(Message("this link is too long for a game; check that it was copied correctly"))
    if text[:1] not in ("", VERSION, VERSION_WITH_TOTALS) and text[:1].isdigit():
        raise GameError(
            Message("this link is from a newer version of the app; reload the page, then open the link again")
        )
    if not re.fullmatch(r"[0-9][A-Za-z0-9_-]+", text):
        raise _damaged()
    try:
        data = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
    except binascii.Error as error:
        raise _damaged() from error
    check, packed = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    if check != _check(packed):
        raise _damaged()
    try:
        return _unpacked(packed)
    except zlib.error as error:
        raise _damaged() from error


def address_of(game: Game, page: str) -> str:
    """The address of a page with the game; any query and fragment of the page's address are dropped.

    >>> address_of(Game(), "http://localhost:8501/?game=other#top").split("=")[0]
    'http://localhost:8501/?game'
    """
    parts = urlsplit(page)
    return urlunsplit((parts.scheme, parts.netloc, f"{parts.path.rstrip('/')}/", urlencode({PART: encode(game)}), ""))


def holds_game(address: str) -> bool:
    """Whether an address has a part for a game.

    >>> holds_game("https://example.org/?game=1abc"), holds_game("https://example.org/"), holds_game("https://[")
    (True, False, False)
    """
    try:
        return PART in parse_qs(urlsplit(address).query)
    except ValueError:  # such as a host with an unclosed bracket
        return False


def opened(address: str) -> Game:
    """The game in an address, or in its game part. Raises ``GameError``.

    >>> opened(address_of(Game(dynasty=True), "https://example.org")).dynasty
    True
    """
    address = address.strip()
    try:
        parts = parse_qs(urlsplit(address).query)
    except ValueError:  # such as a host with an unclosed bracket
        raise _damaged() from None
    return decode(parts[PART][-1] if PART in parts else address)


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _DICTIONARY)
    plain = unpacker.decompress(packed, _MAX_BYTES)
    if not unpacker.eof:
        raise _damaged()
    return plain


def _check(packed: bytes) -> bytes:
    """A checksum, shortened to the length that detects truncated and mistyped links."""
    return binascii.crc32(packed).to_bytes(4, "big")[:_CHECK_BYTES]


def _damaged() -> GameError:
    return GameError(Message("the game’s link is damaged; copy the whole link and try again"))
