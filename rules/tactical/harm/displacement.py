"""Making room: friends and horses pushed one hex aside by somebody who is driven back or falls (GUI-6.5b,
GUI-5.4.4b).

One pushed aside may push the next; since each takes one new hex, a cascade is a chain of pieces.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from rules.core.language import english
from rules.events.harm import Displaced
from rules.events.movement import HorseCause, HorseMoved
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId, SideId
from rules.tactical.harm import infiltration, wounds
from rules.tactical.horses import bridle
from rules.tactical.ways import ground
from rules.tactical.ways.stacking import cannot_halt_astride

# A chain longer than this is no longer a matter of a few men stepping aside.
LONGEST_CASCADE = 6


class Shift(NamedTuple):
    """One piece pushed to where it covers ``taken`` anew. ``hex`` and ``rear`` are its place afterwards;
    ``side`` makes room."""

    piece: FigureId | HorseId
    is_horse: bool
    hex: Hex
    rear: Hex | None
    taken: Hex
    drowns: bool
    tests: int
    side: SideId


class Cascade(NamedTuple):
    """Who has to move, the first being the one in the way, empty where the hex is free."""

    shifts: tuple[Shift, ...] = ()

    @property
    def cost(self) -> tuple[int, int, int]:
        """What it takes, the least first: men drowned, infiltration tests, pieces moved."""
        return (sum(s.drowns for s in self.shifts), sum(s.tests for s in self.shifts), len(self.shifts))


def room_at(
    battle: Battle, rules: Ruleset, at: Hex, side: SideId, closed: frozenset[Hex] = frozenset()
) -> Cascade | None:
    """The easiest way for a side to empty a hex, or None if there is none (GUI-6.5b).

    Book silent on the order of the owner's choices. Ruling RUL-623: he whose man gives ground chooses; nobody
    drowns if it can be helped, then as few infiltration tests as possible, then the shortest chain.
    ``closed`` are hexes that nobody may be pushed into. The stunned are not pushed (RUL-603), a rider or a
    horse goes straight back or straight ahead (GUI-5.4.4c). If that makes no room, a horse in nobody's hand
    keeps the half that is not in the way and swings the other (GUI-4.4.3a, RUL-410)."""
    found = _easiest(battle, rules, at, side, closed, swinging=False)
    if found is None and any(h.loose and h.led_by is None for h in battle.horses.values()):
        found = _easiest(battle, rules, at, side, closed, swinging=True)
    return found


def _easiest(
    battle: Battle, rules: Ruleset, at: Hex, side: SideId, closed: frozenset[Hex], *, swinging: bool
) -> Cascade | None:
    order = count()
    waiting: list[tuple[tuple[int, int, int], int, Hex, Cascade]] = [((0, 0, 0), next(order), at, Cascade())]
    there = _occupants(battle)
    settled: set[Hex] = set()
    while waiting:
        _, _, clear, so_far = heapq.heappop(waiting)
        if clear not in there:
            return so_far
        if clear in settled or len(so_far.shifts) >= LONGEST_CASCADE:
            continue
        settled.add(clear)
        moved = {s.piece for s in so_far.shifts}
        piece = there[clear]
        if piece.id in moved or not _budges(battle, piece, side):
            continue
        near = battle.board.neighbours(clear)
        # nobody needs to look at hexes that are shut, or held by somebody who stays where he is
        shut = closed | settled | {h for h in near if h in there and not _budges(battle, there[h], side)}
        for shift in _shifts(battle, rules, piece, clear, shut, side, swinging):
            longer = Cascade((*so_far.shifts, shift))
            heapq.heappush(waiting, (longer.cost, next(order), shift.taken, longer))
    return None


def _occupants(battle: Battle) -> dict[Hex, Character | Horse]:
    """Who stands where: the living, carried ones apart, and living horses without a rider (GUI-4.1a). Where
    one has fallen on another it is he who lies underneath: the hex is not empty before he too has left it
    (GUI-10.1.6c)."""
    there: dict[Hex, Character | Horse] = {
        at: horse for horse in battle.horses.values() if horse.alive for at in horse.hexes
    }
    for figure in sorted(battle.figures.values(), key=lambda f: not f.active):
        if figure.living and figure.carried_by is None and not figure.storey:
            there.update((at, figure) for at in figure.hexes)
    return there


def _budges(battle: Battle, piece: Character | Horse, side: SideId) -> bool:
    """Whether a piece makes room for a side: friends on their feet (RUL-603), and riderless horses unless
    somebody who is no friend holds their bridle. Neutrals make room for nobody (RUL-210)."""
    if isinstance(piece, Horse):
        return piece.led_by is None or battle.friendly(side, piece.side)
    return battle.friendly(side, piece.side) and piece.active


def carry_out(journal: Journal, rules: Ruleset, cascade: Cascade, rule: str) -> None:
    """Push everybody of a cascade, the last of the chain first. Each takes his infiltration tests, so does a
    horse whose head comes into another hex (GUI-6.5c, GUI-5.4.4b, GUI-4.3.1.2), and lets go of the horses
    that he leads (RUL-607); an armoured man pushed into deep water drowns (GUI-4.2.1d)."""
    for shift in reversed(cascade.shifts):
        if shift.is_horse:
            stays = journal.battle.horses[shift.piece].front == shift.hex
            journal.record(
                HorseMoved(horse=shift.piece, front=shift.hex, rear=shift.rear, why=HorseCause.DISPLACED)
            )
            if not stays:
                infiltration.test_horse(journal, rules, shift.piece, shift.side)
            continue
        bridle.release(journal, shift.piece, "RUL-607")
        journal.record(Displaced(figure=shift.piece, hex=shift.hex, rear=shift.rear, rule=rule))
        if shift.drowns:
            wounds.kill(
                journal, rules, shift.piece, "GUI-4.2.1d", english("pushed into deep water"), drowned=True
            )
        else:
            infiltration.test(journal, rules, shift.piece, shift.hex, "retreat", frozenset())


def _shifts(
    battle: Battle,
    rules: Ruleset,
    piece: Character | Horse,
    clear: Hex,
    shut: frozenset[Hex],
    side: SideId,
    swinging: bool,
) -> Iterator[Shift]:
    """All single pushes that take a piece out of a hex into one that is not shut."""
    if isinstance(piece, Horse):
        found = _horse_shifts(battle, rules, piece, clear, side, swinging)
    elif piece.mounted:
        found = _rider_shifts(battle, rules, piece, clear)
    else:
        found = _foot_shifts(battle, rules, piece, shut)
    return (shift for shift in found if shift.taken not in shut)


def _foot_shifts(battle: Battle, rules: Ruleset, figure: Character, shut: frozenset[Hex]) -> Iterator[Shift]:
    assert figure.hex is not None
    for end in battle.board.neighbours(figure.hex):
        if end in shut:
            continue
        drowned = ground.drowns(battle, figure, end)
        if drowned or ground.passable(battle, rules, figure, figure.hex, end):
            tests = len(infiltration.opponents(battle, rules, figure, end))
            yield Shift(figure.id, False, end, None, end, drowned, tests, figure.side)


def _rider_shifts(battle: Battle, rules: Ruleset, rider: Character, clear: Hex) -> Iterator[Shift]:
    push = _along_its_axis(battle, rider, clear)
    if (
        push is not None
        and ground.passable(battle, rules, rider, push.edge, push.taken)
        and cannot_halt_astride(battle, rules, (push.hex, push.rear)) is None
    ):
        tests = len(infiltration.opponents(battle, rules, rider, push.hex))
        yield Shift(rider.id, False, push.hex, push.rear, push.taken, False, tests, rider.side)


def _horse_shifts(
    battle: Battle, rules: Ruleset, horse: Horse, clear: Hex, side: SideId, swinging: bool
) -> Iterator[Shift]:
    straight = _along_its_axis(battle, horse, clear)
    swings = _swings(battle, horse, clear) if swinging and horse.led_by is None else ()
    for push in (*(() if straight is None else (straight,)), *swings):
        if (
            ground.passable_for_horse(battle, rules, push.edge, push.taken)
            and cannot_halt_astride(battle, rules, (push.hex, push.rear)) is None
        ):
            mover, stays = infiltration.as_mover(horse, side), push.hex == horse.front
            tests = 0 if stays else len(infiltration.opponents(battle, rules, mover, push.hex))
            yield Shift(horse.id, True, push.hex, push.rear, push.taken, False, tests, side)


class _Push(NamedTuple):
    """A counter of two hexes of which one half changes its hex: its new place, and the step from ``edge``
    to ``taken``."""

    hex: Hex
    rear: Hex
    edge: Hex
    taken: Hex


def _swings(battle: Battle, horse: Horse, clear: Hex) -> Iterator[_Push]:
    """The half that is in the way swung round the other, to any hex beside it (GUI-4.4.3a, RUL-410)."""
    front, rear = horse.hexes
    kept = rear if clear == front else front
    for at in battle.board.neighbours(kept):
        if at not in horse.hexes:
            yield _Push(at, rear, rear, at) if clear == front else _Push(front, at, front, at)


def _along_its_axis(battle: Battle, piece: Character | Horse, clear: Hex) -> _Push | None:
    """Straight back if its front half has to go, straight ahead if its rear half has (GUI-5.4.4c)."""
    front, rear = piece.hexes
    if clear == front:
        back = ground.behind(battle, piece)
        return _Push(rear, back, rear, back) if back is not None else None
    onward = ground.ahead(battle, piece)
    return _Push(onward, front, front, onward) if onward is not None else None
