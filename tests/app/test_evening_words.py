"""The evenings in words."""

from __future__ import annotations

from datetime import date

import pytest

from scorer.app.evening_words import player_html
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.statistics import statistics
from scorer.sharing.game import Game


@pytest.mark.parametrize(
    ("notations", "said", "unsaid"),
    [
        (["w1wC"], "2.0 points on average", "open"),
        (["w?C"], "1 kingdom is still open and not counted", "average"),
        (["w1wC", "w?C", "f?C"], "2 kingdoms are still open and not counted", "1 kingdom"),
    ],
)
def test_kingdoms_that_are_still_open_are_told_and_in_no_average(notations: list[str], said: str, unsaid: str) -> None:
    evenings = [
        Evening(f"{day}", date(2026, 5, day), Game((Player("Ann", kingdoms=(Kingdom.parse(text),)),)))
        for day, text in enumerate(notations, start=1)
    ]
    (ann,) = statistics(evenings)
    html = player_html(ann, 0, translator("en"))
    assert said in html
    assert unsaid not in html
