"""Refusing combat: whoever is faster than all who attack him may go out of their way before the blow.

Implements GUI-7.4a, GUI-7.4b, GUI-7.4c; in each hex that he enters, the last one too, enemies beside it may
strike (GUI-4.3f).
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.combat import AttackWasted, CombatRefused, Retreated
from rules.journal import Journal
from rules.orders.records import RefuseOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.state.terrain import terrain_at
from rules.tactical.fighting import odds
from rules.tactical.fighting.odds import Assessment
from rules.tactical.harm import infiltration
from rules.tactical.harm.dangers import dangers
from rules.tactical.horses import bridle
from rules.tactical.instructions import standing
from rules.tactical.instructions.questions import ground_at, named, placed
from rules.tactical.retreating.ways_back import COVERS, Place, clear_ways
from rules.tactical.ways.entry import allowance

_STAND = "stand"


class Escape(NamedTuple):
    """A way out, hex by hex, and how many enemies may test him on it."""

    places: tuple[Place, ...]
    tests: int


def stand_or_go(
    journal: Journal, rules: Ruleset, found: Assessment
) -> tuple[tuple[FigureId, ...], tuple[FigureId, ...]]:
    """Ask the defenders of a declared attack whether they wait for it, and let those go who do not
    (GUI-7.4a, RUL-741).

    Answers who is still there to attack and to be attacked; nobody where the attack falls away. Attackers
    with no other enemy beside them have then used it up, and nobody follows (GUI-7.4c, RUL-743)."""
    gone = False
    for defender in found.defenders if found.horse is None else ():
        way = _choice(journal, rules, found, journal.battle.figures[defender])
        if way is not None:
            _evade(journal, rules, found, defender, way)
            gone = True
    if not gone:
        return found.attackers, found.defenders
    left = _still_there(journal.battle, rules, found)
    if not left[1]:
        idle = tuple(a for a in found.attackers if not _has_another(journal.battle, rules, a))
        if idle:
            journal.record(AttackWasted(attackers=idle))
    return left


def may_refuse(
    battle: Battle, rules: Ruleset, defender: Character, attackers: tuple[FigureId, ...]
) -> Rejection | None:
    """Why a defender has to stand, his way apart; None if he may refuse (GUI-7.4a): he has more MP than every
    assailant, on the faces in play, and rides against no charge of theirs himself."""
    if not defender.active or defender.carries is not None:
        return Rejection("GUI-7.4a", english("{defender} cannot move", defender=defender.name))
    own = allowance(battle, rules, defender)
    fastest = max((battle.figures[a] for a in attackers), key=lambda a: allowance(battle, rules, a))
    if allowance(battle, rules, fastest) >= own:
        why = english(
            "{fastest} has {allowance} MP, {defender} no more than {own}",
            fastest=fastest.name,
            allowance=allowance(battle, rules, fastest),
            defender=defender.name,
            own=own,
        )
        return Rejection("GUI-7.4a", why)
    return None


def best_escape(
    battle: Battle, rules: Ruleset, defender: Character, attackers: tuple[FigureId, ...]
) -> Escape | Rejection:
    """The way that a refuser takes if he is not asked, or why there is none."""
    found = escapes(battle, rules, defender, attackers)
    return found if isinstance(found, Rejection) else found[0]


def escapes(
    battle: Battle, rules: Ruleset, defender: Character, attackers: tuple[FigureId, ...]
) -> list[Escape] | Rejection:
    """The best way to each hex into which a refuser may go, the best of all first: past the fewest enemies,
    then nearest to the goal of his RETREAT order, else farthest from the attackers, into the best cover and
    towards his own edge.

    One hex on foot, two on horseback, straight back (GUI-7.4b, RUL-742), through hexes where nobody is, and
    out of reach of all who attack him (GUI-7.4c)."""
    distance = rules.tables["refusing"].number("rider" if defender.mounted else "foot", "hexes")
    beside = {
        n for a in attackers for at in battle.figures[a].hexes for n in (at, *battle.board.neighbours(at))
    }
    ways = [
        places
        for places in clear_ways(battle, rules, defender, distance)
        if not beside & set(places[-1].hexes)
    ]
    if not ways:
        hexes = english("1 hex") if distance == 1 else english("{distance} hexes", distance=distance)
        return Rejection(
            "GUI-7.4c",
            english(
                "no free way of {hexes} leads {defender} out of their reach",
                hexes=hexes,
                defender=defender.name,
            ),
        )
    goal = standing.retreat_goal(battle, rules, defender)
    edge = battle.side_of(defender.side).edge

    def preference(escape: Escape) -> tuple[int, int, int, int, int, tuple[Place, ...]]:
        end = escape.places[-1].hex
        to_goal = battle.board.distance(end, goal) if goal is not None and goal in battle.board else 0
        away = min(battle.board.distance(end, at) for a in attackers for at in battle.figures[a].hexes)
        cover = COVERS.index(rules.tables["terrain"].text(terrain_at(battle, end), "cover"))
        home = battle.board.distance(end, edge) if edge in battle.board else 0
        return (escape.tests, to_goal, -away, -cover, home, escape.places)

    best: dict[Place, Escape] = {}
    for escape in sorted((Escape(w, _tests(battle, rules, defender, w)) for w in ways), key=preference):
        best.setdefault(escape.places[-1], escape)
    return list(best.values())


def _tests(battle: Battle, rules: Ruleset, figure: Character, places: tuple[Place, ...]) -> int:
    return len({e.id for p in places for e in infiltration.opponents(battle, rules, figure, p.hex)})


def _choice(journal: Journal, rules: Ruleset, found: Assessment, defender: Character) -> Escape | None:
    """The way by which he goes; None if he stands, as he does unless he is asked or has an order that fits
    this attack."""
    battle = journal.battle
    instruction = standing.refusal(battle, rules, defender, found.attackers, found.weight)
    if instruction is None and not journal.asks(defender.seat, "refuse"):
        return None
    if may_refuse(battle, rules, defender, found.attackers) is not None:
        return None
    ways = escapes(battle, rules, defender, found.attackers)
    if isinstance(ways, Rejection):
        return None
    order = instruction.text if instruction is not None and fits(instruction, ways[0]) else ""
    attackers, weighing = [battle.figures[a] for a in found.attackers], rules.policies.weighing
    answer = journal.ask(
        defender.seat,
        "refuse",
        ways[0].places[-1].hex if order else _STAND,
        "GUI-7.4a",
        english(
            weighing.one_attacks if len(attackers) == 1 else weighing.several_attack,
            attackers=named(attackers),
            defender=placed(defender),
            weight=found.weight.short,
        ),
        lambda: [
            Choice(_STAND, english("stand and fight")),
            *(_offered(battle, rules, defender, way) for way in ways),
        ],
        figure=defender.id,
        order=order,
    )
    chosen = answer or (ways[0].places[-1].hex if order else _STAND)
    way = next((way for way in ways if way.places[-1].hex == chosen), None)
    if way is not None or answer:
        journal.decided(
            defender.seat, "refuse", chosen, "GUI-7.4a", figure=defender.id,
            order="" if answer else order, answered=bool(answer),
        )  # fmt: skip
    return way


def fits(instruction: standing.Instruction, way: Escape) -> bool:
    """Whether a REFUSE order would have him take a way at its risk (GUI-4.3f)."""
    assert isinstance(instruction.order, RefuseOrder)
    return not way.tests or instruction.order.though_tested


def _offered(battle: Battle, rules: Ruleset, defender: Character, way: Escape) -> Choice:
    hexes = [place.hex for place in way.places]
    return Choice(
        hexes[-1],
        english(
            "go back to {place}{dangers}",
            place=ground_at(battle, hexes[-1]),
            dangers=dangers(battle, rules, defender, hexes),
        ),
    )


def _evade(journal: Journal, rules: Ruleset, found: Assessment, defender: FigureId, escape: Escape) -> None:
    """Walk the way out. One who is stopped before its end has not got away: he can be fought where he stands
    (RUL-742)."""
    figure = journal.battle.figures[defender]
    journal.record(CombatRefused(figure=defender, attackers=found.attackers))
    bridle.release(journal, defender, "RUL-607")
    for place in escape.places:
        journal.record(Retreated(figure=defender, hex=place.hex, rear=place.rear, cause="refused"))
        result = infiltration.test(journal, rules, defender, place.hex, "retreat")
        now = journal.battle.figures[defender]
        if result == "stopped" or not now.active or now.mount != figure.mount:
            break


def _still_there(
    battle: Battle, rules: Ruleset, found: Assessment
) -> tuple[tuple[FigureId, ...], tuple[FigureId, ...]]:
    defenders = tuple(
        d
        for d in found.defenders
        if any(_can_reach(battle, rules, (a,), d) for a in found.attackers) and battle.figures[d].living
    )
    attackers = tuple(
        a for a in found.attackers if defenders and all(_can_reach(battle, rules, (a,), d) for d in defenders)
    )
    if not attackers or isinstance(odds.assess(battle, rules, attackers, defenders), Rejection):
        return (), ()
    return attackers, defenders


def _can_reach(battle: Battle, rules: Ruleset, attackers: tuple[FigureId, ...], defender: FigureId) -> bool:
    return not isinstance(odds.assess(battle, rules, attackers, (defender,)), Rejection)


def _has_another(battle: Battle, rules: Ruleset, attacker: FigureId) -> bool:
    figure = battle.figures[attacker]
    return any(_can_reach(battle, rules, (attacker,), e.id) for e in battle.active_enemies(figure.side))
