"""``python -m bench.memory URL GAME``: how many megabytes a process needs at most to rebuild a game, besides
what it has when it is ready to. In a process of its own, since memory that others have used before cannot be
told from new."""

from __future__ import annotations

import gc
import sys
import tempfile
from pathlib import Path

from bench import databases

_FORGET_THE_PEAK = "5"  # see proc(5), clear_refs


def main(url: str, game_id: int) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        databases.set_up(Path(var))
        with databases.using(url):
            from games.record import eventlog

            eventlog.load(game_id, 2)
            eventlog.forget()
            gc.collect()
            Path("/proc/self/clear_refs").write_text(_FORGET_THE_PEAK)
            before = _kilobytes("VmRSS")
            eventlog.load(game_id)
            print(round((_kilobytes("VmHWM") - before) / 1024, 1))


def _kilobytes(what: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
