"""The field for photos and the button to scan, on every page that takes them."""

from __future__ import annotations

from scorer.app.blocks import Block, Component, Photos, Progress, Text
from scorer.app.component.scan import scan_data
from scorer.app.visit import Visit


def unable(visit: Visit) -> list[Block]:
    """Why this host cannot read photos, if it cannot."""
    if visit.host.loading == "missing":
        return [Text(visit.tr("This browser cannot read photos here. Enter the squares by tapping."), "note")]
    if visit.host.loading == "unloaded":
        said = visit.tr("The photo reader could not be loaded. Check your connection, and open the app again.")
        return [Text(said, "warning")]
    return []


def photos(visit: Visit, *, is_short: bool = False) -> list[Block]:
    """The field for photos, if this host can read them; a short one has no note on privacy below it."""
    tr, host = visit.tr, visit.host
    if unable(visit):
        return []
    field = Photos(tr("Add photo") if is_short else tr("Take or choose photos"), f"upload-{visit.uploads}")
    if host.loading == "loading":
        said = tr("Loading the photo reader … You can choose photos already.")
        return [field, Progress(host.loaded)] if is_short else [field, Text(said, "note"), Progress(host.loaded)]
    private = tr("Each saved game keeps one small photo, in this browser only. No other photos are stored.")
    rules = (visit.new_game if visit.is_for_new_game else visit.state).rules
    scan = Component("scan", "scan", scan_data(rules, tr, is_short=is_short))
    return [field, scan] if is_short else [field, scan, Text(private, "note")]
