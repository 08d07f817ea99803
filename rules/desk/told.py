"""The receipt's words for an order that stands: path and MP, tests on the way, cover and odds, columns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.core.modifier import Modifier
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    FireOrder,
    IfOrder,
    MarchOrder,
    Order,
    RefuseOrder,
    figures_of,
)
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import Character
from rules.tactical import drill, formations, weapons
from rules.tactical.entry import allowance
from rules.tactical.move_planning import ENTERING, Plan
from rules.tactical.odds import Assessment
from rules.tactical.targets import Odds

_WAYS = {"about": "about-face", "exit": "off the board", "back": "backs"}


def name_of(battle: Battle, who: str) -> str:
    found = battle.figures.get(who) or battle.horses.get(who)
    return found.name or who if found is not None else who


def told_move(battle: Battle, rules: Ruleset, plan: Plan) -> Iterator[str]:
    """The path with its MP, friends passed, and the chances of the infiltration tests on it (GUI-4.3a)."""
    figure = battle.figures[plan.figure]
    if plan.stays:
        yield f"{figure.name} stays at {plan.hex}."
        return
    stages = [_stage(battle, leg.how, leg.hex, leg.leg.who) for leg in plan.legs]
    facing = f", facing {plan.facing}" if plan.facing else ""
    past = (
        f", past {listed([name_of(battle, f) for f in plan.passes], 'and')} (GUI-4.1a)" if plan.passes else ""
    )
    way = " > ".join([*figure.hexes[:1], *stages])
    yield f"{figure.name} {way}{facing}{past}: {plan.cost} of {plan.allowance} MP."
    if plan.tests:
        who = [f"{listed([name_of(battle, f) for f in ids], 'and')} in {at}" for at, ids in plan.tests]
        several = "test" if len(plan.tests) > 1 or len(plan.tests[0][1]) > 1 else "tests"
        chances = plan.chances
        parts = [
            ("nothing", chances.none),
            ("stopped", chances.stopped),
            ("wounded", chances.wounded),
            ("killed", chances.killed),
        ]
        odds = ", ".join(f"{percent(share)} {words}" for words, share in parts if share)
        yield f"Infiltration (GUI-4.3): {listed(who, 'and')} may {several.removesuffix('s')} him: {odds}."
    for horse in plan.snatches:
        yield f"He snatches at the bridle of {name_of(battle, horse)}: 60 %, else he goes on without (GUI-4.4.3c)."


def _stage(battle: Battle, how: str, at: str, who: str) -> str:
    if how in ENTERING:
        return f"{at} (backing)" if how == "back" else at
    words = _WAYS.get(how, how)
    return f"{words} {name_of(battle, who)}" if who else words


def percent(share: Fraction) -> str:
    """A share of one, to the nearest percent; small ones never vanish."""
    whole = round(share * 100)
    return f"{whole} %" if whole or not share else "under 1 %"


def told_shot(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, found: Odds, *, several: bool
) -> Iterator[str]:
    """Range, band, cover and the chances of a shot (GUI-5.4a)."""
    sight = found.sight
    cover = "no cover" if sight.cover == "none" else f"{sight.cover} cover"
    who = f"{shooter.name} at " if several else "At "
    hexes = "1 hex" if sight.distance == 1 else f"{sight.distance} hexes"
    chances = [f"{share} % {words}" for words, share in found.results.items() if share]
    unharmed = found.on_target - sum(found.results.values())
    if unharmed and chances:
        chances.append(f"{unharmed} % no harm")
    beside = "" if found.on_target == 100 else f"; {100 - found.on_target} % it falls beside him"
    friends = f"; {found.friends} % a friend is hit" if found.friends else ""
    what = weapons.name_of(rules, weapon)
    yield (
        f"{who}{name_of(battle, sight.target)} in {sight.aim} with the {what}: {hexes}, {sight.band} range, {cover}; "
        f"{found.on_target} % on target: {', '.join(chances) or 'no harm'}{beside}{friends}."
    )


def told_attack(battle: Battle, found: Assessment) -> Iterator[str]:
    """Strength less defence, the column and what the die may bring (GUI-6c)."""
    attackers = listed([name_of(battle, f) for f in found.attackers], "and")
    defenders = listed([name_of(battle, f) for f in found.defenders], "and")
    strength = f"{' + '.join(map(str, found.attack))} - {' - '.join(map(str, found.defence))}"
    shifts = f" ({'; '.join(_shift(m) for m in found.shifts)})" if found.shifts else ""
    letters = ", ".join(f"{letter} {share} %" for letter, share in found.percent.items() if letter != "-")
    yield (
        f"{attackers} on {defenders}, as planned: {strength} = {found.differential}, column {found.column}{shifts}; "
        f"{letters or 'no effect'}."
    )


def told_drill(before: Battle, after: Battle, rules: Ruleset, order: Order) -> Iterator[str]:
    """What a formation will be, or where it will be, if nothing comes between (GUI-7.3.1)."""
    figures = figures_of(order)
    formation = formations.formation_of(after, rules, figures[0])
    if formation is None:
        yield f"{_and(before, figures)} and those with them stand in no formation then."
        return
    words = formation_in_words(after, rules, formation)
    if isinstance(order, MarchOrder):
        was = formations.formation_of(before, rules, figures[0])
        had = drill.march_allowance(before, rules, was) if was is not None else 0
        mp = max(after.now.spent.get(f, 0) - before.now.spent.get(f, 0) for f in formation.places)
        ends = [f"{name_of(after, f)} to {at}" for f, at in formation.places.items()]
        yield f"The formation goes {' '.join(order.steps)}: {mp} of {had} MP; {listed(ends, 'and')}."
    else:
        yield f"{_and(after, tuple(formation.places))} stand {words}."


def formation_in_words(battle: Battle, rules: Ruleset, formation: Formation) -> str:
    """ "in formation, facing north and north-east, 2 ranks; Basilios without pikes"."""
    ranks = formations.ranks_of(battle, rules, formation)
    deep = "1 rank" if len(ranks) == 1 else f"{len(ranks)} ranks"
    front = f"facing {formation.front.words} and {formation.front.turned(1).words}"
    bare = [f for f in ranks[0] if f in formation.opened] if ranks else []
    without = f"; {_and(battle, tuple(bare))} without pikes" if bare else ""
    return f"{'as a tortoise' if formation.tortoise else 'in formation'}, {front}, {deep}{without}"


def told_refusal(battle: Battle, rules: Ruleset, order: RefuseOrder) -> Iterator[str]:
    """Whom the figures of a REFUSE order are fast enough for (GUI-7.4a)."""
    for name in () if order.hold else order.figures:
        figure = battle.figures[name]
        hexes = rules.tables["refusing"].number("rider" if figure.mounted else "foot", "hexes")
        mp = allowance(battle, rules, figure)
        way = "1 hex" if hexes == 1 else f"{hexes} hexes straight back"
        yield f"{figure.name} goes {way} before an attack by enemies who all have less than his {mp} MP."


def _and(battle: Battle, figures: tuple[str, ...]) -> str:
    return listed([name_of(battle, f) for f in figures], "and")


def _shift(shift: Modifier) -> str:
    """A shift of the column; one of no columns says why there is none."""
    return f"{shift.words} {shift.value:+d}" if shift.value else shift.words


def told_facts(facts: str, order: IfOrder) -> Iterator[str]:
    """When an IF is looked at, and what happens if it does not hold."""
    when = {FireOrder: "fire", ChargeOrder: "charges", AttackOrder: "combat"}.get(
        type(_first(order)), "movement"
    )
    if order.otherwise is None:
        yield f"Looked at when his turn comes in the {when} step; if it does not hold, this order is passed over."
    else:
        yield f"Looked at when his turn comes in the {when} step; if it does not hold, the order behind ELSE counts."


def _first(order: IfOrder) -> Order:
    return order.then
