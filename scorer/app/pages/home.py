"""Home: start with a photo, continue a game, or open one of the latest games."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Choice, Fold, Names, OpenFile, Samples, Switch, Text, bullets
from scorer.app.choices import EDITIONS, MAX_NAME_LENGTH, PHOTO_ADVICE, SAMPLE_TITLES, TIES
from scorer.app.pages.by_hand import empty_board, link, notation
from scorer.app.pages.cards import recent_game
from scorer.app.pages.messages import back, messages, reading, with_problem
from scorer.app.pages.photos import photos, unable
from scorer.app.visit import Visit
from scorer.i18n.translator import LANGUAGES
from scorer.rules.model.messages import listed
from scorer.rules.table.player import distinct
from scorer.sharing.codec import MAX_PLAYERS
from scorer.sharing.rules_in_play import rules_in_play

RECENT = 3
"""Games that Home shows."""

OFFERED = 100
"""Names of former players to choose from."""


def home(visit: Visit) -> list[Block]:
    """The page."""
    tr = visit.tr
    return [
        *introduction(visit),
        *messages(visit),
        *unable(visit),
        *photos(visit),
        *current_game(visit),
        *reading(visit),
        *last_table(visit),
        *first_rules(visit),
        *recent_games(visit),
        *samples(visit),
        settings(visit),
        more_ways(visit),
        Fold(tr("How to take a good photo"), [bullets(map(tr, PHOTO_ADVICE))], "how-to", "photo_camera"),
        *kept(visit),
    ]


def introduction(visit: Visit) -> list[Block]:
    """One sentence about the app, while there is no game."""
    if visit.state.slots or visit.game_history.saved_games:
        return []
    said = visit.tr("**Take a photo of each finished kingdom**, one by one or all in one picture, and see the score.")
    return [Text(said, "marked")]


def current_game(visit: Visit) -> list[Block]:
    """A button to the game on the page. If it has kingdoms, photos that are chosen here start another game."""
    tr, state = visit.tr, visit.state
    if not state.slots:
        return []
    names = listed(distinct(slot.name for slot in state.slots))
    said = tr("A photo starts a new game. To add it to the game of {names}, tap “Resume game” first.", names=names)
    if not state.kingdoms:
        said = tr("Photos are added to the game of {names}.", names=names)
    return [Text(said, "note"), Button(tr("Resume game"), {"kind": "page", "value": "game"}, "go-game", "play_arrow")]


def last_table(visit: Visit) -> list[Block]:
    """The game that was stashed last, or that this browser held last, while there is none on the page."""
    if visit.state.slots:
        return []
    if visit.history.stashed or not visit.remembered:
        return back(visit)
    return [*back(visit), Button(visit.tr("Resume last game"), {"kind": "again"}, icon="history")]


def recent_games(visit: Visit) -> list[Block]:
    """The latest saved games, and a button to all of them."""
    tr, saved_games = visit.tr, list(visit.game_history.saved_games)
    if not saved_games:
        return []
    cards = [recent_game(visit, saved_game) for saved_game in saved_games[:RECENT]]
    every = Button(tr("All games and statistics"), {"kind": "page", "value": "history"}, "all-games", wide=True)
    return [Text(tr("Recent games"), "heading"), *cards, every]


def samples(visit: Visit) -> list[Block]:
    """The sample photos, if this host can read photos."""
    tr = visit.tr
    if visit.host.loading in ("missing", "unloaded"):
        return []
    titles = tuple((name, tr(title)) for name, title in SAMPLE_TITLES.items())
    return [Text(tr("No photo? Try an example"), "heading"), Samples(titles)]


def settings(visit: Visit) -> Fold:
    """The settings of this browser."""
    tr, edition = visit.tr, visit.usual_rules.edition
    languages = tuple((code, language.name) for code, language in LANGUAGES.items())
    editions = tuple((name, tr(title)) for name, title in EDITIONS.items())
    do = {"kind": "setting"}
    where = tr("Saved games are only in this browser, on this device. No server stores them.")
    blocks: list[Block] = [
        Choice(tr("Language"), {"kind": "language"}, "language", tr.language, languages),
        Choice(
            tr("In new games, if points and largest territory are tied"),
            {**do, "name": "edition"},
            "setting-edition",
            edition,
            editions,
        ),
        Text(tr(TIES), "note"),
        Switch(tr("Save games automatically"), {**do, "name": "is_saving"}, "setting-saving", visit.settings.is_saving),
        Text(where, "note"),
    ]
    return Fold(tr("Settings and language"), blocks, "settings", "settings")


def more_ways(visit: Visit) -> Fold:
    """Starting without a photo: with the players, with an empty board, with a notation or with a file."""
    tr = visit.tr
    endings = (*visit.host.card_endings, "json", "csv")
    file = OpenFile(
        tr("Open a game file (result picture, JSON or CSV)"), {"kind": "file"}, f"open-{visit.uploads}", endings
    )
    blocks = [*who_plays(visit), empty_board(visit), notation(visit), file, link(visit)]
    is_open = visit.problem is not None or bool(visit.names) or visit.host.loading in ("missing", "unloaded")
    return Fold(tr("More ways to start"), with_problem(visit, blocks), "more", "more_horiz", is_open)


def first_rules(visit: Visit) -> list[Block]:
    """The rules, which can be chosen before there is a game."""
    tr, state = visit.tr, visit.state
    if state.slots:
        return []
    chosen = rules_in_play(state.game, tr)
    label = tr("Rules: {rules}", rules=chosen) if chosen else tr("Choose rules: Dynasty, bonuses, expansions")
    return [Button(label, {"kind": "page", "value": "rules"}, "go-rules", "menu_book")]


def who_plays(visit: Visit) -> list[Block]:
    """The players, entered before the first kingdom; the page then asks for their kingdoms one by one."""
    tr = visit.tr
    if visit.state.slots:
        return []
    known = visit.game_history.known_names(visit.state)
    asked = Names(
        tr("Who’s playing?"), {"kind": "join"}, "join", visit.names, {"kind": "names"},
        visit.game_history.saved_games.names[:OFFERED], MAX_PLAYERS, MAX_PLAYERS * MAX_NAME_LENGTH,
        tr("One player at a time"), tr("Choose or type names"), tr(listed(known or ["Ann", "Ben"])),
    )  # fmt: skip
    return [asked, Text(tr("“One player at a time” asks for each player’s kingdom in turn."), "note")]


def kept(visit: Visit) -> list[Block]:
    """Whether the app opens without a connection, if known."""
    tr = visit.tr
    if visit.host.kept == "all":
        return [Text(tr("This app is stored in this browser: it works offline."), "note")]
    if visit.host.kept == "refused":
        said = tr(
            "This browser has no space to store the app, so it may not open offline. Free some space, and open "
            "the app again."
        )
        return [Text(said, "warning")]
    return []
