"""The workers that all visitors of one server share: local processes, or those of a cluster."""

from __future__ import annotations

from functools import cache
from threading import Lock

from scorer.samples import samples
from scorer.service.cluster import Cluster
from scorer.service.turns import Turns
from scorer.service.workers import Workers

_starting = Lock()
_address: list[str] = []


def use_cluster(address: str) -> None:
    """Read photos on the cluster at an address with its protocol; called before the first photo."""
    _address[:] = [address]


def workers() -> Turns:
    """The workers of all visitors; the first call starts them."""
    with _starting:
        return _workers()


def are_able() -> bool:
    """Whether photos can be read; workers that have not started yet count as able."""
    return not _workers.cache_info().currsize or workers().is_able()


def shutdown() -> None:
    """End the workers and their tasks."""
    if _workers.cache_info().currsize:
        workers().shutdown(cancel_futures=True)


@cache
def _workers() -> Turns:
    if _address:
        cluster = Cluster(_address[0], _local_workers)
        cluster.stay_connected()
        return Turns(cluster)
    return Turns(_local_workers())


def _local_workers() -> Workers:
    # answers to taps come before readings
    started = Workers(yielding=True, rehearsal=samples()[0].path)
    started.warm_up()
    return started
