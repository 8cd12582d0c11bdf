"""The training task of the towns' classifier (whether a building lies on a town), which starts from the square
classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from scorer.lab.data.pictures import SQUARE_PIXELS
from scorer.lab.data.split import split
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.render.augment import SquareSettings, bend_square, occlude, relight
from scorer.lab.train.engine import Weights
from scorer.lab.train.nets import SquareNet
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import as_inputs, classified
from scorer.rules.model.terrain import Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX


@dataclass(frozen=True)
class TownsSettings:
    """The hyperparameters of the towns' training."""

    schedule: Schedule = field(
        default_factory=lambda: Schedule(steps=300, batch=32, rate=1e-3, warm_up=0, validate_every=50)
    )
    validation: float = 0.05
    """Share of every camera's photos that is held out for validation; at least one photo of towns."""
    smoothing: float = 0.02
    real: float = 0.6
    """Share of real towns in a batch; the others are drawn."""
    augmentation: SquareSettings = field(default_factory=SquareSettings)


class TownsTask:
    """Trains two logits, bare and built, on real and drawn towns; half of each batch is built.

    ``squares`` hold towns, and possible neighbours. ``start`` are the weights of a square classifier, or of a towns'
    classifier for further training.
    """

    name = "towns"

    def __init__(
        self, squares: Sequence[LabelledSquare], start: Weights, settings: TownsSettings | None = None
    ) -> None:
        self.settings = settings or TownsSettings()
        self.squares, held = split(squares, self.settings.validation)
        self.held, self._start = towns(held), start
        self._pools = {
            (built, real): [s.image for s in towns(self.squares) if s.built == built and (s.source != "drawn") == real]
            for built in (False, True)
            for real in (False, True)
        }

    def network(self) -> SquareNet:
        """A towns' classifier with the initial weights; those of a square classifier are used except for the head."""
        net = SquareNet(classes=2)
        same_head = self._start["head.weight"].shape == net.head.weight.shape
        fitting = {name: values for name, values in self._start.items() if same_head or not name.startswith("head.")}
        net.load_state_dict(fitting, strict=same_head)
        return net

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """Inputs float32 (n, 3, 64, 64) 0…1 and classes int64 (n,): 0 bare, 1 built."""
        rng = np.random.default_rng([self.settings.schedule.seed, step])
        built = rng.integers(0, 2, self.settings.schedule.batch)
        return as_inputs([self._seen(bool(one), rng) for one in built]), torch.from_numpy(built)

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        """The smoothed cross-entropy of logits (n, 2) and classes int64 (n,), as ``loss``."""
        return {"loss": nn.functional.cross_entropy(outputs, targets[0], label_smoothing=self.settings.smoothing)}

    def validate(self, net: nn.Module) -> dict[str, float]:
        """Loss, and the accuracy on the held-out towns, in each of their four quarter turns."""
        turned = [np.ascontiguousarray(np.rot90(town.image, turns)) for turns in range(4) for town in self.held]
        return classified(net, turned, torch.tensor([int(town.built) for town in self.held] * 4))

    def _seen(self, built: bool, rng: np.random.Generator) -> Image:
        settings = self.settings.augmentation
        real = self._pools[built, True]
        pool = real if real and rng.random() < self.settings.real else self._pools[built, False]
        around = [self.squares[i].image for i in rng.integers(len(self.squares), size=4)]
        picture = bend_square(pool[rng.integers(len(pool))], around, SQUARE_PIXELS, rng, settings)
        return relight(occlude(picture, rng) if rng.random() < settings.occluded else picture, rng)


def towns(squares: Sequence[LabelledSquare]) -> list[LabelledSquare]:
    """The towns among some squares, bare and built."""
    return [square for square in squares if square.face == FACE_INDEX[Square(Terrain.TOWN)]]
