"""Two men carry a ladder along as one piece (GUI-10.1.2a)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from msgspec.structs import replace

from rules.assault.ladders import CARRYING, the_two
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Reason, Rejection
from rules.events.ladders import LadderPlaced
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.journal import Journal
from rules.orders.records import CarryOrder, LegKind
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.ladders import LADDER, borne_by
from rules.state.works import Ladder
from rules.tactical import weapons
from rules.tactical.harm import infiltration
from rules.tactical.moving import path_finding
from rules.tactical.ways import together
from rules.tactical.ways.entry import entry_cost, starting_mp
from rules.tactical.ways.stacking import closed_by_enemy, is_free


class Pace(NamedTuple):
    """One hex: where both then are, and what it takes, the dearer of their steps counting (RUL-1001)."""

    ahead: Hex
    behind: Hex
    mp: int
    costs: tuple[Modifier, ...]


class Carried(NamedTuple):
    """A ladder on its way: who goes ahead and who behind, with how many MP, and where to."""

    ladder: Ladder
    ahead: FigureId
    behind: FigureId
    allowance: int
    paces: tuple[Pace, ...]

    @property
    def mp(self) -> int:
        return sum(pace.mp for pace in self.paces)


def planned(battle: Battle, rules: Ruleset, order: CarryOrder) -> Carried | Rejection:
    """Where two carry their ladder if nobody interferes, or why they cannot (GUI-10.1.2a, RUL-1001)."""
    refusal = the_two(battle, rules, order.figures, CARRYING)
    if refusal is not None:
        return refusal
    ladder = ladder_of(battle, order.figures)
    if isinstance(ladder, Rejection):
        return ladder
    allowance = min(_mp(battle, rules, battle.figures[f]) for f in order.figures)
    found: Rejection | None = None
    ways: list[Carried] = []
    for ahead, behind in (order.figures, order.figures[::-1]):
        paces = _paces(battle, rules, battle.figures[ahead], battle.figures[behind], order)
        if isinstance(paces, Rejection):
            found = found or paces
        else:
            ways.append(Carried(ladder, ahead, behind, allowance, paces))
    if not ways:
        assert found is not None
        return found
    way = next((way for way in ways if way.mp <= allowance), None)
    return way or _too_far(min(ways, key=lambda way: way.mp), to=order.to)


def _too_far(way: Carried, to: Hex) -> Rejection:
    """What a way costs, and where a way to a hex could end that they name as their goal."""
    mp = list(accumulate(pace.mp for pace in way.paces))
    within = bisect_right(mp, way.allowance)
    if not to or not within:
        told = english(
            "that costs {needed} MP, the two with the ladder have {allowance}",
            needed=way.mp,
            allowance=way.allowance,
        )
    else:
        told = english(
            "that costs {needed} MP, the two with the ladder have {allowance}: now they could come to {hex}",
            needed=way.mp,
            allowance=way.allowance,
            hex=way.paces[within - 1].ahead,
        )
    return Rejection(CARRYING, told)


def ladder_of(battle: Battle, figures: tuple[FigureId, ...]) -> Ladder | Rejection:
    """The ladder that they carry already, or the one that lies where they stand."""
    borne = [borne_by(battle, f) for f in figures]
    if borne[0] is not None and borne[0] == borne[1]:
        return borne[0]
    if any(borne):
        return Rejection(CARRYING, english("the two carry no ladder together: LAY it down first"))
    places = {battle.figures[f].hex for f in figures}
    for ladder in battle.ladders.values():
        if (
            ladder.kind == LADDER
            and not ladder.upright
            and not ladder.bearers
            and set(ladder.hexes) == places
        ):
            return ladder
    names = " and ".join(battle.figures[f].name for f in figures)
    return Rejection(
        CARRYING,
        english("no ladder lies where {names} stand: each must be on one of its two hexes", names=names),
    )


def _mp(battle: Battle, rules: Ruleset, figure: Character) -> int:
    """MP of a bearer: what he has, or has left, less 2 (GUI-10.1.2a)."""
    less = 0 if borne_by(battle, figure.id) else rules.tables["ladders"].number("less", "value")
    limit = weapons.movement_limit(battle, rules, figure, fired=figure.id in battle.now.fired, watching=False)
    return max(0, battle.now.left.get(figure.id, starting_mp(battle, rules, figure, limit)) - less)


def _paces(
    battle: Battle, rules: Ruleset, ahead: Character, behind: Character, order: CarryOrder
) -> tuple[Pace, ...] | Rejection:
    assert ahead.hex is not None and behind.hex is not None
    way = order.path[1:] if order.path[:1] == (ahead.hex,) else order.path
    if order.to:
        legs = path_finding.cheapest_path(battle, rules, ahead, order.to, past_friends=False)
        if isinstance(legs, Rejection):  # the way on which others stand, for the best reason
            legs = path_finding.cheapest_path(battle, rules, ahead, order.to)
        if isinstance(legs, Rejection):
            return legs
        if any(leg.kind is not LegKind.HEX for leg in legs):
            return Rejection(
                CARRYING, english("no way leads to {to} that two could go with a ladder", to=order.to)
            )
        way = tuple(leg.hex for leg in legs)
    paces: list[Pace] = []
    front, rear = ahead.hex, behind.hex
    for end in way:
        pace = _pace(battle, rules, ahead, behind, front, rear, end)
        if isinstance(pace, Rejection):
            return pace
        paces.append(pace)
        front, rear = pace.ahead, pace.behind
    return tuple(paces)


def _pace(
    battle: Battle, rules: Ruleset, ahead: Character, behind: Character, front: Hex, rear: Hex, end: Hex
) -> Pace | Rejection:
    if end not in battle.board or not battle.board.adjacent(front, end):
        return Rejection(
            CARRYING,
            english(
                "{end} is not next to {front}, where {ahead} goes ahead",
                end=end,
                front=front,
                ahead=ahead.name,
            ),
        )
    if end == rear:
        return Rejection(
            CARRYING,
            english("{behind} is in {end}: name him first, and he goes ahead", behind=behind.name, end=end),
        )
    closed = closed_by_enemy(battle, ahead.side, end, coming_from=front)
    if closed is not None:
        return closed
    if not is_free(battle, end, but=(ahead.id, behind.id)):
        return Rejection(CARRYING, english("{end} is taken: nobody is passed with a ladder", end=end))
    costs = (
        entry_cost(battle, rules, ahead, front, end),
        entry_cost(battle, rules, behind, rear, front),
    )
    for cost in costs:
        if isinstance(cost, Rejection):
            return cost
    dearest = max((cost for cost in costs if not isinstance(cost, Rejection)), key=lambda cost: cost[0])
    return Pace(end, front, *dearest)


def carry(
    journal: Journal, rules: Ruleset, seat: SeatId, order: CarryOrder, after_step: Callable[[FigureId], None]
) -> Rejection | None:
    """Hex by hex, enemies opposing both and watchers shooting. Whoever is stopped or hurt ends it for both,
    and MP that a shot takes from one are lost to both (RUL-528); a ladder that one of them can hold no
    more falls where it is (GUI-10.1.2a)."""
    found = planned(journal.battle, rules, order)
    if isinstance(found, Rejection):
        return found
    pair = (found.ahead, found.behind)
    if not found.ladder.bearers:
        lifted = replace(found.ladder, bearers=pair)
        journal.record(LadderPlaced(ladder=lifted, how="lifted", rule=CARRYING, by=pair))
    for figure in pair:
        journal.record(MoveBegan(figure=figure, allowance=found.allowance))
    for number, pace in enumerate(found.paces, start=1):
        held = together.held_up(journal.battle, dict.fromkeys(pair, pace.mp), CARRYING)
        if held is not None:
            journal.record(MoveEnded.because(found.ahead, held))
            return None
        _step(journal, found, pair, pace)
        stop = _crossed(journal, rules, pair) if number < len(found.paces) else None
        before = {f: journal.battle.figures[f] for f in pair}
        for figure in pair:
            if journal.battle.figures[figure].active:
                after_step(figure)
        stop = stop or _loss(journal, before)
        if stop is not None:
            journal.record(MoveEnded.because(found.ahead, stop))
            return None
    journal.record(MoveEnded(figure=found.ahead))
    return None


def _step(journal: Journal, found: Carried, pair: tuple[FigureId, FigureId], pace: Pace) -> None:
    left = together.mp_left(journal.battle, pair) - pace.mp
    for figure, at in zip(pair, (pace.ahead, pace.behind), strict=True):
        journal.record(Moved(figure=figure, hex=at, mp=pace.mp, left=left, how="bearing", costs=pace.costs))
    carried = replace(journal.battle.ladders[found.ladder.id], hexes=(pace.ahead, pace.behind))
    journal.record(LadderPlaced(ladder=carried, how="carried", rule=CARRYING, by=pair))


def _crossed(journal: Journal, rules: Ruleset, pair: tuple[FigureId, FigureId]) -> Rejection | None:
    """The infiltration tests of both in hexes that they leave again (GUI-4.3a)."""
    stop: Rejection | None = None
    for figure_id in pair:
        figure = journal.battle.figures[figure_id]
        if not figure.active or figure.hex is None:
            continue
        before = figure.health
        result = infiltration.test(journal, rules, figure_id, figure.hex, "move")
        if result == "stopped":
            stop = Rejection(
                "GUI-4.3.1a",
                english("{figure} was stopped in {hex}", figure=figure.name, hex=figure.hex),
                Reason.OPPOSED,
            )
        elif journal.battle.figures[figure_id].health is not before:
            stop = Rejection(CARRYING, english("{figure} was hurt on the way", figure=figure.name))
    return stop


def _loss(journal: Journal, before: dict[FigureId, Character]) -> Rejection | None:
    for figure_id, was in before.items():
        now = journal.battle.figures[figure_id]
        if (now.health, now.hex) != (was.health, was.hex):
            return Rejection(CARRYING, english("{now} was shot at and hit", now=now.name))
    return None
