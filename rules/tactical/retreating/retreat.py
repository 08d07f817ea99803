"""Giving ground: after a fight or under fire (GUI-6.5, GUI-5.4.4, GUI-4.3f to GUI-4.3h).

Which ways are open says ways_back.py; here they are chosen among and walked. Whoever cannot go the whole way
stays and is wounded.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.events.combat import RetreatBlocked, Retreated
from rules.events.movement import HorseMoved, HorseReleased, PutBack
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId
from rules.tactical.harm import displacement, infiltration, landing, wounds
from rules.tactical.harm.dangers import dangers, dangers_in
from rules.tactical.horses import bridle
from rules.tactical.instructions.questions import ground_at, placed
from rules.tactical.retreating import ropes
from rules.tactical.retreating.ordered_ways import Wish, follows, retreat_wish, tell, why_no_retreat
from rules.tactical.retreating.ways_back import Place, Route, all_ways, bounds, ways_back
from rules.tactical.ways import ground
from rules.tactical.ways.stacking import cannot_halt_astride, is_free

IN_OLDER_LOGS = (
    english(", others make room"),
)  # what questions said before they named whom: still translated


def resolve_retreat(
    journal: Journal,
    rules: Ruleset,
    figure_ids: Iterable[FigureId],
    hexes: int,
    cause: str,
    enemies: frozenset[FigureId] = frozenset(),
    shot_from: Hex | None = None,
) -> None:
    """Drive figures back by so many hexes, one after the other (GUI-6.5a, GUI-5.4.4a).

    ``cause``: combat or missile. ``enemies`` took part in the combat (GUI-4.3g), ``shot_from`` is where the
    shot came from (GUI-4.3h). The stunned die (GUI-6.5e); those who cannot go the whole way stay and are
    wounded (GUI-6.5d).
    """
    for figure_id in figure_ids:
        figure = journal.battle.figures[figure_id]
        if not figure.living or figure.carried_by is not None:
            continue
        if figure.stunned:
            wounds.kill(journal, rules, figure_id, wounds.SECOND_INJURY, english("driven back while stunned"))
            continue
        hexes = journal.ruled("retreat", (figure_id,), hexes)
        wish = retreat_wish(journal.battle, rules, figure)
        routes = ways_back(
            journal.battle, rules, figure, hexes, enemies=enemies, shot_from=shot_from,
            goal=wish.goal, path=wish.path, by_rope=cause == "combat",
        )  # fmt: skip
        if isinstance(routes, Rejection):
            journal.record(RetreatBlocked(figure=figure_id, needed=hexes, rule=routes.rule, why=routes.why))
            wounds.wound(journal, rules, figure_id, routes.rule, english("cannot give ground"))
        else:
            if not follows(routes[0].hexes, wish.path):
                near, beyond = bounds(journal.battle, figure, enemies, shot_from)
                found = all_ways(journal.battle, rules, figure, hexes, enemies, shot_from)
                ways = [tuple(place.hex for place in way) for way in found]
                why = why_no_retreat(journal.battle, figure, wish.path, ways, near, beyond)
                tell(journal, figure, wish.text, why)
                wish = Wish()
            go(journal, rules, figure, _decide(journal, rules, figure, routes, wish), cause)


def _decide(journal: Journal, rules: Ruleset, figure: Character, routes: list[Route], wish: Wish) -> Route:
    """Which of the ways he takes; the first by his RETREAT order or the default (GUI-6.5a). A rider
    has no choice."""
    if figure.mounted:
        return routes[0]
    battle = journal.battle
    chosen = journal.decide(
        figure.seat,
        "retreat",
        routes[0].end.label,
        "GUI-6.5a",
        question=english("{figure} has to fall back: where to?", figure=placed(figure)),
        options=lambda: [Choice(route.end.label, told(battle, rules, figure, route)) for route in routes],
        figure=figure.id,
        order=wish.text,
    )
    return next(route for route in routes if route.end.label == chosen)


def told(battle: Battle, rules: Ruleset, figure: Character, route: Route) -> str:
    """A way back as it is put to a player: all that his RETREAT order would weigh, who has to make room and
    who may test whom included."""
    hexes = [place.label for place in route.places]
    way = english(" by {hexes}", hexes=" > ".join(hexes[:-1])) if len(hexes) > 1 else ""
    shifts = [shift for cascade in route.rooms for shift in cascade.shifts]
    rope = english(", down the rope: on 1 to {missed} he falls to his death", missed=route.missed)
    return english(
        "to {place}{way}{rope}{room}{dangers}",
        place=ground_at(battle, route.end.hex) if not route.end.storey else route.end.label,
        way=way,
        rope=rope if route.missed else "",
        room="".join(_makes_room(battle, shift) for shift in shifts),
        dangers=dangers(battle, rules, figure, list(route.hexes))
        + "".join(_dangers_aside(battle, rules, shift) for shift in shifts),
    )


def _makes_room(battle: Battle, shift: displacement.Shift) -> str:
    """Who is pushed aside, and where to."""
    name = battle.horses[shift.piece].name if shift.is_horse else battle.figures[shift.piece].name
    if shift.drowns:
        return english(", {piece} is pushed into deep water ({at}) and drowns", piece=name, at=shift.hex)
    return english(", {piece} makes room (to {at})", piece=name, at=shift.hex)


def _dangers_aside(battle: Battle, rules: Ruleset, shift: displacement.Shift) -> str:
    """What may befall him there."""
    horse = battle.horses[shift.piece] if shift.is_horse else None
    if shift.drowns or (horse is not None and horse.front == shift.hex):
        return ""
    mover = battle.figures[shift.piece] if horse is None else infiltration.as_mover(horse, shift.side)
    return dangers_in(battle, rules, mover, shift.hex)


def resolve_horse_retreat(
    journal: Journal, rules: Ruleset, horse_id: HorseId, hexes: int, cause: str = "retreat"
) -> None:
    """A riderless horse is driven straight back; where it cannot go it stands (GUI-6.8c, RUL-605)."""
    for _ in range(hexes):
        horse = journal.battle.horses[horse_id]
        if not horse.loose or len(horse.hexes) < 2:
            return
        rear = horse.hexes[1]
        back = ground.behind(journal.battle, horse)
        if back is None or not ground.passable_for_horse(journal.battle, rules, rear, back):
            return
        if cannot_halt_astride(journal.battle, rules, (rear, back)) is not None:
            return
        if not is_free(journal.battle, back):
            return
        if horse.led_by is not None:
            journal.record(HorseReleased(figure=horse.led_by, horse=horse_id, rule="GUI-6.8c"))
        journal.record(HorseMoved(horse=horse_id, front=rear, rear=back, why=cause))


def go(journal: Journal, rules: Ruleset, figure: Character, route: Route, cause: str) -> None:
    """Walk the route, testing on every hex, the last one included (GUI-4.3f, GUI-6.5c).

    Ruling RUL-606: one who is stopped before the end has not gone the whole way and is wounded (GUI-6.5d); if
    a friend stands where he was stopped, he falls back to where he last stood free. The horse of a rider who
    is killed there makes way for that friend (RUL-418)."""
    bridle.release(journal, figure.id, "RUL-607")
    assert figure.hex is not None
    stood = Place(figure.hex, figure.rear)
    storey = figure.storey
    for place in route.places:
        here = journal.battle.figures[figure.id]
        by_rope = ropes.hang_from(journal.battle, here) and ropes.alone_leads(
            journal.battle, rules, here, place.hex
        )
        if by_rope and not ropes.caught(journal, rules, here, place.hex):
            return
        if place == route.end:
            for room in route.rooms:
                displacement.carry_out(
                    journal, rules, room, "GUI-5.4.4b" if cause == "missile" else "GUI-6.5b"
                )
        journal.record(
            Retreated(figure=figure.id, hex=place.hex, rear=place.rear, cause=cause, storey=place.storey)
        )
        if place.storey:
            stood, storey = place, place.storey
            continue
        result = infiltration.test(journal, rules, figure.id, place.hex, "retreat", frozenset())
        if journal.battle.figures[figure.id].dead:
            landing.let_horse_go(journal, rules, figure.mount)
            return
        alone = all(is_free(journal.battle, at, but=(figure.id,)) for at in place.hexes)
        alone = alone and cannot_halt_astride(journal.battle, rules, place.hexes) is None
        if result == "stopped" and place != route.end:
            if not alone:
                journal.record(PutBack(figure=figure.id, hex=stood.hex, rear=stood.rear, storey=storey))
            wounds.wound(
                journal, rules, figure.id, "GUI-6.5d", english("stopped before he had gone the whole way")
            )
            return
        if alone:
            stood, storey = place, GROUND
