"""``python -m bench.memory URL GAME``: how many megabytes a process needs at most to rebuild a game, besides what it has
when it is ready to. In a process of its own, since memory that others have used before cannot be told from new."""

from __future__ import annotations

import resource
import sys
import tempfile
from pathlib import Path

from bench import databases


def main(url: str, game_id: int) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        databases.set_up(Path(var))
        with databases.using(url):
            from games import eventlog

            eventlog.load(game_id, 2)
            eventlog.forget()
            before = _peak()
            eventlog.load(game_id)
            print(round((_peak() - before) / 1024, 1))


def _peak() -> int:
    """Kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
