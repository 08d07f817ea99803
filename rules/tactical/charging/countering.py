"""The answer to a charge: which enemy riders may meet it, over which hexes, and whom his owner sends.

Implements GUI-7.2.2a to GUI-7.2.2e, GUI-7.2.2h.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.orders.records import CounterOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.tactical.charging import charge, combats, runs
from rules.tactical.charging.charge import Route
from rules.tactical.instructions.picking import qualifies
from rules.tactical.instructions.standing import counter_choice


class Answer(NamedTuple):
    """A counter-charge that may be declared."""

    rider: FigureId
    route: Route


class Wish(NamedTuple):
    """An answer that its owner's standing order asks for, and the text of that order."""

    answer: Answer
    order: str


def answer_of(battle: Battle, rules: Ruleset, rider: Character, charger_id: FigureId) -> Answer | Rejection:
    """The counter-charge of a rider against a charge that has just been announced, or why he has none
    (GUI-7.2.2a)."""
    return _answer(battle, rules, rider, charger_id, _ridden_before(battle, rules, charger_id))


def answers(battle: Battle, rules: Ruleset, charger_id: FigureId) -> list[Answer]:
    """All counter-charges that may be declared against an announced charge, in the order of the muster."""
    return list(answers_in_turn(battle, rules, charger_id))


def answers_in_turn(battle: Battle, rules: Ruleset, charger_id: FigureId) -> Iterator[Answer]:
    """The same one by one, each looked for when it is asked for."""
    side = battle.figures[charger_id].side
    later = _ridden_before(battle, rules, charger_id)
    for rider in battle.active_enemies(side):
        found = _answer(battle, rules, rider, charger_id, later) if rider.mounted else None
        if isinstance(found, Answer):
            yield found


def _answer(
    battle: Battle, rules: Ruleset, rider: Character, charger_id: FigureId, later: Battle
) -> Answer | Rejection:
    """The same; ``later``: the board when the charges announced before have been ridden."""
    refused = charge.cannot_ride(battle, rider) or _bound(battle, rider, charger_id)
    if refused is not None:
        return refused
    announced = battle.now.charges[charger_id]
    if announced.target == rider.id:
        route = _own_answer(battle, rider, announced.route)
    else:
        unseen = charge.has_before_him(battle, rules, rider, battle.figures[charger_id])
        route = unseen or runs.answer_route(later, rules, rider, announced.route)
    if isinstance(route, Rejection):
        return route
    ride = charge.planned_ride(later, rules, rider.id, route)
    return ride if isinstance(ride, Rejection) else Answer(rider.id, route)


def wished(
    battle: Battle, rules: Ruleset, charger_id: FigureId, possible: Sequence[Answer] | None = None
) -> Wish | None:
    """The counter-charge that the standing orders of the other side ask for; none without an order
    (GUI-7.2.2a). ``possible``: only these come into question.

    Book: the opponent decides at once. Ruling RUL-711: of several riders with an order the target goes first,
    then those with an order of their own, then the best defended, then the first of the muster."""
    wishes = []
    if possible is None:
        possible = answers(battle, rules, charger_id)
    for number, answer in enumerate(possible):
        rider = battle.figures[answer.rider]
        chosen = counter_choice(battle, rules, rider)
        if chosen is None or not _wanted(battle, rules, chosen[0], rider, charger_id, answer):
            continue
        order, text = chosen
        is_target = battle.now.charges[charger_id].target == rider.id
        rank = (not is_target, not order.figures, -rider.values.defence, number)
        wishes.append((rank, Wish(answer, text)))
    return min(wishes)[1] if wishes else None


def _wanted(
    battle: Battle,
    rules: Ruleset,
    order: CounterOrder,
    rider: Character,
    charger_id: FigureId,
    answer: Answer,
) -> bool:
    charger = battle.figures[charger_id]
    if order.hold or not qualifies(battle, order.at, rider, charger):
        return False
    share = combats.defence_share(rules, rider, charger)
    return share >= order.at_least


def _bound(battle: Battle, rider: Character, charger_id: FigureId) -> Rejection | None:
    """Why a rider is not free to answer this charge: he answers another, or is the target of
    another (RUL-706)."""
    for other_id, other in battle.now.charges.items():
        if other.counter == rider.id:
            return Rejection("GUI-7.2.2e", english("{rider} counter-charges already", rider=rider.name))
        if other.target == rider.id and other_id != charger_id:
            return Rejection("GUI-7.2.2h", english("{rider} is charged himself (RUL-706)", rider=rider.name))
    return None


def _own_answer(battle: Battle, rider: Character, route: Route) -> Route | Rejection:
    """The target's own counter-charge: two hexes forward on the charge's way, if it comes at his frontal arc
    (GUI-7.2.2h)."""
    answer = (route[-1], route[-2])
    sharp = charge.not_forward(battle.board, rider, answer) if rider.hex is not None else None
    if sharp is not None:
        return Rejection(
            "GUI-7.2.2h", english("the charge does not come at the frontal arc of {rider}", rider=rider.name)
        )
    return answer


def _ridden_before(battle: Battle, rules: Ruleset, charger_id: FigureId) -> Battle:
    """The board when all charges but this one have been ridden as declared."""
    draft = battle.copy()
    del draft.now.charges[charger_id]
    return charge.as_ridden(draft, rules)
