"""What the receipt says of a move: its way, what it takes from shots and formations, or why it cannot be
made (GUI-4)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import say
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import Checked, refused
from rules.desk.desk import Desk
from rules.desk.receipts import tried
from rules.desk.receipts.drills import leaves_formation
from rules.desk.receipts.told import told_move, told_other_way
from rules.orders.parser import print_order
from rules.orders.records import HaulOrder, LegKind, MoveOrder
from rules.tactical.moving import bodies
from rules.tactical.moving.legs import hand_asked
from rules.tactical.moving.planning import Plan

# What may be otherwise once somebody has gone.
_MAY_CLEAR = frozenset({Reason.OCCUPIED, Reason.NO_WAY})
MOST_SEARCHES = 3  # other ways looked for in one mail: a long bad mail must stay quick


def check_haul(desk: Desk, order: HaulOrder) -> Checked:
    """Whether the bodies can be shifted as things stand (GUI-4.2.3a)."""
    found = bodies.check_haul(desk.battle, desk.rules, order)
    return Checked() if found is None else refused(found)


def check_move(desk: Desk, order: MoveOrder) -> Checked:
    """Plan a move behind those before it; a refusal brings a hint and, where there is one, another way."""
    figure = desk.battle.figures[order.figure]
    found, other = _planned(desk, order)
    if isinstance(found, Rejection):
        answer = refused(found, *(_hints(desk, order) if found.code in _MAY_CLEAR else ()))
        return replace(answer, suggestion=_other_way(desk, order))
    limits: list[str] = []
    rule = ""
    limit = desk.limit(figure, fired=desk.fires(figure.id), watching=False)
    if limit is not None and found.cost > limit:
        short = say(
            "{figure} shoots first: then he has {limit} MP, and this takes {cost}.",
            figure=figure.name,
            limit=limit,
            cost=found.cost,
        )
        limits, rule = [f"{short} {_cut_short(desk, found)}"], "GUI-5.1a"
        desk.cut_short.add(figure.id)
    elif desk.gives_up_watch(figure, found.cost):
        limits, rule = (
            [say("{figure} gives up his shot in the enemy's phase by going so far.", figure=figure.name)],
            "GUI-5.1b",
        )
    if amiss := _about_his_hand(desk, order, found):
        limits, rule = [*limits, amiss], rule or "GUI-4.4.3c"
    leaving = leaves_formation(desk.battle, desk.imagined.draft, desk.rules, figure.id) if found.path else ""
    if leaving:
        limits, rule = [*limits, leaving], rule or "GUI-7.3.1b"
    details = tuple(tried.of_move(desk.battle, desk.rules, found)) if desk.trying else ()
    message = (*told_move(desk.battle, found), *limits)
    if other is not None and (compared := told_other_way(found, other)):
        message = (*message, compared)
    gist = "" if found.stays else say("{cost} of {allowance} MP", cost=found.cost, allowance=found.allowance)
    return Checked(message, rule, note=bool(limits), details=details, gist=gist)


def _cut_short(desk: Desk, found: Plan) -> str:
    """What becomes of a move that asks for more MP than a shot leaves."""
    end = desk.imagined.stops_at(found.figure)
    if end == desk.battle.figures[found.figure].hex:
        return say("He stays where he is, or does not shoot if you take the shot back.")
    if end == found.hex:
        return say("He goes as far as they carry him, or does not shoot if you take the shot back.")
    return say("They carry him to {end}; or he does not shoot if you take the shot back.", end=end)


def _planned(desk: Desk, order: MoveOrder) -> tuple[Plan | Rejection, Plan | None]:
    """The move, let into the imagined board, and the same by the shortest way if the safest one is asked for,
    and the other way round."""
    if not order.to or not order.way:
        return desk.imagined.add(order), None
    found, other = desk.imagined.add_comparing(order)
    return found, None if isinstance(other, Rejection) else other


def _about_his_hand(desk: Desk, order: MoveOrder, found: Plan) -> str:
    """Why a horse will not end at the hand that was named for it (GUI-4.4.3c, RUL-421); empty if it will."""
    asked, name = hand_asked(order), desk.battle.figures[order.figure].name
    if not asked:
        return ""
    if not found.led:
        return say("{figure} leads no horse when he gets there.", figure=name)
    if found.rear is None:
        return say("{figure} is on foot then: what he leads stands behind him.", figure=name)
    if found.path and found.led[0][2] != asked:
        if asked == "left":
            return say("There is no room for it at his left hand.")
        return say("There is no room for it at his right hand.")
    return "" if found.path else say("{figure} does not move: the horse stays where it is.", figure=name)


def _other_way(desk: Desk, order: MoveOrder) -> str:
    """The order that leads to the last hex of a path that does not hold together, if there is one."""
    plainly = order.path and all(leg.kind is LegKind.HEX for leg in order.path)
    if not plainly or desk.searched >= MOST_SEARCHES:
        return ""
    end = order.path[-1].hex
    desk.searched += 1
    other = MoveOrder(order.figure, to=end, facing=order.facing, stops=order.stops)
    found = desk.imagined.plan(other)
    return "" if isinstance(found, Rejection) else print_order(other, desk.sheet.lexicon)


def _hints(desk: Desk, order: MoveOrder) -> tuple[str, ...]:
    """Who of one's own stands where the move ends, as long as he does."""
    end = order.to or next((leg.hex for leg in reversed(order.path) if leg.hex), "")
    if not end:
        return ()
    there = [f for f in desk.imagined.draft.living_at(end) if f.id != order.figure]
    side = desk.battle.figures[order.figure].side
    if there and there[0].side == side:
        moved = desk.imagined.plan_of(there[0].id)
        if moved is not None and moved.path:
            return (say("{there} goes there by another of your lines.", there=there[0].name),)
        if (MoveOrder.slot, there[0].id) in desk.to_come:
            return (
                say(
                    "Moves are carried out in the order of the lines: put that of {there} above this one.",
                    there=there[0].name,
                ),
            )
        return (
            say(
                "Moves are carried out in the order of the lines: is {there} to go first?",
                there=there[0].name,
            ),
        )
    if there:
        return (
            say(
                "If {there} may be gone by then, write IF {end} is free THEN MOVE ...",
                there=there[0].name,
                end=end,
            ),
        )
    return ()
