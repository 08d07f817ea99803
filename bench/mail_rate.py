"""Order mails at a steady rate through all processes of the real server, and how long each waits for
its receipt.

    python -m bench.mail_rate --rate 50 --seconds 120 --database postgresql
    python -m bench.mail_rate --rate 1 --seconds 60

Each mail brings several lines of orders and one that nobody can read, so that it is answered and its phase
stays open. One JSON object a line, as ``make bench`` prints. The exit code is 1 if a mail was lost, or not
answered exactly once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.load import server
from bench.load.progress import print_all, tell, wait_until
from bench.measure import Measure
from bench.storm import CORES, ONE_A_SECOND, SCENARIOS

if TYPE_CHECKING:
    from bench.load.letters import Letter, Postbox

MAILS_A_SEAT = 3
FIRST_MAILS = 20  # not counted: a server that runs has its readers and its maps


class Stream(NamedTuple):
    rate: float = 50  # mails a second
    seconds: float = 120
    lines: int = 8  # of orders in each mail, beside the one that nobody can read
    database: str = "sqlite"
    patience: float = 3600  # seconds to wait for the last receipt

    @property
    def mails(self) -> int:
        return round(self.rate * self.seconds)

    @property
    def name(self) -> str:
        return f"mails_{self.rate:g}_a_second" + ("" if self.database == "sqlite" else f"_{self.database}")


def measures(stream: Stream, var: Path) -> Iterator[Measure]:
    """Post them. Raises figures.Wrong at the end if a mail was lost, or not answered exactly once."""
    with server.database(stream.database, var) as url:
        places = server.prepare(var, url)
        server.set_up()
        from bench.load import crowd, figures, letters, sink

        games = crowd.gather(-(-(FIRST_MAILS + stream.mails) // MAILS_A_SEAT), SCENARIOS, tell)
        mails = list(islice(_written(games, stream.lines), FIRST_MAILS + stream.mails))
        first, mails = mails[:FIRST_MAILS], mails[FIRST_MAILS:]
        with server.running(places) as watch:
            _post(letters.Postbox("127.0.0.1", places.listener), first, stream.rate)
            wait_until(figures.all_mail_is_done, figures.mail_to_do, stream.patience)
            postbox, cpu = letters.Postbox("127.0.0.1", places.listener), watch.cpu_seconds()
            began = time.time()
            latest = _post(postbox, mails, stream.rate)
            wait_until(figures.all_mail_is_done, figures.mail_to_do, stream.patience)
            took, cpu = time.time() - began, (watch.cpu_seconds() - cpu) / len(mails)
            times, wrong = figures.receipts(postbox.posted, sink.arrivals(places.ledger))
            yield Measure(stream.name, round(len(mails) / took, 2), "mails/s answered")
            yield Measure(f"{stream.name}_posted_late", round(latest, 2), "s, at most, behind the clock")
            yield from figures.spread(f"{stream.name}_to_receipt", times)
            yield Measure(
                f"{stream.name}_cpu_a_mail", round(1000 * cpu), "ms", round(CORES / cpu, 2), ONE_A_SECOND
            )
            yield from figures.memory(stream.name, watch.stop())
        yield from figures.verdict(stream.name, wrong)


def _written(games: Sequence[int], lines: int) -> Iterator[Letter]:
    """The mails of all players, one of each before the second of any: other lines of the captain's
    orders each time."""
    from bench.load import figures, letters

    captain, seats = letters.Captain(), list(figures.awaited(games))
    for number in range(MAILS_A_SEAT):
        for seat in seats:
            orders = captain.orders(seat.game, seat)
            chosen = islice(cycle(orders), number * lines, (number + 1) * lines)
            yield captain.letter(seat.game, seat, [*chosen, letters.UNREADABLE], number + 1)


def _post(postbox: Postbox, mails: Sequence[Letter], rate: float) -> float:
    """Post the mails by the clock; the most seconds that one was late because the listener was busy."""
    began, latest = time.time(), 0.0
    for number, mail in enumerate(mails):
        ahead = began + number / rate - time.time()
        if ahead > 0:
            time.sleep(ahead)
        latest = max(latest, -ahead)
        postbox.post(mail)
    postbox.close()
    return latest


def main() -> int:
    usual = Stream()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rate", type=float, default=usual.rate, help="mails a second")
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--lines", type=int, default=usual.lines, help="of orders in a mail")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default=usual.database)
    chosen = parser.parse_args()
    stream = Stream(chosen.rate, chosen.seconds, chosen.lines, chosen.database)
    with tempfile.TemporaryDirectory(prefix="mails-") as var:
        print_all(measures(stream, Path(var)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
