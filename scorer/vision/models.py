"""The trained networks of a reader, and the location of their files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from scorer.vision.common.nets import Net, net_from

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "models", _PACKAGE.parent / "models")  # installed; in a clone

FILES = DETECTOR, SQUARES, TOWNS = "detector.onnx", "squares.onnx", "towns.onnx"
"""The names of the files, in the order of the fields of ``Models``."""


def models_folder() -> Path:
    """The folder that trained models are written to: that of a clone, or of the installed package.

    >>> models_folder().name
    'models'
    """
    return next((folder for folder in reversed(_FOLDERS) if folder.is_dir()), _FOLDERS[0])


def model_path(name: str, *first: Path) -> Path:
    """The file of a model: in one of the ``first`` folders, in the installed package, or in a clone.

    >>> model_path("crystal_ball.onnx")
    Traceback (most recent call last):
    FileNotFoundError: the model crystal_ball.onnx is missing; install kingdom-scorer again
    """
    for folder in (*first, *_FOLDERS):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"the model {name} is missing; install kingdom-scorer again")


class ModelError(OSError):
    """A model file that is not the one that was shipped."""


def verified(model: Path) -> Path:
    """The file of a model, if it has the SHA-256 in the run file beside it. Raises ``ModelError`` otherwise."""
    try:
        expected = tomllib.loads(model.with_suffix(".run.toml").read_text("utf-8"))["files"][model.name]
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"nothing says which file the model {model.name} is; install kingdom-scorer again") from error
    if sha256(model.read_bytes()).hexdigest() != expected:
        raise ModelError(f"the model {model.name} is damaged; install kingdom-scorer again")
    return model


@dataclass(frozen=True)
class Models:
    """The networks of one reader; each is loaded on first use.

    ``detector`` takes one picture whose sides are multiples of 32 and returns a map (1, 8, rows / 4, columns / 4), see
    ``detect/network.py``. ``squares`` and ``towns`` take rectified squares of 64 × 64 pixels and return logits: of the
    faces in the order of ``FACES``, and of a bare and a built town.
    """

    detector: Net
    squares: Net
    towns: Net

    @classmethod
    def shipped(cls) -> Models:
        """The models of the package. Raises ``FileNotFoundError`` or ``ModelError`` (missing or damaged)."""
        return cls(*(net_from(verified(model_path(name))) for name in FILES))

    @classmethod
    def from_folder(cls, folder: Path) -> Models:
        """The models in a folder; shipped ones for those it does not contain."""
        return cls(*(net_from(model_path(name, folder)) for name in FILES))
