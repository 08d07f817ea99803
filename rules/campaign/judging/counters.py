"""The counters of a position of a campaign: one a line, its parts between commas.

::

    [groups normans]        of a seat
    n1, Melfi, leader Robert, prestige 6, hostility 7, 3 knight, 4 archer, wounded 2 archer, purse 14
    n2, 3824, 12 men, unfed 2, came 3823, holds Leon of byzantines
    [mercenaries]
    m1, Venosa, 6 spearman, under n1, paid
    m2, NE of Melfi, 8 men
    [convoys]
    nc1 of normans, 3824, Melfi to Venosa, points 4, escort n1
    c1, 4025, Lucera to Siponto, points 5
    [spies]
    Gisulfo of normans, 4123
    [places]
    Venosa, normans, resources 4, hostility 6, purse 8, garrison 5 spearman

A number of "men" is mustered as the table of groups has it; a name of a roster is that man.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from rules.campaign.in_force import tables_of
from rules.campaign.muster import headcount, in_hand, mustered
from rules.campaign.plans.spots import Spots
from rules.orders.trouble import Misread
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase, Section
from rules.scenarios.rosters import plain_name, roster_figures
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, Band, Content, Convoy, Group, GroupId, Holding, PlaceId, Spy
from rules.state.figure import Character, FigureId, Health, Hex, SeatId, SideId

DRIVERLESS = "driverless"
MOST_MEN = 200
USUAL_PRESTIGE, USUAL_HOSTILITY, USUAL_LOAD = 5, 6, 5
_ITEMS = (
    "leader NAME", "prestige 6", "hostility 7", "3 knight", "wounded 2 archer", "12 men", "purse 14",
    "unfed 2", "came 3823", "free 4", "letter N", "holds NAME of normans",
)  # fmt: skip
_OF_BANDS = ("under n1", "paid", "hired 3", "checks 1", "6 spearman", "8 men", "letter L", "hostility 5")
_OF_CONVOYS = ("Melfi to Venosa", "points 4", "escort n1", DRIVERLESS)
_OF_PLACES = (
    "normans", "resources 4", "hostility 6", "purse 8", "garrison 5 spearman", "rests until 8",
    "cures NAME until 9",
)  # fmt: skip


def clear(at: Campaign) -> None:
    """Nobody is on the map any more; places keep what they have."""
    at.groups, at.contents, at.bands, at.convoys, at.loads, at.spies = {}, {}, {}, {}, {}, {}
    at.captors, at.prestige, at.counters = {}, {}, {}
    kept = {name for holding in at.holdings.values() for name in (*holding.garrison, *holding.patients)}
    at.men = {name: man for name, man in at.men.items() if name in kept}


def put(at: Campaign, first: Phase) -> dict[GroupId, int]:
    """Put the counters of a file on the map, and into places what it says of them; on which line each group
    stands. Raises PositionError."""
    for line in _lines(first, "places"):
        _Parts(at, line).place()
    lines: dict[GroupId, int] = {}
    seats = {seat.id for seat in at.setup.seats}
    for section in first.of("groups"):
        if section.about not in seats:
            raise unknown(section.number, "seat", section.about, seats)
        for line in section.lines:
            lines[_Parts(at, line).group(section.about)] = line.number
    for line in _lines(first, "mercenaries"):
        lines[_Parts(at, line).band()] = line.number
    for line in _lines(first, "convoys"):
        _Parts(at, line).convoy()
    for line in _lines(first, "spies"):
        _Parts(at, line).spy()
    return lines


def _lines(first: Phase, kind: str) -> Iterator[Line]:
    sections: list[Section] = list(first.of(kind))
    return (line for section in sections for line in section.lines)


class _Parts:
    """A line in its parts, and what it makes."""

    def __init__(self, at: Campaign, line: Line) -> None:
        self.at, self.line = at, line
        self.parts = [" ".join(part.split()) for part in line.text.split(",")]
        self.parts = [part for part in self.parts if part]

    def wrong(self, words: str) -> PositionError:
        return PositionError(self.line.number, words)

    # what several have

    def hex(self, text: str) -> Hex:
        """A hex, a place, or a direction from one, as orders say it."""
        try:
            return Spots(self.at).hex(text)
        except Misread as misread:
            raise self.wrong(misread.trouble.message) from None

    def placed(self, text: str) -> PlaceId:
        try:
            return Spots(self.at).place(text).id
        except Misread as misread:
            raise self.wrong(misread.trouble.message) from None

    def whole(self, text: str, what: str) -> int:
        if not text.isdecimal() or len(text) > 3:
            raise self.wrong(f"{what} is followed by a number, not {text!r}")
        return int(text)

    def money(self, text: str) -> int:
        """In half deniers."""
        if not re.fullmatch(r"\d{1,4}(?:\.[05])?", text):
            raise self.wrong(f"purse is followed by deniers, such as 14 or 7.5, not {text!r}")
        return int(float(text) * HALVES)

    def side(self, text: str) -> SideId:
        known = {side.id for side in self.at.setup.sides}
        if text.lower() not in known:
            raise unknown(self.line.number, "side", text, known)
        return text.lower()

    def seat_of(self, side: SideId) -> SeatId:
        return next(seat.id for seat in self.at.setup.seats if seat.side == side)

    def counter(self, letter: str) -> str:
        """What the first part calls it, or the next number of its letter."""
        first = self.parts[0].lower() if self.parts else ""
        name = first.partition(" of ")[0]
        if re.fullmatch(r"[a-z]{1,2}\d{1,3}", name):
            self.parts.pop(0)
            if not re.fullmatch(rf"{letter}\d+", name):
                raise self.wrong(f"the counters of these are {letter}1, {letter}2 and so on, not {name}")
            if name in self.at.groups:
                _gone(self.at, name)
        else:
            name = f"{letter}{self.at.counters.get(letter, 0) + 1}"
        self.at.counters[letter] = max(self.at.counters.get(letter, 0), int(name[len(letter) :]))
        return name

    def said(self, what: str, usual: str) -> str:
        """The word behind another, of the part that begins with that: "letter L"."""
        words = (part.split() for part in self.parts)
        return next((part[1] for part in words if part[0].lower() == what and len(part) > 1), usual)

    def where(self) -> Hex:
        if not self.parts:
            raise self.wrong("where? A hex or a place stands behind the counter: n1, Melfi")
        return self.hex(self.parts.pop(0))

    # men

    def named(self, name: str, side: SideId, seat: SeatId) -> Character:
        """A man of a roster, by name."""
        figure = roster_figures().get(plain_name(name))
        if figure is None:
            raise unknown(self.line.number, "man of a roster called", name, roster_figures())
        return in_hand(figure.figure(side, seat))

    def some(self, number: int, kind: str, letter: str, side: SideId, seat: SeatId) -> tuple[Character, ...]:
        if not 0 < number <= MOST_MEN:
            raise self.wrong(f"1 to {MOST_MEN} men, not {number}")
        if kind in ("man", "men"):
            kinds = list(headcount(letter, number, tables_of(self.at)))
        else:
            known = {figure.kind for figure in roster_figures().values()}
            one = kind if kind in known else kind.removesuffix("s")
            if one not in known:
                raise unknown(self.line.number, "kind of men", kind, known)
            kinds = [one] * number
        return mustered(kinds, letter, side, seat, frozenset(self.at.men), "Melfi")

    def men_said(self, part: str, letter: str, side: SideId, seat: SeatId) -> tuple[Character, ...] | None:
        """ "3 knight", "wounded 2 archer", "Hugo", "wounded Hugo"; None for something else."""
        words = part.split()
        wounded = words[0].lower() == "wounded"
        words = words[1:] if wounded else words
        if len(words) > 1 and words[0].isdecimal() and len(words[0]) <= 3:
            found = self.some(int(words[0]), " ".join(words[1:]).lower(), letter, side, seat)
        elif words and plain_name(" ".join(words)) in roster_figures():
            found = (self.named(" ".join(words), side, seat),)
        else:
            return None
        if wounded:
            found = tuple(replace(man, health=Health.WOUNDED) for man in found)
        self.at.men |= {man.id: man for man in found}
        return found

    # counters

    def group(self, seat: SeatId) -> GroupId:
        at = self.at
        side = next(one.side for one in at.setup.seats if one.id == seat)
        letter = at.setup.factions[side]
        name = self.counter(letter.lower())
        where = self.where()
        letter = self.said("letter", letter).upper()
        men: list[Character] = []
        leader, prestige, came, free = "", USUAL_PRESTIGE, where, 0
        content = Content(men=(), hostility=USUAL_HOSTILITY)
        for part in self.parts:
            first, _, rest = part.partition(" ")
            match first.lower():
                case "leader":
                    leads = replace(self.named(rest, side, seat), leader=True)
                    at.men[leads.id] = leads
                    men.insert(0, leads)
                    leader = leads.id
                case "prestige":
                    prestige = self.whole(rest, "prestige")
                case "hostility":
                    content = replace(content, hostility=self.whole(rest, "hostility"))
                case "purse":
                    content = replace(content, purse=self.money(rest))
                case "unfed":
                    content = replace(content, unfed=self.whole(rest, "unfed"))
                case "came":
                    came = self.hex(rest)
                case "free":
                    free = self.whole(rest, "free")
                case "letter":
                    continue
                case "holds":
                    content = replace(content, captives=(*content.captives, self.captive(rest, side)))
                case _:
                    found = self.men_said(part, letter, side, seat)
                    if found is None:
                        raise unknown(self.line.number, "part of a group", part, _ITEMS)
                    men += found
        if not men:
            raise self.wrong("who is in it? 12 men, 3 knight, leader Robert")
        if leader:
            at.prestige[leader] = prestige
        at.groups[name] = Group(name, side, seat, where, riders=all(m.mounted for m in men), came=came,
                                free=free)  # fmt: skip
        at.contents[name] = replace(content, men=tuple(man.id for man in men), leader=leader)
        return name

    def captive(self, text: str, by: SideId) -> FigureId:
        """ "Leon of byzantines": a leader whom a group escorts."""
        called, _, of = text.partition(" of ")
        side = self.side(of)
        man = replace(self.named(called, side, self.seat_of(side)), leader=True)
        self.at.men[man.id] = man
        self.at.captors[man.id] = by
        self.at.prestige.setdefault(man.id, USUAL_PRESTIGE)
        return man.id

    def band(self) -> GroupId:
        at = self.at
        name = self.counter("m")
        where, hired = self.where(), Band(hired=at.day)
        letter, under = self.said("letter", "M").upper(), self.said("under", "").lower()
        if under and under not in at.groups:
            raise unknown(self.line.number, "group", under, at.groups)
        side, seat = (at.groups[under].side, at.groups[under].seat) if under else ("", "")
        men: list[Character] = []
        level = USUAL_HOSTILITY
        for part in self.parts:
            first, _, rest = part.partition(" ")
            match first.lower():
                case "under" | "letter":
                    continue
                case "paid":
                    hired = replace(hired, paid=True)
                case "hired":
                    hired = replace(hired, hired=self.whole(rest, "hired"))
                case "checks":
                    hired = replace(hired, checks=self.whole(rest, "checks"))
                case "hostility":
                    level = self.whole(rest, "hostility")
                case _:
                    found = self.men_said(part, letter, side, seat)
                    if found is None:
                        raise unknown(self.line.number, "part of a band", part, _OF_BANDS)
                    men += found
        if not men:
            raise self.wrong("who is in it? 8 men, 6 spearman")
        at.groups[name] = Group(name, side, seat, at.groups[under].hex if under else where,
                                riders=all(m.mounted for m in men), came=where, mercenaries=True,
                                under=under)  # fmt: skip
        at.contents[name] = Content(men=tuple(man.id for man in men), hostility=level)
        at.bands |= {name: hired} if under else {}
        return name

    def convoy(self) -> None:
        at = self.at
        owner = self.parts[0].partition(" of ")[2] if self.parts else ""
        side = self.side(owner) if owner else ""
        letter = f"{at.setup.factions[side].lower()}c" if side else "c"
        name = self.counter(letter)
        where = self.where()
        found = Convoy(name, side, self.seat_of(side) if side else "", where, "", "")
        load = USUAL_LOAD
        for part in self.parts:
            first, _, rest = part.partition(" ")
            if first.lower() == DRIVERLESS:
                found = replace(found, driver=False)
            elif first.lower() == "points":
                load = self.whole(rest, "points")
            elif first.lower() == "escort":
                if rest.lower() not in at.groups:
                    raise unknown(self.line.number, "group", rest, at.groups)
                found = replace(found, escort=rest.lower())
            elif " to " in part:
                start, _, goal = part.partition(" to ")
                found = replace(found, start=self.placed(start), goal=self.placed(goal))
            else:
                raise unknown(self.line.number, "part of a convoy", part, _OF_CONVOYS)
        if not found.start:
            raise self.wrong("from where to where? Melfi to Venosa")
        at.convoys[name], at.loads[name] = found, load

    def spy(self) -> None:
        if len(self.parts) != 2 or " of " not in self.parts[0]:
            raise self.wrong("Gisulfo of normans, 4123: whose he is, and where")
        called, _, of = self.parts[0].partition(" of ")
        side, name = self.side(of), plain_name(called)
        self.at.spies[name] = Spy(name, called, side, self.seat_of(side), self.hex(self.parts[1]))

    # places

    def place(self) -> None:
        at = self.at
        place = self.placed(self.parts.pop(0)) if self.parts else ""
        side = next((p.lower() for p in self.parts if p.lower() in {s.id for s in at.setup.sides}), None)
        if side is not None:
            at.places[place] = replace(at.places[place], side=side)
        side = at.places[place].side
        seat = self.seat_of(side) if side else ""
        holding: Holding = at.holdings[place]
        fresh: tuple[FigureId, ...] | None = None
        for part in self.parts:
            first, _, rest = part.partition(" ")
            match first.lower():
                case "resources":
                    holding = replace(holding, resources=self.whole(rest, "resources"))
                case "hostility":
                    holding = replace(holding, hostility=self.whole(rest, "hostility"))
                case "purse":
                    holding = replace(holding, purse=self.money(rest))
                case "rests":
                    holding = replace(holding, rests=self.whole(rest.removeprefix("until "), "rests until"))
                case "garrison":
                    found = self.men_said(rest, at.setup.place(place).letter, side, seat)
                    if found is None:
                        raise self.wrong("garrison 5 spearman, for example")
                    fresh = (*(fresh or ()), *(man.id for man in found))
                case "cures":
                    called, _, until = rest.partition(" until ")
                    man = replace(self.named(called, side, seat), health=Health.WOUNDED)
                    at.men[man.id], at.recover[man.id] = man, self.whole(until, "until")
                    holding = replace(holding, patients=(*holding.patients, man.id))
                case word if word == side:
                    continue
                case _:
                    raise unknown(self.line.number, "part of a place", part, _OF_PLACES)
        if fresh is not None:
            for name in holding.garrison:
                at.men.pop(name, None)
            holding = replace(holding, garrison=fresh)
        at.holdings[place] = holding


def _gone(at: Campaign, name: GroupId) -> None:
    """A counter that a line puts up anew."""
    for one in (name, *(band.id for band in at.stacked(name))):
        for man in at.contents[one].men:
            at.men.pop(man, None)
            at.prestige.pop(man, None)
        at.groups.pop(one)
        at.contents.pop(one)
        at.bands.pop(one, None)
