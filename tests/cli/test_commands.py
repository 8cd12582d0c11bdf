"""The command line: what it prints, what it returns, what it says when something is wrong."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorer.cli import main
from tests.time_limit import within

ROOT = Path(__file__).resolve().parents[2]
TABLE_1 = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"

Captured = pytest.CaptureFixture[str]


def _objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_score_prints_every_line_and_the_total(capsys: Captured) -> None:
    assert main(["score", TABLE_1, "--middle-kingdom"]) == 0
    out = capsys.readouterr().out
    assert "swamp: 3 squares × 3 crowns (B1, C1, D1)" in out
    assert out.splitlines()[-1] == "  26  points (us edition, kingdomino)"


def test_score_as_json_has_the_agreed_keys(capsys: Captured) -> None:
    assert main(["score", TABLE_1, "--json", "--edition", "older"]) == 0
    (data,) = _objects(capsys.readouterr().out)
    keys = [
        "notation",
        "edition",
        "box",
        "total",
        "total_range",
        "territories",
        "bonuses",
        "coins",
        "buildings",
        "queen",
    ]
    assert [data[key] for key in ("notation", "edition", "box", "total")] == [TABLE_1, "older", "kingdomino", 16]
    assert {*keys, "queen"} <= data.keys()
    assert data["bonuses"] == {"harmony": 0, "middle_kingdom": 0}


def test_all_inputs_are_processed_and_the_worst_counts(capsys: Captured) -> None:
    assert main(["score", "w1C", "wx", "f1C", "--json"]) == 2
    good, bad, last = _objects(capsys.readouterr().out)
    assert (good["total"], last["total"]) == (1, 1)
    assert bad["notation"] == "wx"
    assert bad["error"] == {
        "code": "notation",
        "message": "row 1, column 2: “x” is not a square. Use w (wheat), f (forest), l (lake), g (grassland), "
        "s (swamp), m (mine) or t (town), then its crowns (w1). C is the castle, “.” an empty place, “?” an "
        "unknown square; “/” starts a new row",
    }


def test_an_error_is_one_line_on_standard_error(capsys: Captured) -> None:
    assert main(["score", "wx"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


@pytest.mark.thorough
@pytest.mark.slow
def test_notations_come_by_the_thousand_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def totals() -> list[object]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TABLE_1} coins=4\n\n" * 1000))
        assert main(["score", "-", "--json"]) == 0
        return [data["total"] for data in _objects(capsys.readouterr().out)]

    assert within(10, totals) == [17] * 1000


def test_token_options_apply_to_one_kingdom_only(capsys: Captured) -> None:
    assert main(["score", "Ctt coins=3", "--coins", "12", "--towers", "1", "--queen", "--json"]) == 0
    (data,) = _objects(capsys.readouterr().out)
    assert (data["coins"], data["queen"], data["notation"]) == (4, 2, "Ctt coins=12 towers=1 queen")
    assert main(["score", "Ctt", "Ctl", "--coins", "12"]) == 2


@pytest.mark.parametrize(("notation", "status"), [(TABLE_1, 0), ("w2wC", 1), ("w2", 1), ("x", 2)])
def test_check_returns_its_verdict(notation: str, status: int, capsys: Captured) -> None:
    assert main(["check", notation]) == status
    assert main(["check", notation, "--json"]) == status
    (data,) = _objects(capsys.readouterr().out.splitlines()[-1])
    assert data.get("legal") is {0: True, 1: False, 2: None}[status]


def test_a_lower_bound_of_one_tiling_is_in_the_singular(capsys: Captured) -> None:
    assert main(["check", "?????/?????/??C??/?????/?????"]) == 0
    assert "at least 1 tiling)" in capsys.readouterr().out


def test_check_as_json_has_the_agreed_keys(capsys: Captured) -> None:
    assert main(["check", TABLE_1, TABLE_1.replace("m1", "m3", 1).replace("gwC", "m3wC"), "--json"]) == 1
    legal, illegal = _objects(capsys.readouterr().out)
    keys = ["notation", "box", "legal", "findings", "dominoes", "tilings", "tilings_at_least", "corrections"]
    assert set(keys) <= legal.keys()
    assert len(legal["dominoes"]) == 12
    assert legal["dominoes"][0].keys() == {"box", "number", "squares"}
    assert illegal["findings"][0].keys() == {"code", "message", "squares"}
    assert illegal["corrections"][0].keys() == {"notation", "change"}


def test_size_and_box_can_be_given(capsys: Captured) -> None:
    assert main(["check", "Cwwwfff"]) == 0
    assert main(["check", "Cwwwfff", "--size", "5"]) == 1
    assert main(["check", "Cwt/.ws"]) == 1
    assert main(["check", "m3wCtm3"]) == 1
    assert main(["check", "m3wCtm3", "--box", "both"]) == 0
    capsys.readouterr()


def test_expansions_can_be_given(capsys: Captured) -> None:
    quests = ["--giants", "--quest", "lost_corner", "--quest", "local_business:wheat", "--court", "--json"]
    assert main(["score", "Cw1!w*", *quests]) == 0
    (data,) = _objects(capsys.readouterr().out)
    assert (data["total"], data["box"], data["giants"]) == (25, "kingdomino", True)
    assert data["quests"] == {"lost_corner": 20, "local_business:wheat": 5}
    assert main(["check", "Cw2f1"]) == 1
    assert main(["check", "Cw2f1", "--giants"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--quest", "dragon"], "“dragon” is not a quest"),
        (["--quest", "harmony"], "quests belong to Age of Giants"),
        (["--giants", "--harmony"], "are quests"),
        (["--giants", *["--quest", "harmony"] * 2], "cannot be in play twice"),
    ],
)
def test_impossible_quests_error_is_one_line(options: list[str], said: str, capsys: Captured) -> None:
    assert main(["score", "wC", *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_rank_takes_a_total_where_no_kingdom_is_known(capsys: Captured) -> None:
    assert main(["rank", "Ann=w1wC", "Bob=45", "Cid+Eve= 007 "]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == [" 1. Bob: 45  (points)", " 2. Cid+Eve: 7  (points)", " 3. Ann: 2  (points)"]
    assert main(["rank", "Ann=45", "Bob=45", "--json"]) == 0
    (data,) = _objects(capsys.readouterr().out)
    assert not data["settled"] and "the largest territory of Ann, Bob is not known" in data["notes"][-1]
    assert [(one["place"], one["decided_by"], one["largest"]) for one in data["ranking"]] == [(1, "open", None)] * 2
    assert main(["rank", *["Ann=45", "Ann=w1wC", "Ann=3"], *["Bob=1"] * 3, "--json"]) == 0
    (data,) = _objects(capsys.readouterr().out)
    assert [(one["name"], one["total"]) for one in data["ranking"]] == [("Ann", 50), ("Bob", 3)]


@pytest.mark.parametrize(
    ("given", "said"),
    [(["Ann=1000"], "a total must be a number from 0 to 999"), (["Ann=45", "--coins", "3"], "not to a total")],
)
def test_impossible_total_error_is_one_line(given: list[str], said: str, capsys: Captured) -> None:
    assert main(["rank", *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_rank_names_places_and_what_decided(capsys: Captured) -> None:
    assert main(["rank", "Ann=w1wC", "Bob=f1lC/.ff", "Cid=Ctt coins=3 queen"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == " 1. Cid: 3  (points)"
    assert "  (please check: the kingdom of Cid breaks the rules)" in out
    assert main(["rank", "Ann=w1wC", "nonsense", "Ann=wfC", "Ann=w1fC", "--json"]) == 2
    error, ranking = _objects(capsys.readouterr().out)
    assert error["error"]["code"] == "player"
    assert ranking["ranking"] == [
        {
            "place": 1,
            "name": "Ann",
            "total": 3,
            "total_range": [3, 3],
            "largest": 2,
            "crowns": 2,
            "decided_by": "points",
        }
    ]
    assert ranking["settled"] is True


def test_rank_prints_the_range_of_an_open_total(capsys: Captured) -> None:
    assert main(["rank", "Ann=w1wwC", "Bob=g?gC", "Cid=l1C"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == [
        " 1. Ann: 3",
        " 2. Cid: 1",
        " 3. Bob: 0, 0 to 4 with what is hidden",
    ]
    assert "  (not decided yet: hidden crowns or unknown squares of Bob decide who wins)" in out


def test_rank_marks_shared_places(capsys: Captured) -> None:
    assert main(["rank", "Ann=w1wC", "Bob=f1fC", "Cid=w1C", "Dee=l1C"]) == 0
    places = capsys.readouterr().out.splitlines()[:4]
    assert [line.partition("  ")[2] for line in places] == ["(shared victory)"] * 2 + ["(shared place)"] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["score"],
        ["guess", "w"],
        ["score", "w", "--edition", "new"],
        ["score", "w", "--coins", "-3"],
        ["read", "a.jpg", "--corners", "1,2 3,4"],
        ["read", "a.jpg", "--grid", "0x5", "--corners", "0,0 1,0 1,1 0,1"],
        ["read", "a.jpg", "--grid", "5x5"],
    ],
)
def test_wrong_command_error_is_one_line(wrong: list[str], capsys: Captured) -> None:
    assert main(wrong) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_closed_output_pipe_is_no_error() -> None:
    command = f"yes w1wC | head -20000 | {sys.executable} -m scorer score - | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_read_prints_notation_and_flagged_squares(capsys: Captured) -> None:
    sample = ROOT / "sample_images" / "whole.jpg"
    assert main(["read", str(sample)]) == 0
    out = capsys.readouterr().out
    assert "    A  B  C  D  E" in out
    assert "doubtful: " in out


@pytest.mark.slow
def test_read_as_json_has_the_agreed_keys_and_goes_on_after_an_error(capsys: Captured, tmp_path: Path) -> None:
    sample, picture = str(ROOT / "sample_images" / "whole.jpg"), tmp_path / "seen.png"
    assert main(["read", "missing.jpg", sample, "--json"]) == 2
    error, data = _objects(capsys.readouterr().out)
    assert error["photo"] == "missing.jpg"
    assert data.keys() == {"photo", "kingdoms", "hint", "seconds"}
    kingdom = data["kingdoms"][0]
    keys = "notation seen size corners confidence squares doubtful score check"
    assert list(kingdom) == keys.split()
    assert main(["read", sample, "--debug", str(picture)]) == 0
    assert picture.stat().st_size > 1000
    assert main(["read", sample, "--debug", str(tmp_path / "no" / "such.png")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.slow
def test_a_drawing_is_never_written_over_a_photo(capsys: Captured, tmp_path: Path) -> None:
    photos = [tmp_path / "a.jpg", tmp_path / "a-2.jpg"]
    for photo in photos:
        photo.write_bytes((ROOT / "sample_images" / "whole.jpg").read_bytes())
    before = photos[1].read_bytes()
    for given in (photos[1:], [*photos, *photos]):
        debug = photos[1] if len(given) == 1 else photos[0]
        assert main(["read", *map(str, given), "--debug", str(debug)]) == 2
        assert capsys.readouterr() == ("", f"scorer: --debug would write over the photo {debug}; name another file\n")
    assert main(["read", str(photos[0]), str(photos[0]), "--debug", str(photos[0].with_name("a.png"))]) == 0
    assert main(["read", str(photos[1]), str(photos[1]), "--debug", str(photos[0])]) == 2, "the second drawing is a-2"
    assert photos[1].read_bytes() == before


def test_a_photo_is_not_written_over_by_another_name_of_it(capsys: Captured, tmp_path: Path) -> None:
    photo, linked, pointed = (tmp_path / name for name in ("a.jpg", "b.jpg", "c.jpg"))
    photo.write_bytes((ROOT / "sample_images" / "whole.jpg").read_bytes())
    linked.hardlink_to(photo)
    pointed.symlink_to(photo)
    for debug in (linked, pointed):
        assert main(["read", str(photo), "--debug", str(debug)]) == 2
        assert capsys.readouterr() == ("", f"scorer: --debug would write over the photo {photo}; name another file\n")
    assert photo.read_bytes() == (ROOT / "sample_images" / "whole.jpg").read_bytes()


def test_verdict_with_unknown_squares_is_conditional(capsys: Captured) -> None:
    for notation, options, said in (
        ("??", [], "may follow the rules: 2 squares are unknown (kingdomino, 5×5, 1 tiling)"),
        ("C?", [], "may follow the rules: 1 square is unknown (kingdomino, 5×5, 1 tiling)"),
        (
            "/".join(["???????"] * 7),
            ["--box", "both", "--size", "7"],
            "may follow the rules: 49 squares are unknown (both, 7×7",
        ),
        ("wwC", [], "legal (kingdomino, 5×5, 1 tiling)"),
    ):
        assert main(["check", notation, *options]) == 0
        assert capsys.readouterr().out.splitlines()[1].startswith(said)
    assert main(["check", "C?", "wwC", "--json"]) == 0
    results = [(check["legal"], check["condition"]) for check in _objects(capsys.readouterr().out)]
    assert results == [(True, "may follow the rules: 1 square is unknown"), (True, None)]


def test_bonus_that_does_not_count_is_noted_with_the_total(capsys: Captured) -> None:
    said = "Harmony: not counted, because there are giants; "
    given = {"score": ["w1!wC"], "rank": ["Ann=w1wwff/wwwff/wwCff/wwwff/wwwff", "Bob=w1wwwf/w1!wCff"]}
    for command, inputs in given.items():
        assert main([command, *inputs, "--harmony"]) == 0
        assert said in capsys.readouterr().out
        assert main([command, *inputs, "--harmony", "--json"]) == 0
        (data,) = _objects(capsys.readouterr().out)
        results = data["notes"] if command == "rank" else [line["message"] for line in data["lines"]]
        assert any(note.startswith(said) for note in results)


@pytest.mark.slow
def test_reading_a_photo_writes_no_file(tmp_path: Path) -> None:
    """Not by a library either: ONNX Runtime would keep what it reports to its maker in the home folder."""
    home = {name: str(tmp_path) for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "TMPDIR", "TEMP")}
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"} | home
    command = [sys.executable, "-m", "scorer", "read", str(ROOT / "sample_images" / "whole.jpg")]
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert list(tmp_path.rglob("*")) == []
