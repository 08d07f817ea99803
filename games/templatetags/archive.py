"""Small things that the pages say in many places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import letter_words
from games.models import Game, Letter, Seat
from games.views.sides import side_numbers
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


def _one_link(rule: str) -> SafeString:
    try:
        return format_html('<a class="rule" href="{}">{}</a>', reverse("rule", args=[rule]), rule)
    except NoReverseMatch:
        return format_html('<span class="rule">{}</span>', rule)


@register.filter
def moment(at: datetime | None, zone: str = "UTC") -> SafeString | str:
    """A time as people write it, with the machine's own beside it."""
    if at is None:
        return ""
    local = at.astimezone(_zone(zone))
    words = f"{local:%a} {local.day} {local:%b %Y, %H:%M %Z}"
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="minutes"), words)


def _zone(name: str) -> Any:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


@register.filter
def remaining(at: datetime | None) -> str:
    """How long until then: "in 2 days 4 hours"; nothing once it is past."""
    minutes = int((at - timezone.now()).total_seconds() // 60) if at else 0
    if minutes <= 0:
        return ""
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return f"in {_count(days, 'day')}" + (f" {_count(hours, 'hour')}" if hours else "")
    return f"in {_count(hours, 'hour')}" if hours else f"in {_count(minutes, 'minute')}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


@register.filter
def digest(value: str) -> SafeString | str:
    """A hash, whole for machines and copying, with places where a narrow screen may break it."""
    parts = [value[i : i + 8] for i in range(0, len(value), 8)]
    return mark_safe("<wbr>".join(format_html("{}", part) for part in parts))


@register.filter
def look_up(found: dict[Any, Any], key: Any) -> Any:
    return found.get(key, "")


@register.simple_tag
def state_words(game: Game) -> str:
    """What a game is doing, for lists."""
    if game.state == "open":
        return "seats free"
    if game.state == "over":
        return "over"
    return {"held": "waiting", "broken": "stopped", "asking": "being played", "moved": "not played here"}.get(
        game.state, game.phase_short or "running"
    )


@register.filter
def side_number(seat: Seat | engine.SeatInfo, scenario: str) -> int:
    """The number of a seat's side on the map, which decides its colour."""
    return side_numbers(scenario).get(seat.side, 0)


@register.filter
def place_in(name: str, names: Sequence[str]) -> int:
    """The place of a name in a list, from 0."""
    return names.index(name) if name in names else 0
