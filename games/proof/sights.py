"""Whether others were shown what the rules make of the truth: in whose leaf each record of a log of form 2
stands, and what poorer ones stand beside it.

The chain binds what was shown. Here the rules at hand work it out again, command by command, from the state
before it: too much, too little, or knowledge of what never was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from games.proof.readjudication import Difference, Tables
from games.record import leaves
from games.record.stored import Stored
from rules import engine

TITLE = "what was shown"


def differences(rows: Iterable[Stored]) -> Iterator[Difference]:
    """Where the rows of a log of form 2 stand in other leaves, or others were shown something else, than the
    rules would have it. Raises what replay raises."""
    table: engine.Table | None = None
    audiences: tuple[str, ...] = ()
    for _, found in groupby(rows, key=lambda row: row.command_id):
        command = list(found)
        events = [row.event for row in command]
        audiences = audiences or leaves.declared_by(events[0])
        told = engine.sightings(table, events, leaves.seats_of(audiences))
        for number, row in enumerate(command):
            due = engine.audience_of(events[number]), leaves.shown_of(told, number, audiences)
            if (_audience(row, audiences), row.shown) != due:
                stored = _in_words(_audience(row, audiences), row.shown, audiences)
                yield Difference(TITLE, Tables.OWN, row.seq, stored, _in_words(*due, audiences))
        table = engine.replay(events, table) if table is not None else engine.replay(events)
        audiences = leaves.lengthened(audiences, events)


def _audience(row: Stored, audiences: Sequence[str]) -> str:
    return audiences[row.audience] if row.audience < len(audiences) else f"audience {row.audience}"


def _in_words(audience: str, shown: bytes, audiences: Sequence[str]) -> str:
    """ "the umpire's; table: fought {...}; seat:alba: fought {...}"."""
    told = [
        f"{audiences[one.audience] if one.audience < len(audiences) else one.audience}: {one.type} {one.data}"
        for one in leaves.shown_in(shown)
    ]
    return "; ".join([f"the truth is for {audience}", *(told or ["others are shown nothing"])])
