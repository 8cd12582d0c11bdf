"""Trains the map of squares that the detector finds squares in a photo with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scorer.datasets.pictures import Image
from scorer.synthesis.augment import relight
from scorer.synthesis.pools import Pool
from scorer.synthesis.render import Render
from scorer.synthesis.scene import Points
from scorer.synthesis.scenes import training_render
from scorer.training.nets import DetectorNet

STRIDE = 4
"""Pixels of the picture to a cell of the map."""


@dataclass(frozen=True)
class Target:
    """What the map of one picture should be: ``heat`` (h, w), ``values`` (7, h, w) where ``weight`` (h, w) > 0."""

    heat: NDArray[np.float32]
    values: NDArray[np.float32]
    weight: NDArray[np.float32]


def target_of(quads: Sequence[Points], pixels: int) -> Target:
    """The map for squares with corners (4, 2) in pixels, in a picture ``pixels`` square."""
    side = pixels // STRIDE
    heat = np.zeros((side, side), np.float32)
    values = np.zeros((7, side, side), np.float32)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    for quad in quads:
        q = (quad.astype(np.float64) - (STRIDE - 1) / 2) / STRIDE
        x, y = q.mean(axis=0)
        if not (-0.5 <= x <= side - 0.5 and -0.5 <= y <= side - 0.5):
            continue
        u, v = (q[1] + q[2] - q[0] - q[3]) / 4, (q[2] + q[3] - q[0] - q[1]) / 4
        half = np.sqrt(abs(u[0] * v[1] - u[1] * v[0])) + 1e-6
        u2, v2 = complex(*u) ** 2 / half**2, complex(*v) ** 2 / half**2
        warm = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (0.25 * half) ** 2)).astype(np.float32)
        warm[min(side - 1, max(0, round(y))), min(side - 1, max(0, round(x)))] = 1.0
        nearer = warm > heat
        heat[nearer] = warm[nearer]
        total, product = u2 + v2, u2 * v2
        constants = [np.log(half), total.real, total.imag, product.real, product.imag]
        values[:2, nearer] = np.stack([x - columns[nearer], y - rows[nearer]])
        values[2:, nearer] = np.array(constants, np.float32)[:, None]
    return Target(heat, values, np.where(heat > 0.3, heat, 0).astype(np.float32))


def map_loss(seen: Tensor, heat: Tensor, values: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """The focal loss of CenterNet for the heat, and the mean absolute error of the values where squares are."""
    logit = seen[:, 0]
    chance = torch.sigmoid(logit)
    is_middle = (heat > 0.999).float()
    hit = -((1 - chance) ** 2) * nn.functional.logsigmoid(logit) * is_middle
    miss = -((1 - heat) ** 4) * chance**2 * nn.functional.logsigmoid(-logit) * (1 - is_middle)
    focal = (hit + miss).sum() / is_middle.sum().clamp(min=8)
    error = (seen[:, 1:] - values).abs().sum(1) * weight
    return focal, error.sum() / weight.sum().clamp(min=8)


class Replay:
    """Rendered pictures that are shown several times, each time turned and lit in another way."""

    def __init__(
        self, pools: Sequence[Pool], textures: Sequence[Image], pixels: int, seed: int, keep: int = 1600
    ) -> None:
        self.pools, self.textures, self.pixels, self.keep = pools, textures, pixels, keep
        self.rng = np.random.default_rng(seed)
        self.renders: list[Render] = []

    def _renew(self, count: int) -> None:
        for _ in range(count):
            fresh = training_render(self.pools, self.textures, self.pixels, self.rng)
            if len(self.renders) < self.keep:
                self.renders.append(fresh)
            else:
                self.renders[self.rng.integers(self.keep)] = fresh

    def batch(self, size: int, fresh: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Pictures float32 (n, 3, p, p), heat (n, h, w), values (n, 7, h, w), weight (n, h, w)."""
        self._renew(fresh if len(self.renders) >= size else 2 * size)
        pictures, targets = [], []
        for index in self.rng.integers(len(self.renders), size=size):
            image, quads = self._turned(self.renders[index])
            lit = relight(image, self.rng, float(self.rng.uniform(0.2, 1.1)))
            framed, inside = self._framed(lit, quads)
            pictures.append(framed)
            targets.append(target_of(inside, self.pixels))
        inputs = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255.0
        heat, values, weight = (
            torch.from_numpy(np.stack([getattr(t, name) for t in targets])) for name in ("heat", "values", "weight")
        )
        return inputs.contiguous(), heat, values, weight

    def _framed(self, image: Image, quads: list[Points]) -> tuple[Image, list[Points]]:
        """Sometimes the picture ends here, now and then just where the squares do, and grey lies around it."""
        kind = self.rng.random()
        low, high = np.zeros(2), np.full(2, float(self.pixels))
        if kind < 0.1 and quads:  # cropped to the board's edge
            points = np.concatenate(quads)
            low, high = points.min(axis=0) + self.rng.normal(0, 1.5, 2), points.max(axis=0) + self.rng.normal(0, 1.5, 2)
        elif kind < 0.35:
            cut = self.rng.uniform(0, 0.35, (2, 2)) * self.pixels * (self.rng.random((2, 2)) < 0.4)
            low, high = low + cut[0], high - cut[1]
        (x0, y0), (x1, y1) = (np.clip(np.round(end), 0, self.pixels).astype(int) for end in (low, high))
        framed = np.full_like(image, 128)
        framed[y0:y1, x0:x1] = image[y0:y1, x0:x1]
        middles = [(quad, quad.mean(axis=0)) for quad in quads]
        return framed, [quad for quad, (x, y) in middles if x0 <= x < x1 and y0 <= y < y1]

    def _turned(self, shot: Render) -> tuple[Image, list[Points]]:
        quads = [quad for kingdom in shot.kingdoms for quad in kingdom.quads.values()] + list(shot.loose)
        turns = int(self.rng.integers(4))
        image = np.ascontiguousarray(np.rot90(shot.image, turns))
        for _ in range(turns):  # numpy turns counter-clockwise: (x, y) goes to (y, n − 1 − x)
            quads = [np.stack([q[:, 1], self.pixels - 1 - q[:, 0]], 1) for q in quads]
        return image, quads


def train(
    pools: Sequence[Pool],
    textures: Sequence[Image],
    steps: int,
    start: DetectorNet | None = None,
    seed: int = 0,
    pixels: int = 256,
    size: int = 12,
) -> DetectorNet:
    """Train for some steps (about 160 a minute), from ``start`` if given; the learning rate falls to nothing."""
    torch.manual_seed(seed)
    replay = Replay(pools, textures, pixels, seed)
    net = (start or DetectorNet()).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.01)
    means = np.zeros(2)
    net.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 2.5e-3 * min(1.0, step / 100 + 0.01) * 0.5 * (1 + np.cos(np.pi * step / steps))
        inputs, heat, values, weight = replay.batch(size, fresh=4)
        with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that know the type
            seen = net(inputs.to(memory_format=torch.channels_last))
        focal, error = map_loss(seen.float(), heat, values, weight)
        optimizer.zero_grad()
        (focal + 0.5 * error).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        means += (np.array([focal.item(), error.item()]) - means) * max(0.02, 1 / (step + 1))
        if (step + 1) % 100 == 0:
            print(f"step {step + 1} of {steps}, heat {means[0]:.3f}, values {means[1]:.3f}", flush=True)
    return net.eval()
