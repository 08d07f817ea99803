"""Houses, tents and castles as they stand in the way: which hexsides are closed, to whom, and what
crossing them takes.

Doorways have no leaves that could be shut: they are open to everybody at all times (RUL-840). Only to be
asked on boards where something is built, or that overlays have changed. Implements GUI-8.1, GUI-8.3.4a,
GUI-8.4a, GUI-8.4.1a, GUI-8.4.2a, GUI-8.4.2b, GUI-8.5.2a, GUI-9.1, GUI-9.2.1a, GUI-9.2.3a, GUI-9.2.3.1,
GUI-9.5.1a, GUI-9.5.1b, GUI-9.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex, SideId
from rules.state.terrain import BUILT, Works, hexside_between, level_at, terrain_at, works_of

TENTS = frozenset({"tent", "tent_opening"})
# Open ground that one climbs along: it leads up to a floor one level higher without any stairs.
CLIMBING = frozenset({"slope", "rock", "trail", "stairway"})
# Whose rule closes a built floor to horses, or to everybody.
_RULE_OF = {
    "interior": "GUI-8.4a",
    "tent": "GUI-8.1",
    "tent_opening": "GUI-8.1",
    "wall": "GUI-9.5.1a",
    "stairs": "GUI-9.1",
    "platform": "GUI-9.1",
    "gate": "GUI-9.2.3a",
    "open_gate": "GUI-9.2.3a",
}


class Hexside(NamedTuple):
    """A row of the table of hexsides: MP to cross it on foot and on horseback (None: closed), added to those
    of the hex behind or instead of them, what both sides of a fight across it count as standing on, and its
    rule. ``feature``: what stands there, by which it is known."""

    feature: str
    name: str
    foot: int | None
    horse: int | None
    instead: bool
    attacker: str
    defender: str
    rule: str


@lru_cache(maxsize=64)
def hexsides(tables: Tables) -> dict[str, Hexside]:
    """The table of hexsides by feature, read once for each set of tables."""
    table = tables["hexsides"]
    found = {}
    for key, *_ in table.rows:
        foot, horse = table.cell(key, "mp_foot"), table.cell(key, "mp_horse")
        found[str(key)] = Hexside(
            feature=str(key),
            name=table.text(key, "name"),
            foot=foot if isinstance(foot, int) else None,
            horse=horse if isinstance(horse, int) else None,
            instead=table.text(key, "counts") == "instead",
            attacker=table.text(key, "attacker"),
            defender=table.text(key, "defender"),
            rule=table.text(key, "rule"),
        )
    return found


def is_built(battle: Battle) -> bool:
    """Whether there is anything here that this module could be asked about."""
    return battle.board.built or bool(battle.overlays)


def features_between(battle: Battle, rules: Ruleset, a: Hex, b: Hex) -> Iterator[Hexside]:
    """What is built on the side that two neighbouring hexes share, in the order of the table."""
    there = hexside_between(battle, a, b)
    if there:
        yield from (row for feature, row in hexsides(rules.tables).items() if feature in there)


def closed(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Why walls, canvas or floors of another level keep a figure from ever stepping from a hex to its
    neighbour; None if they do not (GUI-8.4a, GUI-9.5.1a)."""
    for side in features_between(battle, rules, start, end):
        if (side.horse if figure.mounted else side.foot) is None:
            return Rejection(side.rule, _closed_in_words(side, figure.mounted, start, end))
    if _canvas(battle, start, end):
        return Rejection(
            "GUI-8.5.2a",
            english(
                "there is canvas between {start} and {end}: a tent is entered by its opening",
                start=start,
                end=end,
            ),
        )
    return _floors_apart(battle, start, end)


def why_out_of_reach(
    battle: Battle, rules: Ruleset, figure: Character, hexes: Iterable[Hex]
) -> Rejection | None:
    """What is built between somebody and those whom he would strike at; None if it is something else that
    keeps him from them (GUI-6.7, GUI-8.5.2a, GUI-9.6)."""
    if not is_built(battle):
        return None
    near = ((own, at) for own in figure.hexes for at in hexes if battle.board.adjacent(own, at))
    found = (closed(battle, rules, figure, own, at) for own, at in near)
    return next((refusal for refusal in found if refusal is not None), None)


def why_closed_ground(terrain: str, name: str, at: Hex, *, mounted: bool) -> Rejection | None:
    """Why a built floor is shut to riders, or to everybody; None for ground that nobody built."""
    rule = _RULE_OF.get(terrain)
    if rule is None:
        return None
    if terrain == "gate":
        return Rejection(rule, english("the gate in {at} is closed", at=at))
    return Rejection(
        rule,
        (
            english("{at} is {name}: closed to horses", at=at, name=name)
            if mounted
            else english("{at} is {name}: closed to everybody", at=at, name=name)
        ),
    )


def is_doorway(battle: Battle, at: Hex) -> bool:
    """Whether horses may go into this room, since it lies behind a doorway of a house (GUI-8.4a); never into
    a tower (GUI-9.1, RUL-850)."""
    if terrain_at(battle, at) != "interior" or "tower" in battle.board.traits(at):
        return False
    return any("door" in hexside_between(battle, at, near) for near in battle.board.neighbours(at))


def shut_windows(battle: Battle, side: SideId) -> frozenset[tuple[Hex, Hex]]:
    """The steps through a window that a side cannot take, because an enemy, be he stunned, is behind it
    (GUI-8.4.1a, RUL-842). An enemy on his feet closes his hex to every step anyway (GUI-4.2)."""
    if not battle.board.owners("window"):
        return frozenset()
    hostile = battle.enemies_of(side)
    enemies = (f for f in battle.figures.values() if f.side in hostile and f.living and f.carried_by is None)
    return frozenset(step for f in enemies for at in f.hexes for step in _through_windows(battle, at))


def _through_windows(battle: Battle, at: Hex) -> tuple[tuple[Hex, Hex], ...]:
    """The steps that lead through a window into a hex."""
    known = _known_windows(battle.board, works_of(battle))
    if at not in known:
        near = battle.board.neighbours(at)
        known[at] = tuple((start, at) for start in near if "window" in hexside_between(battle, start, at))
    return known[at]


@lru_cache(maxsize=64)
def _known_windows(board: Board, works: Works) -> dict[Hex, tuple[tuple[Hex, Hex], ...]]:
    """Filled as searches ask; what it holds depends on nothing but these two."""
    return {}


# horses


def halves_parted(battle: Battle, rules: Ruleset, a: Hex, b: Hex) -> Rejection | None:
    """Why a counter of two hexes cannot stand with its halves in these two: a wall between them, or a low
    wall that it would straddle (GUI-8.4.2b, RUL-843)."""
    for side in features_between(battle, rules, a, b):
        if side.horse is None:
            return Rejection(
                side.rule, english("{side} parts {one} and {other}", side=side.name, one=a, other=b)
            )
        if side.horse:
            return Rejection(
                "GUI-8.4.2b",
                english(
                    "a horse cannot stop astride {side}, between {one} and {other}",
                    side=side.name,
                    one=a,
                    other=b,
                ),
                Reason.ASTRIDE,
            )
    return None


def no_place_for_horse(battle: Battle, at: Hex) -> Rejection | None:
    """Why no horse, ridden, led or loose, may be in a hex: a room, a tent, stairs, a platform or a gate
    (GUI-8.4a, GUI-9.1, GUI-9.2.3a)."""
    terrain = terrain_at(battle, at)
    if terrain not in _RULE_OF or is_doorway(battle, at):
        return None
    return Rejection(_RULE_OF[terrain], english("no horse can go into {at}", at=at))


def open_to_horse(battle: Battle, rules: Ruleset, a: Hex, b: Hex) -> bool:
    """Whether a horse could be pushed or led straight from a hex to its neighbour, as far as what is
    built matters."""
    if any(side.horse is None for side in features_between(battle, rules, a, b)):
        return False
    return (
        no_place_for_horse(battle, b) is None
        and not _canvas(battle, a, b)
        and _floors_apart(battle, a, b) is None
    )


def hexes_near(battle: Battle, rules: Ruleset, around: Iterable[Hex], reach: int) -> set[Hex]:
    """The hexes that a horse could be led to over so many others, not through walls."""
    found = layer = set(around)
    for _ in range(reach):
        layer = {
            n for at in layer for n in battle.board.neighbours(at) if open_to_horse(battle, rules, at, n)
        } - found
        found = found | layer
    return found


# tents and floors


def _canvas(battle: Battle, a: Hex, b: Hex) -> bool:
    """Whether canvas hangs between two hexes: round every tent hex but those with an opening, and between two
    tents (GUI-8.5.2a, RUL-845)."""
    here, there = terrain_at(battle, a), terrain_at(battle, b)
    if "tent" not in (here, there):
        return False
    return not (here in TENTS and there in TENTS and _one_tent(battle, a, b))


def _one_tent(battle: Battle, a: Hex, b: Hex) -> bool:
    """Neighbouring tent hexes belong together, unless the map names them as parts of different tents."""
    ours = {t for t in battle.board.traits(a) if t.startswith("tent")}
    theirs = {t for t in battle.board.traits(b) if t.startswith("tent")}
    return not (ours and theirs) or bool(ours & theirs)


def _floors_apart(battle: Battle, a: Hex, b: Hex) -> Rejection | None:
    """Why one cannot get from one floor to the other: stairs give access only where they end, floors of
    different levels only by stairs (GUI-9.6, GUI-9.5.1b, RUL-945)."""
    here, there = terrain_at(battle, a), terrain_at(battle, b)
    if "stairs" in (here, there):
        if all(
            _ends(battle, at, other) for at, other in ((a, b), (b, a)) if terrain_at(battle, at) == "stairs"
        ):
            return None
        return Rejection(
            "GUI-9.6", english("the stairs give no access between {one} and {other}", one=a, other=b)
        )
    if here not in BUILT and there not in BUILT:
        return None
    up = level_at(battle, b) - level_at(battle, a)
    if up == 0 or (
        abs(up) == 1 and "platform" not in (here, there) and (here if up > 0 else there) in CLIMBING
    ):
        return None
    high, low = (b, a) if up > 0 else (a, b)
    return Rejection(
        "GUI-9.5.1b",
        english("{high} lies above {low}, and no stairs lead from the one to the other", high=high, low=low),
    )


def _ends(battle: Battle, stairs: Hex, other: Hex) -> bool:
    """Whether stairs end on the side towards another hex: where the map draws their path across it. If it
    draws none to any hex of that level, at most one up or down, they end in the middle of the hex: all of
    them have access (GUI-9.6, RUL-944)."""
    board = battle.board
    if "path" in hexside_between(battle, stairs, other):
        return True
    level = level_at(battle, other)
    drawn = (n for n in board.neighbours(stairs) if "path" in hexside_between(battle, stairs, n))
    return abs(level_at(battle, stairs) - level) <= 1 and all(level_at(battle, n) != level for n in drawn)


def _closed_in_words(side: Hexside, mounted: bool, start: Hex, end: Hex) -> str:
    if side.foot is not None and mounted:
        return english(
            "{side} between {start} and {end} is closed to riders", side=side.name, start=start, end=end
        )
    words = english("{side} stands between {start} and {end}", side=side.name, start=start, end=end)
    return (
        english("{words}: nobody crosses it without a ladder", words=words)
        if side.feature == "stockade"
        else words
    )
