"""A network that tells how large the pictures were that it was shown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.nets import Net


class Watched:
    """A network that remembers the longest side of the pictures that it was shown, with their rims, and how many they
    were."""

    def __init__(self, net: Net) -> None:
        self._net, self.longest, self.shown = net, 0, 0

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        self.shown += 1
        self.longest = max(self.longest, *blob.shape[2:])
        return self._net.run(blob)
