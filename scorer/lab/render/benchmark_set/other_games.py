"""Pictures of other games that resemble a kingdom: cards in a grid, a children's board of bright fields."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scorer.lab.render.probability import happens
from scorer.lab.render.scene import Rng
from scorer.vision.common.arrays import Image

_PAPER = np.array([170.0, 200.0, 228.0])
_AGENTS = ((70, 70, 190), (190, 110, 60), (130, 190, 205), (40, 40, 40))
_BRIGHT = (
    (60, 190, 70),
    (200, 120, 40),
    (50, 210, 235),
    (60, 70, 220),
    (180, 80, 160),
    (230, 230, 230),
    (90, 90, 90),
)
_LETTERS = list("AEIORSTLNMKDBP")


@dataclass(frozen=True)
class Flat:
    """A flat object on a table, seen from above: ``image`` uint8 BGR (h, w, 3), ``cover`` uint8 (h, w), 0 where the
    table shows."""

    image: Image
    cover: Image


def word_cards(rng: Rng) -> Flat:
    """Cards in a grid with a word on each: pale, wider than high, with gaps between them; some are missing."""
    count, high = int(rng.integers(4, 6)), int(rng.uniform(60, 110))
    wide, gap = int(high * rng.uniform(1.2, 1.6)), int(high * rng.uniform(0.04, 0.25))
    flat = Flat(
        np.zeros((count * (high + gap), count * (wide + gap), 3), np.uint8),
        np.zeros((count * (high + gap), count * (wide + gap)), np.uint8),
    )
    for row, column in np.ndindex(count, count):
        top, left = row * (high + gap), column * (wide + gap)
        card = slice(top, top + high), slice(left, left + wide)
        flat.image[card] = _card(high, wide, rng)
        flat.cover[card] = 255
    return flat


def _card(high: int, wide: int, rng: Rng) -> Image:
    found = happens(rng, 0.3)
    tone = _AGENTS[int(rng.integers(len(_AGENTS)))] if found else _PAPER * rng.uniform(0.85, 1.1)
    card = np.full((high, wide, 3), np.clip(tone, 0, 255), np.uint8)
    word = "".join(rng.choice(_LETTERS, int(rng.integers(4, 9))))
    at = int(wide * 0.1), int(high * 0.75)
    cv2.putText(card, word, at, cv2.FONT_HERSHEY_DUPLEX, wide / 170, (30, 30, 30), 1, cv2.LINE_AA)
    return card


def childs_board(rng: Rng) -> Flat:
    """A grid of bright fields, edge to edge: plain, dotted, or with a disc, a house or a number on it."""
    rows, columns, side = int(rng.integers(4, 9)), int(rng.integers(4, 9)), int(rng.uniform(60, 100))
    image = np.concatenate(
        [np.concatenate([field_of_other_game(side, rng) for _ in range(columns)], axis=1) for _ in range(rows)], axis=0
    )
    return Flat(np.asarray(image, np.uint8), np.full(image.shape[:2], 255, np.uint8))


def field_of_other_game(side: int, rng: Rng) -> Image:
    """A bright field of a children's board game, uint8 BGR (side, side, 3)."""
    ground, ink = (_BRIGHT[int(number)] for number in rng.integers(len(_BRIGHT), size=2))
    field = np.full((side, side, 3), ground, np.uint8)
    middle, large = side // 2, int(side * rng.uniform(0.15, 0.35))
    match str(rng.choice(["plain", "dots", "disc", "house", "number"])):
        case "dots":
            for x, y in rng.integers(0, side, (7, 2)):
                cv2.circle(field, (int(x), int(y)), side // 14, ink, -1, cv2.LINE_AA)
        case "disc":
            cv2.circle(field, (middle, middle), large, ink, -1, cv2.LINE_AA)
        case "house":
            roof = np.array([[middle - large, middle], [middle, middle - large], [middle + large, middle]])
            cv2.fillPoly(field, [roof], ink, cv2.LINE_AA)
            cv2.rectangle(field, (middle - large // 2, middle), (middle + large // 2, middle + large), ink, -1)
        case "number":
            number, at = str(rng.integers(1, 10)), (side // 4, 3 * side // 4)
            cv2.putText(field, number, at, cv2.FONT_HERSHEY_DUPLEX, side / 34, ink, 2, cv2.LINE_AA)
    cv2.rectangle(field, (0, 0), (side - 1, side - 1), (245, 245, 245), 2)
    return field


def laid_on(table: Image, flat: Flat, rng: Rng) -> Image:
    """The picture of a table, uint8 BGR, with a flat object on it, rotated and slightly tilted."""
    height, width = flat.cover.shape
    room = np.array(table.shape[1::-1])
    half, turn = float(rng.uniform(0.2, 0.34) * room[0]), float(rng.uniform(0, 2 * np.pi))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]])
    seen = (corners / np.hypot(width, height) * half + rng.normal(0, 0.04 * half, (4, 2))) @ turned.T + room / 2
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(edges, seen.astype(np.float32))
    size = int(room[0]), int(room[1])
    weight = cv2.warpPerspective(flat.cover, homography, size)[..., None] / np.float32(255)
    laid = cv2.warpPerspective(flat.image, homography, size, flags=cv2.INTER_AREA)
    return np.asarray(laid * weight + table * (1 - weight), np.uint8)
