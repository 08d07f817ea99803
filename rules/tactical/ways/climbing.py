"""Up and down ladders and ropes, and over the top: the legs of a path that leave the ground.

Implements GUI-10.1.3a, GUI-10.1.3b, GUI-10.1.3c, GUI-10.6.1b; the positions are in rules.state.ladders.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Reason, Rejection
from rules.events.base import Event
from rules.events.ladders import Climbed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.ladders import (
    LADDER,
    ROPE,
    against,
    borne_by,
    climber,
    facing_hex,
    held_by,
    levels,
    upright_at,
    wall_hex,
)
from rules.state.terrain import hexside_between
from rules.state.works import Ladder

# Walls over which one crosses a parapet; barns have none (GUI-10.6.1b).
WALLS = frozenset({"wall", "parapet"})


class Steps(NamedTuple):
    """What a ladder or rope adds to the ways of a figure: the hex behind the wall, MP from its foot to its
    top (None: not in this turn) and from there down again."""

    ladder: Ladder
    wall: Hex
    up: int | None
    down: int


def climb(battle: Battle, rules: Ruleset, figure: Character) -> list[Event] | Rejection:
    """From the foot of what stands in his hex to the top of a ladder, or one level up a rope (GUI-10.1.3a,
    GUI-10.6.1b)."""
    assert figure.hex is not None
    ladder = held_by(battle, figure) or upright_at(battle, figure.hex)
    refusal = cannot_climb(battle, figure, ladder)
    if refusal is not None:
        return refusal
    assert ladder is not None
    if figure.storey >= levels(battle, ladder):
        wall = wall_hex(battle, ladder)
        return Rejection(
            "GUI-10.1.3a",
            english(
                "{figure} is at the top: from there one goes over to {wall}, or down",
                figure=figure.name,
                wall=wall,
            ),
        )
    mp, rule = price(rules, ladder, up=True)
    return _climbed(battle, figure, ladder, ladder.hexes[0], figure.storey + 1, mp, rule)


def cannot_climb(battle: Battle, figure: Character, ladder: Ladder | None) -> Rejection | None:
    """Why somebody cannot go up what stands in his hex: nothing does, it was put up in this very phase,
    somebody is on it, or he is burdened (GUI-10.1.3a, GUI-10.1.3c, RUL-1006)."""
    if ladder is None:
        return Rejection("GUI-10.1.3a", english("no ladder or rope is put up in {hex}", hex=figure.hex))
    rule = _rule(ladder)
    unfit = _unfit(battle, figure)
    if unfit:
        return Rejection(
            rule, english("{figure} {unfit}: nobody climbs like that", figure=figure.name, unfit=unfit)
        )
    if ladder.kind == ROPE and figure.armoured:
        return Rejection(
            "GUI-10.6.1a", english("{figure} wears armour: nobody climbs a rope in it", figure=figure.name)
        )
    if ladder.since >= battle.phase:
        return Rejection(
            "GUI-10.1.3c",
            english("the {kind} in {hex} was put up in this very turn", kind=ladder.kind, hex=figure.hex),
            Reason.JUST_PUT_UP,
        )
    other = climber(battle, ladder)
    if other is not None and other.id != figure.id:
        return Rejection(
            "GUI-10.1.3a",
            english(
                "{other} is on the {kind} in {hex}: it bears one man",
                other=other.name,
                kind=ladder.kind,
                hex=figure.hex,
            ),
        )
    return None


def down(battle: Battle, rules: Ruleset, figure: Character, foot: Hex = "") -> list[Event] | Rejection:
    """From a ladder to its foot, from a rope one level down (GUI-10.1.3a, GUI-10.6.1b); or from behind the
    wall to the top of what leans against it, the one at ``foot`` if there are several (RUL-1007)."""
    ladder = held_by(battle, figure)
    if ladder is None:
        return _on_to(battle, rules, figure, foot)
    if foot and foot != figure.hex:
        return Rejection(
            "GUI-10.1.3a", english("{figure} can only go down to {hex}", figure=figure.name, hex=figure.hex)
        )
    mp, rule = price(rules, ladder, up=False)
    return _climbed(battle, figure, ladder, ladder.hexes[0], figure.storey - 1, mp, rule)


def _on_to(battle: Battle, rules: Ruleset, figure: Character, foot: Hex) -> list[Event] | Rejection:
    assert figure.hex is not None
    found = [la for la in against(battle, figure.hex) if foot in ("", la.hexes[0])]
    if not found:
        where = english("in {foot}", foot=foot) if foot else english("against {hex}", hex=figure.hex)
        return Rejection(
            "GUI-10.1.3a",
            english("no ladder or rope leads down {where} from {hex}", where=where, hex=figure.hex),
        )
    refusals = [_cannot_get_on(battle, figure, ladder) for ladder in found]
    free = [ladder for ladder, refusal in zip(found, refusals, strict=True) if refusal is None]
    if not free:
        assert refusals[0] is not None
        return refusals[0]
    ladder = free[0]
    mp = over_mp(battle, rules, ladder)
    return _climbed(battle, figure, ladder, ladder.hexes[0], levels(battle, ladder), mp, _rule(ladder))


def _cannot_get_on(battle: Battle, figure: Character, ladder: Ladder) -> Rejection | None:
    refusal = cannot_climb(battle, figure, ladder)
    if refusal is not None and refusal.code is Reason.JUST_PUT_UP:
        return None  # it is known to stand; only the way up waits for a turn
    return refusal


def _climbed(
    battle: Battle, figure: Character, ladder: Ladder, at: Hex, height: int, mp: int, rule: str
) -> list[Event] | Rejection:
    left = battle.now.left[figure.id]
    if mp > left:
        what = english("the {kind} in {at}", kind=ladder.kind, at=at)
        return Rejection(
            rule,
            english(
                "{what} costs {mp} MP, {figure} has {left} left",
                what=what,
                mp=mp,
                figure=figure.name,
                left=left,
            ),
        )
    return [Climbed(figure=figure.id, ladder=ladder.id, hex=at, height=height, mp=mp, left=left - mp)]


def price(rules: Ruleset, ladder: Ladder, *, up: bool) -> tuple[int, str]:
    """MP of a ladder, or of one level of a rope, and the rule that says so."""
    if ladder.kind == LADDER:
        return rules.tables["ladders"].number("climb", "value"), "GUI-10.1.3a"
    return rules.tables["grapnels"].number("up" if up else "down", "value"), "GUI-10.6.1b"


def may_cross(battle: Battle, figure: Character, end: Hex) -> Rejection | None:
    """Whether somebody up on a ladder or rope can step into a hex: only over the top, into the one behind the
    wall (GUI-10.1.3b)."""
    ladder = held_by(battle, figure)
    before = facing_hex(battle, figure)
    if ladder is None or end == before:
        return None
    wall = wall_hex(battle, ladder)
    if end == wall:
        return Rejection(
            "GUI-10.6.1b", english("{figure} has not climbed to the top of the rope yet", figure=figure.name)
        )
    rule = "GUI-10.1.3b" if ladder.kind == LADDER else "GUI-10.6.2"
    return Rejection(
        rule,
        english(
            "{figure} is up on a {kind}: he can go over into {wall}, or 'down' first",
            figure=figure.name,
            kind=ladder.kind,
            wall=wall,
        ),
    )


def over_cost(
    battle: Battle, rules: Ruleset, figure: Character, end: Hex, ground: Modifier
) -> tuple[Modifier, ...]:
    """What it takes to go over the top: from a ladder 4 MP in all; from a rope what the wall adds to the
    climb, over a stockade the hex behind (GUI-10.1.3b, GUI-10.6.1b, RUL-1068)."""
    ladder = held_by(battle, figure)
    assert ladder is not None
    if ladder.kind == LADDER:
        over = rules.tables["ladders"].number("over", "value")
        return (Modifier(over, "GUI-10.1.3b", english("from the ladder over into {end}", end=end)),)
    return (_over_wall(battle, rules, ladder) or ground,)


def over_mp(battle: Battle, rules: Ruleset, ladder: Ladder) -> int:
    """The same from behind the wall on to a ladder or rope: as much as the other way (RUL-1007)."""
    if ladder.kind == LADDER:
        return rules.tables["ladders"].number("over", "value")
    wall = _over_wall(battle, rules, ladder)
    return wall.value if wall is not None else 1


def _over_wall(battle: Battle, rules: Ruleset, ladder: Ladder) -> Modifier | None:
    """The MP for going over the wall of a building, which are all that it takes: those of the parapet,
    and none at a barn, the only building without one (GUI-10.6.1b, RUL-1068). None where no wall is,
    but a stockade."""
    foot, wall = ladder.hexes[0], wall_hex(battle, ladder)
    if wall is None or not WALLS & hexside_between(battle, foot, wall):
        return None
    if any("barn" in battle.board.traits(at) for at in (foot, wall)):
        return Modifier(0, "GUI-10.6.1b", english("over the wall of the barn"))
    parapet = rules.tables["grapnels"].number("parapet", "value")
    return Modifier(parapet, "GUI-10.6.1b", english("the parapet"))


def steps(battle: Battle, rules: Ruleset, figure: Character) -> list[Steps]:
    """The ladders and ropes that a figure could use now from either end, for searches; of ropes those
    of one level."""
    found = []
    for ladder in battle.ladders.values():
        wall = wall_hex(battle, ladder)
        if wall is None or levels(battle, ladder) > 1:
            continue
        refusal = cannot_climb(battle, figure, ladder)
        if refusal is not None and refusal.code is not Reason.JUST_PUT_UP:
            continue
        up = price(rules, ladder, up=True)[0] if refusal is None else None
        found.append(Steps(ladder, wall, up, price(rules, ladder, up=False)[0]))
    return found


def _unfit(battle: Battle, figure: Character) -> str:
    if figure.mounted:
        return "rides"
    if figure.carries is not None:
        return english("carries somebody")
    if figure.leads:
        return english("leads a horse")
    return english("carries a ladder") if borne_by(battle, figure.id) else ""


def _rule(ladder: Ladder) -> str:
    return "GUI-10.1.3a" if ladder.kind == LADDER else "GUI-10.6.1b"
