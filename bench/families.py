"""Opening a family: a game and all that it has called, by a process that has seen none of them before.

The parent is a game of ten thousand events, its ten children have a thousand each. Compared with the same
eleven games opened one by one with no family: what finding its members costs.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.golden import PLAYED, game_of, lengthened
from bench.measure import Measure, Timing, interleaved, times
from games.models import Game
from games.play import families
from games.record import calls, eventlog, kin, snapshots
from rules import engine

CHILDREN = 10


def opening(end: str, parent: int, child: int, runs: int) -> Iterator[Measure]:
    """``parent`` and ``child``: of how many events. ``end``: of the names of the measures."""
    game = _family(parent, child)
    members = [game.pk, *game.children.values_list("pk", flat=True)]

    def whole() -> None:
        eventlog.forget()
        found = Game.objects.get(pk=game.pk)
        eventlog.load(found.pk)
        for one in kin.known(found, "byzantines"):
            eventlog.load(one.game.pk)

    def one_by_one() -> None:
        eventlog.forget()
        for number in members:
            eventlog.load(number)

    for name in ("cold", "snapshot"):
        ours, apart = interleaved(whole, one_by_one, runs=runs)
        yield from _told(f"open_family_{name}{end}", ours, apart)
        for number in members:
            _keep_snapshot(number)


def _keep_snapshot(number: int) -> None:
    """As far back as snapshots may lie."""
    place = max(1, Game.objects.get(pk=number).version - snapshots.SPACING)
    snapshots.keep(number, place, eventlog.load(number, place).battle)


def _family(parent: int, child: int) -> Game:
    game = game_of(parent)
    seats = {seat.name: seat.name for seat in game.seats.all()}
    opening = tuple(engine.beginning(event) for event in engine.new_game(PLAYED))
    called = [
        engine.GameCalled(call=f"bench/{n}", seats=seats, opening=opening, openly=True)
        for n in range(CHILDREN)
    ]
    events = calls.completed(game, called)
    eventlog.append(
        game.pk,
        game.version,
        events,
        "calls",
        effects=lambda done: families.begin(Game.objects.get(pk=game.pk), events, done.first_seq),
    )
    for one in game.children.all():
        lengthened(one, child)
    return Game.objects.get(pk=game.pk)


def _told(name: str, ours: Timing, apart: Timing) -> Iterator[Measure]:
    against = "the same eleven games, opened one by one"
    yield Measure(name, round(ours.wall, 1), "ms", times(apart.wall, ours.wall), against)
    yield Measure(f"{name}_cpu", round(ours.cpu, 1), "ms", times(apart.cpu, ours.cpu), "the same")
