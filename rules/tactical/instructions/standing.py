"""Standing orders in force: how a player's lasting instructions answer the choices that the book gives him.

Whatever is not ordered is answered by the default that the rule index states. Covers the decisions of
GUI-4.3a, GUI-5.3b, GUI-6.2d, GUI-6.5a, GUI-6.6a, GUI-6.8a, GUI-7.2.2a, GUI-7.4a, GUI-8.3.5, GUI-9.2.3.2,
GUI-10.1.6a, GUI-10.1.6c, GUI-10.2.3, GUI-10.2.4a and GUI-10.6.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.weights import Weight
from rules.journal import Journal
from rules.orders.filed import Filed
from rules.orders.records import (
    AdvanceOrder,
    CloseWhenOrder,
    CounterOrder,
    CutAnyOrder,
    DouseAnyOrder,
    EvacuateOrder,
    FallOrder,
    OpenWhenOrder,
    OpposeOrder,
    Order,
    RefuseOrder,
    RetreatOrder,
    ShelterOrder,
    ToppleAnyOrder,
    WatchOrder,
    WoundOrder,
    figures_of,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.tactical.instructions.picking import qualifies
from rules.tactical.instructions.questions import in_state, placed
from rules.tactical.instructions.terms import standing_orders, waits

AnyOrder = TypeVar("AnyOrder", bound=Order)


class Instruction(NamedTuple):
    """A standing order that applies to a figure, and its text as filed."""

    order: Order
    text: str


def _of_type(
    battle: Battle, rules: Ruleset, seat: SeatId, kind: type[AnyOrder]
) -> Iterator[tuple[AnyOrder, str]]:
    """The standing orders of a kind that count at this moment, in the order filed."""
    for filed in standing_orders(battle, seat):
        if isinstance(filed.order, kind) and not waits(battle, rules, seat, filed):
            yield filed.order, filed.text


def oppose(journal: Journal, rules: Ruleset, enemy: Character, mover: Character) -> bool:
    """Whether an enemy uses his one infiltration test of the phase on this mover (GUI-4.3a).

    Default: always, on the first who passes. "first X" keeps the test for X while X may still pass: it is
    used on another only when X can no longer move this phase.
    """
    chosen, text = opposing(journal.battle, rules, enemy, mover)
    test, spare = f"test {mover.id}", f"spare {mover.id}"
    answer = journal.decide(
        enemy.seat,
        "oppose",
        test if chosen else spare,
        "GUI-4.3a",
        question=english(
            "{mover} passes {enemy}, who may test one enemy for infiltration in this phase.",
            mover=placed(mover),
            enemy=placed(enemy),
        ),
        options=lambda: (
            Choice(test, english("{enemy} tests {mover} now", enemy=enemy.name, mover=mover.name)),
            Choice(spare, english("{enemy} lets him pass here and keeps his test", enemy=enemy.name)),
        ),
        figure=enemy.id,
        order=text,
        told=bool(text),
    )
    return answer == test


def opposing(battle: Battle, rules: Ruleset, enemy: Character, mover: Character) -> tuple[bool, str]:
    """What an enemy's OPPOSE order says of a mover, with its text; without one he tests."""
    found = _for_figure(battle, rules, enemy, OpposeOrder)
    if found is None:
        return True, ""
    order, text = found
    if order.hold:
        return False, text
    if qualifies(battle, order.at, enemy, mover):
        return True, text
    held_for_another = order.at.names and order.at.how == "first"
    return bool(held_for_another) and not any(_may_still_pass(battle, n) for n in order.at.names), text


def _may_still_pass(battle: Battle, name: FigureId) -> bool:
    figure = battle.figures.get(name)
    return (
        figure is not None
        and figure.active
        and name not in battle.now.left
        and name not in battle.now.staying
    )


def watch_orders(battle: Battle, shooter: Character) -> list[Filed]:
    """The WATCH orders that bind a shooter, those that wait among them, in the order filed: his own,
    else the seat's."""
    watches = [f for f in standing_orders(battle, shooter.seat) if isinstance(f.order, WatchOrder)]
    own = [f for f in watches if shooter.id in figures_of(f.order)]
    return own or [f for f in watches if not figures_of(f.order)]


def who_takes_it(
    journal: Journal, rules: Ruleset, candidates: list[Character], rule: str = "GUI-6.2d"
) -> Character:
    """Which of several figures of one side takes an injury: the owner's choice (GUI-6.2d).

    Default: the healthiest unarmoured man who is no leader, else the one with the lowest attack. Figures of
    several seats: the seat of the first candidate chooses.
    """
    if len(candidates) == 1:
        return candidates[0]
    battle = journal.battle
    by_id = {c.id: c for c in candidates}
    seat = candidates[0].seat
    named = (
        (name, text) for order, text in _of_type(battle, rules, seat, WoundOrder) for name in order.first
    )
    chosen, text = next((n for n in named if n[0] in by_id), (min(candidates, key=_sparing_order).id, ""))
    answer = journal.ask(
        seat,
        "wound",
        chosen,
        rule,
        english("One of yours has to take an injury: who?"),
        lambda: [Choice(c.id, in_state(c)) for c in candidates],
        order=text,
    )
    taker = answer or chosen
    journal.decided(
        seat, "wound", taker, rule, figure=taker, order="" if answer else text, answered=bool(answer)
    )
    return by_id[taker]


def _sparing_order(figure: Character) -> tuple[bool, bool, bool, int, str]:
    unhurt = not figure.wounded and not figure.stunned
    return (not unhurt, figure.leader, figure.armoured, figure.values.attack, figure.id)


def retreat_goal(battle: Battle, rules: Ruleset, figure: Character) -> Hex | None:
    """The hex towards which a figure gives ground, if its seat has said so: its own RETREAT
    before the seat's."""
    found = _for_figure(battle, rules, figure, RetreatOrder)
    return found[0].goal if found else None


def retreat_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[RetreatOrder, str] | None:
    """The RETREAT order that binds a figure, with its text."""
    return _for_figure(battle, rules, figure, RetreatOrder)


def retreat_order_text(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """The text of the RETREAT order that binds a figure; empty for none."""
    found = _for_figure(battle, rules, figure, RetreatOrder)
    return found[1] if found else ""


def advance_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[AdvanceOrder, str] | None:
    """The ADVANCE order that binds a figure, with its text; None leaves it to the default of GUI-6.6a."""
    return _for_figure(battle, rules, figure, AdvanceOrder)


def refuse_choice(battle: Battle, rules: Ruleset, defender: Character) -> tuple[RefuseOrder, str] | None:
    """The REFUSE order that binds a figure, with its text; without one he stands (GUI-7.4a)."""
    return _for_figure(battle, rules, defender, RefuseOrder)


def direction(battle: Battle, rules: Ruleset, figure: Character, about: str) -> tuple[Order, str] | None:
    """The order that has a say in a retreat, an advance, a wound, a fall, a way out of the flames or in
    cross-fire, with its text."""
    match about:
        case "evacuate":
            return evacuation(battle, rules, figure)
        case "cover":
            return shelter_choice(battle, rules, figure)
        case "fall":
            return fall_choice(battle, rules, figure) or _for_figure(battle, rules, figure, RetreatOrder)
        case "retreat":
            return _for_figure(battle, rules, figure, RetreatOrder)
        case "advance":
            return _for_figure(battle, rules, figure, AdvanceOrder)
        case _:
            wounds = _of_type(battle, rules, figure.seat, WoundOrder)
            return next((w for w in wounds), None)


def counter_choice(battle: Battle, rules: Ruleset, rider: Character) -> tuple[CounterOrder, str] | None:
    """The COUNTER order that binds a rider, with its text; without one he meets no charge
    (GUI-7.2.2a, RUL-711)."""
    return _for_figure(battle, rules, rider, CounterOrder)


def refusal(
    battle: Battle, rules: Ruleset, defender: Character, attackers: tuple[FigureId, ...], weight: Weight
) -> Instruction | None:
    """The REFUSE order by which a defender does not wait for an attack; None if he stands, as he does without
    one (GUI-7.4a)."""
    found = refuse_choice(battle, rules, defender)
    if found is None:
        return None
    order, text = found
    if order.hold or not rules.policies.weighing.meets(weight, order.at_least):
        return None
    meant = any(qualifies(battle, order.at, defender, battle.figures[a]) for a in attackers)
    return Instruction(order, text) if meant else None


def shelter_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[ShelterOrder, str] | None:
    """The SHELTER order that binds a figure; without one the default of GUI-8.3.5 and GUI-8.3.6 counts."""
    return _for_figure(battle, rules, figure, ShelterOrder)


def topple_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[ToppleAnyOrder, str] | None:
    """The lasting TOPPLE that binds a figure; without one he topples what an enemy is on (GUI-10.1.6a)."""
    return _for_figure(battle, rules, figure, ToppleAnyOrder)


def cut_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[CutAnyOrder, str] | None:
    """The lasting CUT that binds a figure; without one he cuts a rope on which an enemy hangs
    (GUI-10.6.4)."""
    return _for_figure(battle, rules, figure, CutAnyOrder)


def douse_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[DouseAnyOrder, str] | None:
    """The lasting DOUSE that binds a figure; without one he fights the enemy's fires
    (GUI-10.2.3, RUL-1025)."""
    return _for_figure(battle, rules, figure, DouseAnyOrder)


def close_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[CloseWhenOrder, str] | None:
    """The lasting CLOSE that binds a figure; without one he leaves the gate as it is (GUI-9.2.3.2)."""
    return _for_figure(battle, rules, figure, CloseWhenOrder)


def open_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[OpenWhenOrder, str] | None:
    """The lasting OPEN that binds a figure; without one he leaves the gate as it is (GUI-9.2.3.2)."""
    return _for_figure(battle, rules, figure, OpenWhenOrder)


def fall_choice(battle: Battle, rules: Ruleset, figure: Character) -> tuple[FallOrder, str] | None:
    """The FALL order that binds a figure; without one his RETREAT says on which side he comes down
    (GUI-10.1.6c)."""
    return _for_figure(battle, rules, figure, FallOrder)


def evacuation(
    battle: Battle, rules: Ruleset, figure: Character
) -> tuple[EvacuateOrder | RetreatOrder, str] | None:
    """The order by which a figure leaves the flames: his EVACUATE, else his RETREAT (GUI-10.2.4a)."""
    found = _for_figure(battle, rules, figure, EvacuateOrder)
    return found or _for_figure(battle, rules, figure, RetreatOrder)


def _for_figure(
    battle: Battle, rules: Ruleset, figure: Character, kind: type[AnyOrder]
) -> tuple[AnyOrder, str] | None:
    """The order that binds a figure now: its own before the seat's, of several of the seat's
    the last filed."""
    general: tuple[AnyOrder, str] | None = None
    for order, text in _of_type(battle, rules, figure.seat, kind):
        bound = figures_of(order)
        if figure.id in bound:
            return order, text
        if not bound:
            general = (order, text)
    return general
