"""Where horses without riders go: pushed aside, behind their leader, and wherever they find room.

Implements GUI-4.2.1b, GUI-4.4.3a and the ways of led horses in GUI-4.4.3b (rules.tactical.horses.bridle).
"""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.events.base import Event
from rules.events.movement import HorseCause, HorseMoved
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex, Horse
from rules.state.terrain import WATER, terrain_at
from rules.tactical.ways import structures
from rules.tactical.ways.entry import clutter_closes
from rules.tactical.ways.passage import grounds

# How far a led horse may have to be taken aside when its leader is stopped where it finds no room.
FARTHEST_SIDESTEP = 4


def make_room(
    battle: Battle, rules: Ruleset, mover: Character, hexes: tuple[Hex, ...]
) -> list[Event] | Rejection:
    """Push loose horses out of the hexes where somebody ends his move (GUI-4.4.3a); nothing where
    there are none.

    Book silent on where they go and at what cost. Ruling: 0 MP; a horse keeps one of its hexes and swings the
    other half to a free one next to it; if there is none, or both are needed, it cannot be pushed. Whoever
    only passes does not shift it (RUL-410)."""
    moved: list[Event] = []
    taken = set(hexes)
    for horse in battle.horses.values() if battle.horses.among(hexes) else ():
        if not horse.loose or horse.led_by is not None or not taken.intersection(horse.hexes):
            continue
        place = _shied(battle, rules, mover, horse, taken)
        if place is None:
            return Rejection(
                "GUI-4.4.3a",
                english("{horse} stands in the way and cannot be pushed aside", horse=horse.name),
            )
        taken.update(place)
        moved.append(HorseMoved(horse=horse.id, front=place[0], rear=place[1], why=HorseCause.PUSHED))
    return moved


def push_aside(battle: Battle, rules: Ruleset, mover: Character, at: Hex) -> list[Event] | Rejection:
    """Push a loose horse out of one hex, as for an advance (GUI-4.4.3a); nothing where there is none."""
    return make_room(battle, rules, mover, (at,))


def _shied(
    battle: Battle, rules: Ruleset, mover: Character, horse: Horse, taken: set[Hex]
) -> tuple[Hex, Hex] | None:
    kept = [at for at in horse.hexes if at not in taken]
    if len(kept) != 1:
        return None
    free = [
        at
        for at in battle.board.neighbours(kept[0])
        if at not in taken
        and at not in mover.hexes
        and can_stand(battle, rules, at, horse)
        and holds_together(battle, rules, kept[0], at)
    ]
    if not free:
        return None
    away = max(free, key=lambda at: (min(battle.board.distance(at, own) for own in taken), at))
    return (kept[0], away) if kept[0] == horse.front else (away, kept[0])


def follow(battle: Battle, leader: Character, event_hexes: tuple[Hex, ...], left: Hex | None) -> list[Event]:
    """Led horses come after their leader, at no cost and whatever the ground (GUI-4.4.3b, GUI-4.2.1b).

    ``event_hexes`` are the leader's new hexes, ``left`` the hex that his counter has left (None: none, he
    turned). Book silent on the way they take. Ruling RUL-421: the first horse's head takes the hex that the
    leader left, its tail the hex of its head; the next horse does the same behind its tail. Where they stand
    at the end: bridle.halt."""
    if not leader.leads or left is None:
        return []
    moved: list[Event] = []
    taken = set(event_hexes)
    vacated = left
    for horse_id in leader.leads:
        horse = battle.horses[horse_id]
        assert horse.front is not None
        head = vacated if vacated not in taken else _nearest(battle.board, vacated, horse.front, taken)
        taken.add(head)
        near = battle.board.neighbours(head)
        tails = [at for at in horse.hexes if at in near and at not in taken]
        tail = tails[0] if tails else _nearest(battle.board, head, horse.front, taken)
        taken.add(tail)
        vacated = next((at for at in reversed(horse.hexes) if at not in taken), tail)
        moved.append(HorseMoved(horse=horse_id, front=head, rear=tail, why=HorseCause.LED))
    return moved


def cannot_follow(battle: Battle, rules: Ruleset, leader: Character, steps: list[Event]) -> Rejection | None:
    """Why led horses cannot come after their leader: they would have to go into a room, a tent, up stairs or
    through a wall (GUI-8.4a, RUL-844)."""
    if not steps or not structures.is_built(battle):
        return None
    for step in steps:
        assert isinstance(step, HorseMoved)
        horse = battle.horses[step.horse]
        where = [at for at in (step.front, step.rear) if at is not None]
        stuck = [structures.no_place_for_horse(battle, at) for at in where if at not in horse.hexes]
        parted = structures.halves_parted(battle, rules, *where) if len(where) == 2 else None
        walled = parted if parted is not None and parted.code is not Reason.ASTRIDE else None
        refusal = next((r for r in (*stuck, walled) if r is not None), None)
        if refusal is not None:
            why = english(
                "{leader} leads {horse}: {why}; let him leave it first",
                leader=leader.name,
                horse=horse.name,
                why=refusal.why,
            )
            return Rejection(refusal.rule, why, refusal.code)
    return None


def settle(battle: Battle, rules: Ruleset, leader: Character, reach: int = 1) -> list[Event] | Rejection:
    """Find room for led horses when their leader's move ends: no two living counters overlap (GUI-4.1a).

    A horse in nobody's way stays; another is moved so that its head is within ``reach`` hexes
    of the leader."""
    moved: list[Event] = []
    fixed = {
        at
        for h in leader.leads
        if not _overlaps(battle, battle.horses[h], leader)
        for at in battle.horses[h].hexes
    }
    for horse_id in leader.leads:
        horse = battle.horses[horse_id]
        if not _overlaps(battle, horse, leader):
            continue
        place = _room_near(battle, rules, horse, leader.hexes, reach, {*fixed, *leader.hexes})
        if place is None:
            return Rejection(
                "GUI-4.1a",
                english(
                    "there is no room for {horse} next to {leader}", horse=horse.name, leader=leader.name
                ),
                Reason.OCCUPIED,
            )
        fixed.update(place)
        moved.append(HorseMoved(horse=horse_id, front=place[0], rear=place[1], why=HorseCause.LED))
    return moved


def shy_away(battle: Battle, rules: Ruleset, horse: Horse) -> list[Event]:
    """A horse whose rider fell while he rode past somebody, or past another horse, leaves that hex for the
    nearest place where it has room, if there is one (GUI-4.1a, RUL-418)."""
    if not horse.loose or not any(
        battle.living_at(at) or _other_horse(battle, horse, at) for at in horse.hexes
    ):
        return []
    for reach in range(FARTHEST_SIDESTEP + 1):
        place = _room_near(battle, rules, horse, horse.hexes, reach, set())
        if place is not None:
            return [HorseMoved(horse=horse.id, front=place[0], rear=place[1], why=HorseCause.DISPLACED)]
    return []


def _room_near(
    battle: Battle, rules: Ruleset, horse: Horse, around: tuple[Hex, ...], reach: int, closed: set[Hex]
) -> tuple[Hex, Hex] | None:
    """A free place for a horse with its head within reach of some hexes, the nearest to where it is."""
    assert horse.front is not None
    board, old = battle.board, horse.front

    def open_to(at: Hex) -> bool:
        return at not in closed and can_stand(battle, rules, at, horse, led=True)

    def shift(at: Hex) -> tuple[int, int, Hex]:
        return board.distance(at, old), -min(board.distance(at, own) for own in around), at

    if structures.is_built(battle):
        reached = structures.hexes_near(battle, rules, around, reach)
    else:
        reached = {at for own in around for at in board.within(own, reach)}
    near = {at for at in reached if open_to(at)}
    for head in sorted(near, key=lambda at: (board.distance(at, old), at)):
        tails = [
            at for at in board.neighbours(head) if open_to(at) and holds_together(battle, rules, head, at)
        ]
        if tails:
            return head, min(tails, key=shift)
    return None


def _overlaps(battle: Battle, horse: Horse, leader: Character) -> bool:
    """Whether another living counter covers one of the horse's hexes."""
    for at in horse.hexes:
        if battle.living_at(at):
            return True
        others = (h for h in battle.horses.at(at) if h.id != horse.id and h.alive)
        if any(h.id not in leader.leads or h.id < horse.id for h in others):
            return True
    return False


def can_stand(battle: Battle, rules: Ruleset, at: Hex, horse: Horse, *, led: bool = False) -> bool:
    """Free ground for a horse: where riders may go, and if it is led also trees and water (GUI-4.2.1b)."""
    terrain = terrain_at(battle, at)
    open_ground = grounds(rules.tables)[terrain].horse is not None or structures.is_doorway(battle, at)
    if led:
        open_ground = open_ground or terrain == "tree" or terrain in WATER
    other = _other_horse(battle, horse, at)
    return open_ground and not other and not battle.living_at(at) and not clutter_closes(battle, rules, at)


def holds_together(battle: Battle, rules: Ruleset, a: Hex, b: Hex) -> bool:
    """Whether a horse may stand with its halves in these hexes: no wall, high or low, between them
    (GUI-8.4.2b)."""
    return not structures.is_built(battle) or structures.halves_parted(battle, rules, a, b) is None


def _other_horse(battle: Battle, horse: Horse, at: Hex) -> bool:
    return any(h.id != horse.id and h.alive for h in battle.horses.at(at))


def _nearest(board: Board, beside_hex: Hex, old: Hex, taken: set[Hex]) -> Hex:
    """A hex next to one that is not taken, the nearest to where the horse was; the hex itself if all are."""
    options = [at for at in board.neighbours(beside_hex) if at not in taken]
    return min(options, key=lambda at: (board.distance(at, old), at), default=beside_hex)
