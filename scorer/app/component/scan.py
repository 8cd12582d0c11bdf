"""The button that scans kingdoms with the camera, as the browser component shows it."""

from __future__ import annotations

from scorer.app.component.data import ScanData
from scorer.i18n.translator import Translator
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules

WORDS = {
    "title": Message("Scan a kingdom"),
    "done": Message("Done"),
    "cancel": Message("Cancel"),
    "photo": Message("Take a photo instead"),
    "start": Message("Starting the camera …"),
    "aim": Message("Point the camera at the whole kingdom."),
    "fill": Message("Each square is coloured in once it is certain."),
    "end": Message("All squares are certain now"),
    "closer": Message("Move closer."),
    "higher": Message("Hold the phone higher, straight above."),
    "light": Message("Turn on more light."),
    "still": Message("Hold the phone still."),
    "left": Message("Move to the left, to see behind the castle."),
    "right": Message("Move to the right, to see behind the castle."),
    "whole": Message("Show the whole kingdom."),
    "more": Message("More dominoes are in view. Show their kingdom, too, or tap Done."),
    "denied": Message("This page may not use the camera. Allow it in the browser’s settings, or take a photo."),
    "none": Message("The live camera is not available. Take or choose a photo instead."),
    "motion": Message("A scan shows a moving picture, but your device is set to reduce motion. Take a photo instead."),
    "busy": Message("The server is busy. Take a photo instead."),
    "lost": Message("The scan was interrupted. Take a photo instead."),
}
"""All that the camera view says; hints have the names that ``scorer.vision.scan`` gives them."""


def scan_data(rules: Rules, tr: Translator, *, is_short: bool = False) -> ScanData:
    """The data of the button, for kingdoms of a game with these rules; a short one has no note below it."""
    asked = {"box": rules.box, "size": rules.size, "giants": "true" if rules.giants else None}
    return {
        "label": tr("Scan"),
        "note": "" if is_short else tr("Scan: point the camera at a kingdom, and the app reads it live."),
        "words": {name: tr(said) for name, said in WORDS.items()},
        "rules": {name: str(value) for name, value in asked.items() if value is not None},
    }
