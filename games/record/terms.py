"""What the players of a game agreed on that is not in its log: it comes along to a fork, and to
another server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import BooleanField

from games.models import Game
from rules import engine

NAMES = (
    "absent",
    "child_hours",
    "children_open",
    "deadline_hours",
    "fight_days",
    "fight_end",
    "mending_minutes",
    "recall_minutes",
    "mail_mode",
    "press",
    "press_anonymous",
    "press_delivery",
    "press_open",
)
MOST = 10_000  # hours or minutes


class BadTerms(ValueError):
    """Terms that no game can have; the words say which."""


def of(game: Game) -> dict[str, Any]:
    """The terms of a game, by name."""
    return {name: getattr(game, name) for name in NAMES}


def of_rules(options: engine.Options) -> dict[str, Any]:
    """What of the rules' own options differs from their defaults, but for the pace, which has a column."""
    found: dict[str, Any] = msgspec.to_builtins(options)
    return {name: value for name, value in found.items() if name != "pace"}


OF_FAMILIES = ("child_hours", "children_open", "fight_days", "fight_end")


def told(game: Game) -> dict[str, Any]:
    """The terms as the file of a game says them: those of families only where something else than usual was
    agreed, so that a game without them has the file that it always had."""
    usual = of(Game())
    return {
        name: value for name, value in of(game).items() if name not in OF_FAMILIES or value != usual[name]
    }


def agree(game: Game, told: Mapping[str, object]) -> None:
    """Give a game these terms, whoever told them; it keeps its own where nothing is told, as in the files of
    older servers. Raises BadTerms."""
    for name in NAMES:
        if name not in told:
            continue
        if not _fits(name, told[name]):
            raise BadTerms(f"{name} is {told[name]!r}")
        setattr(game, name, told[name])


def _fits(name: str, value: object) -> bool:
    field: Any = Game._meta.get_field(name)
    if field.choices:
        return isinstance(value, str) and value in dict(field.choices)
    if isinstance(field, BooleanField):
        return isinstance(value, bool)
    return type(value) is int and 0 <= value < MOST
