"""Names that nobody typed."""

from scorer.app.default_names import default_name, in_language
from scorer.app.state.canvas import CASTLE_ALONE, Canvas
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import translator


def test_a_removed_player_comes_back_with_the_name_of_the_language() -> None:
    state = PageState().seated(Canvas.of(CASTLE_ALONE), default_name(1, translator("en"))).without_canvas()
    back = in_language(state, translator("de")).with_removed()
    assert [seat.name for seat in back.seats] == ["Spieler 1"]
