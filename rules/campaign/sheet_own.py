"""What a side has, in tables: groups, mercenaries, places, convoys, spies, prisoners; and what is owed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.campaign import groups, naming, waiting
from rules.campaign.calendar import short_date
from rules.campaign.gazetteer import KINDS
from rules.campaign.in_force import land_of, tables_of
from rules.campaign.land import PlaceKind
from rules.campaign.prisoners import price
from rules.core.language import say, say_many, translated
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Day, Group, GroupId, Kind, Place, PlaceId
from rules.state.figure import Character, FigureId, SideId
from rules.views.records import SheetRow, SheetTable

NEAR = 6
"""Hexes: places that are further from all of one's groups, and of which there is no news, are only named."""


def own(at: Campaign, side: SideId) -> Iterator[SheetTable]:
    """The tables that have rows."""
    if not side:
        return
    mine = [group for group in at.groups_of(side) if group.id in at.contents]
    held = [place for place in at.places.values() if place.side == side]
    idle = [place.id for place in held if _is_idle(at, place, mine)]
    found = (
        SheetTable(
            say("Your groups"),
            (say("group"), say("men"), say("hex"), say("MP"), say("food"), say("prestige"), say("purse")),
            tuple(_group(at, group) for group in mine if not group.mercenaries),
            numbers=(1, 3, 5, 6),
        ),
        SheetTable(
            say("Mercenaries in your service"),
            (say("band"), say("men"), say("group"), say("terms")),
            tuple(_band(at, group) for group in mine if group.mercenaries),
            numbers=(1,),
        ),
        SheetTable(
            say("Your places"),
            (say("place"), say("kind"), say("hex"), say("resources"), say("garrison"), say("purse")),
            tuple(_place(at, place) for place in held if place.id not in idle),
            numbers=(3, 4, 5),
            note=_idle(at, idle),
        ),
        SheetTable(
            say("Your convoys"),
            (say("convoy"), say("hex"), say("start"), say("goal"), say("points"), say("escort")),
            tuple(
                SheetRow(
                    (
                        convoy.id,
                        naming.hex_short(at, convoy.hex),
                        naming.place_name(at, convoy.start),
                        naming.place_name(at, convoy.goal),
                        str(at.loads.get(convoy.id, 0)),
                        naming.group_name(at, convoy.escort) if convoy.escort else "",
                    )
                )
                for convoy in at.convoys.values()
                if convoy.side == side
            ),
            numbers=(4,),
        ),
        SheetTable(
            say("Your spies"),
            (say("spy"), say("hex")),
            tuple(
                SheetRow((spy.name, naming.hex_short(at, spy.hex)), _where(at, spy.hex))
                for spy in at.spies.values()
                if spy.side == side
            ),
        ),
        SheetTable(
            say("Prisoners"),
            (say("prisoner"), say("side"), say("held by"), say("place"), say("ransom")),
            tuple(_captives(at)),
        ),
    )
    yield from (filled(table) for table in found if table.rows or table.note)


def filled(table: SheetTable) -> SheetTable:
    """A table without the columns in which nothing stands."""
    kept = [n for n in range(len(table.columns)) if any(row.cells[n] for row in table.rows)]
    return replace(
        table,
        columns=tuple(table.columns[n] for n in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[n] for n in kept)) for row in table.rows),
        numbers=tuple(place for place, n in enumerate(kept) if n in table.numbers),
    )


def _is_idle(at: Campaign, place: Place, mine: Iterable[Group]) -> bool:
    """Whether nothing has happened to a place, and none of one's groups is near it."""
    found, holding = at.founded(place.id), at.holdings[place.id]
    whole = tables_of(at)["campaign-figures"].number("garrison", "value") if found.kind is Kind.CASTLE else 0
    touched = (
        place.side != found.side
        or bool(place.siege or holding.patients or holding.held or holding.purse)
        or holding.rests >= at.day
        or holding.resources != found.resources
        or len(holding.garrison) != whole
    )
    on = land_of(at)
    return not touched and all(on.distance(found.hex, group.hex) > NEAR for group in mine)


def _idle(at: Campaign, places: Sequence[PlaceId]) -> str:
    """The places of which there is nothing to tell but what they have."""
    told = [
        f"{at.founded(place).name} {resources}" if resources is not None else at.founded(place).name
        for place in places
        for resources in (at.holdings[place].resources,)
    ]
    return say("As ever, with their resources: {places}.", places=", ".join(told)) if told else ""


def kind_told(kind: Kind) -> str:
    """ "town", "castle"."""
    return translated(KINDS[PlaceKind(kind.value)])


def last_day(at: Campaign) -> Day:
    """The last day that was played: the one before the day that is open."""
    return at.day if at.outcome is not None else at.day - 1


def food_told(at: Campaign, group: GroupId) -> str:
    """ "fed", "hungry since 5 May"; small groups feed themselves (GUC-8.4a)."""
    unfed = at.content(group).unfed
    if not unfed:
        return say("fed")
    fights = any(not fight.place and fight.day in (0, at.day) for fight in at.fights.values())
    last = at.day if fights and group not in at.still else last_day(at)  # battles come after the meal
    since = short_date(at.setup, max(last - unfed + 1, 1))
    return say("hungry since {date}", date=since)


def _where(at: Campaign, label: str) -> tuple[str, ...]:
    """Where a hex without a name lies; nothing of one that has a name."""
    lies = naming.hex_lies(at, label)
    return (f"{lies}.",) if lies else ()


def _group(at: Campaign, group: Group) -> SheetRow:
    content, men = at.content(group.id), at.in_group(group.id)
    leader = at.leader(group.id)
    name = f"{leader.name} ({group.id})" if leader is not None else group.id
    notes = [*_where(at, group.hex), say("Men: {kinds}.", kinds=naming.kinds_told(naming.kinds_of(men)))]
    notes += [day] if (day := waiting.day_told(at, group)) else []
    notes += _hurt(at, men)
    if content.captives:
        who = ", ".join(naming.man_name(at, one) for one in content.captives)
        notes.append(say("Leads prisoners: {men}.", men=who))
    if group.riders:
        notes.append(say("All of it ride: it has the cavalry marker."))
    notes += [
        say(
            "Besieges {place}, since {date}.",
            place=naming.place_name(at, place.id),
            date=short_date(at.setup, place.since),
        )
        for place in at.places.values()
        if place.siege == group.id
    ]
    return SheetRow(
        (
            name,
            str(len(men)),
            naming.hex_short(at, group.hex),
            str(groups.allowance(at, group, tables_of(at))),
            food_told(at, group.id),
            str(at.prestige_of(group.id)) if leader is not None else "",
            naming.deniers(content.purse),
        ),
        tuple(notes),
    )


def _hurt(at: Campaign, men: Iterable[Character]) -> list[str]:
    """Who is hurt, and until when as far as anybody cares for him (GUC-14.7b)."""
    told = [
        say("{name} (until {date})", name=man.name, date=short_date(at.setup, at.recover[man.id]))
        if man.id in at.recover
        else man.name
        for man in men
        if man.wounded
    ]
    return [say("Hurt: {names}.", names=", ".join(told))] if told else []


def _band(at: Campaign, group: Group) -> SheetRow:
    service = at.bands.get(group.id)
    men = at.in_group(group.id)
    if service is None or service.paid:
        terms = say("paid, for good")
    else:
        since = short_date(at.setup, service.hired)
        terms = say_many(
            "for a share, since {date}, {n} test",
            "for a share, since {date}, {n} tests",
            service.checks,
            date=since,
            n=service.checks,
        )
    return SheetRow(
        (group.id, str(len(men)), naming.group_name(at, group.under), terms),
        (say("Men: {kinds}.", kinds=naming.kinds_told(naming.kinds_of(men))), *_hurt(at, men)),
    )


def _place(at: Campaign, place: Place) -> SheetRow:
    found, holding = at.founded(place.id), at.holdings[place.id]
    notes = _hurt(at, (at.men[name] for name in holding.patients))
    if holding.held:
        who = ", ".join(naming.man_name(at, name) for name in holding.held)
        notes.append(say("Held for ransom: {men}.", men=who))
    if place.siege:
        notes.append(
            say(
                "Besieged by {group} since {date}.",
                group=naming.group_name(at, place.siege),
                date=short_date(at.setup, place.since),
            )
        )
    if holding.rests >= at.day:
        notes.append(
            say(
                "Nobody is to be recruited before {date} is over.",
                date=short_date(at.setup, holding.rests),
            )
        )
    return SheetRow(
        (
            found.name,
            kind_told(found.kind),
            found.hex,
            say("no end") if holding.resources is None else str(holding.resources),
            str(len(holding.garrison)) if holding.garrison else "",
            naming.deniers(holding.purse) if holding.purse else "",
        ),
        tuple(notes),
    )


def _captives(at: Campaign) -> Iterator[SheetRow]:
    """Prisoners of either kind, of the reader's side or in its hands: leaders one by one, others together."""
    others: dict[tuple[SideId, SideId, str], list[FigureId]] = {}
    for name, by in at.captors.items():
        if name in at.fates:
            continue
        if name in at.prestige:
            yield _captive(at, (name,), naming.man_name(at, name), ransom_told(at, name))
        else:
            others.setdefault((at.men[name].side, by, held_told(at, name)), []).append(name)
    for names in others.values():
        yield _captive(at, names, naming.men_counted(len(names)), "")


def _captive(at: Campaign, names: Sequence[FigureId], who: str, ransom: str) -> SheetRow:
    first, by = names[0], at.captors[names[0]]
    cells = (
        who,
        naming.side_name(at, at.men[first].side) if at.men[first].side else say("mercenaries"),
        naming.side_name(at, by) if by else say("mercenaries"),
        held_told(at, first),
        ransom,
    )
    notes = (f"{', '.join(naming.man_name(at, name) for name in names)}.",) if not ransom else ()
    return SheetRow(cells, notes)


def held_told(at: Campaign, name: FigureId) -> str:
    """Where somebody is held, or who leads him; "" where that is not known."""
    places = (naming.place_name(at, place) for place, holding in at.holdings.items() if name in holding.held)
    guards = (naming.group_name(at, group) for group, held in at.contents.items() if name in held.captives)
    return next(places, "") or next(guards, "")


def ransom_told(at: Campaign, name: FigureId) -> str:
    """What a leader costs; others have no price (GUC-14.8d)."""
    halves = price(at, name, tables_of(at)["campaign-prices"].number("prestige of a ransom", "halves"))
    return naming.deniers(halves) if halves else ""


def owed(at: Campaign, side: SideId) -> Iterator[str]:
    """What must be paid sooner or later: ransoms for one's own, and mercenaries who were promised a share."""
    for name, by in at.captors.items():
        man = at.men[name]
        if man.side == side and name in at.prestige and name not in at.fates and by:
            yield say(
                "{man} costs {deniers} of ransom, to the {side}.",
                man=man.name,
                deniers=ransom_told(at, name),
                side=at.side_of(by).name,
            )
    each = tables_of(at)["campaign-prices"].number("mercenary", "halves")
    for group, service in at.bands.items():
        if not service.paid and at.groups[group].side == side:
            number = len(at.content(group).men)
            yield say(
                "Mercenaries {counter} wait for their share: {n} of loot, or {deniers}.",
                counter=group,
                n=naming.points(number),
                deniers=naming.deniers(each * number),
            )
