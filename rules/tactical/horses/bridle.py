"""The bridle of a horse without rider: taken by the head or caught in passing, and let go.

Implements GUI-4.4.3b to GUI-4.4.3f.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.movement import BridleTried, HorseCause, HorseLed, HorseMoved, HorseReleased
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId, SideId
from rules.tactical.ways import loose_horses, structures
from rules.tactical.ways.loose_horses import can_stand, holds_together
from rules.tactical.ways.passage import threats


def most_led(rules: Ruleset, *, mounted: bool) -> int:
    """How many horses one hand can lead: three on foot, one from the saddle (GUI-4.4.3e)."""
    return _led(rules.tables)["mounted" if mounted else "foot"]


def heads(board: Board, horse: Horse) -> tuple[Hex, ...]:
    """The three hexes next to a horse's head: before it and half to either side (GUI-4.4.3b)."""
    if len(horse.hexes) < 2:
        return ()
    front, rear = horse.hexes
    facing = board.facing(rear, front)
    assert facing is not None
    ahead = (board.neighbour(front, facing.turned(turn)) for turn in (0, 1, -1))
    return tuple(at for at in ahead if at is not None)


def keeper(battle: Battle, horse: Horse) -> SideId:
    """The side that a loose horse still belongs to: its own while somebody of that side who is not stunned is
    next to it, else nobody's (GUI-4.4.3d)."""
    near = {n for at in horse.hexes for n in battle.board.neighbours(at)}
    beside = battle.figures.among(near)
    return horse.side if any(f.side == horse.side and f.active for f in beside) else ""


def held_by_another(battle: Battle, figure: Character, horse: Horse) -> Rejection | None:
    """Why a figure may not take a loose horse: somebody leads it, or its own side stands by it
    (GUI-4.4.3d)."""
    if horse.led_by is not None and horse.led_by != figure.id:
        return Rejection(
            "GUI-4.4.3d",
            english(
                "{figure} has {horse} by the bridle",
                figure=battle.figures[horse.led_by].name,
                horse=horse.name,
            ),
        )
    if horse.side != figure.side and keeper(battle, horse):
        if battle.hostile(figure.side, horse.side):
            why = english("{horse} is still the enemy's: one of them stands next to it", horse=horse.name)
        else:
            whose = battle.side_of(horse.side).name
            why = english(
                "{horse} belongs to the {side}: one of them stands next to it", horse=horse.name, side=whose
            )
        return Rejection("GUI-4.4.3d", why)
    return None


def cannot_lead(battle: Battle, rules: Ruleset, figure: Character, horse: Horse) -> Rejection | None:
    """Why a figure cannot take a horse by the bridle from where he is (GUI-4.4.3b, GUI-4.4.3d, GUI-4.4.3e).

    He must be in one of the three hexes next to its head (a rider with either half), no enemy able to attack
    may stand next to the horse, and his hand must not be full."""
    if not horse.loose:
        return Rejection("GUI-4.4.3b", english("{horse} is not a horse without rider", horse=horse.name))
    if horse.id in figure.leads:
        return Rejection(
            "GUI-4.4.3b", english("{figure} leads {horse} already", figure=figure.name, horse=horse.name)
        )
    refusal = held_by_another(battle, figure, horse)
    if refusal is not None:
        return refusal
    if f"{figure.id}/{horse.id}" in battle.now.bridle_failed:
        return Rejection(
            "GUI-4.4.3c",
            english(
                "{figure} missed {horse}'s bridle and cannot lead it this turn",
                figure=figure.name,
                horse=horse.name,
            ),
        )
    most = most_led(rules, mounted=figure.mounted)
    if len(figure.leads) >= most:
        return Rejection(
            "GUI-4.4.3e",
            english(
                "{figure} leads {count} already, and no more than {most}",
                figure=figure.name,
                count=len(figure.leads),
                most=most,
            ),
        )
    near_head = heads(battle.board, horse)
    if structures.is_built(battle) and horse.front is not None:
        near_head = tuple(at for at in near_head if structures.open_to_horse(battle, rules, at, horse.front))
    if not any(at in near_head for at in figure.hexes):
        return Rejection(
            "GUI-4.4.3b",
            english(
                "{horse} is taken by the head, from {hexes}",
                horse=horse.name,
                hexes=", ".join(near_head),
            ),
        )
    for at in horse.hexes:
        near = threats(battle, rules, figure.side, at)
        if near:
            return Rejection(
                "GUI-4.4.3b", english("{names} stands next to {horse}", names=near[0].name, horse=horse.name)
            )
    return None


def must_snatch(battle: Battle, figure: Character, *, goes_on: bool) -> bool:
    """Whether a rider has to try for the bridle: he is neither at the start nor at the end of his move
    (GUI-4.4.3c)."""
    begun = battle.now.moved.get(figure.id, 0) > 0 or battle.now.spent.get(figure.id, 0) > 0
    return figure.mounted and begun and goes_on


def take(figure: Character, horse: Horse) -> list[Event]:
    """The horse is his side's from now on and follows him (GUI-4.4.3b, GUI-4.4.3d)."""
    return [HorseLed(figure=figure.id, horse=horse.id)]


def snatched(rules: Ruleset, rider: Character, horse: Horse, face: int) -> list[Event]:
    """What a face of the die says to a rider who snatches at a bridle in passing (GUI-4.4.3c). Who misses
    cannot take it this turn."""
    caught = _bridle(rules.tables)[face] == "caught"
    tried = BridleTried(figure=rider.id, horse=horse.id, face=face, caught=caught)
    return [tried, HorseLed(figure=rider.id, horse=horse.id)] if caught else [tried]


def halt(
    battle: Battle,
    rules: Ruleset,
    leader: Character,
    gone: Collection[HorseId],
    hand: str = "",
    reach: int = 1,
) -> list[Event] | Rejection:
    """Where led horses come to stand when their leader's move is over (GUI-4.4.3c, GUI-4.1a; ruling RUL-421).

    ``gone``: those that went along with him or were caught in passing. A rider's comes beside him, parallel
    and slightly behind, at the hand asked for, else away from the nearest enemy; at the other hand if there
    is no room. Behind a man on foot, and where there is room at neither hand, it stands as it followed, or
    wherever loose_horses.settle finds room within ``reach``."""
    for horse_id in leader.leads if leader.mounted else ():
        horse = battle.horses[horse_id]
        place = beside(battle, rules, leader, horse, hand) if horse_id in gone else None
        if place is not None:
            return [HorseMoved(horse=horse_id, front=place[0], rear=place[1], why=HorseCause.BESIDE)]
    return loose_horses.settle(battle, rules, leader, reach)


def hand_of(battle: Battle, leader: Character, horse: Horse) -> str:
    """At which hand of a rider a horse stands that he leads, parallel and slightly behind: left, right, or
    empty; empty where he has left the board with it."""
    if leader.hex is None:
        return ""
    for turn, hand in ((-1, "left"), (1, "right")):
        if leader.mounted and horse.hexes == _hexes_at_hand(battle, leader, turn):
            return hand
    return ""


def beside(
    battle: Battle, rules: Ruleset, rider: Character, horse: Horse, hand: str
) -> tuple[Hex, Hex] | None:
    """The place at a rider's left or right hand, parallel and slightly behind (GUI-4.4.3c); None if
    both are taken."""
    places = {turn: _at_hand(battle, rules, rider, horse, turn) for turn in (1, -1)}
    if hand:
        wanted = 1 if hand == "right" else -1
    else:
        enemies = [at for f in battle.active_enemies(rider.side) for at in f.hexes]

        def room(turn: int) -> int:
            place = places[turn]
            if place is None:
                return -1
            return min((battle.board.distance(place[0], e) for e in enemies), default=0)

        wanted = max((1, -1), key=room)
    return places[wanted] or places[-wanted]


def _at_hand(
    battle: Battle, rules: Ruleset, rider: Character, horse: Horse, turn: int
) -> tuple[Hex, Hex] | None:
    """The place at one hand if a horse has room there and no wall parts it from its leader."""
    assert rider.rear is not None
    hexes = _hexes_at_hand(battle, rider, turn)
    if hexes is None or not all(can_stand(battle, rules, at, horse, led=True) for at in hexes):
        return None
    if structures.is_built(battle) and not structures.open_to_horse(battle, rules, rider.rear, hexes[0]):
        return None
    return hexes if holds_together(battle, rules, *hexes) else None


def _hexes_at_hand(battle: Battle, rider: Character, turn: int) -> tuple[Hex, Hex] | None:
    """Head and tail of a counter half a hex behind a rider's, ``turn`` 1 to his right and -1 to his left."""
    assert rider.hex is not None and rider.rear is not None
    facing = battle.board.facing(rider.rear, rider.hex)
    assert isinstance(facing, Facing)
    front = battle.board.neighbour(rider.rear, facing.turned(turn))
    rear = battle.board.neighbour(rider.rear, facing.turned(2 * turn))
    return None if front is None or rear is None else (front, rear)


def release(journal: Journal, figure_id: FigureId, rule: str = "GUI-4.4.3f") -> None:
    """Somebody lets go of all the horses that he leads; they stay where they are."""
    for horse_id in journal.battle.figures[figure_id].leads:
        journal.record(HorseReleased(figure=figure_id, horse=horse_id, rule=rule))


def lose_in_fight(journal: Journal, figure_id: FigureId) -> None:
    """A rider who attacks or is attacked by hand loses the horse that he leads; men on foot keep theirs, and
    being shot at is no attack (GUI-4.4.3f, RUL-409)."""
    if journal.battle.figures[figure_id].mounted:
        release(journal, figure_id, "GUI-4.4.3f")


@lru_cache(maxsize=64)
def _led(tables: Tables) -> dict[str, int]:
    table = tables["horses-led"]
    return {str(row[0]): table.number(row[0], "horses") for row in table.rows}


@lru_cache(maxsize=64)
def _bridle(tables: Tables) -> dict[int, str]:
    return {int(face): str(result) for face, result in tables["bridle"].rows}
