"""The page's style sheet, and the texts that it needs."""

from __future__ import annotations

import json
from pathlib import Path

import streamlit as st

from scorer.frontend.bundle import BROWSER
from scorer.ui.session import Session

STYLES = (BROWSER / "page" / "results.css", BROWSER / "page" / "board.css", Path(__file__).with_name("page.css"))


def style(program: Session) -> None:
    """Add the style to the page."""
    tr = program.tr
    said = {
        "photos": tr("Take or choose photos"),
        "view": tr("Add another photo of this kingdom"),
        "add-photo": tr("Add photo"),
        "file": tr("Choose a file"),
        "offline": tr(
            "No connection. Your game is kept and continues when the connection is back. If the app restarts, "
            "photos and undo steps are lost."
        ),
        "too-large": tr(
            "This file is larger than {most} MB. Choose another one, or make it smaller.",
            most=st.get_option("server.maxUploadSize"),
        ),
    }
    variables = "".join(f"--say-{name}: {json.dumps(text, ensure_ascii=False)};" for name, text in said.items())
    light, dark = (st.get_option(f"theme.{name}.backgroundColor") for name in ("light", "dark"))
    variables += f"--page: light-dark({light}, {dark});"
    written = "\n".join(style.read_text("utf-8") for style in STYLES)
    st.html(f"<style>:root {{ {variables} }}\n{written}</style>")
