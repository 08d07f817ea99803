"""A day of a server with thousands of campaigns, compressed into minutes, through all processes of the
real server.

    python -m bench.campaign_day --campaigns 2000 --minutes 5

Every campaign plays one phase, at any time of the day. Of the sides in phase most send orders that can be
read, and the phase closes with them; a quarter has to correct a line first; a few never do, or send nothing
at all, and their phase closes at its deadline. Some ask before what their orders would do (TRY). One JSON
object a line, as ``make bench`` prints; the exit code is 1 if anything was lost or doubled.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bench.load import server
from bench.load.progress import print_all, tell, wait_until
from bench.measure import Measure
from bench.storm import CORES, SCENARIOS

PROMPT, CORRECTS, LEAVES_IT = 0.65, 0.25, 0.05  # the rest is silent
ASKS = 0.15
LATE = (
    1.0  # seconds by which a busy machine may post a mail later than planned: it shall be before its deadline
)
REMINDED_BEFORE = 0.25  # of the day


class Day(NamedTuple):
    campaigns: int = 2_000
    minutes: float = 5
    database: str = "sqlite"
    scenarios: tuple[str, ...] = SCENARIOS
    patience: float = 4 * 3600  # seconds to wait for the end of what is left at nightfall
    settings: dict[str, object] = {}

    @property
    def name(self) -> str:
        return f"day_{self.campaigns}" + ("" if self.database == "sqlite" else f"_{self.database}")


class Errand(NamedTuple):
    """A mail that a player is going to write: when, in which game, and what it holds besides orders."""

    moment: float  # seconds after daybreak
    game: int
    more: tuple[str, ...]


def measures(day: Day, var: Path) -> Iterator[Measure]:
    """Play it. Raises figures.Wrong at the end if anything was lost or doubled."""
    with server.database(day.database, var) as url:
        places = server.prepare(var, url, **day.settings)
        server.set_up()
        from bench.load import crowd, figures

        games = crowd.gather(day.campaigns, day.scenarios, tell)
        with server.running(places) as watch:
            wrong = yield from _play(day, places, games, watch)
            yield from figures.memory(day.name, watch.stop())
        yield from figures.verdict(day.name, wrong + figures.lost_or_doubled(places.ledger, games))


def _play(day: Day, places: server.Places, games: list[int], watch: server.Watch) -> Iterator[Any]:
    """The day from daybreak until nothing is left to do. Returns what is wrong."""
    from bench.load import crowd, figures, letters, sink

    seconds = 60 * day.minutes
    errands, deadlines = _plans(games, seconds)
    written = _written(errands, games)
    daybreak, cpu = time.time(), watch.cpu_seconds()
    due = {g: datetime.fromtimestamp(daybreak + moment, UTC) for g, moment in deadlines.items()}
    crowd.set_deadlines(due, timedelta(seconds=REMINDED_BEFORE * seconds))
    postbox = letters.Postbox("127.0.0.1", places.listener)
    for number, (errand, letter) in enumerate(written, start=1):
        time.sleep(max(0.0, daybreak + errand.moment - time.time()))
        postbox.post(letter)
        if number % 100 == 0:
            tell(f"{number} of {len(errands)} mails posted, {figures.mail_to_do()}")
    postbox.close()
    count = len(games)
    wait_until(
        lambda: figures.closed(games) == count and figures.all_mail_is_done(),
        lambda: f"{figures.closed(games)} of {count} phases closed, {figures.mail_to_do()}",
        seconds + day.patience,
    )
    cpu, took = watch.cpu_seconds() - cpu, time.time() - daybreak
    arrivals, closings = sink.arrivals(places.ledger), figures.closings(games)
    times, wrong = figures.receipts(_in_time(written, postbox.posted, due), arrivals)
    ready = _ready(written, postbox.posted, due)
    arrived = figures.last_reports(arrivals, games)
    yield Measure(
        day.name, round(took, 1), "s", round(seconds / took, 2), f"a day of {day.minutes:g} minutes"
    )
    yield Measure(f"{day.name}_mails_in", round(len(times) / took, 2), "mails/s")
    yield Measure(f"{day.name}_mails_out", round(len(arrivals) / took, 2), "mails/s")
    yield Measure(f"{day.name}_adjudications", round(len(closings) / took, 2), "adjudications/s")
    against = f"the CPU time of {CORES} cores in a day of {day.minutes:g} minutes"
    yield Measure(f"{day.name}_cpu", round(cpu), "s", round(CORES * seconds / cpu, 2), against)
    yield from figures.spread(f"{day.name}_mail_to_receipt", times)
    yield from figures.spread(
        f"{day.name}_closed_late", [closings[g].timestamp() - ready[g] for g in closings]
    )
    yield from figures.spread(f"{day.name}_reported_late", [arrived[g] - ready[g] for g in arrived])
    return wrong


def _plans(games: list[int], seconds: float) -> tuple[list[Errand], dict[int, float]]:
    """(what players are going to write, in order of time; when each game's phase is due), after daybreak."""
    from bench.load.letters import UNREADABLE

    errands, deadlines = [], {}
    for game in games:
        due = deadlines[game] = max(random.uniform(0.1, 1) * seconds, 2 * LATE)
        latest = min(0.95 * due, due - LATE)
        asked, first, second = sorted(random.uniform(0, latest) for _ in range(3))
        kind = random.random()
        if kind < PROMPT:
            errands.append(Errand(first, game, ()))
        elif kind < PROMPT + CORRECTS:
            errands += [Errand(first, game, (UNREADABLE,)), Errand(second, game, ())]
        elif kind < PROMPT + CORRECTS + LEAVES_IT:
            errands.append(Errand(first, game, (UNREADABLE,)))
        if random.random() < ASKS:
            errands.append(Errand(asked, game, ("TRY",)))
    return sorted(errands), deadlines


def _written(errands: list[Errand], games: list[int]) -> list[tuple[Errand, Any]]:
    from bench.load import figures, letters
    from bench.load.letters import UNREADABLE

    captain, seats = letters.Captain(), {seat.game_id: seat for seat in figures.awaited(games)}
    found = []
    for number, errand in enumerate(errands, start=1):
        seat = seats[errand.game]
        orders = captain.orders(seat.game, seat)
        if UNREADABLE in errand.more:
            lines = [*orders[:-1], UNREADABLE]
        else:
            lines = [*errand.more, *orders]  # TRY on top means all that is below it
        found.append((errand, captain.letter(seat.game, seat, lines, number)))
    return found


def _in_time(
    written: list[tuple[Errand, Any]], posted: dict[str, float], due: dict[int, datetime]
) -> dict[str, float]:
    """The mails that this driver posted before their phase was due; one that a busy machine held up is
    answered as late."""
    moments = {letter.message_id: due[errand.game].timestamp() for errand, letter in written}
    return {name: at for name, at in posted.items() if at < moments[name]}


def _ready(
    written: list[tuple[Errand, Any]], posted: dict[str, float], due: dict[int, datetime]
) -> dict[int, float]:
    """When each phase could be closed: with the mail that left nothing open, or at its deadline."""
    found = {game: moment.timestamp() for game, moment in due.items()}
    for errand, letter in written:
        if not errand.more:
            found[errand.game] = posted[letter.message_id]
    return found


def main() -> int:
    usual = Day()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--campaigns", type=int, default=usual.campaigns)
    parser.add_argument("--minutes", type=float, default=usual.minutes)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default=usual.database)
    parser.add_argument("--scenarios", nargs="+", default=usual.scenarios)
    chosen = parser.parse_args()
    day = Day(chosen.campaigns, chosen.minutes, chosen.database, tuple(chosen.scenarios))
    with tempfile.TemporaryDirectory(prefix="day-") as var:
        print_all(measures(day, Path(var)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
