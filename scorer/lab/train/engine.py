"""The training loop of all networks: optimiser, schedule, log, validation, checkpoints, resuming.

A task defines the network, the batches, the loss and the validation. All random draws of a step depend only on the
seed and the number of the step, so that a resumed training gives the same network.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from scorer.lab.train.schedule import Schedule

CHECKPOINT, BEST, LOG = "checkpoint.pt", "best.safetensors", "log.jsonl"
"""Files in the folder of a task."""

_HAS_BFLOAT16: bool = torch.cpu._is_avx512_bf16_supported()
"""Whether the processor computes with bfloat16, in half the time of floats; others take ten times as long."""

Weights = Mapping[str, Tensor]


class TrainingError(RuntimeError):
    """Training cannot start or continue; one line gives the reason and the next step."""


class Settings(Protocol):
    """The settings of a task; a frozen dataclass."""

    @property
    def schedule(self) -> Schedule:
        """The length of the training and its learning rates."""


class Task(Protocol):
    """One network to train."""

    @property
    def name(self) -> str:
        """The base name of its files."""

    @property
    def settings(self) -> Settings:
        """The hyperparameters, which are written into the run file."""

    def network(self) -> nn.Module:
        """The initial network."""

    def batch(self, step: int) -> tuple[Tensor, ...]:
        """The inputs of a step, counted from 0, float32 (n, 3, h, w) 0…1, and the targets of the loss."""

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        """The terms of the loss, already weighted, to be added up."""

    def validate(self, net: nn.Module) -> dict[str, float]:
        """Metrics on held-out pictures, ``loss`` among them; empty if nothing was held out."""


@dataclass(frozen=True)
class Validation:
    """The metrics of a network on held-out pictures, and the number of steps before."""

    step: int
    figures: Mapping[str, float]


@dataclass(frozen=True)
class Trained:
    """The result of a training: the network with the best validation once ``done``, otherwise the last one.

    ``steps`` and ``seconds`` include those before it was resumed.
    """

    net: nn.Module
    steps: int
    done: bool
    seconds: float
    best: Validation | None = None
    last: Validation | None = None


def fit(task: Task, work: Path, *, resume: bool = False, until: float = math.inf) -> Trained:
    """Train to the end of the schedule, or until ``time.monotonic()`` reaches ``until``.

    ``work`` is the task's own folder for checkpoints and log. An earlier training there is replaced, or continued
    with ``resume``. Raises ``TrainingError`` if it had other settings, or if the loss is not finite.
    """
    training = _Training(task, work)
    if resume and (work / CHECKPOINT).is_file():
        training.load()
    else:
        training.start()
    schedule = task.settings.schedule
    while training.step < schedule.steps and time.monotonic() < until:
        training.one_step()
        done = training.step == schedule.steps
        if done or training.step % schedule.validate_every == 0:
            training.validate()
        if done or training.step % schedule.save_every == 0:
            training.save()
    return training.result()


class _Training:
    """The state of a training."""

    def __init__(self, task: Task, work: Path) -> None:
        self.task, self.work, self.schedule = task, work, task.settings.schedule
        work.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(self.schedule.seed)
        self.net = task.network().to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=self.schedule.rate, weight_decay=self.schedule.weight_decay
        )
        self.step = 0
        self.best: Validation | None = None
        self.last: Validation | None = None
        self.before = 0.0
        self.began = time.monotonic()
        self.means: dict[str, float] = {}

    def start(self) -> None:
        for name in (CHECKPOINT, BEST, LOG):
            (self.work / name).unlink(missing_ok=True)
        self.log(task=self.task.name, settings=asdict(self.task.settings))  # type: ignore[call-overload]

    def one_step(self) -> None:
        """One step of the optimiser, and a line in the log at times."""
        torch.manual_seed(self.schedule.seed + self.step)  # for dropout
        rate = self.schedule.rate_at(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        inputs, *targets = self.task.batch(self.step)
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=_HAS_BFLOAT16):
            outputs = self.net(inputs.to(memory_format=torch.channels_last))
        parts = self.task.losses(outputs.float(), *targets)
        loss = torch.stack(list(parts.values())).sum()
        if not torch.isfinite(loss):
            raise TrainingError(
                f"the loss of {self.task.name} is no number at step {self.step + 1}; train with a lower learning rate"
            )
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), self.schedule.clip)
        self.optimizer.step()
        self.step += 1
        self.note({name: part.item() for name, part in parts.items()}, rate)

    def note(self, parts: Mapping[str, float], rate: float) -> None:
        for name, value in parts.items():
            mean = self.means.get(name, value)
            self.means[name] = mean + (value - mean) * max(0.02, 1 / self.step)
        if self.step % self.schedule.log_every == 0 or self.step == self.schedule.steps:
            shown = {name: round(value, 4) for name, value in self.means.items()}
            self.log(step=self.step, rate=rate, seconds=round(self.seconds, 1), **shown)
            print(f"{self.task.name}: step {self.step} of {self.schedule.steps}, {_listed(shown)}", flush=True)

    def validate(self) -> None:
        """Validate, and store the network if its loss is the lowest so far or equal to it."""
        self.net.eval()
        with torch.no_grad():
            figures = self.task.validate(self.net)
        if not figures:
            return
        self.last = Validation(self.step, figures)
        self.log(step=self.step, validation=figures)
        print(f"{self.task.name}: validation at step {self.step}, {_listed(figures)}", flush=True)
        if self.best is None or figures["loss"] <= self.best.figures["loss"]:
            self.best = self.last
            save_file(weights_of(self.net), self.work / BEST)

    def save(self) -> None:
        state = {
            "settings": self._settings(),
            "step": self.step,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "means": self.means,
            "best": self.best and asdict(self.best),
            "last": self.last and asdict(self.last),
        }
        whole = self.work / f"{CHECKPOINT}.part"
        torch.save(state, whole)
        whole.replace(self.work / CHECKPOINT)  # replaced atomically, so that a checkpoint is never incomplete

    def load(self) -> None:
        state: dict[str, Any] = torch.load(self.work / CHECKPOINT, weights_only=True)
        if state["settings"] != self._settings():
            raise TrainingError(
                f"{self.work / CHECKPOINT} was made with other settings; give the same ones, or leave --resume away"
            )
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.before, self.means = state["step"], state["seconds"], state["means"]
        self.best, self.last = (state[name] and Validation(**state[name]) for name in ("best", "last"))
        self.log(resumed=self.step)

    def result(self) -> Trained:
        done = self.step == self.schedule.steps
        if done and self.best:
            self.net.load_state_dict(load_file(self.work / BEST))
        elif not done:
            self.save()
        return Trained(self.net.eval(), self.step, done, self.seconds, self.best, self.last)

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.began

    def log(self, **line: object) -> None:
        with (self.work / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _settings(self) -> str:
        return json.dumps(asdict(self.task.settings), sort_keys=True)  # type: ignore[call-overload]


def weights_of(net: nn.Module) -> dict[str, Tensor]:
    """All weights of a network as separate tensors, as safetensors requires."""
    return {name: tensor.detach().clone().contiguous() for name, tensor in net.state_dict().items()}


def _listed(figures: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
