"""Dates and numbers are written as the Unicode CLDR writes them."""

from datetime import date

import pytest
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent

from scorer.i18n.formats import day_words, number_words, percent_words
from scorer.i18n.translator import LANGUAGES, translator

CLDR = {language: "en_GB" if language == "en" else language for language in LANGUAGES}
"""The page's English has the day before the month."""


@pytest.mark.parametrize(("language", "locale"), CLDR.items())
@pytest.mark.parametrize("month", range(1, 13))
def test_days_are_those_of_the_language(language: str, locale: str, month: int) -> None:
    day = date(2026, month, month + 1)
    assert day_words(day, translator(language)) == format_date(day, "long", locale)


@pytest.mark.parametrize(("language", "locale"), CLDR.items())
def test_numbers_and_percentages_are_those_of_the_language(language: str, locale: str) -> None:
    tr = translator(language)
    assert number_words(45.5, tr, 1) == format_decimal(45.5, "0.0", locale)
    assert percent_words(0.07, tr) == format_percent(0.07, locale=locale)
