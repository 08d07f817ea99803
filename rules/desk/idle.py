"""Who has no order, and which of them something could still be lost by: who stands in contact or has
somebody in range."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rules.core.rejection import Rejection
from rules.desk.check import may_act
from rules.desk.receipts.fires import crews
from rules.desk.steps import is_open
from rules.orders.lexicon import Lexicon, lexicon_of
from rules.orders.parser import parse
from rules.orders.records import AttackOrder, FireOrder, IfOrder, Order, WatchOrder, figures_of
from rules.orders.trouble import Trouble
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical import weapons
from rules.tactical.sight import line_of_fire
from rules.tactical.ways import passage


def unordered(battle: Battle, rules: Ruleset, seat: SeatId, orders: Collection[Order]) -> list[Character]:
    """The figures of a seat that could be given an order of the phase and have none. Whoever works an engine
    by another man's order has one; so has a formation, once one of its men has."""
    ordered = {figure for order in orders for figure in figures_of(order)}
    if battle.engines:
        ordered |= crews(battle, rules, seat, orders)
    for formation in battle.formations.values():
        if ordered & set(formation.places):
            ordered |= set(formation.places)
    return [f for f in battle.figures.values() if f.seat == seat and may_act(f) and f.id not in ordered]


def could_act(
    battle: Battle, rules: Ruleset, seat: SeatId, filed: Sequence[str], standing: Sequence[str]
) -> tuple[str, ...]:
    """The names of those without an order who could do something from where they stand: fight, because an
    enemy who could attack them is in contact (GUI-5.2a), or shoot in the fire step at somebody in sight and
    range (GUI-5e, GUI-5.5.1a). An order to everybody counts for each; a WATCH for a shooter says what he is
    to do (GUI-5.1b). In a game played step by step only what the open step is for counts. Sees the battle as
    it is given, so give the seat's view."""
    side = next((s.side for s in battle.setup.seats if s.id == seat), "")
    if battle.outcome is not None or battle.side != side:
        return ()
    lexicon = lexicon_of(battle, seat)
    orders = _read(filed, lexicon)
    fights = is_open(rules, battle, AttackOrder) and not _to_everybody(orders, AttackOrder)
    shoots = is_open(rules, battle, FireOrder) and not _to_everybody(orders, FireOrder)
    watching = [order for order in _read(standing, lexicon) if isinstance(order, WatchOrder)]
    return tuple(
        lexicon[figure.id]
        for figure in unordered(battle, rules, seat, orders)
        if (fights and passage.in_contact(battle, rules, figure))
        or (shoots and not _watches(watching, figure.id) and has_target(battle, rules, figure))
    )


def has_target(battle: Battle, rules: Ruleset, figure: Character) -> bool:
    """Whether a figure could shoot at somebody in the fire step of this phase, from where he is."""
    weapon = weapons.weapon_of(battle, rules, figure)
    if not weapon or weapons.may_fire_offensively(battle, rules, figure, weapon) is not None:
        return False
    return any(
        not isinstance(line_of_fire.sights(battle, rules, figure, weapon, enemy.id)[0], Rejection)
        for enemy in battle.active_enemies(figure.side)
    )


def _read(lines: Iterable[str], lexicon: Lexicon) -> list[Order]:
    read = (parse(line, lexicon) for line in lines)
    return [order for order in read if not isinstance(order, Trouble)]


def _to_everybody(orders: Iterable[Order], kind: type[Order]) -> bool:
    held = (order.then if isinstance(order, IfOrder) else order for order in orders)
    return any(isinstance(order, kind) and not figures_of(order) for order in held)


def _watches(watching: Iterable[WatchOrder], figure: FigureId) -> bool:
    return any(not order.figures or figure in order.figures for order in watching)
