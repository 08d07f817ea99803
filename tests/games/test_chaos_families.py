"""Families in the storm: three generations, several children at once, queues that lose and double, workers
that die. PBEM_CHAOS_PHASES says how many phases are played at least, PBEM_CHAOS_SEED how it blows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from django.db.models import QuerySet

from games.models import Game, GameState, OutboundMail, Seat
from games.play.creation import Player, create_game
from games.proof import verification
from games.record import eventlog
from rules import engine
from tests.games.chaos import STORM, Chaos
from tests.games.family_rules import FamilyRules, PurseCreated, Purses

pytestmark = pytest.mark.django_db(transaction=True)

CALLED_OFF = "the game that called it is over"
PHASES = int(os.environ.get("PBEM_CHAOS_PHASES") or 60)
SEED = int(os.environ.get("PBEM_CHAOS_SEED") or 1066)
OF_A_FAMILY = 6 + 2 * 3 + 2 * 3  # phases: its own, two raids and a foray, and what those call


class StormyFamilies(Chaos):
    """Every family has two raids and a foray at once, and each of these calls another raid."""

    def make(self, games: int) -> list[Game]:
        return [
            create_game(
                "purse",
                {side: Player(side.title(), f"{side}-{n}@example.org") for side in ("normans", "arabs")},
            )
            for n in range(games)
        ]

    def games(self, begun: Sequence[Game], running: QuerySet[Game]) -> QuerySet[Game]:
        """All games of the families."""
        return running

    def words(self, game: Game, seat: Seat) -> str:
        return "\n".join([*_calls(game), "HOLD the line"])


def _calls(game: Game) -> list[str]:
    depth = game.number.count("-")
    if game.phase != 1 or depth > 1:
        return []
    return ["RAID"] if depth else ["RAID", "RAID", "FORAY"]


def test_in_the_storm_every_child_is_told_once_and_every_log_is_sound(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DOORBELL = True
    rules = FamilyRules()
    rules.ahead, rules.patient = 2, True
    rules.put_in_place(monkeypatch)
    chaos = StormyFamilies(SEED, STORM, monkeypatch)
    tops = chaos.make(-(-PHASES // OF_A_FAMILY))
    chaos.play(tops)
    for top in tops:
        _is_whole(top)
    assert min(chaos.deaths, chaos.lost, chaos.doubled) >= PHASES / 3, f"a breeze: {chaos.weathered()}"
    keys = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True))
    assert not (twice := {key: count for key, count in keys.items() if count > 1}), twice
    taken = {name for name, _ in chaos.taken}
    owed = dict(OutboundMail.objects.values_list("message_id", "dedupe_key"))
    lost = [key for name, key in owed.items() if name not in taken]
    assert (lost, taken - owed.keys()) == ([], set()), f"mails lost, and unknown ones; {chaos.weathered()}"


def _is_whole(game: Game) -> None:
    """Every game of a family is over and sound, every call has its child, and its end is told once."""
    game = Game.objects.get(pk=game.pk)
    assert game.state == GameState.OVER, _row(game)
    verification.check(game)
    events = list(eventlog.events(game.pk))
    called = {e.game: e for e in events if isinstance(e, engine.GameCalled)}
    told = [e for e in events if isinstance(e, engine.GameTold)]
    children = {str(child.uuid): child for child in game.children.order_by("pk")}
    family = [_row(game), *map(_row, children.values())]
    assert called.keys() == children.keys(), f"called {list(called)}, there are {family}"
    told_twice = [name for name, times in Counter(e.game for e in told).items() if times > 1]
    assert not told_twice, f"{told_twice} of {family}"
    assert len(called) == (3, 1, 0)[game.number.count("-")], family
    for event in told:
        child = children[event.game]
        assert (event.head, event.events, child.told) == (child.head, child.version, True), (event, family)
    for child in children.values():
        # told; or the one above ended first: then it is called off, or was over of itself just before
        reasons = (child.outcome["reason"], game.outcome["reason"])
        assert child.told or CALLED_OFF in reasons or child.ended >= game.ended, family
        _is_whole(child)
    _adds_up(game, told)


def _row(game: Game) -> tuple[object, ...]:
    """All that the rows say of how a game has ended."""
    return (
        game.label,
        str(game.uuid),
        game.state,
        game.phase,
        game.version,
        game.ended,
        game.outcome,
        game.told,
    )


def _adds_up(game: Game, told: list[engine.GameTold]) -> None:
    """What a side has is what it began with, found, and was brought."""
    table = eventlog.load(game.pk).battle
    assert isinstance(table, Purses)
    purses: Counter[str] = Counter()
    for event in eventlog.events(game.pk):
        if isinstance(event, PurseCreated):
            purses.update(event.purses)
        elif event.kind == "purse_filled":
            purses[event.seat] += event.found  # type: ignore[attr-defined]
    for event in told:
        purses.update(event.back.stores)
    assert dict(purses) == table.purses, (_row(game), told)
