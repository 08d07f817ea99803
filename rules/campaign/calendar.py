"""Dates of a campaign: its days are counted from 1, and day 1 has a date."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.language import english, say
from rules.state.campaign import CampaignSetup
from rules.state.campaign_counters import Day

MONTHS = (
    english("January"),
    english("February"),
    english("March"),
    english("April"),
    english("May"),
    english("June"),
    english("July"),
    english("August"),
    english("September"),
    english("October"),
    english("November"),
    english("December"),
)


LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Date(NamedTuple):
    year: int
    month: int
    day: int


def length(year: int, month: int) -> int:
    """Days of a month; every fourth year has a leap day, as the calendar of those years has it."""
    return LENGTHS[month - 1] + (month == 2 and year % 4 == 0)


def on(setup: CampaignSetup, day: Day) -> Date:
    """The date of a day."""
    year, month, number = setup.date
    number += day - 1
    while number < 1:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        number += length(year, month)
    while number > length(year, month):
        number -= length(year, month)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return Date(year, month, number)


def date_of(setup: CampaignSetup, day: Day) -> str:
    """ "12 May 1057", in the language spoken."""
    date = on(setup, day)
    return say("{day} {month} {year}", day=date.day, month=MONTHS[date.month - 1], year=date.year)


RECORDED = (
    english("{day} January {year}"),
    english("{day} February {year}"),
    english("{day} March {year}"),
    english("{day} April {year}"),
    english("{day} May {year}"),
    english("{day} June {year}"),
    english("{day} July {year}"),
    english("{day} August {year}"),
    english("{day} September {year}"),
    english("{day} October {year}"),
    english("{day} November {year}"),
    english("{day} December {year}"),
)
"""Dates by month: what is recorded is known again by the words in it, and a date has no other."""


def recorded_date(setup: CampaignSetup, day: Day) -> str:
    """ "12 May 1057", in English, for the record."""
    date = on(setup, day)
    return english(RECORDED[date.month - 1], day=date.day, year=date.year)


def short_date(setup: CampaignSetup, day: Day) -> str:
    """ "12 May", in the language spoken."""
    date = on(setup, day)
    return say("{day} {month}", day=date.day, month=MONTHS[date.month - 1])


YEAR = 366


def day_of(setup: CampaignSetup, number: int, month: str) -> Day | None:
    """The day of a campaign that a date names, the nearest of its kind; None for a date that is none.
    ``month``: in English, of at least three letters."""
    wanted = next((n for n, name in enumerate(MONTHS, 1) if name.casefold().startswith(month.casefold())), 0)
    found = [day for day in range(1 - YEAR, YEAR + 1) if wanted and on(setup, day)[1:] == (wanted, number)]
    return min(found, key=abs, default=None)
