"""How what happens in a campaign changes it: counters, which lie open, and what they hold.

What is shown to a seat alone changes its view alone: whatever a view lacks, no event that it is shown
needs."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.events.families import GameTold
from rules.evolve import campaign_news as news
from rules.evolve import campaign_sieges as sieges
from rules.evolve import families
from rules.evolve.registry import begins, handles, leaves_alone
from rules.state.campaign import (
    Brought,
    Campaign,
    Content,
    Fate,
    Fight,
    GroupId,
    Holding,
    PlaceId,
    PlaceSeen,
)
from rules.state.figure import FigureId, Health

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
    at.fights[event.call] = Fight(event.hex, event.attackers, event.defenders, day=day)


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


@handles(Campaign, happens.SiegeRaised)
def _raised(at: Campaign, event: happens.SiegeRaised) -> None:
    news.raised(at, event)
    sieges.over(at, event.place)
    at.places[event.place] = replace(at.places[event.place], siege="", since=0)


@handles(Campaign, happens.PlaceStocked)
def _stocked(at: Campaign, event: happens.PlaceStocked) -> None:
    at.holdings[event.place] = event.holding
    at.men.update({man.id: man for man in event.men})
    at.prestige.update(event.prestige)


@handles(Campaign, happens.ResourcesChanged)
def _resources(at: Campaign, event: happens.ResourcesChanged) -> None:
    """Raises ValueError where fewer than none would be left."""
    holding = at.holdings[event.place]
    if holding.resources is None:
        return
    left = holding.resources + event.by
    if left < 0:
        raise ValueError(f"{event.place} has no {-event.by} points to give")
    at.holdings[event.place] = replace(holding, resources=left)


# what counters hold


@handles(Campaign, happens.GroupMustered)
def _mustered(at: Campaign, event: happens.GroupMustered) -> None:
    at.contents[event.group] = event.content
    at.men.update({man.id: man for man in event.men})
    at.prestige.update(event.prestige)
    if event.band is not None:
        at.bands[event.group] = event.band


@handles(Campaign, happens.ConvoyLoaded)
def _loaded(at: Campaign, event: happens.ConvoyLoaded) -> None:
    at.loads[event.convoy] = event.points


@handles(Campaign, happens.MenJoined)
def _joined(at: Campaign, event: happens.MenJoined) -> None:
    """Raises ValueError for a man who is there already."""
    for man in event.men:
        if man.id in at.men:
            raise ValueError(f"{man.id} joins, and is there already")
        at.men[man.id] = man
    _add(at, tuple(man.id for man in event.men), event.group, event.place, bed=False)


@handles(Campaign, happens.MenMoved)
def _men_moved(at: Campaign, event: happens.MenMoved) -> None:
    _remove(at, event.men, event.from_group, event.from_place)
    _add(at, event.men, event.to_group, event.to_place, bed=event.bed)


def _add(at: Campaign, men: tuple[FigureId, ...], group: GroupId, place: PlaceId, *, bed: bool) -> None:
    if group:
        content = at.contents[group]
        at.contents[group] = replace(content, men=(*content.men, *men))
    elif bed:
        holding = at.holdings[place]
        at.holdings[place] = replace(holding, patients=(*holding.patients, *men))
    elif place:
        holding = at.holdings[place]
        at.holdings[place] = replace(holding, garrison=(*holding.garrison, *men))


def _remove(at: Campaign, men: tuple[FigureId, ...], group: GroupId, place: PlaceId) -> None:
    gone = frozenset(men)
    if group:
        at.contents[group] = _without(at.contents[group], gone)
    elif place:
        holding = at.holdings[place]
        at.holdings[place] = _less(holding, gone)


def _without(content: Content, gone: frozenset[FigureId]) -> Content:
    return replace(
        content,
        men=tuple(name for name in content.men if name not in gone),
        captives=tuple(name for name in content.captives if name not in gone),
        leader="" if content.leader in gone else content.leader,
    )


def _less(holding: Holding, gone: frozenset[FigureId]) -> Holding:
    return replace(
        holding,
        garrison=tuple(name for name in holding.garrison if name not in gone),
        patients=tuple(name for name in holding.patients if name not in gone),
        held=tuple(name for name in holding.held if name not in gone),
    )


@handles(Campaign, happens.LeaderNamed)
def _leader(at: Campaign, event: happens.LeaderNamed) -> None:
    content = at.contents[event.group]
    battles, founders = (0, ()) if event.leader else (content.battles, content.founders)
    at.contents[event.group] = replace(
        content, leader=event.leader, hostility=event.hostility, battles=battles, founders=founders
    )
    if event.leader and event.prestige:
        at.prestige[event.leader] = event.prestige
        at.men[event.leader] = replace(at.men[event.leader], leader=True)


@handles(Campaign, happens.GroupFed)
def _fed(at: Campaign, event: happens.GroupFed) -> None:
    at.contents[event.group] = replace(at.contents[event.group], unfed=event.unfed)


@handles(Campaign, happens.PurseChanged)
def _purse(at: Campaign, event: happens.PurseChanged) -> None:
    """Raises ValueError where less than nothing would be left."""
    if event.group:
        content = at.contents[event.group]
        if content.purse + event.by < 0:
            raise ValueError(f"{event.group} has no {-event.by} half deniers")
        at.contents[event.group] = replace(content, purse=content.purse + event.by)
    else:
        holding = at.holdings[event.place]
        if holding.purse + event.by < 0:
            raise ValueError(f"{event.place} has no {-event.by} half deniers")
        at.holdings[event.place] = replace(holding, purse=holding.purse + event.by)


@handles(Campaign, happens.VictoryCounted)
def _victory(at: Campaign, event: happens.VictoryCounted) -> None:
    content = at.contents[event.group]
    at.contents[event.group] = replace(content, battles=event.battles, founders=event.founders)


@handles(Campaign, happens.SafeConduct)
def _safe(at: Campaign, event: happens.SafeConduct) -> None:
    at.groups[event.group] = replace(at.groups[event.group], free=event.day)


@handles(Campaign, happens.PrestigeChanged)
def _prestige(at: Campaign, event: happens.PrestigeChanged) -> None:
    at.prestige[event.leader] = event.prestige


@handles(Campaign, happens.BandCounted)
def _band(at: Campaign, event: happens.BandCounted) -> None:
    at.bands[event.group] = event.band


# what befalls men


@handles(Campaign, happens.ManHurt)
def _hurt(at: Campaign, event: happens.ManHurt) -> None:
    at.men[event.figure] = replace(at.men[event.figure], health=Health.WOUNDED)


@handles(Campaign, happens.HorsesLost)
def _horses(at: Campaign, event: happens.HorsesLost) -> None:
    for name in event.men:
        at.men[name] = replace(at.men[name], mount=None)


@handles(Campaign, happens.ManLost)
def _lost(at: Campaign, event: happens.ManLost) -> None:
    """Gone from wherever he was, whoever had him. Enemies who hear of it need not know who he was."""
    name = event.figure
    if name not in at.men:
        return
    _nowhere(at, name)
    man = at.men[name]
    at.men[name] = replace(man, health=Health.DEAD if event.fate is Fate.DEAD else man.health, mount=None)
    at.fates[name] = event.fate
    at.recover.pop(name, None)


def _nowhere(at: Campaign, name: FigureId) -> None:
    gone = frozenset((name,))
    for group, content in at.contents.items():
        if name in content.men or name in content.captives:
            at.contents[group] = _without(content, gone)
    for place, holding in at.holdings.items():
        if name in (*holding.garrison, *holding.patients, *holding.held):
            at.holdings[place] = _less(holding, gone)


@handles(Campaign, happens.ManTaken)
def _man_taken(at: Campaign, event: happens.ManTaken) -> None:
    """He is on foot from now on. His captors know who he is."""
    name = event.man.id
    _nowhere(at, name)
    at.men[name] = replace(event.man, mount=None)
    at.captors[name] = event.by
    at.recover.pop(name, None)
    if event.prestige:
        at.prestige[name] = event.prestige
    if event.group in at.contents:
        content = at.contents[event.group]
        at.contents[event.group] = replace(content, captives=(*content.captives, name))
    elif event.place in at.holdings:
        holding = at.holdings[event.place]
        at.holdings[event.place] = replace(holding, held=(*holding.held, name))


@handles(Campaign, happens.ManFreed)
def _man_freed(at: Campaign, event: happens.ManFreed) -> None:
    _nowhere(at, event.figure)
    at.captors.pop(event.figure, None)
    at.prestige.pop(event.figure, None)
    if event.man is None:
        at.men.pop(event.figure, None)
        return
    at.men[event.figure] = event.man
    if event.prestige:
        at.prestige[event.figure] = event.prestige
    _add(at, (event.figure,), event.group, "", bed=False)


@handles(Campaign, happens.CureBegan)
def _cure(at: Campaign, event: happens.CureBegan) -> None:
    at.recover[event.figure] = event.day


@handles(Campaign, happens.CureBroken)
def _broken(at: Campaign, event: happens.CureBroken) -> None:
    at.recover.pop(event.figure, None)


@handles(Campaign, happens.ManHealed)
def _healed(at: Campaign, event: happens.ManHealed) -> None:
    at.men[event.figure] = replace(at.men[event.figure], health=Health.HEALTHY)
    at.recover.pop(event.figure, None)


@handles(Campaign, happens.PlaceRests)
def _rests(at: Campaign, event: happens.PlaceRests) -> None:
    at.holdings[event.place] = replace(at.holdings[event.place], rests=event.until)


# what sides know


@handles(Campaign, happens.GroupSeen)
def _seen(at: Campaign, event: happens.GroupSeen) -> None:
    at.seen.setdefault(event.side, {})[event.group] = event.sighting


@handles(Campaign, happens.PlaceLooked)
def _looked(at: Campaign, event: happens.PlaceLooked) -> None:
    at.seen_places.setdefault(event.side, {})[event.place] = PlaceSeen(event.day, event.resources)


@handles(Campaign, happens.SpySaw)
def _spied(at: Campaign, event: happens.SpySaw) -> None:
    at.carried.setdefault(event.spy, {})[event.group] = event.sighting


@handles(Campaign, happens.SpyTold)
def _told(at: Campaign, event: happens.SpyTold) -> None:
    at.carried.pop(event.spy, None)


@handles(Campaign, happens.LineDone)
def _done(at: Campaign, event: happens.LineDone) -> None:
    left = list(at.standing.get(event.seat, ()))
    if event.line in left:
        left.remove(event.line)
    at.standing[event.seat] = tuple(left)


leaves_alone(Campaign, fights.BandTested)
