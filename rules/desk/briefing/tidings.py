"""In short: what came of ladders and ropes since a seat was last told, and which of its own orders came to
nothing. Read from what the seat was shown."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from rules.core.language import say, say_many, translated
from rules.events.base import Event
from rules.events.combat import CombatFought
from rules.events.ladders import LadderPlaced
from rules.events.movement import Ending, Moved, MoveEnded
from rules.events.umpire import OrderFailed
from rules.orders.filed import bound_by
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import LADDER, ROPE, climber, wall_hex

MOST_UP = 4
MOST_UNDONE = 4
LONGEST = 44  # letters of an order
LAST = ("FIRE", "MOVE")  # the orders whose failing matters least; other verbs before them

Names = Callable[[Iterable[Character]], str]
"""Names with their sides behind."""


def of_the_walls(seen: Battle, before: Battle, shown: Sequence[Event], names: Names) -> str:
    """ "Ladders up: in 0707 against 0806 (Roger on it). Ladders thrown down: 1614. Over the wall:
    Hugo (yours)."; empty where nobody has climbed, raised or thrown down anything and none stands."""
    told = []
    for kind, words in ((LADDER, say("Ladders up")), (ROPE, say("Ropes up"))):
        if up := list(_up(seen, kind)):
            told.append(f"{words}: {'; '.join(up[:MOST_UP])}{_and_more(len(up) - MOST_UP)}.")
    if down := _thrown_down(before, shown):
        told.append(say("Ladders thrown down: {places}.", places=", ".join(down)))
    over = {e.figure for e in shown if isinstance(e, Moved) and e.how == "over"}
    there = [f for f in seen.figures.values() if f.id in over and f.active]
    if there:
        told.append(say("Over the wall: {figures}.", figures=names(there)))
    return " ".join(told)


def _up(seen: Battle, kind: str) -> Iterator[str]:
    for ladder in seen.ladders.values():
        if ladder.kind != kind or not ladder.upright:
            continue
        there = say("in {hex} against {wall}", hex=ladder.hexes[0], wall=wall_hex(seen, ladder) or "")
        man = climber(seen, ladder)
        yield say("{there} ({man} on it)", there=there, man=man.name) if man is not None else there


def _thrown_down(before: Battle, shown: Sequence[Event]) -> list[Hex]:
    """Where ladders stood that somebody threw down."""
    stood = {ladder.id: ladder.hexes[0] for ladder in before.ladders.values() if ladder.upright}
    found = []
    for event in shown:
        if isinstance(event, LadderPlaced):
            if event.how == "fallen" and event.ladder.id in stood:
                found.append(stood.pop(event.ladder.id))
            elif event.ladder.upright:
                stood[event.ladder.id] = event.ladder.hexes[0]
    return found


def of_own_orders(seen: Battle, shown: Sequence[Event], seat: str) -> str:
    """ "Not done: FIRE of Milo, Ralph (Andronikos is dead). Cut short: Ivo in 0416 (held up by a shot)." """
    failed = sorted(
        (e for e in shown if isinstance(e, OrderFailed) and e.seat == seat),
        key=lambda e: (_verb(e) in LAST, LAST.index(_verb(e)) if _verb(e) in LAST else 0),
    )
    together: dict[tuple[str, str], list[OrderFailed]] = {}
    for event in failed:
        together.setdefault((_verb(event), event.why), []).append(event)
    told = []
    fought = {figure for e in shown if isinstance(e, CombatFought) for figure in e.attackers}
    if undone := [_undone(seen, events, fought) for events in together.values()]:
        told.append(say("Not done: {orders}.", orders=_first(undone)))
    ended = {e.figure: e for e in shown if isinstance(e, MoveEnded) and _is_cut_short(seen, e, seat)}
    if short := [_short(seen, event) for event in ended.values()]:
        told.append(say("Cut short: {moves}.", moves=_first(short)))
    return " ".join(told)


def _verb(event: OrderFailed) -> str:
    """Of an order under IF the verb that stands behind the condition."""
    order = event.order.rpartition(" THEN ")[2] if event.order.startswith("IF ") else event.order
    return order.split(maxsplit=1)[0] if order else ""


def _is_cut_short(seen: Battle, event: MoveEnded, seat: str) -> bool:
    """Whether a man of the seat's did not come as far as he was to, and can still act on it."""
    figure = seen.figures.get(event.figure)
    own = figure is not None and figure.seat == seat and figure.active
    return own and bool(event.reason) and event.code is not Ending.AS_ORDERED


def _undone(seen: Battle, events: Sequence[OrderFailed], fought: Container[FigureId]) -> str:
    """The order as it was given; of several, or where only some of those whom it binds did not do it, their
    names."""
    first = events[0]
    order = textwrap.shorten(first.order, LONGEST, placeholder=" …")
    men = dict.fromkeys(e.figure for e in events)
    bound = bound_by(seen, first.seat, first.order)
    if not all(men):  # of an order for several some may have fought
        men = dict.fromkeys(figure for figure in bound if figure not in fought)
    if men and all(man in seen.figures for man in men) and (len(events) > 1 or set(bound) - set(men)):
        names = ", ".join(_name(seen, man) for man in men)
        order = say("{verb} of {figures}", verb=_verb(first), figures=names)
    return f"{order} ({translated(events[0].why)})"


def _short(seen: Battle, event: MoveEnded) -> str:
    at = seen.figures[event.figure].hex or ""
    name = _name(seen, event.figure)
    return say("{figure} in {hex} ({why})", figure=name, hex=at, why=event.reason)


def _name(seen: Battle, figure: FigureId) -> str:
    return seen.figures[figure].name


def _first(told: Sequence[str]) -> str:
    return "; ".join(told[:MOST_UNDONE]) + _and_more(len(told) - MOST_UNDONE)


def _and_more(number: int) -> str:
    return "; " + say_many("and 1 more", "and {more} more", number, more=number) if number > 0 else ""
