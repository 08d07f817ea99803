"""The teller: walks through what a seat was shown, with the battle as that seat knows it, so that every line
can say who stood where.

One event, one sentence; consecutive steps of a move become one path. Families of events are told in
narrate.moving, narrate.shooting, narrate.fighting and narrate.table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from rules.core.language import english, say, translated
from rules.core.tables import RuleTable, shipped_tables
from rules.events.base import Event
from rules.events.umpire import DieRolled
from rules.evolve import evolve
from rules.narrate.lines import ReportLine, TableCell
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character
from rules.state.storeys import where

STRAIGHT = 3  # hexes in one direction that are told by their ends
Teller = Callable[["Story", Any], None]


class Path:
    """A run of hexes that is still growing."""

    def __init__(self, figure: str, told: str, start: str, depth: int) -> None:
        self.figure, self.told, self.depth = figure, told, depth
        self.values: dict[str, str] = {}
        self.hexes = [start]
        self.mp = 0
        self.notes: list[str] = []


class Story:
    """Report lines in the making for one seat (None: the public). It changes the battle it is given."""

    def __init__(self, battle: Battle, seat: str | None) -> None:
        self.battle = battle
        self.seat = seat
        self.lines: list[ReportLine] = []
        self.path: Path | None = None
        self.mover: str = ""
        self.at_movers = False  # the last shot was fired while its target's side moves
        self.next: Event | None = None  # what comes behind the event that is being told, dice aside
        self.watching: list[tuple[str, str]] = []  # who shoots as ordered, and the order: one line for all
        self.said: Event | None = None  # an event to come that a line before has told
        self.told_of_blow = ("", "")  # of the last die of harm: its one sufferer, what it did to him
        self.thrown: set[str] = set()  # who was thrown from the saddle, until he sets out again
        self.volley: tuple[tuple[str, ...], str] = ((), "")  # who shoot together, and at whom
        self.ordered = ""  # whose order the line above the next shot tells
        self.failing: list[str] = []  # whom the same kept from one order: one line for all of them
        self.checked: dict[str, bool] = {}  # what was said of each condition last: told where it changes
        self.met: set[str] = set()  # whose kind has been told
        self.held_up = False  # whether it was told what a shot at movers does instead of driving back
        self.struck: dict[str, str] = {}  # what the last damage die did, in words, by whom it struck
        self.announced: dict[str, tuple[str, ...]] = {}  # the hexes over which charges were announced
        self._dice: list[str] = []

    def tell(self, tellers: dict[type[Event], Teller], events: Iterable[Event]) -> list[ReportLine]:
        shown = list(events)
        for event, self.next in zip(shown, _behind(shown), strict=True):
            if isinstance(event, DieRolled):
                self._dice.append(event.name)
            elif teller := tellers.get(type(event)):
                teller(self, event)
            evolve(self.battle, event)
        self.end_path()
        return self.lines

    def line(
        self,
        text: str,
        depth: int = 1,
        rule: str = "",
        *,
        source: str = "",
        cell: TableCell | None = None,
        figures: tuple[str, ...] = (),
        private: bool = False,
    ) -> None:
        """Add a line; dice rolled since the last line belong to it."""
        self.end_path()
        self.lines.append(
            ReportLine(
                text=text,
                depth=depth,
                rule=rule,
                source=source,
                cell=cell or (TableCell(source) if source else None),
                dice=tuple(self._dice),
                figures=figures,
                private=private,
            )
        )
        self._dice.clear()

    @property
    def depth_of_fire(self) -> int:
        """Of what is told of a shot in the enemy's phase: below the move that draws it, or for itself."""
        return 1 if self.mover else 0

    # paths

    def begin_path(self, figure: str, told: str, start: str, depth: int) -> Path:
        """``told``: the sentence in English, with {who} and the {way} in it."""
        self.end_path()
        self.path = Path(figure, told, start, depth)
        return self.path

    def end_path(self) -> None:
        """Say the run of hexes collected so far."""
        path, self.path = self.path, None
        if path is None or len(path.hexes) < 2:
            return
        who = self.described(path.figure, place=False) if path.depth == 0 else self.name(path.figure)
        if self.announced.get(path.figure) == tuple(path.hexes[1:]):
            way = say("as announced to {hex}", hex=path.hexes[-1])
        else:
            way = way_told(self.battle.board, path.hexes)
        if path.mp:
            way = say("{way}, {mp} MP", way=way, mp=path.mp)
        if path.notes:
            way += f" ({'; '.join(path.notes)})"
        self.lines.append(
            ReportLine(
                text=say(path.told, who=who, way=way, **path.values),
                depth=path.depth,
                dice=tuple(self._dice),
                figures=(path.figure,),
            )
        )
        self._dice.clear()

    # looking up

    def table(self, table_id: str) -> RuleTable | None:
        """A table as this game has it; None where this server has none of that name (any more)."""
        own = self.battle.setup.tables.get(table_id)
        return shipped_tables()[table_id] if own is None and table_id in shipped_tables() else own

    # naming

    def figure(self, who: str) -> Character | None:
        return self.battle.figures.get(who)

    def name(self, who: str) -> str:
        if who in self.battle.figures:
            return self.battle.figures[who].name
        return self.battle.horses[who].name if who in self.battle.horses else who

    def place(self, who: str) -> str:
        """Where a piece is: "0714", or "0714-0713" for a piece of two hexes."""
        if who in self.battle.figures:
            return where(self.battle, self.battle.figures[who])
        return "-".join(self.battle.horses[who].hexes) if who in self.battle.horses else ""

    def described(self, who: str, *, place: bool = True) -> str:
        """ "Yusuf (archer, 1108)", "Drogo (rider, 0909-0808)", "Drogo's horse (1107-1207)"; the kind is told
        when he comes up first."""
        figure = self.figure(who)
        if figure is None:
            return f"{self.name(who)} ({self.place(who)})" if place else self.name(who)
        kind = english("rider") if figure.mounted and "rider" not in figure.kind else ""
        known, where_he_is = who in self.met, self.place(who) if place else ""
        self.met.add(who)
        words = [w for w in ("" if known else translated(kind or figure.kind), where_he_is) if w]
        return f"{figure.name} ({', '.join(words)})" if words else figure.name

    def names(self, who: Iterable[str]) -> str:
        """ "Khaled", "Khaled and Shakil", "Khaled, Shakil and Omar"."""
        found = [self.name(w) for w in who]
        if len(found) < 2:
            return "".join(found)
        return say("{these} and {last}", these=", ".join(found[:-1]), last=found[-1])

    def side_adjective(self, side: str) -> str:
        return self.battle.side_of(side).adjective


def way_told(board: Board, hexes: Sequence[str]) -> str:
    """Hexes in the order in which they are entered, "0205 > 0204 > 0303"; a run of three hexes or more in one
    direction by its ends, "0205 >> 0202". The first may be that of a rider, "0205-0206"."""
    told, run = [hexes[0]], 0
    towards = None
    for before, at in pairwise(hexes):
        start = before.partition("-")[0]
        onward = board.facing(start, at) if start in board and at in board else None
        run = run + 1 if onward is not None and onward == towards else 1
        towards = onward
        if run < STRAIGHT:
            told += [">", at]
        else:
            told[-1] = at
            if run == STRAIGHT:
                del told[-2 * (STRAIGHT - 1) : -1]
                told.insert(-1, ">>")
    return " ".join(told)


def _behind(events: list[Event]) -> list[Event | None]:
    """For each event the one behind it, dice aside."""
    found: list[Event | None] = []
    behind: Event | None = None
    for event in reversed(events):
        found.append(behind)
        behind = behind if isinstance(event, DieRolled) else event
    return found[::-1]
