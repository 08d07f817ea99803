"""Grapnels: thrown, pulled up, cut, and pulled at until the stockade comes down.

Implements GUI-10.6.1a, GUI-10.6.1c, GUI-10.6.4, GUI-10.6.5a, GUI-10.6.5b. Climbing is a part of movement:
rules.tactical.ways.climbing.
"""

from __future__ import annotations

from itertools import permutations

from msgspec.structs import replace

from rules.assault.falling_off import fall, has_fought, unfit
from rules.assault.ladders import taken_foot
from rules.assault.unasked import wished
from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.core.rejection import Reason, Rejection
from rules.events.ladders import LadderLost, LadderPlaced, LadderTried, Loss
from rules.journal import Journal
from rules.orders.records import CoilOrder, CutOrder, PullOrder, ThrowOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.hexsides import BLANK
from rules.state.ladders import ROPE, against, borne_by, climber, wall_hex
from rules.state.terrain import hexside_between, terrain_at
from rules.state.works import Ladder
from rules.tactical.instructions.standing import cut_choice
from rules.tactical.ways.passage import grounds, threats
from rules.works.wood import destroy_wood, wood_at

THROW, COIL, CUT, PULL = "GUI-10.6.1a", "GUI-10.6.1c", "GUI-10.6.4", "GUI-10.6.5a"
# Hexes from the hook at which the nearest of those who pull may stand (RUL-1059).
FARTHEST = 2


# throwing


def thrown(battle: Battle, rules: Ruleset, order: ThrowOrder) -> Ladder | Rejection:
    """The rope as it will hang if the hook holds, or why it cannot be thrown there
    (GUI-10.6.1a, RUL-1051)."""
    figure = battle.figures[order.figure]
    rope = borne_by(battle, figure.id, ROPE)
    refusal = unfit(battle, figure, THROW) or has_fought(battle, figure, THROW)
    if refusal is not None:
        return refusal
    if rope is None:
        return Rejection("GUI-10.6.2", english("{figure} has no grapnel with him", figure=figure.name))
    if figure.armoured:
        return Rejection(
            THROW, english("{figure} wears armour: a grapnel is for those without", figure=figure.name)
        )
    if battle.now.has_moved(figure.id):
        return Rejection(
            THROW, english("{figure} has moved: who throws a grapnel stands where he is", figure=figure.name)
        )
    assert figure.hex is not None
    facing = Facing(order.facing) if order.facing else _towards(battle.board, figure.hex, order.at)
    wall = battle.board.neighbour(figure.hex, facing) if facing is not None else None
    if facing is None or wall is None:
        return Rejection(
            THROW,
            english(
                "{at} is not next to {hex}, where {figure} stands",
                at=order.at or order.facing,
                hex=figure.hex,
                figure=figure.name,
            ),
        )
    refusal = _nothing_to_hold(battle, rules, figure.hex, wall)
    if refusal is not None:
        return refusal
    return replace(rope, hexes=(figure.hex,), facing=facing, bearers=(), since=battle.phase)


def _towards(board: Board, start: Hex, end: Hex) -> Facing | None:
    return board.facing(start, end) if end in board else None


def _nothing_to_hold(battle: Battle, rules: Ruleset, foot: Hex, wall: Hex) -> Rejection | None:
    board = battle.board
    if "tower" in board.traits(wall):
        return Rejection(THROW, english("{wall} belongs to a tower: nobody climbs it", wall=wall))
    side = hexside_between(battle, foot, wall) & BLANK
    if not any(wall in board.owners(feature) for feature in side):
        return Rejection(
            THROW,
            english(
                "there is no wall or stockade of {wall} on its side towards {foot}", wall=wall, foot=foot
            ),
        )
    if grounds(rules.tables)[terrain_at(battle, wall)].foot is None:
        return Rejection(THROW, english("nobody could stand in {wall} behind the wall", wall=wall))
    return taken_foot(battle, foot)


def throw(
    journal: Journal, rules: Ruleset, seat: SeatId, order: ThrowOrder, after_step: object = None
) -> Rejection | None:
    """One die: from 3 on the hook holds (GUI-10.6.1a). He does nothing else in this phase."""
    rope = thrown(journal.battle, rules, order)
    if isinstance(rope, Rejection):
        return rope
    face = journal.roll(THROW, order.figure, rope.id)
    holds = face >= rules.tables["grapnels"].number("hold", "value")
    journal.record(
        LadderTried(
            what="throw", figures=(order.figure,), ladder=rope.id, at=rope.hexes[0], face=face, done=holds,
            rule=THROW,
        )
    )  # fmt: skip
    if holds:
        journal.record(LadderPlaced(ladder=rope, how="thrown", rule="GUI-10.6.2", by=(order.figure,)))
    return None


# pulling up


def coiled(battle: Battle, rules: Ruleset, order: CoilOrder) -> Ladder | Rejection:
    """The rope in his hands, or why he cannot have it: he is not above it, somebody is on it or an
    enemy beside its foot (GUI-10.6.1c, GUI-10.1.2c). One that lies about is taken by whoever stands
    there (RUL-1056)."""
    figure = battle.figures[order.figure]
    refusal = unfit(battle, figure, COIL)
    if refusal is not None:
        return refusal
    taken = replace(_EMPTY, bearers=(figure.id,))
    lying = _lying(battle, figure)
    if lying is not None and order.foot in ("", figure.hex):
        return replace(taken, id=lying.id)
    rope = rope_before(battle, figure, order.foot, COIL)
    if isinstance(rope, Rejection):
        return rope
    man = climber(battle, rope)
    if man is not None:
        return Rejection(COIL, english("{man} hangs on the rope", man=man.name))
    foot = rope.hexes[0]
    near = [f for f in battle.living_at(foot) if battle.hostile(figure.side, f.side) and f.active]
    near += threats(battle, rules, figure.side, foot)
    if near:
        return Rejection(COIL, english("{names} stands beside the foot of the rope", names=near[0].name))
    return replace(taken, id=rope.id)


_EMPTY = Ladder(id="", kind=ROPE, hexes=())


def _lying(battle: Battle, figure: Character) -> Ladder | None:
    ropes = (la for la in battle.ladders.values() if la.kind == ROPE and not la.upright and not la.bearers)
    return next((la for la in ropes if la.hexes == (figure.hex,)), None)


def rope_before(battle: Battle, figure: Character, foot: Hex, rule: str) -> Ladder | Rejection:
    """The rope that hangs down from where somebody stands; one with an enemy on it before others."""
    assert figure.hex is not None
    found = [la for la in against(battle, figure.hex) if la.kind == ROPE and foot in ("", la.hexes[0])]
    if not found:
        where = english("to {foot}", foot=foot) if foot else "down"
        return Rejection(
            rule,
            english(
                "no rope hangs {where} from {hex}, where {figure} stands",
                where=where,
                hex=figure.hex,
                figure=figure.name,
            ),
        )

    def rank(rope: Ladder) -> bool:
        man = climber(battle, rope)
        return man is None or not battle.hostile(figure.side, man.side)

    return min(found, key=rank)


def coil(
    journal: Journal, rules: Ruleset, seat: SeatId, order: CoilOrder, after_step: object = None
) -> Rejection | None:
    """In the movement step, without MP (GUI-10.6.1c, RUL-1056)."""
    rope = coiled(journal.battle, rules, order)
    if isinstance(rope, Rejection):
        return rope
    journal.record(LadderPlaced(ladder=rope, how="coiled", rule=COIL, by=(order.figure,), work=True))
    return None


# cutting


def can_cut(battle: Battle, rules: Ruleset, order: CutOrder) -> Ladder | Rejection:
    """The rope, or why he cannot cut it now (GUI-10.6.4, RUL-1057)."""
    figure = battle.figures[order.figure]
    refusal = unfit(battle, figure, CUT) or has_fought(battle, figure, CUT)
    return refusal or rope_before(battle, figure, order.foot, CUT)


def cut(journal: Journal, rules: Ruleset, seat: SeatId, order: CutOrder) -> Rejection | None:
    """On 1 to 3 the rope is cut, and whoever is on it falls as from a ladder (GUI-10.6.4)."""
    rope = can_cut(journal.battle, rules, order)
    if isinstance(rope, Rejection):
        return rope
    face = journal.roll(CUT, order.figure, rope.id)
    done = face <= rules.tables["grapnels"].number("cut", "value")
    man = climber(journal.battle, rope)
    journal.record(
        LadderTried(
            what="cut",
            figures=(order.figure,),
            ladder=rope.id,
            at=rope.hexes[0],
            face=face,
            done=done,
            rule=CUT,
        )
    )
    if done:
        if man is not None:
            fall(journal, rules, man.id, CUT)
        journal.record(LadderLost(ladder=rope.id, why="cut", rule=CUT, code=Loss.CUT))
    return None


def cut_unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """Whoever has no attack to make cuts the rope before him: by his standing order, by default one on which
    an enemy hangs (GUI-10.6.4)."""
    for figure in list(journal.battle.side_figures(journal.battle.side)):
        now = journal.battle.figures[figure.id]
        if now.id in busy or now.id in journal.battle.now.engaged or not now.active or now.hex is None:
            continue
        rope = can_cut(journal.battle, rules, CutOrder(now.id))
        if isinstance(rope, Ladder) and wished(
            journal, now, rope, "cut", CUT, cut_choice(journal.battle, rules, now)
        ):
            cut(journal, rules, now.seat, CutOrder(now.id, rope.hexes[0]))


# pulling down


def can_pull(battle: Battle, rules: Ruleset, order: PullOrder) -> Ladder | Rejection:
    """The rope at which these four pull, or why they cannot (GUI-10.6.5a, GUI-10.6.5b,
    RUL-1058, RUL-1059)."""
    table = rules.tables["grapnels"]
    needed = table.number("pullers", "value")
    if len(set(order.figures)) != needed:
        return Rejection(
            PULL, english("it takes four to pull a stockade down, not {count}", count=len(set(order.figures)))
        )
    men = [battle.figures[f] for f in order.figures]
    for man in men:
        refusal = unfit(battle, man, PULL) or has_fought(battle, man, PULL)
        if refusal is not None:
            return _all_four(refusal) if not man.active else refusal
        if battle.now.has_moved(man.id):
            return Rejection(PULL, english("{man} has moved: who pulls does nothing else", man=man.name))
        if battle.now.has_acted(man.id):
            return Rejection(
                PULL, english("{man} has done other work: who pulls does nothing else", man=man.name)
            )
    hurt = [man.name for man in men if man.wounded]
    if len(hurt) > 1:
        return Rejection(
            "GUI-10.6.5b",
            english("{hurt} are wounded: with two of them it cannot be done", hurt=" and ".join(hurt)),
            Reason.MANY_WOUNDED,
        )
    rope = _pulled(battle, men, order.foot)
    if isinstance(rope, Rejection):
        return rope
    return _holds_platform(battle, rope) or rope


def _all_four(refusal: Rejection) -> Rejection:
    why = english("{why}: all four must be on their feet", why=refusal.why)
    return Rejection("GUI-10.6.5b", why, Reason.OUT_OF_ACTION)


def _pulled(battle: Battle, men: list[Character], foot: Hex) -> Ladder | Rejection:
    places = [man.hex or "" for man in men]
    ropes = [
        la for la in battle.ladders.values() if la.kind == ROPE and la.upright and foot in ("", la.hexes[0])
    ]
    if not ropes:
        return Rejection(
            PULL,
            english("no grapnel holds in {foot}", foot=foot)
            if foot
            else english("no grapnel holds anywhere"),
        )
    rope = min(ropes, key=lambda la: min(battle.board.distance(la.hexes[0], at) for at in places))
    at = rope.hexes[0]
    man = climber(battle, rope)
    if man is not None:
        return Rejection(PULL, english("{man} is on the rope", man=man.name))
    if at in places:
        return Rejection(
            PULL,
            english(
                "{men} stands in {at}, where the rope hangs: keep one hex away",
                men=men[places.index(at)].name,
                at=at,
            ),
        )
    if min(battle.board.distance(at, other) for other in places) > FARTHEST:
        return Rejection(
            PULL,
            english(
                "the rope in {at} is too short: the nearest of the four stands within {farthest} hexes",
                at=at,
                farthest=FARTHEST,
            ),
        )
    if not two_files(battle.board, places):
        return Rejection(PULL, english("the four do not stand in two files of two, side by side"))
    return rope


def two_files(board: Board, places: list[Hex]) -> bool:
    """Whether four stand in two parallel files of two neighbouring hexes, side by side (GUI-10.6.5a)."""
    for first, second, third, fourth in permutations(places):
        along, beside = board.facing(first, second), board.facing(first, third)
        if along is None or beside is None or along in (beside, beside.opposite):
            continue
        if board.facing(third, fourth) is along and board.facing(second, fourth) is beside:
            return True
    return False


def _holds_platform(battle: Battle, rope: Ladder) -> Rejection | None:
    wall = wall_hex(battle, rope) or ""
    wood = wood_at(battle, wall)
    if wood == "platform":
        why = english("{wall} is a platform: no grapnel pulls it down", wall=wall)
        return Rejection("GUI-9.2.2", why, Reason.PLATFORM)
    return (
        None
        if wood == "stockade"
        else Rejection(PULL, english("the grapnel in {hex} holds no stockade", hex=rope.hexes[0]))
    )


def pull(journal: Journal, rules: Ruleset, seat: SeatId, order: PullOrder) -> Rejection | None:
    """On 1 or 2 the stockade is down and the grapnel lost in it; one wounded man adds 1 (GUI-10.6.5a,
    GUI-10.6.5b)."""
    rope = can_pull(journal.battle, rules, order)
    if isinstance(rope, Rejection):
        return rope
    mods = pull_modifiers(journal.battle, rules, order)
    face = journal.roll(PULL, order.figures[0], rope.id)
    done = face + total(mods) <= rules.tables["grapnels"].number("pull", "value")
    journal.record(
        LadderTried(
            what="pull", figures=order.figures, ladder=rope.id, at=rope.hexes[0], face=face, done=done,
            rule=PULL,
            modifiers=mods,
        )
    )  # fmt: skip
    if done:
        wall = wall_hex(journal.battle, rope) or ""
        journal.record(
            LadderLost(ladder=rope.id, why=english("left in the breach"), rule=PULL, code=Loss.BREACH)
        )
        destroy_wood(journal, rules, wall, english("the grapnel"), PULL)
    return None


def pull_modifiers(battle: Battle, rules: Ruleset, order: PullOrder) -> tuple[Modifier, ...]:
    """What a wounded man among the four adds to the die (GUI-10.6.5b)."""
    added = rules.tables["grapnels"].number("wounded", "value")
    hurt = (battle.figures[f] for f in order.figures if battle.figures[f].wounded)
    return tuple(Modifier(added, "GUI-10.6.5b", english("{man} is wounded", man=man.name)) for man in hurt)
