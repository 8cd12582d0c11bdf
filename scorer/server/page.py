"""The script that Streamlit runs for every visitor and tap. It wires the pages together and holds no logic.

It may not lie beside the folder ``pages``, of whose files Streamlit would make a menu.

Everything stands in a function: the processes that read photos import this file again, and must not draw a page.
"""

from __future__ import annotations


def main() -> None:
    """Draw the page."""
    import streamlit as st

    from scorer.ui.pages import arrive, evenings, keep_share, kingdoms, rules, start, table
    from scorer.ui.runs import carry_out_first
    from scorer.ui.session import keep, session, words
    from scorer.ui.uploads import keep_answers
    from scorer.ui.visit import attend
    from scorer.ui.warm_up import warm_up

    st.set_page_config(page_title="Kingdom scorer", layout="centered")  # its icon is in ``head.py``

    carry_out_first()
    keep_answers()
    attend(session())
    arrive.settle_in()
    tr = words()
    pages = {
        "start": (tr("Photos"), start.show),
        "kingdoms": (tr("Kingdoms"), kingdoms.show),
        "table": (tr("Table"), table.show),
        "rules": (tr("Rules"), rules.show),
        "share": (tr("Share"), keep_share.show),
        "evenings": (tr("Evenings"), evenings.show),
    }
    page = arrive.header({name: label for name, (label, _) in pages.items()})
    if page != "start":  # which has places of its own for both
        if session().looks:
            start.finish_elsewhere(session(), tr)
        start.show_notes(session(), tr)
    pages[page][1]()
    if page != "kingdoms" or session().state.canvas is None:
        keep(session(), page)
    warm_up()


if __name__ == "__main__":
    main()
