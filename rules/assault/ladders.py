"""Scaling ladders: carried by two, put up against a stockade, shifted, toppled.

Implements GUI-10.1.1, GUI-10.1.2a to GUI-10.1.2c, GUI-10.1.4, GUI-10.1.6a, GUI-10.1.6b, GUI-10.1.7. Climbing is a part of
movement: rules.tactical.climbing.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault.falls import fall, has_fought, unfit
from rules.assault.unasked import wished
from rules.core.choices import Choice
from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.places import GROUND
from rules.core.rejection import Reason, Rejection
from rules.events.ladders import LadderPlaced, LadderTried
from rules.journal import Journal
from rules.orders.records import LayOrder, RaiseOrder, ShiftOrder, ToppleOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.hexsides import STONE
from rules.state.ladders import LADDER, against, borne_by, climber, upright_at, wall_hex
from rules.state.storeys import structure_at
from rules.state.terrain import hexside_between, terrain_at
from rules.state.works import Ladder
from rules.tactical.entry import starting_mp
from rules.tactical.ground import passable
from rules.tactical.passage import barred, threats
from rules.tactical.questions import placed
from rules.tactical.standing import topple_choice

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
    """Why no ladder and no rope can hang here: there is one already (RUL-1003), or something with storeys stands here.
    ``but``: one that does not count."""
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
    """An upright ladder as it will stand, or why it cannot be moved or turned like that (GUI-10.1.2c, GUI-10.1.4,
    RUL-1067, RUL-1005)."""
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
    """Why a ladder cannot be moved: somebody is on it, or an enemy is beside its foot (GUI-10.1.2c). Those on the platform
    above and behind the stockade are not (RUL-1067)."""
    on_it = climber(battle, ladder)
    if on_it is not None:
        return Rejection("GUI-10.1.2c", english("{man} is on the ladder", man=on_it.name))
    foot = ladder.hexes[0]
    near = [
        *(f for f in battle.living_at(foot) if f.side != side and f.active),
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


# toppling


def below_platform(battle: Battle, at: Hex) -> list[Ladder]:
    """The ladders whose top whoever is on a platform faces; on the ground behind a stockade nobody does (GUI-10.1.6a)."""
    if terrain_at(battle, at) != "platform":
        return []
    return [la for la in against(battle, at) if la.kind == LADDER]


def within_push(battle: Battle, rules: Ruleset, figure: Character, foot: Hex = "") -> Ladder | Rejection:
    """The ladder that somebody could topple from where he is, that at ``foot`` if he named one, else one with an enemy on
    it first: from the platform behind the stockade on which it leans (GUI-10.1.6a), or from a hex next to its foot (GUI-10.1.7): who
    stands in that very hex, under it, cannot."""
    assert figure.hex is not None
    found = below_platform(battle, figure.hex)
    for at in battle.board.neighbours(figure.hex):
        ladder = upright_at(battle, at)
        if ladder is None or ladder.kind != LADDER or ladder in found:
            continue
        if barred(battle, rules, figure, figure.hex, at) is None:
            found.append(ladder)
    named = [la for la in found if foot in ("", la.hexes[0])]
    if not named and any(
        la.kind == LADDER and foot in ("", la.hexes[0]) for la in against(battle, figure.hex)
    ):
        return Rejection(
            "GUI-10.1.6a",
            english(
                "{figure} in {hex} stands on no platform: from there he does not reach the top of a ladder",
                figure=figure.name,
                hex=figure.hex,
            ),
        )
    if not named:
        what = english("the ladder in {foot}", foot=foot) if foot else english("any ladder")
        return Rejection(
            "GUI-10.1.6a",
            english(
                "{figure} in {hex} is neither behind the top of {what} nor beside its foot",
                figure=figure.name,
                hex=figure.hex,
                what=what,
            ),
        )

    def rank(ladder: Ladder) -> bool:
        man = climber(battle, ladder)
        return man is None or man.side == figure.side

    return min(named, key=rank)


def can_topple(battle: Battle, rules: Ruleset, order: ToppleOrder) -> Ladder | Rejection:
    """The ladder, or why he cannot try to topple it now (GUI-10.1.6a, GUI-10.1.7)."""
    figure = battle.figures[order.figure]
    rule = "GUI-10.1.6a"
    refusal = unfit(battle, figure, rule) or has_fought(battle, figure, rule)
    if refusal is not None:
        return refusal
    ladder = within_push(battle, rules, figure, order.foot)
    if isinstance(ladder, Rejection) or not order.toward:
        return ladder
    if order.toward not in ways_to_fall(battle, rules, figure, ladder):
        return Rejection("GUI-10.1.6b", english("the ladder cannot fall into {toward}", toward=order.toward))
    return ladder


def topple(journal: Journal, rules: Ruleset, seat: SeatId, order: ToppleOrder) -> Rejection | None:
    """One die: on 1 to 6 the ladder falls, with whoever is on it (GUI-10.1.6a to GUI-10.1.6c)."""
    battle = journal.battle
    ladder = can_topple(battle, rules, order)
    if isinstance(ladder, Rejection):
        return ladder
    figure = battle.figures[order.figure]
    foot, above = ladder.hexes[0], wall_hex(battle, ladder) == figure.hex
    rule = "GUI-10.1.6a" if above else "GUI-10.1.7"
    face = journal.roll(rule, figure.id, ladder.id)
    done = face <= rules.tables["ladders"].number("topple", "value")
    journal.record(
        LadderTried(
            what="topple", figures=(figure.id,), ladder=ladder.id, at=foot, face=face, done=done, rule=rule
        )
    )
    if done:
        toward = order.toward or _which_way(journal, rules, figure, ladder)
        throw_down(journal, rules, ladder, toward, "GUI-10.1.6b")
    return None


def _which_way(journal: Journal, rules: Ruleset, figure: Character, ladder: Ladder) -> Hex:
    """Where its other half falls: the choice of him who toppled it (GUI-10.1.6b); "" if it stays in its hex."""
    ways = ways_to_fall(journal.battle, rules, figure, ladder)
    if not ways:
        return ""
    found = topple_choice(journal.battle, rules, figure)
    ordered = found is not None and found[0].toward in ways
    return journal.decide(
        figure.seat,
        "topple",
        found[0].toward if found is not None and ordered else ways[0],
        "GUI-10.1.6b",
        question=english(
            "{figure} topples the ladder in {hex}: which way does it fall?",
            figure=placed(figure),
            hex=ladder.hexes[0],
        ),
        options=lambda: [Choice(at, english("towards {at}", at=at)) for at in ways],
        figure=figure.id,
        told=not ordered,
    )


def throw_down(journal: Journal, rules: Ruleset, ladder: Ladder, toward: Hex, rule: str) -> None:
    """An upright ladder falls: half of it stays in its hex. It harms nobody under it; who is on it falls (GUI-10.1.6b,
    GUI-10.1.6c)."""
    man = climber(journal.battle, ladder)
    hexes = tuple(at for at in (ladder.hexes[0], toward) if at)
    lying = replace(ladder, hexes=hexes, facing=None, since=0)
    journal.record(LadderPlaced(ladder=lying, how="fallen", rule=rule))
    if man is not None:
        fall(journal, rules, man.id)


def ways_to_fall(battle: Battle, rules: Ruleset, figure: Character, ladder: Ladder) -> list[Hex]:
    """Where the other half of a ladder may come to lie: straight away from the stockade first, then clockwise; never
    through it or over closed ground (GUI-10.1.6b)."""
    foot = ladder.hexes[0]
    assert ladder.facing is not None
    walker = replace(figure, hex=foot, storey=GROUND, armoured=False)
    return [at for at in _clockwise(battle.board, foot, ladder) if passable(battle, rules, walker, foot, at)]


def _clockwise(board: Board, foot: Hex, ladder: Ladder) -> list[Hex]:
    assert ladder.facing is not None
    away = ladder.facing.opposite
    turned = (board.neighbour(foot, away.turned(turn)) for turn in range(len(FACINGS)))
    return [at for at in turned if at is not None]


def topple_unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """When all orders of the combat step are carried out, men of the side in phase who have no attack to make throw down
    the ladders before them: by their standing orders, by default those on which enemies stand (GUI-10.1.6a)."""
    for figure in list(journal.battle.side_figures(journal.battle.side)):
        now = journal.battle.figures[figure.id]
        if now.id in busy or now.id in journal.battle.now.engaged or not now.active or now.hex is None:
            continue
        for ladder in below_platform(journal.battle, now.hex):
            order = ToppleOrder(now.id, ladder.hexes[0])
            if isinstance(can_topple(journal.battle, rules, order), Rejection):
                continue
            if wished(
                journal, now, ladder, "topple", "GUI-10.1.6a", topple_choice(journal.battle, rules, now)
            ):
                topple(journal, rules, now.seat, order)
                break
