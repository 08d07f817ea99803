"""Does the stand-alone verifier find every change of a file of the second form? Whole logs, and files
of one seat.

    .venv/bin/python -m bench.mutations_two GAME.jsonl [--every N] [--processes N]

At every so-manieth line each field is changed, the line dropped, doubled, swapped with the next, and the rest
cut off or exchanged for that of another history: by somebody who does not know the root of the salts, or, in
a seat's file, those of the others. A mutation is missed if it passes. What a forger can do who knows the root
is tried in tests/games/proof/test_verify_form_two.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from bench.mutations import flipped, loaded

verify_game = loaded()
Row = dict[str, Any]


class Outcome(NamedTuple):
    """What was done at a line, and the class that it was put into; "" if it passed."""

    name: str
    line: int
    found: str


def mutated(rows: list[Row], place: int) -> Iterator[tuple[str, list[Row]]]:
    """The changed copies of a file at one of its lines."""
    row = rows[place]
    for field, value in row.items():
        for changed in _changed(value):
            yield f"{field} changed", [*rows[:place], {**row, field: changed}, *rows[place + 1 :]]
    yield "dropped", rows[:place] + rows[place + 1 :]
    yield "doubled", rows[: place + 1] + rows[place:]
    if place + 1 < len(rows) and _are_in_order(rows[0], row, rows[place + 1]):
        yield "swapped with the next", [*rows[:place], rows[place + 1], row, *rows[place + 2 :]]
    yield "the rest cut off", rows[:place]
    yield "the rest of another history", rows[:place] + [_otherwise(later) for later in rows[place:]]


def _are_in_order(head: Row, row: Row, later: Row) -> bool:
    """A seat is not told how its own records came among those of the table."""
    return (
        head["view"] == "all" or "leaves" in row or "leaves" in later or row["audience"] == later["audience"]
    )


def _changed(value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield flipped(value) if value else "x"
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, list):
        for at in range(len(value)):
            yield [*value[:at], next(_changed(value[at])), *value[at + 1 :]]
        yield value[:-1]
    elif isinstance(value, dict):
        for name in value:
            yield {**value, name: next(_changed(value[name]))}


def _otherwise(row: Row) -> Row:
    """A line as it would be in a history with other salts."""
    if "leaves" not in row:
        return row
    return {**row, "hash": flipped(row["hash"]), "leaves": [flipped(leaf) for leaf in row["leaves"]]}


def outcomes(rows: list[Row], places: list[int]) -> list[Outcome]:
    return [Outcome(name, place, _found(copy)) for place in places for name, copy in mutated(rows, place)]


def _found(rows: list[Row]) -> str:
    try:
        verify_game.check("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    except verify_game.Fault as fault:
        return str(fault.kind)
    except verify_game.NoGame:
        return "no game"
    return ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="bench.mutations_two", description="Change a file of form 2 everywhere."
    )
    parser.add_argument("game", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every so-manieth line")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    rows = [json.loads(line) for line in chosen.game.read_text("utf-8").splitlines()]
    if sound := _found(rows):
        parser.error(f"the file itself is not sound: {sound}")
    places = list(range(1, len(rows), chosen.every))
    done: list[Outcome] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        chunks = [places[start : start + 5] for start in range(0, len(places), 5)]
        for number, found in enumerate(pool.map(outcomes, [rows] * len(chunks), chunks), start=1):
            done += found
            print(
                f"\r{min(number * 5, len(places))} of {len(places)} lines",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    for name in dict.fromkeys(one.name for one in done):
        of_kind = [one for one in done if one.name == name]
        classes = dict(Counter(one.found for one in of_kind))
        told = {"measure": name, "value": len(of_kind), "unit": "mutations", "classes": classes}
        print(json.dumps({**told, "missed": classes.get("", 0)}))
    missed = sum(not one.found for one in done)
    print(json.dumps({"measure": "mutations", "value": len(done), "unit": "mutations", "missed": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
