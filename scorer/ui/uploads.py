"""A photo that is chosen while the page is drawn anew is not lost.

The browser asks under which address to send a chosen file. Streamlit empties the queue of what goes to the browser
whenever the script starts, and throws the answer away if it still waits there: the browser then waits for it without
end, and nothing on the page says so. It keeps back the other messages that are no part of the drawing; here it keeps
this one, too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

ANSWER = "file_urls_response"


@cache
def keep_answers() -> None:
    """Have every queue keep its answers to chosen files from now on; once in a process is enough."""
    empty = ForwardMsgQueue.clear

    def clear(queue: Any, retain_lifecycle_msgs: bool = False, *rest: Any, **more: Any) -> None:
        answers = [message for message in queue._queue if message.WhichOneof("type") == ANSWER]
        empty(queue, retain_lifecycle_msgs, *rest, **more)
        if retain_lifecycle_msgs:  # else the browser has gone
            kept = {id(message) for message in queue._queue}
            queue._queue += [message for message in answers if id(message) not in kept]

    ForwardMsgQueue.clear = clear
