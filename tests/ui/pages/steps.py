"""What a visitor does on the page and what the page then shows, without a browser and without a model."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from scorer.app.pages.header import titles
from scorer.app.state.actions import identity
from scorer.ui.labels import plain
from tests.ui.app_page import app_page
from tests.ui.drawn import drawn_photo

PHOTO = drawn_photo()


def opened(**query: str) -> AppTest:
    return well(app_page(**query).run())


def well(app: AppTest) -> AppTest:
    """The page, after making sure that nothing went wrong on it."""
    assert not app.exception, app.exception
    return app


def page_of(app: AppTest) -> str:
    """The page that is shown."""
    program = app.session_state["session"]
    (header,) = [element for element in app.get("html") if "<h1" in element.proto.body]
    assert titles(program.tr)[program.page] in header.proto.body
    page: str = program.page
    return page


def turn(app: AppTest, page: str) -> AppTest:
    """Turns to another page, as the browser's Back button does."""
    app.session_state["session"].do({"kind": "page", "value": page})
    return well(app.run())


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [button for button in app.button if button.label == plain(label)]
    return well(button.click().run())


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    (uploader,) = [u for u in app.file_uploader if (u.key or "").startswith("upload-")]
    return well(uploader.set_value([(name, data, "image/jpeg") for name, data in files]).run())


def shown(app: AppTest, name: str = "kingdom_board") -> dict[str, Any]:
    """The data of one of our components on the page; of the kingdom, on its page."""
    if name == "kingdom_board" and page_of(app) != "kingdom":
        turn(app, "kingdom")
    (data,) = [json.loads(e.proto.json) for e in app.get("bidi_component") if e.proto.component_name == name]
    return dict(data)


def tap(app: AppTest, **act: Any) -> AppTest:
    """What a tap on the component does."""
    session = app.session_state["session"]
    session.do({"kind": "actions", "value": [{"kingdom": identity(session.state), "sent": session.acted + 1, **act}]})
    assert session.problem is None, str(session.problem)
    return well(app.run())


def place(app: AppTest, at: str) -> dict[str, Any]:
    (found,) = [place for place in shown(app)["places"] if place["at"] == at]
    return dict(found)


def texts(app: AppTest) -> str:
    elements = [*app.markdown, *app.caption, *app.warning, *app.error, *app.info, *app.get("html")]
    return "\n".join(str(getattr(e, "value", None) or e.proto.body) for e in elements)
