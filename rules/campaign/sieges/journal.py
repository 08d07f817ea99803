"""The journal of a day of a siege in a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.campaign.boards import hungry
from rules.campaign.custody import take
from rules.campaign.prisoners import escort_among
from rules.campaign.sieges import boards
from rules.campaign.sieges.record import goes_hungry, opened, outside
from rules.campaign.today import Today
from rules.events import codec
from rules.events import siege as happens
from rules.events.base import Event
from rules.events.campaign_secrets import HorsesLost, ManHealed, ManHurt, ManLost, MenJoined
from rules.events.campaign_sieges import InSiege, SiegeFightCalled
from rules.events.umpire import DecisionMade, OrderFailed
from rules.journal import TableJournal
from rules.state.campaign_counters import Fate, PlaceId
from rules.state.figure import FigureId, SeatId
from rules.state.siege import Siege
from rules.state.table import Fights

SIEGE = "siege"
"""Why something befell men or a place: what the siege says of it is told with it."""


class Conducted(TableJournal[Siege]):
    """What it records is in the campaign's journal too, and what befalls men at the siege befalls them in the
    campaign. Its dice are the umpire's, as all of a campaign are (RUL-1201)."""

    def __init__(self, today: Today, place: PlaceId) -> None:
        siege = opened(today.at, place)
        if siege.setup.options.fights is Fights.BOARD:
            boards.lay_out(today, place, siege)
        super().__init__(siege, _NoDice())
        self.today = today
        self.place = place

    def record(self, event: Event) -> None:
        super().record(event)
        if isinstance(event, DecisionMade | OrderFailed):  # for one seat alone, whatever game it is
            self.today.record(event)
            return
        setup = self.table.setup
        to = self.today.of(setup.besieger, setup.besieged)
        self.today.record(InSiege(to=to, place=self.place, event=codec.beginning(event)))
        follow = _FOLLOWS.get(type(event))
        if follow is not None:
            follow(self, event)

    def roll(self, rule: str, actor: str, target: str = "", *, sides: int = 10, chain: str = "") -> int:
        """Its name holds the place: each siege of a day has dice of its own. The die of a fight is worse for
        besiegers who have nothing to eat (GUC-8.4b, RUL-1219)."""
        die = self.today.journal.roll(rule, f"{self.place}/{actor}", target, sides=sides, chain="umpire")
        fights = [action.deed for action in self.today.page.sieges.page.actions if action.fights]
        if target not in fights or not goes_hungry(self.today.at, self.today.at.places[self.place]):
            return die
        attack = self.table.besieges(actor.rpartition("/")[2])
        return die + self.today.figure("unfed die") * (1 if attack else -1)

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
        """It is the campaign that calls a fight, and its day that waits for it. Everybody hears that there is
        fighting; of the game, and what kind of fight it is, both sides alone know, as of all else in a siege:
        what it is called by tells nothing of that."""
        today, at = self.today, self.today.at
        number = len(boards.calls_of(at, self.place)) + 1
        name = f"day{at.day}-{self.place}" + (f"-{number}" if number > 1 else "")
        setup = self.table.setup
        today.noted = True
        today.record(SiegeFightCalled(name, self.place, at.founded(self.place).hex))
        first = hungry.weakened(opening, boards.unfed(at, self.place), today.figure("unfed die"))
        today.journal.call(name, first, seats, known=today.of(setup.besieger, setup.besieged))

    def of(self, figure: FigureId) -> tuple[SeatId, ...]:
        """The seats of a man's side."""
        return self.today.of(self.today.at.men[figure].side)


class _NoDice:
    """A siege in a campaign has none of its own."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        raise LookupError(name)


def _died(journal: Conducted, event: happens.ManDied) -> None:
    to = journal.of(event.figure)
    journal.today.record(ManLost(to=to, figure=event.figure, fate=Fate.DEAD, cause=SIEGE))


def _hurt(journal: Conducted, event: happens.ManHurt) -> None:
    journal.today.record(ManHurt(to=journal.of(event.figure), figure=event.figure, cause=SIEGE))


def _healed(journal: Conducted, event: happens.ManRecovered) -> None:
    journal.today.record(ManHealed(to=journal.of(event.figure), figure=event.figure))


def _unhorsed(journal: Conducted, event: happens.HorseLost) -> None:
    journal.today.record(HorsesLost(to=journal.of(event.figure), men=(event.figure,)))


def _taken(journal: Conducted, event: happens.ManTaken) -> None:
    """He is led by a group of the besieger that can guard him, else the one that laid the siege (RUL-1291);
    or held in the place. Townsmen in arms are let go home (GUC-13.6b, RUL-1293)."""
    at = journal.today.at
    place = at.places[journal.place]
    if event.figure in at.holdings[place.id].levy:
        to = journal.of(event.figure)
        journal.today.record(ManLost(to=to, figure=event.figure, fate=Fate.GONE, cause="home"))
    elif event.by == place.side:
        take(journal.today, event.figure, event.by, place=place.id)
    else:
        guard = escort_among(journal.today, outside(at, place))
        take(journal.today, event.figure, event.by, group=guard.id if guard is not None else place.siege)


def _joined(journal: Conducted, event: happens.MenJoined) -> None:
    """Refugees are of the garrison from now on (RUL-1244)."""
    to = journal.today.of(journal.table.setup.besieged)
    journal.today.record(MenJoined(to=to, men=event.men, place=journal.place, cause=event.cause))


_FOLLOWS: Mapping[type[Event], Callable[[Conducted, Any], None]] = {
    happens.ManDied: _died,
    happens.ManHurt: _hurt,
    happens.ManRecovered: _healed,
    happens.HorseLost: _unhorsed,
    happens.ManTaken: _taken,
    happens.MenJoined: _joined,
}
