"""The storm: thousands of games whose deadlines fall into one minute, through all processes of the real server.

    python -m bench.storm --games 10000 [--database postgresql]

In each game the side in phase has sent its orders by mail, and its phase waits for the deadline. One game among them is
poisoned: its log names rules that nobody here has. One JSON object a line, as ``make bench`` prints; how far it is goes to
the other stream. Exit code 1 if anything was lost, doubled or forgotten.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bench.load import server
from bench.measure import Measure

POISON = "orchard"


class Options(NamedTuple):
    games: int = 10_000
    database: str = "sqlite"
    scenarios: tuple[str, ...] = ("orchard", "tower", "tents", "farm", "chapel")
    window: float = 60
    patience: float = 7200
    retry_seconds: int = 30

    @property
    def name(self) -> str:
        engine = "" if self.database == "sqlite" else f"_{self.database}"
        return f"storm_{self.games}{engine}"


def storm(options: Options, var: Path) -> Iterator[Measure]:
    """Play it. Raises figures.Wrong at the end if anything was lost, doubled or forgotten."""
    with server.database(options.database, var) as url:
        places = server.prepare(var, url, retry_seconds=options.retry_seconds)
        server.set_up()
        from bench.load import crowd, figures

        games = crowd.gather(options.games, options.scenarios, tell)
        poisoned = crowd.poisoned(POISON)
        with server.running(places) as watch:
            yield from _orders_come_in(options, places, games)
            yield from _deadlines_pass(options, places, games, poisoned, watch)
            yield from figures.memory(options.name, watch.stop())
        wrong = _wrong(places, games)
        for line in wrong[:20]:
            tell(line)
        yield Measure(f"{options.name}_wrong", len(wrong), "games or mails")
        if wrong:
            raise figures.Wrong(f"{len(wrong)} games or mails are not as they should be")


def _orders_come_in(options: Options, places: server.Places, games: list[int]) -> Iterator[Measure]:
    """Every side in phase writes its orders; until all are read and all receipts have arrived."""
    from bench.load import figures, letters, sink
    from games.models import Seat

    captain, postbox, began = letters.Captain(), letters.Postbox("127.0.0.1", places.listener), time.time()
    seats = Seat.objects.filter(game__in=games, awaited=True).select_related("game").order_by("game")
    chosen = set(games)
    for seat in Seat.objects.filter(awaited=True).select_related("game").order_by("game").iterator():
        if seat.game_id in chosen:
            lines = [*captain.orders(seat.game, seat), letters.UNREADABLE]
            postbox.post(captain.letter(seat.game, seat, lines))
            if len(postbox.posted) % 500 == 0:
                tell(f"{len(postbox.posted)} mails posted, {figures.unread()} unread")
    postbox.close()
    del seats
    _drained(options, lambda: f"{figures.unread()} mails unread, {figures.unsent()} unsent",
             lambda: figures.unread() + figures.unsent() == 0)  # fmt: skip
    took = time.time() - began
    times, wrong = figures.receipts(postbox.posted, sink.arrivals(places.ledger))
    for line in wrong[:20]:
        tell(line)
    yield Measure(f"{options.name}_mails_in", round(len(postbox.posted) / took, 1), "mails/s")
    yield from figures.spread(f"{options.name}_mail_to_receipt", times)
    yield Measure(f"{options.name}_receipts_wrong", len(wrong), "mails")


def _deadlines_pass(
    options: Options, places: server.Places, games: list[int], poisoned: int, watch: server.Watch
) -> Iterator[Measure]:
    from bench.load import figures, sink
    from games.models import Game

    due, cpu = _set_deadlines(options, games, poisoned), watch.cpu_seconds()
    first = min(due.values())
    tell(f"{len(due)} deadlines between {first:%H:%M:%S} and {max(due.values()):%H:%M:%S}")
    count = len(games)
    _drained(options, lambda: f"{len(figures.closings(games))} of {count} phases closed, {figures.unsent()} mails unsent",
             lambda: len(figures.closings(games)) == count and figures.unsent() == 0)  # fmt: skip
    cpu = watch.cpu_seconds() - cpu
    closed, arrivals = figures.closings(games), sink.arrivals(places.ledger)
    arrived, _ = figures.last_reports(games, arrivals)
    last_closed = max((c for c in closed.values()), default=first)
    drained = max(last_closed.timestamp(), max(arrived.values(), default=0)) - first.timestamp()
    closing = (last_closed - first).total_seconds()
    yield Measure(options.name, round(drained, 1), "s", round(count / max(drained, 0.1), 2), "one game a second")
    yield Measure(f"{options.name}_adjudications", round(len(closed) / max(closing, 0.1), 2), "adjudications/s")
    yield Measure(f"{options.name}_mails_out", round(2 * len(arrived) / max(drained, 0.1), 2), "mails/s")
    yield Measure(f"{options.name}_cpu_a_game", round(1000 * cpu / count), "ms", round(2 / (cpu / count), 1), "one game a second, were two cores ours alone")
    late = [(closed[g] - due[g]).total_seconds() for g in closed]
    yield from figures.spread(f"{options.name}_closed_late", late)
    yield from figures.spread(f"{options.name}_reported_late", [arrived[g] - due[g].timestamp() for g in arrived])
    yield from _poison(options, places, poisoned, due[poisoned])
    del Game


def _set_deadlines(options: Options, games: list[int], poisoned: int) -> dict[int, datetime]:
    """Move all deadlines into the same minute, which begins in a few seconds. The poisoned game comes first."""
    import random

    from django.db import transaction
    from django.utils import timezone

    from games.models import Game

    start = timezone.now() + timedelta(seconds=5)
    due = {g: start + timedelta(seconds=random.uniform(0, options.window)) for g in games}
    due[poisoned] = start
    rows = [Game(pk=game, phase_due=moment, remind_at=None) for game, moment in due.items()]
    with transaction.atomic():
        Game.objects.bulk_update(rows, ["phase_due", "remind_at"], batch_size=500)
    return due


def _poison(options: Options, places: server.Places, poisoned: int, due: datetime) -> Iterator[Measure]:
    """The game master has to be told, after a few tries with growing pauses."""
    from bench.load import sink
    from games.models import Game, GameState, OutboundMail

    def told() -> list[sink.Arrival]:
        ids = OutboundMail.objects.filter(game=poisoned, to=server.GAME_MASTER).values_list("message_id", flat=True)
        arrivals = sink.arrivals(places.ledger)
        return [arrival for key in ids for arrival in arrivals.get(key, [])]

    tries = options.retry_seconds * 15 + 60
    if not server.wait(lambda: len(told()) > 0, tries + options.patience / 10, 2):
        tell("the game master was not told of the poisoned game")
    game = Game.objects.get(pk=poisoned)
    stopped = game.state == GameState.BROKEN
    yield Measure(f"{options.name}_poisoned_tries", game.trouble_count, f"tries, {'stopped' if stopped else 'not stopped'}")
    mails = told()
    yield Measure(f"{options.name}_poisoned_told", len(mails), "mails to the game master")
    if mails:
        yield Measure(f"{options.name}_poisoned_told_after", round(mails[0].time - due.timestamp(), 1), "s")


def _wrong(places: server.Places, games: list[int]) -> list[str]:
    from bench.load import figures, sink

    arrivals = sink.arrivals(places.ledger)
    _, wrong = figures.last_reports(games, arrivals)
    return wrong + figures.not_moved_on(games) + figures.doubled(arrivals) + figures.unsound(games)


def _drained(options: Options, how_far: object, done: object) -> None:
    assert callable(how_far) and callable(done)
    deadline, told = time.monotonic() + options.patience, 0.0
    while not done():
        if time.monotonic() > deadline:
            tell("patience is at its end")
            return
        if time.monotonic() - told > 10:
            tell(str(how_far()))
            told = time.monotonic()
        time.sleep(2)


def tell(line: str) -> None:
    """How far it is, for whoever waits."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--scenarios", nargs="+", default=Options().scenarios)
    parser.add_argument("--window", type=float, default=60, metavar="SECONDS", help="all deadlines fall into it")
    parser.add_argument("--retry-seconds", type=int, default=30, help="PBEM_RETRY_SECONDS of the server")
    chosen = parser.parse_args()
    options = Options(
        chosen.games, chosen.database, tuple(chosen.scenarios), chosen.window, retry_seconds=chosen.retry_seconds
    )
    with tempfile.TemporaryDirectory(prefix="storm-") as var:
        for measure in storm(options, Path(var)):
            print(json.dumps(measure._asdict()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
