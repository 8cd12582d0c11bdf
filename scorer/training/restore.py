"""Takes a shipped network up again, to train it further."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import onnx
import onnx.numpy_helper
import torch
from torch import Tensor, nn

from scorer.training.nets import DetectorNet, SquareNet

Net = TypeVar("Net", SquareNet, DetectorNet)


def restored(net: Net, path: Path, examples: Tensor) -> Net:
    """A network with the weights of a shipped file.

    The file holds every normalisation folded into its convolution. ``examples`` (n, 3, h, w) float32 0…1, some dozens
    of training inputs, give the means and variances that they start from again.
    """
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    folded = [node.input[1:] for node in graph.node if node.op_type == "Conv" and not node.input[1].startswith("head")]
    steps = [part for part in net.modules() if isinstance(part, nn.Sequential) and isinstance(part[0], nn.Conv2d)]
    net.head.load_state_dict({"weight": stored["head.weight"], "bias": stored["head.bias"]})
    hooks = []
    for step, (weight, bias) in zip(steps, folded, strict=True):
        step[0].weight.data.copy_(stored[weight])
        _add(step[1], stored[bias], torch.zeros_like(stored[bias]), torch.ones_like(stored[bias]))
        hooks.append(step[0].register_forward_hook(_measured(step[1], stored[bias])))
    net.eval()
    with torch.no_grad():
        net(examples)
    for hook in hooks:
        hook.remove()
    return net


def _add(norm: nn.BatchNorm2d, bias: Tensor, mean: Tensor, variance: Tensor) -> None:
    """Set a normalisation so that it adds ``bias`` to what has this mean and variance, and changes nothing else."""
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.data.copy_((variance + norm.eps).sqrt())
    norm.bias.data.copy_(bias + mean)


def _measured(norm: nn.BatchNorm2d, bias: Tensor) -> Callable[[nn.Module, object, Tensor], None]:
    def measure(_: nn.Module, __: object, seen: Tensor) -> None:
        _add(norm, bias, seen.mean((0, 2, 3)), seen.var((0, 2, 3)))

    return measure
