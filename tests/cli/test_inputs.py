"""The command line and bad inputs: one line each, the right exit status."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorer.cli import main

ROOT = Path(__file__).resolve().parents[2]
Captured = pytest.CaptureFixture[str]


def _shell(command: str) -> subprocess.CompletedProcess[str]:
    command = command.replace("scorer ", f"{sys.executable} -m scorer ")
    return subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("scorer score - < /dev/null", "standard input is empty"),
        ("scorer score - <&-", "standard input is closed"),
        ("scorer score wC >&-", "standard output is closed"),
        ("scorer score wC > /dev/full", "cannot be written"),
        ("printf '\\xff\\xfew\\0x\\0' | scorer score -", "“x” is not a square"),
        ("scorer score - < /dev/zero", "longer than 100,000 characters"),
        ("scorer --help > /dev/full", "cannot be written"),
        ("scorer score --help > /dev/full", "cannot be written"),
        ("scorer read whole.jpg >&-", "standard output is closed"),
        ("head -c 1500000 /dev/zero | tr '\\0' w | scorer check -", "longer than 100,000 characters"),
    ],
)
def test_one_line_says_what_is_wrong_with_its_streams(command: str, said: str) -> None:
    done = _shell(command)
    _is_one_line(done.returncode, done.stderr, said)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("score '/'", "the notation is empty"),
        ("score 'wC coins=99999999999999999999'", "at most 999"),
        ("score wC --coins 99999999999999999999", "is too large; 999 is the most"),
        ("score wC --coins 1000", "1000 is too large; 999 is the most"),
        ("score wC --coins ٥", "'٥' is no number from 0 up"),
        ("rank A=wC B=fC --players 999999999999", "999999999999 is too large; 48 is the most"),
        ("score wC --box dominion", "use kingdomino, queendomino, both"),
        ("rank A=wC B=fC --players 0", "0 is too few"),
        ("rank A=wC B=fC C=lC --players 2", "--players says 2, but 3 people"),
        ("read ''", "argument PHOTO: a photo has no name here"),
        ("read " + "x" * 5000, "cannot be opened (File name too long)"),
        ("read /dev/zero", "is a folder or a device"),
        ("read models", "models contains no photo"),
        ("read sample_images/whole.jpg --cluster bogus", "'bogus' is no address"),
        ("read sample_images/whole.jpg --cluster tcp://127.0.0.1:x", "is no address"),
        ("pocket ''", "the folder has no name here"),
        ("pocket /etc/passwd", "/etc/passwd cannot be written"),
        ("pocket /etc/passwd/x", "/etc/passwd/x cannot be written"),
        ("pocket docs", "docs holds something else already: "),
        ("score 'Cww towers=3 towers=4'", "“towers” is given twice"),
        ("score 'C queen queen'", "“queen” is given twice"),
        ("evaluate docs", "scorer: there are no labelled pictures in docs"),
        ("read whole.jpg --debug ''", "argument --debug: '' is no name"),
        ("read whole.jpg --corners 'nan,0 1,0 1,1 0,1'", 'is not "x,y x,y x,y x,y"'),
        ("read sample_images/whole.jpg --corners '9,9 300,300 300,9 9,300'", "in one direction"),
        ("read sample_images/whole.jpg --corners '9e3,9e3 9e3,1e4 1e4,1e4 1e4,9e3'", "outside the photo"),
    ],
)
def test_one_line_says_what_is_wrong(
    command: str, said: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    _is_one_line(main(shlex.split(command)), capsys.readouterr().err, said)


def _is_one_line(status: int, written: str, said: str) -> None:
    assert (status, len(written.splitlines())) == (2, 1), written
    assert said in written and len(written) < 400


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("score wC --json --box foo", "arguments", "argument --box: 'foo' is not a box"),
        ("score wC --js --edition new", "arguments", "argument --edition: invalid choice"),
        ("guess --json", "arguments", "invalid choice"),
        ("rank A=wC B=fC --players 1 --json", "arguments", "--players says 1, but 2 people"),
        ("score wC fC --coins 3 --json", "arguments", "belong to one kingdom"),
        ("score wC --json --harmony --giants", "arguments", "are quests"),
        ("read a.jpg --json --corners 1,2", "arguments", "argument --corners: '1,2' is not"),
        ("read a.jpg --json --grid 5x5", "arguments", "give those too"),
        ("read sample_images/whole.jpg --json --cluster 127.0.0.1:1", "cluster", "no cluster answers"),
        ("score - --json", "input", "standard input is empty"),
        ("rank - --json", "input", "standard input is empty"),
    ],
)
def test_an_error_of_the_call_is_one_object_with_json(
    command: str, code: str, said: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(command.split()) == 2
    printed = capsys.readouterr()
    (line,) = printed.out.splitlines()
    (error,) = json.loads(line).values()
    assert error["code"] == code and said in error["message"]
    assert printed.err == f"scorer: {error['message']}\n"


def test_an_unexpected_error_of_the_call_is_one_object_with_json(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> int:
        raise RuntimeError("no rules")

    monkeypatch.setattr("scorer.cli.commands.rules_of", broken)
    assert main(["score", "wC", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error == {"code": "unexpected", "message": "unexpected error, please report it: RuntimeError: no rules"}


def test_an_error_of_a_player_names_the_player_and_the_notation(capsys: Captured) -> None:
    assert main(["rank", "Ann=xx", "=wC", "Bob=wC", "--json"]) == 2
    ann, nameless, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (ann["name"], ann["notation"], ann["error"]["code"]) == ("Ann", "xx", "notation")
    assert (nameless["notation"], nameless["error"]["code"]) == ("=wC", "player")


@pytest.mark.slow
def test_pipe_is_rejected_as_a_photo(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    done = _shell(f"scorer read {tmp_path}/pipe.jpg")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "pipe.jpg is a folder or a device" in done.stderr


def test_errors_are_not_written_to_standard_output() -> None:
    done = _shell("scorer check x 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("sign", ["\x7f", "\x9b"])
def test_json_has_no_terminal_control_characters(sign: str, capsys: Captured) -> None:
    assert main(["score", f"w{sign}", "--json"]) == 2
    printed = capsys.readouterr().out
    assert sign not in printed
    assert json.loads(printed)["notation"] == f"w{sign}"


def test_a_byte_order_mark_is_no_square() -> None:
    done = _shell("printf '\\xef\\xbb\\xbfw1wC\\r\\n' | scorer score - --json")
    assert (done.returncode, json.loads(done.stdout)["total"]) == (0, 2)


def test_names_cannot_control_the_terminal(capsys: Captured) -> None:
    assert main(["rank", "\x1b[31mAnn=wC", "B\x9bob=fC", "C\x07=x"]) == 2
    printed = capsys.readouterr()
    assert not {"\x1b", "\x9b", "\x07"} & set(printed.out + printed.err)
    assert "[31mAnn" in printed.out


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\U000e0041"])
def test_names_cannot_reverse_the_text_around_them(sign: str, capsys: Captured) -> None:
    assert main(["rank", f"Ann{sign}=wC", "Bob=fC", f"C{sign}=x"]) == 2
    assert main(["score", f"w{sign}", "--json"]) == 2
    printed = capsys.readouterr()
    assert sign not in printed.out + printed.err
    assert json.loads(printed.out.splitlines()[-1])["notation"] == f"w{sign}"


def test_a_player_without_a_usable_kingdom_is_not_ranked(capsys: Captured) -> None:
    assert main(["rank", "A=Cww", "B=x", "D=Cff", "--json"]) == 2
    error, ranking = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert error["error"]["code"] == "notation"
    assert [standing["name"] for standing in ranking["ranking"]] == ["A", "D"]
    assert ranking["findings"] == []


def test_grid_of_a_game_can_be_given(capsys: Captured) -> None:
    assert main(["rank", "A=Cww", "B=Cff", "--size", "7", "--json"]) == 0
    ranking = json.loads(capsys.readouterr().out)
    assert (ranking["size"], ranking["box"]) == (7, "kingdomino")


def test_the_same_castle_is_proposed_once(capsys: Captured) -> None:
    assert main(["check", ".", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["corrections"]) == 1


@pytest.mark.slow
def test_photo_without_a_kingdom_has_exit_status_1(capsys: Captured, tmp_path: Path) -> None:
    import cv2
    import numpy as np

    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((300, 300, 3), 120, np.uint8))
    assert main(["read", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["kingdoms"] == []


def test_a_player_called_c_plus_plus_is_one_person(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("C++=w1wC\nAnn+Bob=f1lC\n"))
    assert main(["rank", "-", "--json"]) == 0
    codes = [finding["code"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert "teams" in codes
    assert "players" not in codes


def test_an_interrupt_while_the_command_line_is_loaded_is_one_line() -> None:
    code = """
import runpy, sys
class Interrupted:
    def find_spec(self, name, *rest):
        if name == "scorer.cli.report":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv = ["scorer", "score", "w"]
runpy.run_module("scorer", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "scorer: stopped\n")


@pytest.mark.slow
def test_the_solver_of_integer_programs_prints_nothing() -> None:
    """In a process of its own: the solver does not print through Python, and only once in a process."""
    command = [sys.executable, "-m", "scorer", "check", "w../??./.?C", "--box", "queendomino", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["legal"] is True
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["P{n}", "Ann"])
def test_more_kingdoms_than_a_table_has_are_refused_before_any_is_judged(
    name: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = iter([f"{name.format(n=n)}=w1wC\n" for n in range(3000)])
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(readline=lambda _size: next(read, "")))
    assert main(["rank", "-"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "scorer: rank takes one table of at most 48 kingdoms; give each table to a rank of its own\n"
    assert len(list(read)) == 3000 - 49, "no line after the first too many was read"


def test_a_table_of_as_many_kingdoms_as_there_may_be_is_ranked(capsys: Captured) -> None:
    names = [f"P{n}" for n in range(16) for _ in range(3)]
    assert main(["rank", *(f"{name}=wC" for name in names)]) == 0
    assert len([line for line in capsys.readouterr().out.splitlines() if ". P" in line]) == 16


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_standard_input_is_read_as_a_spreadsheet_writes_it(encoding: str) -> None:
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    lines = f"{mark}Zoë=w1wC\r\nBob=fC\r\n".encode(encoding)
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "rank", "-"],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith(" 1. Zoë: 2")
