"""Where a figure can get to, and the cheapest way there; or the best reason why not. Implements GUI-4.

How ways are searched and which one wins stands in place_search.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.places import GROUND
from rules.core.places import Place as CorePlace
from rules.core.rejection import Reason, Rejection
from rules.orders.records import Leg
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.storeys import is_there
from rules.tactical.moving.place_search import FAR, Place, Search
from rules.tactical.moving.taken import closed_hexes
from rules.tactical.ways import links
from rules.tactical.ways.entry import starting_mp
from rules.tactical.ways.passage import barred


def cheapest_path(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    to: Hex,
    facing: str = "",
    storey: int = GROUND,
    *,
    though_taken: bool = False,
    past_friends: bool = True,
) -> list[Leg] | Rejection:
    """The cheapest legal way to a hex, whatever it costs: the caller compares it with the MP at hand. For
    riders ``to`` is where the front half goes, and ``facing`` how the horse is to stand there. Deterministic;
    see the module.

    ``though_taken``: find the way even if somebody who may be passed stands in that hex, for those who go as
    near to it as they can. ``past_friends``: over hexes of those whom he may pass, as most may."""
    found = found_ways(
        battle, rules, figure, to, facing, storey, though_taken=though_taken, past_friends=past_friends
    )
    return found if isinstance(found, Rejection) else found.search.best_legs(found.goals)


class Found(NamedTuple):
    """The cheapest ways to a hex: the search that found them, and the places there that they lead to."""

    search: Search
    goals: list[Place]


def found_ways(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    to: Hex,
    facing: str,
    storey: int,
    *,
    though_taken: bool,
    past_friends: bool = True,
) -> Found | Rejection:
    """All cheapest ways, for those who have more to ask of them; see cheapest_path."""
    refusal = _never(battle, figure, CorePlace(to, storey), though_taken)
    if refusal is not None:
        return refusal
    search = Search(battle, rules, figure, past_friends=past_friends)
    wanted = FACINGS.index(facing) if facing in list(FACINGS) and figure.mounted else -1

    def arrived(place: Place) -> bool:
        if place.hex != to or place.storey != storey or (wanted >= 0 and place.facing != wanted):
            return False
        return place == search.start or though_taken or search.may_end(place)

    goals = search.run(battle.now.left[figure.id], arrived, to) if figure.id in battle.now.left else []
    if not goals:
        search = Search(battle, rules, figure, past_friends=past_friends)
        if any(arrived(place) for place in search.places_in(to, storey)):
            goals = search.run(FAR, arrived)
        else:  # no place there is free for him: all that matters is whether he could get to one of them
            search.run(
                FAR,
                lambda place: place.hex == to and place.storey == storey and search.astride([place]) is None,
            )
    if not goals:
        if storey:
            return links.no_way(battle, rules, figure, CorePlace(to, storey))
        return _why_not(search, battle, rules, figure, to)
    return Found(search, goals)


def reach(battle: Battle, rules: Ruleset, figure: Character, limit: int | None = None) -> dict[Hex, int]:
    """The hexes where a figure (a rider's front half) could end a move now, and the MP that each takes; its
    own hex costs nothing. ``limit``: no more MP than these."""
    if figure.hex is None:
        return {}
    budget = battle.now.left.get(figure.id, starting_mp(battle, rules, figure, None))
    search = Search(battle, rules, figure)
    search.run(budget if limit is None else min(budget, limit))
    return ends_of(search)


def ends_of(search: Search) -> dict[Hex, int]:
    """The hexes where a move could end that a search has come to, and the MP that each takes."""
    found = {search.start.hex: 0}
    for place, mp in search.cost.items():
        if not place.storey and mp < found.get(place.hex, FAR) and search.may_end(place):
            found[place.hex] = mp
    return found


def _never(battle: Battle, figure: Character, place: CorePlace, though_taken: bool) -> Rejection | None:
    """Why nobody could end there, however far he could go."""
    if figure.hex is None:
        return Rejection("GUI-4", english("{figure} is not on the board", figure=figure.name))
    to = place.label
    if place.hex not in battle.board:
        return Rejection("GUI-4", english("there is no hex {to} on this board", to=place.hex))
    if not is_there(battle, place):
        return Rejection("GUI-4", english("there is no storey {place}", place=to))
    for other in battle.living_at(*place):
        if other.id != figure.id and not though_taken:
            return Rejection(
                "GUI-4.1a",
                english(
                    "{other} is in {to}: only one living character may end there", other=other.name, to=to
                ),
                Reason.OCCUPIED,
            )
    return None


def _why_not(search: Search, battle: Battle, rules: Ruleset, figure: Character, to: Hex) -> Rejection:
    """The best reason why a hex cannot be reached at all, whatever MP he had: its own ground, no room for the
    horse, the enemies who are in the way, the dead, and last the ground on all ways (GUI-4.2)."""
    refusals = [barred(battle, rules, figure, near, to) for near in battle.board.neighbours(to)]
    if refusals and all(refusals):
        first = refusals[0]
        assert first is not None
        return first
    if to in search.choked:
        return Rejection("GUI-4.2.2b", english("{to} is choked with the dead", to=to))
    reached = [place for place in search.cost if place.hex == to]
    if reached:
        astride = search.astride(reached)
        if astride is not None:
            return astride
        return Rejection(
            "GUI-4.4.3a",
            english("{figure} finds no room for his horse if he ends in {to}", figure=figure.name, to=to),
        )
    freely = Search(battle, rules, figure, through_enemies=True)
    goals = freely.run(FAR, lambda place: place.hex == to)
    if goals:
        on_the_way = {leg.hex for leg in freely.best_legs(goals)} & closed_hexes(battle, figure)
        names = [e.name for e in battle.active_enemies(figure.side) if on_the_way & set(e.hexes)]
        who = listed(names, "and") if names else english("a horse that an enemy leads")
        return Rejection(
            "GUI-4.2",
            english(
                "no way leads {figure} to {to}: {who} would have to be out of the way",
                figure=figure.name,
                to=to,
                who=who,
            ),
            Reason.OCCUPIED,
        )
    closed = english("closed to a rider") if figure.mounted else english("closed to him")
    closed += english(" or choked with the dead") if search.choked else ""
    return Rejection(
        "GUI-4.2",
        english(
            "no way leads {figure} to {to}: ground {closed} lies between",
            figure=figure.name,
            to=to,
            closed=closed,
        ),
        Reason.NO_WAY,
    )
