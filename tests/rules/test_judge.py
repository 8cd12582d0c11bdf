"""The rules agree with a judge that was written independently of them."""

from __future__ import annotations

import pytest

from benchmarks import judge


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("kingdoms", 60),
        ("tables", 30),
        ("unknown", 9),
        pytest.param("kingdoms", 2400, marks=pytest.mark.nightly),
        pytest.param("tables", 1200, marks=pytest.mark.nightly),
        pytest.param("unknown", 120, marks=pytest.mark.nightly),
    ],
)
def test_the_rules_agree_with_the_independent_judge(part: str, count: int) -> None:
    rows = list(judge.agreements({part: count}, seed=7))
    assert [row.first_disagreement for row in rows if row.disagreed] == []
    assert sum(row.agreed for row in rows) > 0.8 * count


def test_the_judge_notices_another_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "points", lambda *_, **__: -1)
    assert sum(row.disagreed for row in judge.agreements({"kingdoms": 6, "tables": 6}, seed=7)) == 12


def test_the_judge_notices_dominoes_that_do_not_make_the_kingdom() -> None:
    kingdom = judge.Kingdom({(2, 2): "C", (2, 3): "w", (2, 4): "w"})
    first = {"box": "kingdomino", "number": 1, "squares": [[0, 1], [0, 2]]}
    assert judge.proof_fault(kingdom, 5, "kingdomino", [first]) == ""
    assert judge.proof_fault(kingdom, 5, "kingdomino", []) == "a square is not covered"
    assert judge.proof_fault(kingdom, 2, "kingdomino", [first]) == "too large"
    assert "used twice" in judge.proof_fault(kingdom, 5, "kingdomino", [first, first])
    other = {**first, "number": 3}
    assert "does not show that" in judge.proof_fault(kingdom, 5, "kingdomino", [other])


@pytest.mark.parametrize(
    ("text", "can_be_laid"),
    [
        ("w w C", True),
        ("f w C", True),
        ("w ? C", True),
        ("m3 m3 C", False),
        ("w w . C", False),
    ],
)
def test_the_judge_builds_kingdoms(text: str, can_be_laid: bool) -> None:
    lines = enumerate(text.split("/"))
    cells = {(row, column): cell for row, line in lines for column, cell in enumerate(line.split()) if cell != "."}
    assert judge.Builder(cells, 5, "kingdomino").can_be_laid() is can_be_laid
