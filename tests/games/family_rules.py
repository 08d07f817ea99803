"""Pocket rules whose games call others: the scale on which families are tested.

A line RAID calls a raid, a pocket of two phases that both seats play and everybody may know of; FORAY one
that the seat plays against a captain, and of which the other learns nothing. Both can call others.
Whatever a side won there comes back into its purse, which only it may look into. A game goes on for ``ahead``
phases while a raid is open and then rests; at its end it waits for all raids, or calls them off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from rules import engine
from rules.events.base import Event, Knowledge
from rules.events.creation import Created
from rules.events.families import GameTold
from rules.events.kinds import Kinds
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.evolve import begins, handles
from rules.evolve import families as evolving
from rules.journal import TableJournal
from rules.narrate.lines import ReportLine
from rules.state.audience import Audiences, To
from rules.state.families import Returned
from rules.state.table import Outcome, Seat, Side
from tests.games.pocket_rules import SIDES, Pocket, PocketRules, PocketSetup


class PurseSetup(PocketSetup, frozen=True, omit_defaults=True, kw_only=True):
    """``ahead``: how many phases are played while a raid is open; ``patient``: the end waits for all."""

    ahead: int = 2
    patient: bool = True


class Purses(Pocket, kw_only=True):
    """A pocket beside which each side has a purse of its own."""

    audiences: ClassVar[Audiences] = {**Pocket.audiences, "purses": To.OWN}

    setup: PurseSetup
    purses: dict[str, int] = {}

    def _unshare(self) -> None:
        super()._unshare()
        self.purses = dict(self.purses)


class PurseCreated(Created, frozen=True):
    """``purses``: with what each side begins, which is nobody else's to know."""

    kind: ClassVar[str] = "purse_created"
    audience: ClassVar[engine.Audience] = engine.Audience.UMPIRE
    setup: PurseSetup
    purses: dict[str, int] = {}

    def seen_by(self, knowledge: Knowledge) -> Event:
        own = {side: found for side, found in self.purses.items() if side == knowledge.seat}
        return msgspec.structs.replace(self, purses=own)


class PurseFilled(Event, frozen=True):
    """A side found something, by a die."""

    kind: ClassVar[str] = "purse_filled"
    audience: ClassVar[engine.Audience] = engine.Audience.SEAT
    seat: str
    found: int


KINDS = Kinds("purse", (PurseCreated, PurseFilled))


@begins(PurseCreated)
def _created(event: PurseCreated) -> Purses:
    return Purses(setup=event.setup, purses=dict(event.purses))


@handles(Purses, PurseFilled)
def _filled(table: Purses, event: PurseFilled) -> None:
    table.purses[event.seat] = table.purses.get(event.seat, 0) + event.found


@handles(Purses, GameTold)
def _told(table: Purses, event: GameTold) -> None:
    evolving.told(table, event)
    for side, found in event.back.stores.items():
        table.purses[side] = table.purses.get(side, 0) + found


class FamilyRules(PocketRules):
    """The umpire of purses. ``ahead``, ``patient``, ``phases``: what new games are agreed with."""

    ahead = 2
    patient = True
    raid_phases = 2

    def __init__(self) -> None:
        super().__init__()
        self.umpire = engine.Umpire(
            scale="purse",
            state=Purses,
            setup=PurseSetup,
            kinds=KINDS,
            scenarios=tuple,
            knows="purse".__eq__,
            new_game=self.new_game,
            missing_rules=self.missing_rules,
            awaiting=self.awaiting,
            order_form=self.order_form,
            read_orders=self.read_orders,
            adjudicate=self.adjudicate,
            narrate=self.narrate,
            situation=self.situation,
            captain=self.captain,
            returned=self.returned,
        )

    def missing_rules(self, setup: engine.Setup) -> str:
        return "" if setup.ruleset == "pocket-1" else f"this server does not know the rules {setup.ruleset}"

    def new_game(
        self, scenario: str, options: engine.Options, commitment: str, tables: Mapping[str, Any]
    ) -> list[engine.Event]:
        return self.beginning(scenario, "The purses", self.phases, options)

    def beginning(
        self, scenario: str, title: str, phases: int, options: engine.Options, **purses: int
    ) -> list[engine.Event]:
        setup = PurseSetup(
            scenario=scenario,
            title=title,
            ruleset="pocket-1",
            sides=tuple(Side(id=s, name=s.title(), adjective=s.title()) for s in SIDES),
            seats=tuple(Seat(id=s, side=s, name=s.title()) for s in SIDES),
            options=options,
            tables_digest="",
            phases=phases,
            ahead=self.ahead,
            patient=self.patient,
        )
        return [PurseCreated(setup=setup, purses=purses), PhaseOpened(number=1, turn=1, side=SIDES[0])]

    def awaiting(self, table: Pocket) -> engine.Awaiting:
        assert isinstance(table, Purses)
        found = super().awaiting(table)
        if found.over:
            return found
        old = [name for name, call in table.calls.items() if call.phase + table.setup.ahead < table.phase]
        last = table.phase >= table.setup.phases and table.setup.patient
        rests = tuple(table.calls) if last else tuple(old)
        return msgspec.structs.replace(found, rests=tuple(n for n in rests if table.calls[n].openly))

    def read_orders(self, pocket: Pocket, seat: str, lines: Any) -> engine.Reading:
        calls = [f"HOLD and {line}" if line.startswith(("RAID", "FORAY")) else line for line in lines]
        return super().read_orders(pocket, seat, calls)

    def adjudicate(
        self, table: Pocket, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        assert isinstance(table, Purses)
        journal = TableJournal(table, dice, answers)
        seat = table.side
        found = journal.roll("GUI-6.2", seat, chain=f"side:{seat}")
        journal.record(PurseFilled(seat=seat, found=found))
        self.during(table)
        for number, line in enumerate(table.sheets.get(seat, ()), start=1):
            if "RAID" in line or "FORAY" in line:
                self._call(journal, seat, f"p{table.phase}/{number}", openly="RAID" in line)
        journal.record(PhaseEnded(number=table.phase, digest=engine.digest(journal.table)))
        if table.phase >= table.setup.phases:
            journal.record(GameEnded(outcome=Outcome(winner="normans", reason="the purse is full")))
        else:
            number = table.phase + 1
            journal.record(PhaseOpened(number=number, turn=(number + 1) // 2, side=SIDES[(number - 1) % 2]))
        return journal.events

    def _call(self, journal: TableJournal[Any], seat: str, call: str, openly: bool) -> None:
        table = journal.table
        opening = self.beginning(
            "purse", "A raid" if openly else "A foray", self.raid_phases, table.setup.options,
            **{seat: table.purses.get(seat, 0)},
        )  # fmt: skip
        seats = {side: side for side in SIDES} if openly else {seat: seat}
        journal.call(
            call, opening, seats, captains={} if openly else dict.fromkeys(SIDES, "bold"), openly=openly
        )

    def returned(self, table: Purses) -> Returned:
        return Returned(stores=dict(table.purses))

    def narrate(self, before: Pocket, events: Iterable[engine.Event], seat: str | None) -> list[ReportLine]:
        lines = []
        for event in events:
            match event:
                case PurseFilled():
                    lines.append(ReportLine(text=f"You found {event.found}.", private=True))
                case engine.GameCalled():
                    lines.append(ReportLine(text=f"{event.name} was called."))
                case GameTold():
                    stores = ", ".join(f"{side} {found}" for side, found in sorted(event.back.stores.items()))
                    lines.append(ReportLine(text=f"{event.name} is told: {stores}."))
        return lines
