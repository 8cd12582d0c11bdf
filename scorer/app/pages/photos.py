"""The field for photos, on every page that takes them."""

from __future__ import annotations

from scorer.app.blocks import Block, Photos, Progress, Text
from scorer.app.visit import Visit


def photos(visit: Visit, *, is_short: bool = False) -> list[Block]:
    """The field for photos, if this host can read them; a short one has no note on privacy below it."""
    tr, host = visit.tr, visit.host
    if host.loading == "missing":
        return [Text(tr("This browser cannot read photos here. Enter the squares by tapping."), "note")]
    if host.loading == "unloaded":
        return [
            Text(tr("The photo reader could not be loaded. Check your connection, and open the app again."), "warning")
        ]
    field = Photos(tr("Add photo") if is_short else tr("Take or choose photos"), f"upload-{visit.uploads}")
    if host.loading == "loading":
        said = tr("Loading the photo reader … You can choose photos already.")
        return [field, Progress(host.loaded)] if is_short else [field, Text(said, "note"), Progress(host.loaded)]
    private = tr("Photos stay in this page’s memory. A saved game keeps one small picture, in this browser only.")
    return [field] if is_short else [field, Text(private, "note")]
