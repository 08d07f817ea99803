"""The log: rebuilding long games and appending to them, on SQLite in a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from django.db import connection

from bench.measure import Measure, cpu_ms, rate, times
from games import eventlog
from games.creation import create_game
from games.models import Game
from games.verification import check
from rules import engine
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.events.sequence import PhaseOpened

LONG, SHORT, CHUNK, COMMITS = 100_000, 10_000, 100, 20


def measures() -> Iterator[Measure]:
    yield from _appending()
    for count in (SHORT, LONG):
        yield from _rebuilding(_game_of(count), count)


def marches(battle: engine.Battle) -> Iterator[engine.Event]:
    """Everybody in turn marches up and down between two hexes for ever, phase after phase: valid, if dull."""
    board = battle.board
    walkers = [f for f in battle.figures.values() if not f.mounted and f.hex is not None]
    phase, [west, east] = battle.phase, [side.id for side in battle.setup.sides]
    for number, figure in enumerate(cycle(walkers), start=1):
        assert figure.hex is not None
        away = board.neighbours(figure.hex)[0]
        mp = figure.values.movement
        yield MoveBegan(figure=figure.id, allowance=mp)
        for step, at in enumerate((away, figure.hex, away, figure.hex), start=1):
            yield Moved(figure=figure.id, hex=at, mp=1, left=mp - step)
        yield MoveEnded(figure=figure.id)
        if number % len(walkers) == 0:
            phase += 1
            yield PhaseOpened(number=phase, turn=(phase + 1) // 2, side=east if phase % 2 == 0 else west)


def _game_of(count: int) -> Game:
    """A game whose log has so many events."""
    game = create_game("ford")
    missing = islice(marches(eventlog.load(game.pk).battle), count - game.version)
    eventlog.append(game.pk, game.version, list(missing), "march")
    return Game.objects.get(pk=game.pk)


def _rebuilding(game: Game, count: int) -> Iterator[Measure]:
    runs = 5 if count == SHORT else 3

    def rebuild() -> None:
        engine.replay(eventlog.events(game.pk))

    def only_read() -> None:
        for _ in eventlog.rows(game.pk):
            pass

    floor, whole = cpu_ms(only_read, runs), cpu_ms(rebuild, runs)
    against = "reading the same rows and doing nothing"
    yield Measure(f"rebuild_{count}", whole, "ms", times(floor, whole), against)
    yield Measure(f"rebuild_{count}_rate", rate(count, whole), "events/s")
    kept = cpu_ms(lambda: eventlog.load(game.pk), runs)
    yield Measure(f"open_{count}_kept", kept, "ms", times(whole, kept), "the same without what was kept")
    verified = cpu_ms(lambda: check(game), 1)
    yield Measure(f"verify_{count}", verified, "ms", times(whole, verified), "a rebuild without checking")


def _appending() -> Iterator[Measure]:
    """Commits of a hundred events with chain, version check and command row; against plain rows without these."""
    game = create_game("ford")
    stream = marches(eventlog.load(game.pk).battle)
    batches = [list(islice(stream, CHUNK)) for _ in range(COMMITS)]
    version = game.version

    def append_all() -> None:
        nonlocal version
        for batch in batches:
            version = eventlog.append(game.pk, version, batch, f"march {version}").last_seq

    whole, floor = cpu_ms(append_all, 3), cpu_ms(lambda: _plain_inserts(batches), 3)
    yield Measure(
        f"append_{CHUNK}", rate(CHUNK * COMMITS, whole), "events/s", times(floor, whole),
        "rows of the same bytes without chain, command or check",
    )  # fmt: skip


def _plain_inserts(batches: list[list[engine.Event]]) -> None:
    with connection.cursor() as cursor:
        columns = "id INTEGER PRIMARY KEY, type TEXT, version INTEGER, data BLOB"
        cursor.execute(f"CREATE TABLE IF NOT EXISTS plain ({columns})")
        for batch in batches:
            cursor.executemany(
                "INSERT INTO plain (type, version, data) VALUES (%s, %s, %s)",
                [tuple(engine.encode(event)) for event in batch],
            )
