"""Writes ``scorer/sharing/card/inter_widths.py``: how wide the letters of the card's font are, for drawing it as SVG.

python tools/make_metrics.py
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Final

from PIL import ImageFont

from scorer.sharing.card.lettering import INTER

OUT: Final = Path(__file__).parent.parent / "scorer" / "sharing" / "card" / "inter_widths.py"
WEIGHTS: Final = (400, 600, 700)
"""Those of the hands that a card is written in."""
LAST: Final = 0x2200
"""The font's Latin, Greek and Cyrillic letters, its marks and signs come before it."""
EM, STEP, MAX_LINE_LENGTH = 1000, 5, 90

SPACES: Final = " \u00a0"
"""Nothing is drawn for them, as for letters that the font lacks."""

HEADER: Final = '''"""Widths of the letters of Inter in thousandths of its size, by weight.

Made by ``tools/make_metrics.py``.
"""

from collections.abc import Mapping
from typing import Final

WIDTHS: Final[Mapping[int, Mapping[int, str]]] = {
'''


def main() -> None:
    """Measure every letter that the font has, and write the table."""
    lines = [HEADER]
    for weight in WEIGHTS:
        font = ImageFont.truetype(INTER, EM, layout_engine=ImageFont.Layout.BASIC)
        font.set_variation_by_axes([weight])
        missing = bytes(font.getmask("\ue000"))
        found: defaultdict[int, str] = defaultdict(str)
        for code in range(0x20, LAST):
            letter = chr(code)
            is_missing = letter not in SPACES and bytes(font.getmask(letter)) == missing
            if unicodedata.category(letter)[0] in "CM" or is_missing:
                continue
            found[round(font.getlength(letter) / STEP) * STEP] += letter
        lines.append(f"    {weight}: {{\n")
        for width, letters in sorted(found.items()):
            parts = [letters[at : at + MAX_LINE_LENGTH] for at in range(0, len(letters), MAX_LINE_LENGTH)]
            lines.append(f"        {width}: " + "\n        ".join(map(repr, parts)) + ",\n")
        lines.append("    },\n")
    OUT.write_text("".join(lines) + "}\n", "utf-8")


if __name__ == "__main__":
    main()
