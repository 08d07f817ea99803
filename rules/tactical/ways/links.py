"""The links between places: ladders and ropes, and what is built into structures and engines.

Implements GUI-10.1.3a, GUI-10.1.3b, GUI-10.1.5b and GUI-10.6.2 (which places a ladder or rope joins, and
across which of them one fights). What built links cost, who may use them and whether one fights over them
stands in the table of links of the book that has any; without one a structure has none. A link whose other
end is not there, because it leads off the board, to a storey that nothing has or to one that lies too
high, is no way.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.places import GROUND, Place, place_of
from rules.core.rejection import Rejection
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.ladders import LADDER, against, borne_by, levels, upright_at, wall_hex
from rules.state.storeys import floor_at, is_there, level_of, structures
from rules.state.structures import Structure
from rules.state.works import Ladder
from rules.tactical.ways import climbing

TABLE = "links"
FLOOR = "floor"
"""The row of the table for a step to the next hex of a storey."""


class Link(msgspec.Struct, frozen=True):
    """A way from one place to another. ``mp``: what it takes; ``fought``: whether those at its ends reach
    each other with their swords; ``who``: how he has to be who uses it, as the table says; ``rule``: which
    one says so."""

    start: Place
    end: Place
    kind: str
    mp: int
    fought: bool
    rule: str
    who: str = ""

    @property
    def built(self) -> bool:
        """Whether it belongs to a structure, and is no ladder or rope that somebody put up."""
        return bool(self.who)


def links_from(battle: Battle, rules: Ruleset, place: Place) -> tuple[Link, ...]:
    """All links that lead from a place, whoever may be at their ends."""
    found = list(_by_ladder(battle, rules, place)) if battle.ladders else []
    if TABLE in rules.tables:
        for structure in structures(battle):
            found += _built_in(battle, rules, structure, place)
    return tuple(found)


def link_between(battle: Battle, rules: Ruleset, start: Place, end: Place) -> Link | None:
    """The link that leads from one place to another."""
    return next((link for link in links_from(battle, rules, start) if link.end == end), None)


def fought_over(battle: Battle, rules: Ruleset, a: Character, b: Character) -> bool:
    """Whether a link joins two places of which neither is plain ground beside the other, and one
    fights over it."""
    reached = {
        link.end for at in a.hexes for link in links_from(battle, rules, Place(at, a.storey)) if link.fought
    }
    return any(Place(at, b.storey) in reached for at in b.hexes)


def leads_into(battle: Battle, rules: Ruleset, figure: Character, end: Hex) -> bool:
    """Whether a link leads somebody who is not on the ground to that of a hex, from where he is."""
    place = figure.place
    return place is not None and link_between(battle, rules, place, Place(end)) is not None


def strikes_into(battle: Battle, rules: Ruleset, figure: Character, end: Hex) -> bool:
    """Whether somebody who is not on the ground can attack the ground of a hex from where he is."""
    place = figure.place
    return place is not None and any(
        link.fought and link.end == Place(end) for link in links_from(battle, rules, place)
    )


def cannot_use(battle: Battle, rules: Ruleset, figure: Character, link: Link) -> Rejection | None:
    """What keeps somebody from a built link: he rides, has his hands full, or wears armour, where the
    table says so."""
    words = rules.tables[TABLE].text(link.kind, "name")
    if figure.mounted:
        return Rejection(
            link.rule, english("{figure} rides: {link} is for men on foot", figure=figure.name, link=words)
        )
    burdened = figure.carries is not None or figure.leads or borne_by(battle, figure.id) is not None
    if burdened and link.who != "anybody":
        return Rejection(
            link.rule,
            english("{figure} has his hands full: {link} takes both", figure=figure.name, link=words),
        )
    if figure.armoured and link.who == "unarmoured":
        return Rejection(
            link.rule,
            english("{figure} wears armour: {link} does not bear him", figure=figure.name, link=words),
        )
    return None


def over_cost(
    battle: Battle, rules: Ruleset, figure: Character, end: Hex, ground: Modifier
) -> tuple[Modifier, ...]:
    """What it takes somebody who is not on the ground to come to that of a hex, be it from a ladder or over
    a drawbridge."""
    place = figure.place
    assert place is not None
    if floor_at(battle, place) is None:
        return climbing.over_cost(battle, rules, figure, end, ground)
    link = link_between(battle, rules, place, Place(end))
    return (as_cost(rules, link),) if link is not None else (ground,)


def as_cost(rules: Ruleset, link: Link) -> Modifier:
    """The price of a built link, with its name."""
    return Modifier(link.mp, link.rule, rules.tables[TABLE].text(link.kind, "name"))


def no_way(battle: Battle, rules: Ruleset, figure: Character, end: Place) -> Rejection:
    """Why somebody cannot go to a place at once: nothing is there, or nothing leads there from where he is;
    with the place that he may have meant."""
    place = figure.place
    assert place is not None
    if not is_there(battle, end):
        return Rejection("GUI-4", english("there is no storey {place}", place=end.label))
    others = [link.end.label for link in links_from(battle, rules, place)]
    meant = Place(end.hex, place.storey)
    if end.storey == GROUND and place.storey and meant.label in others:
        return Rejection(
            "GUI-4",
            english(
                "{end} is the ground there: on his own storey it is {meant}", end=end.label, meant=meant.label
            ),
        )
    if not others:
        return Rejection(
            "GUI-4", english("nothing leads from {start} to {end}", start=place.label, end=end.label)
        )
    return Rejection(
        "GUI-4",
        english(
            "nothing leads from {start} to {end}: from there one comes to {others}",
            start=place.label,
            end=end.label,
            others=", ".join(others),
        ),
    )


def places(battle: Battle) -> Iterator[Place]:
    """Every place of a structure that is not plain ground, and the ends of what was built between them."""
    for structure in structures(battle):
        for floor in structure.floors:
            yield from (Place(at, floor.storey) for at in floor.hexes or structure.hexes)
        for joint in structure.joints:
            yield from (place for label in (joint.start, joint.end) if (place := place_of(label)) is not None)


# ladders and ropes


def _by_ladder(battle: Battle, rules: Ruleset, place: Place) -> Iterator[Link]:
    if floor_at(battle, place) is not None:
        return
    ladder = upright_at(battle, place.hex)
    if ladder is not None:
        if place.storey < levels(battle, ladder):
            yield _rung(rules, ladder, place, place.storey + 1, up=True)
        if place.storey:
            yield _rung(rules, ladder, place, place.storey - 1, up=False)
        wall = wall_hex(battle, ladder)
        if wall is not None and place.storey == levels(battle, ladder):
            yield _over(battle, rules, ladder, place, Place(wall))
    if not place.storey:
        for leaning in against(battle, place.hex):
            yield _over(battle, rules, leaning, place, Place(leaning.hexes[0], levels(battle, leaning)))


def _rung(rules: Ruleset, ladder: Ladder, place: Place, storey: int, *, up: bool) -> Link:
    mp, rule = climbing.price(rules, ladder, up=up)
    return Link(place, Place(place.hex, storey), ladder.kind, mp, False, rule)


def _over(battle: Battle, rules: Ruleset, ladder: Ladder, start: Place, end: Place) -> Link:
    """At the top of a ladder or rope one looks over the wall (GUI-10.1.5b, RUL-1010)."""
    rule = "GUI-10.1.3b" if ladder.kind == LADDER else "GUI-10.6.2"
    return Link(start, end, ladder.kind, climbing.over_mp(battle, rules, ladder), True, rule)


# what is built


def _built_in(battle: Battle, rules: Ruleset, structure: Structure, place: Place) -> Iterator[Link]:
    for joint in structure.joints:
        ends = place_of(joint.start), place_of(joint.end)
        for start, end in (ends, ends[::-1]):
            if start == place and end is not None:
                yield from _built(battle, rules, joint.kind, place, end)
    if place.storey and structure.floor(place) is not None:
        for near in battle.board.neighbours(place.hex):
            beside = Place(near, place.storey)
            if structure.floor(beside) is not None:
                yield from _built(battle, rules, FLOOR, place, beside)


def _built(battle: Battle, rules: Ruleset, kind: str, start: Place, end: Place) -> Iterator[Link]:
    table = rules.tables[TABLE]
    if not table.has(kind) or not is_there(battle, end):
        return
    rise = level_of(battle, end) - level_of(battle, start)
    if abs(rise) > table.number(kind, "rise"):
        return
    yield Link(
        start,
        end,
        kind,
        mp=table.number(kind, "down" if rise < 0 else "up"),
        fought=table.text(kind, "fought") == "yes",
        rule=table.text(kind, "rule"),
        who=table.text(kind, "who"),
    )
