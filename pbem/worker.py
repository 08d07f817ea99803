"""``python -m pbem.worker``: Celery's worker for all that has to be done.

What ``celery -A pbem worker`` would be, without the command line of Celery, which alone would take as much
memory as all of our rules.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pbem.celery import ALL_QUEUES, app


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pbem.worker")
    parser.add_argument("--processes", type=int, required=True)
    parser.add_argument("--clock", action="store_true", help="have the sweep run, from a process of its own")
    options = parser.parse_args(arguments)
    worker = app.Worker(
        queues=ALL_QUEUES,
        concurrency=options.processes,
        beat=options.clock,
        without_gossip=True,
        without_mingle=True,
        loglevel="INFO",
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    sys.exit(main())
