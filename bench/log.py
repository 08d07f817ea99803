"""The log on both engines, beside the package of bench.anchor, the bare drivers and the bare disk of
bench.floor.

The events are those of a golden game (bench.golden). The anchor is the ``eventsourcing`` package as shipped;
where it asks of every event whether it fulfils a protocol (rebuilding), it is measured without that question
as well, and our rows name the one they are compared with: those ending in ``_unchecked`` are our own times
once more, beside the quicker anchor.

Times are by the clock (where a disk or a second process takes part, CPU time would flatter), medians of five
rounds in which each has its turn; the measures ending in ``_cpu`` repeat them in CPU time of this process,
for a machine that is busy with other things.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from django.conf import settings

from bench import anchor, databases, families, floor
from bench.anchor import Anchor, told
from bench.golden import bytes_of_all, game_of, new_game, of_game
from bench.measure import Measure, Timing, interleaved, rate, times
from games.models import Game, OutboundKind, OutboundMail
from games.outbox import outbox
from games.proof import verification
from games.record import eventlog, snapshots
from rules import engine

CHUNK = 100  # events in a commit
MAIL = bytes(4000)
_LETTER: Any = {"kind": OutboundKind.REPORT, "to": "anna@players.example.org", "subject": "A report"}
COLD, WARM = 70, 5  # milliseconds allowed for opening a game


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
    yield Measure("event_bytes_golden", round(bytes_of_all()), "bytes, the mean of all golden games")
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
        end = "" if where.name == databases.SQLITE else f"_{where.name}"
        yield from families.opening(end, scale.short, scale.short // 10, scale.runs)


# appending


def _appending(where: Engine, scale: Scale) -> Iterator[Measure]:
    """Commits of a hundred events. Ours: applied to the battle at hand, chained, appended with the command's
    row and the row of a mail; the same in the first form of the log. Theirs: made, applied to the aggregate
    at hand, saved. The bare driver: rows inserted."""
    number, bare = count(1), count(1, CHUNK)
    batches, append = _playing(scale, eventlog.FORM, number, 2 * scale.runs)
    _, append_1 = _playing(scale, 1, number, scale.runs)
    # rows at the very end of an index are cheaper, and no game of a server has that to itself
    new_game()
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
    against = f"{anchor.AS_SHIPPED}, its application without chain, command or outbox"
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


def _playing(
    scale: Scale, form: int, number: Iterator[int], rounds: int
) -> tuple[list[list[engine.Event]], Callable[[_Owe], None]]:
    """What happens at first in a new game, and what appends it; at each further call what happens next, so
    many rounds."""
    game = new_game(form)
    battle, stream = eventlog.load(game.pk).battle, of_game(game)
    ahead = [[list(islice(stream, CHUNK)) for _ in range(scale.commits)] for _ in range(rounds)]
    coming, version = iter(ahead), game.version

    def append(owe: _Owe) -> None:
        nonlocal version
        for batch in next(coming):
            for event in batch:
                engine.evolve(battle, event)
            key = f"played on {next(number)}"
            done = eventlog.append(game.pk, version, batch, key, effects=partial(owe, game, key))
            version = done.last_seq

    return ahead[0], append


def _row(game: Game, key: str, _: eventlog.Appended) -> None:
    """A row of the outbox."""
    name = outbox.message_id(key)
    OutboundMail.objects.create(dedupe_key=key, game=game, message_id=name, rendered=MAIL, **_LETTER)


def _enqueued(game: Game, key: str, _: eventlog.Appended) -> None:
    """The same, looking first whether the mail is owed already, and ringing."""
    outbox.enqueue(key, game=game, rendered=MAIL, **_LETTER)


# rebuilding


def _rebuilding(where: Engine, scale: Scale) -> Iterator[Measure]:
    """A long game from its first event. Ours: the battle with all its pieces. Theirs: the aggregate. The bare
    driver: the rows fetched, or fetched and decoded. With its hashes: every byte hashed again as well, up to
    the head. With the chain: all that ``manage.py verify`` checks, every die rolled again, orders compared
    with what their receipts promised, the battle digested at the end of every phase."""
    game, game_1 = game_of(scale.long), game_of(scale.long, 1)
    events = list(islice(of_game(game), scale.long - 2))
    march = where.anchor.begin()
    for first in range(0, len(events), 1000):
        where.anchor.append(march, told(events[first : first + 1000]))
    yield from _sizes(where, events)
    for form, of_it in ((1, game_1), (2, game)):
        yield Measure(
            f"stored_bytes_form_{form}_{where.name}",
            _stored_bytes(of_it),
            "bytes an event, besides its content",
        )
    del events

    def whole(count: int, all_of_it: int) -> None:
        if count != all_of_it:
            raise RuntimeError("not the whole game")

    def rebuilt(found: Game) -> None:
        eventlog.forget()
        whole(eventlog.load(found.pk).version, scale.long)

    def hashed() -> None:
        rebuilt(game)
        whole(verification.check_chain(game), scale.long)

    our, hashes, chained, shipped, unchecked, least, typed, our_1, chained_1 = interleaved(
        lambda: rebuilt(game),
        hashed,
        lambda: whole(verification.check(game).events, scale.long),
        lambda: whole(where.anchor.rebuild(march).events, scale.long - 2),
        lambda: whole(where.anchor.rebuild_unchecked(march).events, scale.long - 2),
        lambda: whole(floor.fetched(where.floor.rows(game.pk)), scale.long),
        lambda: whole(floor.decoded(where.floor.rows(game.pk)), scale.long),
        lambda: rebuilt(game_1),
        lambda: whole(verification.check(game_1).events, scale.long),
        runs=scale.runs,
    )
    anchors = (("", shipped, anchor.AS_SHIPPED), ("_unchecked", unchecked, anchor.UNCHECKED))
    for end, their, name in anchors:
        yield from _both(f"rebuild_100k_anchor_{where.name}{end}", their, shipped, their, anchor.AS_SHIPPED)
        against = f"{name}, repository.get(), which checks no chain"
        yield from _both(f"rebuild_100k_{where.name}{end}", our, their, our, against)
        yield from _both(f"rebuild_100k_hashes_{where.name}{end}", hashes, their, hashes, against)
        yield from _both(f"rebuild_100k_chain_{where.name}{end}", chained, their, chained, against)
    for name, first, second in (("rebuild_100k", our_1, our), ("rebuild_100k_chain", chained_1, chained)):
        yield from _both(f"{name}_form_1_{where.name}", first, first, second, "form 2 to it")
    yield from _both(f"rebuild_100k_raw_{where.name}", least, our, least, _FETCHED)
    yield from _both(f"rebuild_100k_raw_decoded_{where.name}", typed, our, typed, _DECODED)
    peak = _peak(where.url, game.pk)
    yield Measure(f"rebuild_100k_memory_{where.name}", peak, "MB")


_FETCHED = "ours: by the bare driver, rows fetched and dropped"
_DECODED = "ours: by the bare driver, rows fetched and decoded into typed events, nothing folded"


def _both(name: str, found: Timing, slow: Timing, fast: Timing, against: str) -> Iterator[Measure]:
    """By the clock and in CPU time of this process, each with how many times faster one is than the other."""
    yield Measure(name, _ms(found), "ms", times(slow.wall, fast.wall), against)
    yield Measure(f"{name}_cpu", round(found.cpu, 2), "ms", times(slow.cpu, fast.cpu), "the same")


def _sizes(where: Engine, events: Sequence[engine.Event]) -> Iterator[Measure]:
    sizes = [len(engine.encode(event).data) for event in events]
    yield Measure(f"event_bytes_{where.name}", round(mean(sizes)), "bytes")
    yield Measure(f"event_types_{where.name}", len({event.kind for event in events}), "types")


def _stored_bytes(game: Game) -> float:
    """What a row holds besides an event's type and content: its hash, command, place among audiences,
    poorer records."""
    total = sum(
        len(row.hash) + len(row.shown) + len(row.command_id) + 8 + 8 + 2 * (game.form == 2)
        for row in eventlog.rows(game.pk)
    )
    return round(total / game.version, 1)


def _ms(found: Timing) -> float:
    return round(found.wall, 2)


def _peak(url: str, game_id: int) -> float:
    """Megabytes that a process of its own needs at most to rebuild a game, beyond what it had when it
    was ready to."""
    command = [sys.executable, "-m", "bench.memory", url, str(game_id)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


# opening


def _opening(where: Engine, scale: Scale) -> Iterator[Measure]:
    """A game of ten thousand events, by a process that has not seen it before: from its first event, and from
    a snapshot that lies as far back as snapshots may."""
    game = game_of(scale.short)

    def open_it() -> None:
        eventlog.forget()
        eventlog.load(game.pk)

    def lower_bound() -> None:
        floor.fetched(where.floor.rows(game.pk))

    def decoded() -> None:
        floor.decoded(where.floor.rows(game.pk))

    cold, least, typed = interleaved(open_it, lower_bound, decoded, runs=3 * scale.runs)
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
    yield from _both(f"open_10k_raw{end}", least, cold, least, _FETCHED)
    yield from _both(f"open_10k_raw_decoded{end}", typed, cold, typed, _DECODED)
