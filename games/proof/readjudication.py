"""Rehearsal: stored phases adjudicated once more by the code at hand, to be compared with what the log holds.

Nothing is ever written. Each phase begins from the stored events before it, with the stored order sheets, the
secret of its dice and the recorded answers; so one phase that would come out otherwise does not make those
behind it differ.

A game keeps the tables it began with. Where those shipped have changed since, a phase can also be
rehearsed with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, zip_longest
from typing import NamedTuple

import msgspec

from games.models import Game
from games.proof.audit import BETWEEN
from games.record import calls, dice, umpire
from rules import engine

OUTSIDE = BETWEEN | {engine.CalledOff.kind}
"""What is no adjudication's: a game can be called off in the middle of one."""


class Tables(StrEnum):
    """Which tables a phase is rehearsed with."""

    OWN = "own"  # those the game began with
    OURS = "ours"  # those shipped with the code at hand


class Played(NamedTuple):
    """An adjudication as the log holds it: the battle before it, and its events, the first of them
    number ``seq``."""

    before: engine.Table
    seq: int
    events: list[engine.Event]

    @property
    def title(self) -> str:
        return f"phase {self.before.phase}, {engine.awaiting(self.before).title}"


class Difference(NamedTuple):
    """A phase that would come out otherwise: the first event that differs, in words; "" where one
    has no more."""

    title: str
    tables: Tables
    seq: int
    stored: str
    found: str


class Skipped(NamedTuple):
    """A phase that cannot be rehearsed, and why."""

    title: str
    why: str


@dataclass
class Rehearsal:
    """What came of one game. ``changes`` are the cells in which its tables differ from those shipped."""

    phases: int = 0
    same: int = 0
    differences: list[Difference] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    changes: tuple[engine.CellChange, ...] = ()

    @property
    def equal(self) -> bool:
        return not self.differences


class AsTheyFell:
    """Dice for a log without secrets: faces by the names of the rolls; a die that was never thrown shows any
    face, since its being asked for is a difference already."""

    def __init__(self, events: Iterable[engine.Event]) -> None:
        self._faces = {e.name: e.face for e in events if isinstance(e, engine.DieRolled)}
        self._others = engine.KeyedDice(b"rehearsal")

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return self._faces.get(name) or self._others.roll(name, sides)


Secrets = Callable[[engine.Table], engine.SecretRevealed | None]  # of an unrevealed phase, if we know them
Progress = Callable[[int], None]  # told the number of phases done


def rehearse(
    events: Sequence[engine.Event],
    tables: Sequence[Tables] = tuple(Tables),
    unrevealed: Secrets = lambda battle: None,
    progress: Progress = lambda done: None,
) -> Rehearsal:
    """Adjudicate every phase of a log again. Our tables are tried only where the game's differ from them."""
    result = Rehearsal()
    for played in adjudications(events):
        if not result.phases:
            result.changes = engine.table_changes(played.before.setup)
        result.phases += 1
        progress(result.phases)
        secret = _shown_behind(events, played)
        if secret is None and isinstance(played.events[0], engine.PhaseClosed):
            secret = unrevealed(played.before)
            if secret is None:
                why = "the secret of its dice is not revealed yet, and this server does not know it"
                result.skipped.append(Skipped(played.title, why))
                continue
        found = [_compared(played, secret, kind) for kind in _worth_trying(tables, result.changes)]
        result.differences += [difference for difference in found if difference]
        result.same += not any(found)
    return result


def _shown_behind(events: Sequence[engine.Event], played: Played) -> engine.SecretRevealed | None:
    """The secret of an adjudication's dice: the first one shown of its phase; another may follow where the
    dice were renewed between two steps."""
    kinds = engine.SecretRevealed | engine.DiceRenewed
    shown = (
        engine.SecretRevealed(phase=e.phase, secret=e.secret, closed=e.closed)
        for e in islice(events, played.seq, None)
        if isinstance(e, kinds) and e.phase == played.before.phase and e.secret
    )
    return next(shown, None)


def _worth_trying(tables: Sequence[Tables], changes: tuple[engine.CellChange, ...]) -> list[Tables]:
    if not changes:
        return [Tables.OWN]
    return [kind for kind in Tables if kind in tables]


def adjudications(events: Iterable[engine.Event]) -> Iterator[Played]:
    """The adjudications of a log. One begins where a phase is closed (in a log without closings: behind the
    orders) and reaches to the next event that is none of the umpire's."""
    battle: engine.Table | None = None
    played: Played | None = None
    filed = False
    for seq, event in enumerate(events, start=1):
        if played and (event.kind in OUTSIDE or isinstance(event, engine.PhaseClosed)):
            yield played
            played = None
        filed = filed or isinstance(event, engine.OrdersAccepted)
        begins = isinstance(event, engine.PhaseClosed) or (filed and event.kind not in OUTSIDE)
        if played is None and begins and battle is not None:
            played, filed = Played(battle.copy(), seq, []), False
        if played:
            played.events.append(event)
        battle = engine.evolve(battle, event)
    if played:
        yield played


def _compared(played: Played, secret: engine.SecretRevealed | None, tables: Tables) -> Difference | None:
    """The first event that would be another, if any."""
    before = played.before if tables is Tables.OWN else engine.with_shipped_tables(played.before)
    stored = played.events
    answers = {e.name: e.choice for e in stored if isinstance(e, engine.DecisionAnswered)}
    try:
        found = _again(before, stored, secret, answers)
    except Exception as error:  # whatever the rules stumble over is what the rehearsal is for
        failed = f"adjudication fails: {type(error).__name__}: {error}"
        return Difference(played.title, tables, played.seq, "", failed)
    if isinstance(stored[-1], engine.DecisionRequested | engine.DecisionAnswered):
        found = found[: len(stored)]  # answered, but not played on yet
    for place, (old, new) in enumerate(zip_longest(stored, found)):
        if old != new and _bare(old) != new:
            return Difference(played.title, tables, played.seq + place, *in_words(old, new))
    return None


def _bare(event: engine.Event | None) -> engine.Event | None:
    """An event as the rules made it. One whose beginning cannot be read stays as it is."""
    try:
        return calls.bare(event) if event else None
    except engine.UnknownEvent:
        return event


def _again(
    before: engine.Table,
    stored: Sequence[engine.Event],
    secret: engine.SecretRevealed | None,
    answers: Mapping[str, str],
) -> list[engine.Event]:
    closed = stored[0]
    if isinstance(closed, engine.PhaseClosed) and secret is not None:
        if not closed.papers:  # those of form 2 are salted: whether they are true is for the record to say
            closed = msgspec.structs.replace(closed, sheets=engine.sheets_digest(before))
        return umpire.closing(before, closed, secret, answers)
    return engine.adjudicate(before, AsTheyFell(stored), answers)


# in words


def in_words(old: engine.Event | None, new: engine.Event | None) -> tuple[str, str]:
    """Two events that differ: of two of one kind only what differs is told, behind what names them."""
    if old is None or new is None or old.kind != new.kind:
        return _whole(old), _whole(new)
    before, after = msgspec.to_builtins(old), msgspec.to_builtins(new)
    names = [n for n in dict.fromkeys([*before, *after]) if before.get(n) != after.get(n)]
    told = {n: v for n, v in before.items() if n not in names and _names_it(v)}
    return tuple(  # type: ignore[return-value]
        _said(old.kind, {**told, **{n: values.get(n, "nothing") for n in names}})
        for values in (before, after)
    )


def _names_it(value: object) -> bool:
    return isinstance(value, str) and bool(value) and len(value) < 60


def _whole(event: engine.Event | None) -> str:
    return "nothing more" if event is None else _said(event.kind, msgspec.to_builtins(event))


def _said(kind: str, values: Mapping[str, object]) -> str:
    told = ", ".join(f"{name.replace('_', ' ')} {_plain(value)}" for name, value in values.items())
    return f"{kind.replace('_', ' ')}: {told}" if told else kind.replace("_", " ")


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_plain, value)) + ")"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name} {_plain(inner)}" for name, inner in value.items()) + ")"
    return '""' if value == "" else str(value)


def server_secrets(game: Game) -> Secrets:
    """The secrets of a game of this server, for phases that are not over."""

    def find(battle: engine.Table) -> engine.SecretRevealed | None:
        try:
            return umpire.revealed(game, battle)
        except dice.DiceKeyLost:
            return None

    return find
