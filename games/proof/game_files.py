"""Reading games from files of JSON lines: exported logs, those of families, and bare lists of events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from games.proof.export import ALL, FAMILY, FORMAT, FORMAT_2
from games.proof.families import MOST_GAMES
from games.proof.verification import Log
from games.record import chaining, leaves, roots
from games.record.stored import Stored
from rules import engine

T = TypeVar("T")


class UnreadableFile(ValueError):
    """A file that holds no game; the words say where and why."""


class PartOfGame(UnreadableFile):
    """The file of a seat, or of everybody: what they may know of a game, and not its log."""


class Whose(msgspec.Struct, frozen=True):
    """Of the first line: what it is, and whose."""

    view: str = ALL
    format: str = ""


class FamilyHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file of a family."""

    format: str
    view: str
    games: int


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
    links: int = 0
    roots: tuple[str, ...] = ()  # of form 2: opened

    @property
    def form(self) -> int:
        """The form of the log."""
        return 2 if self.format == FORMAT_2 else 1


class ShownLine(msgspec.Struct, frozen=True):
    """What an audience was shown in place of an event."""

    audience: str
    type: str
    version: int
    data: str


class Line(msgspec.Struct, frozen=True):
    """An event's line in an exported game."""

    seq: int
    type: str
    version: int
    data: str
    command: str
    recorded_us: int
    hash: str = ""
    link: int = 0
    audience: str = ""
    shown: tuple[ShownLine, ...] = ()


class Line2(Line, frozen=True, forbid_unknown_fields=True):
    """The same in a log of form 2."""


class LinkLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line behind the events of a link."""

    link: int
    hash: str
    leaves: tuple[str, ...]


class BareLine(msgspec.Struct, frozen=True):
    """An event alone, as in the golden games."""

    type: str
    version: int
    data: msgspec.Raw


class GameFile(msgspec.Struct, frozen=True):
    """A whole exported game, read and not yet believed."""

    head: Head
    rows: list[Stored]
    leaves: dict[int, tuple[bytes, ...]] = {}

    @property
    def roots(self) -> tuple[bytes, ...]:
        """The roots that the file opens. Raises UnreadableFile."""
        try:
            found = tuple(map(bytes.fromhex, self.head.roots))
        except ValueError as error:
            raise UnreadableFile(f"line 1: {error}") from None
        if any(len(root) != roots.LENGTH for root in found):
            raise UnreadableFile(f"line 1: a root has {roots.LENGTH} bytes")
        return found


def log_of(file: GameFile, known: tuple[bytes, ...] = ()) -> Log:
    """The log that a file claims to be, to be verified. ``known``: roots that are known besides. Raises
    UnreadableFile."""
    try:
        uuid, head = UUID(file.head.uuid), bytes.fromhex(file.head.head)
    except ValueError as error:
        raise UnreadableFile(f"line 1: {error}") from None
    genesis = leaves.genesis(uuid) if file.head.form == 2 else chaining.genesis(uuid)
    if file.head.genesis != genesis.hex():
        raise UnreadableFile("line 1: this is the beginning of another game")
    return Log(
        uuid,
        file.head.events,
        head,
        file.head.commitment,
        lambda: file.rows,
        file.head.form,
        file.roots or known,
        file.leaves,
    )


def is_exported(path: Path) -> bool:
    """Whether a file begins as an exported game does, or a family of them. Raises OSError."""
    with path.open("rb") as file:
        first = file.readline(65_536).replace(b'": "', b'":"')
        return any(f'"format":"{form}"'.encode() in first for form in (FORMAT, FORMAT_2, FAMILY))


def read(path: Path) -> GameFile:
    """An exported game. Raises UnreadableFile naming the line, and OSError."""
    first, *others = read_all(path)
    if others:
        raise UnreadableFile("this is the file of a family, not of one game")
    return first


def read_all(path: Path) -> list[GameFile]:
    """An exported game, or all of a family, as they stand in the file. Raises UnreadableFile naming the line,
    and OSError."""
    lines = _lines(path)
    number, first = next(lines, (1, b""))
    view = _decoded(Whose, number, first).view
    if view != ALL:
        raise PartOfGame(f"this is what {view} may know of a game, not its log: verify_game.py checks it")
    if _decoded(Whose, number, first).format != FAMILY:
        return [_read(_head(number, first), lines)]
    told = _decoded(FamilyHead, number, first).games
    found = [_read(_head(*part[0]), iter(part[1:])) for part in _parts(lines, told)]
    if any(file.head.form != 2 for file in found):
        raise UnreadableFile("line 1: only games of the second form of the log call others")
    return found


def _parts(lines: Iterator[tuple[int, bytes]], told: int) -> list[list[tuple[int, bytes]]]:
    """The lines of the games of a family, each from its head on."""
    if not 1 < told <= MOST_GAMES:
        raise UnreadableFile(f"line 1: a family of {told} games; there are two to {MOST_GAMES}")
    parts: list[list[tuple[int, bytes]]] = []
    for number, line in lines:
        if _is_head(line):
            if len(parts) == told:
                raise UnreadableFile(f"line {number}: line 1 knows of {told} games, here begins another")
            parts.append([])
        elif not parts:
            raise UnreadableFile(f"line {number}: the head of the first game is not here")
        parts[-1].append((number, line))
    if len(parts) < told:
        raise UnreadableFile(f"line 1: it knows of {told} games, there are {len(parts)}")
    return parts


def _is_head(line: bytes) -> bool:
    """Whether a line is the head of a game: in what an event says such quotes do not stand bare."""
    return line.startswith(b"{") and b'"format":' in line.replace(b'" :', b'":')


def _head(number: int, line: bytes) -> Head:
    if _decoded(Whose, number, line).view != ALL:
        raise UnreadableFile(f"line {number}: only what a seat may know of this game")
    head = _decoded(Head, number, line)
    if head.format not in (FORMAT, FORMAT_2):
        raise UnreadableFile(
            f"line {number}: this is {head.format!r}, not an exported game ({FORMAT} or {FORMAT_2})"
        )
    return head


def _read(head: Head, lines: Iterator[tuple[int, bytes]]) -> GameFile:
    if head.form == 2:
        return _read_2(head, lines)
    return GameFile(head, [_stored(number, _decoded(Line, number, line)) for number, line in lines])


def _read_2(head: Head, lines: Iterator[tuple[int, bytes]]) -> GameFile:
    """The rows of a log of form 2, each link's hash with its last row."""
    rows: list[Stored] = []
    digests: dict[int, tuple[bytes, ...]] = {}
    audiences: tuple[str, ...] = ()
    for number, raw in lines:
        if b'"leaves":' in raw and b'"seq":' not in raw:
            found = _decoded(LinkLine, number, raw)
            if not rows or rows[-1].hash or found.link != len(digests) + 1:
                raise UnreadableFile(f"line {number}: link {found.link} stands where it cannot")
            digests[found.link], rows[-1] = _linked(number, found, rows[-1])
            continue
        line = _decoded(Line2, number, raw)
        if line.link != len(digests) + 1:
            raise UnreadableFile(f"line {number}: this event is of link {line.link}, and stands in another")
        row = _stored(number, line)
        if not audiences:
            audiences = _audiences(number, row)
        rows.append(_placed(number, line, row, audiences))
        if row.type == leaves.LENGTHENS:
            audiences = _longer(number, row, audiences)
    if head.links != len(digests):
        raise UnreadableFile(f"line 1: the head speaks of {head.links} links, there are {len(digests)}")
    return GameFile(head, rows, digests)


def _linked(number: int, line: LinkLine, row: Stored) -> tuple[tuple[bytes, ...], Stored]:
    try:
        return tuple(map(bytes.fromhex, line.leaves)), row._replace(hash=bytes.fromhex(line.hash) or b"\0")
    except ValueError as error:
        raise UnreadableFile(f"line {number}: {error}") from None


def _audiences(number: int, row: Stored) -> tuple[str, ...]:
    try:
        return leaves.declared_by(row.event)
    except (engine.UnknownEvent, ValueError) as error:
        raise UnreadableFile(f"line {number}: {error}") from None


def _longer(number: int, row: Stored, audiences: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return leaves.lengthened(audiences, [row.event])
    except (engine.UnknownEvent, ValueError) as error:
        raise UnreadableFile(f"line {number}: {error}") from None


def _placed(number: int, line: Line, row: Stored, audiences: tuple[str, ...]) -> Stored:
    try:
        shown = [(audiences.index(s.audience), s.type, s.version, s.data) for s in line.shown]
        return row._replace(
            audience=audiences.index(line.audience), shown=leaves.stored_shown(shown) if shown else b""
        )
    except ValueError as error:
        raise UnreadableFile(f"line {number}: no such audience: {error}") from None


def _stored(number: int, line: Line) -> Stored:
    try:
        data, digest = line.data.encode(), bytes.fromhex(line.hash)
    except ValueError as error:
        raise UnreadableFile(f"line {number}: {error}") from None
    return Stored(line.seq, line.type, line.version, data, line.command, line.recorded_us, digest)


def events(path: Path) -> list[engine.Event]:
    """The events of an exported game or of a bare list of events. Raises UnreadableFile and OSError."""
    if is_exported(path):
        return events_of(read(path))
    bare = ((number, _decoded(BareLine, number, line)) for number, line in _lines(path))
    return _events((number, engine.Record(e.type, e.version, bytes(e.data))) for number, e in bare)


def events_of(file: GameFile) -> list[engine.Event]:
    """The events of an exported game. Raises UnreadableFile."""
    return _events((row.seq + 1, engine.Record(row.type, row.version, row.data)) for row in file.rows)


def _events(records: Iterable[tuple[int, engine.Record]]) -> list[engine.Event]:
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
        json.loads(line, object_pairs_hook=_once)
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnreadableFile(f"line {number}: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> None:
    """A line that says something twice can be read in two ways. Raises ValueError."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands there twice")
