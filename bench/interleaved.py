"""This checkout beside another one, in turns within the same minutes: ``python -m bench.interleaved OTHER
--rounds 15``.

What the rules do for a phase of the golden games, in CPU time: folding a log, adjudicating, reading the order
sheets once more, TRY of an attack, a captain's orders, report lines, situation and picture. One process a
round and checkout, each in turn; the medians of the rounds are printed with their ratio (above 1: this
checkout is slower). Every row is over the same games, those in tests/golden of the other checkout, through
``rules.engine`` alone: the older one should be the other, since old logs stay readable.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SLOWER = 1.10


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.interleaved")
    parser.add_argument("other", type=Path, help="the root of another checkout")
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    found: dict[str, dict[str, list[float]]] = {"other": {}, "here": {}}
    for number in range(given.rounds):
        for who, root in (("other", given.other.resolve()), ("here", HERE)):
            for row, value in _round(root, given.other.resolve() / "tests" / "golden").items():
                found[who].setdefault(row, []).append(value)
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr, flush=True)
    worst = 0.0
    for row, values in found["here"].items():
        other, here = median(found["other"][row]), median(values)
        worst = max(worst, here / other)
        told = {"measure": row, "other_ms": round(other, 2), "here_ms": round(here, 2)}
        print(json.dumps({**told, "ratio": round(here / other, 3)}))
    return int(worst > SLOWER)


def _round(root: Path, games: Path) -> dict[str, float]:
    """What a checkout takes for each row, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--once", str(games)]
    said = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(said.stdout)
    return found


def once(folder: Path) -> None:
    """All rows of the checkout that PYTHONPATH names, over the games of a folder."""
    from rules import engine

    games = [list(_events(engine, path)) for path in sorted(folder.glob("*.jsonl"))]
    phases = [phase for events in games for phase in _phases(engine, events)][::4]
    dice = engine.KeyedDice(bytes(32))
    told = {
        "fold": lambda: [engine.digest(engine.replay(e)) for e in games for _ in range(10)],
        "adjudicate": lambda: [engine.adjudicate(battle, dice) for battle, _ in phases],
        "read_orders": lambda: [_read(engine, battle) for battle, _ in phases],
        "try_attack": lambda: [_tried(engine, battle) for battle, _ in phases],
        "captain": lambda: [_captain(engine, battle) for battle, _ in phases[::2]],
        "narrate": lambda: [_told(engine, b, e) for b, e in phases for _ in range(5)],
        "situation": lambda: [engine.situation(b, b.setup.seats[0].id) for b, _ in phases],
        "order_form": lambda: [engine.order_form(b, s) for b, _ in phases for s in engine.awaiting(b).seats],
        "picture": lambda: [engine.picture(b, b.setup.seats[0].id) for b, _ in phases],
    }
    print(json.dumps({row: _cpu_ms(act) for row, act in told.items()}))


def _told(engine: Any, before: Any, events: list[Any]) -> list[Any]:
    """What a seat reads of a phase; older checkouts take what happened, and leave out what is hidden."""
    seat = before.setup.seats[0].id
    shown = engine.seen(before, events, seat) if hasattr(engine, "seen") else events
    return list(engine.narrate(before, shown, seat))


def _cpu_ms(act: Callable[[], object]) -> float:
    """The second of two runs: what is remembered from one question to the next is part of the house."""
    act()
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000


def _events(engine: Any, path: Path) -> Iterator[Any]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield engine.decode(row["type"], row["version"], json.dumps(row["data"]).encode())


def _phases(engine: Any, events: list[Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Each phase: the battle with all orders filed, and what came of it."""
    battle, at = engine.replay(events[:2]), 2
    while at < len(events):
        while events[at].kind == "orders_accepted":
            battle, at = engine.evolve(battle, events[at]), at + 1
        end = at
        while end < len(events) and events[end].kind != "orders_accepted":
            end += 1
        yield battle.copy(), events[at:end]
        battle, at = engine.replay(events[at:end], battle), end


def _read(engine: Any, battle: Any) -> None:
    for seat in engine.awaiting(battle).seats:
        engine.read_orders(battle, seat, battle.sheets.get(seat, ()))


def _tried(engine: Any, battle: Any) -> None:
    for seat in engine.awaiting(battle).seats:
        lines = [line for line in battle.sheets.get(seat, ()) if line.startswith("ATTACK")][:3]
        engine.read_orders(battle, seat, [f"TRY {line}" for line in lines])


def _captain(engine: Any, battle: Any) -> None:
    for seat in engine.awaiting(battle).seats:
        engine.captain_orders(battle, seat, "bold")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        once(Path(sys.argv[2]))
    else:
        sys.exit(main())
