"""What the receipt says of ladders and grapnels (GUI-10.1, GUI-10.6)."""

from __future__ import annotations

from collections.abc import Callable

from rules.assault import carrying, grapnels, ladders
from rules.assault.toppling import can_topple
from rules.core.language import english, say
from rules.core.modifier import total
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.desk import Desk
from rules.desk.receipts.told import name_of
from rules.events.ladders import LadderPlaced
from rules.evolve import evolve
from rules.orders.records import (
    CarryOrder,
    CoilOrder,
    CutOrder,
    LayOrder,
    PullOrder,
    RaiseOrder,
    ShiftOrder,
    ThrowOrder,
    ToppleOrder,
    figures_of,
)
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle, PhaseRecord
from rules.state.figure import Character
from rules.state.ladders import LADDER, ROPE, borne_by, climber, wall_hex
from rules.state.works import Ladder

_MAY_CHANGE = english("The order stands in case that changes.")
_FACES = range(1, 11)
# What keeps four men from pulling at a rope, and will not change before they would.
_NEVER = frozenset({Reason.OUT_OF_ACTION, Reason.MANY_WOUNDED, Reason.PLATFORM})


def carrying_a_ladder(desk: Desk, order: CarryOrder) -> Checked:
    """The way of two with a ladder, and what they give up for it."""
    battle, rules = desk.battle, desk.rules
    found = _two(battle, rules, order.figures)
    if found is not None:
        return refused(found)
    plan = carrying.planned(desk.imagined.draft_for(order), rules, order)
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


def raising(desk: Desk, order: RaiseOrder) -> Checked:
    """Where it will stand; what is no stockade can never be reached (GUI-10.1.1)."""
    battle, rules = desk.battle, desk.rules
    board = battle.board
    if order.at in board and ("tower" in board.traits(order.at) or order.at not in board.owners("stockade")):
        why = say("{at} is not behind a stockade: a ladder is long enough for nothing else", at=order.at)
        return refused(Rejection("GUI-10.1.1", why))
    draft = desk.imagined.draft_for(order)
    found = ladders.raised(draft, rules, order)
    if isinstance(found, Rejection):
        return _two_or_noted(battle, rules, order.figures, found, *_first_to_carry(draft, order.figures))
    told = say(
        "The ladder will stand in {foot}, against {at}; from your next phase on it can be climbed.",
        foot=found.hexes[0],
        at=order.at,
    )
    danger = _may_be_thrown_down(draft, rules, found, battle.figures[order.figures[0]])
    return Checked((f"{told} {danger}" if danger else told,), warned=bool(danger))


def _may_be_thrown_down(draft: Battle, rules: Ruleset, ladder: Ladder, bearer: Character) -> str:
    """Which enemies could topple a ladder that has been raised, from where they stand now; empty where nobody
    could (GUI-10.1.6a, GUI-10.1.7)."""
    after = evolve(draft.copy(), LadderPlaced(ladder=ladder, how="raised", rule="GUI-10.1.2b"))
    able = []
    for enemy in after.active_enemies(bearer.side):
        after.side, after.now = enemy.side, PhaseRecord(after.phase + 1)
        if not isinstance(can_topple(after, rules, ToppleOrder(enemy.id, ladder.hexes[0])), Rejection):
            able.append(enemy.name)
    if not able:
        return ""
    highest = rules.tables["ladders"].number("topple", "value")
    return say(
        "In the enemy's phase {names} may throw it down instead of attacking, and whoever is on it falls: "
        "1D10, {highest} or less ({rule}).",
        names=listed(able),
        highest=highest,
        rule="GUI-10.1.6a",
    )


def laying(desk: Desk, order: LayOrder) -> Checked:
    """Whether they have one to lay down."""
    battle, rules = desk.battle, desk.rules
    draft = desk.imagined.draft_for(order)
    found = ladders.borne_by_both(draft, order.figures) if len(order.figures) > 1 else None
    if found is None or isinstance(found, Rejection):
        refusal = found or Rejection("GUI-10.1.2a", say("it takes two men to handle a ladder"))
        return _two_or_noted(battle, rules, order.figures, refusal)
    return Checked((say("The ladder will lie in {hexes}.", hexes=" and ".join(found.hexes)),))


def shifting(desk: Desk, order: ShiftOrder) -> Checked:
    """Where it will stand then."""
    battle, rules = desk.battle, desk.rules
    found = ladders.shifted(desk.imagined.draft_for(order), rules, order)
    if isinstance(found, Rejection):
        return _two_or_noted(battle, rules, order.figures, found)
    mp = rules.tables["ladders"].number("shift", "value")
    return Checked(
        (say("The ladder will stand in {hex}; {mp} MP each (GUI-10.1.4).", hex=found.hexes[0], mp=mp),)
    )


def toppling(desk: Desk, order: ToppleOrder) -> Checked:
    """The odds, and who would fall."""
    rules = desk.rules
    highest = rules.tables["ladders"].number("topple", "value")
    return _in_the_combat_step(
        desk,
        order,
        can_topple,
        10 * highest,
        say("it falls"),
        say("topples the ladder"),
    )


def throwing(desk: Desk, order: ThrowOrder) -> Checked:
    """The odds; armour, a missing grapnel and walls that hold no hook are final (GUI-10.6.1a)."""
    battle, rules = desk.battle, desk.rules
    figure = battle.figures[order.figure]
    draft = desk.imagined.draft_for(order)
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


def coiling(desk: Desk, order: CoilOrder) -> Checked:
    """Whether he can have the rope."""
    battle, rules = desk.battle, desk.rules
    found = grapnels.coiled(desk.imagined.draft_for(order), rules, order)
    if isinstance(found, Rejection):
        return noted(found, _MAY_CHANGE)
    return Checked((say("{figure} has the rope with him then.", figure=battle.figures[order.figure].name),))


def cutting(desk: Desk, order: CutOrder) -> Checked:
    """The odds, and who would fall."""
    rules = desk.rules
    highest = rules.tables["grapnels"].number("cut", "value")
    return _in_the_combat_step(
        desk, order, grapnels.can_cut, 10 * highest, say("it is cut"), say("cuts the rope")
    )


def pulling(desk: Desk, order: PullOrder) -> Checked:
    """The odds with these four (GUI-10.6.5b)."""
    battle, rules = desk.battle, desk.rules
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


def _two(battle: Battle, rules: Ruleset, figures: tuple[str, ...]) -> Rejection | None:
    if len(set(figures)) != rules.tables["ladders"].number("bearers", "value"):
        return Rejection("GUI-10.1.2a", say("it takes two men to handle a ladder"))
    return None


def _two_or_noted(
    battle: Battle, rules: Ruleset, figures: tuple[str, ...], found: Rejection, *hints: str
) -> Checked:
    never = _two(battle, rules, figures)
    if never is not None:
        return refused(never)
    return noted(found, *hints, _MAY_CHANGE)


def _first_to_carry(draft: Battle, figures: tuple[str, ...]) -> tuple[str, ...]:
    """Where one of them has no ladder in hand, the order that comes first: they pick it up and bring it."""
    if all(borne_by(draft, figure) is not None for figure in figures):
        return ()
    pair = " + ".join(name_of(draft, figure) for figure in figures)
    lying = [
        "-".join(ladder.hexes)
        for ladder in draft.ladders.values()
        if ladder.kind == LADDER and not ladder.upright and not ladder.bearers
    ]
    where = say(" (one lies in {hexes})", hexes=listed(lying)) if lying else ""
    return (
        say(
            "First comes CARRY LADDER {pair} to the hex before the wall, with one of them at each end of a "
            "ladder{where}.",
            pair=pair,
            where=where,
        ),
    )


def _in_the_combat_step(
    desk: Desk,
    order: ToppleOrder | CutOrder,
    find: Callable[..., Ladder | Rejection],
    percent: int,
    result: str,
    does: str,
) -> Checked:
    """What takes the place of an attack: where everybody will be by then is not known yet."""
    battle, draft = desk.battle, desk.imagined.draft_for(order)
    found = find(draft, desk.rules, order)
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
