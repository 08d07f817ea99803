"""Siege works: ladders, grapnels, engines, fire (GUI-10)."""

from __future__ import annotations

from rules.assault import (
    carrying,
    fire,
    flames,
    flaming_arrows,
    grapnels,
    holding,
    ladders,
    pushing,
    quivers,
    shooting,
    siege_engines,
    toppling,
)
from rules.captains import sieges
from rules.core.choices import Question
from rules.core.language import english
from rules.core.modules import WORKS as NAME
from rules.desk.desk import of_sheet
from rules.desk.receipts import fires
from rules.desk.receipts import ladders as desk_ladders
from rules.journal import Journal
from rules.modules.engine_kinds import GREEK_FIRE, STONE_THROWER
from rules.modules.hindrances import (
    each,
    has_fired,
    has_moved,
    has_spent,
    has_worked,
    is_busy,
    may_not_shoot,
    refusal,
    seat_of,
)
from rules.orders.records import (
    CarryOrder,
    CoilOrder,
    CutAnyOrder,
    CutOrder,
    DouseAnyOrder,
    DouseOrder,
    EvacuateOrder,
    FallOrder,
    FlameOrder,
    LayOrder,
    LightOrder,
    PullOrder,
    PushOrder,
    RaiseOrder,
    ShiftOrder,
    ShootOrder,
    ThrowOrder,
    ToppleAnyOrder,
    ToppleOrder,
)
from rules.ruleset import Captain, Module, OrderKind, Ruleset
from rules.state.figure import FigureId
from rules.tactical.formations import aftermath
from rules.tactical.harm import surrounded

_FIRES = (
    OrderKind(
        FlameOrder,
        "fire",
        carry_out=flaming_arrows.shoot,
        check=fires.burning_arrows,
        does=(has_fired,),
        forbidden=may_not_shoot,
    ),
    OrderKind(
        LightOrder,
        "combat",
        carry_out=fire.light,
        check=of_sheet(fires.lighting),
        does=(is_busy,),
        forbidden=each(
            lambda board, rules, order, man: fire.may_light(board, rules, board.figures[man], order.hex)
        ),
    ),
    OrderKind(
        DouseOrder,
        "combat",
        carry_out=fire.douse,
        check=of_sheet(fires.dousing),
        does=(is_busy,),
        forbidden=each(
            lambda board, rules, order, man: fire.may_douse(board, rules, board.figures[man], order.hex)
        ),
    ),
    OrderKind(DouseAnyOrder),
    OrderKind(EvacuateOrder),
)

# Whoever is not named at an engine can be replaced; the others may still be too few (desk.clashes tells
# it the seat).
_ENGINES = (
    OrderKind(
        ShootOrder,
        "fire",
        carry_out=shooting.carry_out,
        check=of_sheet(fires.working_an_engine),
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: refusal(
            shooting.check(board, rules, seat_of(board, men), order)
        ),
    ),
    OrderKind(
        PushOrder,
        "movement",
        carry_out=pushing.push,
        check=of_sheet(fires.pushing_an_engine),
        does=(has_moved, is_busy),
        forbidden=lambda board, rules, order, men: refusal(
            pushing.plan(board, rules, seat_of(board, men), order)
        ),
    ),
)

_LADDERS = (
    OrderKind(
        CarryOrder,
        "movement",
        carry_out=carrying.carry,
        check=desk_ladders.carrying_a_ladder,
        does=(has_moved,),
        forbidden=lambda board, rules, order, men: refusal(carrying.planned(board, rules, order)),
    ),
    OrderKind(
        RaiseOrder,
        "movement",
        carry_out=ladders.put_up,
        check=desk_ladders.raising,
        does=(has_worked,),
        forbidden=lambda board, rules, order, men: ladders.the_two(
            board, rules, order.figures, "GUI-10.1.2b"
        ),
    ),
    OrderKind(
        ShiftOrder,
        "movement",
        carry_out=ladders.shift,
        check=desk_ladders.shifting,
        does=(has_spent,),
        forbidden=lambda board, rules, order, men: refusal(ladders.shifted(board, rules, order)),
    ),
    OrderKind(
        LayOrder,
        "movement",
        carry_out=ladders.lay,
        check=desk_ladders.laying,
        does=(has_worked,),
        forbidden=lambda board, rules, order, men: ladders.the_two(
            board, rules, order.figures, ladders.CARRYING
        ),
    ),
    OrderKind(
        ToppleOrder,
        "combat",
        carry_out=toppling.topple,
        check=desk_ladders.toppling,
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: refusal(toppling.can_topple(board, rules, order)),
    ),
    OrderKind(ToppleAnyOrder),
    OrderKind(FallOrder),
)

_ROPES = (
    OrderKind(
        ThrowOrder,
        "movement",
        carry_out=grapnels.throw,
        check=desk_ladders.throwing,
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: refusal(grapnels.thrown(board, rules, order)),
    ),
    OrderKind(
        CoilOrder,
        "movement",
        carry_out=grapnels.coil,
        check=desk_ladders.coiling,
        does=(has_worked,),
        forbidden=lambda board, rules, order, men: refusal(grapnels.coiled(board, rules, order)),
    ),
    OrderKind(
        CutOrder,
        "combat",
        carry_out=grapnels.cut,
        check=desk_ladders.cutting,
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: refusal(grapnels.can_cut(board, rules, order)),
    ),
    OrderKind(
        PullOrder,
        "combat",
        carry_out=grapnels.pull,
        check=desk_ladders.pulling,
        does=(is_busy,),
        forbidden=lambda board, rules, order, men: refusal(grapnels.can_pull(board, rules, order)),
    ),
    OrderKind(CutAnyOrder),
)


def _unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """They throw down ladders, cut ropes and put out fires."""
    if journal.battle.ladders:
        toppling.topple_unasked(journal, rules, busy)
        grapnels.cut_unasked(journal, rules, busy)
    if journal.battle.flames:
        fire.douse_unasked(journal, rules)


def _flames_spread(journal: Journal, rules: Ruleset) -> None:
    """What burns goes on burning when a player turn is over (GUI-10.2.2)."""
    if journal.battle.flames:
        flames.player_turn_ends(journal, rules)
        surrounded.check(journal, rules)
        aftermath.settle(journal, rules)


WORKS = Module(
    NAME,
    seams=(flames.SEAMS, siege_engines.SEAMS, holding.SEAMS),
    orders=(*_FIRES, *_ENGINES, *_LADDERS, *_ROPES),
    unasked=(_unasked,),
    phase_ends=(_flames_spread, quivers.player_phase_ends),
    questions=(
        Question(
            "topple",
            english("who topples a ladder, and which way it falls (GUI-10.1.6a, GUI-10.1.6b)"),
            ("ladders", "ladder"),
        ),
        Question(
            "fall",
            english("where a man comes down who falls from a ladder or rope (GUI-10.1.6c)"),
            ("falls",),
        ),
        Question("douse", english("who tries to put out a fire (GUI-10.2.3)"), ("fires", "dousing")),
        Question(
            "evacuate",
            english("which way out of the flames a man takes (GUI-10.2.4a)"),
            ("evacuation",),
        ),
        Question("cut", english("who cuts a rope (GUI-10.6.4)"), ("ropes", "rope")),
    ),
    engines=(STONE_THROWER, GREEK_FIRE),
    captain=Captain(begin=sieges.begin, bring=sieges.bring, storm=sieges.storm, work=sieges.work),
)
