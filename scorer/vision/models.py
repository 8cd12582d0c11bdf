"""The trained networks of a reader, and the location of their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scorer.vision.common.nets import Net, net_from

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "models", _PACKAGE.parent / "models")  # installed; in a clone

DETECTOR, SQUARES, TOWNS = "detector.onnx", "squares.onnx", "towns.onnx"
"""The names of the files."""


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
        """The models of the package. Raises ``FileNotFoundError`` where one is missing."""
        return cls(*(net_from(model_path(name)) for name in (DETECTOR, SQUARES, TOWNS)))

    @classmethod
    def from_folder(cls, folder: Path) -> Models:
        """The models in a folder; shipped ones for those it does not contain."""
        return cls(*(net_from(model_path(name, folder)) for name in (DETECTOR, SQUARES, TOWNS)))
