"""What a stage of the crash tests is made of: letters, a moment, a command; and what stands in its game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tests.games.crash_world import clock

MINUTE = timedelta(minutes=1)
PLAYERS = {"normans": "anna@players.example.org", "lombards": "boris@players.example.org"}


class Letter(NamedTuple):
    raw: str
    sender: str
    to: str


class Plan(NamedTuple):
    """What happens in a stage: made once, before its database is copied, so that it can happen
    twice alike."""

    moment: str
    letters: list[Letter] = []
    command: str = ""  # something a person does; see COMMANDS
    umpire: str = ""  # "fails", "ends", "calls": what the rules do in this stage
    mood: str = ""  # of the post office
    alone: bool = False  # no workers: one process does it all


class Stage(NamedTuple):
    name: str
    after: str  # the stage whose end is this one's beginning
    plan: Callable[[], Plan]


def the_game() -> Any:
    from games.models import Game

    return Game.objects.get(pk=1)


def seat_of(name: str) -> Any:
    from games.models import Seat

    return Seat.objects.select_related("game").get(game_id=1, name=name)


def the_child() -> Any:
    """The game that the game has called."""
    from games.models import Game

    return Game.objects.get(parent_id=1)


def the_question() -> Any:
    from games.models import Question

    return Question.objects.select_related("seat", "game").get(answered=None)


def letter(seat: Any, body: str, number: str, *, to: str = "", sender: str = "") -> Letter:
    from games.seats import seats

    to = to or seats.reply_address(seat, seat.game.phase)
    sender = sender or seat.email
    head = (
        f"From: {sender}\nTo: {to}\nSubject: Re: orders\nMessage-ID: "
        f"<{number}-{seat.pk}@players.example.org>\n"
    )
    return Letter(f"{head}\n{body}\n", sender, to)


def at(moment: datetime | None = None, **more: Any) -> Plan:
    return Plan((moment or clock.moment).isoformat(), **more)


def letters_with_orders(number: str) -> list[Letter]:
    from games.record import eventlog
    from rules import engine

    battle = eventlog.load(1).battle
    written = []
    for name in engine.awaiting(battle).seats:
        lines = [
            line
            for line in engine.captain_orders(battle, name, "bold")
            if line.split()[0] in ("MOVE", "ATTACK", "FIRE")
        ]
        written.append(letter(seat_of(name), "\n".join([*lines, "FINAL"]), number))
    return written


def answering(body: str, number: str) -> Letter:
    from games.models import Purpose
    from games.seats import seats

    question = the_question()
    to = seats.reply_address(question.seat, question.phase, Purpose.ANSWER, question.pk)
    return letter(question.seat, body, number, to=to)


def changed(**fields: Any) -> None:
    from games.models import Game

    Game.objects.filter(pk=1).update(**fields)


def on_move() -> Any:
    from games.models import Seat

    return Seat.objects.select_related("game").get(game_id=1, awaited=True)


def men_of(seat: str) -> list[Any]:
    from games.record import eventlog

    return [f for f in eventlog.load(1).battle.figures.values() if f.seat == seat]


ORDERS, ALONE = (
    "orders",
    "alone",
)  # the phase that a player will be asked in; the same again without any worker
