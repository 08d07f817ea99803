"""The smallest rules there are: two seats take turns, every phase rolls two dice, after six phases it is over.

The record and the clock must work whatever the rules say, so most of their tests run on these. They are real
events, really encoded, evolved and digested; only the decisions are tiny. Orders: any line that begins with HOLD or
WATCH (standing); FINAL is a command; a line that begins with BAD cannot be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from games.reports import announce
from rules import engine
from rules.events.sequence import GameCreated, GameEnded, PhaseEnded, PhaseOpened
from rules.journal import Journal
from rules.state.battle import Outcome, Seat, Setup, Side, Victory
from rules.state.board import BoardData, Panel

SIDES = ("normans", "arabs")
BOARD = BoardData(
    panels=(Panel(letter="", name="a field", rows=((".", "."), (".", "."))),), terrains=((".", "flat"),)
)


class PocketRules:
    """Stands in for the functions of rules.engine. ``during`` is called in the middle of every adjudication."""

    phases = 6

    def __init__(self) -> None:
        self.during: Callable[[engine.Battle], None] = lambda battle: None
        self.told: list[tuple[str, Any]] = []

    def put_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("new_game", "awaiting", "read_orders", "adjudicate", "captain_orders", "missing_rules"):
            monkeypatch.setattr(engine, name, getattr(self, name))
        for name in ("started", "adjudicated", "deadline_near", "extended", "renewed"):
            monkeypatch.setattr(announce, name, self._listener(name))
        monkeypatch.setattr(announce, "about_to_tell", lambda *_: None)

    def _listener(self, name: str) -> Callable[..., None]:
        def listen(*details: Any) -> None:
            self.told.append((name, details))

        return listen

    def tidings(self) -> list[str]:
        return [name for name, _ in self.told]

    # the facade

    def new_game(
        self, scenario: str, *, options: Any = None, commitment: str = "", tables: Any = None
    ) -> list[engine.Event]:
        setup = Setup(
            scenario=scenario,
            title="The pocket field",
            ruleset="pocket-1",
            board=BOARD,
            sides=tuple(Side(id=s, name=s.title(), adjective=s.title()) for s in SIDES),
            seats=tuple(Seat(id=s, side=s, name=s.title()) for s in SIDES),
            victory=Victory(turns=3),
            options=options or engine.Options(),
            tables_digest="",
            commitment=commitment,
        )
        return [GameCreated(setup=setup, figures=(), horses=()), PhaseOpened(number=1, turn=1, side=SIDES[0])]

    def awaiting(self, battle: engine.Battle) -> engine.Awaiting:
        return engine.Awaiting(
            phase=battle.phase,
            turn=battle.turn,
            side=battle.side,
            key=f"t{battle.turn}-{battle.side}",
            title=f"turn {battle.turn}, {battle.side} phase",
            short=f"T{battle.turn} {battle.side}",
            seats=() if battle.outcome else (battle.side,),
            over=battle.outcome is not None,
        )

    def read_orders(self, battle: engine.Battle, seat: str, lines: Sequence[str]) -> engine.Reading:
        good = [line for line in lines if line.startswith("HOLD")]
        standing = [line for line in lines if line.startswith("WATCH")]
        bad = [line for line in lines if line.startswith("BAD")]
        orders = tuple(good) or battle.sheets.get(seat, ())
        kept = tuple(standing) or battle.standing.get(seat, ())
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
            and (orders, kept) != (battle.sheets.get(seat), battle.standing.get(seat)),
        )

    def adjudicate(
        self, battle: engine.Battle, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        journal = Journal(battle, dice)
        for actor in ("Robert", "Yusuf"):
            journal.roll("GUI-6.2", actor)
        self.during(battle)
        journal.record(PhaseEnded(number=battle.phase, digest=engine.digest(journal.battle)))
        if battle.phase >= self.phases:
            journal.record(GameEnded(outcome=Outcome(winner="normans", reason="the pocket is empty")))
        else:
            number = battle.phase + 1
            journal.record(PhaseOpened(number=number, turn=(number + 1) // 2, side=SIDES[(number - 1) % 2]))
        return journal.events

    def missing_rules(self, setup: Setup) -> str:
        return ""

    def captain_orders(self, battle: engine.Battle, seat: str, temper: str) -> list[str]:
        return [f"HOLD for the {temper} captain of the {seat}"]
