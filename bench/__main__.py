"""How fast it is: one JSON object a line, to be compared with the line of another commit in the same hour.

    make bench
    .venv/bin/python -m bench
    .venv/bin/python -m bench log --small

``measure``, ``value``, ``unit``, then ``ratio`` to what is named in ``against``: where possible something
measured in the same run, since times depend on the machine and ratios do not. Milliseconds of the rules and
of the desk are of CPU time of this process, the best of several runs; those of the log are by the clock.
Everything happens in databases of its own in a temporary directory. Then comes a whole server: order mails,
one a second and fifty a second (bench/mail_rate.py), and a storm of 10,000 games (bench/storm.py), which
takes long: ``--games 300`` makes it a small one. ``--small``: hardly anything of the log, a few mails, and a
storm of a few games, to see that it still runs.

Something else are ``python -m bench tournament``: who plays better (bench/tournament.py),
``python -m bench planner``: whether what the desk tells of moves is what becomes of them (bench/planner.py),
and ``python -m bench siege_fights``: fights of sieges on boards beside their tables (bench/siege_fights.py).
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench import databases
from bench.measure import Measure
from pbem.guardian import Guardian

PARTS = ("rules", "sieges", "positions", "log", "post", "mail", "storm")
GAMES, FEW_GAMES = 10_000, 30


def main() -> int:
    if sys.argv[1:2] == ["tournament"]:
        from bench import tournament

        return tournament.main(sys.argv[2:])
    if sys.argv[1:2] == ["planner"]:
        from bench import planner

        return planner.main(sys.argv[2:])
    if sys.argv[1:2] == ["siege_fights"]:
        from bench import siege_fights

        return siege_fights.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument(
        "parts", nargs="*", help=f"what is measured: {', '.join(PARTS)}; all, if nothing is said"
    )
    parser.add_argument("--small", action="store_true", help="a log of a few events, a storm of a few games")
    parser.add_argument("--games", type=int, help=f"in the storm ({GAMES:,}, or {FEW_GAMES} of a small one)")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"no part is called {unknown[0]}: {', '.join(PARTS)}")
    parts = given.parts or PARTS
    outside = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        databases.set_up(Path(var))
        logging.disable(logging.INFO)
        with databases.using(f"sqlite:///{Path(var) / 'log.sqlite3'}"):
            for measure in _measures(parts, given.small):
                print(json.dumps(measure._asdict()), flush=True)
    games = given.games or (FEW_GAMES if given.small else GAMES)
    servers = {"mail": _streams(given.small), "storm": [["bench.storm", "--games", str(games)]]}
    commands = [command for part in parts for command in servers.get(part, [])]
    return max((_driven(command, outside) for command in commands), default=0)


def _driven(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """The exit code of a driver, which does not outlive this process."""
    with (
        subprocess.Popen([sys.executable, "-m", *command], env=environment) as driver,
        Guardian() as guardian,
    ):
        guardian.watch(driver.pid)
        return driver.wait()


def _streams(small: bool) -> list[list[str]]:
    """Order mails to a server that has nothing else to do, and as many as it has to bear."""
    idle, busy = ("3", "3") if small else ("30", "120")
    return [
        ["bench.mail_rate", "--rate", "1", "--seconds", idle],
        ["bench.mail_rate", "--rate", "50", "--seconds", busy, "--database", "postgresql"],
    ]


def _measures(parts: Sequence[str], small: bool) -> Iterator[Measure]:
    from bench import log, positions, post, referee, sieges

    if "rules" in parts:
        yield from referee.measures()
    if "sieges" in parts:
        yield from sieges.measures()
    if "positions" in parts:
        yield from positions.measures()
    if "log" in parts:
        yield from log.measures(log.SMALL if small else log.FULL)
    if "post" in parts:
        yield from post.measures()


if __name__ == "__main__":
    sys.exit(main())
