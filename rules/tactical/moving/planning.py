"""What a MOVE order would do from the present state if nobody interfered: for receipts, TRY and captains.

A plan is the order played on a copy of the battle, leg by leg, with the very functions that later
carry it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.events.movement import BridleTried, Moved
from rules.evolve import evolve
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Health, Hex, HorseId
from rules.state.ladders import held_by
from rules.tactical.harm import infiltration, jumping
from rules.tactical.harm.infiltration import Chances, Meeting
from rules.tactical.horses import bridle, riding
from rules.tactical.moving import carrying, legs
from rules.tactical.moving.ordered_legs import PLENTY, begun, leg_events, legs_of
from rules.tactical.ways import loose_horses
from rules.tactical.ways.entry import starting_mp
from rules.tactical.ways.stacking import cannot_end, passed_in


class PlannedLeg(msgspec.Struct, frozen=True):
    """One leg as planned: where he is after it, its MP, what is left, who may test him there and
    whom he passes. ``lands``: the chance of a good landing, where he jumps (GUI-9.2.1b); ``harm``: what all
    that befalls him there may do, in hundredths of a man (see Plan)."""

    leg: Leg
    hex: Hex
    rear: Hex | None
    how: str
    mp: int
    left: int
    costs: tuple[Modifier, ...] = ()
    tested_by: tuple[FigureId, ...] = ()
    passes: tuple[FigureId, ...] = ()
    snatches: bool = False
    storey: int = 0
    lands: Fraction = Fraction(1)
    harm: Fraction = Fraction(0)


class Plan(msgspec.Struct, frozen=True):
    """A checked MOVE order. ``cost`` of ``allowance`` MP; ``left`` may differ from the difference where he
    mounts, dismounts or carries. ``led``: each led horse, the hexes where it ends and at which hand of a
    rider. ``hex`` is empty if he leaves the board; ``facing`` is for riders. ``chances`` counts all
    infiltration tests that can befall him, a bridle snatched at is taken to be caught."""

    figure: FigureId
    allowance: int
    cost: int
    left: int
    legs: tuple[PlannedLeg, ...]
    hex: Hex
    rear: Hex | None
    facing: str
    chances: Chances
    stays: bool = False
    led: tuple[tuple[HorseId, tuple[Hex, ...], str], ...] = ()

    @property
    def unhurt(self) -> Fraction:
        """The chance to come through to the end, jumps and all, no worse off than before."""
        return self.chances.none * prod(leg.lands for leg in self.legs)

    @property
    def harm(self) -> Fraction:
        """The harm to be expected on the way, in hundredths of a man: of every stroke that enemies have at
        him in passing and of every jump, each for itself, as if he went on whatever befell him. So no way
        is the better because a first enemy may keep him from a second one. Shots are left aside."""
        return sum((leg.harm for leg in self.legs), Fraction(0))

    @property
    def path(self) -> tuple[Hex, ...]:
        """The (front) hexes entered, in order."""
        return tuple(leg.hex for leg in self.legs if leg.how in ENTERING)

    @property
    def tests(self) -> tuple[tuple[Hex, tuple[FigureId, ...]], ...]:
        """The hexes where he may be tested, and by whom."""
        return tuple((leg.hex, leg.tested_by) for leg in self.legs if leg.tested_by)

    @property
    def snatches(self) -> tuple[HorseId, ...]:
        """The horses whose bridle he tries to catch in passing (GUI-4.4.3c)."""
        return tuple(leg.leg.who for leg in self.legs if leg.snatches)

    @property
    def passes(self) -> tuple[FigureId, ...]:
        """Friends and stunned people whose hexes he goes through."""
        return tuple(dict.fromkeys(f for leg in self.legs for f in leg.passes))


# Ways of moving that take the front half into another hex.
ENTERING = frozenset({"step", "pivot", "back", "over"})
SAFE = Chances(Fraction(1), Fraction(0), Fraction(0), Fraction(0))


def plan(battle: Battle, rules: Ruleset, order: MoveOrder, *, limit: int | None = None) -> Plan | Rejection:
    """What the order would do now, or why it cannot be done to its end (GUI-4).

    ``limit``: MP that his shooting leaves him (GUI-5.1a). Changes nothing and rolls nothing."""
    found = planned(battle, rules, order, limit=limit)
    return found if isinstance(found, Rejection) else found[0]


def planned(
    battle: Battle, rules: Ruleset, order: MoveOrder, *, limit: int | None = None
) -> tuple[Plan, Battle] | Rejection:
    """The same with the board as it is when the order has been carried out, where those who may strike at him
    in passing have done so (GUI-4.3b); the very battle if he stays."""
    figure = battle.figures[order.figure]
    refusal = cannot_move(battle, figure)
    if refusal is not None:
        return refusal
    mp = starting_mp(battle, rules, figure, limit)
    draft = begun(battle, figure.id, mp)
    way = legs_of(draft, rules, order)
    if isinstance(way, Rejection):
        return way
    facing = riding.facing_of(battle, figure)
    if order.stay or not way:
        return _standing_still(figure, mp, facing.value if facing else ""), battle
    stages: list[PlannedLeg] = []
    crossing: list[tuple[int, Character]] = []
    gone: frozenset[HorseId] = frozenset()
    last = max((i for i, leg in enumerate(way) if leg.kind in legs.LEAVING), default=0)
    mount = figure.mount
    for i, leg in enumerate(way):
        events = leg_events(draft, rules, figure.id, leg, way[i + 1 :])
        if isinstance(events, Rejection):
            return _full_price(battle, rules, figure, way, mp) or events
        snatches = leg.kind is LegKind.LEAD and any(isinstance(e, BridleTried) for e in events)
        stages.append(_play(draft, rules, figure.id, leg, events, snatches=snatches))
        mover = draft.figures[figure.id]
        mount = mover.mount or mount
        gone |= legs.led_on(mover, events)
        entered = stages[-1].how in ENTERING or (leg.kind is LegKind.DOWN and not mover.storey)
        if entered and i < last:
            stages[-1] = _tested(draft, rules, mover, stages)
            crossing.append((i, mover))
    mover = draft.figures[figure.id]
    settled = _stopped(draft, rules, mover, gone, legs.hand_asked(order))
    if isinstance(settled, Rejection):
        return settled
    _horses_apart(draft, rules, mover, mount)
    for event in carrying.put_down_anywhere(draft, rules, mover) if mover.carries is not None else ():
        evolve(draft, event)
    for event in settled:
        evolve(draft, event)
    draft.now.tested.update(enemy for leg in stages for enemy in leg.tested_by)
    facing = riding.facing_of(draft, mover)
    found = Plan(
        figure=figure.id,
        allowance=mp,
        cost=draft.now.spent[figure.id],
        left=draft.now.left[figure.id],
        legs=tuple(stages),
        hex=mover.hex or "",
        rear=mover.rear,
        facing=facing.value if facing else "",
        chances=_chances(battle, rules, stages, crossing),
        led=tuple(
            (h, draft.horses[h].hexes, bridle.hand_of(draft, mover, draft.horses[h])) for h in mover.leads
        ),
    )
    return found, draft


def cannot_move(battle: Battle, figure: Character) -> Rejection | None:
    """Why a figure has no move (any more) this phase (GUI-1.2g, GUI-2.1c, GUI-4.2.3a)."""
    if figure.dead or figure.hex is None:
        return Rejection(
            "GUI-4",
            (
                english("{figure} is dead", figure=figure.name)
                if figure.dead
                else english("{figure} is not on the board", figure=figure.name)
            ),
        )
    if figure.stunned:
        return Rejection("GUI-1.2g", english("{figure} is stunned and cannot move", figure=figure.name))
    if not figure.active:
        return Rejection("GUI-1.2g", english("{figure} cannot move", figure=figure.name))
    if figure.id in battle.now.left:
        return Rejection("GUI-2.1c", english("{figure} has moved already", figure=figure.name))
    if figure.id in battle.now.busy:
        return Rejection("GUI-4.2.3a", english("{figure} is busy with other work", figure=figure.name))
    return None


def mp_after_wound(battle: Battle, figure: Character, left: int) -> int:
    """MP left to a mover who was wounded on the way: the wounded allowance less what he has spent (GUI-4.3c,
    RUL-415), never more than he had left."""
    wounded = msgspec.structs.replace(figure, health=Health.WOUNDED)
    return min(left, max(0, wounded.values.movement - battle.now.spent.get(figure.id, 0)))


def _play(
    draft: Battle, rules: Ruleset, figure_id: FigureId, leg: Leg, events: list[Event], *, snatches: bool
) -> PlannedLeg:
    had = draft.now.spent.get(figure_id, 0)
    before = draft.figures[figure_id]
    from_above = held_by(draft, before) is not None
    for event in events:
        evolve(draft, event)
    figure = draft.figures[figure_id]
    step = next((e for e in events if isinstance(e, Moved)), None)
    entered = step is not None or (leg.kind is LegKind.DOWN and not figure.storey)
    jumps = from_above and step is not None and step.how != "storey" and _over_the_top(draft, before, figure)
    return PlannedLeg(
        leg=leg,
        hex=figure.hex or "",
        rear=figure.rear,
        how=step.how if step is not None else leg.kind.value,
        mp=draft.now.spent.get(figure_id, 0) - had,
        left=draft.now.left[figure_id],
        costs=step.costs if step is not None else (),
        passes=tuple(f.id for f in passed_in(draft, figure, figure.hex)) if entered and figure.hex else (),
        snatches=snatches,
        storey=figure.storey,
        lands=jumping.chance_unhurt(rules, before) if jumps else Fraction(1),
        harm=jumping.harm_by(rules, before) if jumps else Fraction(0),
    )


def _over_the_top(draft: Battle, before: Character, after: Character) -> bool:
    start, end = before.hex, after.hex
    return start is not None and end is not None and jumping.leads_to_a_jump(draft, start, end)


def _tested(draft: Battle, rules: Ruleset, figure: Character, planned: list[PlannedLeg]) -> PlannedLeg:
    """The last leg, with those who may test him in the hex that he is to leave again (GUI-4.3a, GUI-4.3b)."""
    met = frozenset(f for leg in planned for f in leg.tested_by)
    enemies = infiltration.opponents(draft, rules, figure, planned[-1].hex, met)
    harm = sum((infiltration.harm_by(draft, rules, figure, e) for e in enemies), planned[-1].harm)
    return msgspec.structs.replace(planned[-1], tested_by=tuple(e.id for e in enemies), harm=harm)


def _chances(
    battle: Battle, rules: Ruleset, planned: Sequence[PlannedLeg], crossing: Sequence[tuple[int, Character]]
) -> Chances:
    """How the way may turn out; ``crossing``: the legs that enter a crossed hex, with the mover
    as he then is."""
    if not any(leg.tested_by for leg in planned):
        return SAFE
    meetings = []
    for i, mover in crossing:
        # he goes on only if he gets to where he can stay: through a friend's hex into the one behind
        leaving = [j for j in range(i + 1, len(planned)) if planned[j].leg.kind in legs.LEAVING]
        onward = next((j for j in leaving if not planned[j].passes), leaving[-1])
        needed = sum(leg.mp for leg in planned[: onward + 1])
        wounded = msgspec.structs.replace(mover, health=Health.WOUNDED)
        enemies = tuple(battle.figures[f] for f in planned[i].tested_by)
        meetings.append(Meeting(mover, enemies, needed <= wounded.values.movement))
    return infiltration.chances(battle, rules, meetings)


def _standing_still(figure: Character, mp: int, facing: str) -> Plan:
    return Plan(
        figure=figure.id, allowance=mp, cost=0, left=mp, legs=(), hex=figure.hex or "", rear=figure.rear,
        facing=facing, chances=SAFE, stays=True,
    )  # fmt: skip


def _stopped(
    draft: Battle, rules: Ruleset, figure: Character, gone: frozenset[HorseId], hand: str
) -> list[Event] | Rejection:
    """What becomes of his led horses where the legs lead to, or why that is no place to stay: for him, for
    them or for his burden (GUI-4.1a, GUI-4.4.3c)."""
    if figure.hex is None:
        return []
    refusal = cannot_end(draft, rules, figure)
    if refusal is not None:
        return refusal
    if figure.carries is not None:
        laid = carrying.put_down(draft, rules, figure)
        if isinstance(laid, Rejection):
            return laid
    return bridle.halt(draft, rules, figure, gone, hand)


def _horses_apart(draft: Battle, rules: Ruleset, figure: Character, mount: HorseId | None) -> None:
    """Horses that he pushes aside where he stops, and the one from which he has got off (GUI-4.4.3a)."""
    pushed = loose_horses.make_room(draft, rules, figure, figure.hexes)
    for event in [] if isinstance(pushed, Rejection) else pushed:
        evolve(draft, event)
    if mount is not None and figure.mount is None:
        for event in loose_horses.shy_away(draft, rules, draft.horses[mount]):
            evolve(draft, event)


def _full_price(
    battle: Battle, rules: Ruleset, figure: Character, way: Sequence[Leg], mp: int
) -> Rejection | None:
    """For a way that asks for more MP than he has: what all of it costs."""
    if any(leg.kind in (LegKind.MOUNT, LegKind.DISMOUNT, LegKind.CARRY) for leg in way):
        return None
    draft = begun(battle, figure.id, PLENTY)
    for i, leg in enumerate(way):
        events = leg_events(draft, rules, figure.id, leg, way[i + 1 :])
        if isinstance(events, Rejection):
            return None
        for event in events:
            evolve(draft, event)
    price = draft.now.spent[figure.id]
    return (
        Rejection(
            "GUI-4",
            english("that costs {price} MP, {figure} has {mp}", price=price, figure=figure.name, mp=mp),
        )
        if price > mp
        else None
    )
