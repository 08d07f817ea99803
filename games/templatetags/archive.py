"""Small things that the pages say in many places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache

from django import template
from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from games.letters import words as letter_words
from games.models import Game, GameState, Letter, Seat
from games.pictures.ink import look
from games.record import kin, opening
from games.reports import words
from games.views.game import Leaf
from games.views.sides import at_war, side_numbers, wins_with
from rules import engine

register = template.Library()


@register.filter
def drawn(svg: str) -> SafeString:
    """A drawing of games.pictures, which escapes every word in it, set into the page as it is."""
    return mark_safe(svg)


@register.filter
def headline(letter: Letter) -> str:
    """What kind of letter it is, and from whom."""
    return letter_words.headline(letter)


@register.filter
def addressee(letter: Letter) -> str:
    """For whom a letter is, as its writer knows it."""
    return letter_words.addressee_in_words(letter)


@register.filter
def rule_link(rule: str) -> SafeString | str:
    """Rule ids, each linked to its page."""
    found = [_one_link(part) for part in re.split(r"[,;\s]+", rule) if part]
    return mark_safe(" ".join(found))


@lru_cache(maxsize=4096)
def _one_link(rule: str) -> SafeString:
    try:
        return format_html('<a class="rule" href="{}">{}</a>', reverse("rule", args=[rule]), rule)
    except NoReverseMatch:
        return format_html('<span class="rule">{}</span>', rule)


@register.filter
def moment(at: datetime | None, seat: Seat | None = None) -> SafeString | str:
    """A time as people write it, with the machine's own beside it: by the clock of a seat's player, else by
    the one that the page goes by."""
    if at is None:
        return ""
    told = words.moment(at, seat) if seat else words.moment_there(timezone.localtime(at))
    return _time(at, told)


@register.filter
def day_and_hour(at: datetime) -> SafeString:
    """The same where there is little room."""
    return _time(at, words.day_and_hour(timezone.localtime(at)))


@register.filter
def leaves(turns: Iterable[Leaf]) -> SafeString:
    """The list of all turns. A game of a year has hundreds, and none of them changes: each is written once
    for a language and a clock."""
    clock, language = timezone.get_current_timezone_name(), get_language() or ""
    told, seen = [], Counter[str]()
    for turn in turns:
        seen[turn.short] += 1
        told.append(_leaf(turn, seen[turn.short], language, clock))
    return mark_safe("".join(told))


@lru_cache(maxsize=16_384)
def _leaf(turn: Leaf, n: int, _language: str, _clock: str) -> SafeString:
    """``n``: its place among phases of one short name, as of a day that went on after a battle."""
    return format_html(
        '<li><a href="{}"><span>{}</span> <small>{}</small></a></li>',
        reverse("turn", kwargs={"number": turn.game_id, "key": turn.key}),
        nth(short_title(turn.short), n),
        day_and_hour(turn.closed),
    )


@register.filter
def nth(name: str, n: int) -> str:
    """The name of a turn, so that it can be told from others of that name: "day 6", "day 6 (2)"."""
    return f"{name} ({n})" if n > 1 else name


def _time(at: datetime, told: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="minutes"), told)


@register.filter
def remaining(at: datetime | None) -> str:
    """How long until then: "in 2 days 4 hours"; nothing once it is past."""
    return words.until(at) if at and at > timezone.now() else ""


@register.filter
def short_title(short: str) -> str:
    """A phase where there is little room: "T3 Norman"."""
    return words.short_title(short)


@register.filter
def digest(value: str) -> SafeString | str:
    """A hash, whole for machines and copying, with places where a narrow screen may break it."""
    parts = [value[i : i + 8] for i in range(0, len(value), 8)]
    return mark_safe("<wbr>".join(format_html("{}", part) for part in parts))


@register.filter
def roll_name(name: str) -> SafeString | str:
    """The name of a roll, whole for machines and copying; a narrow screen may break it between its parts."""
    parts = re.split(r"(?<=[/+])", name)
    return mark_safe("<wbr>".join(format_html("{}", part) for part in parts))


@register.simple_tag
def state_words(game: Game) -> str:
    """What a game is doing, for lists."""
    match game.state:
        case "open":
            return gettext("seats free")
        case "over":
            return gettext("over")
        case "held":
            return gettext("waiting")
        case "broken":
            return gettext("stopped")
        case "asking":
            return gettext("being played")
        case "resting":
            return gettext("resting")
        case "moved":
            return gettext("not played here")
        case _:
            return words.short_title(game.phase_short) if game.phase_short else gettext("running")


@register.filter
def games_below(game: Game) -> list[Game]:
    """The games that one has called, and those called the games below, as far as a list shows them."""
    return _opened_children(game) if game.state == GameState.OVER else _open_children(game)


def _opened_children(game: Game) -> list[Game]:
    """Of a finished one, once all may look."""
    below = [one for child in game.children.all() for one in (child, *_opened_children(child))]
    return below if game.parent_id or (below and opening.is_open(game)) else []


def _open_children(game: Game) -> list[Game]:
    """Of a running one those that are played, where everybody may look at them."""
    if not game.children_open:
        return []
    known = [one.game for one in kin.known(game, None) if one.game.state != GameState.OVER]
    return [one for child in known if kin.may_look(child, ()) for one in (child, *_open_children(child))]


@register.filter
def side_number(seat: Seat | engine.SeatInfo, scenario: str) -> int:
    """The number of a seat's side on the map, which decides its colour."""
    return look(side_numbers(scenario).get(seat.side, 0))


@register.filter
def in_camps(seats: Iterable[Seat], scenario: str) -> Iterator[tuple[str, Seat]]:
    """Seats, each with the word between it and the one before it: "against" an enemy, "and" a friend."""
    before: Seat | None = None
    for seat in seats:
        hostile = before is not None and at_war(scenario, before.side, seat.side)
        yield (
            "" if before is None else gettext("against") if hostile else engine.translated(" and ").strip(),
            seat,
        )
        before = seat


@register.filter
def with_pages(days: Sequence[engine.CalendarDay], game: Game) -> Iterator[tuple[engine.CalendarDay, str]]:
    """The days of a siege, each with the address of the page that tells of it; "" as long as there is none. A
    run of quiet days has one page."""
    first: dict[int, str] = {}
    if days:
        for turn, key in game.adjudications.order_by("first_seq").values_list("turn", "key"):
            first.setdefault(turn, key)
    for day in days:
        told = max((turn for turn in first if turn <= day.day), default=None) if day.past else None
        yield day, "" if told is None else reverse("turn", kwargs={"number": game.pk, "key": first[told]})


@register.filter
def has_won(seat: Seat, game: Game) -> bool:
    """Whether a seat's side has won a game that is over, by itself or with its allies."""
    return wins_with(game.scenario, game.outcome.get("winner", ""), seat.side)


@register.filter
def place_in(name: str, names: Sequence[str]) -> int:
    """The place of a side's name in a list, from 0, as far as sides look different."""
    return look(names.index(name)) if name in names else 0


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """The languages that there are: code and name, each in its own."""
    return list(settings.LANGUAGES)
