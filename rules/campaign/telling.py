"""What every line of a campaign's report is made with: whose it is, dice, paragraphs, and runs of events that
are told together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.campaign import naming
from rules.campaign.in_force import land_of, tables_of
from rules.campaign.land import Land
from rules.core.language import say
from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.umpire import DieRolled
from rules.narrate.lines import ReportLine, TableCell
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import GroupId, SpyId
from rules.state.figure import SideId

Tellers = Mapping[type[Event], "Callable[[Teller, Any], None]"]
"""How an event is told, by its type."""


class Kept(NamedTuple):
    """An event that is told together with those behind it, and a note of the state before it."""

    event: Any
    note: Any


def nothing(t: Teller, event: Event) -> None:
    """For events whose words need nothing but themselves."""


class Run(NamedTuple):
    """How some events that follow each other are told together."""

    told: Callable[[Teller, Sequence[Kept]], None]
    note: Callable[[Teller, Any], Any] = nothing


Runs = Mapping[type[Event], Run]


class Teller:
    """Tells one event after another, each from the state before it. ``scene``: the group whose march or
    attack, or the spy whose way the open paragraph tells; ``spent``: MP that groups have spent in it;
    ``fighting``: who has attacked or was attacked in it."""

    def __init__(self, at: Campaign, seat: str | None, tellers: Tellers, runs: Runs) -> None:
        self.at = at
        self.seat = seat
        self.side: SideId = side_of(at, seat)
        self.tables: Tables = tables_of(at)
        self.land: Land = land_of(at)
        self.lines: list[ReportLine] = []
        self.dice: list[str] = []
        self.scene: GroupId | SpyId = ""
        self.spent: dict[GroupId, int] = {}
        self.fighting: set[GroupId] = set()
        self._tellers = tellers
        self._runs = runs
        self._run: Run | None = None
        self._kept: list[Kept] = []

    def tell(self, event: Event) -> None:
        if isinstance(event, DieRolled):
            self.dice.append(event.name)
            return
        run = self._runs.get(type(event))
        if run is not self._run:
            self.close()
        if run is not None:
            self._run = run
            self._kept.append(Kept(event, run.note(self, event)))
            return
        teller = self._tellers.get(type(event))
        if teller is not None:
            teller(self, event)

    def close(self) -> None:
        """What was kept to be told together is told."""
        run, kept = self._run, self._kept
        self._run, self._kept = None, []
        if run is not None:
            run.told(self, kept)

    def line(
        self,
        text: str,
        *,
        depth: int = 1,
        rule: str = "",
        figures: tuple[str, ...] = (),
        private: bool = False,
        cell: TableCell | None = None,
    ) -> None:
        """A line, with the dice thrown since the last one. It begins with a capital letter."""
        dice, self.dice = tuple(self.dice), []
        self.lines.append(
            ReportLine(
                text[:1].upper() + text[1:],
                depth,
                rule,
                cell.table if cell else "",
                cell,
                dice=dice,
                figures=figures,
                private=private,
            )
        )

    def paragraph(self, text: str, *, scene: GroupId | SpyId = "", rule: str = "") -> None:
        """A line that begins a paragraph."""
        self.scene = scene
        self.spent = {}
        self.fighting = set()
        self.line(text, depth=0, rule=rule)

    def is_elsewhere(self, group: GroupId) -> bool:
        """Whether the open paragraph tells of a group in another hex than this one."""
        scene, other = self.at.groups.get(self.scene), self.at.groups.get(group)
        return scene is not None and other is not None and scene.hex != other.hex

    # names

    def group(self, group: GroupId) -> str:
        return naming.group_name(self.at, group)

    def hex(self, label: str) -> str:
        return naming.hex_name(self.at, label)

    def place(self, place: str) -> str:
        return naming.place_name(self.at, place)

    def man(self, name: str) -> str:
        return naming.man_name(self.at, name)

    def spy(self, spy: str) -> str:
        found = self.at.spies.get(spy)
        if found is not None and self.owns(found.side):
            return say("your spy {name}", name=found.name)
        return naming.spy_name(self.at, spy)

    def called(self, side: SideId) -> str:
        return naming.side_name(self.at, side)

    def owns(self, side: SideId) -> bool:
        """Whether a side is the reader's own."""
        return bool(side) and side == self.side
