"""Does the stand-alone verifier find every forgery? An exported game, changed at every event in every way we
could think of.

    .venv/bin/python -m bench.mutations GAME.jsonl [--every N] [--processes N]

Careless forgers change bytes, drop, double, swap or cut lines, and leave the hashes as they are. Careful ones
number and chain the whole log anew behind their change and make the head line fit: then what the file alone
can still show is counted, and the head that the next report showed has to give the rest away. A mutation is
missed if it passes, or if it is not put into the class where it belongs.

The file is read once; each mutated copy goes through the verifier's own check of the chain, and its umpire
goes on from where he stood before the mutation. At every fiftieth event the copies are written out and
checked from their first byte as well, and both ways have to say the same.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from uuid import UUID

VERIFIER = Path(__file__).parents[1] / "games" / "static" / "games" / "verify_game.py"
CHUNK, WRITTEN_OUT = 20, 50
Row = dict[str, Any]


def loaded() -> ModuleType:
    """The verifier as a module."""
    spec = importlib.util.spec_from_file_location("verify_game", VERIFIER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_game"] = module
    spec.loader.exec_module(module)
    # the copies have most of their events in common, and a hash depends on nothing but what is hashed
    module.__dict__["hash_of"] = lru_cache(200_000)(module.hash_of)
    return module


verify_game = loaded()


class Mutation(NamedTuple):
    """A changed copy: what was done, whether all hashes were made to fit, and the class that must be named
    ("": any, if the file alone shows it, else that the next report is of another history)."""

    name: str
    careful: bool
    expected: str
    head: Row
    rows: list[Row]

    @property
    def text(self) -> str:
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in (self.head, *self.rows))


class Outcome(NamedTuple):
    """What the verifier said of a mutation: by the file alone, and with the head that the next
    report showed."""

    name: str
    event: int
    careful: bool
    expected: str
    alone: str
    mailed: str

    @property
    def missed(self) -> bool:
        if self.expected:
            return self.alone != self.expected
        return not self.mailed


# making copies


def line_of(place: int, row: Row) -> Any:
    fields = ("seq", "type", "version", "data", "command", "recorded_us", "hash")
    return verify_game.Line(place, *(row[name] for name in fields))


def rechained(head: Row, rows: list[Row], first: int = 0) -> tuple[Row, list[Row]]:
    """The rows numbered and chained anew from index ``first`` on, and a head line that fits."""
    game = UUID(head["uuid"]).bytes
    previous = rows[first - 1]["hash"] if first else head["genesis"]
    made = rows[:first]
    for seq, row in enumerate(rows[first:], start=first + 1):
        previous = verify_game.hash_of(game, previous, line_of(seq, row), seq)
        made.append({**row, "seq": seq, "hash": previous})
    return {**head, "events": len(made), "head": previous}, made


def with_data(row: Row, **fields: Any) -> Row:
    data = {**json.loads(row["data"]), **fields}
    return {**row, "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False)}


def flipped(value: str) -> str:
    middle = len(value) // 2
    return value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :]


class Forger:
    """Makes the changed copies of a game. Events are counted from 1, as in the log."""

    def __init__(self, head: Row, rows: list[Row]) -> None:
        self.head, self.rows = head, rows
        other = [{**row, "recorded_us": row["recorded_us"] + 1} for row in rows]
        self.other_history = rechained(head, other)[1]
        stranger = {**head, "uuid": str(UUID(int=UUID(head["uuid"]).int ^ 1))}
        stranger["genesis"] = verify_game.first_hash(UUID(stranger["uuid"]).bytes)
        self.other_game = rechained(stranger, rows)[1]

    def all(self, event: int) -> Iterator[Mutation]:
        yield from self._careless(event)
        yield from self._careful(event)

    def _careless(self, event: int) -> Iterator[Mutation]:
        rows, at = self.rows, event - 1
        row, last = rows[at], event == len(rows)

        def made(name: str, expected: str, *parts: list[Row]) -> Mutation:
            return Mutation(name, False, expected, self.head, [row for part in parts for row in part])

        for field, value in row.items():
            changed = flipped(value) if isinstance(value, str) else value + 1
            yield made(f"{field} changed", "content", rows[:at], [{**row, field: changed}], rows[event:])
        if not last:
            swapped = [rows[event], row]
            yield made("swapped with the next", "order", rows[:at], swapped, rows[event + 1 :])
        yield made("dropped", "truncated" if last else "missing", rows[:at], rows[event:])
        yield made("doubled", "extra", rows[:event], rows[at:])
        yield made("an event of another game put in", "extra", rows[:at], [self.other_game[at]], rows[at:])
        yield made("the rest cut off", "truncated", rows[:at])
        # the last event alone differs from ours in nothing but its hash
        strange = "content" if last else "foreign fork"
        yield made("the rest of another game", strange, rows[:at], self.other_game[at:])
        yield made("the rest of another history", "foreign fork", rows[:at], self.other_history[at:])

    def _careful(self, event: int) -> Iterator[Mutation]:
        rows, at = self.rows, event - 1
        row = rows[at]

        def made(name: str, expected: str, *parts: list[Row], **head: Any) -> Mutation:
            joined = [row for part in parts for row in part]
            return Mutation(name, True, expected, *rechained({**self.head, **head}, joined, at))

        changed, expected = _content_changed(row)
        yield made("content changed", expected, rows[:at], [changed], rows[event:])
        later = {**row, "recorded_us": row["recorded_us"] + 1}
        yield made("time changed", "", rows[:at], [later], rows[event:])
        if event > 1:
            yield made("dropped", DROPPED.get(row["type"], ""), rows[:at], rows[event:])
            yield made("the rest cut off", "", rows[:at])
        yield made("doubled", DOUBLED.get(row["type"], ""), rows[:event], rows[at:])
        if event > 1:
            promise = "11" * 32
            forked = {**row, "type": "forked", "version": 1, "data": self._forked(event, promise)}
            behind = rows[at - 1]["type"]
            expected = FORKED.get(behind, "order")
            yield made("a fork put in", expected, rows[:at], [forked], rows[at:], commitment=promise)

    def _forked(self, event: int, promise: str) -> str:
        """A fork before an event from a parent that is made up, and of which all is true that can
        be reckoned."""
        parent = UUID(int=4711)
        lines = [line_of(seq, row) for seq, row in enumerate(self.rows[: event - 1], start=1)]
        head = verify_game.hashes_under(parent.bytes, lines)[-1]
        fields = {"parent": str(parent), "seq": event - 1, "head": head, "commitment": promise, "why": ""}
        return json.dumps(fields, separators=(",", ":"))


DROPPED = {"secret_revealed": "commitment", "orders_accepted": "content", "phase_opened": "order"}
DOUBLED = {
    "secret_revealed": "commitment",
    "phase_closed": "extra",
    "phase_opened": "order",
    "die_rolled": "die",
}
DOUBLED |= {"game_created": "extra", "game_ended": "extra"}
FORKED = {"phase_opened": "foreign fork", "phase_ended": "commitment"}


def _content_changed(row: Row) -> tuple[Row, str]:
    """The event with something changed that matters, and the class in which the file alone shows
    it, if it does."""
    data = json.loads(row["data"])
    match row["type"]:
        case "die_rolled":
            return with_data(row, face=data["face"] % data["sides"] + 1), "die"
        case "secret_revealed":
            return with_data(row, secret="00" * 32), "commitment"
        case "orders_accepted":
            return with_data(row, orders=[*data["orders"], "MOVE Robert stay"]), "escrow"
        case "phase_closed":
            return with_data(row, sheets="00" * 32), "content"
        case "phase_opened" | "phase_ended":
            return with_data(row, number=data["number"] + 1), "order"
        case "game_created":
            return with_data(row, setup={**data["setup"], "commitment": "11" * 32}), "commitment"
    for name, value in data.items():
        if isinstance(value, bool):
            return with_data(row, **{name: not value}), ""
        if isinstance(value, int):
            return with_data(row, **{name: value + 1}), ""
        if isinstance(value, str) and value:
            return with_data(row, **{name: flipped(value)}), ""
    return with_data(row, forged=True), ""


# checking them


class Examiner:
    """Puts mutated copies through the verifier, event after event."""

    def __init__(self, path: Path) -> None:
        head, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self.forger = Forger(head, rows)
        self.reports = [row for row in rows if row["type"] == "phase_opened"] + rows[-1:]
        self.umpire = verify_game.Umpire(verify_game._head(json.dumps(head)))
        self.followed = 0
        self.lines: list[Any] = []  # of the events followed

    def outcomes(self, event: int) -> Iterator[Outcome]:
        """Of all mutations at an event; events may only be asked for in rising order."""
        for seq in range(self.followed + 1, event):
            self.lines.append(line_of(seq, self.forger.rows[seq - 1]))
            self.umpire.follow(self.lines[-1])
        self.followed = event - 1
        mailed = next(row["hash"] for row in self.reports if row["seq"] >= event)
        for mutation in self.forger.all(event):
            alone, shown = self._verdicts(mutation, mailed)
            if event % WRITTEN_OUT == 1:
                whole = _named(partial(verify_game.check, mutation.text))
                assert whole == alone, (mutation.name, event, whole, alone)
            yield Outcome(mutation.name, event, mutation.careful, mutation.expected, alone, shown)

    def _verdicts(self, mutation: Mutation, mailed: str) -> tuple[str, str]:
        """What the file alone shows, and what it shows together with a head from a mail."""
        head = verify_game._head(json.dumps(mutation.head))
        behind = mutation.rows[self.followed :]
        lines = self.lines + [
            line_of(place, row) for place, row in enumerate(behind, start=self.followed + 1)
        ]
        umpire = self._umpire(head)

        def check() -> None:
            verify_game.check_chain(head, lines)
            for line in lines[self.followed :]:
                umpire.follow(line)
            umpire.finish()

        alone = _named(check)
        return alone, alone or _named(partial(verify_game.find_seen, lines, mailed, umpire.checked.forks))

    def _umpire(self, head: Any) -> Any:
        """The umpire as he stood before the mutation."""
        twin = copy(self.umpire)
        twin.checked = copy(twin.checked)
        for owner in (twin, twin.checked):
            for name, value in vars(owner).items():
                if isinstance(value, list | dict | set):
                    setattr(owner, name, copy(value))
        twin.head = head
        return twin


def _named(check: Callable[[], object]) -> str:
    """The class of the fault that a check names; "" if it passes."""
    try:
        check()
    except verify_game.Fault as fault:
        return str(fault.kind)
    return ""


def examined(path: Path, events: list[int]) -> list[Outcome]:
    examiner = Examiner(path)
    return [outcome for event in events for outcome in examiner.outcomes(event)]


# telling


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="bench.mutations", description="Forge an exported game at every event."
    )
    parser.add_argument("game", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every so-manieth event")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    count = len(chosen.game.read_text("utf-8").splitlines()) - 1
    events = list(range(1, count + 1, chosen.every))
    chunks = [events[start : start + CHUNK] for start in range(0, len(events), CHUNK)]
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        for done, found in enumerate(pool.map(examined, [chosen.game] * len(chunks), chunks), start=1):
            outcomes += found
            print(f"\r{done * CHUNK} of {len(events)} events", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for line in summary(outcomes):
        print(json.dumps(line))
    return 1 if any(outcome.missed for outcome in outcomes) else 0


def summary(outcomes: list[Outcome]) -> Iterator[dict[str, Any]]:
    """One line for each kind of mutation: what it was put into; then the totals."""
    for careful, name in dict.fromkeys((o.careful, o.name) for o in outcomes):
        of_kind = [o for o in outcomes if (o.careful, o.name) == (careful, name)]
        yield {
            "measure": f"{'careful' if careful else 'careless'}: {name}",
            "value": len(of_kind),
            "unit": "mutations",
            "missed": sum(o.missed for o in of_kind),
            "by the file alone": dict(Counter(o.alone for o in of_kind if o.alone)),
            "by the next report": sum(not o.alone and bool(o.mailed) for o in of_kind),
        }
    for outcome in [o for o in outcomes if o.missed][:20]:
        yield {"measure": "missed", **outcome._asdict()}
    missed = sum(o.missed for o in outcomes)
    yield {"measure": "events mutated", "value": len({o.event for o in outcomes}), "unit": "events"}
    yield {"measure": "mutations", "value": len(outcomes), "unit": "mutations", "missed": missed}


if __name__ == "__main__":
    sys.exit(main())
