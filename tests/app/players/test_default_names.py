"""Names that nobody typed."""

from scorer.app.players.default_names import default_name, in_language
from scorer.app.state.draft import CASTLE_ALONE, Draft
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import translator


def test_a_removed_player_comes_back_with_the_name_of_the_language() -> None:
    state = PageState().assigned(Draft.of(CASTLE_ALONE), default_name(1, translator("en"))).without_draft()
    back = in_language(state, translator("de")).with_removed()
    assert [slot.name for slot in back.slots] == ["Spieler 1"]
