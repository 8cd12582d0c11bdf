"""Something else is done on the page just when Streamlit looks for that: at each of its looks, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


class Interruption:
    """A newer request, which knows every widget but no button that was pressed."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        inside: str,
        also: Callable[[ScriptRunner, WidgetStates], None] = lambda _, __: None,
    ) -> None:
        """``inside`` names the function in which it arrives, ``also`` changes what it says of the widgets."""
        self._looks, self._at = 0, -1
        look = ScriptRunner._maybe_handle_execution_control_request

        def interrupted(runner: ScriptRunner) -> None:
            if runner._execing and is_inside(inside):
                if self._looks == self._at:
                    request = newer(runner._requests._rerun_data)
                    also(runner, request.widget_states or WidgetStates())
                    runner.request_rerun(request)
                self._looks += 1
            look(runner)

        monkeypatch.setattr(ScriptRunner, "_maybe_handle_execution_control_request", interrupted)

    def everywhere(self, done: Callable[[], None]) -> int:
        """Do something with a request at each of the looks; how many there were."""
        number = 0
        while self.at(number, done):
            number += 1
        return number

    def at(self, number: int, done: Callable[[], None]) -> bool:
        """Do something with a request at one of the looks, counted from 0; whether there were so many."""
        self._looks, self._at = 0, number
        done()
        return self._looks > number


def is_inside(name: str) -> bool:
    """Whether a function of this name is being run."""
    frame = sys._getframe()
    while frame is not None and frame.f_code.co_name != name:
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None


def newer(last: RerunData) -> RerunData:
    """What the browser asks next: of a button it says once only that it was pressed."""
    states = WidgetStates()
    if last.widget_states is not None:
        states.widgets.extend(state for state in last.widget_states.widgets if not state.HasField("trigger_value"))
    return replace(last, widget_states=states)
