"""Times, spans and other facts in the player's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, ngettext

from games.models import Game, Seat
from games.reports import sheet
from rules import engine

_SHORT = re.compile(r"T(\d+) (.+)")
_DAYS = (
    gettext_noop("Mon"),
    gettext_noop("Tue"),
    gettext_noop("Wed"),
    gettext_noop("Thu"),
    gettext_noop("Fri"),
    gettext_noop("Sat"),
    gettext_noop("Sun"),
)
_MONTHS = (
    gettext_noop("Jan"),
    gettext_noop("Feb"),
    gettext_noop("Mar"),
    gettext_noop("Apr"),
    gettext_noop("May"),
    gettext_noop("Jun"),
    gettext_noop("Jul"),
    gettext_noop("Aug"),
    gettext_noop("Sep"),
    gettext_noop("Oct"),
    gettext_noop("Nov"),
    gettext_noop("Dec"),
)


def zone_of(seat: Seat | None) -> tzinfo:
    """The player's time zone; UTC where it is unknown."""
    try:
        return ZoneInfo(seat.timezone) if seat else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def moment(when: datetime, seat: Seat | None, *, year: bool = True) -> str:
    """ "Tue 24 Nov 2026 20:00 CET" by the player's clock, in the language spoken."""
    return moment_there(when.astimezone(zone_of(seat)), year=year)


def moment_there(there: datetime, *, year: bool = True) -> str:
    """The same by the clock of the zone that a time is given in."""
    zone = there.tzname() or "UTC"
    if zone[0] in "+-":  # zones without a name of their own
        zone = f"UTC{zone}"
    told = (
        gettext("{day} {number} {month} {year} {time} {zone}")
        if year
        else gettext("{day} {number} {month} {time} {zone}")
    )
    return told.format(
        day=gettext(_DAYS[there.weekday()]),
        number=there.day,
        month=gettext(_MONTHS[there.month - 1]),
        year=there.year,
        time=f"{there:%H:%M}",
        zone=zone,
    )


def day_and_hour(there: datetime) -> str:
    """ "24 Nov 20:00", where there is little room."""
    return gettext("{number} {month} {time}").format(
        number=there.day, month=gettext(_MONTHS[there.month - 1]), time=f"{there:%H:%M}"
    )


def span(length: timedelta) -> str:
    """ "2 days 4 hours", "35 minutes"; never less than a minute."""
    minutes = max(1, round(length.total_seconds() / 60))
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        ngettext("{days} day", "{days} days", days).format(days=days) if days else "",
        ngettext("{hours} hour", "{hours} hours", hours).format(hours=hours) if hours else "",
        ngettext("{minutes} minute", "{minutes} minutes", minutes).format(minutes=minutes) if minutes else "",
    ]
    return " ".join([part for part in parts if part][:2])


def points(number: int) -> str:
    """ "1 point", "3 points", "no points"."""
    if not number:
        return gettext("no points")
    return ngettext("{number} point", "{number} points", number).format(number=number)


def side(side: engine.MusterSide) -> str:
    """ "Normans", "Greeks (allies)": a side, and what it is to the reader where it is no enemy."""
    name = engine.named(side.name)
    return f"{name} ({engine.translated(side.stance)})" if side.stance else name


def outcome(winner: str, reason: str, scores: Sequence[tuple[str, int]]) -> str:
    """ "The Normans have won: the Lombards are broken. Points: Normans 12, Lombards 4."; no
    ``winner``: a draw."""
    points = ", ".join(f"{side} {score}" for side, score in scores)
    verdict = gettext("The {winner} have won").format(winner=winner) if winner else gettext("It is a draw")
    return f"{verdict}: {reason}." + (gettext(" Points: {points}.").format(points=points) if points else "")


def dice(number: int) -> str:
    """ "1 die", "3 dice", "no dice"."""
    if not number:
        return gettext("no dice")
    return ngettext("{number} die", "{number} dice", number).format(number=number)


def more_lines(number: int) -> str:
    """ "1 more line", "3 more lines"."""
    return ngettext("{number} more line", "{number} more lines", number).format(number=number)


def until(when: datetime | None) -> str:
    """ "in 2 days 4 hours", or "now" for what has passed."""
    if when is None:
        return ""
    left = when - timezone.now()
    return gettext("in {span}").format(span=span(left)) if left > timedelta(0) else gettext("now")


def short_title(short: str) -> str:
    """ "T3 Norman", as subjects name a phase in every language, for a reader of this one: "R3 Normannen"."""
    found = _SHORT.fullmatch(short)
    return (
        gettext("T{turn} {side}").format(turn=found[1], side=engine.named(found[2]))
        if found
        else engine.translated(short)
    )


_ARTICLE = re.compile(r"(?:The|Der|Die|Das|Le|La|Les) (?=\S)|L['’](?=\S)")


def inside(name: str) -> str:
    """A name as it stands within a sentence: "the lord of Catania", but "Roger's knights"."""
    return name[0].lower() + name[1:] if _ARTICLE.match(name) else name


_FIRST_ORDER = {"campaign": "MARCH", "siege": "BATTER"}


def first_order(scale: str) -> str:
    """An order word of which an example of HELP may be made."""
    return _FIRST_ORDER.get(scale, "MOVE")


def turn(situation: engine.Situation) -> str:
    """ "turn 3"; before the first turn the name of the phase, "Lombard set-up"; where days go by, "day 3"."""
    if not situation.turn or sheet.by_days(situation):
        return situation.phase_title
    return gettext("turn {turn}").format(turn=situation.turn)


def short_hash(digest: str) -> str:
    """ "8d31a6...90e2", enough to compare by eye."""
    return f"{digest[:8]}...{digest[-4:]}" if len(digest) > 16 else digest


def tag(game: Game, short: str = "") -> str:
    """What stands in brackets in subjects and behind #ORDERS: "G12 T3 Norman"."""
    return " ".join(part for part in (game.label, short or game.phase_short) if part)
