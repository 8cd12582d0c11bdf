"""Finds which views in several photos show the same kingdom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.model.messages import Message
from scorer.vision.fusion.alignment import Alignment, align
from scorer.vision.fusion.view import View
from scorer.vision.photo.errors import PhotoError
from scorer.vision.settings import FusionSettings


@dataclass(frozen=True, eq=False)
class ViewGroup:
    """All views of one kingdom: the ``first`` one, and the others with how they lie on its grid."""

    first: View
    others: tuple[tuple[View, Alignment], ...]


def group_views(views: Sequence[Sequence[View]], names: Sequence[str], settings: FusionSettings) -> list[ViewGroup]:
    """A group for each kingdom of the first photo. ``views`` are those of each photo, ``names`` the photos' names.

    Raises ``PhotoError`` (code ``other_kingdom``) for a photo that shows none of the first photo's kingdoms, or one
    that the first photo does not show, and (code ``no_kingdom``) for a photo without a kingdom, or too dark for one.
    """
    firsts = views[0]
    if not firsts:
        raise _no_kingdom(names[0])
    found: list[list[tuple[View, Alignment]]] = [[] for _ in firsts]
    for index, photo_views in enumerate(views[1:], start=1):
        if not photo_views:
            raise _no_kingdom(names[index])
        for view, first, alignment in _matched(photo_views, firsts, settings):
            found[first].append((view, alignment))
        matched = [view for group in found for view, _ in group if view.photo == index]
        extra = [view for view in photo_views if view.reading is not None and not any(view is one for one in matched)]
        if not matched and not extra:
            raise _too_dark(names[index]) if _is_too_dark(photo_views) else _no_kingdom(names[index])
        if extra:
            if not matched and _is_too_dark(firsts):
                raise _too_dark(names[0])
            values = {"name": names[index], "first": names[0]}
            message = Message("{name} does not show the same kingdom as {first}; read it by itself", values)
            raise PhotoError(message, "other_kingdom")
    groups = [ViewGroup(first, tuple(others)) for first, others in zip(firsts, found, strict=True)]
    return [group for group in groups if group.others or group.first.reading is not None]


def _matched(
    views: Sequence[View], firsts: Sequence[View], settings: FusionSettings
) -> list[tuple[View, int, Alignment]]:
    """Pairs of a photo's views with the first photo's, each at most once, the most certain pair first."""
    pairs = [
        (alignment.score, at, first, alignment)
        for at, view in enumerate(views)
        for first, other in enumerate(firsts)
        if is_same(alignment := align(view, other, settings), settings)
    ]
    matched: list[tuple[View, int, Alignment]] = []
    for _, at, first, alignment in sorted(pairs, key=lambda pair: -pair[0]):
        if all(views[at] is not view and first != other for view, other, _ in matched):
            matched.append((views[at], first, alignment))
    return matched


def is_same(alignment: Alignment, settings: FusionSettings) -> bool:
    """Whether two views with this best alignment show the same kingdom."""
    return (
        alignment.score >= settings.min_score
        and alignment.margin >= settings.min_margin
        and alignment.conflicts <= settings.max_conflicts
        and alignment.disagreement <= settings.max_disagreement
    )


def _no_kingdom(name: str) -> PhotoError:
    return PhotoError(Message("no kingdom was found in {name}; remove this photo", {"name": name}), "no_kingdom")


def _is_too_dark(views: Sequence[View]) -> bool:
    """Whether nothing in a photo is bright enough to be read, so that hardly anything can be compared."""
    return all(view.faint and view.reading is None for view in views)


def _too_dark(name: str) -> PhotoError:
    message = Message("{name} is too dark; take it again in more light", {"name": name})
    return PhotoError(message, "no_kingdom")
