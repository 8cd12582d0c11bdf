"""Dates and numbers as people write them in the page's language.

The Unicode CLDR's long forms, which Babel has too; the offline app would load two megabytes for them.
"""

from __future__ import annotations

from datetime import date

from scorer.i18n.translator import LANGUAGES, Translator, mark

_MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def day_words(day: date, tr: Translator) -> str:
    """A day with the month's name. Some languages write the first of a month as an ordinal number.

    >>> from scorer.i18n.translator import translator
    >>> [day_words(date(2026, 5, 2), translator(language)) for language in ("en", "fr", "de", "es")]
    ['2 May 2026', '2 mai 2026', '2. Mai 2026', '2 de mayo de 2026']
    >>> day_words(date(2026, 5, 1), translator("fr"))
    '1er mai 2026'
    """
    month = tr(_MONTHS[day.month - 1])
    if day.day == 1:
        return tr("1 {month} {year}", month=month, year=day.year)
    return tr("{day} {month} {year}", day=day.day, month=month, year=day.year)


def day_digits(day: date, tr: Translator) -> str:
    """A day in digits, for fields that take no names of months.

    >>> from scorer.i18n.translator import translator
    >>> [day_digits(date(2026, 5, 2), translator(language)) for language in ("en", "fr", "de", "es")]
    ['2026-05-02', '02/05/2026', '02.05.2026', '02/05/2026']
    """
    return tr("{year}-{month:02}-{day:02}", day=day.day, month=day.month, year=day.year)


def number_words(value: float, tr: Translator, digits: int = 0) -> str:
    """A number with so many digits behind the decimal sign.

    >>> from scorer.i18n.translator import translator
    >>> number_words(45.25, translator("en"), 1), number_words(45.25, translator("de"), 1)
    ('45.2', '45,2')
    """
    return f"{value:.{digits}f}".replace(".", LANGUAGES[tr.language].decimal)


def percent_words(part: float, tr: Translator) -> str:
    """A part of a whole, from 0 to 1, in percent.

    >>> from scorer.i18n.translator import translator
    >>> percent_words(0.5, translator("en")), percent_words(0.5, translator("fr")) == "50\u00a0%"
    ('50%', True)
    """
    return tr("{percent}%", percent=f"{100 * part:.0f}")
