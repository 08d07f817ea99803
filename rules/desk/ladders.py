"""What the receipt says of ladders and grapnels (GUI-10.1, GUI-10.6)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.assault import carrying, grapnels, ladders
from rules.assault.toppling import can_topple
from rules.core.language import english, say
from rules.core.modifier import total
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.imagined import Imagined
from rules.desk.sheet import Sheet
from rules.desk.told import name_of
from rules.events.ladders import LadderPlaced
from rules.events.movement import Moved
from rules.evolve import evolve
from rules.orders.records import (
    CarryOrder,
    CoilOrder,
    CutOrder,
    LayOrder,
    MoveOrder,
    PullOrder,
    RaiseOrder,
    ShiftOrder,
    ThrowOrder,
    ToppleOrder,
    figures_of,
)
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.ladders import ROPE, borne_by, climber, wall_hex
from rules.state.works import Ladder

_MAY_CHANGE = english("The order stands in case that changes.")
_FACES = range(1, 11)
# What keeps four men from pulling at a rope, and will not change before they would.
_NEVER = frozenset({Reason.OUT_OF_ACTION, Reason.MANY_WOUNDED, Reason.PLATFORM})


def carrying_a_ladder(battle: Battle, rules: Ruleset, sheet: Sheet, order: CarryOrder) -> Checked:
    """The way of two with a ladder, and what they give up for it."""
    found = _two(battle, rules, order.figures)
    if found is not None:
        return refused(found)
    plan = carrying.planned(battle, rules, order)
    if isinstance(plan, Rejection):
        plan = carrying.planned(imagined(battle, rules, sheet, but=order.figures), rules, order)
    if isinstance(plan, Rejection):
        return noted(plan, _MAY_CHANGE)
    ahead, behind = battle.figures[plan.ahead], battle.figures[plan.behind]
    mp = sum(pace.mp for pace in plan.paces)
    way = " > ".join(pace.ahead for pace in plan.paces)
    told = (
        say(
            "{ahead} ahead, {behind} behind him: {way}; {mp} of {allowance} MP (GUI-10.1.2a).",
            ahead=ahead.name,
            behind=behind.name,
            way=way,
            mp=mp,
            allowance=plan.allowance,
        ),
        say("While they carry it they neither shoot nor attack."),
    )
    return Checked(told)


def raising(battle: Battle, rules: Ruleset, sheet: Sheet, order: RaiseOrder) -> Checked:
    """Where it will stand; what is no stockade can never be reached (GUI-10.1.1)."""
    board = battle.board
    if order.at in board and ("tower" in board.traits(order.at) or order.at not in board.owners("stockade")):
        why = say("{at} is not behind a stockade: a ladder is long enough for nothing else", at=order.at)
        return refused(Rejection("GUI-10.1.1", why))
    found = ladders.raised(battle, rules, order)
    if isinstance(found, Rejection):
        found = ladders.raised(imagined(battle, rules, sheet), rules, order)
    if isinstance(found, Rejection):
        return _two_or_noted(battle, rules, order.figures, found)
    foot = found.hexes[0]
    return Checked(
        (
            say(
                "The ladder will stand in {foot}, against {at}; from your next phase on it can be climbed.",
                foot=foot,
                at=order.at,
            ),
        )
    )


def laying(battle: Battle, rules: Ruleset, sheet: Sheet, order: LayOrder) -> Checked:
    """Whether they have one to lay down."""
    draft = imagined(battle, rules, sheet)
    found = ladders.borne_by_both(draft, order.figures) if len(order.figures) > 1 else None
    if found is None or isinstance(found, Rejection):
        refusal = found or Rejection("GUI-10.1.2a", say("it takes two men to handle a ladder"))
        return _two_or_noted(battle, rules, order.figures, refusal)
    return Checked((say("The ladder will lie in {hexes}.", hexes=" and ".join(found.hexes)),))


def shifting(battle: Battle, rules: Ruleset, sheet: Sheet, order: ShiftOrder) -> Checked:
    """Where it will stand then."""
    found = ladders.shifted(battle, rules, order)
    if isinstance(found, Rejection):
        found = ladders.shifted(imagined(battle, rules, sheet), rules, order)
    if isinstance(found, Rejection):
        return _two_or_noted(battle, rules, order.figures, found)
    mp = rules.tables["ladders"].number("shift", "value")
    return Checked(
        (say("The ladder will stand in {hex}; {mp} MP each (GUI-10.1.4).", hex=found.hexes[0], mp=mp),)
    )


def toppling(battle: Battle, rules: Ruleset, sheet: Sheet, order: ToppleOrder) -> Checked:
    """The odds, and who would fall."""
    highest = rules.tables["ladders"].number("topple", "value")
    return _in_the_combat_step(
        battle,
        rules,
        sheet,
        order,
        can_topple,
        10 * highest,
        say("it falls"),
        say("topples the ladder"),
    )


def throwing(battle: Battle, rules: Ruleset, sheet: Sheet, order: ThrowOrder) -> Checked:
    """The odds; armour, a missing grapnel and walls that hold no hook are final (GUI-10.6.1a)."""
    figure = battle.figures[order.figure]
    draft = imagined(battle, rules, sheet)
    found = grapnels.thrown(battle, rules, order)
    if isinstance(found, Rejection):
        coming = borne_by(draft, figure.id, ROPE) is not None and not figure.armoured
        if coming and borne_by(battle, figure.id, ROPE) is None:
            return noted(found, _MAY_CHANGE)
        return refused(found)
    hold = rules.tables["grapnels"].number("hold", "value")
    percent = 10 * sum(face >= hold for face in _FACES)
    told = say(
        "{figure} throws from {hex}: {percent} % that the hook holds. He does nothing else.",
        figure=figure.name,
        hex=figure.hex,
        percent=percent,
    )
    return Checked((told,))


def coiling(battle: Battle, rules: Ruleset, sheet: Sheet, order: CoilOrder) -> Checked:
    """Whether he can have the rope."""
    found = grapnels.coiled(battle, rules, order)
    if isinstance(found, Rejection):
        found = grapnels.coiled(imagined(battle, rules, sheet), rules, order)
    if isinstance(found, Rejection):
        return noted(found, _MAY_CHANGE)
    return Checked((say("{figure} has the rope with him then.", figure=battle.figures[order.figure].name),))


def cutting(battle: Battle, rules: Ruleset, sheet: Sheet, order: CutOrder) -> Checked:
    """The odds, and who would fall."""
    highest = rules.tables["grapnels"].number("cut", "value")
    return _in_the_combat_step(
        battle, rules, sheet, order, grapnels.can_cut, 10 * highest, say("it is cut"), say("cuts the rope")
    )


def pulling(battle: Battle, rules: Ruleset, sheet: Sheet, order: PullOrder) -> Checked:
    """The odds with these four (GUI-10.6.5b)."""
    found = grapnels.can_pull(battle, rules, order)
    if isinstance(found, Rejection):
        never = len(set(order.figures)) != rules.tables["grapnels"].number("pullers", "value")
        if never or found.code in _NEVER:
            return refused(found)
        return noted(found, _MAY_CHANGE)
    mods = grapnels.pull_modifiers(battle, rules, order)
    highest = rules.tables["grapnels"].number("pull", "value")
    percent = 10 * sum(face + total(mods) <= highest for face in _FACES)
    who = listed([name_of(battle, f) for f in order.figures], "and")
    hurt = f" ({mods[0].words})" if mods else ""
    return Checked(
        (
            say(
                "{who} pull at {wall}: {percent} % that it comes down{hurt}.",
                who=who,
                wall=wall_hex(battle, found),
                percent=percent,
                hurt=hurt,
            ),
        )
    )


def imagined(battle: Battle, rules: Ruleset, sheet: Sheet, but: tuple[str, ...] = ()) -> Battle:
    """The board as it will be when the moves of the sheet are made and ladders carried and put up, as
    ordered above."""
    orders = _orders(sheet)
    draft = Imagined(battle, rules, [o for o in orders if isinstance(o, MoveOrder)]).draft.copy()
    for order in orders:
        if isinstance(order, CarryOrder) and not set(order.figures) & set(but):
            plan = carrying.planned(draft, rules, order)
            if not isinstance(plan, Rejection) and plan.paces:
                _carried(draft, plan)
        elif isinstance(order, RaiseOrder):
            found = ladders.raised(draft, rules, order)
            if not isinstance(found, Rejection):
                evolve(draft, LadderPlaced(ladder=found, how="raised", rule="GUI-10.1.2b"))
    return draft


def _carried(draft: Battle, plan: carrying.Carried) -> None:
    last = plan.paces[-1]
    left = plan.allowance - sum(pace.mp for pace in plan.paces)
    for figure, at in ((plan.ahead, last.ahead), (plan.behind, last.behind)):
        evolve(draft, Moved(figure=figure, hex=at, mp=0, left=left, how="bearing"))
    ladder = replace(plan.ladder, hexes=(last.ahead, last.behind), bearers=(plan.ahead, plan.behind))
    evolve(draft, LadderPlaced(ladder=ladder, how="carried", rule="GUI-10.1.2a"))


def _orders(sheet: Sheet) -> list[object]:
    return [entry.order for entry in sheet.orders]


def _two(battle: Battle, rules: Ruleset, figures: tuple[str, ...]) -> Rejection | None:
    if len(set(figures)) != rules.tables["ladders"].number("bearers", "value"):
        return Rejection("GUI-10.1.2a", say("it takes two men to handle a ladder"))
    return None


def _two_or_noted(battle: Battle, rules: Ruleset, figures: tuple[str, ...], found: Rejection) -> Checked:
    never = _two(battle, rules, figures)
    return refused(never) if never is not None else noted(found, _MAY_CHANGE)


def _in_the_combat_step(
    battle: Battle,
    rules: Ruleset,
    sheet: Sheet,
    order: ToppleOrder | CutOrder,
    find: Callable[..., Ladder | Rejection],
    percent: int,
    result: str,
    does: str,
) -> Checked:
    """What takes the place of an attack: where everybody will be by then is not known yet."""
    draft = imagined(battle, rules, sheet)
    found = find(draft, rules, order)
    if isinstance(found, Rejection):
        return noted(found, _MAY_CHANGE)
    figure = battle.figures[figures_of(order)[0]]
    man = climber(draft, found)
    who = say(", and {man} with it", man=man.name) if man is not None else ""
    return Checked(
        (
            say(
                "{figure} {does} in {hex} instead of attacking: {percent} % that {result}{who}.",
                figure=figure.name,
                does=does,
                hex=found.hexes[0],
                percent=percent,
                result=result,
                who=who,
            ),
        )
    )
