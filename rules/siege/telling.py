"""What every line of a siege's report is made with: names, dice, and the words of the book's page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.language import translated
from rules.events.base import Event
from rules.events.umpire import DieRolled
from rules.narrate.lines import ReportLine, TableCell
from rules.siege.page import SiegePage
from rules.state.siege import Siege

Tellers = Mapping[type[Event], "Callable[[Teller, Any], None]"]
"""How an event is told, by its type."""


class Teller:
    """Tells one event after another, each from the state before it."""

    def __init__(self, siege: Siege, page: SiegePage, seat: str | None, tellers: Tellers) -> None:
        self.siege = siege
        self.page = page
        self.seat = seat
        self.tellers = tellers
        self.lines: list[ReportLine] = []
        self.dice: list[str] = []

    def tell(self, event: Event) -> None:
        if isinstance(event, DieRolled):
            self.dice.append(event.name)
            return
        teller = self.tellers.get(type(event))
        if teller is not None:
            teller(self, event)

    def line(
        self, text: str, *, depth: int = 0, rule: str = "", figures: tuple[str, ...] = (),
        private: bool = False, source: str = "", cell: TableCell | None = None,
    ) -> None:  # fmt: skip
        """A line, with the dice thrown since the last one."""
        dice, self.dice = tuple(self.dice), []
        self.lines.append(
            ReportLine(
                text,
                depth,
                rule,
                source or (cell.table if cell else ""),
                cell,
                dice=dice,
                figures=figures,
                private=private,
            )
        )

    def name(self, figure: str) -> str:
        man = self.siege.men.get(figure)
        return f"{man.name} ({translated(man.kind)})" if man else figure

    def cause(self, word: str) -> str:
        return translated(self.page.causes.get(word, word))

    def thing(self, what: str) -> str:
        return translated(self.page.thing(what).name)

    def side(self, side: str) -> str:
        return translated(self.siege.side_of(side).name)
