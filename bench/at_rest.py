"""``python -m bench.at_rest``: what a server with two workers takes while nothing happens, by process; memory
that several share is counted once. One JSON object a line, as ``make bench`` prints.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from bench.load import server
from bench.load.progress import print_all
from bench.measure import Measure

MOST_MEGABYTES = 256
SETTLED_SECONDS = 30  # all sweeps, readers and workers are there, and have done their first work


def measures(seconds: float, var: Path) -> Iterator[Measure]:
    places = server.prepare(var, "", workers=2)
    server.set_up()
    with server.running(places) as watch:
        with urllib.request.urlopen(f"http://127.0.0.1:{places.web}/", timeout=60) as page:
            page.read()
        time.sleep(seconds)
        now = watch.look()
    for name, megabytes in now.parts.items():
        yield Measure(f"at_rest_{name}", round(megabytes), "MB")
    against = f"{MOST_MEGABYTES} MB"
    yield Measure("at_rest", round(now.whole), "MB", round(MOST_MEGABYTES / now.whole, 2), against)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SETTLED_SECONDS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rest-") as var:
        print_all(measures(chosen.seconds, Path(var)))


if __name__ == "__main__":
    main()
