"""The day that is played: its journal, the tables in force, the plans of both sides, and what holds for this
day alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.siege import CommanderNamed, ManDied, ManHurt, ManTaken, PlaceFell, SiegeLifted
from rules.journal import TableJournal
from rules.siege.plans.plan import Act, Plan
from rules.state.figure import Character, FigureId, SideId
from rules.state.siege import DeedId, Siege


class Doable(Protocol):
    """An action of a book, as far as the day looks at it."""

    @property
    def may(self) -> Callable[[Siege, Tables, Act], str]: ...

    @property
    def carry_out(self) -> Callable[[Today, Act], None]: ...

    @property
    def fights(self) -> bool: ...


class Buildable(Protocol):
    """A thing that is built, as far as the day looks at it."""

    @property
    def id(self) -> str: ...


class DayStep(Protocol):
    """A step of the day, as far as the day looks at it."""

    @property
    def id(self) -> str: ...

    @property
    def act(self) -> Callable[[Today], None]: ...


class OfBook(Protocol):
    """The page of a book (rules.siege.page), as far as the day looks at it."""

    @property
    def steps(self) -> Sequence[DayStep]: ...

    @property
    def events(self) -> Mapping[str, Callable[[Today], None]]: ...

    @property
    def things(self) -> Sequence[Buildable]: ...

    def action(self, deed: DeedId) -> Doable: ...

    def done_by(self, siege: Siege, side: SideId, deed: DeedId) -> Doable: ...

    def why_not(self, siege: Siege, tables: Tables, side: SideId, act: Act) -> str: ...


class Today:
    """``initiative``: whose it is without a roll, and why; ``rain``: what the besieged adds to his die;
    ``inside``: besiegers who were let in; ``hurt``: who was wounded today, for step 5; ``acts``: whose day it
    is."""

    def __init__(
        self, journal: TableJournal[Siege], page: OfBook, tables: Tables, plans: dict[SideId, Plan]
    ) -> None:
        self.journal = journal
        self.page = page
        self.tables = tables
        self.plans = plans
        self.initiative: tuple[SideId, str] | None = None
        self.rain = 0
        self.inside: tuple[FigureId, ...] = ()
        self.hurt: list[FigureId] = []
        self.acts: SideId = ""
        self.passed = False

    @property
    def siege(self) -> Siege:
        return self.journal.table

    @property
    def over(self) -> bool:
        return bool(self.siege.lifted or self.siege.fallen)

    @property
    def waits(self) -> bool:
        """The day goes no further before a fight on a board is over."""
        return bool(self.siege.fights)

    @property
    def fought(self) -> bool:
        """Whether there was a fight today."""
        return any(self.page.action(deed).fights for deed in self.siege.today.deeds)

    def figure(self, name: str) -> int:
        """A figure of the book's."""
        return self.tables["siege-figures"].number(name, "value")

    def record(self, event: Event) -> None:
        self.journal.record(event)

    def roll(self, rule: str, actor: str, target: str = "", sides: int = 10) -> int:
        return self.journal.roll(rule, f"day{self.siege.day}/{actor}", target, sides=sides)

    # how it ends

    def give_in(self, cause: str) -> None:
        """The besieged hand over what they have: the place, or what they held of it (GUI-11.4.1g)."""
        self.record(SiegeLifted("holders") if self.siege.exchanged else PlaceFell(cause))

    def give_up(self, cause: str) -> None:
        """The besiegers leave: of a place in which others are besieged nothing is theirs then (RUL-1141)."""
        self.record(PlaceFell("beaten_off") if self.siege.exchanged else SiegeLifted(cause))

    # what befalls men

    def wound(self, name: FigureId, cause: str) -> None:
        """A wound in a fight or a collapse: whoever is wounded already dies of it (GUI-6.5e)."""
        if self.siege.men[name].wounded:
            self.kill(name, cause)
        else:
            self.record(ManHurt(name, cause))
            self.hurt.append(name)

    def sicken(self, name: FigureId, cause: str) -> None:
        """Sick, which is wounded: whoever is wounded already stays so, and his recovery is rolled for again
        (RUL-1105)."""
        if not self.siege.men[name].wounded:
            self.record(ManHurt(name, cause))
        self.hurt.append(name)

    def kill(self, name: FigureId, cause: str) -> None:
        """Dead, and to be back on no day (GUI-11.1.5b). Where he commanded his side the next in rank does
        (RUL-1106)."""
        side = self.siege.men[name].side
        self.record(ManDied(name, cause))
        self.hurt = [hurt for hurt in self.hurt if hurt != name]
        self._succeed(name, side)

    def take(self, name: FigureId, by: SideId) -> None:
        """A prisoner. Where he commanded his side the next in rank does (RUL-1106)."""
        side = self.siege.men[name].side
        self.record(ManTaken(name, by))
        self._succeed(name, side)

    def _succeed(self, name: FigureId, side: SideId) -> None:
        if self.siege.commanders.get(side) == name:
            heir = successor(self.siege, side, self.tables)
            if heir is not None:
                self.record(CommanderNamed(side, heir.id))


def commands(man: Character, tables: Tables) -> bool:
    """Whether somebody is of a rank to command (GUI-11.5a)."""
    return man.leader or tables["siege-command"].has(man.kind)


def successor(siege: Siege, side: SideId, tables: Tables) -> Character | None:
    """Who commands a side next: a leader before others of rank, the fitter and stronger before the rest; None
    where nobody of rank is left."""
    able = [man for man in siege.strength(side) if commands(man, tables)]
    return max(able, key=lambda man: (man.leader, not man.wounded, man.values.attack), default=None)


def names(men: Iterable[Character]) -> tuple[FigureId, ...]:
    return tuple(man.id for man in men)
