"""Options to choose from by their pictures, for the component ``taps``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class PictureOption:
    """An option: the value that a tap sends, its HTML picture and its label."""

    value: str
    picture: str
    label: str


def options_html(label: str, options: Iterable[PictureOption], chosen: Collection[str]) -> str:
    """The options as a group of buttons, those ``chosen`` pressed.

    >>> options_html("Castle", [PictureOption("pink", "<i></i>", "Pink")], ["pink"])[:52]
    "<div class='options' role='group' aria-label='Castle"
    """
    buttons = "".join(
        f"<button type='button' data-value='{escape(option.value)}' "
        f"aria-pressed='{str(option.value in chosen).lower()}'>"
        f"<span aria-hidden='true'>{option.picture}</span><small>{escape(option.label)}</small></button>"
        for option in options
    )
    return f"<div class='options' role='group' aria-label='{escape(label)}'>{buttons}</div>"
