"""What the receipt says of a charge: its way, who may strike at it, the odds when it comes home, and who
could ride against it (GUI-7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.language import say
from rules.core.rejection import Rejection
from rules.desk.checked import EARLIER, Checked, noted, refused
from rules.desk.desk import Desk
from rules.desk.imagined import announced_on
from rules.desk.receipts import tried
from rules.desk.receipts.told import name_of, told_attack, told_move
from rules.orders.records import ChargeOrder, CounterOrder, FireOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.charging import charge, combats, countering
from rules.tactical.charging.charge import Planned, as_ridden, cannot_ride
from rules.tactical.charging.runs import Runs, charge_route

MOST_TARGETS = 3


def check_charge(desk: Desk, order: ChargeOrder) -> Checked:
    """What becomes of a charge: its way and odds, or why it can never be ridden (GUI-7.2.1)."""
    barred = never(desk.battle, order)
    if barred is not None:
        return refused(barred)
    before = desk.imagined.announced_without(order.figure)
    found = desk.imagined.add_charge(order)
    if isinstance(found, Rejection):
        if any(desk.sheet.every(FireOrder)):
            return noted(found, EARLIER)
        return refused(found)
    message = list(told_charge(before, desk.rules, found))
    details = tuple(_in_full(before, desk.rules, found)) if desk.trying else ()
    if desk.fires(order.figure):
        message.append(say("If he shoots, he cannot charge (GUI-5.2b)."))
    return Checked(tuple(message), note=desk.fires(order.figure), details=details)


def _in_full(before: Battle, rules: Ruleset, found: Planned) -> Iterator[str]:
    """What TRY tells of a charge: the ride, and the combat if it comes home and nobody rides against it."""
    yield from tried.of_move(before, rules, found.ride)
    draft, _ = _closed(as_ridden(announced_on(before, found), rules), rules, found.rider)
    odds = combats.bout(draft, rules, found.rider)
    if not isinstance(odds, Rejection):
        yield from tried.of_fight(draft, rules, odds)


def told_charge(battle: Battle, rules: Ruleset, found: Planned) -> Iterator[str]:
    """A charge as planned; ``battle``: the board with the charges before it announced."""
    way, *tests = told_move(battle, found.ride)
    target = name_of(battle, found.target)
    yield say("A charge of {count} hexes at {target}: {way}", count=len(found.route), target=target, way=way)
    yield from tests
    announced = announced_on(battle, found)
    draft, group = _closed(as_ridden(announced, rules), rules, found.rider)
    if group:
        yield say("{group} charge knee to knee.", group=listed([name_of(draft, f) for f in group], "and"))
    odds = combats.bout(draft, rules, found.rider)
    if isinstance(odds, Rejection):
        yield say("As planned now: {why}.", why=odds.why)
    else:
        yield from told_attack(draft, odds)
    riders = [name_of(battle, a.rider) for a in countering.answers(announced, rules, found.rider)]
    if riders:
        yield say(
            "{riders} could counter-charge; then nobody shoots at him (GUI-7.2.2).", riders=listed(riders)
        )


def _closed(draft: Battle, rules: Ruleset, rider: str) -> tuple[Battle, tuple[str, ...]]:
    """The draft with the closed group in which somebody would charge, and that group (GUI-7.2.4)."""
    groups = [g for _, g in combats.closed_groups(draft, rules) if rider in g]
    if not groups:
        return draft, ()
    for name in groups[0]:
        draft.now.charges[name] = replace(draft.now.charges[name], close=True)
    return draft, groups[0]


def never(battle: Battle, order: ChargeOrder) -> Rejection | None:
    """Why a rider can never charge in this phase, whatever happens before it."""
    return cannot_ride(battle, battle.figures[order.figure])


def check_counter(desk: Desk, order: CounterOrder) -> Checked:
    """Whether those who are to meet a charge ride at all."""
    idle = no_rider(desk.battle, order)
    return Checked() if idle is None else refused(idle)


def no_rider(battle: Battle, order: CounterOrder) -> Rejection | None:
    """Why a COUNTER order is idle: it is given to somebody without a horse's counter (GUI-7.2.2a)."""
    for name in order.figures:
        figure = battle.figures[name]
        if not figure.rider and not order.hold:
            return Rejection(
                "GUI-7.2.2a", say("{figure} is no rider: only riders counter-charge", figure=figure.name)
            )
    return None


def possible_charges(battle: Battle, rules: Ruleset, rider: Character) -> list[tuple[str, int]]:
    """The nearest enemies whom a rider could charge as things stand, with the hexes of the way: for
    the order form."""
    if cannot_ride(battle, rider) is not None:
        return []
    runs = Runs(battle, rules, rider)
    found = []
    for enemy in battle.active_enemies(rider.side):
        if charge.has_before_him(battle, rules, rider, enemy) is None:
            route = charge_route(battle, rules, rider, enemy, runs)
            if not isinstance(route, Rejection):
                found.append((len(route), enemy.name))
    return [(name, hexes) for hexes, name in sorted(found)[:MOST_TARGETS]]
