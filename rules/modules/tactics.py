"""Combat tactics: arcs, charges, formations, refusing combat (GUI-7)."""

from __future__ import annotations

from rules.captains.charging import ride_down
from rules.captains.drill import keep_ranks
from rules.captains.lasting import lasting_tactics
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.temper import Temper
from rules.core.choices import Question
from rules.core.language import english
from rules.core.modules import TACTICS as NAME
from rules.desk.receipts import charges, drills
from rules.modules.hindrances import each, has_attacked, has_moved, may_not_move
from rules.orders.records import (
    BreakOrder,
    ChargeOrder,
    CounterOrder,
    FormOrder,
    MarchOrder,
    RefuseOrder,
)
from rules.ruleset import Captain, Module, OrderKind
from rules.tactical.charging import charge, combats
from rules.tactical.formations import close_order, forming
from rules.tactical.horses import arcs

_in_ranks = each(lambda board, rules, order, man: forming.idle(board, (man,)))


def _ride_and_drill(plan: Plan, march: March, temper: Temper) -> None:
    ride_down(plan, temper)
    keep_ranks(plan, temper)


TACTICS = Module(
    NAME,
    seams=(arcs.SEAMS, combats.SEAMS, close_order.SEAMS),
    orders=(
        OrderKind(
            ChargeOrder,
            "charges",
            check=charges.check_charge,
            does=(has_moved, has_attacked),
            forbidden=each(lambda board, rules, order, man: charge.cannot_ride(board, board.figures[man])),
        ),
        OrderKind(FormOrder, "movement", check=drills.check_drill, forbidden=_in_ranks),
        OrderKind(
            MarchOrder, "movement", check=drills.check_drill, does=(has_moved,), forbidden=may_not_move
        ),
        OrderKind(BreakOrder, "movement", check=drills.check_drill, forbidden=_in_ranks),
        OrderKind(CounterOrder, check=charges.check_counter),
        OrderKind(RefuseOrder, check=drills.check_refusal),
    ),
    questions=(
        Question(
            "counter",
            english("whether a rider meets a charge (GUI-7.2.2a)"),
            ("countercharge", "countercharges", "charge"),
        ),
        Question(
            "refuse",
            english("whether a faster man waits for an attack (GUI-7.4a)"),
            ("refusal", "refusing"),
        ),
        Question(
            "tortoise",
            english("whether a formation under fire raises its shields (GUI-7.3.2a)"),
            ("shields",),
        ),
    ),
    captain=Captain(
        ride=_ride_and_drill,
        lasting=lasting_tactics,
    ),
)
