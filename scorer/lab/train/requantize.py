"""Quantizes the networks again, from the weights (safetensors) next to them.

python -m scorer.lab.train.requantize DATA [--out models]

``scorer train`` ends with the same step. Use this after a change of the parameters or of the tool. The run files
record the parameters.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import tomli_w
from safetensors.torch import load_file

from scorer.lab.data.training import training_squares
from scorer.lab.train.nets import export
from scorer.lab.train.quantization import quantize
from scorer.lab.train.run_file import file_hashes
from scorer.lab.train.tasks import NAMES, task_of
from scorer.vision.models import models_folder


def main(arguments: Sequence[str]) -> int:
    """Rewrite the networks and their run files."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.train.requantize", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=models_folder(), help="the folder of the models")
    chosen = parser.parse_args(arguments)
    squares = training_squares(chosen.data)
    for name in NAMES:
        weights, run_file = (chosen.out / f"{name}{ending}" for ending in (".safetensors", ".run.toml"))
        run = tomllib.loads(run_file.read_text(encoding="utf-8"))
        task = task_of(name, chosen.data, squares, load_file(weights), seed=run["quantization"]["seed"])
        files = export(task.network(), chosen.out / f"{name}.onnx")
        how = quantize(files[0], task)
        run |= {"quantization": asdict(how), "files": file_hashes(files)}
        run_file.write_text(tomli_w.dumps(run), encoding="utf-8")
        print(f"{files[0]}: {files[0].stat().st_size} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
