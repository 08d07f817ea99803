"""The basic chapters of the books: moving, shooting and fighting (GUI-1 to GUI-6)."""

from __future__ import annotations

from rules.core.choices import Question
from rules.core.language import english
from rules.core.modules import ModuleName
from rules.desk.receipts import attacks, moves, shots, ways
from rules.modules.hindrances import (
    each,
    has_attacked,
    has_fired,
    has_moved,
    is_busy,
    may_not_move,
    may_not_shoot,
)
from rules.orders.records import (
    AdvanceOrder,
    AttackOrder,
    FireOrder,
    HaulOrder,
    MoveOrder,
    OpposeOrder,
    RetreatOrder,
    WatchOrder,
    WoundOrder,
)
from rules.ruleset import Extension, Module, OrderKind
from rules.tactical.fighting import odds
from rules.tactical.harm import infiltration
from rules.tactical.moving import bodies
from rules.tactical.shooting import damage, scatter

ORDERS = (
    OrderKind(MoveOrder, "movement", check=moves.check_move, does=(has_moved,), forbidden=may_not_move),
    OrderKind(FireOrder, "fire", check=shots.check_fire, does=(has_fired,), forbidden=may_not_shoot),
    OrderKind(
        AttackOrder,
        "combat",
        check=attacks.check_attack,
        does=(has_attacked,),
        forbidden=each(lambda board, rules, order, man: odds.attacker_refusal(board, board.figures[man])),
    ),
    OrderKind(
        HaulOrder,
        "movement",
        check=moves.check_haul,
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: bodies.check_haul(board, rules, order),
    ),
    OrderKind(WatchOrder, check=shots.check_watch),
    OrderKind(OpposeOrder),
    OrderKind(WoundOrder),
    OrderKind(RetreatOrder, check=ways.check_way),
    OrderKind(AdvanceOrder, check=ways.check_way),
)

BASIC = Module(
    ModuleName("basic", "GUI-1", english("the basic rules")),
    seams=(
        Extension(
            impact_modifiers=(
                scatter.range_band_modifier,
                scatter.wounded_shooter_modifier,
                scatter.byzantine_horse_archer_modifier,
                scatter.close_range_modifier,
            ),
            damage_modifiers=(damage.armour_modifier,),
            column_shifts=(odds.terrain_shift, odds.joint_attack_shift),
            combat_modifiers=(odds.armour_modifier,),
            mover_modifiers=infiltration.MOVER_MODIFIERS,
            opposer_modifiers=infiltration.OPPOSER_MODIFIERS,
        ),
    ),
    orders=ORDERS,
    questions=(
        Question(
            "watch",
            english("who shoots at an enemy who moves (GUI-5.3b)"),
            ("fire", "defensive", "shots", "shooting"),
        ),
        Question(
            "oppose", english("whom to test for infiltration (GUI-4.3a)"), ("infiltration", "test", "tests")
        ),
        Question(
            "wound", english("which of yours takes an injury (GUI-6.2d)"), ("wounds", "injury", "victim")
        ),
        Question(
            "retreat",
            english("where a man of yours falls back to, or comes down from his horse (GUI-6.5a, GUI-6.8a)"),
            ("retreats",),
        ),
        Question("advance", english("who follows up, and where (GUI-6.6a)"), ("advances",)),
    ),
)
