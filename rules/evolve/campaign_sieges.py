"""How what happens at a siege changes its record in a campaign."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import campaign_sieges as happens
from rules.events.codec import begun_with
from rules.evolve.registry import HANDLERS, handles
from rules.state.campaign import Campaign, Fight
from rules.state.campaign_counters import PlaceId
from rules.state.siege import Siege


@handles(Campaign, happens.SiegeLaid)
def _laid(at: Campaign, event: happens.SiegeLaid) -> None:
    """The levy is its owner's to know."""
    at.sieges[event.place] = Siege(setup=event.setup, stores=event.days, fed_until=event.days)
    if event.levy and event.place in at.holdings:
        at.holdings[event.place] = replace(at.holdings[event.place], levy=event.levy)


@handles(Campaign, happens.SiegeManned)
def _manned(at: Campaign, event: happens.SiegeManned) -> None:
    """The dead stay on the record. Whoever has left builds no more, and whoever is sound needs no day to be
    back on."""
    siege = at.sieges[event.place]
    there = {man.id: man for man in event.men}
    siege.men = {**{name: man for name, man in siege.men.items() if man.dead}, **there}
    hurt = {man.id for man in event.men if man.wounded}
    siege.recovers = {name: day for name, day in siege.recovers.items() if name in hurt}
    siege.captured = {name: by for name, by in siege.captured.items() if name in siege.men}
    siege.teams = tuple(
        replace(team, men=tuple(name for name in team.men if name in there)) for team in siege.teams
    )
    siege.commanders = dict(event.commanders)


@handles(Campaign, happens.InSiege)
def _in_siege(at: Campaign, event: happens.InSiege) -> None:
    (inner,) = begun_with((event.event,))
    HANDLERS[Siege][type(inner)](at.sieges[event.place], inner)


@handles(Campaign, happens.SiegeFightCalled)
def _called(at: Campaign, event: happens.SiegeFightCalled) -> None:
    day = at.day if at.setup.options.days_ahead else 0
    at.fights[event.call] = Fight(event.hex, place=event.place, day=day)


@handles(Campaign, happens.SiegeFightOver)
def _fought(at: Campaign, event: happens.SiegeFightOver) -> None:
    at.fights.pop(event.call, None)
    at.brought.pop(event.call, None)


def over(at: Campaign, place: PlaceId) -> None:
    """Nobody besieges it any more: its record is closed."""
    at.sieges.pop(place, None)
    holding = at.holdings.get(place)
    if holding is not None and holding.levy:
        at.holdings[place] = replace(holding, levy=())
