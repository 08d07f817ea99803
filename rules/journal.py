"""The umpire's table: adjudication works through a journal that records, rolls and asks.

``record`` appends an event and applies it at once; ``roll`` asks the umpire for a face and records it;
``decide`` settles a choice that the book gives to a player: by his live answer, else by his standing orders,
else by the default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from rules.core.choices import Choice, joined, parts
from rules.core.dice import Dice
from rules.events import codec
from rules.events.asking import DecisionAnswered, DecisionRequested
from rules.events.base import Event
from rules.events.families import GameCalled
from rules.events.umpire import DecisionMade, DieRolled
from rules.evolve import evolve
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.state.table import Table

S = TypeVar("S", bound=Table)
R = TypeVar("R")


class Stopped(Exception):
    """A player has to answer before the phase can go on. Only rules.engine.adjudicate catches it."""


class TableJournal(Generic[S]):
    """One adjudication, of whatever scale: a state of its own, the dice, the answers known by the names of
    the decisions, and the events so far."""

    def __init__(self, table: S, dice: Dice, answers: Mapping[str, str] | None = None) -> None:
        self.table = table.copy()
        self.events: list[Event] = []
        self._dice = dice
        self._answers = answers or {}
        self._rolled: Counter[tuple[str, str]] = Counter()
        self._decided: Counter[str] = Counter()
        self._questions: Counter[SeatId] = Counter()
        self._silent: set[SeatId] = set()
        self._waived: set[tuple[SeatId, str]] = set()
        self.heed: Callable[[Event], None] | None = None

    def record(self, event: Event) -> None:
        """It happened; whoever heeds what happens is told, and may record what follows from it."""
        self.events.append(event)
        evolve(self.table, event)
        if self.heed is not None:
            self.heed(event)

    def roll(self, rule: str, actor: str, target: str = "", *, sides: int = 10, chain: str = "") -> int:
        """A die for a rule, an actor and a target. The name also holds the phase and a count, so that one
        roll more or less never shifts the others. ``chain``: whose die it is, "" for one that all see,
        "side:normans" or "umpire" for one that others may not know of."""
        stem = f"p{self.table.phase}/{rule}/{actor}/{target}"
        self._rolled[stem, chain] += 1
        name = f"{stem}/{self._rolled[stem, chain]}"
        face = self._dice.roll(name, sides, chain) if chain else self._dice.roll(name, sides)
        seats = tuple(seat.id for seat in self.table.setup.seats if chain == f"side:{seat.side}")
        self.record(DieRolled(name=name, sides=sides, face=face, rule=rule, chain=chain, seats=seats))
        return face

    def ruled(self, what: str, who: Iterable[FigureId], found: R) -> R:
        """What a table gave for a combat, a shot or a retreat of some figures. Whoever tries out a position
        may rule otherwise (rules.positions.imposing); in a game nobody does."""
        return found

    def call(
        self,
        call: str,
        opening: Sequence[Event],
        seats: Mapping[SeatId, SeatId],
        *,
        captains: Mapping[SeatId, str] | None = None,
        known: Sequence[SeatId] = (),
        openly: bool = False,
    ) -> None:
        """Another game begins, with these first events. ``seats``: who of this table plays which of its
        seats; ``known``: the seats that may know of it besides those; ``openly``: everybody may."""
        knowing = tuple(seat.id for seat in self.table.setup.seats if seat.id in (*seats.values(), *known))
        self.record(
            GameCalled(
                call=call,
                seats=dict(seats),
                opening=tuple(codec.beginning(event) for event in opening),
                captains=dict(captains or {}),
                known=knowing,
                openly=openly,
            )
        )

    # decisions

    def asks(self, seat: SeatId, about: str) -> bool:
        """Whether a seat is asked for a kind of choice: it wished so, the game allows it, and it has not let
        a clock run out in this adjudication."""
        return (
            about in self.table.asked.get(seat, ())
            and self.table.setup.options.question_hours > 0
            and seat not in self._silent
        )

    def decide(
        self,
        seat: SeatId,
        about: str,
        standing: str,
        rule: str,
        *,
        question: str,
        options: Callable[[], Sequence[Choice]],
        figure: FigureId = "",
        order: str = "",
        told: bool = True,
    ) -> str:
        """Settle a choice and answer its key. ``standing`` is what the standing order whose text is given as
        ``order`` says, or the default without one. ``options`` are the legal answers, worked out only if the
        seat is asked; a single one is no question. ``told``: record the decision where nobody was asked.

        Raises Stopped, with the question as the last event, where an answer is needed and not known."""
        answer = self.ask(seat, about, standing, rule, question, options, figure, order)
        if answer:
            self.decided(seat, about, answer, rule, figure=figure, answered=True)
            return answer
        if told:
            self.decided(seat, about, standing, rule, figure=figure, order=order)
        return standing

    def ask(
        self,
        seat: SeatId,
        about: str,
        default: str,
        rule: str,
        question: str,
        options: Callable[[], Sequence[Choice]],
        figure: FigureId = "",
        order: str = "",
    ) -> str:
        """A player's live answer; "" if he is not asked, or the clock ran out. Raises Stopped until
        it is known."""
        offered = tuple(options()) if self.asks(seat, about) else ()
        if len(offered) < 2:
            return ""
        step = self.table.step or ""
        stem = f"p{self.table.phase}/{step}/{about}/{figure or seat}"
        self._decided[stem] += 1
        self._questions[seat] += 1
        name = f"{stem}/{self._decided[stem]}"
        self.record(
            DecisionRequested(
                seat=seat, name=name, about=about, number=self._questions[seat], question=question,
                options=offered, default=default, rule=rule, figure=figure, order=order,
            )
        )  # fmt: skip
        if name not in self._answers:
            raise Stopped(name)
        answer = self._answers[name]
        if answer:
            answer = joined(offered, parts(answer))
        else:
            self._silent.add(seat)
        self.record(DecisionAnswered(seat=seat, name=name, choice=answer))
        return answer

    def decided(
        self,
        seat: SeatId,
        about: str,
        chosen: str,
        rule: str,
        *,
        figure: FigureId = "",
        order: str = "",
        answered: bool = False,
    ) -> None:
        """Note how a choice was settled."""
        self.record(
            DecisionMade(
                seat=seat,
                about=about,
                chosen=chosen,
                rule=rule,
                figure=figure,
                order=order,
                answered=answered,
            )
        )

    def waive(self, seat: SeatId, what: str) -> None:
        """A seat wants to hear no more of something in this adjudication."""
        self._waived.add((seat, what))

    def waived(self, seat: SeatId, what: str) -> bool:
        return (seat, what) in self._waived


class Journal(TableJournal[Battle]):
    """The journal of a battle."""

    def __init__(self, battle: Battle, dice: Dice, answers: Mapping[str, str] | None = None) -> None:
        super().__init__(battle, dice, answers)
        self.battle = self.table
