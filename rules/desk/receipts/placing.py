"""What the receipt says of the set-up: where each man would stand, who is held back, or why not (GUI-2a)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from rules.core.language import english, say, translated
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, refused
from rules.desk.desk import Desk
from rules.desk.sheet import slots_of
from rules.narrate.deployment import entry_in_words
from rules.orders.parser import print_order
from rules.orders.records import EnterOrder, Order, PlaceOrder, figures_of
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.deployment import Reserve
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.tactical.deploying.deployment import OUTSIDE, RESERVES, DrawnUp, drawn_up, members, placing
from rules.tactical.deploying.placing import Place


def check_place(desk: Desk, order: PlaceOrder | EnterOrder) -> Checked:
    """An order of the set-up behind those above it, and behind those filed before of men whom this mail does
    not place anew; a hex that cannot be had brings the nearest that can."""
    men = members(desk.battle, desk.seat, order)
    if not men:
        if isinstance(order, EnterOrder):
            return refused(Rejection(RESERVES, english("nobody of whom you write can be held back")))
        return refused(Rejection(OUTSIDE, english("none of your men is meant by that")))
    orders = [*_standing(desk, order), order]
    found = drawn_up(desk.battle, desk.rules, desk.seat, orders)
    trouble = next((t for t in found.troubles if t.order is order), None)
    if trouble is not None:
        return replace(refused(trouble.why), suggestion=_near_miss(desk, order, trouble.figure, found))
    told = _placed_in_words(desk.battle, found, [man.id for man in men])
    undone = tuple(_undone(desk, orders[:-1], found))
    return Checked((*((told,) if told else ()), *undone), note=bool(undone))


def _undone(desk: Desk, others: list[Order], found: DrawnUp) -> Iterator[str]:
    """What is said of other orders that could be carried out without this one: somebody named for a hex goes
    before a group."""
    before = drawn_up(desk.battle, desk.rules, desk.seat, others).troubles
    for trouble in found.troubles:
        if trouble not in before:
            order = print_order(trouble.order, desk.sheet.lexicon)
            yield say(
                "If this is done, {order} cannot be: {why}.", order=order, why=translated(trouble.why.why)
            )


def _standing(desk: Desk, order: Order) -> list[Order]:
    """The orders that will stand beside this one, but for those that further lines of the mail take
    the place of."""
    taken = slots_of(order)
    return [
        entry.order
        for entry in desk.sheet.orders
        if not entry.slots & taken and (entry.new or not desk.placed_anew & set(figures_of(entry.order)))
    ]


def _near_miss(desk: Desk, order: PlaceOrder | EnterOrder, figure: FigureId, found: DrawnUp) -> str:
    """The same order with the nearest place in which the one man may stand, where he was to stand in a hex
    of the board."""
    alone = isinstance(order, PlaceOrder) and order.figures == (figure,) and order.hexes
    usual = found.places.get(figure)
    if not alone or usual is None or not isinstance(order, PlaceOrder):
        return ""
    near = nearest_to(desk, figure, order, order.hexes)
    return print_order(replace(order, hexes=near, facing=""), desk.sheet.lexicon) if near else ""


def nearest_to(desk: Desk, figure: FigureId, order: Order, wanted: Place) -> Place:
    """The free place nearest to one that somebody cannot have."""
    board, deployment = desk.battle.board, desk.battle.deployment_of(desk.seat)
    if deployment is None:
        return ()
    hexes = sorted(deployment.hexes_of(figure), key=lambda at: (board.distance(wanted[0], at), at))
    for at in hexes[:_TRIES]:
        trial = PlaceOrder((figure,), hexes=(at,))
        found = drawn_up(desk.battle, desk.rules, desk.seat, [*_standing(desk, order), trial])
        if not found.troubles:
            return found.places[figure]
    return ()


_TRIES = 12


def _placed_in_words(battle: Battle, found: DrawnUp, men: list[FigureId]) -> str:
    """Where these men come to stand, and when those held back enter: "Robert 0305-0304, Drogo by the
    north in turn 3."""
    told = [
        *(f"{battle.figures[man].name} {'-'.join(found.places[man])}" for man in men if man in found.places),
        *(
            f"{battle.figures[man].name} {entry_in_words(found.reserves[man])}"
            for man in men
            if man in found.reserves
        ),
    ]
    return f"{', '.join(told)}." if told else ""


def form_lines(battle: Battle, rules: Ruleset, seat: SeatId, orders: list[Order]) -> Iterator[Order]:
    """The usual places and entries of those for whom no order stands, so that the form sent back unchanged
    is a set-up."""
    found = drawn_up(battle, rules, seat, orders)
    named = {figure for order in orders for figure in figures_of(order)}
    named |= {
        m.id for o in orders if isinstance(o, PlaceOrder | EnterOrder) for m in members(battle, seat, o)
    }
    for man, place in found.places.items():
        if man not in named:
            yield PlaceOrder((man,), hexes=place)
    for man, reserve in found.reserves.items():
        if man not in named:
            yield EnterOrder((man,), by=reserve.by[0], turn=reserve.turn)


def told(battle: Battle, seat: SeatId) -> Iterator[str]:
    """What a seat is told of its set-up above the orders: where it may place, and who may come later."""
    deployment = battle.deployment_of(seat)
    if deployment is None:
        return
    for area in deployment.areas:
        hexes = " ".join(blocks(area.hexes))
        if area.men:
            names = listed([battle.figures[man].name for man in area.men if man in battle.figures], "and")
            yield say("{area}, for {names} alone: {hexes}", area=area.name, names=names, hexes=hexes)
        else:
            yield say("{area}: {hexes}", area=area.name, hexes=hexes)
    alike: dict[Reserve, list[str]] = {}
    for figure in placing(battle, seat):
        reserve = battle.reserves.get(figure.id)
        if reserve is not None:
            alike.setdefault(replace(reserve, place=reserve.place[:1] and ("",)), []).append(figure.name)
    for reserve, held in alike.items():
        names, how = listed(held, "and"), entry_in_words(reserve)
        if reserve.place:
            yield say("May be held back, and enter then {how}: {names}.", names=names, how=how)
        else:
            yield say("In reserve, to enter {how}: {names}.", names=names, how=how)
        if not reserve.announced:
            yield say("As long as they are not on the board, the other side is told nothing of them.")


def when_he_comes(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """When a reserve enters, and by which edge, as far as it is known: for the muster."""
    reserve = battle.reserves.get(figure.id)
    if reserve is None:
        return ""
    how = entry_in_words(reserve)
    return (
        say("may be held back: enters {how}", how=how) if reserve.optional else say("enters {how}", how=how)
    )


def blocks(hexes: Collection[Hex]) -> Iterator[str]:
    """Hexes in few words: "0705-1307" for a block from corner to corner, by column and row; single ones
    as they are."""
    columns: dict[tuple[str, int], list[int]] = {}
    for at in sorted(hexes):
        columns.setdefault((at[:-4], int(at[-4:-2])), []).append(int(at[-2:]))
    runs: list[_Run] = []
    for (panel, column), rows in columns.items():
        for first, last in _runs(rows):
            wider = next((r for r in runs if r[0] == panel and r[2:] == (column - 1, first, last)), None)
            if wider is not None:
                runs.remove(wider)
            runs.append((panel, wider[1] if wider is not None else column, column, first, last))
    for panel, west, east, first, last in sorted(runs):
        corners = (f"{panel}{west:02d}{first:02d}", f"{panel}{east:02d}{last:02d}")
        yield corners[0] if corners[0] == corners[1] else "-".join(corners)


_Run = tuple[str, int, int, int, int]
"""Panel, first and last column, first and last row."""


def _runs(rows: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of each unbroken run of numbers."""
    first = last = rows[0]
    for row in rows[1:]:
        if row != last + 1:
            yield first, last
            first = row
        last = row
    yield first, last
