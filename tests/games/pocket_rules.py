"""The smallest scale there is: two seats take turns, every phase rolls two dice, after six phases it is over.

The record and the clock must work whatever the rules say, so most of their tests run on these. They are real
events, really encoded, evolved and digested; only the decisions are tiny, and there is no board, no figure
and no book. Orders: any line that begins with HOLD or WATCH (standing); FINAL is a command; a line that
begins with BAD cannot be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from games.reports import announce
from rules import engine
from rules.events.base import Event
from rules.events.creation import Created
from rules.events.kinds import Kinds
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.evolve import begins, handles
from rules.journal import TableJournal
from rules.narrate.lines import ReportLine
from rules.state.audience import Audiences, To
from rules.state.table import Outcome, Seat, Setup, Side, Table
from rules.views.records import Situation

SIDES = ("normans", "arabs")


class PocketSetup(Setup, frozen=True, omit_defaults=True, kw_only=True):
    """What the two agreed on: how many phases they play."""

    phases: int = 6


class Pocket(Table, kw_only=True):
    """A table with a pocket on it: how much each side has put in."""

    audiences: ClassVar[Audiences] = {**Table.audiences, "coins": To.ALL}

    setup: PocketSetup
    coins: dict[str, int] = {}

    def _unshare(self) -> None:
        super()._unshare()
        self.coins = dict(self.coins)


class PocketCreated(Created, frozen=True):
    kind: ClassVar[str] = "pocket_created"
    setup: PocketSetup


class CoinPaid(Event, frozen=True):
    kind: ClassVar[str] = "coin_paid"
    side: str


KINDS = Kinds("pocket", (PocketCreated, CoinPaid))


@begins(PocketCreated)
def _created(event: PocketCreated) -> Pocket:
    return Pocket(setup=event.setup)


@handles(Pocket, CoinPaid)
def _paid(pocket: Pocket, event: CoinPaid) -> None:
    pocket.coins[event.side] = pocket.coins.get(event.side, 0) + 1


class PocketSituation(Situation, frozen=True, kw_only=True, tag="pocket"):
    """The sheet of a pocket."""

    coins: dict[str, int]


class PocketRules:
    """The umpire of pockets. ``during`` is called in the middle of every adjudication; ``told`` is what
    reports would have been written of."""

    phases = 6
    seated: ClassVar[list[PocketRules]] = []

    def __init__(self) -> None:
        self.during: Callable[[Pocket], None] = lambda pocket: None
        self.told: list[tuple[str, Any]] = []
        self.umpire = engine.Umpire(
            scale="pocket",
            state=Pocket,
            setup=PocketSetup,
            kinds=KINDS,
            scenarios=tuple,
            knows="pocket".__eq__,
            new_game=self.new_game,
            missing_rules=lambda setup: "",
            awaiting=self.awaiting,
            order_form=self.order_form,
            read_orders=self.read_orders,
            adjudicate=self.adjudicate,
            narrate=self.narrate,
            situation=self.situation,
            captain=self.captain,
        )

    def put_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Play from now on, and note whatever would be told to players instead of writing mails."""
        self.admit()
        for name in ("started", "adjudicated", "deadline_near", "extended", "renewed"):
            monkeypatch.setattr(announce, name, self._listener(name))
        monkeypatch.setattr(announce, "about_to_tell", lambda *_: None)

    def _listener(self, name: str) -> Callable[..., None]:
        def listener(*details: Any) -> None:
            self.told.append((name, details))

        return listener

    def tidings(self) -> list[str]:
        return [name for name, _ in self.told]

    def admit(self) -> None:
        """Play from now on."""
        engine.admit(self.umpire)
        self.seated.append(self)

    @classmethod
    def leave(cls) -> None:
        """Nobody plays pockets any more."""
        while cls.seated:
            engine.dismiss(cls.seated.pop().umpire)

    # the port

    def new_game(
        self, scenario: str, options: engine.Options, commitment: str, tables: Mapping[str, Any]
    ) -> list[engine.Event]:
        setup = PocketSetup(
            scenario=scenario,
            title="The pocket field",
            ruleset="pocket-1",
            sides=tuple(Side(id=s, name=s.title(), adjective=s.title()) for s in SIDES),
            seats=tuple(Seat(id=s, side=s, name=s.title()) for s in SIDES),
            options=options,
            tables_digest="",
            commitment=commitment,
            phases=self.phases,
        )
        return [PocketCreated(setup=setup), PhaseOpened(number=1, turn=1, side=SIDES[0])]

    def awaiting(self, pocket: Pocket) -> engine.Awaiting:
        return engine.Awaiting(
            phase=pocket.phase,
            turn=pocket.turn,
            side=pocket.side,
            key=f"t{pocket.turn}-{pocket.side}",
            title=f"turn {pocket.turn}, {pocket.side} phase",
            short=f"T{pocket.turn} {pocket.side}",
            seats=() if pocket.outcome else (pocket.side,),
            over=pocket.outcome is not None,
        )

    def order_form(self, pocket: Pocket, seat: str) -> str:
        return "# Hold, or watch.\nHOLD the line"

    def read_orders(self, pocket: Pocket, seat: str, lines: Sequence[str]) -> engine.Reading:
        good = [line for line in lines if line.startswith("HOLD")]
        standing = [line for line in lines if line.startswith("WATCH")]
        bad = [line for line in lines if line.startswith("BAD")]
        orders = tuple(good) or pocket.sheets.get(seat, ())
        kept = tuple(standing) or pocket.standing.get(seat, ())
        ok, wrong = engine.Verdict.OK, engine.Verdict.UNREADABLE
        return engine.Reading(
            lines=tuple(
                engine.LineReading(line=line, verdict=wrong if line in bad else ok)
                for line in lines
                if line != "TRY"
            ),
            orders=orders,
            standing=kept,
            idle=(),
            commands=tuple(line.lower() for line in lines if line in ("FINAL", "TRY")),
            changed=bool(good or standing)
            and (orders, kept) != (pocket.sheets.get(seat), pocket.standing.get(seat)),
        )

    def adjudicate(
        self, pocket: Pocket, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        journal = TableJournal(pocket, dice)
        for actor in ("Robert", "Yusuf"):
            journal.roll("GUI-6.2", actor)
        journal.record(CoinPaid(side=pocket.side))
        self.during(pocket)
        journal.record(PhaseEnded(number=pocket.phase, digest=engine.digest(journal.table)))
        if pocket.phase >= self.phases:
            journal.record(GameEnded(outcome=Outcome(winner="normans", reason="the pocket is empty")))
        else:
            number = pocket.phase + 1
            journal.record(PhaseOpened(number=number, turn=(number + 1) // 2, side=SIDES[(number - 1) % 2]))
        return journal.events

    def narrate(self, before: Pocket, events: Iterable[engine.Event], seat: str | None) -> list[ReportLine]:
        paid = [event for event in events if isinstance(event, CoinPaid)]
        return [ReportLine(text=f"The {event.side} put a coin in.") for event in paid]

    def situation(self, pocket: Pocket, seat: str | None) -> PocketSituation:
        return PocketSituation(
            title=pocket.setup.title,
            turn=pocket.turn,
            turns=pocket.setup.phases // 2,
            phase_title=self.awaiting(pocket).title,
            victory=("Whoever is still there when the pocket is empty.",),
            notes=tuple(f"{side.title()}: {count} coins." for side, count in pocket.coins.items()),
            coins=pocket.coins,
        )

    def captain(self, pocket: Pocket, seat: str, temper: str) -> list[str]:
        return [f"HOLD for the {temper} captain of the {seat}"]


def agreed(**changes: Any) -> PocketSetup:
    """What is agreed on in a pocket, for events made by hand."""
    [created, _] = PocketRules().new_game("pocket", engine.Options(), "", {})
    assert isinstance(created, PocketCreated)
    return msgspec.structs.replace(created.setup, **changes)
