"""A server on two hosts, with one PostgreSQL and one Redis: first starts at once, a host with another key,
one that is killed while mails arrive at both, and an update while they arrive.

    python -m bench.hosts [--games 60] [--rate 4]

Each host is a set of namespaces with its own address, host name and processes (bench.load.machines). One JSON
object a line, as ``make bench`` prints; the exit code is 1 if anything was lost, doubled or forgotten.
"""

from __future__ import annotations

import argparse
import smtplib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.load import machines, server
from bench.load.progress import print_all, tell, wait_until
from bench.measure import Measure
from bench.storm import SCENARIOS
from pbem.guardian import Guardian

if TYPE_CHECKING:
    from bench.load.letters import Letter
    from bench.load.machines import Machine

NAMES = ("alpha", "beta", "gamma")
OLD, NEW = "1.0", "1.1"
START_SECONDS = 90
PATIENCE = 1200.0  # a mail that the dead host was sending is taken up after six minutes
MIGRATION = """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "{last}")]
    operations = [migrations.RunSQL("ALTER TABLE games_game ADD COLUMN trial integer NOT NULL DEFAULT 0")]
"""


class Trial(NamedTuple):
    games: int = 60  # half of them for the host that is killed, half for the update
    rate: float = 4  # mails a second


class Exchange:
    """A mail server of the world: posts by turns to both hosts, to the other where one does not answer, and
    comes again to both as long as neither does."""

    def __init__(self, hosts: Sequence[Machine], ledger: Path) -> None:
        self.hosts, self.ledger, self.posted = list(hosts), ledger, dict[str, float]()
        self.taken, self.elsewhere = Counter[str](), 0

    def post(self, letter: Letter) -> None:
        first = len(self.posted) % len(self.hosts)
        for turn in range(10_000):
            host = self.hosts[(first + turn) % len(self.hosts)]
            try:
                with smtplib.SMTP(host.address, machines.LISTENER, timeout=10) as call:
                    call.sendmail(letter.sender, [letter.to], letter.raw)
            except (OSError, smtplib.SMTPException):
                self.elsewhere += 1
                time.sleep(0.1 if turn < len(self.hosts) else 1)
            else:
                self.posted[letter.message_id] = time.time()
                self.taken[host.name] += 1
                return
        raise TimeoutError("nobody takes mail any more")


def measures(trial: Trial, var: Path) -> Iterator[Measure]:
    """Play it. Raises figures.Wrong at the end if anything was lost, doubled or forgotten."""
    with server.database("postgresql", var) as url, _doorbell(var) as redis:
        (var / "driver").mkdir()
        places = server.prepare(var / "driver", url, secret_key="one key for all", redis_url=redis)
        environment = {
            "PBEM_MAIL_HOST": machines.HOME,
            "PBEM_MAIL_LISTEN": f"0.0.0.0:{machines.LISTENER}",
            "PBEM_BASE_URL": "http://pages.example.org",
            "PBEM_WORKERS": "2",
        }
        with (
            machines.machines(NAMES, var, environment) as (alpha, beta, gamma),
            _sink(places.sink, places.ledger),
        ):
            for machine in (alpha, beta, gamma):
                machine.install(OLD)
            yield from _first_starts(alpha, beta)
            yield from _another_key(gamma)
            server.set_up()
            from bench.load import crowd, figures

            games = crowd.gather(trial.games, SCENARIOS, tell)
            half = len(games) // 2
            world = Exchange((alpha, beta), places.ledger)
            wrong = yield from _one_is_killed(trial, games[:half], world, alpha, beta)
            world = Exchange((alpha, beta), places.ledger)
            wrong += yield from _update(trial, games[half:], world, alpha, beta)
            told = _told_doubles()
            yield Measure("hosts_doubles_told", len(told), "mails that may have come twice, and are named")
            found = figures.lost_or_doubled(places.ledger, games)
            wrong += [line for line in found if not _is_told(line, told)]
            yield from figures.verdict("hosts", wrong)


def _first_starts(alpha: Machine, beta: Machine) -> Iterator[Measure]:
    """Both at once, with an empty database."""
    began = time.monotonic()
    for host in (alpha, beta):
        host.on()
    for host in (alpha, beta):
        _until(lambda host=host: host.ready().startswith("200"), f"{host.name} is ready", host)
    yield Measure("hosts_first_starts_at_once", round(time.monotonic() - began, 1), "s until both are ready")


def _another_key(gamma: Machine) -> Iterator[Measure]:
    """Each of its processes refuses, in one sentence."""
    gamma.environment["PBEM_SECRET_KEY"] = "another"
    commands = {
        "serve": ("-m", "pbem", "serve"),
        "smtpd": ("-m", "pbem", "smtpd"),
        "worker": ("-m", "celery", "-A", "pbem", "worker"),
        "clock": ("-m", "celery", "-A", "pbem", "beat"),
        "web": ("-m", "granian", "--interface", "wsgi", "pbem.wsgi:application"),
    }
    refused = 0
    for name, command in commands.items():
        done = gamma.run(*command)
        sentences = [line for line in done.stderr.splitlines() if "does not start" in line]
        clean = done.returncode != 0 and len(sentences) == 1 and "Traceback" not in done.stderr
        refused += clean
        if not clean:
            tell(f"{name} with another key: code {done.returncode}: {done.stderr[-1500:]}")
    yield Measure("hosts_another_key_refused", refused, f"of {len(commands)} processes, in one sentence")
    assert refused == len(commands)


def _one_is_killed(
    trial: Trial, games: list[int], exchange: Exchange, alpha: Machine, beta: Machine
) -> Iterator[Any]:
    """Mails arrive at both; in the middle alpha is gone. Returns what is wrong."""
    middle, fell = len(games) // 2, 0.0

    def pull(place: int) -> None:
        nonlocal fell
        if place == middle:
            tell(f"alpha is killed with {alpha.kill()} processes")
            fell = time.time()

    wrong = yield from _mails(trial, "killed", games, exchange, pull)
    yield Measure("hosts_killed_all_done_after", round(time.time() - fell), "s, the last mail sent")
    alpha.on()
    _until(lambda: alpha.ready().startswith("200"), "alpha is back", alpha)
    return wrong


def _update(
    trial: Trial, games: list[int], exchange: Exchange, alpha: Machine, beta: Machine
) -> Iterator[Any]:
    """The new version, with a migration, comes to one host after the other while mails arrive. Returns what
    is wrong."""
    from games import start

    migration = MIGRATION.format(last=max(start.migrations()))
    wrong = list[str]()

    def step(place: int) -> None:
        if place == len(games) // 4:
            beta.off()
            beta.install(NEW, migration)
            beta.on()
        elif place == len(games) // 2:
            _until(lambda: beta.ready().startswith("200"), "beta is ready with the new version", beta)
            wrong.extend(_notice_each_other(alpha, beta))
        elif place == 3 * len(games) // 4:
            alpha.off()
            alpha.install(NEW, migration)
            alpha.on()

    wrong += yield from _mails(trial, "update", games, exchange, step)
    for host in (alpha, beta):
        _until(lambda host=host: host.ready().startswith("200"), f"{host.name} is ready", host)
    return wrong


def _notice_each_other(alpha: Machine, beta: Machine) -> list[str]:
    """Log, doctor and /readyz of both. Returns what is missing."""
    _until(lambda: "hosts: noted" in beta.ready(), "the new version notices the old one", beta)
    _until(lambda: alpha.ready().startswith("503"), "the old host says that it is not ready", alpha)
    _until(lambda: "does no work" in alpha.logs(), "the old host rests", alpha)
    wrong = []
    for host, other, theirs in ((alpha, beta, NEW), (beta, alpha, OLD)):
        said = host.run("-m", "pbem", "doctor").stdout
        if f"{other.name} runs version {theirs}" not in said:
            wrong.append(f"doctor on {host.name} does not name {other.name}: {said}")
        named = f"the host {other.name} runs version {theirs}"  # by the next sweep
        _until(lambda host=host, named=named: named in host.logs(), f"{host.name} names {other.name}", host)
    tell("both have noticed each other")
    return wrong


def _mails(
    trial: Trial, name: str, games: list[int], exchange: Exchange, at: Callable[[int], None]
) -> Iterator[Any]:
    """The orders of all who are awaited, at the rate; until everything is read, played and sent. ``at`` is
    called before each mail. Returns what is wrong."""
    from bench.load import figures, letters, sink

    captain = letters.Captain()
    mails = [
        captain.letter(seat.game, seat, captain.orders(seat.game, seat)) for seat in figures.awaited(games)
    ]
    began = time.monotonic()
    for place, mail in enumerate(mails):
        at(place)
        time.sleep(max(0.0, began + place / trial.rate - time.monotonic()))
        exchange.post(mail)
    wait_until(
        lambda: figures.closed(games) == len(games) and figures.all_mail_is_done(),
        lambda: f"{figures.closed(games)} of {len(games)} phases closed, {figures.mail_to_do()}",
        PATIENCE,
    )
    times, wrong = figures.receipts(exchange.posted, sink.arrivals(exchange.ledger))
    by_host = ", ".join(f"{host} {count}" for host, count in sorted(exchange.taken.items()))
    yield Measure(f"hosts_{name}_mails", len(exchange.posted), f"mails, taken by {by_host}")
    yield Measure(f"hosts_{name}_came_again", exchange.elsewhere, "calls that went to the other host")
    yield from figures.spread(f"hosts_{name}_to_receipt", times)
    return wrong


def _told_doubles() -> dict[str, str]:
    """The mails that may have gone out twice, as the outbox tells the operator: message id by key."""
    from games.models import OutboundMail

    rows = OutboundMail.objects.filter(possible_duplicates__gt=0)
    return dict(rows.values_list("dedupe_key", "message_id"))


def _is_told(line: str, told: dict[str, str]) -> bool:
    return any(key in line or message_id in line for key, message_id in told.items())


def _until(done: Callable[[], bool], what: str, host: Machine) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(
                f"{what}: not within {START_SECONDS} s\n{host.ready()}\n{host.log.read_text()}"
            )
        time.sleep(0.3)
    tell(what)


@contextmanager
def _doorbell(var: Path) -> Iterator[str]:
    from pbem.bells import server as program
    from pbem.processes import free_port

    found, port = program(), free_port()
    assert found, "neither Redis nor Valkey is here"
    command = [found, "--port", str(port), "--bind", "0.0.0.0", "--protected-mode", "no", "--save", "",
               "--dir", str(var)]  # fmt: skip
    with _running(command):
        yield f"redis://{machines.HOME}:{port}/0"


@contextmanager
def _sink(port: int, ledger: Path) -> Iterator[None]:
    with _running([sys.executable, "-m", "bench.load.sink", str(port), str(ledger), machines.HOME]):
        yield


@contextmanager
def _running(command: list[str]) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    with Guardian() as guardian:
        guardian.watch(process.pid)
        try:
            yield
            assert process.poll() is None, f"{command} has ended"
        finally:
            process.terminate()
            process.wait(10)


def main() -> int:
    usual = Trial()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--rate", type=float, default=usual.rate, help="mails a second")
    chosen = parser.parse_args()
    if not machines.possible():
        tell("this needs Linux, root, ip and unshare")
        return 2
    with tempfile.TemporaryDirectory(prefix="hosts-") as var:
        print_all(measures(Trial(chosen.games, chosen.rate), Path(var)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
