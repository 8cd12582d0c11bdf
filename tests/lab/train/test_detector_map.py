"""What the detector's network is asked for is what the reader takes from its map."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch

from scorer.lab.train.detector_map import map_losses, middles_found, target_of

pytestmark = pytest.mark.torch

QUADS = [
    np.array([[20, 20], [50, 24], [46, 54], [16, 50]], np.float32),
    np.array([[80, 60], [104, 60], [104, 84], [80, 84]], np.float32),
]


def tensors(*quads: np.ndarray) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    target = target_of(quads, 128)
    return tuple(torch.from_numpy(part[None]) for part in (target.heat, target.values, target.weight))


def ideal(heat: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """The map that gives exactly what was asked for."""
    logits = torch.where(heat > 0.999, 12.0, -12.0)
    return torch.cat([logits[:, None], values], 1)


def test_a_squares_middle_axes_and_size_can_be_read_back() -> None:
    heat, values, _ = (part[0].numpy() for part in tensors(*QUADS))
    for quad in QUADS:
        x, y = (quad.mean(axis=0) - 1.5) / 4
        row, column = round(float(y)), round(float(x))
        assert heat[row, column] == 1
        dx, dy, size, *axes = values[:, row, column]
        assert (column + dx, row + dy) == pytest.approx((x, y), abs=1e-4)
        half = np.exp(size)
        roots = np.roots([1, -complex(*axes[:2]), complex(*axes[2:])])  # u² and v² over the square of half the side
        edges = [abs(complex(*(quad[k + 1] - quad[k]))) / 8 for k in (0, 1)]
        assert sorted(abs(root) ** 0.5 * half for root in roots) == pytest.approx(sorted(edges), rel=1e-3)


def test_square_with_its_centre_outside_is_ignored() -> None:
    assert not target_of([QUADS[0] - 60], 128).heat.any()


def test_the_ideal_map_loses_next_to_nothing_and_finds_every_middle() -> None:
    heat, values, weight = tensors(*QUADS)
    perfect = ideal(heat, values)
    focal, error = map_losses(perfect, heat, values, weight)
    assert focal.item() < 0.01 and error.item() == 0
    assert middles_found(perfect, heat) == (2, 2)


def test_hidden_squares_have_no_loss() -> None:
    shown, hidden = QUADS
    target = target_of([shown], 128, [hidden])
    parts = tuple(torch.from_numpy(part[None]) for part in (target.heat, target.values, target.weight))
    both, one = tensors(*QUADS), tensors(shown)
    for heat, values, _ in (both, one):
        focal, error = map_losses(ideal(heat, values), *parts)
        assert focal.item() < 0.01 and error.item() == 0
    assert middles_found(ideal(both[0], both[1]), parts[0]) == (1, 1)


def test_missed_and_false_squares_have_a_loss() -> None:
    both, one = tensors(*QUADS), tensors(QUADS[0])
    missed = map_losses(ideal(one[0], both[1]), *both)[0].item()
    too_many = map_losses(ideal(both[0], one[1]), *one)[0].item()
    assert missed > 1 and too_many > 1
    assert middles_found(ideal(one[0], both[1]), both[0]) == (1, 2)
