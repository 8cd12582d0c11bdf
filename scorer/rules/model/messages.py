"""Messages for players, separate from their values so that a page can translate them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from scorer.rules.model.letters import isolated


@dataclass(frozen=True)
class Message:
    """An English template and its values.

    ``str(message)`` is the English text; a page translates the template and fills in ``values``. If the words depend on
    a number, ``plural`` is the template for any ``count`` except 1:

    ``counted`` makes such messages. The template is a literal at the call, so that ``pybabel extract`` finds it.

    >>> str(Message("{squares} × {crowns}", {"squares": 7, "crowns": 3}))
    '7 × 3'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    count: int = 1

    def __str__(self) -> str:
        template = self.plural if self.plural and self.count != 1 else self.template
        values = {name: isolated(value) if isinstance(value, str) else value for name, value in self.values.items()}
        return template.format(**values)


def counted(singular: str, plural: str, count: int, values: Mapping[str, object] | None = None) -> Message:
    """A message whose words depend on a number; both templates may contain ``{count}``.

    >>> [str(counted("{count} square", "{count} squares", count)) for count in (0, 1, 2)]
    ['0 squares', '1 square', '2 squares']
    """
    return Message(singular, {"count": count, **(values or {})}, plural, count)


def listed(parts: Iterable[Message | str]) -> Message:
    """Join messages or names (at least one) with commas; each name is ``isolated``.

    >>> str(listed(map(Message, ("coins", "towers", "the Queen"))))
    'coins, towers, the Queen'
    >>> str(listed(("Ann", "Ben")))
    'Ann, Ben'
    """
    messages = (part if isinstance(part, Message) else Message("{name}", {"name": part}) for part in parts)
    return reduce(lambda said, more: Message("{said}, {more}", {"said": said, "more": more}), messages)
