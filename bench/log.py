"""The log on both engines, beside the package of bench.anchor, the bare drivers and the bare disk of bench.floor.

Times are by the clock (where a disk or a second process takes part, CPU time would flatter), medians of five rounds in
which each has its turn; the measures ending in ``_cpu`` repeat them in CPU time of this process, for a machine that is
busy with other things.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from bench import databases, floor
from bench.anchor import Anchor, told
from bench.marches import game_of, of_game
from bench.measure import Measure, Timing, interleaved, rate, times
from games import eventlog, outbox, snapshots, verification
from games.creation import create_game
from games.models import Game, OutboundKind, OutboundMail
from rules import engine

CHUNK = 100  # events in a commit
MAIL = bytes(4000)
_LETTER: Any = {"kind": OutboundKind.REPORT, "to": "anna@players.example.org", "subject": "A report"}
COLD, WARM = 70, 5  # milliseconds allowed for opening a game
_ANCHOR = "eventsourcing 9.5.6"


class Scale(NamedTuple):
    """How much is done. The names of the measures say what the full scale is."""

    long: int = 100_000
    short: int = 10_000
    commits: int = 20
    runs: int = 5


FULL, SMALL = Scale(), Scale(long=3_000, short=1_200, commits=2, runs=3)


class Engine(NamedTuple):
    """A database engine with all that is compared on it."""

    name: str
    url: str
    anchor: Anchor
    floor: floor.Floor


def measures(scale: Scale = FULL) -> Iterator[Measure]:
    var = Path(settings.VAR)
    engine.fold_version()  # worked out once by a process, in two milliseconds
    yield Measure("load_average", round(os.getloadavg()[0], 2), "processes")
    yield Measure("fdatasync", round(floor.fdatasync_rate(var)), "syncs/s")
    file = var / "games.sqlite3"
    yield from _on(
        Engine(databases.SQLITE, f"sqlite:///{file}", Anchor.sqlite(var), floor.Sqlite(file)), scale
    )
    with databases.postgresql(var) as url:
        yield from _on(
            Engine(databases.POSTGRESQL, url, Anchor.postgresql(url), floor.Postgresql(url)), scale
        )
    yield Measure("load_average_after", round(os.getloadavg()[0], 2), "processes")


def _on(where: Engine, scale: Scale) -> Iterator[Measure]:
    with closing(where.anchor), closing(where.floor), databases.using(where.url):
        yield from _appending(where, scale)
        yield from _rebuilding(where, scale)
        yield from _opening(where, scale)


# appending


def _appending(where: Engine, scale: Scale) -> Iterator[Measure]:
    """Commits of a hundred events. Ours: applied to the battle at hand, chained, appended with the command's row
    and the row of a mail; the same in the first form of the log. Theirs: made, applied to the aggregate at hand, saved. The bare driver: rows inserted."""
    number, bare = count(1), count(1, CHUNK)
    batches, append = _marching(scale, eventlog.FORM, number)
    _, append_1 = _marching(scale, 1, number)
    # rows at the very end of an index are cheaper, and no game of a server has that to itself
    create_game("ford")
    calls, march = [told(batch) for batch in batches], where.anchor.begin()

    def theirs() -> None:
        for batch in calls:
            where.anchor.append(march, batch)

    records = [[engine.encode(event) for event in batch] for batch in batches]

    def lower_bound() -> None:
        for batch in records:
            where.floor.append(next(bare), batch)

    our, first, enqueued, their, least = interleaved(
        partial(append, _row),
        partial(append_1, _row),
        partial(append, _enqueued),
        theirs,
        lower_bound,
        runs=scale.runs,
    )
    events = CHUNK * scale.commits
    against = f"{_ANCHOR}, its application without chain, command or outbox"
    for name, found in (("append_100", our), ("append_100_enqueued", enqueued)):
        name = f"{name}_{where.name}"
        yield Measure(name, rate(events, found.wall), "events/s", times(their.wall, found.wall), against)
        yield Measure(
            f"{name}_cpu", rate(events, found.cpu), "events/s", times(their.cpu, found.cpu), "the same"
        )
    yield Measure(
        f"append_100_form_1_{where.name}", rate(events, first.wall), "events/s", times(first.wall, our.wall),
        "form 2 to it",
    )  # fmt: skip
    yield Measure(
        f"append_100_form_1_{where.name}_cpu", rate(events, first.cpu), "events/s", times(first.cpu, our.cpu),
        "the same",
    )  # fmt: skip
    yield Measure(
        f"append_100_raw_{where.name}", rate(events, least.wall), "events/s", times(our.wall, least.wall),
        "ours: the bare driver",
    )  # fmt: skip


_Owe = Callable[[Game, str, eventlog.Appended], object]


def _marching(
    scale: Scale, form: int, number: Iterator[int]
) -> tuple[list[list[engine.Event]], Callable[[_Owe], None]]:
    """What happens in a new game, and what appends it."""
    game = create_game("ford", form=form)
    battle, stream = eventlog.load(game.pk).battle, of_game(game)
    batches = [list(islice(stream, CHUNK)) for _ in range(scale.commits)]
    version = game.version

    def append(owe: _Owe) -> None:
        nonlocal version
        for batch in batches:
            for event in batch:
                engine.evolve(battle, event)
            key = f"march {next(number)}"
            done = eventlog.append(game.pk, version, batch, key, effects=partial(owe, game, key))
            version = done.last_seq

    return batches, append


def _row(game: Game, key: str, _: eventlog.Appended) -> None:
    """A row of the outbox."""
    name = outbox.message_id(key)
    OutboundMail.objects.create(dedupe_key=key, game=game, message_id=name, rendered=MAIL, **_LETTER)


def _enqueued(game: Game, key: str, _: eventlog.Appended) -> None:
    """The same, looking first whether the mail is owed already, and ringing."""
    outbox.enqueue(key, game=game, rendered=MAIL, **_LETTER)


# rebuilding


def _rebuilding(where: Engine, scale: Scale) -> Iterator[Measure]:
    """A long game from its first event. Ours: the battle with all its pieces. Theirs: the aggregate. The bare driver: the
    rows fetched. With the chain: everything that ``manage.py verify`` checks besides."""
    game, game_1 = game_of(scale.long), game_of(scale.long, 1)
    events = list(islice(of_game(game), scale.long - 2))
    march = where.anchor.begin()
    for first in range(0, len(events), 1000):
        where.anchor.append(march, told(events[first : first + 1000]))
    size = sum(len(engine.encode(event).data) for event in events) / len(events)
    yield Measure(f"event_bytes_{where.name}", round(size), "bytes")
    for form, of_it in ((1, game_1), (2, game)):
        yield Measure(
            f"stored_bytes_form_{form}_{where.name}",
            _stored_bytes(of_it),
            "bytes an event, besides its content",
        )
    del events

    def rebuilt(found: Game) -> None:
        eventlog.forget()
        if eventlog.load(found.pk).version != scale.long:
            raise RuntimeError("not the whole game")

    def checked(found: Game) -> None:
        if verification.check(found).events != scale.long:
            raise RuntimeError("not the whole game")

    def theirs() -> None:
        if where.anchor.rebuild(march).events != scale.long - 2:
            raise RuntimeError("not the whole game")

    def lower_bound() -> None:
        where.floor.read(game.pk)

    our, chained, their, least, our_1, chained_1 = interleaved(
        partial(rebuilt, game),
        partial(checked, game),
        theirs,
        lower_bound,
        partial(rebuilt, game_1),
        partial(checked, game_1),
        runs=scale.runs,
    )
    for name, found in (("rebuild_100k", our), ("rebuild_100k_chain", chained)):
        name = f"{name}_{where.name}"
        against = f"{_ANCHOR}, repository.get(), which checks no chain"
        yield Measure(name, _ms(found), "ms", times(their.wall, found.wall), against)
        yield Measure(f"{name}_cpu", round(found.cpu, 2), "ms", times(their.cpu, found.cpu), "the same")
    for name, first, second in (("rebuild_100k", our_1, our), ("rebuild_100k_chain", chained_1, chained)):
        name = f"{name}_form_1_{where.name}"
        yield Measure(name, _ms(first), "ms", times(first.wall, second.wall), "form 2 to it")
        yield Measure(f"{name}_cpu", round(first.cpu, 2), "ms", times(first.cpu, second.cpu), "the same")
    yield _raw(f"rebuild_100k_raw_{where.name}", our, least)
    peak = _peak(where.url, game.pk)
    yield Measure(f"rebuild_100k_memory_{where.name}", peak, "MB")


def _stored_bytes(game: Game) -> float:
    """What a row holds besides an event's type and content: its hash, command, place among audiences, poorer records."""
    total = sum(
        len(row.hash) + len(row.shown) + len(row.command_id) + 8 + 8 + 2 * (game.form == 2)
        for row in eventlog.rows(game.pk)
    )
    return round(total / game.version, 1)


def _raw(name: str, our: Timing, least: Timing) -> Measure:
    against = "ours: by the bare driver, rows fetched and dropped"
    return Measure(name, _ms(least), "ms", times(our.wall, least.wall), against)


def _ms(found: Timing) -> float:
    return round(found.wall, 2)


def _peak(url: str, game_id: int) -> float:
    """Megabytes that a process of its own needs at most to rebuild a game, beyond what it had when it was ready to."""
    command = [sys.executable, "-m", "bench.memory", url, str(game_id)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


# opening


def _opening(where: Engine, scale: Scale) -> Iterator[Measure]:
    """A game of ten thousand events, by a process that has not seen it before: from its first event, and from a snapshot
    that lies as far back as snapshots may."""
    game = game_of(scale.short)

    def open_it() -> None:
        eventlog.forget()
        eventlog.load(game.pk)

    def lower_bound() -> None:
        where.floor.read(game.pk)

    cold, least = interleaved(open_it, lower_bound, runs=3 * scale.runs)
    place = scale.short - snapshots.SPACING
    snapshots.keep(game.pk, place, eventlog.load(game.pk, place).battle)
    if not game.snapshots.exists():
        raise RuntimeError("there is no snapshot")
    [warm] = interleaved(open_it, runs=3 * scale.runs)
    [kept] = interleaved(lambda: eventlog.load(game.pk), runs=3 * scale.runs)
    # the bare names are those of SQLite, which everybody has
    end = "" if where.name == databases.SQLITE else f"_{where.name}"
    for name, found, allowed in (("cold", cold, COLD), ("snapshot", warm, WARM), ("kept", kept, WARM)):
        name = f"open_10k_{name}{end}"
        yield Measure(name, _ms(found), "ms", times(allowed, found.wall), f"{allowed} ms allowed")
        yield Measure(f"{name}_cpu", round(found.cpu, 2), "ms", times(allowed, found.cpu), "the same")
    yield _raw(f"open_10k_raw{end}", cold, least)
