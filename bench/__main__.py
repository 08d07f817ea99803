"""How fast it is: one JSON object a line, to be compared with the line of another commit in the same hour.

    make bench        or        .venv/bin/python -m bench        or        .venv/bin/python -m bench log --small

``measure``, ``value``, ``unit``, then ``ratio`` to what is named in ``against``: where possible something measured in
the same run, since times depend on the machine and ratios do not. Milliseconds of the rules and of the desk are of CPU
time of this process, the best of several runs; those of the log are by the clock. Everything happens in databases of its
own in a temporary directory. ``--small``: hardly anything of the log, to see that it still runs.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import databases
from bench.measure import Measure

PARTS = ("rules", "log", "post")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument(
        "parts", nargs="*", help=f"what is measured: {', '.join(PARTS)}; all, if nothing is said"
    )
    parser.add_argument("--small", action="store_true", help="a log of a few events")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"no part is called {unknown[0]}: {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        databases.set_up(Path(var))
        logging.disable(logging.INFO)
        with databases.using(f"sqlite:///{Path(var) / 'log.sqlite3'}"):
            for measure in _measures(given.parts or PARTS, given.small):
                print(json.dumps(measure._asdict()), flush=True)
    return 0


def _measures(parts: list[str] | tuple[str, ...], small: bool) -> Iterator[Measure]:
    from bench import log, post, referee

    if "rules" in parts:
        yield from referee.measures()
    if "log" in parts:
        yield from log.measures(log.SMALL if small else log.FULL)
    if "post" in parts:
        yield from post.measures()


if __name__ == "__main__":
    sys.exit(main())
