"""What the fights of a siege are to the leaders who are there (GUC-9b)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import groups
from rules.campaign.lines import Line, leaders
from rules.campaign.sieges.journal import Conducted
from rules.campaign.sieges.record import garrison, outside
from rules.events.siege import FightOver, FoughtQuickly, RefugeHeld
from rules.state.campaign import Levy
from rules.state.figure import SideId
from rules.state.siege import Deed

COUNTED = (Deed.ASSAULT, Deed.SALLY, Deed.BATTLE)
"""Tactical battles of a siege; a supply party that slips past patrols is none (RUL-1290)."""


class Honours:
    """Made before a day of a siege is played, or goes on, it remembers who led then: whoever is taken in a
    fight has lost it all the same."""

    def __init__(self, journal: Conducted) -> None:
        self._journal = journal
        self._boards = {fight.deed: fight.outcome for fight in journal.table.fights}
        self._led = {side: leaders(journal.today.at, line) for side, line in self._lines().items()}

    def counted(self) -> None:
        """Each battle that was won and lost is, for all groups of the besieger and all leaders in the place,
        on a board and by a die alike (GUC-9b, GUC-9c, RUL-1290)."""
        for winner in self._winners():
            lines = self._lines()
            beaten = next(side for side in lines if side != winner)
            groups.decided(self._journal.today, lines[winner], self._led[beaten])

    def _lines(self) -> dict[SideId, Line]:
        at, place = self._journal.today.at, self._journal.place
        setup = self._journal.table.setup
        within = tuple(man.id for man in garrison(at, place))
        return {
            setup.besieger: Line(outside(at, at.places[place])),
            setup.besieged: Line((), Levy(setup.besieged, place, (), within)),
        }

    def _winners(self) -> Iterator[SideId]:
        for event in self._journal.events:
            winner: SideId | None = None  # a place may be of no side in play
            if isinstance(event, FoughtQuickly) and event.deed in COUNTED:
                winner = self._of_die(event)
            elif isinstance(event, FightOver) and event.deed in COUNTED:
                winner = self._of_board(event)
            if winner is not None:
                yield winner

    def _of_die(self, fought: FoughtQuickly) -> SideId | None:
        """Who makes the other give way, or leaves nobody of him, has won; in an assault also who leaves the
        garrison nothing but its refuge."""
        siege = self._journal.table
        attacker = fought.attacker
        defender = siege.besieged if siege.besieges(attacker) else siege.besieger
        held = fought.deed == Deed.ASSAULT and any(isinstance(e, RefugeHeld) for e in self._journal.events)
        gone = [not siege.strength(side) for side in (attacker, defender)]
        beaten = [bool(fought.ends[0]) or gone[0], bool(fought.ends[1]) or held or gone[1]]
        if beaten[0] == beaten[1]:
            return None
        return defender if beaten[0] else attacker

    def _of_board(self, over: FightOver) -> SideId | None:
        """An assault that ends with nobody left to withstand it is won, whoever was last on the board."""
        siege = self._journal.table
        if over.ended in ("taken", "retaken"):
            return siege.besieger if over.ended == "taken" else siege.besieged
        outcome = self._boards.get(over.deed)
        return (outcome.winner or None) if outcome is not None else None
