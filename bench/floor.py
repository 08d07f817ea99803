"""The lower bound: the same bytes through the bare database drivers, and the bare disk.

No chain, no command, no outbox, no check; rows are dropped as they come, or decoded into typed events and
nothing is done with those. Commits wait for the disk, as everywhere here.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import psycopg

from rules import engine
from rules.events.codec import EVENT_TYPES, decoder

_SYNCS, _BYTES = 100, 400
_COLUMNS = "seq, type, version, data"
_READ = "SELECT type, version, data FROM games_event WHERE game_id = %s ORDER BY seq"

Row = tuple[str, int, bytes]


class Floor(Protocol):
    """A table of bytes beside the server's own, in the same database."""

    def append(self, first: int, batch: Sequence[engine.Record]) -> None:
        """One commit."""

    def rows(self, game_id: int) -> Iterable[Row]:
        """Of a game's rows what a rebuild needs, by a bare cursor."""

    def close(self) -> None: ...


class Sqlite:
    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute(
            "CREATE TABLE plain (seq INTEGER PRIMARY KEY, type TEXT, version INTEGER, data BLOB)"
        )

    def append(self, first: int, batch: Sequence[engine.Record]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        rows = [(seq, *record) for seq, record in enumerate(batch, start=first)]
        self.connection.executemany(f"INSERT INTO plain ({_COLUMNS}) VALUES (?, ?, ?, ?)", rows)
        self.connection.execute("COMMIT")

    def rows(self, game_id: int) -> Iterable[Row]:
        return self.connection.execute(_READ.replace("%s", "?"), [game_id])

    def close(self) -> None:
        self.connection.close()


class Postgresql:
    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute("DROP TABLE IF EXISTS plain")
        self.connection.execute(
            "CREATE TABLE plain (seq bigint PRIMARY KEY, type text, version int, data bytea)"
        )

    def append(self, first: int, batch: Sequence[engine.Record]) -> None:
        with (
            self.connection.cursor() as cursor,
            cursor.copy(f"COPY plain ({_COLUMNS}) FROM STDIN") as copying,
        ):
            for seq, record in enumerate(batch, start=first):
                copying.write_row((seq, *record))

    def rows(self, game_id: int) -> Iterable[Row]:
        with self.connection.cursor(binary=True) as cursor:
            yield from cursor.execute(_READ, [game_id])

    def close(self) -> None:
        self.connection.close()


def fetched(rows: Iterable[Row]) -> int:
    """Fetch rows and drop them; how many they were."""
    return sum(1 for _ in rows)


def decoded(rows: Iterable[Row]) -> int:
    """Make typed events of rows and drop them; how many they were. The decoders are msgspec's, one for each
    type, with nothing around them."""
    readers = {(kind, cls.version): decoder(kind) for kind, cls in EVENT_TYPES.items()}
    count = 0
    for kind, version, data in rows:
        readers[kind, version](data)
        count += 1
    return count


def fdatasync_rate(directory: Path) -> float:
    """How often in a second the disk says that some bytes are safe."""
    path = directory / "fdatasync"
    file = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    began = time.perf_counter()
    for _ in range(_SYNCS):
        os.write(file, bytes(_BYTES))
        os.fdatasync(file)
    seconds = time.perf_counter() - began
    os.close(file)
    path.unlink()
    return _SYNCS / seconds
