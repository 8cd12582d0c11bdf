"""What one window writes of saved games that another window writes, too: the browser's module by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.offline.steps import Served, opened_page, prepared_page

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def with_module(page: Page, script: str, resumed: str = "") -> object:
    """What a script returns that has the module of saved games as ``games``; ``take`` reports them, and the report is
    taken."""
    return page.evaluate(
        f"""async (resumed) => {{
          const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
          const games = await import(`${{location.origin}}/${{name.split(' ')[0]}}/component/storage/saved_games.js`);
          const take = (before) => {{ games.heldSavedGames(); games.acceptSavedGames(before); }};
          {script}
        }}""",
        resumed,
    )


CONFLICT = """
  const key = 'kingdom-scorer-evening-a', { setItem } = Storage.prototype;
  localStorage.setItem(key, 'before');
  take({});
  localStorage.setItem(key, 'of another tab');
  Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  const { refused } = games.changeSavedGames({ number: 1, put: { a: 'of this tab', b: 'new' }, remove: [] });
  Storage.prototype.setItem = setItem;
  const { others } = games.changeSavedGames({ number: 2, put: { a: 'of this tab, again' }, remove: [] });
  return [refused, others, localStorage.getItem(key)];
"""


@pytest.mark.thorough
def test_a_conflict_with_another_tab_is_found_again_after_changes_are_refused(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, CONFLICT) == [True, {"a": "of another tab"}, "of another tab"]


QUICK = """
  const key = 'kingdom-scorer-evening-a', theirs = 'of another tab';
  localStorage.setItem(key, 'before');
  take({});
  localStorage.setItem(key, theirs);
  const first = games.changeSavedGames({ number: 1, put: { a: 'tap 1' }, remove: [] }).others;
  const second = games.changeSavedGames({ number: 2, put: { a: 'tap 2' }, remove: [] }).others;
  const held = localStorage.getItem(key);
  games.changeSavedGames({ number: 3, put: { b: 'the copy' }, remove: [] });
  const third = games.changeSavedGames({ number: 4, put: { a: 'theirs, changed' }, remove: [] }).others;
  return [first, second, held, third, localStorage.getItem(key)];
"""


@pytest.mark.thorough
def test_second_tap_does_not_replace_another_tabs_game_before_the_conflict_is_known(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page, theirs = opened_page(used_phone, lasting.address), {"a": "of another tab"}
    assert with_module(page, QUICK) == [theirs, theirs, "of another tab", {}, "theirs, changed"]


DELETED = """
  const key = 'kingdom-scorer-evening-a', put = { a: 'of this tab' };
  localStorage.setItem(key, 'before');
  take({});
  localStorage.removeItem(key);
  const theirs = games.changeSavedGames({ number: 1, put, remove: [] }).others, held = localStorage.getItem(key);
  games.changeSavedGames({ number: 2, put: {}, remove: ['a'] });
  const own = games.changeSavedGames({ number: 3, put, remove: [] }).others;
  localStorage.removeItem(key);
  return [theirs, held, own];
"""


@pytest.mark.thorough
def test_game_that_another_tab_deleted_is_reported_when_it_is_saved_again(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, DELETED) == [{"a": ""}, "of this tab", {}]


SAVED_AGAIN = """
  localStorage.setItem('kingdom-scorer-evening-a', 'before');
  take({});
  games.changeSavedGames({ number: 1, put: {}, remove: ['a'] });
  localStorage.setItem('kingdom-scorer-evening-a', 'of another tab');
  take(games.seenOf('a'));
  return games.changeSavedGames({ number: 2, put: { a: 'of this tab' }, remove: [] }).others;
"""


@pytest.mark.thorough
def test_game_deleted_here_does_not_replace_what_another_tab_saved_again(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, SAVED_AGAIN) == {"a": "of another tab"}


RESUMED = """
  games.forgetConflicts();
  localStorage.setItem('kingdom-scorer-evening-a', 'before');
  take({});
  games.recordGame('a', 'the last game');
  games.showGame('', '');
  localStorage.setItem('kingdom-scorer-evening-a', 'of another tab');
  take({});
  games.showGame('a', resumed);
  return games.changeSavedGames({ number: 1, put: { a: 'of this tab' }, remove: [] }).others;
"""


@pytest.mark.thorough
def test_resumed_game_does_not_replace_what_another_tab_added_to_it(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, RESUMED, "the last game") == {"a": "of another tab"}
    assert with_module(page, RESUMED, "as the other tab has saved it") == {}


DESCRIBED = """
  localStorage.setItem('kingdom-scorer-evening-a', 'before');
  take({});
  games.recordGame('a', 'the last game');
  games.showGame('', '');
  games.changeSavedGames({ number: 1, put: { a: 'before, with notes' }, remove: [] });
  games.showGame('a', 'the last game');
  return games.changeSavedGames({ number: 2, put: { a: 'of this tab' }, remove: [] }).others;
"""


@pytest.mark.thorough
def test_notes_of_a_game_that_is_opened_again_are_no_change_of_another_tab(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, DESCRIBED) == {}


REPORTED = """
  localStorage.setItem('kingdom-scorer-evening-a', 'before');
  take({});
  localStorage.setItem('kingdom-scorer-evening-a', 'of another tab');
  games.heldSavedGames();
  const early = games.changeSavedGames({ number: 1, put: { a: 'of this tab' }, remove: [] }).others;
  games.forgetConflicts();
  localStorage.setItem('kingdom-scorer-evening-a', 'of a third tab');
  take({});
  return [early, games.changeSavedGames({ number: 2, put: { a: 'of this tab' }, remove: [] }).others];
"""


@pytest.mark.thorough
def test_change_made_before_a_report_is_taken_does_not_replace_the_reported_game(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert with_module(page, REPORTED) == [{"a": "of another tab"}, {}]


REPORTS = """window.reported = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data, ...others) {
  const { kind, value } = JSON.parse(data.request ?? '{}');
  if (kind === 'saved_games' && value) window.reported.push(JSON.parse(value)['']);
  post.call(this, data, ...others);
};"""
"""``reported`` are the numbers of the reports on saved games, with the keys after them."""
OVERWRITTEN = """
  const other = new BroadcastChannel('kingdom-scorer-evening-');
  localStorage.setItem('kingdom-scorer-evening-a', 'before');
  localStorage.setItem('kingdom-scorer-evening-b', 'before');
  take({});
  games.changeSavedGames({ number: 1, put: { a: 'of this tab', b: 'of this tab' }, remove: [] });
  for (const [key, before] of [['a', 'of this tab'], ['b', 'before']]) {
    localStorage.setItem(`kingdom-scorer-evening-${key}`, 'of another tab');
    other.postMessage({ key, before });
  }
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  return window.reported.map((number) => number.split(' ').slice(1)).flat();
"""


@pytest.mark.thorough
def test_text_that_another_tab_writes_at_the_same_moment_is_noticed(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = prepared_page(used_phone, lasting.address, REPORTS)
    assert with_module(page, OVERWRITTEN) == ["b"], "the other tab had seen the first one"
