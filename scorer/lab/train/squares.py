"""The training task of the square classifier, which recognises the face of a square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from scorer.lab.data.pictures import SQUARE_PIXELS
from scorer.lab.data.split import split
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.render.augment import SquareSettings, bend_square, occlude, relight
from scorer.lab.render.pieces.oblique_square import BLOCK, HERE, oblique_square
from scorer.lab.render.pieces.standing import stand_castle, stand_figure
from scorer.lab.render.tables import background
from scorer.lab.train.engine import Weights
from scorer.lab.train.nets import SquareNet
from scorer.lab.train.schedule import Schedule
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES


def _source_weights() -> dict[str, float]:
    return {"squares": 1.0, "table": 0.6, "aau": 1.0, "photo": 3.0, "art": 2.0, "town": 3.0, "drawn": 1.5}


@dataclass(frozen=True)
class SquaresSettings:
    """The hyperparameters of the classifier's training."""

    schedule: Schedule = field(default_factory=lambda: Schedule(steps=20_000, batch=64, rate=2e-3))
    validation: float = 0.05
    """Share of every camera's photos that is held out for validation."""
    smoothing: float = 0.02
    """Label smoothing: the probability spread over the other faces."""
    source_weights: Mapping[str, float] = field(default_factory=_source_weights)
    """Relative frequencies of the sources."""
    levelling: float = 0.6
    """How far rare faces are drawn more often: 0 not at all, 1 all faces are drawn equally often."""
    augmentation: SquareSettings = field(default_factory=SquareSettings)


class SquaresTask:
    """Trains on augmented squares, each face and source drawn as often as the settings say.

    ``tables`` are photographed surfaces, uint8 BGR of any size, used as bare table. ``start`` are the initial
    weights; random ones if ``None``.
    """

    name = "squares"

    def __init__(
        self,
        squares: Sequence[LabelledSquare],
        tables: Sequence[Image],
        settings: SquaresSettings | None = None,
        start: Weights | None = None,
    ) -> None:
        self.settings = settings or SquaresSettings()
        self.squares, self.held = split(squares, self.settings.validation)
        self.tables, self._start = tables, start
        self._shares = _shares(self.squares, self.settings)

    def network(self) -> SquareNet:
        """A classifier with the initial weights, if any; ``RuntimeError`` if they belong to another network."""
        net = SquareNet()
        if self._start:
            net.load_state_dict(dict(self._start))
        return net

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """Inputs float32 (n, 3, 64, 64) 0…1 and faces int64 (n,)."""
        rng = np.random.default_rng([self.settings.schedule.seed, step])
        chosen = rng.choice(len(self.squares), self.settings.schedule.batch, p=self._shares)
        pictures = [self._seen(self.squares[index], rng) for index in chosen]
        return as_inputs(pictures), torch.tensor([self.squares[index].face for index in chosen])

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        """The smoothed cross-entropy of logits (n, classes) and faces int64 (n,), as ``loss``."""
        return {"loss": nn.functional.cross_entropy(outputs, targets[0], label_smoothing=self.settings.smoothing)}

    def validate(self, net: nn.Module) -> dict[str, float]:
        """Loss, and the accuracy on the held-out squares without augmentation."""
        faces = torch.tensor([square.face for square in self.held])
        return classified(net, [square.image for square in self.held], faces)

    def _seen(self, square: LabelledSquare, rng: np.random.Generator) -> Image:
        """An augmented square: parts of its neighbours around it, an object on it, another light."""
        settings, face = self.settings.augmentation, FACES[square.face]
        image = square.image
        if face is Place.EMPTY and rng.random() < settings.drawn_table:
            image = background(self.tables, SQUARE_PIXELS, SQUARE_PIXELS, SQUARE_PIXELS * rng.uniform(0.3, 2), rng)
        if rng.random() < (settings.castle_oblique if face is Place.CASTLE else settings.oblique):
            return relight(self._obliquely(image, face, rng), rng)
        around = [self.squares[i].image for i in rng.integers(len(self.squares), size=4)]
        bent = bend_square(image, around, SQUARE_PIXELS, rng, settings)
        return relight(_stand_something(bent, face, rng, settings), rng)

    def _obliquely(self, image: Image, face: Cell, rng: np.random.Generator) -> Image:
        """A square in an oblique view: a castle's with a solid castle, others often with one on an adjacent square."""
        block = [self.squares[i].image for i in rng.integers(len(self.squares), size=BLOCK * BLOCK)]
        block[len(block) // 2] = image
        stands = rng.random() < self.settings.augmentation.solid_castle
        beside = HERE
        while face is not Place.CASTLE and beside == HERE:
            beside = int(rng.integers(-1, 2)), int(rng.integers(-1, 2))
        return oblique_square(block, beside if stands else None, SQUARE_PIXELS, rng)


def as_inputs(pictures: Sequence[Image]) -> Tensor:
    """Pictures, uint8 BGR (h, w, 3) of one size, as inputs of a network: float32 (n, 3, h, w), 0…1."""
    return (torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255.0).contiguous()


def classified(net: nn.Module, pictures: Sequence[Image], classes: Tensor) -> dict[str, float]:
    """Loss and accuracy of a classifier on pictures of these classes, int64 (n,); empty without pictures."""
    if not pictures:
        return {}
    logits = torch.cat([net(as_inputs(pictures[i : i + 256])) for i in range(0, len(pictures), 256)])
    right = (logits.argmax(1) == classes).float().mean()
    return {
        "loss": nn.functional.cross_entropy(logits, classes).item(),
        "accuracy": right.item(),
        "pictures": len(pictures),
    }


def _shares(
    squares: Sequence[LabelledSquare], settings: SquaresSettings
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The probability of each square to be drawn; the sum is 1."""
    faces = np.array([square.face for square in squares])
    shares = np.array([settings.source_weights[square.source] for square in squares])
    for face in range(len(FACES)):
        of_face = faces == face
        if of_face.any():
            shares[of_face] *= shares[of_face].sum() ** -settings.levelling
    return shares / shares.sum()


def _stand_something(picture: Image, face: Cell, rng: np.random.Generator, settings: SquareSettings) -> Image:
    """A castle standing on its square or leaning in from the next one, a figure, or another object at the edge."""
    side = SQUARE_PIXELS
    quad = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)]) * side
    if face is Place.CASTLE:
        if rng.random() < settings.castle_stands:
            return stand_castle(picture, quad, away * rng.uniform(0, 0.8), rng)
        return picture
    if rng.random() < settings.castle_leans_in:
        return stand_castle(picture, (quad - away).astype(np.float32), away * rng.uniform(0.1, 0.55), rng)
    if rng.random() < settings.figure and face is not Place.EMPTY:
        return stand_figure(picture, quad, rng)
    return occlude(picture, rng) if rng.random() < settings.occluded else picture
