"""Whether anything tells two worlds apart that a seat cannot: thousands of pairs of games with three sides
and hidden counters, of sieges with sealed plans, of campaigns where each hides what his groups and places
hold, or of such that wait for battles on boards (tests/games/pairs.py), played with real mails and read on
real pages.

    python -m bench.pairs --pairs 10000 --processes 2
    python -m bench.pairs --of sieges --pairs 2000 --processes 2
    python -m bench.pairs --of campaigns --pairs 10000 --processes 2
    python -m bench.pairs --of boards --pairs 2000 --processes 2

Each pair differs in one hidden thing. Every eighth group of pairs is played for two days, every other eighth
read twice as thoroughly. Prints how far it has come, what differs, and at last one JSON object; the exit code
is 1 if a byte differs.
"""

from __future__ import annotations

import argparse
import json
import logging
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import databases

SHOWN_EVERY = 30.0  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pairs")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--of", choices=("veiled", "sieges", "campaigns", "boards"), default="veiled")
    parser.add_argument("--first", type=int, default=0, help="the number of the first group")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker is not None:
        return _work(given.of, given.first + given.worker, given.processes)
    return _gathered(given.of, given.pairs, given.processes, given.first)


def _gathered(what: str, wanted: int, processes: int, first: int) -> int:
    """Have workers play until enough pairs are compared."""
    command = [sys.executable, "-m", "bench.pairs", "--of", what]
    command += ["--processes", str(processes), "--first", str(first)]
    workers = [
        subprocess.Popen([*command, "--worker", str(n)], stdout=subprocess.PIPE, text=True)
        for n in range(processes)
    ]
    began = said = time.monotonic()
    pairs = differing = 0
    try:
        for line in _lines(workers):
            told = json.loads(line)
            pairs, differing = pairs + told["pairs"], differing + told["differing"]
            for odd in told["odd"]:
                print(odd, flush=True)
            if pairs >= wanted:
                break
            if time.monotonic() - said > SHOWN_EVERY:
                said = time.monotonic()
                print(f"{pairs} pairs, {differing} differing bytes", flush=True)
    finally:
        for worker in workers:
            worker.terminate()
            worker.wait()
    seconds = round(time.monotonic() - began, 1)
    rate = round(pairs / seconds, 2)
    print(json.dumps({"pairs": pairs, "differing_bytes": differing, "seconds": seconds, "per_second": rate}))
    return int(differing > 0 or pairs < wanted)


def _lines(workers: list[subprocess.Popen[str]]) -> Iterator[str]:
    """What they say, in turn; all play groups of the same size."""
    while True:
        for worker in workers:
            assert worker.stdout is not None
            line = worker.stdout.readline()
            if not line:
                return
            yield line


def _work(kind: str, first: int, step: int) -> int:
    """Compare group by group, for as long as somebody listens."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # and the directory goes with us
    with tempfile.TemporaryDirectory(prefix="pairs-") as var:
        databases.set_up(Path(var))
        logging.disable(logging.CRITICAL)
        from django.conf import settings

        settings.ALLOWED_HOSTS = ["testserver"]
        with databases.using(f"sqlite:///{Path(var) / 'pairs.sqlite3'}"):
            from tests.games import board_worlds, campaign_worlds, pairs, siege_worlds, veiled_worlds

            group = {
                "veiled": veiled_worlds.group,
                "sieges": siege_worlds.group,
                "campaigns": campaign_worlds.group,
                "boards": board_worlds.group,
            }[kind]
            number = first
            while True:
                base, others = pairs.looks(
                    group(number, days=1 + (number % 8 == 1)), thorough=number % 8 == 0
                )
                odd = {what: pairs.differing(base, other) for what, other in others.items()}
                told = {
                    "pairs": len(others),
                    "differing": sum(pairs.bytes_differing(base, other) for other in others.values()),
                    "odd": [
                        f"group {number}, {what}: {', '.join(names)}" for what, names in odd.items() if names
                    ],
                }
                print(json.dumps(told), flush=True)
                number += step


if __name__ == "__main__":
    sys.exit(main())
