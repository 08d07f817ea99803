"""Going away: from somebody, out of his reach or shot, out of contact, out of the scrub, into cover. What is
meant is a hex of which something holds, and which of them is worked out here."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.desk.check import SEARCHING
from rules.desk.desk import Desk
from rules.desk.speech import features
from rules.desk.speech.phrase_list import phrases_in
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical import weapons
from rules.tactical.moving.movement import allowance
from rules.tactical.moving.path_finding import reach

FROM = phrases_in(
    """
    away from, far from, far away from, well away from, further from, further away from, farther
    from, farther away from, back away from, some way from, a good way from, off from
    """
)
CLEAR = phrases_in(
    """
    clear of, out of contact with, well clear of, out of the way of, off, from next to, from beside,
    out from next to, free of, back from, from
    """
)
ALONE = phrases_in(
    """
    out of contact, out of the fight, out of the fighting, out of the melee, out of melee, clear of
    the enemy, clear of enemies, out of it, out of there, out of combat, clear of the fight, clear
    of the fighting, clear of everybody, clear of everyone, clear of them all
    """
)
FARTHEST = phrases_in(
    """
    away from the enemy, away from the enemies, away from them all, to safety, into safety, away
    from the fighting, away from the fight, away from everybody, away from danger, out of danger,
    out of harms way, away from the lombards, back to safety, to a safe place, somewhere safe, to a
    safe distance, to safe ground
    """
)
OUT_OF = (
    "out of",
    "from out of",
    "beyond",
    "outside",
    "outside of",
    "well out of",
    "just out of",
    "back out of",
)
_REACH = ("reach", "charge", "striking distance", "arms reach", "charging distance", "charge range", "touch")
_SHOT = phrases_in(
    """
    bowshot, range, arrow range, bow range, missile range, shot, javelin range, shooting range,
    arrowshot, bow shot, the arrows, arrows, sling range, their arrows, their range, missile fire,
    fire, the line of fire
    """
)
_WAY = ("way", "path", "face")
WHOSE = (
    "their",
    "the enemys",
    "the enemy",
    "enemy",
    "the",
    "any enemy",
    "everybodys",
    "everyones",
    "all enemy",
)
COVER = phrases_in(
    """
    to cover, into cover, behind cover, behind some cover, into some cover, under cover, in cover,
    to some cover, to better cover, into better cover, to the nearest cover, behind something, into
    the nearest cover, for cover
    """
)
SHELTERING = ("wood", "scrub", "rocks")
DRY = phrases_in("onto dry land, to dry land, on dry land, onto dry ground, to the dry, out of the wet")
FARTHER = 1  # hexes beyond his movement that somebody reaches by fighting from there


class Away(msgspec.Struct, frozen=True):
    """``how``: "far" (as far as he gets), "clear" (not next to them), "reach", "shot", "cover" or "leave" (a
    kind of ground); "from" and "away": one of the first three, by where he stands. ``whom``: from whom, all
    enemies if from none; ``hexes``: from which ground; ``arm``: of which weapons he is out of range, all if
    of none."""

    how: str
    whom: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    arm: str = ""


def arm_in(said: str) -> str:
    """The weapon by which a range is called: "javelin range"."""
    return next((arm for arm in ("javelin", "sling", "bow") if arm in said), "bow" * ("arrow" in said))


def out_of(said: str) -> str:
    """What one is out of who is out of somebody's "reach", "bowshot" or "way"; "" for anything else."""
    if said in _REACH:
        return "reach"
    if said in _SHOT:
        return "shot"
    return "clear" if said in _WAY else ""


def hex_for(desk: Desk, mover: FigureId, away: Away, taken: Collection[Hex]) -> tuple[Hex, bool]:
    """The hex with the fewest MP where that holds, and whether it does; his own if it holds there. Where it
    holds nowhere that he can go, the one farthest from them; "" if there is none."""
    draft = desk.imagined.draft
    man = draft.figures[mover]
    if man.hex is None or desk.tired:
        return "", False
    desk.effort += SEARCHING
    ends = {at: mp for at, mp in reach(draft, desk.rules, man).items() if at not in taken}
    ends.setdefault(man.hex, 0)
    enemies = [foe for foe in draft.figures.values() if foe.living and draft.hostile(man.side, foe.side)]
    foes = [draft.figures[one] for one in away.whom if one in draft.figures and draft.figures[one].hex]
    held = _Held(desk, draft, away, foes or enemies, enemies)
    if away.how in ("from", "away"):
        away = held.settled(man.hexes)
    good = [at for at in ends if held.at(at)]
    if away.how == "far" or not good:
        if away.how in ("cover", "leave"):
            return "", False
        safe = [at for at in ends if held.is_free(at)] or list(ends)
        best = min(safe, key=lambda at: (-held.distance(at), ends[at], at))
        return best, away.how == "far"
    ranked = sorted(good, key=lambda at: (ends[at], -held.distance(at), at))
    home = [friend.hex for friend in draft.side_figures(man.side) if friend.hex]
    nearest_home = min(ranked, key=lambda at: sum(draft.board.distance(at, there) for there in home))
    return next((at for at in ranked if held.is_open(man.hex, at)), nearest_home), True


class _Held:
    """What holds at a hex. ``foes``: those from whom he goes."""

    def __init__(
        self, desk: Desk, draft: Battle, away: Away, foes: Sequence[Character], enemies: Sequence[Character]
    ) -> None:
        self.board = draft.board
        self.away = away
        self.near = list(away.hexes) or [at for foe in foes for at in foe.hexes]
        self.beside = {near for foe in enemies for at in foe.hexes for near in self.board.neighbours(at)}
        self.around = {near for at in self.near for near in self.board.neighbours(at)}
        self.far = [(foe.hexes, self._how_far(desk, draft, foe)) for foe in foes]
        self.cover = {at for said in SHELTERING for at in features.hexes_of(self.board, said)}

    def _how_far(self, desk: Desk, draft: Battle, foe: Character) -> int:
        if self.away.how in ("reach", "away"):
            return allowance(draft, desk.rules, foe) + FARTHER
        if self.away.how != "shot" or not foe.weapon or self.away.arm not in foe.weapon:
            return 0
        return weapons.weapon_data(desk.rules.tables, foe.weapon).reach[-1]

    def at(self, at: Hex) -> bool:
        match self.away.how:
            case "cover":
                return at in self.cover
            case "leave":
                return at not in self.away.hexes
            case "clear":
                return at not in self.around and at not in self.beside and at not in self.near
        return all(min(self.board.distance(at, there) for there in hexes) > far for hexes, far in self.far)

    def settled(self, hexes: Sequence[Hex]) -> Away:
        """What "away from" and "back from" mean for who stands there: no farther than need be, or as far as
        he gets where he is far enough away."""
        touches = bool({*self.around, *self.near}.intersection(hexes))
        if touches:
            how = "clear"
        elif self.away.how == "from" or self.away.hexes:
            how = "far"
        else:
            how = "far" if all(self.at(at) for at in hexes) else "reach"
        self.away = msgspec.structs.replace(self.away, how=how)
        return self.away

    def is_open(self, start: Hex, at: Hex) -> bool:
        """Whether the straight way there passes no enemy: nobody goes away through their lines."""
        passed = [there for stage in self.board.line(start, at).stages for there in stage if there != start]
        return not any(there in self.beside for there in passed)

    def is_free(self, at: Hex) -> bool:
        return at not in self.beside

    def distance(self, at: Hex) -> int:
        return min((self.board.distance(at, there) for there in self.near), default=0)
