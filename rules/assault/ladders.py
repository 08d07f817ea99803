"""Scaling ladders: carried by two, put up against a stockade, shifted.

Implements GUI-10.1.1, GUI-10.1.2a to GUI-10.1.2c, GUI-10.1.4. Toppling them: rules.assault.toppling. Climbing
is a part of movement: rules.tactical.ways.climbing.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault.falling_off import unfit
from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.events.ladders import LadderPlaced
from rules.journal import Journal
from rules.orders.records import LayOrder, RaiseOrder, ShiftOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, SeatId
from rules.state.hexsides import STONE
from rules.state.ladders import LADDER, borne_by, climber, upright_at, wall_hex
from rules.state.storeys import structure_at
from rules.state.terrain import hexside_between
from rules.state.works import Ladder
from rules.tactical.ways.entry import starting_mp
from rules.tactical.ways.ground import passable
from rules.tactical.ways.passage import threats

CARRYING = "GUI-10.1.2a"
# Said of a hex that has nothing to do with the stockade meant: another foot may say more.
_ELSEWHERE = frozenset({Reason.APART, Reason.NO_STOCKADE})


def the_two(battle: Battle, rules: Ruleset, figures: tuple[FigureId, ...], rule: str) -> Rejection | None:
    """Why these are not two men who can lend a hand (GUI-10.1.2a, GUI-10.1.4)."""
    needed = rules.tables["ladders"].number("bearers", "value")
    if len(set(figures)) != needed:
        return Rejection(rule, english("it takes two men to handle a ladder"))
    refusals = (unfit(battle, battle.figures[f], rule) for f in figures)
    return next((r for r in refusals if r is not None), None)


def borne_by_both(battle: Battle, figures: tuple[FigureId, ...]) -> Ladder | Rejection:
    """The ladder that two carry together."""
    found = [borne_by(battle, f) for f in figures]
    for figure, ladder in zip(figures, found, strict=True):
        if ladder is None:
            return Rejection(
                CARRYING, english("{figure} carries no ladder", figure=battle.figures[figure].name)
            )
    first = found[0]
    assert first is not None
    if any(ladder != first for ladder in found):
        return Rejection(CARRYING, english("these two carry different ladders"))
    return first


# putting up


def raised(battle: Battle, rules: Ruleset, order: RaiseOrder) -> Ladder | Rejection:
    """The ladder as it will stand, or why it cannot be put up there (GUI-10.1.1, GUI-10.1.2b, RUL-1003)."""
    rule = "GUI-10.1.2b"
    refusal = the_two(battle, rules, order.figures, rule)
    if refusal is not None:
        return refusal
    ladder = borne_by_both(battle, order.figures)
    if isinstance(ladder, Rejection):
        return ladder
    feet = [at for at in ladder.hexes if order.foot in ("", at)]
    if not feet:
        return Rejection(
            rule,
            english(
                "the ladder is in {hexes}, not in {foot}", hexes=" and ".join(ladder.hexes), foot=order.foot
            ),
        )
    refusals = [no_place_for_ladder(battle, foot, order.at) for foot in feet]
    for foot, refusal in zip(feet, refusals, strict=True):
        if refusal is None:
            facing = battle.board.facing(foot, order.at)
            return replace(ladder, hexes=(foot,), facing=facing, bearers=(), since=battle.phase)
    assert refusals[0] is not None
    return next((r for r in refusals if r is not None and r.code not in _ELSEWHERE), refusals[0])


def no_place_for_ladder(battle: Battle, foot: Hex, wall: Hex, but: str = "") -> Rejection | None:
    """Why a ladder cannot stand in a hex and lean on its side towards another (GUI-10.1.1, GUI-10.1.2b)."""
    rule = "GUI-10.1.2b"
    if wall not in battle.board or not battle.board.adjacent(foot, wall):
        return Rejection(rule, english("{wall} is not next to {foot}", wall=wall, foot=foot), Reason.APART)
    if "tower" in battle.board.traits(wall):
        return Rejection(
            "GUI-10.1.1", english("{wall} belongs to a tower: no ladder is long enough for it", wall=wall)
        )
    side = hexside_between(battle, foot, wall)
    if "stockade" not in side or wall not in battle.board.owners("stockade"):
        if side & STONE:
            return Rejection(
                "GUI-10.1.1", english("a ladder is long enough for a stockade only, not for a wall of stone")
            )
        return Rejection(
            rule,
            english("no stockade of {wall} stands between it and {foot}", wall=wall, foot=foot),
            Reason.NO_STOCKADE,
        )
    return taken_foot(battle, foot, but)


def taken_foot(battle: Battle, foot: Hex, but: str = "") -> Rejection | None:
    """Why no ladder and no rope can hang here: there is one already (RUL-1003), or something with storeys
    stands here. ``but``: one that does not count."""
    built = structure_at(battle, foot)
    if built is not None:
        return Rejection("RUL-1003", english("{built} stands in {foot}", built=built.name, foot=foot))
    other = upright_at(battle, foot)
    if other is None or other.id == but:
        return None
    return Rejection(
        "RUL-1003", english("there is a {kind} in {foot} already: one to a hex", kind=other.kind, foot=foot)
    )


def put_up(
    journal: Journal, rules: Ruleset, seat: SeatId, order: RaiseOrder, after_step: object = None
) -> Rejection | None:
    """In the movement step, without MP; it can be climbed from the next turn on (GUI-10.1.2b, RUL-1002)."""
    found = raised(journal.battle, rules, order)
    if isinstance(found, Rejection):
        return found
    journal.record(LadderPlaced(ladder=found, how="raised", rule="GUI-10.1.2b", by=order.figures, work=True))
    return None


def lay(
    journal: Journal, rules: Ruleset, seat: SeatId, order: LayOrder, after_step: object = None
) -> Rejection | None:
    """The bearers put it down where they stand."""
    refusal = the_two(journal.battle, rules, order.figures, CARRYING)
    ladder = refusal or borne_by_both(journal.battle, order.figures)
    if isinstance(ladder, Rejection):
        return ladder
    down = replace(ladder, bearers=())
    journal.record(LadderPlaced(ladder=down, how="laid", rule=CARRYING, by=order.figures, work=True))
    return None


# shifting


def shifted(battle: Battle, rules: Ruleset, order: ShiftOrder) -> Ladder | Rejection:
    """An upright ladder as it will stand, or why it cannot be moved or turned like that (GUI-10.1.2c,
    GUI-10.1.4, RUL-1067, RUL-1005)."""
    rule = "GUI-10.1.4"
    refusal = the_two(battle, rules, order.figures, rule)
    if refusal is not None:
        return refusal
    ladder = _beside_both(battle, order)
    if isinstance(ladder, Rejection):
        return ladder
    foot = ladder.hexes[0]
    held = _held_down(battle, rules, battle.figures[order.figures[0]].side, ladder)
    if held is not None:
        return held
    mp = rules.tables["ladders"].number("shift", "value")
    for figure in (battle.figures[f] for f in order.figures):
        left = battle.now.left.get(figure.id, starting_mp(battle, rules, figure, None))
        if left < mp:
            return Rejection(
                rule,
                english("{figure} has {left} MP left, {mp} are needed", figure=figure.name, left=left, mp=mp),
            )
    to = order.to or foot
    if to != foot and (
        to not in battle.board
        or not battle.board.adjacent(foot, to)
        or not passable(battle, rules, battle.figures[order.figures[0]], foot, to)
    ):
        return Rejection(
            rule,
            english("a ladder is moved by one hex: {to} is not next to {foot}, or closed", to=to, foot=foot),
        )
    wall = order.at or wall_hex(battle, ladder) or ""
    refusal = no_place_for_ladder(battle, to, wall, but=ladder.id)
    if refusal is not None:
        return refusal
    return replace(ladder, hexes=(to,), facing=battle.board.facing(to, wall))


def _beside_both(battle: Battle, order: ShiftOrder) -> Ladder | Rejection:
    places = [battle.figures[f].hex or "" for f in order.figures]
    near = [
        la
        for la in battle.ladders.values()
        if la.upright
        and la.kind == LADDER
        and all(battle.board.distance(la.hexes[0], at) <= 1 for at in places)
    ]
    found = [la for la in near if order.foot in ("", la.hexes[0])]
    if found:
        return found[0]
    where = english("in {foot}", foot=order.foot) if order.foot else english("that both stand beside")
    return Rejection(
        "GUI-10.1.4", english("there is no upright ladder {where}: it takes two next to its hex", where=where)
    )


def _held_down(battle: Battle, rules: Ruleset, side: str, ladder: Ladder) -> Rejection | None:
    """Why a ladder cannot be moved: somebody is on it, or an enemy is beside its foot (GUI-10.1.2c). Those on
    the platform above and behind the stockade are not (RUL-1067)."""
    on_it = climber(battle, ladder)
    if on_it is not None:
        return Rejection("GUI-10.1.2c", english("{man} is on the ladder", man=on_it.name))
    foot = ladder.hexes[0]
    near = [
        *(f for f in battle.living_at(foot) if battle.hostile(side, f.side) and f.active),
        *threats(battle, rules, side, foot),
    ]
    near = [f for f in near if not f.storey]
    if near:
        return Rejection(
            "GUI-10.1.2c", english("{names} is beside the foot of the ladder", names=near[0].name)
        )
    return None


def shift(
    journal: Journal, rules: Ruleset, seat: SeatId, order: ShiftOrder, after_step: object = None
) -> Rejection | None:
    """Two MP each (GUI-10.1.4)."""
    found = shifted(journal.battle, rules, order)
    if isinstance(found, Rejection):
        return found
    mp = rules.tables["ladders"].number("shift", "value")
    journal.record(LadderPlaced(ladder=found, how="shifted", rule="GUI-10.1.4", by=order.figures, mp=mp))
    return None
