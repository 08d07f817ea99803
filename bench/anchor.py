"""The anchor: the same game kept with the ``eventsourcing`` package, as its documentation would have one keep it.

An aggregate with one method for each kind of event of the marches, holding what our battle holds of them: where each
figure stands and what its move has cost. Its events carry the same facts; the package adds its envelope (topic,
originator, time stamp) and writes them as JSON, as ours. It has no hash chain, command or outbox row. Its recorders wait
for the disk at each commit, as ours. On PostgreSQL it is used in its faster mode, with functions in the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from rules import engine

Fields = dict[str, Any]
Told = list[
    tuple[str, Fields]
]  # of each event the name of the aggregate's method, and what it is called with


class March(Aggregate):
    """A game of marches."""

    def __init__(self) -> None:
        self.events = self.phase = 0
        self.at: dict[str, str] = {}
        self.left: dict[str, int] = {}
        self.spent: dict[str, int] = {}

    @event("MoveBegan")
    def move_began(self, figure: str, allowance: int) -> None:
        self.events += 1
        self.left[figure] = allowance
        self.spent.setdefault(figure, 0)

    @event("Moved")
    def moved(self, figure: str, hex: str, mp: int, left: int, costs: list[Any]) -> None:
        self.events += 1
        self.at[figure] = hex
        self.spent[figure] += mp
        self.left[figure] = left

    @event("MoveEnded")
    def move_ended(self, figure: str) -> None:
        self.events += 1

    @event("DecisionMade")
    def decision_made(self, seat: str, about: str, chosen: str, rule: str, figure: str, order: str) -> None:
        self.events += 1

    @event("PhaseOpened")
    def phase_opened(self, number: int, turn: int, side: str) -> None:
        self.events += 1
        self.phase = number
        self.spent = {}

    @event("PhaseClosed")
    def phase_closed(self, phase: int, reason: str, sheets: str, papers: list[str]) -> None:
        self.events += 1


def told(events: Iterable[engine.Event]) -> Told:
    """Our events as calls of the aggregate."""
    return [(e.kind, msgspec.json.decode(engine.encode(e).data)) for e in events]


class Anchor:
    """The package's application on one of the two engines."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.application = Application[UUID](env=environment)

    @classmethod
    def sqlite(cls, directory: Path) -> Anchor:
        name = str(directory / "anchor.sqlite3")
        return cls({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name})

    @classmethod
    def postgresql(cls, url: str) -> Anchor:
        parts = conninfo_to_dict(url)
        names = {
            "POSTGRES_DBNAME": "dbname",
            "POSTGRES_HOST": "host",
            "POSTGRES_PORT": "port",
            "POSTGRES_USER": "user",
            "POSTGRES_PASSWORD": "password",
        }
        return cls(
            {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_POOL_SIZE": "1",
                "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
                **{name: str(parts.get(part) or "") for name, part in names.items()},
            }
        )

    def begin(self) -> March:
        game = March()
        self.application.save(game)
        return game

    def append(self, game: March, batch: Told) -> None:
        """One commit."""
        for name, fields in batch:
            getattr(game, name)(**fields)
        self.application.save(game)

    def rebuild(self, game: March) -> March:
        found: March = self.application.repository.get(game.id)
        return found

    def close(self) -> None:
        self.application.close()
