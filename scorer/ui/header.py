"""The page's head: its name, the languages, the list of pages, and the words that its style needs."""

from __future__ import annotations

import json
from pathlib import Path

import streamlit as st

from scorer.app import pages
from scorer.frontend.bundle import BROWSER
from scorer.i18n.translator import LANGUAGES
from scorer.ui.session import Session, page_key

STYLES = (BROWSER / "page" / "results.css", Path(__file__).with_name("page.css"))


def header(program: Session) -> None:
    """Draw the head of the page."""
    tr = program.tr
    said = {
        "photos": tr("Take or choose photos"),
        "file": tr("Choose a file"),
        "offline": tr(
            "No connection. It goes on as soon as it is back. The table stays; "
            "photos and undo do not if the app was started anew meanwhile."
        ),
        "too-large": tr(
            "A file may have {most} MB at most. This one is larger: choose another one, or make it smaller.",
            most=st.get_option("server.maxUploadSize"),
        ),
    }
    variables = "".join(f"--say-{name}: {json.dumps(text, ensure_ascii=False)};" for name, text in said.items())
    written = "\n".join(style.read_text("utf-8") for style in STYLES)
    st.html(f"<style>:root {{ {variables} }}\n{written}</style>")
    st.session_state["language"] = tr.language
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="top"):
        st.html("<div class='name'>Kingdom scorer</div>")
        st.segmented_control(
            tr("Language"),
            list(LANGUAGES),
            format_func=str.upper,
            key="language",
            on_change=lambda: program.do({"kind": "language", "value": st.session_state["language"]}),
            required=True,
            label_visibility="collapsed",
        )
    names = pages.names(tr)
    with st.container(key="page"):
        st.segmented_control(
            tr("Page"), list(names), format_func=names.__getitem__, default=program.page,
            key=page_key(program), required=True, label_visibility="collapsed", width="stretch",
        )  # fmt: skip
