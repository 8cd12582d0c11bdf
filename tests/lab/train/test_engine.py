"""The loop that trains every network: it learns, keeps the best, and goes on as if it had never stopped."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from scorer.lab.train.engine import BEST, LOG, TrainingError, fit, weights_of
from scorer.lab.train.schedule import Schedule

pytestmark = pytest.mark.torch


@dataclass(frozen=True)
class ToySettings:
    schedule: Schedule = field(
        default_factory=lambda: Schedule(steps=20, batch=8, rate=0.1, warm_up=0, log_every=5, validate_every=5)
    )


class Toy:
    """Learns whether a picture is bright."""

    name = "toy"

    def __init__(self, validation_losses: tuple[float, ...] = (), **schedule: int) -> None:
        self.settings = ToySettings(replace(ToySettings().schedule, **schedule))
        self.validation_losses = list(validation_losses)

    def network(self) -> nn.Module:
        return nn.Sequential(nn.Flatten(), nn.Linear(12, 4), nn.Dropout(0.5), nn.Linear(4, 2))

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        generator = torch.Generator().manual_seed(step)
        pictures = torch.rand(self.settings.schedule.batch, 3, 2, 2, generator=generator)
        return pictures, (pictures.mean((1, 2, 3)) > 0.5).long()

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        return {"loss": nn.functional.cross_entropy(outputs, targets[0])}

    def validate(self, net: nn.Module) -> dict[str, float]:
        assert not net.training and not torch.is_grad_enabled()
        return {"loss": self.validation_losses.pop(0)} if self.validation_losses else {}


def same(one: nn.Module, other: nn.Module) -> bool:
    return all(torch.equal(a, b) for a, b in zip(weights_of(one).values(), weights_of(other).values(), strict=True))


def lines(work: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (work / LOG).read_text(encoding="utf-8").splitlines()]


def test_training_learns_and_logs_its_progress(tmp_path: Path) -> None:
    trained = fit(Toy(steps=100), tmp_path)
    assert (trained.steps, trained.done, trained.best, trained.net.training) == (100, True, None, False)
    logged = lines(tmp_path)
    assert logged[0]["task"] == "toy" and logged[0]["settings"]
    steps = [line for line in logged if "loss" in line]
    assert [line["step"] for line in steps] == list(range(5, 101, 5))
    first, last = (float(str(line["loss"])) for line in (steps[0], steps[-1]))
    assert last < first - 0.05


def test_network_depends_only_on_the_seed(tmp_path: Path) -> None:
    one, again = (fit(Toy(), tmp_path).net for _ in range(2))
    assert same(one, again)
    assert not same(one, fit(Toy(seed=1), tmp_path).net)


def test_a_resumed_training_makes_the_network_of_one_that_never_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = fit(Toy(), tmp_path / "straight")
    clock = iter(range(10_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))  # a second every time somebody looks
    stopped = fit(Toy(), tmp_path / "parted", until=15)
    assert not stopped.done and 0 < stopped.steps < 20
    monkeypatch.undo()
    resumed = fit(Toy(), tmp_path / "parted", resume=True)
    assert resumed.done and same(resumed.net, straight.net)
    assert resumed.seconds > 10  # those before the stop count, too
    assert {"resumed": stopped.steps} in lines(tmp_path / "parted")


def test_a_training_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    done = fit(Toy(validation_losses=(3.0, 1.0, 2.0, 2.5)), tmp_path)
    again = fit(Toy(), tmp_path, resume=True)
    assert again.best == done.best and again.last == done.last and same(done.net, again.net)


def test_training_starts_anew_without_resume(tmp_path: Path) -> None:
    fit(Toy(steps=10), tmp_path)
    assert fit(Toy(steps=15), tmp_path).steps == 15
    assert not any("resumed" in line for line in lines(tmp_path))


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path) -> None:
    fit(Toy(steps=10), tmp_path)
    with pytest.raises(TrainingError, match=r"checkpoint\.pt was made with other settings"):
        fit(Toy(steps=11), tmp_path, resume=True)


def test_the_network_of_the_best_validation_is_kept(tmp_path: Path) -> None:
    trained = fit(Toy(validation_losses=(3.0, 1.0, 1.0, 2.5)), tmp_path)
    assert trained.best and trained.last
    assert (trained.best.step, trained.best.figures) == (15, {"loss": 1.0})  # of two equal ones the later
    assert (trained.last.step, trained.last.figures) == (20, {"loss": 2.5})
    kept = load_file(tmp_path / BEST)
    assert all(torch.equal(kept[name], values) for name, values in weights_of(trained.net).items())
    assert not same(trained.net, fit(Toy(), tmp_path / "last").net)


def test_a_loss_that_is_no_number_ends_the_training(tmp_path: Path) -> None:
    class Broken(Toy):
        def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
            return {"loss": super().losses(outputs, *targets)["loss"] * float("nan")}

    with pytest.raises(TrainingError, match="the loss of toy is no number at step 1; train with a lower learning rate"):
        fit(Broken(), tmp_path)
