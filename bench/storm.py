"""The storm: thousands of games whose deadlines fall into one minute, through all processes of the
real server.

    python -m bench.storm --games 10000 [--database postgresql]

In each game the side in phase has sent its orders by mail, and its phase waits for the deadline. One game
among them is poisoned: its log names rules that nobody here has. One JSON object a line, as ``make bench``
prints; how far it is goes to the other stream. The exit code is 1 if anything was lost, doubled or forgotten.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bench.load import server
from bench.load.progress import print_all, tell, wait_until
from bench.measure import Measure

SCENARIOS = ("orchard", "tower", "tents", "farm", "chapel")
TRIES = 5  # that a poisoned game gets; each pause is twice the one before
CORES = 2
ONE_A_SECOND = f"one a second, were {CORES} cores ours alone"


class Storm(NamedTuple):
    games: int = 10_000
    database: str = "sqlite"
    scenarios: tuple[str, ...] = SCENARIOS
    window: float = 60  # seconds into which all deadlines fall
    patience: float = 4 * 3600  # seconds to wait for an end
    settings: dict[str, object] = {}  # of the server, beside the usual ones

    @property
    def name(self) -> str:
        return f"storm_{self.games}" + ("" if self.database == "sqlite" else f"_{self.database}")


def measures(storm: Storm, var: Path) -> Iterator[Measure]:
    """Play it. Raises figures.Wrong at the end if anything was lost, doubled or forgotten."""
    with server.database(storm.database, var) as url:
        places = server.prepare(var, url, **storm.settings)
        server.set_up()
        from bench.load import crowd, figures

        games = crowd.gather(storm.games, storm.scenarios, tell)
        poisoned = crowd.poisoned(storm.scenarios[0])
        with server.running(places) as watch:
            wrong = yield from _orders_come_in(storm, places, games, watch)
            wrong += yield from _deadlines_pass(storm, places, games, poisoned, watch)
            yield from figures.memory(storm.name, watch.stop())
        yield from figures.verdict(storm.name, wrong + figures.lost_or_doubled(places.ledger, games))


def _orders_come_in(
    storm: Storm, places: server.Places, games: list[int], watch: server.Watch
) -> Iterator[Any]:
    """Every side in phase writes its orders; until all are read and all receipts have arrived. Returns
    what is wrong."""
    from bench.load import figures, letters, sink

    captain, postbox = letters.Captain(), letters.Postbox("127.0.0.1", places.listener)
    began, cpu = time.time(), watch.cpu_seconds()
    for seat in figures.awaited(games):
        postbox.post(captain.letter(seat.game, seat, [*captain.orders(seat.game, seat), letters.UNREADABLE]))
        if len(postbox.posted) % 500 == 0:
            tell(f"{len(postbox.posted)} mails posted, {figures.unread()} of them unread")
    postbox.close()
    wait_until(figures.all_mail_is_done, figures.mail_to_do, storm.patience)
    took, cpu = time.time() - began, (watch.cpu_seconds() - cpu) / len(games)
    times, wrong = figures.receipts(postbox.posted, sink.arrivals(places.ledger))
    yield Measure(f"{storm.name}_mails_in", round(len(postbox.posted) / took, 2), "mails/s")
    yield from figures.spread(f"{storm.name}_mail_to_receipt", times)
    yield Measure(f"{storm.name}_cpu_a_mail", round(1000 * cpu), "ms", round(CORES / cpu, 2), ONE_A_SECOND)
    return wrong


def _deadlines_pass(
    storm: Storm, places: server.Places, games: list[int], poisoned: int, watch: server.Watch
) -> Iterator[Any]:
    """All deadlines of the games fall into the window; until all reports have arrived. Returns
    what is wrong."""
    from bench.load import figures, sink

    due, cpu, count = _set_deadlines(storm, [poisoned, *games]), watch.cpu_seconds(), len(games)
    first = min(due.values())
    tell(f"{len(due)} deadlines between {first:%H:%M:%S} and {max(due.values()):%H:%M:%S} UTC")
    wait_until(
        lambda: figures.closed(games) == count and figures.all_mail_is_done(),
        lambda: f"{figures.closed(games)} of {count} phases closed, {figures.mail_to_do()}",
        storm.patience,
    )
    cpu = (watch.cpu_seconds() - cpu) / count
    closings = figures.closings(games)
    arrived = figures.last_reports(sink.arrivals(places.ledger), games)
    last_closing = max(moment.timestamp() for moment in closings.values()) - first.timestamp()
    drained = max([last_closing, *(moment - first.timestamp() for moment in arrived.values())])
    yield Measure(storm.name, round(drained, 1), "s", round(count / drained, 2), "one game a second")
    yield Measure(
        f"{storm.name}_adjudications", round(len(closings) / max(last_closing, 1), 2), "adjudications/s"
    )
    yield Measure(f"{storm.name}_mails_out", round(2 * len(arrived) / drained, 2), "mails/s")
    yield Measure(f"{storm.name}_cpu_a_game", round(1000 * cpu), "ms", round(CORES / cpu, 2), ONE_A_SECOND)
    yield from figures.spread(
        f"{storm.name}_closed_late", [(closings[g] - due[g]).total_seconds() for g in closings]
    )
    yield from figures.spread(
        f"{storm.name}_reported_late", [arrived[g] - due[g].timestamp() for g in arrived]
    )
    return (yield from _poison(storm, places, poisoned, due[poisoned]))


def _set_deadlines(storm: Storm, games: list[int]) -> dict[int, datetime]:
    """Move all deadlines into the window, which begins in a few seconds. The first game's comes first."""
    from bench.load import crowd

    start = datetime.now().astimezone() + timedelta(seconds=5)
    moments = [start] + [start + timedelta(seconds=random.uniform(0, storm.window)) for _ in games[1:]]
    due = dict(zip(games, moments, strict=True))
    crowd.set_deadlines(due)
    return due


def _poison(storm: Storm, places: server.Places, poisoned: int, due: datetime) -> Iterator[Any]:
    """The game master has to be told, once, after a few tries with growing pauses. Returns what is wrong."""
    from bench.load import figures

    told = figures.Told(poisoned, places.ledger)
    wait_until(told.arrived, lambda: f"{told.tries()} tries at the poisoned game", storm.patience)
    tries, mails = told.tries(), told.mails()
    yield Measure(f"{storm.name}_poisoned_tries", tries, "tries until it was stopped")
    yield Measure(f"{storm.name}_poisoned_told", len(mails), "mails to the game master")
    if mails:
        yield Measure(f"{storm.name}_poisoned_told_after", round(mails[0].time - due.timestamp(), 1), "s")
    fine = len(mails) == 1 and tries == TRIES and told.stopped()
    return [] if fine else [f"the poisoned game: {tries} tries, {len(mails)} mails to the game master"]


def main() -> int:
    usual = Storm()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default=usual.database)
    parser.add_argument("--scenarios", nargs="+", default=usual.scenarios)
    parser.add_argument("--window", type=float, default=usual.window, help="seconds")
    parser.add_argument("--retry-seconds", type=int, default=30, help="PBEM_RETRY_SECONDS of the server")
    chosen = parser.parse_args()
    settings = {"retry_seconds": chosen.retry_seconds}
    storm = Storm(
        chosen.games, chosen.database, tuple(chosen.scenarios), chosen.window, usual.patience, settings
    )
    with tempfile.TemporaryDirectory(prefix="storm-") as var:
        print_all(measures(storm, Path(var)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
