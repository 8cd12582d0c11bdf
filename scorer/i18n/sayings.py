"""The words for players in a module's source: what it says, and what it says so that no catalogue can hold it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

_SAYING = {"tr", "Message", "mark"}
_SHOWING = re.compile(
    "badge|button|caption|camera_input|checkbox|code|dialog|download_button|error|exception|expander|feedback|image|info"
    "|file_uploader|form_submit_button|header|link_button|markdown|metric|multiselect|number_input|page_link|pills"
    "|popover|progress|radio|segmented_control|selectbox|slider|spinner|status|subheader|success|tabs|text|text_area"
    "|text_input|title|toast|toggle|warning|write"
)
"""Streamlit elements that show their first argument to the player …"""
_SHOWN = {"label", "body", "text", "help", "placeholder", "caption", "page_title"}
"""… and the keywords that are shown too."""
_WORDLESS = re.compile(r"<[^>]*>|:material/\w+:|&\w+;|^[wflgsmtC.?/\d]+$|Kingdom scorer")
"""What is no words: tags, icons, entities, a kingdom's notation, the page's own name."""


def said(tree: ast.AST) -> Iterator[str]:
    """The strings that a module hands to ``tr``, ``Message`` or ``mark``: literals, both arms of a choice included, the
    values of a table, and names that were given such a one in the same function or the module.

    >>> list(said(ast.parse('tr("Undo" if back else "Redo"); state.tr("It " "is"); st.write("other")')))
    ['Undo', 'Redo', 'It is']
    >>> list(said(ast.parse("def f(n): one, many = 'a square', 'squares'; return Message(one if n == 1 else many)")))
    ['a square', 'squares']
    >>> list(said(ast.parse('A, B = map(Message, ("points", "crowns"))')))
    ['points', 'crowns']
    """
    for _, words, assigned in _sayings(tree):
        yield from _texts(words, assigned)


def unsayable(tree: ast.AST) -> Iterator[int]:
    """Line numbers where text is put together before it is translated, or a message's is not to be found, so that no
    catalogue can hold it. An attribute, such as a building's name, is taken for one of ``wanted``'s own.

    >>> list(unsayable(ast.parse('tr(f"Hello {name}")\\nMessage(found)\\nMessage(building.name); tr(marked)')))
    [1, 2]
    """
    for name, words, assigned in _sayings(tree):
        for leaf in _leaves(words, assigned):
            glued = isinstance(leaf, ast.JoinedStr | ast.BinOp)
            lost = name != "tr" and not isinstance(leaf, ast.Constant | ast.Attribute)
            if glued or lost:
                yield words.lineno


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of words handed straight to a Streamlit element that shows them, without ``tr``; a log shows none.

    >>> list(unmarked(ast.parse('st.button("Undo"); st.button(tr("Redo"), help=f"{n} left"); log.error("what")')))
    [(1, 'Undo'), (1, ' left')]
    """
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not _SHOWING.fullmatch(node.func.attr) or "log" in _name(node.func.value).lower():
            continue
        shown = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg in _SHOWN)]
        for value in shown:
            parts = value.values if isinstance(value, ast.JoinedStr) else [value]
            for words in (text for part in parts for text in _texts(part, {})):
                if re.search(r"[^\W\d_]{2}", _WORDLESS.sub("", words)):
                    yield node.lineno, words


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


_Assigned = dict[str, list[ast.expr]]


def _sayings(tree: ast.AST) -> Iterator[tuple[str, ast.expr, _Assigned]]:
    """Each call that says something: its name, its words, and what the names around it were given.

    A function with a parameter called ``template`` hands it on, so what it is called with is said.
    """
    module = _assigned(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    handed_on = {f.name: _parameters(f).index("template") for f in functions if "template" in _parameters(f)}
    for scope in (tree, *functions):
        assigned = module | _assigned(scope)
        for node in _own(scope):
            if isinstance(node, ast.Call):
                for name, words in _said_by(node, handed_on):
                    yield name, words, assigned


def _said_by(call: ast.Call, handed_on: Mapping[str, int]) -> Iterator[tuple[str, ast.expr]]:
    name = _name(call.func)
    if name == "map" and _name(call.args[0]) in _SAYING:
        for given in call.args[1:]:
            listed = given.elts if isinstance(given, ast.Tuple | ast.List) else [given]
            yield from ((_name(call.args[0]), words) for words in listed)
    at = handed_on.get(name, 0 if name in _SAYING else len(call.args))
    yield from ((name, words) for words in call.args[at : at + 1])


def _parameters(function: ast.AST) -> list[str]:
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] == ["self"] else names


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function or module itself, in order, not in the functions inside."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _own(node)


def _assigned(scope: ast.AST) -> _Assigned:
    found: _Assigned = {name: [] for name in _parameters(scope) if name == "template"}
    for node in _own(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name, value in _pairs(target, node.value):
                    found.setdefault(name, []).append(value)
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for part, given in zip(target.elts, value.elts, strict=False):
            yield from _pairs(part, given)


def _texts(node: ast.expr, assigned: _Assigned) -> Iterator[str]:
    for leaf in _leaves(node, assigned):
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str) and leaf.value:
            yield leaf.value


def _leaves(node: ast.expr, assigned: _Assigned) -> Iterator[ast.expr]:
    """What an expression may turn out to be, as far as choices, tables and names can be followed."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            yield from _leaves(body, assigned)
            yield from _leaves(orelse, assigned)
        case ast.Subscript(value=ast.Dict(values=values)):
            for value in values:
                yield from _leaves(value, assigned)
        case ast.Name(id=name) if name in assigned:
            others = {other: values for other, values in assigned.items() if other != name}
            for value in assigned[name]:
                yield from _leaves(value, others)
        case _:
            yield node
