"""The settings the page is served with mean something to the Streamlit that is installed, and are explained."""

import tomllib

import pytest
from streamlit import config

from tests.ui.browsing import ROOT

SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
NAMES = [f"{section}.{name}" for section, values in SETTINGS.items() if section != "theme" for name in values]


@pytest.mark.parametrize("name", NAMES)
def test_streamlit_knows_every_setting(name: str) -> None:
    section, _, key = name.partition(".")
    assert isinstance(config.get_option(name), type(SETTINGS[section][key]))


def test_a_visit_s_script_runs_once_at_a_time() -> None:
    """What a run has done to the session while another one began beside it would be shown by neither."""
    assert SETTINGS["runner"]["fastReruns"] is False


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("server", "runner", "browser"))])
def test_what_matters_to_hosts_is_explained(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "DEPLOY.md").read_text("utf-8")
