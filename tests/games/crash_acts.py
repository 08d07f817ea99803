"""A stage of the crash tests is played, and played again behind a crash."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from tests.games.crash_deeds import COMMANDS, drain, work_alone
from tests.games.crash_plans import (
    MINUTE,
    ORDERS,
    PLAYERS,
    Plan,
    at,
    letters_with_orders,
    seat_of,
    the_game,
)
from tests.games.crash_world import clock, level_the_sequences, post

QUARTER = 15 * MINUTE
QUARTERS = 3  # until whoever comes next has done with everything


def build(copies: Callable[[str], None]) -> Plan:
    """A battle, played until a phase in which a player will be asked; ``copies`` keeps the database as it is
    before each phase. The plan is that phase's."""
    from games.models import GameState
    from games.play import submissions
    from games.play.creation import Player, create_game

    create_game("orchard", {seat: Player(seat.title(), mail) for seat, mail in PLAYERS.items()})
    for name in PLAYERS:
        submissions.submit(seat_of(name), ["ASK watch, advance, retreat, wound, oppose"], f"ask:{name}")
    drain()
    for phase in range(20):
        clock.moment += timedelta(hours=1)
        plan = at(letters=letters_with_orders(f"phase-{phase}"))
        copies(ORDERS)
        act(plan)
        if the_game().state == GameState.ASKING:
            return plan
        assert not the_game().trouble, the_game().trouble
    raise AssertionError("nobody was asked")


def act(plan: Plan) -> None:
    """What happens in a stage. Happening twice must change nothing."""
    from games.doors import arrivals

    clock.moment = datetime.fromisoformat(plan.moment)
    work = work_alone if plan.alone else drain
    for letter in plan.letters:
        arrivals.receive(letter.raw.encode(), "smtp", letter.sender, [letter.to])
        work()  # in the order in which they were written: what a letter finds may depend on the one before
    if plan.command:
        COMMANDS[plan.command]()
    work()


def recover(plan: Plan) -> None:
    """After a crash (or none): it happens again, and the workers come back; and every quarter of an hour
    later, when nobody can still be at it, until no pause of a mail is left."""
    level_the_sequences()
    act(plan)
    for _ in range(QUARTERS):
        clock.moment += QUARTER
        (work_alone if plan.alone else drain)()


def prepare_the_rules(plan: Plan) -> None:
    from games.gate import inbox
    from rules import engine
    from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
    from rules.journal import TableJournal
    from rules.state.table import Outcome

    real, read, awaiting = engine.adjudicate, inbox.read_safely, engine.awaiting

    def umpire(battle: Any, dice: Any, answers: Any = None) -> Any:
        if plan.umpire == "fails":
            raise RuntimeError("a rule that nobody wrote")
        events = real(battle, dice, answers)
        match plan.umpire:
            case "ends":
                last = GameEnded(outcome=Outcome(winner="", reason="the crash test is over"))
                return [*ended(battle, events[:-1]), last]
            case "calls":
                return [*ended(battle, events[:-1]), *a_call(battle)]
        return events

    def ended(battle: Any, events: list[Any]) -> list[Any]:
        """The phase is over where it stands."""
        if any(isinstance(event, PhaseEnded) for event in events):
            return events
        after = engine.replay(events, battle.copy())
        return [*events, PhaseEnded(number=battle.phase, digest=engine.digest(after))]

    def a_call(battle: Any) -> list[Any]:
        """Another battle is called, and the next phase rests until it is told."""
        journal = TableJournal(battle, dice=None)  # type: ignore[arg-type]
        seats = {seat.id: seat.id for seat in battle.setup.seats}
        journal.call("crash", engine.new_game("orchard"), seats, openly=True)
        other = next(side.id for side in battle.setup.sides if side.id != battle.side)
        turn = battle.turn + (battle.side == battle.setup.sides[-1].id)
        return [*journal.events, PhaseOpened(number=battle.phase + 1, turn=turn, side=other)]

    def resting(battle: Any) -> Any:
        return replace(awaiting(battle), rests=tuple(battle.calls))

    def reader(raw: bytes, *more: Any) -> Any:
        if b"POISON" in raw:
            raise RuntimeError("a mail that nobody can read")
        return read(raw, *more)

    for target, name, value in (
        (engine, "adjudicate", umpire),
        (engine, "awaiting", resting),
        (inbox, "read_safely", reader),
    ):
        setattr(target, name, value)
    post.mood = plan.mood
