"""What a visitor does, and what the page then shows, on the program's own blocks: no host draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.app.blocks import Block, Button, Choice, Component, Field, Fold, Html, Names, Text, Toast, walk
from scorer.app.host import Taken
from scorer.app.state.actions import identity
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.sharing.link import PART
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reading import KingdomView, Reading
from tests.app.asking import StubProgram, new_program
from tests.ui.drawn import SIZE, drawn_photo, read_drawn

PHOTO = drawn_photo()


def opened(language: str = "en", **parts: str) -> StubProgram:
    """The page at an address with these parameters."""
    program = new_program(language)
    program.do({"kind": "arrive", "parts": parts})
    return program


def blocks(program: StubProgram, kind: type[Block] | None = None) -> list[Any]:
    """All blocks on the page, also those inside others."""
    return [block for block in walk(program.blocks) if kind is None or isinstance(block, kind)]


def turn(program: StubProgram, page: str) -> StubProgram:
    program.do({"kind": "page", "value": page})
    return program


def press(program: StubProgram, label: str) -> StubProgram:
    (button,) = [block for block in blocks(program, Button) if block.label == label]
    program.do(button.do)
    return program


def fill(program: StubProgram, key: str, value: Any) -> StubProgram:
    """Enter a value in the block with this key, which must offer it."""
    (found,) = [block for block in blocks(program) if getattr(block, "key", None) == key]
    if isinstance(found, Choice):
        assert value in dict(found.options), f"{value!r} is not among {found.options}"
    program.do({**found.do, "value": value})
    return program


def write(program: StubProgram, label: str, value: Any) -> StubProgram:
    """Enter a value in the field with this label, and press its button."""
    (found,) = [block for block in blocks(program) if isinstance(block, Field | Names) and block.label == label]
    program.do({**found.do, "value": value})
    return program


def upload(program: StubProgram, *files: tuple[str, bytes], reading: Reading | None = None) -> StubProgram:
    """Photos are chosen and read; each shows the drawn kingdom, or what is given as its reading."""
    program.start_photos()
    program.take_photos([taken(name, data, reading) for name, data in files], turn=program.takes_photos)
    return program


@dataclass(frozen=True)
class Photo:
    """A photo of the drawn kingdom."""

    data: bytes
    name: str
    width: int = SIZE[0]
    height: int = SIZE[1]

    def read_again(self, corners: Sequence[tuple[float, float]], grid: tuple[int, int], rules: Rules) -> Reading:  # noqa: ARG002
        found: Reading = read_drawn(self.data, name=self.name, corners=corners)
        return found

    def read_with(self, others: Sequence[Photo], rules: Rules) -> Reading:  # noqa: ARG002
        """The drawn kingdom without a flag; a photo with “other” in its name shows another one."""
        if any("other" in photo.name for photo in others):
            raise PhotoError(Message("{name} shows another kingdom", {"name": others[-1].name}), "other_kingdom")
        found: Reading = read_drawn(self.data, name=self.name)
        (kingdom,) = found.kingdoms
        certain = tuple(tuple(1.0 for _ in row) for row in kingdom.squares)
        views = tuple(KingdomView(photo.name, kingdom.corners) for photo in (self, *others))
        return replace(found, kingdoms=(replace(kingdom, squares=certain, views=views),))


def taken(name: str, data: bytes, reading: Reading | None) -> Taken:
    try:
        found = read_drawn(data, name=name)
    except PhotoError as error:
        return Taken(name, problem=error.message)
    return Taken(name, Photo(data, name), reading or found, key=name)


def shown(program: StubProgram, name: str = "kingdom") -> dict[str, Any]:
    """The data of the one component of this name; of the kingdom, on its page."""
    if name == "kingdom" and program.page != "kingdom":
        turn(program, "kingdom")
    (found,) = [block.data for block in blocks(program, Component) if block.name == name]
    return dict(found)


def kept(program: StubProgram) -> dict[str, str]:
    """The parts of the address in which the browser keeps the table."""
    return {PART: "", **program.storage()["address"]}


def tap(program: StubProgram, **act: Any) -> StubProgram:
    """What a tap on the kingdom does."""
    act = {"kingdom": identity(program.state), "sent": program.acted + 1, **act}
    program.do({"kind": "actions", "value": [act]})
    assert program.problem is None, str(program.problem)
    return program


def place(program: StubProgram, at: str) -> dict[str, Any]:
    (found,) = [place for place in shown(program)["places"] if place["at"] == at]
    return dict(found)


def said(program: StubProgram, *looks: str) -> list[str]:
    """The texts of these looks, or all texts."""
    return [block.text for block in blocks(program, Text) if not looks or block.look in looks]


def texts(program: StubProgram) -> str:
    """Everything that is to read on the page."""
    html = [block.html for block in blocks(program, Html)]
    return "\n".join([*said(program), *html, *(block.text for block in blocks(program, Toast))])


def labels(program: StubProgram) -> list[str]:
    return [block.label for block in blocks(program) if hasattr(block, "label")]


def folds(program: StubProgram) -> list[str]:
    return [block.label for block in blocks(program, Fold)]


def options(program: StubProgram, key: str) -> Sequence[str]:
    """The labels of a choice's options."""
    (found,) = [block for block in blocks(program) if getattr(block, "key", None) == key]
    return [label for _, label in found.options]
