"""A campaign of hundreds of days with its battles on boards, as a server has it in the end:
``python -m bench.year --days 300 --games 1 [--scenario campaign-apulia] [--fights quick] [--hosts 8]``.

Captains play all seats of a real game, with the log, dice and archive of one; the last day of the scenario is
put off. ``--hosts``: its groups have so many times the men and money, since those of the book's size are worn
down by the summer, and few battles are left for the rest of the year.

Told is how many days and events the family has, how long an event took, how long it takes to open it
(the campaign and all that it has called) by a process that has seen nothing of it, with
and without snapshots, at which rate it is rebuilt, and how long pages of its archive take: the first one,
which finds nothing in memory, and what 95 of 100 stay below, by the clock and (``cpu``) in time of the
processor.
One JSON object for each family; the exit code is 1 if one is not as it should be.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any
from unittest import mock

from msgspec.structs import replace

from bench import databases, fuzz
from bench.measure import timed
from rules.campaign import scenarios

if TYPE_CHECKING:
    from games.models import Game

SHOWN_EVERY = 20.0  # seconds
PAGES = 40
RUNS = 3


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.year")
    parser.add_argument("--days", type=int, default=300)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the first family")
    parser.add_argument("--scenario", default="campaign-apulia")
    parser.add_argument("--hosts", type=int, default=1)
    parser.add_argument("--fights", choices=("board", "quick"), default="board")
    given = parser.parse_args()
    sound = True
    for number in range(given.first, given.first + given.games):
        with tempfile.TemporaryDirectory(prefix="bench-") as var:
            told = _family(Path(var), number, given)
        asked = {"scenario": given.scenario, "fights": given.fights, "hosts": given.hosts}
        print(json.dumps({"family": number, **asked, **told}), flush=True)
        sound = sound and told["sound"]
    return int(not sound)


def _family(var: Path, number: int, given: argparse.Namespace) -> dict[str, Any]:
    """One of them, played and measured. Two databases cannot be set up by one process."""
    databases.set_up(var)
    logging.disable(logging.WARNING)
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    with databases.using(f"sqlite:///{var / f'{number}.sqlite3'}"):
        game, seconds = _played(number, given)
        return {**_size(game, seconds), **_pages(game), **_opening(game), "sound": _sound(game)}


def _played(number: int, given: argparse.Namespace) -> tuple[Game, float]:
    from games import queue
    from games.models import Game
    from games.play import creation
    from games.record import dice
    from rules import engine

    tempers = Random(number)
    seats = next(info for info in engine.scenarios() if info.slug == given.scenario).seats
    takers = {seat.id: creation.Captain(tempers.choice(("bold", "cautious"))) for seat in seats}
    begin, began = engine.new_game, time.monotonic()

    def longer(*asked: Any, **more: Any) -> list[engine.Event]:
        return fuzz.lasting(begin(*asked, **more))

    with (
        mock.patch.object(fuzz, "CAMPAIGN_DAYS", given.days),
        mock.patch.object(engine, "new_game", longer),
        mock.patch.object(scenarios, "campaigns", _larger(given.scenario, given.hosts)),
        mock.patch.object(dice, "LENGTH_OF_EACH", 3 * given.days),
    ):
        options = creation.rules_options(fights=given.fights)
        game = creation.create_game(given.scenario, takers, options=options)
        said = began
        while queue.work_off():
            if time.monotonic() - said > SHOWN_EVERY:
                said = time.monotonic()
                phase = Game.objects.get(pk=game.pk).phase
                print(f"family {number}: phase {phase}, {said - began:.0f} s", file=sys.stderr, flush=True)
    return Game.objects.get(pk=game.pk), time.monotonic() - began


def _larger(slug: str, hosts: int) -> Callable[[], dict[str, scenarios.CampaignFile]]:
    """The campaigns that there are, one of them with so many times the men and the money in each group."""
    found = scenarios.campaigns()
    groups = (
        replace(group, men=hosts * group.men, purse=hosts * group.purse) for group in found[slug].groups
    )
    larger = {**found, slug: replace(found[slug], groups=tuple(groups))}
    return lambda: larger


def _members(game: Game) -> list[int]:
    return [game.pk, *game.children.values_list("pk", flat=True)]


def _size(game: Game, seconds: float) -> dict[str, Any]:
    from games.models import Event, GameState
    from games.record import eventlog

    events = Event.objects.filter(game__in=_members(game)).count()
    table = eventlog.load(game.pk, game.version).battle
    return {
        "days": table.turn,
        "over": game.state == GameState.OVER,
        "children": game.children.count(),
        "events": events,
        "played_s": round(seconds),
        "event_ms": round(1000 * seconds / events, 2),
    }


def _opening(game: Game) -> dict[str, Any]:
    """As whoever sits at it; with the snapshots that play has kept, and with none."""
    from games.models import Event, Snapshot
    from games.record import eventlog

    members = _members(game)

    def whole() -> None:
        for one in members:
            eventlog.load(one)

    def opened() -> float:
        eventlog.forget()  # outside: to throw away what the last run has opened takes a fifth of the time
        return timed(whole).wall

    kept = min(opened() for _ in range(RUNS))
    Snapshot.objects.filter(game__in=members).delete()
    cold = min(opened() for _ in range(RUNS))
    events = Event.objects.filter(game__in=members).count()
    return {
        "open_with_snapshots_ms": round(kept, 1),
        "open_cold_ms": round(cold, 1),
        "rebuilt_events_per_s": round(1000 * events / cold),
    }


def _pages(game: Game) -> dict[str, Any]:
    """Of the archive, by a stranger: the game is over, and everything is open."""
    from django.test import Client

    from games.record import eventlog

    client = Client(headers={"Accept-Encoding": "gzip"})
    draw, there = Random(0), f"/g/{game.pk}"
    turns = list(game.adjudications.values_list("key", flat=True))
    asked = [f"{there}/t/{key}" for key in draw.sample(turns, min(PAGES, len(turns)))]

    def times(page: str, paths: Sequence[str]) -> dict[str, float]:
        found = [timed(lambda path=path: get(path)) for path in paths]  # type: ignore[misc]
        return {
            f"{page}_first_ms": round(found[0].wall, 1),
            f"{page}_p95_ms": round(quantiles([one.wall for one in found], n=20)[-1], 1),
            f"{page}_p95_cpu_ms": round(quantiles([one.cpu for one in found], n=20)[-1], 1),
        }

    def get(page: str) -> None:
        answer = client.get(page)
        assert answer.status_code == 200, (page, answer.status_code)

    get("/")  # the server is up: what it imports with the first page is nothing of the archive
    eventlog.forget()
    gc.collect()
    gc.freeze()  # as the server does before it forks; else pages pay for looks at all that play has left
    return {
        **times("turn", asked),
        **times("game_page", [there] * PAGES),
        **times("gazette", [f"{there}/gazette"] * PAGES),
        **times("men", [f"{there}/men"] * PAGES),
    }


def _sound(game: Game) -> bool:
    """Whether the server's own verification finds nothing, and nobody has vanished or doubled."""
    from games.proof import verification
    from games.record import eventlog
    from rules.campaign.invariants import broken
    from rules.state.campaign import Campaign

    table = eventlog.load(game.pk, game.version).battle
    assert isinstance(table, Campaign)
    faults = broken(table)
    for fault in faults:
        print(fault, file=sys.stderr)
    verification.check(game)
    return not faults and not game.trouble


if __name__ == "__main__":
    sys.exit(main())
