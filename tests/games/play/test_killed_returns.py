"""Whoever brings a game's end back to the one that called it is killed, and whoever comes next again: the end
is told once, and mailed once. Every failpoint for itself, and the mails: tests/games/test_crashes.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from django.db import transaction

from games.clockwork import failpoints
from games.models import Game, GameState, OutboundMail, Report, Seat
from games.play import adjudication
from games.proof import verification
from games.record import eventlog
from tests.games.family_kit import a_family, called, play, rules, write
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.sampling import some

__all__ = ["rules"]
pytestmark = pytest.mark.django_db
T = TypeVar("T")
HASHES = re.compile("[0-9a-f]{64}")
"""A head hangs on the moment at which it was written."""


class Killed(BaseException):
    """In place of SIGKILL: nothing catches it, and every open transaction is lost."""


class Deadly(dict[str, int]):
    """In place of the armed failpoints: who passes the one that is named is killed."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.name, self.passed = name, list[str]()

    def __contains__(self, name: object) -> bool:
        self.passed.append(str(name))
        if name == self.name:
            raise Killed(name)
        return False


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object], str], list[str]]:
    def run(work: Callable[[], object], name: str = "") -> list[str]:
        deadly = Deadly(name)
        with monkeypatch.context() as patch:
            patch.setattr(failpoints, "_armed", deadly)
            try:
                work()
            except Killed:
                eventlog.forget()
        return deadly.passed

    return run


def everything(*games: Game) -> dict[str, object]:
    """What the logs, the rows and the mails of games say; nothing that the moment decides."""
    rows = Game.objects.filter(pk__in=[game.pk for game in games]).order_by("pk")
    mails = OutboundMail.objects.filter(game__in=rows).order_by("kind", "to", "subject")
    seats = Seat.objects.filter(game__in=rows).order_by("game__called", "name")
    return {
        "rows": list(rows.values_list("state", "phase", "version", "told", "outcome")),
        "events": [HASHES.sub("#", repr(event)) for game in rows for event in eventlog.events(game.pk)],
        "mails": list(mails.values_list("kind", "to", "subject", "state")),
        "reports": Report.objects.filter(seat__game__in=rows).count(),
        "seats": list(seats.values_list("name", "awaited", "filed_seq")),
    }


def taken_back(work: Callable[[], T]) -> T:
    """What comes of it, though it never happened."""
    with transaction.atomic():
        found = work()
        eventlog.forget()
        transaction.set_rollback(True)
    return found


def pairs(names: list[str]) -> Iterator[tuple[str, str]]:
    """Where the first and the second are killed: at one place, and at the next one."""
    once = list(dict.fromkeys(names))
    for place, name in enumerate(once):
        yield name, name
        yield name, once[min(place + 1, len(once) - 1)]


def never_doubled_nor_lost(
    dying: Callable[..., list[str]], work: Callable[[], object], games: Callable[[], list[Game]]
) -> None:
    def undisturbed() -> tuple[list[str], dict[str, object]]:
        passed = dying(work)
        return passed, everything(*games())

    passed, wanted = taken_back(undisturbed)
    assert "eventlog.committed" in passed

    def killed_twice(first: str, second: str) -> dict[str, object]:
        for name in (first, second, ""):
            dying(work, name)
        return everything(*games())

    for first, second in some(list(pairs(passed)), 9):
        assert taken_back(lambda a=first, b=second: killed_twice(a, b)) == wanted, (first, second)


def test_the_end_of_a_game_comes_back_once_whoever_dies_on_the_way(
    rules: FamilyRules, dying: Callable[..., list[str]]
) -> None:
    rules.ahead = 0
    game = a_family()
    raid = called(game)
    while again(raid).state == GameState.RUNNING:
        play(raid)
    assert again(game).state == GameState.RESTING and not again(raid).told
    never_doubled_nor_lost(dying, lambda: adjudication.attend(game.pk), lambda: [again(game), again(raid)])
    adjudication.attend(game.pk)
    assert again(raid).told and again(game).state == GameState.RUNNING
    verification.check(again(game))


def test_a_day_that_calls_a_game_is_played_once_whoever_dies_on_the_way(
    rules: FamilyRules, dying: Callable[..., list[str]]
) -> None:
    game = a_family()
    [seat] = again(game).seats.filter(awaited=True)
    write(seat, "RAID it")
    never_doubled_nor_lost(
        dying, lambda: adjudication.attend(game.pk), lambda: [again(game), *game.children.all()]
    )
