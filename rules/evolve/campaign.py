"""How what happens in a campaign changes it: days, counters and places, which lie open, and what sides know.

What is shown to a seat alone changes its view alone: whatever a view lacks, no event that it is shown
needs."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.events import campaign_secrets as secret
from rules.events.families import GameTold
from rules.evolve import campaign_news as news
from rules.evolve import campaign_sieges as sieges
from rules.evolve import families
from rules.evolve.registry import begins, handles, leaves_alone
from rules.state.campaign import Brought, Campaign, Fight
from rules.state.campaign_counters import PlaceSeen

leaves_alone(
    Campaign,
    happens.WeatherSet,
    fights.HostilityTested,
    fights.MetInPeace,
    fights.AttackMade,
    fights.SlipTested,
    fights.BattleJoined,
    fights.LeaderTested,
    fights.PrisonersKilled,
    fights.Summoned,
    fights.FateDrawn,
    fights.RansomPaid,
)


@begins(happens.CampaignCreated)
def _created(event: happens.CampaignCreated) -> Campaign:
    at = Campaign(
        setup=event.setup,
        groups={group.id: group for group in event.groups},
        places={place.id: place for place in event.places},
        convoys={convoy.id: convoy for convoy in event.convoys},
        spies={spy.id: spy for spy in event.spies},
        seen={side.id: {} for side in event.setup.sides},
        seen_places={side.id: {} for side in event.setup.sides},
    )
    for counter in (*at.groups, *at.convoys):
        _count(at, counter)
    return at


def _count(at: Campaign, counter: str) -> None:
    """The numbers of counters are never used again."""
    letters = counter.rstrip("0123456789")
    at.counters[letters] = max(at.counters.get(letters, 0), int(counter[len(letters) :]))


@handles(Campaign, happens.CampaignDayBegan)
def _day(at: Campaign, event: happens.CampaignDayBegan) -> None:
    at.turn = event.day


@handles(Campaign, happens.CampaignDayEnded)
def _evening(at: Campaign, event: happens.CampaignDayEnded) -> None:
    at.halted = None
    at.ahead = tuple(halt for halt in at.ahead if halt.day > event.day)


@handles(Campaign, fights.BattleCalled)
def _called(at: Campaign, event: fights.BattleCalled) -> None:
    day = at.day if at.setup.options.days_ahead else 0
    at.fights[event.call] = Fight(event.hex, event.attackers, event.defenders, day=day, storms=event.storms)


@handles(Campaign, fights.DayHalted)
def _halted(at: Campaign, event: fights.DayHalted) -> None:
    """The first day that waits is the campaign's; what waits behind it was opened ahead of it."""
    if at.halted is not None and event.halt.day > at.halted.day:
        at.ahead = (*(halt for halt in at.ahead if halt.day != event.halt.day), event.halt)
        return
    at.halted = event.halt
    at.ahead = tuple(halt for halt in at.ahead if halt.day > event.halt.day)


@handles(Campaign, fights.DayOpened)
def _day_opened(at: Campaign, event: fights.DayOpened) -> None:
    at.still = event.still


@handles(Campaign, fights.DayMadeUp)
def _made_up(at: Campaign, event: fights.DayMadeUp) -> None:
    at.turn = event.day


@handles(Campaign, GameTold)
def _told_of(at: Campaign, event: GameTold) -> None:
    """The day goes on from it. What a seat is shown of it has no head, and is in its report alone."""
    families.told(at, event)
    if event.call in at.fights and event.head:
        at.brought[event.call] = Brought(event.outcome, event.back)


@handles(Campaign, happens.SeasonSet)
def _season(at: Campaign, event: happens.SeasonSet) -> None:
    at.season = event.movement


@handles(Campaign, happens.RotationDrawn)
def _rotation(at: Campaign, event: happens.RotationDrawn) -> None:
    at.rotation = event.seat


# counters


@handles(Campaign, happens.GroupFormed)
def _formed(at: Campaign, event: happens.GroupFormed) -> None:
    at.groups[event.group.id] = event.group
    _count(at, event.group.id)


@handles(Campaign, happens.GroupMoved)
def _moved(at: Campaign, event: happens.GroupMoved) -> None:
    group = at.groups[event.group]
    at.groups[group.id] = replace(group, hex=event.path[-1], came=event.path[-2])


@handles(Campaign, happens.GroupMarked)
def _marked(at: Campaign, event: happens.GroupMarked) -> None:
    at.groups[event.group] = replace(at.groups[event.group], riders=event.riders)


@handles(Campaign, happens.GroupGone)
def _gone(at: Campaign, event: happens.GroupGone) -> None:
    """Those who stood under its counter, or went with it, stand by themselves from now on."""
    news.gone(at, event)
    for place in at.places.values():
        if place.siege == event.group and event.into:
            at.places[place.id] = replace(place, siege=event.into)
    del at.groups[event.group]
    at.contents.pop(event.group, None)
    at.bands.pop(event.group, None)
    for group in at.groups.values():
        if group.under == event.group:
            at.groups[group.id] = replace(group, under=event.into)
    for convoy in at.convoys.values():
        if convoy.escort == event.group:
            at.convoys[convoy.id] = replace(convoy, escort=event.into)


@handles(Campaign, happens.BandUnder)
def _under(at: Campaign, event: happens.BandUnder) -> None:
    """What they hold is their new side's to know, and the old one's no more (GroupMustered says it)."""
    news.served(at, event)
    group = at.groups[event.group]
    at.groups[group.id] = replace(group, side=event.side, seat=event.seat, under=event.under)
    if event.side != group.side:
        content = at.contents.pop(group.id, None)
        at.bands.pop(group.id, None)
        for name in content.men if content is not None else ():
            at.men.pop(name, None)
            at.prestige.pop(name, None)
            at.recover.pop(name, None)


@handles(Campaign, happens.ConvoyFormed)
def _convoy(at: Campaign, event: happens.ConvoyFormed) -> None:
    at.convoys[event.convoy.id] = event.convoy
    _count(at, event.convoy.id)


@handles(Campaign, happens.ConvoyMoved)
def _convoy_moved(at: Campaign, event: happens.ConvoyMoved) -> None:
    at.convoys[event.convoy] = replace(at.convoys[event.convoy], hex=event.path[-1])


@handles(Campaign, happens.ConvoyTaken)
def _convoy_taken(at: Campaign, event: happens.ConvoyTaken) -> None:
    news.convoy(at, event)
    convoy = at.convoys[event.convoy]
    if event.cause == "plies":
        at.convoys[convoy.id] = replace(convoy, start=convoy.goal, goal=convoy.start)
        return
    if event.side != convoy.side:
        at.loads.pop(convoy.id, None)
    at.convoys[convoy.id] = replace(
        convoy, side=event.side, seat=event.seat, escort=event.escort, goal=event.goal or convoy.goal
    )


@handles(Campaign, happens.ConvoyGone)
def _convoy_gone(at: Campaign, event: happens.ConvoyGone) -> None:
    del at.convoys[event.convoy]
    at.loads.pop(event.convoy, None)


@handles(Campaign, happens.SpyMoved)
def _spy_moved(at: Campaign, event: happens.SpyMoved) -> None:
    at.spies[event.spy] = replace(at.spies[event.spy], hex=event.path[-1])


@handles(Campaign, happens.SpyTested)
def _spy_tested(at: Campaign, event: happens.SpyTested) -> None:
    news.spy(at, event)
    if event.caught:
        del at.spies[event.spy]
        at.carried.pop(event.spy, None)


# places


@handles(Campaign, happens.PlaceTaken)
def _taken(at: Campaign, event: happens.PlaceTaken) -> None:
    """What it holds is for its new owner to be told (PlaceStocked)."""
    news.taken(at, event)
    at.places[event.place] = replace(
        at.places[event.place], side=event.side, lord=event.lord, siege="", since=0
    )
    sieges.over(at, event.place)
    at.holdings.pop(event.place, None)


@handles(Campaign, happens.SiegeBegan)
def _besieged(at: Campaign, event: happens.SiegeBegan) -> None:
    news.besieged(at, event)
    at.places[event.place] = replace(at.places[event.place], siege=event.group, since=at.day)


@handles(Campaign, happens.SiegePassed)
def _passed(at: Campaign, event: happens.SiegePassed) -> None:
    at.places[event.place] = replace(at.places[event.place], siege=event.group)


@handles(Campaign, happens.SiegeRaised)
def _raised(at: Campaign, event: happens.SiegeRaised) -> None:
    news.raised(at, event)
    sieges.over(at, event.place)
    at.places[event.place] = replace(at.places[event.place], siege="", since=0)


@handles(Campaign, secret.PlaceStocked)
def _stocked(at: Campaign, event: secret.PlaceStocked) -> None:
    at.holdings[event.place] = event.holding
    at.men.update({man.id: man for man in event.men})
    at.prestige.update(event.prestige)


@handles(Campaign, secret.ResourcesChanged)
def _resources(at: Campaign, event: secret.ResourcesChanged) -> None:
    """Raises ValueError where fewer than none would be left."""
    holding = at.holdings[event.place]
    if holding.resources is None:
        return
    left = holding.resources + event.by
    if left < 0:
        raise ValueError(f"{event.place} has no {-event.by} points to give")
    at.holdings[event.place] = replace(holding, resources=left)


# what sides know


@handles(Campaign, secret.GroupSeen)
def _seen(at: Campaign, event: secret.GroupSeen) -> None:
    at.seen.setdefault(event.side, {})[event.group] = event.sighting


@handles(Campaign, secret.PlaceLooked)
def _looked(at: Campaign, event: secret.PlaceLooked) -> None:
    at.seen_places.setdefault(event.side, {})[event.place] = PlaceSeen(event.day, event.resources)


@handles(Campaign, secret.SpySaw)
def _spied(at: Campaign, event: secret.SpySaw) -> None:
    at.carried.setdefault(event.spy, {})[event.group] = event.sighting


@handles(Campaign, secret.SpyTold)
def _told(at: Campaign, event: secret.SpyTold) -> None:
    at.carried.pop(event.spy, None)


@handles(Campaign, secret.LineDone)
def _done(at: Campaign, event: secret.LineDone) -> None:
    left = list(at.standing.get(event.seat, ()))
    if event.line in left:
        left.remove(event.line)
    at.standing[event.seat] = tuple(left)


leaves_alone(Campaign, fights.BandTested)
