"""Out of the flames: whoever is in a hex that catches fire leaves it, or burns.

Implements GUI-10.2.4a, GUI-10.2.4b, GUI-10.5.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.burning import NaphthaBurned, RousedByFire
from rules.events.combat import RetreatBlocked
from rules.events.harm import Recovered
from rules.events.movement import HorseCause, HorseMoved, HorseReleased
from rules.journal import Journal
from rules.orders.records import RetreatOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical.harm import unhorsing, wounds
from rules.tactical.instructions import standing
from rules.tactical.instructions.questions import placed
from rules.tactical.retreating import retreat, ways_back
from rules.tactical.retreating.ways_back import Place, Route
from rules.tactical.ways import ground
from rules.tactical.ways.stacking import cannot_halt_astride, is_free

FIRE = "GUI-10.2.4a"
NAPHTHA = "GUI-10.5.3"


def evacuate(journal: Journal, rules: Ruleset, hexes: Iterable[Hex]) -> None:
    """Everybody in hexes that have just caught fire gets out, in the order of the muster, horses last
    (GUI-10.2.4a). Who cannot is wounded; in burning naphtha the die decides (GUI-10.5.3)."""
    burning = frozenset(hexes)
    for figure in _people_in(journal.battle, burning):
        if _wakes(journal, rules, figure):
            if _in_naphtha(journal.battle, figure):
                _burn_in_naphtha(journal, rules, figure)
            elif not _leaves(journal, rules, figure, FIRE):
                wounds.wound(journal, rules, figure, FIRE, english("in the flames"))
    _horses(journal, rules)


def remain(journal: Journal, rules: Ruleset) -> None:
    """At the end of a player turn whoever is still in the flames tries to leave them once more. Who cannot is
    killed in the second turn (GUI-10.2.4a), and in naphtha rolls again.

    Book unclear on what the second turn is. Ruling RUL-1026: any game turn after the one in which the hex
    caught fire."""
    battle = journal.battle
    for figure in _people_in(battle, battle.flames.keys()):
        if not _wakes(journal, rules, figure):
            continue
        if _in_naphtha(battle, figure):
            _burn_in_naphtha(journal, rules, figure)
        elif not _leaves(journal, rules, figure, FIRE) and _second_turn(battle, figure):
            wounds.kill(journal, rules, figure, FIRE, english("a second turn in the flames"))
    _horses(journal, rules)


def _people_in(battle: Battle, hexes: Iterable[Hex]) -> list[FigureId]:
    """Everybody on the ground in some hexes; who is up on a ladder there falls with it (RUL-1015)."""
    there = battle.figures.among(hexes)
    return [f.id for f in there if f.living and f.carried_by is None and not f.storey]


def _in_naphtha(battle: Battle, figure_id: FigureId) -> bool:
    flames = (battle.flames.get(at) for at in battle.figures[figure_id].hexes)
    return any(flame is not None and flame.greek for flame in flames)


def _in_flames(battle: Battle, hexes: Iterable[Hex]) -> bool:
    return any(at in battle.flames for at in hexes)


def _second_turn(battle: Battle, figure_id: FigureId) -> bool:
    flames = (battle.flames.get(at) for at in battle.figures[figure_id].hexes)
    phases_a_turn = len(battle.setup.sides)
    return any(f is not None and -(-f.since // phases_a_turn) < battle.turn for f in flames)


def _wakes(journal: Journal, rules: Ruleset, figure_id: FigureId) -> bool:
    """Whether he can act: a stunned man comes to his senses on 1 to 6, else he dies (GUI-10.2.4b). False for
    somebody whom an earlier one's way out has killed or taken away."""
    figure = journal.battle.figures[figure_id]
    if not figure.living or not _in_flames(journal.battle, figure.hexes):
        return False
    if not figure.stunned:
        return True
    face = journal.roll("GUI-10.2.4b", figure_id)
    awake = face <= rules.tables["burning"].number("roused to", "value")
    journal.record(RousedByFire(figure=figure_id, face=face, awake=awake))
    if awake:
        journal.record(Recovered(figure=figure_id))
    else:
        wounds.kill(journal, rules, figure_id, "GUI-10.2.4b", english("stunned, in the flames"))
    return awake


def _leaves(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str) -> bool:
    """One hex out of the flames, as in any retreat: friends make room, enemies beside the way may strike.
    False if no way leads out; his owner chooses, by default the one with the fewest of those, towards the
    goal of his EVACUATE or RETREAT order."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    routes = _ways_out(battle, rules, figure)
    if isinstance(routes, Rejection):
        journal.record(RetreatBlocked(figure=figure_id, needed=1, rule=rule, why=routes.why))
        return False
    retreat.go(journal, rules, figure, _decide(journal, rules, figure, routes, rule), "fire")
    return True


def _decide(journal: Journal, rules: Ruleset, figure: Character, routes: list[Route], rule: str) -> Route:
    """Which of the ways he takes, the first of them by his standing order or the default."""
    battle = journal.battle
    found = standing.evacuation(battle, rules, figure)
    chosen = journal.decide(
        figure.seat,
        "evacuate",
        routes[0].end.hex,
        rule,
        question=english("{figure} is in the flames: which way out?", figure=placed(figure)),
        options=lambda: [Choice(way.end.hex, retreat.told(battle, rules, figure, way)) for way in routes],
        figure=figure.id,
        order=found[1] if found is not None else "",
    )
    return next(route for route in routes if route.end.hex == chosen)


def _goal(battle: Battle, rules: Ruleset, figure: Character) -> Hex | None:
    found = standing.evacuation(battle, rules, figure)
    if found is None:
        return None
    return found[0].goal if isinstance(found[0], RetreatOrder) else found[0].toward


def _ways_out(battle: Battle, rules: Ruleset, figure: Character) -> list[Route] | Rejection:
    """The ways that lead to a hex without fire, the best first."""
    goal = _goal(battle, rules, figure)
    if not figure.mounted:
        return ways_back.ways_back(battle, rules, figure, 1, goal=goal)
    routes = [
        route
        for place in _along(battle, rules, figure)
        if not _in_flames(battle, place.hexes)
        and (route := ways_back.with_room(battle, rules, figure, (place,))) is not None
    ]
    if not routes:
        return Rejection(
            FIRE, english("neither straight back nor straight ahead is there a place without fire")
        )
    return sorted(routes, key=lambda way: (_to_the_goal(battle, goal, way.end.hex), way.tests))


def _to_the_goal(battle: Battle, goal: Hex | None, at: Hex) -> int:
    """Hexes from here to where his order sends him; 0 where it names no hex of the board."""
    return battle.board.distance(at, goal) if goal is not None and goal in battle.board else 0


def _along(battle: Battle, rules: Ruleset, rider: Character) -> Iterator[Place]:
    """The places one hex back and one hex ahead of a rider. Ruling RUL-1027: from a fire he may also ride on,
    since the book sends him straight back from a blow only."""
    front, rear = rider.hexes
    back, ahead = ground.behind(battle, rider), ground.ahead(battle, rider)
    if back is not None and ground.passable(battle, rules, rider, rear, back):
        yield Place(rear, back)
    if ahead is not None and ground.passable(battle, rules, rider, front, ahead):
        yield Place(ahead, front)


# burning naphtha


def _burn_in_naphtha(journal: Journal, rules: Ruleset, figure_id: FigureId) -> None:
    """1 to 5 he dies, 6 to 8 he is wounded and goes one hex, above it he only goes; in a hex that burns too
    he rolls again (GUI-10.5.3). Who has nowhere to go is wounded, as in any retreat."""
    table = rules.tables["burning"]
    been: set[Hex] = set()
    while True:
        figure = journal.battle.figures[figure_id]
        if not figure.living or not _in_flames(journal.battle, figure.hexes):
            return
        assert figure.hex is not None
        been.add(figure.hex)
        face = journal.roll(NAPHTHA, figure_id)
        hurt = face <= table.number("naphtha wounds to", "value")
        killed = face <= table.number("naphtha kills to", "value")
        result = "killed" if killed else "wounded" if hurt else "retreat"
        journal.record(NaphthaBurned(figure=figure_id, hex=figure.hex, face=face, result=result))
        if killed:
            wounds.kill(journal, rules, figure_id, NAPHTHA, english("in burning naphtha"))
            return
        if hurt:
            wounds.wound(journal, rules, figure_id, NAPHTHA, english("in burning naphtha"))
            if not journal.battle.figures[figure_id].active:
                return
        if not _through(journal, rules, figure_id, been):
            return


def _through(journal: Journal, rules: Ruleset, figure_id: FigureId, been: set[Hex]) -> bool:
    """One hex out of burning naphtha, into another that burns if there is no other way (RUL-1047); False if
    he has to stay."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    if not isinstance(_ways_out(battle, rules, figure), Rejection):
        return _leaves(journal, rules, figure_id, NAPHTHA)
    unlit = battle.copy()
    unlit.flames = {}
    places = [Place(at) for at in _steps(unlit, rules, figure)]
    if figure.mounted:
        places = list(_along(unlit, rules, figure))
    routes = [
        route
        for place in places
        if place.hex not in been
        and (route := ways_back.with_room(unlit, rules, figure, (place,))) is not None
    ]
    if not routes:
        why = english("there is no way out of the flames")
        journal.record(RetreatBlocked(figure=figure_id, needed=1, rule=NAPHTHA, why=why))
        wounds.wound(journal, rules, figure_id, NAPHTHA, why)
        return False
    goal = _goal(battle, rules, figure)

    def hardship(route: Route) -> tuple[int, int, int, Place]:
        at = route.end.hex
        return _to_the_edge(unlit, battle, at), route.tests, _to_the_goal(battle, goal, at), route.end

    routes.sort(key=hardship)
    retreat.go(journal, rules, figure, _decide(journal, rules, figure, routes, NAPHTHA), "fire")
    return True


def _steps(unlit: Battle, rules: Ruleset, figure: Character) -> Iterator[Hex]:
    assert figure.hex is not None
    for end in unlit.board.neighbours(figure.hex):
        if ground.passable(unlit, rules, figure, figure.hex, end) and is_free(unlit, end):
            yield end


def _to_the_edge(unlit: Battle, battle: Battle, at: Hex) -> int:
    """Hexes from here to the nearest that does not burn."""
    return min(
        (unlit.board.distance(at, other) for other in unlit.board.cells if other not in battle.flames),
        default=0,
    )


# horses


def _horses(journal: Journal, rules: Ruleset) -> None:
    """A riderless horse bolts straight back or ahead out of the flames; one that cannot dies, since a wound
    kills an animal (GUI-1.2c, RUL-1027)."""
    for horse in list(journal.battle.horses.values()):
        if horse.loose and _in_flames(journal.battle, horse.hexes):
            place = _bolts_to(journal.battle, rules, horse)
            if place is None:
                unhorsing.kill_horse(journal, rules, horse.id, FIRE)
                continue
            _let_loose(journal, horse.id)
            journal.record(HorseMoved(horse=horse.id, front=place.hex, rear=place.rear, why=HorseCause.FIRE))


def _bolts_to(battle: Battle, rules: Ruleset, horse: Horse) -> Place | None:
    if len(horse.hexes) < 2:
        return None
    front, rear = horse.hexes
    back, ahead = ground.behind(battle, horse), ground.ahead(battle, horse)
    ways = [(rear, back, Place(rear, back))] if back is not None else []
    ways += [(front, ahead, Place(ahead, front))] if ahead is not None else []
    for start, end, place in ways:
        if (
            ground.passable_for_horse(battle, rules, start, end)
            and is_free(battle, end)
            and not _in_flames(battle, place.hexes)
            and cannot_halt_astride(battle, rules, place.hexes) is None
        ):
            return place
    return None


def _let_loose(journal: Journal, horse_id: HorseId) -> None:
    horse = journal.battle.horses[horse_id]
    if horse.led_by is not None:
        journal.record(HorseReleased(figure=horse.led_by, horse=horse_id, rule=FIRE))
