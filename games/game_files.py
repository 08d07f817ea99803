"""Reading games from files of JSON lines: exported logs, and bare lists of events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from games import eventlog
from games.eventlog import Stored
from games.export import FORMAT
from games.verification import Log
from rules import engine

T = TypeVar("T")


class UnreadableFile(ValueError):
    """A file that holds no game; the words say where and why."""


class Head(msgspec.Struct, frozen=True):
    """The first line of an exported game."""

    format: str
    uuid: str
    events: int
    genesis: str
    head: str
    commitment: str
    label: str = ""
    title: str = ""
    terms: dict[str, Any] = {}


class Line(msgspec.Struct, frozen=True):
    """An event's line in an exported game."""

    seq: int
    type: str
    version: int
    data: str
    command: str
    recorded_us: int
    hash: str


class BareLine(msgspec.Struct, frozen=True):
    """An event alone, as in the golden games."""

    type: str
    version: int
    data: msgspec.Raw


class GameFile(msgspec.Struct, frozen=True):
    """A whole exported game, read and not yet believed."""

    head: Head
    rows: list[Stored]


def log_of(file: GameFile) -> Log:
    """The log that a file claims to be, to be verified. Raises UnreadableFile."""
    try:
        uuid, head = UUID(file.head.uuid), bytes.fromhex(file.head.head)
    except ValueError as error:
        raise UnreadableFile(f"line 1: {error}") from None
    if file.head.genesis != eventlog.genesis(uuid).hex():
        raise UnreadableFile("line 1: this is the beginning of another game")
    return Log(uuid, file.head.events, head, file.head.commitment, lambda: file.rows)


def is_exported(path: Path) -> bool:
    """Whether a file begins as an exported game does. Raises OSError."""
    with path.open("rb") as file:
        return f'"format":"{FORMAT}"'.encode() in file.readline(4096).replace(b'": "', b'":"')


def read(path: Path) -> GameFile:
    """An exported game. Raises UnreadableFile naming the line, and OSError."""
    lines = _lines(path)
    number, first = next(lines, (1, b""))
    head = _decoded(Head, number, first)
    if head.format != FORMAT:
        raise UnreadableFile(f"line 1: this is {head.format!r}, not an exported game ({FORMAT})")
    return GameFile(head, [_stored(number, _decoded(Line, number, line)) for number, line in lines])


def _stored(number: int, line: Line) -> Stored:
    try:
        data, digest = line.data.encode(), bytes.fromhex(line.hash)
    except ValueError as error:
        raise UnreadableFile(f"line {number}: {error}") from None
    return Stored(line.seq, line.type, line.version, data, line.command, line.recorded_us, digest)


def events(path: Path) -> list[engine.Event]:
    """The events of an exported game or of a bare list of events. Raises UnreadableFile and OSError."""
    if is_exported(path):
        records = [(row.seq + 1, engine.Record(row.type, row.version, row.data)) for row in read(path).rows]
    else:
        bare = ((number, _decoded(BareLine, number, line)) for number, line in _lines(path))
        records = [(number, engine.Record(e.type, e.version, bytes(e.data))) for number, e in bare]
    found = []
    for number, record in records:
        try:
            found.append(engine.decode(*record))
        except engine.UnknownEvent as error:
            raise UnreadableFile(f"line {number}: {error}") from None
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, line


def _decoded(kind: type[T], number: int, line: bytes) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise UnreadableFile(f"line {number}: {error}") from None
