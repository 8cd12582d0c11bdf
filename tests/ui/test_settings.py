"""The settings the page is served with mean something to the Streamlit that is installed, and are explained."""

import tomllib

import pytest
from streamlit import config

from tests.ui.browsing import ROOT

SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
PAGE = ROOT / "docs" / "reference" / "settings.md"
NAMES = [f"{section}.{name}" for section, values in SETTINGS.items() if section != "theme" for name in values]


@pytest.mark.parametrize("name", NAMES)
def test_streamlit_knows_every_setting(name: str) -> None:
    section, _, key = name.partition(".")
    assert isinstance(config.get_option(name), type(SETTINGS[section][key]))


def test_a_visit_s_script_runs_once_at_a_time() -> None:
    """What a run has done to the session while another one began beside it would be shown by neither."""
    assert SETTINGS["runner"]["fastReruns"] is False


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_explained_with_its_value(name: str) -> None:
    section, _, key = name.partition(".")
    value = SETTINGS[section][key]
    row = next(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |"))
    shown = tomllib.loads(f"value = {_quoted(row.split('|')[2].strip(' `'))}")["value"]
    assert shown == (value[0] if isinstance(value, list) else value)


def _quoted(text: str) -> str:
    """The text as a TOML value: numbers and switches as they are."""
    return text if text in ("true", "false") or text[0].isdigit() else f'"{text}"'


def test_a_new_page_does_not_make_the_server_look_for_changed_files() -> None:
    assert SETTINGS["server"]["fileWatcherType"] == "none"
