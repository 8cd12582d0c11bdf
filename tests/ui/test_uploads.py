"""A file chosen at the moment when the script starts again gets its address."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.ui.browsing import ROOT

CHOSEN_WHILE_THE_SCRIPT_STARTS = """
import sys
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from scorer.ui import patches

if sys.argv[1] == "ours":
    patches.repair()
for gone in (False, True):
    queue, answer, drawing = ForwardMsgQueue(), ForwardMsg(), ForwardMsg()
    answer.file_urls_response.response_id = "7"
    drawing.delta.new_element.markdown.body = "old"
    queue.enqueue(answer)
    queue.enqueue(drawing)
    queue.clear(retain_lifecycle_msgs=not gone)
    print([message.WhichOneof("type") for message in queue.flush()])
"""


def left_in_the_queue(whose: str) -> list[str]:
    command = [sys.executable, "-c", CHOSEN_WHILE_THE_SCRIPT_STARTS, whose]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.splitlines()


@pytest.mark.slow
def test_upload_address_survives_the_start_of_a_script_run() -> None:
    assert left_in_the_queue("ours") == ["['file_urls_response']", "[]"]


@pytest.mark.slow
def test_unpatched_streamlit_still_loses_upload_addresses() -> None:
    """When this fails, keep_upload_addresses in scorer/ui/patches.py can go."""
    assert left_in_the_queue("streamlit's") == ["[]", "[]"]


ANOTHER_STREAMLIT = """
import logging
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from scorer.ui import patches

logging.basicConfig(format="%(message)s")
del ForwardMsgQueue.clear, ScriptRunner._maybe_handle_execution_control_request
print(patches.finish_requests_first(), patches.keep_upload_addresses())
"""


@pytest.mark.slow
def test_unknown_streamlit_is_not_patched_and_a_warning_is_logged() -> None:
    command = [sys.executable, "-c", ANOTHER_STREAMLIT]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert ran.stdout.split() == ["False", "False"]
    assert ran.stderr.count("Streamlit has changed") == 2
