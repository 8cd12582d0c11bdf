"""The data that the component gets for a draft kingdom."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from scorer.app.component.data import KingdomData
from scorer.app.component.view import KingdomState, kingdom_data
from scorer.app.state import judge
from scorer.app.state.draft import Draft
from scorer.app.state.seen import Seen
from scorer.frontend.sprites import sprite_sheet
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.model.terrain import Square, Terrain
from scorer.vision.common.faces import FACES
from tests.ui.drawn import NOTATION, reading

ENGLISH = translator("en")


def viewed(draft: Draft, rules: Rules = Rules(), **others: object) -> KingdomData:  # noqa: B008 (Rules is frozen)
    settled = rules.settled(draft.kingdom)
    sheet, check = judge.score_of(draft.kingdom, settled), judge.check_of(draft.kingdom, settled)
    shown = KingdomState("visit", "1", draft, sheet, check, 5, **others)  # type: ignore[arg-type]
    return kingdom_data(shown, sprite_sheet(), "/sprites", ENGLISH)


def place(view: KingdomData, at: str) -> dict[str, Any]:
    (found,) = [place for place in view["places"] if place["at"] == at]
    return dict(found)


def test_kingdom_data_is_plain_json() -> None:
    assert json.loads(json.dumps(viewed(Draft.read("photo", reading(Kingdom.parse(NOTATION))))))["total"] == "16"


def test_squares_are_named_as_findings_name_them() -> None:
    draft = Draft.of(Kingdom.parse("wC")).put((0, -1), Square(Terrain.LAKE, 1))
    assert [place(viewed(draft), at)["name"] for at in ("0,-1", "0,0")] == ["A1", "B1"]


def test_squares_of_one_territory_are_of_one_group() -> None:
    view = viewed(Draft.of(Kingdom.parse("wwC/fww")))
    groups = {at: place(view, at)["group"] for at in ("0,0", "0,1", "1,1", "1,2", "1,0", "0,2")}
    assert groups["0,0"] == groups["0,1"] == groups["1,1"] == groups["1,2"] != groups["1,0"]
    assert groups["0,2"] is None


def test_every_face_shown_has_a_sprite_or_is_empty() -> None:
    view = viewed(Draft.of(Kingdom.parse("tC")))
    codes = {entry["code"] for entry in (*view["palette"], *view["buildings"])} - {"."}
    assert codes <= set(view["sprites"]["at"])


def test_no_two_faces_share_a_place_in_the_palette() -> None:
    places = [(entry["row"], entry["column"]) for entry in viewed(Draft.of(Kingdom.parse("C")))["palette"]]
    assert len(set(places)) == len(places) == len(FACES) + 1  # and “unknown”


def test_face_data_has_covered_crowns_resources_and_tiles() -> None:
    faces = viewed(Draft.of(Kingdom.parse("m2!w*C/f[farmer].l[building]")))["faces"]
    signs = {code: (face["sign"], face["crowns"], face["giants"]) for code, face in faces.items()}
    assert signs["m2!"] == ("", 2, 1) and signs["w*"] == ("*", 0, 0)
    assert signs["f[farmer]"] == ("♟", 0, 0) and signs["l[building]"] == ("⌂", 1, 0)


def test_squares_have_their_terrain_and_the_legend_names_it_in_the_language() -> None:
    draft, rules = Draft.of(Kingdom.parse("wlC")), SettledRules()
    sheet, check = judge.score_of(draft.kingdom, rules), judge.check_of(draft.kingdom, rules)
    shown = KingdomState("visit", "1", draft, sheet, check, 5)
    view = kingdom_data(shown, sprite_sheet(), "/sprites", translator("de"))
    assert [view["faces"][code]["terrain"] for code in ("w", "l")] == ["w", "l"]
    assert list(view["words"]["legend"].items())[:3] == [("w", "Kornfeld"), ("f", "Wald"), ("l", "See")]
    assert [place["code"] for place in view["places"] if place["name"] == "A1"] == ["w"]


def test_buildings_are_offered_only_with_queendomino() -> None:
    assert not viewed(Draft.of(Kingdom.parse("wC")))["buildings"]
    assert viewed(Draft.of(Kingdom.parse("tC")))["buildings"]


def test_a_crown_that_the_castle_may_hide_is_asked_for() -> None:
    doubtful = reading(Kingdom.parse("wwC/..."), doubtful=(0, 1))
    assert (
        viewed(Draft.read("photo", doubtful))["ask"]
        == "Does the castle hide a crown at B1? If so, tap the square and add it."
    )


def test_the_building_on_a_town_is_asked_for() -> None:
    seen = replace(reading(Kingdom.parse("twC/..."), doubtful=(0, 0)), built_towns=((0, 0),))
    assert viewed(Draft.read("photo", seen))["ask"].startswith("Which building is at A1? Tap the square and choose it.")
    far = reading(Kingdom.parse("wwC/..."), doubtful=(0, 0))
    assert viewed(Draft.read("photo", far))["ask"] == "Check A1, marked “?”, and tap any square that is wrong."


def test_square_changed_by_the_rules_is_explained() -> None:
    looks = reading(Kingdom.parse("swC/..."), doubtful=(0, 0))
    draft = Draft.read("photo", replace(looks, kingdom=Kingdom.parse("m1wC/...")))
    assert place(viewed(draft), "0,0")["note"] == "Looks more like swamp without crowns (60%), but no domino fits."
    assert place(viewed(draft), "0,1")["note"] == ""
    assert place(viewed(draft.put((0, 0), Square(Terrain.MINE, 1))), "0,0")["note"] == ""


def test_flagged_square_has_its_question_on_its_own_sheet() -> None:
    far = Draft.read("photo", reading(Kingdom.parse("wwC/..."), doubtful=(0, 0)))
    assert place(viewed(far), "0,0")["note"] == "Tap what is here. If the framed tile is right, tap it to confirm."
    assert place(viewed(far.put((0, 0), Square(Terrain.MINE, 1))), "0,0")["note"] == ""
    town = replace(reading(Kingdom.parse("twC/..."), doubtful=(0, 0)), built_towns=((0, 0),))
    assert place(viewed(Draft.read("photo", town)), "0,0")["note"] == (
        "Which building is here? If there is none, choose “No building”."
    )
    unknown = Draft(dict(Kingdom.parse("?wC").cells()), seen=Seen(doubtful=((0, 0),)))
    assert place(viewed(unknown), "0,0")["note"] == "Which tile is here?"


def test_square_behind_the_castle_is_asked_for() -> None:
    seen = replace(reading(Kingdom.parse("w?C/..."), doubtful=(0, 1)), hidden=((0, 1),))
    draft = Draft.read("photo", seen)
    assert viewed(draft)["ask"] == "The castle hides B1. Tap the square and choose what is there."
    assert viewed(draft)["words"]["confirm"] == "Confirm visible squares"
    assert viewed(draft.put((0, 1), Square(Terrain.MINE, 1)))["words"]["confirm"] == "Confirm all squares"
    assert place(viewed(draft), "0,1")["note"] == "Behind the castle: which tile is it?"


def test_squares_that_are_not_known_are_asked_for_by_themselves() -> None:
    """That all is right, or that it’s complete, answers other questions."""
    seen = replace(reading(Kingdom.parse("w?C/..."), doubtful=(0, 0)), cut=True)
    cut = Draft.read("photo", seen)
    assert viewed(cut)["ask"].endswith("“It’s complete”. Which tile is at B1? Tap the square and choose it.")
    assert (viewed(cut)["cut"], viewed(cut)["confirms"]) == (True, False), "of those there nothing is asked yet"
    whole = cut.whole()
    asked = "Which tile is at B1? Tap the square and choose it. Check A1, marked “?”, and tap any square that is wrong."
    assert (viewed(whole)["ask"], viewed(whole)["confirms"]) == (asked, True)
    assert viewed(whole)["words"]["confirm"] == "Confirm visible squares"
    right = whole.confirmed()
    assert (viewed(right)["ask"], viewed(right)["confirms"]) == (
        "Which tile is at B1? Tap the square and choose it.",
        False,
    )
    assert right.doubtful == ((0, 1),) and (0, 1) not in right.corrected
    many = Draft.of(Kingdom.parse("????C/??..."))
    assert viewed(many)["ask"] == "6 squares are unknown. Tap each one to choose its tile."


def test_hidden_crowns_give_a_range() -> None:
    assert viewed(Draft.of(Kingdom.parse("m?mC")))["total"] == "0–6"


def test_cut_kingdom_asks_for_missing_squares_and_buildings() -> None:
    seen = replace(reading(Kingdom.parse("twC/..."), doubtful=(0, 0)), built_towns=((0, 0),), cut=True)
    ask = viewed(Draft.read("photo", seen))["ask"]
    assert (
        ask.startswith("The photo cuts this kingdom off.")
        and "Which building is at A1? Tap the square and choose it." in ask
    )


def test_partial_kingdom_from_a_link_mentions_no_photo() -> None:
    """Whoever sent it may have been painting it."""
    part = replace(Draft.of(Kingdom.parse("wwC")), seen=Seen(cut="squares"))
    said = "Only a part of this kingdom is known. Tap any missing squares, then “It’s complete”."
    assert (viewed(part)["ask"], viewed(part)["cut"]) == (said, True)
    assert viewed(replace(part, had_photo=True))["ask"].startswith("The photo cuts this kingdom off.")


def test_cut_kingdom_asks_until_it_is_marked_complete() -> None:
    draft = Draft.read("photo", replace(reading(Kingdom.parse("wwC/...")), cut=True))
    corrected = draft.put((0, 0), Square(Terrain.FOREST))
    for one in (draft, corrected):
        assert (viewed(one)["cut"], "“It’s complete”" in viewed(one)["ask"]) == (True, True)
    assert not viewed(corrected.framed(5))["cut"]  # while it is painted on
    answered = viewed(corrected.whole())
    assert (answered["cut"], "missing" in answered["ask"], answered["urgent"]) == (False, False, False)


def test_legal_with_unknown_squares_says_what_it_rests_on() -> None:
    assert viewed(Draft.of(Kingdom.parse("C?")))["verdict"] == {
        "legality": "legal", "text": "May follow the rules: 1 square is unknown"
    }  # fmt: skip


def test_squares_that_are_asked_for_are_named_in_their_order() -> None:
    doubtful = Draft(Draft.of(Kingdom.parse("wwC")).cells, seen=Seen(doubtful=((0, 1), (0, 0))))
    assert "Check A1, B1," in viewed(doubtful)["ask"]
