"""The training task of the detector, which finds squares of dominoes in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from scorer.lab.render.pools import Pool
from scorer.lab.train.detector_images import Picture, Renders, Window, seen_again
from scorer.lab.train.detector_map import map_losses, middles_found, target_of
from scorer.lab.train.engine import Weights
from scorer.lab.train.nets import DetectorNet
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import as_inputs
from scorer.vision.common.arrays import Image


@dataclass(frozen=True)
class DetectorSettings:
    """The hyperparameters of the detector's training."""

    schedule: Schedule = field(
        default_factory=lambda: Schedule(steps=24_000, batch=12, rate=2.5e-3, weight_decay=0.01, clip=5.0)
    )
    pixels: int = 256
    """Side of the rendered pictures, a multiple of 32."""
    fresh: int = 4
    """Number of pictures rendered anew for every step; the others of its batch were shown before."""
    keep: int = 1600
    """Number of rendered pictures in the window."""
    values_weight: float = 0.5
    """Weight in the loss of a square's position and axes relative to the heat."""
    validation: int = 32
    """Number of rendered pictures to validate on, on surfaces that are not trained with."""


class DetectorTask:
    """Trains on rendered photos only. ``measuring`` are the surfaces of the validation pictures, ``textures`` all
    others.

    ``start`` are the initial weights; random ones if ``None``.
    """

    name = "detector"

    def __init__(
        self,
        pools: Sequence[Pool],
        textures: Sequence[Image],
        measuring: Sequence[Image] = (),
        settings: DetectorSettings | None = None,
        start: Weights | None = None,
    ) -> None:
        self.settings = settings = settings or DetectorSettings()
        self._start, self._seed = start, settings.schedule.seed
        self._window = Window(Renders(pools, textures, settings.pixels, (self._seed, 1)), settings.keep, settings.fresh)
        self._held = Renders(pools, measuring, settings.pixels, (self._seed, 2))

    def network(self) -> DetectorNet:
        """A detector with the initial weights, if any; ``RuntimeError`` if they belong to another network."""
        net = DetectorNet()
        if self._start:
            net.load_state_dict(dict(self._start))
        return net

    def batch(self, step: int) -> tuple[Tensor, ...]:
        """Inputs float32 (n, 3, p, p) 0…1, heat (n, h, w), values (n, 7, h, w), weight (n, h, w)."""
        rng = np.random.default_rng([self._seed, 0, step])
        renders = self._window.draw(step, self.settings.schedule.batch, rng)
        return self._as_tensors([seen_again(render, rng) for render in renders])

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        """``heat`` of the map (n, 8, h, w), and ``values`` of a square's position and axes, weighted."""
        heat, values = map_losses(outputs, *targets)
        return {"heat": heat, "values": self.settings.values_weight * values}

    def validate(self, net: nn.Module) -> dict[str, float]:
        """Loss, and the share of the squares whose centre is found, on a fixed set of pictures."""
        losses, found, squares = [], 0, 0
        for number in range(self.settings.validation):
            picture = seen_again(self._held[number], np.random.default_rng([self._seed, 3, number]))
            inputs, *targets = self._as_tensors([picture])
            seen = net(inputs)
            losses.append(sum(part.item() for part in self.losses(seen, *targets).values()))
            right, there = middles_found(seen, targets[0])
            found, squares = found + right, squares + there
        if not losses:
            return {}
        return {"loss": float(np.mean(losses)), "found": found / max(1, squares), "pictures": len(losses)}

    def _as_tensors(self, pictures: Sequence[Picture]) -> tuple[Tensor, ...]:
        targets = [target_of(p.squares, self.settings.pixels, p.hidden) for p in pictures]
        maps = [[target.heat for target in targets], [t.values for t in targets], [t.weight for t in targets]]
        return as_inputs([picture.image for picture in pictures]), *(torch.from_numpy(np.stack(some)) for some in maps)
