"""Falling from a ladder or a rope: where to, on whom, and what it does (GUI-10.1.6c, GUI-10.6.4)."""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.harm import Displaced
from rules.events.ladders import Fell
from rules.journal import Journal
from rules.orders.records import FallOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import borne_by, grounded
from rules.state.storeys import on_a_floor
from rules.tactical.harm import stunning, surrounded, wounds
from rules.tactical.instructions.questions import ground_at, placed
from rules.tactical.instructions.standing import direction, fall_choice, retreat_goal
from rules.tactical.ways import loose_horses
from rules.tactical.ways.passage import barred
from rules.tactical.ways.stacking import is_free, places_beside

FALL = "GUI-10.1.6c"
CROWD = 2  # where one lies on another already nobody can be put on top


def fall(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str = FALL) -> None:
    """Somebody falls from what he has climbed: he is wounded, and whoever is under him stunned; either of
    them dies if he was hurt before (GUI-10.1.6c). From a rope likewise: who is in the hex in which he comes
    down is stunned, not who stands where the rope hangs (GUI-10.6.4, RUL-1065)."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    places = landings(battle, rules, figure)
    order = direction(battle, rules, figure, "fall")
    at = journal.decide(
        figure.seat,
        "fall",
        places[0],
        rule,
        question=english("{figure} falls: where does he come down?", figure=placed(figure)),
        options=lambda: [Choice(place, told(battle, figure, place)) for place in places],
        figure=figure_id,
        order=order[1] if order is not None else "",
    )
    under = _under(battle, figure, at)
    journal.record(Fell(figure=figure_id, hex=at, rule=rule, onto=under.id if under is not None else ""))
    if under is not None:
        stunning.stun(journal, rules, under.id, rule, english("{figure} falls on him", figure=figure.name))
        _drive_off(journal, rules, figure, at)
    wounds.wound(journal, rules, figure_id, rule, english("by the fall"))
    surrounded.check(journal, rules)


def landings(battle: Battle, rules: Ruleset, figure: Character) -> list[Hex]:
    """Where his owner may place him, the choice of his FALL order or the default first: a hex next to the
    foot, never one behind the stockade, be anybody there or not (RUL-1063). By default an empty one far from
    enemies, or by his RETREAT order near to its goal, else one where an enemy is, else one of a friend; the
    foot, if nothing else is open (RUL-1013).
    """
    assert figure.hex is not None
    foot, man = figure.hex, grounded(figure)
    goal = retreat_goal(battle, rules, figure)
    enemies = [at for e in battle.active_enemies(figure.side) if not e.storey for at in e.hexes]

    def preference(at: Hex) -> tuple[bool, bool, int, int, Hex]:
        taken = not is_free(battle, at, but=(figure.id,))
        friends = any(not battle.hostile(figure.side, f.side) for f in battle.living_at(at))
        to_goal = battle.board.distance(at, goal) if goal is not None and goal in battle.board else 0
        away = min((battle.board.distance(at, enemy) for enemy in enemies), default=0)
        return (taken, friends, to_goal, -away, at)

    around = [at for at in battle.board.neighbours(foot) if barred(battle, rules, man, foot, at) is None]
    around = [at for at in around if battle.horse_at(at) is None and len(battle.living_at(at)) < CROWD]
    places = sorted(around, key=preference)
    ordered = fall_choice(battle, rules, figure)
    wanted = _as_ordered(battle, figure, places, ordered[0]) if ordered is not None else None
    return [*([wanted] if wanted is not None else []), *(at for at in places if at != wanted)] or [foot]


def _as_ordered(battle: Battle, figure: Character, places: list[Hex], order: FallOrder) -> Hex | None:
    """The hex that a FALL order means; None where it means none of these."""
    if order.toward:
        board = battle.board
        empty = [at for at in places if is_free(battle, at, but=(figure.id,))]
        nearest = min(empty, key=lambda at: board.distance(at, order.toward), default=None)
        return order.toward if order.toward in places else nearest
    under = {at: man for at in places if (man := _under(battle, figure, at)) is not None}
    if order.enemy:
        return next((at for at, man in under.items() if battle.hostile(figure.side, man.side)), None)
    ranked = (at for name in order.on for at, man in under.items() if man.id == name)
    return next(ranked, None)


def _under(battle: Battle, figure: Character, at: Hex) -> Character | None:
    return next((f for f in battle.living_at(at) if f.id != figure.id), None)


def told(battle: Battle, figure: Character, at: Hex) -> str:
    """Where he comes down, as it is put to a player."""
    under = _under(battle, figure, at)
    return english("in {place}", place=ground_at(battle, at)) + (
        english(", on {under}", under=under.name) if under is not None else ""
    )


def _drive_off(journal: Journal, rules: Ruleset, figure: Character, at: Hex) -> None:
    """A horse that has lost its rider by it goes out of the way, if it can."""
    moved = loose_horses.push_aside(journal.battle, rules, figure, at)
    for event in moved if not isinstance(moved, Rejection) else ():
        journal.record(event)


def get_off(journal: Journal, rules: Ruleset) -> None:
    """At the end of the movement step whoever of the side in phase still lies on somebody gets off him, into
    the next free hex (GUI-4.1a, RUL-1014)."""
    battle = journal.battle
    for figure in list(battle.figures.values()):
        if not figure.atop or figure.side != battle.side or not figure.active:
            continue
        under = battle.figures[figure.atop]
        if under.living and under.hex == figure.hex:
            places = places_beside(battle, rules, figure, figure.hexes)
            if places:
                journal.record(Displaced(figure=figure.id, hex=places[0], rule=FALL))


def unfit(battle: Battle, figure: Character, rule: str) -> Rejection | None:
    """What keeps somebody from any work with ladders and ropes: he is in no state to, rides, has his hands
    full, is up on one, or has done something else in this phase."""
    if not figure.active or figure.animal:
        return Rejection("GUI-1.2g", english("{figure} is in no state to do it", figure=figure.name))
    if figure.side != battle.side:
        return Rejection(rule, english("this is not the phase of {figure}", figure=figure.name))
    if figure.mounted:
        return Rejection(rule, english("{figure} rides: that is done on foot", figure=figure.name))
    if figure.carries is not None or figure.leads:
        return Rejection(rule, english("{figure} has his hands full", figure=figure.name))
    if on_a_floor(battle, figure):
        return Rejection(rule, english("{figure} is not on the ground", figure=figure.name))
    if figure.storey:
        return Rejection(rule, english("{figure} is up on a ladder or rope", figure=figure.name))
    if figure.id in battle.now.busy:
        return Rejection(rule, english("{figure} gives this phase to other work", figure=figure.name))
    return None


def has_fought(battle: Battle, figure: Character, rule: str) -> Rejection | None:
    """Why somebody cannot do what takes the place of shooting and attacking (GUI-10.1.6a): he has shot or
    attacked, or carries a ladder and could do neither (GUI-10.1.2a)."""
    if borne_by(battle, figure.id):
        return Rejection("GUI-10.1.2a", english("{figure} carries a ladder himself", figure=figure.name))
    if figure.id in battle.now.fired or figure.id in battle.now.attacked:
        what = "shot" if figure.id in battle.now.fired else "attacked"
        return Rejection(rule, english("{figure} has {what} in this phase", figure=figure.name, what=what))
    return None
