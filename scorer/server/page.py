"""The script that Streamlit runs for every visitor and tap. It connects the page's parts and holds no logic.

All code is in a function, because the worker processes import this file again and must not draw a page.
"""

from __future__ import annotations


def main() -> None:
    """Draw the page."""
    import streamlit as st

    from scorer.ui.patches import repair
    from scorer.ui.photos import page_visitor
    from scorer.ui.renderer import Renderer
    from scorer.ui.session import keep, session, settle_in
    from scorer.ui.style import style
    from scorer.ui.turns import turn_of
    from scorer.ui.visit import attend
    from scorer.ui.warm_up import warm_up

    st.set_page_config(page_title="Kingdom scorer", layout="centered")  # its icon is in ``head.py``

    repair()
    with turn_of(page_visitor()):
        program = session()
        attend(program)
        settle_in(program)
        style(program)
        renderer = Renderer(program)
        looks = program.host.looks
        if looks and not program.takes_photos and all(look.done(0) for look in looks):
            program.add_read_photos(turn=False)
        renderer.draw_page(program.blocks)
        if not renderer.has_kept:
            keep(program)
        renderer.finish()
    warm_up()


if __name__ == "__main__":
    main()
