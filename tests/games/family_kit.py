"""Families of games whose players write mails: Anna's Normans against Boris's Arabs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.models import Game, GameState, InboundMail, OutboundMail, Seat
from games.play import adjudication
from games.play.creation import create_game
from tests.games.family_rules import FamilyRules
from tests.games.kit import ANNA, BORIS, again
from tests.games.post_kit import Post, opened, reads_his_mail, text_of


@pytest.fixture
def rules() -> Iterator[FamilyRules]:
    """The purses, with all the reports and mails that a game of any scale gets."""
    rules = FamilyRules()
    rules.admit()
    yield rules
    FamilyRules.leave()


def a_family(**options: Any) -> Game:
    """A game whose players have shown that they read their mail."""
    game = create_game("purse", {"normans": ANNA, "arabs": BORIS}, **options)
    reads_his_mail(*game.seats.all())
    return again(game)


def write(seat: Seat, line: str, **more: Any) -> InboundMail:
    """A mail from the player of a seat, to the address of the open phase if no other is named."""
    number = InboundMail.objects.count()
    return Post(seat).write(line, Message_ID=f"<{number}@players.example.org>", **more)


def play(game: Game, line: str = "HOLD on") -> Game:
    """Whoever is awaited writes this, and the phase is played."""
    for seat in again(game).seats.filter(awaited=True).exclude(email=""):
        write(seat, line)
    adjudication.attend(game.pk)
    return again(game)


def play_out(game: Game) -> Game:
    """To the end, and its parent is told."""
    while again(game).state == GameState.RUNNING:
        play(game)
    if game.parent_id:
        adjudication.attend(game.parent_id)
    return again(game)


def called(game: Game, line: str = "RAID it") -> Game:
    """A child of the game, which whoever is on move has called."""
    before = set(game.children.values_list("pk", flat=True))
    play(game, line)
    return game.children.exclude(pk__in=before).select_related("parent").get()


def mails_to(seat: Seat, **wanted: Any) -> list[str]:
    """What was mailed to a seat, each with its subject on top."""
    rows = OutboundMail.objects.filter(seat=seat, **wanted).order_by("pk")
    return [f"{row.subject}\n{flowed(row)}" for row in rows]


def flowed(row: OutboundMail) -> str:
    """The text of a mail, without the ends of its lines."""
    return " ".join(text_of(opened(row)).split())
