"""A game that is played until a player is asked, and what he may answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import (
    Game,
    GameState,
    InboundMail,
    Purpose,
    Question,
    Seat,
)
from games.play import adjudication, submissions
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.post_kit import Post, a_battle, battle_of

ASK = "ASK watch, advance, retreat, wound, oppose"


@pytest.fixture
def game() -> Game:
    return a_battle()


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def seat_of(game: Game, name: str) -> Seat:
    return Seat.objects.select_related("game").get(game=game, name=name)


def file(seat: Seat, *lines: str) -> submissions.Submission:
    game = again(seat.game)
    return submissions.submit(seat, lines, f"test:{seat.name}:{game.version}")


def play_until_asked(game: Game, phases: int = 12) -> Question:
    """Captains' orders for both sides, phase by phase, until a player is asked."""
    for seat in game.seats.all():
        file(seat, ASK)
    for _ in range(phases):
        now = again(game)
        for name in engine.awaiting(battle_of(now)).seats:
            lines = engine.captain_orders(battle_of(now), name, "bold")
            file(
                seat_of(game, name),
                *[line for line in lines if line.split()[0] in ("MOVE", "ATTACK", "FIRE")],
                "FINAL",
            )
        adjudication.attend(game.pk)
        if again(game).state == GameState.ASKING:
            return Question.objects.select_related("seat", "game").get(game=game, answered=None)
        assert not again(game).trouble, again(game).trouble
    raise AssertionError("nobody was asked")


@pytest.fixture
def question(game: Game) -> Question:
    return play_until_asked(game)


def answer_by_mail(question: Question, body: str, post: Post | None = None, **how: Any) -> InboundMail:
    to = seats.reply_address(question.seat, question.phase, Purpose.ANSWER, question.pk)
    return (post or Post(question.seat)).write(body, to=to, **how)


def kinds_since(game: Game, seq: int) -> list[str]:
    return [row.type for row in eventlog.rows(game.pk, seq + 1)]


def run_the_clock_out(question: Question) -> None:
    Question.objects.filter(pk=question.pk).update(due=timezone.now() - timedelta(minutes=10))
