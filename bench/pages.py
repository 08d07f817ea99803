"""How long the server is busy with a page: ``python -m bench.pages --games 10000 --turns 200 [--database
postgresql]``.

The front page above so many games (most of them over, some played, a few with free seats) and a page far back
in a list; the page of a game of so many turns; a finished turn made, and asked for again by whoever has it.
The whole way through Django is measured, packed as browsers ask for it: milliseconds by the clock and of CPU
time of this process that 95 of 100 stay below, and the median of the latter. On SQLite CPU time is that
of the server on a machine that has nothing else to do; PostgreSQL works in processes of its own.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from bench import databases
from bench.measure import Timing

if TYPE_CHECKING:
    from games.models import Game, Seat
    from rules import engine

OVER, PLAYED = 0.7, 0.28  # of the games; the others have free seats
FAR_BACK = 200  # a page of the games that are over
MONTHS = 24 * 90


class Page(NamedTuple):
    """A line of what is found."""

    page: str
    bytes: int
    p95_ms: float
    cpu_p95_ms: float
    cpu_ms: float
    bar_ms: float | None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pages")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        databases.set_up(Path(var))
        logging.disable(logging.INFO)
        server = databases.postgresql(Path(var)) if given.database == "postgresql" else nullcontext("")
        with server as url, databases.using(url or f"sqlite:///{Path(var) / 'log.sqlite3'}"):
            for page in _pages(given.games, given.turns, given.rounds):
                print(json.dumps(page._asdict()), flush=True)
    return 0


def _pages(games: int, turns: int, rounds: int) -> Iterator[Page]:
    from django.test import Client

    fought = _battle()
    _crowd(fought, games)
    _long(fought, turns)
    _analyse()
    client = Client(SERVER_NAME="localhost", headers={"Accept-Encoding": "gzip"})
    turn = f"/g/{fought.pk}/t/{fought.adjudications.order_by('first_seq')[1].key}"
    mark = client.get(turn)["ETag"]
    asked: list[tuple[str, float | None, Callable[[], bytes]]] = [
        (f"lobby of {games:,} games", 50, lambda: client.get("/").content),
        ("finished games, far back", 50, lambda: client.get(f"/games/finished?page={FAR_BACK}").content),
        (f"game of {turns} turns", 50, lambda: client.get(f"/g/{fought.pk}").content),
        ("turn", None, lambda: client.get(turn).content),
        ("turn again", 3, lambda: client.get(turn, headers={"If-None-Match": mark}).content),
    ]
    for name, bar, ask in asked:
        yield _page(name, bar, ask, rounds)


def _page(name: str, bar: float | None, ask: Callable[[], bytes], rounds: int) -> Page:
    size, found = len(ask()), [_timed(ask) for _ in range(rounds)]
    clock, cpu = (round(quantiles(column, n=20)[-1], 2) for column in zip(*found, strict=True))
    return Page(name, size, clock, cpu, round(median(one.cpu for one in found), 2), bar)


def _timed(ask: Callable[[], bytes]) -> Timing:
    """Without a collection of garbage before it: a server has none either."""
    wall, cpu = time.perf_counter(), time.process_time()
    ask()
    return Timing((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def _battle() -> Game:
    """Fought to its end by two captains."""
    from games.models import Game, GameState
    from games.play import adjudication
    from games.play.creation import Captain, create_game

    game = create_game("orchard", {seat: Captain("bold") for seat in ("normans", "lombards")})
    while game.state != GameState.OVER:
        adjudication.attend(game.pk)
        game = Game.objects.get(pk=game.pk)
    return game


def _crowd(like: Game, count: int) -> None:
    """So many games of all scenarios. What is not read from their rows they lack."""
    from games.models import Game, Seat
    from rules import engine

    chance, scenarios, games, seats = Random(17), engine.scenarios(), list[Game](), list[Seat]()
    for _ in range(count):
        scenario = chance.choice(scenarios)
        game = Game(
            uuid=UUID(int=chance.getrandbits(128)), title=scenario.title, scenario=scenario.slug, form=2,
            nonce=like.nonce, head_hash=like.head_hash, commitment=like.commitment, audiences=like.audiences,
            promises=like.promises, sealed_root=like.sealed_root, phase_short=like.phase_short,
        )  # fmt: skip
        _in_time(game, like, chance)
        games.append(game)
        seats += _taken(game, scenario, chance)
    Game.objects.bulk_create(games, batch_size=500)
    Seat.objects.bulk_create(seats, batch_size=500)


def _in_time(game: Game, like: Game, chance: Random) -> None:
    from games.models import GameState

    hours, drawn = chance.random() * MONTHS, chance.random()
    game.created = like.created - timedelta(hours=hours)
    if drawn < OVER:
        game.state, game.outcome = GameState.OVER, like.outcome
        game.ended = game.created + timedelta(hours=hours * chance.random())
    elif drawn < OVER + PLAYED:
        game.state, game.phase_due = GameState.RUNNING, like.created + timedelta(hours=chance.random() * 72)


def _taken(game: Game, scenario: engine.ScenarioInfo, chance: Random) -> list[Seat]:
    from games.models import Seat

    found = []
    for order, info in enumerate(scenario.seats):
        seat = Seat(game=game, name=info.id, title=info.name, side=info.side, order=order)
        if order or game.state != "open":
            seat.player, seat.email = "Anna", f"anna{chance.randrange(500)}@example.org"
        found.append(seat)
    return found


def _long(game: Game, turns: int) -> None:
    """Its turns again and again, until there are so many."""
    from games.models import Adjudication

    fought = list(game.adjudications.order_by("first_seq"))
    more = [
        Adjudication(
            game=game, turn=n, phase=n, key=f"{n}x", title=like.title, short=like.short, reason=like.reason,
            opened_seq=like.opened_seq, first_seq=fought[-1].last_seq + n, last_seq=fought[-1].last_seq + n,
            head_hash=like.head_hash, closed=like.closed,
        )
        for n in range(1, turns - len(fought) + 1)
        for like in [fought[n % len(fought)]]
    ]  # fmt: skip
    Adjudication.objects.bulk_create(more)


def _analyse() -> None:
    """What the databases do by themselves, sooner or later."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    sys.exit(main())
