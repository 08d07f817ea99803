"""How what happens in a campaign changes what its counters and places hold, and what befalls men."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import campaign as happens
from rules.events import campaign_secrets as secret
from rules.evolve.registry import handles
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Content, Fate, GroupId, Holding, PlaceId
from rules.state.figure import FigureId, Health

# what counters hold


@handles(Campaign, secret.GroupMustered)
def _mustered(at: Campaign, event: secret.GroupMustered) -> None:
    at.contents[event.group] = event.content
    at.men.update({man.id: man for man in event.men})
    at.prestige.update(event.prestige)
    if event.band is not None:
        at.bands[event.group] = event.band


@handles(Campaign, secret.ConvoyLoaded)
def _loaded(at: Campaign, event: secret.ConvoyLoaded) -> None:
    at.loads[event.convoy] = event.points


@handles(Campaign, secret.MenJoined)
def _joined(at: Campaign, event: secret.MenJoined) -> None:
    """Raises ValueError for a man who is there already."""
    for man in event.men:
        if man.id in at.men:
            raise ValueError(f"{man.id} joins, and is there already")
        at.men[man.id] = man
    _add(at, tuple(man.id for man in event.men), event.group, event.place, bed=False)


@handles(Campaign, secret.MenMoved)
def _men_moved(at: Campaign, event: secret.MenMoved) -> None:
    _remove(at, event.men, event.from_group, event.from_place)
    _add(at, event.men, event.to_group, event.to_place, bed=event.bed)
    if event.unfed and event.to_group:
        content = at.contents[event.to_group]
        at.contents[event.to_group] = replace(content, unfed=max(content.unfed, event.unfed))


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


@handles(Campaign, secret.LeaderNamed)
def _leader(at: Campaign, event: secret.LeaderNamed) -> None:
    content = at.contents[event.group]
    battles, founders = (0, ()) if event.leader else (content.battles, content.founders)
    at.contents[event.group] = replace(
        content, leader=event.leader, hostility=event.hostility, battles=battles, founders=founders
    )
    if event.leader and event.prestige:
        at.prestige[event.leader] = event.prestige
        at.men[event.leader] = replace(at.men[event.leader], leader=True)


@handles(Campaign, secret.GroupFed)
def _fed(at: Campaign, event: secret.GroupFed) -> None:
    at.contents[event.group] = replace(at.contents[event.group], unfed=event.unfed)


@handles(Campaign, secret.PurseChanged)
def _purse(at: Campaign, event: secret.PurseChanged) -> None:
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


@handles(Campaign, secret.VictoryCounted)
def _victory(at: Campaign, event: secret.VictoryCounted) -> None:
    content = at.contents[event.group]
    at.contents[event.group] = replace(content, battles=event.battles, founders=event.founders)


@handles(Campaign, happens.SafeConduct)
def _safe(at: Campaign, event: happens.SafeConduct) -> None:
    at.groups[event.group] = replace(at.groups[event.group], free=event.day)


@handles(Campaign, secret.PrestigeChanged)
def _prestige(at: Campaign, event: secret.PrestigeChanged) -> None:
    at.prestige[event.leader] = event.prestige


@handles(Campaign, secret.BandCounted)
def _band(at: Campaign, event: secret.BandCounted) -> None:
    at.bands[event.group] = event.band


# what befalls men


@handles(Campaign, secret.ManHurt)
def _hurt(at: Campaign, event: secret.ManHurt) -> None:
    at.men[event.figure] = replace(at.men[event.figure], health=Health.WOUNDED)


@handles(Campaign, secret.HorsesLost)
def _horses(at: Campaign, event: secret.HorsesLost) -> None:
    for name in event.men:
        at.men[name] = replace(at.men[name], mount=None)


@handles(Campaign, secret.ManLost)
def _lost(at: Campaign, event: secret.ManLost) -> None:
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
        if name in holding.garrison or name in holding.patients or name in holding.held:
            at.holdings[place] = _less(holding, gone)


@handles(Campaign, secret.ManTaken)
def _man_taken(at: Campaign, event: secret.ManTaken) -> None:
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


@handles(Campaign, secret.ManFreed)
def _man_freed(at: Campaign, event: secret.ManFreed) -> None:
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


@handles(Campaign, secret.CureBegan)
def _cure(at: Campaign, event: secret.CureBegan) -> None:
    at.recover[event.figure] = event.day


@handles(Campaign, secret.CureBroken)
def _broken(at: Campaign, event: secret.CureBroken) -> None:
    at.recover.pop(event.figure, None)


@handles(Campaign, secret.ManHealed)
def _healed(at: Campaign, event: secret.ManHealed) -> None:
    at.men[event.figure] = replace(at.men[event.figure], health=Health.HEALTHY)
    at.recover.pop(event.figure, None)


@handles(Campaign, secret.PlaceRests)
def _rests(at: Campaign, event: secret.PlaceRests) -> None:
    at.holdings[event.place] = replace(at.holdings[event.place], rests=event.until)
