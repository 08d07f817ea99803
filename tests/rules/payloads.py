"""One stored event of every type and version, kept forever: ``python -m tests.rules.payloads`` adds
those that lack.

Lines are only ever added. What was stored once must be readable as long as there are logs that hold it.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import NamedTuple

from rules.events.base import Event
from rules.events.codec import EVENT_TYPES, Record, encode

FILE = Path(__file__).with_name("payloads.jsonl")


class Payload(NamedTuple):
    """An event as some log holds it."""

    type: str
    version: int
    data: bytes


def stored() -> list[Payload]:
    """All that are kept."""
    rows = (json.loads(line) for line in FILE.read_text("utf-8").splitlines())
    return [Payload(row["type"], row["version"], row["data"].encode()) for row in rows]


def lacking() -> list[type[Event]]:
    """The event types of whose present version none is kept."""
    kept = {(payload.type, payload.version) for payload in stored()}
    return [cls for cls in EVENT_TYPES.values() if (cls.kind, cls.version) not in kept]


def _examples() -> dict[str, Record]:
    """An event of as many types as the golden games hold, the longest there is."""
    from tests.golden.files import FOLDER, read

    found: dict[str, Record] = {}
    for path in sorted(FOLDER.glob("*.jsonl")):
        for record in map(encode, read(path)):
            if record.type not in found or len(record.data) > len(found[record.type].data):
                found[record.type] = record
    return found


def _made_up(cls: type[Event]) -> Record:
    from hypothesis import strategies as st

    warnings.simplefilter("ignore")
    records = [encode(st.from_type(cls).example()) for _ in range(10)]
    return max((r for r in records if r.data.isascii()), key=lambda r: len(r.data), default=records[0])


def main() -> None:
    examples = _examples()
    with FILE.open("a", encoding="utf-8") as file:
        for cls in lacking():
            record = examples.get(cls.kind) or _made_up(cls)
            row = {"type": record.type, "version": record.version, "data": record.data.decode()}
            file.write(json.dumps(row) + "\n")
            print(f"added {cls.kind} version {cls.version}")


if __name__ == "__main__":
    FILE.touch()
    main()
