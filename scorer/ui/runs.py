"""What was tapped is carried out, even if something else is done on the page at that moment.

The browser says once that a button was pressed. Streamlit may break off a run of the script for a newer request before
it has called what the button is for, or in the middle of that, and the newer request knows nothing of the button
(``SafeSessionState`` looks for requests whenever the state is read, and first of all in ``on_script_will_rerun``). Here
a run is broken off only once all that was done in the browser is carried out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


@cache
def carry_out_first() -> None:
    """Have every run carry out what was done before it gives way to the next one; once in a process is enough."""
    give_way = ScriptRunner._maybe_handle_execution_control_request

    def once_carried_out(runner: Any) -> None:
        context = get_script_run_ctx(suppress_warning=True)
        if context is None or context.has_script_started:
            give_way(runner)

    ScriptRunner._maybe_handle_execution_control_request = once_carried_out
