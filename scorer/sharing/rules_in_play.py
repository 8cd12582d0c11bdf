"""The rules of a game in one line."""

from __future__ import annotations

from scorer.i18n.translator import GAMES, Translator
from scorer.sharing.game import Game


def rules_in_play(game: Game, tr: Translator) -> str:
    """The box, the grid and the variants, as far as they are chosen or the kingdoms imply them.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.model.rules import Rules
    >>> from scorer.rules.table.player import Player
    >>> ann = Player("Ann", kingdoms=(Kingdom.parse("wwC"),))
    >>> rules_in_play(Game((ann,), Rules(harmony=True)), translator("en"))
    'Kingdomino · 5×5 · Harmony'
    """
    rules = game.settled_rules if game.table.players else game.rules
    said = [
        tr(GAMES[rules.box.base]) if rules.box else "",
        tr("Age of Giants") if rules.giants else "",
        tr("The Court") if rules.court else "",
        f"{rules.size}×{rules.size}" if rules.size else "",
        tr("Harmony") if rules.harmony else "",
        tr("Middle Kingdom") if rules.middle_kingdom else "",
        *(tr(quest.name) for quest in rules.quests),
        tr("Dynasty") if game.dynasty else "",
    ]
    return " · ".join(filter(None, said))
