"""The anchor: the same game kept with the ``eventsourcing`` package, as its documentation would have
one keep it.

An aggregate with a class for each kind of event that changes what it holds: where everybody stands, in what
health, and what his move has cost, which is a part of what our battle holds. Of the two ways that the
documentation shows this is the quicker one: with methods decorated by ``event`` the package takes a quarter
longer to append, and as much longer to rebuild without its check. Its events carry the same facts as ours, to
the letter; the package adds its envelope (topic, originator, time stamp) and writes them as JSON, as ours. It
has no hash chain, command or outbox row. Its recorders wait for the disk at each commit, as ours. On
PostgreSQL it is used in its faster mode, with functions in the database.

As shipped, the package asks of every event that it rebuilds from whether it fulfils a protocol:
``project_aggregate`` of eventsourcing/application.py has ``assert isinstance(domain_event,
CanMutateProtocol)``, and such a question to a class that is ``runtime_checkable`` looks for every method by
name. It takes most of the time of a rebuild and is no part of the work, so the rebuild is measured without it
too: the same function without that line, handed over where the package lets one hand over a function of one's
own (``projector_func``). On the way in there is no such question for each event, only one for each aggregate
that is saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from psycopg.conninfo import conninfo_to_dict

from rules import engine

NAME = f"eventsourcing {version('eventsourcing')}"
AS_SHIPPED = f"{NAME} as shipped"
UNCHECKED = f"{NAME} without its protocol check of every event"

Fields = dict[str, Any]
Told = list[tuple[str, Fields]]  # of each event its kind and its facts


class March(Aggregate):
    """A game."""

    def __init__(self) -> None:
        self.events = self.phase = 0
        self.at: dict[str, str] = {}
        self.health: dict[str, str] = {}
        self.left: dict[str, int] = {}
        self.spent: dict[str, int] = {}

    class Happened(Aggregate.Event):
        """Something that changes nothing that is held here."""

        kind: str
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1

    class MoveBegan(Aggregate.Event):
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1
            figure = self.facts["figure"]
            aggregate.left[figure] = self.facts["allowance"]
            aggregate.spent.setdefault(figure, 0)

    class Moved(Aggregate.Event):
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1
            facts = self.facts
            figure = facts["figure"]
            aggregate.at[figure] = facts["hex"]
            aggregate.spent[figure] = aggregate.spent.get(figure, 0) + facts["mp"]
            aggregate.left[figure] = facts["left"]

    class Retreated(Aggregate.Event):
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1
            aggregate.at[self.facts["figure"]] = self.facts["hex"]

    class Hurt(Aggregate.Event):
        health: str
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1
            aggregate.health[self.facts["figure"]] = self.health

    class PhaseOpened(Aggregate.Event):
        facts: Fields

        def apply(self, aggregate: March) -> None:
            aggregate.events += 1
            aggregate.phase = self.facts["number"]
            aggregate.spent = {}

    def happens(self, kind: str, facts: Fields) -> None:
        """One of our events happens here."""
        if kind in _HARM:
            self.trigger_event(self.Hurt, health=kind, facts=facts)
        elif kind in _CLASSES:
            self.trigger_event(_CLASSES[kind], facts=facts)
        else:
            self.trigger_event(self.Happened, kind=kind, facts=facts)


_HARM = frozenset({"stunned", "wounded", "killed"})
_CLASSES: dict[str, type[Any]] = {
    "move_began": March.MoveBegan,
    "moved": March.Moved,
    "retreated": March.Retreated,
    "phase_opened": March.PhaseOpened,
}


def told(events: Iterable[engine.Event]) -> Told:
    """Our events as the aggregate is told of them."""
    return [(e.kind, msgspec.json.decode(engine.encode(e).data)) for e in events]


def _projected(aggregate: March | None, events: Iterable[Any]) -> March | None:
    """``project_aggregate`` of the package, without its assertion."""
    for event in events:
        aggregate = event.mutate(aggregate)
    return aggregate


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
        for kind, facts in batch:
            game.happens(kind, facts)
        self.application.save(game)

    def rebuild(self, game: March) -> March:
        """As shipped."""
        found: March = self.application.repository.get(game.id)
        return found

    def rebuild_unchecked(self, game: March) -> March:
        """Without the question whether each event fulfils the protocol."""
        found: March = self.application.repository.get(game.id, projector_func=_projected)
        return found

    def close(self) -> None:
        self.application.close()
