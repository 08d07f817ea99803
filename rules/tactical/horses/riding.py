"""Two hexes on four legs: where a rider's halves go, what turning costs, how he gets on and off.

A rider's place is his front hex and his rear hex; he faces from rear to front. The front half moves and pays,
the rear half follows (GUI-4.4a, GUI-4.4.4a). Implements GUI-4.4.1a, GUI-4.4.1b, GUI-4.4.2a to GUI-4.4.2e,
GUI-4.4.4b, GUI-4.4.4c.
"""

from __future__ import annotations

from functools import lru_cache

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier, total
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.movement import Dismounted, HorseReleased, Mounted, Moved
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex, Horse
from rules.tactical.horses import bridle
from rules.tactical.ways import structures
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.passage import threats
from rules.tactical.ways.stacking import closed_by_enemy, places_beside

# Sixths of a circle between the horse's head and a hex: straight on and half left or right is forward.
FORWARD = (0, 1, -1)
BESIDE = (2, -2)


def facing_of(battle: Battle, figure: Character) -> Facing | None:
    """Where a rider's horse looks; None for men on foot (GUI-1.2e)."""
    if figure.hex is None or figure.rear is None:
        return None
    return battle.board.facing(figure.rear, figure.hex)


def swing(board: Board, front: Hex, rear: Hex, sixths: int) -> Hex | None:
    """Where the front half comes to lie if it swings round the rear half; None off the board."""
    facing = board.facing(rear, front)
    return None if facing is None else board.neighbour(rear, facing.turned(sixths))


def flanks(board: Board, horse: Horse) -> tuple[Hex, ...]:
    """The two hexes that touch both halves of a horse, where one mounts (GUI-4.4.2d).

    Book: "the 2 hexes adjacent, as shown"; the picture is missing. Ruling: left and right of the
    horse (RUL-404)."""
    if len(horse.hexes) < 2:
        return ()
    front, rear = horse.hexes
    beside = board.neighbours(rear)
    return tuple(at for at in board.neighbours(front) if at in beside)


def turning_mp(rules: Ruleset, turn: str) -> int:
    """MP of a turn: ``pivot`` on top of the ground of each hex swung into, ``about_face`` in all (GUI-4.4.1b,
    GUI-4.4.4b)."""
    return _turning(rules.tables)[turn]


def ride(battle: Battle, rules: Ruleset, rider: Character, end: Hex) -> list[Event] | Rejection:
    """A rider's front half goes to a neighbouring hex: a step forward, or a swing round the rear half.

    Forward (straight on or half to a side) costs the ground (GUI-4.4.1a); swinging to a hex beside the head
    the ground and 1 MP more, so that a wide turn adds up hex by hex (GUI-4.4.4b, RUL-405)."""
    assert rider.hex is not None and rider.rear is not None
    facing, towards = battle.board.facing(rider.rear, rider.hex), battle.board.facing(rider.hex, end)
    assert facing is not None and towards is not None
    turn = (towards.number - facing.number + 3) % 6 - 3
    if turn not in (*FORWARD, *BESIDE):
        return Rejection(
            "GUI-4.4.1a",
            english(
                "{end} is behind {rider}: let him face about, back one hex or turn hex by hex",
                end=end,
                rider=rider.name,
            ),
        )
    closed = closed_by_enemy(battle, rider.side, end)
    if closed is not None:
        return closed
    cost = entry_cost(battle, rules, rider, rider.hex, end)
    if isinstance(cost, Rejection):
        return cost
    if turn in FORWARD:
        return paid(battle, rider, end, rider.hex, "step", cost[1])
    beside_it = entry_cost(battle, rules, rider, rider.rear, end)
    if isinstance(beside_it, Rejection) and structures.is_built(battle):
        return beside_it  # a horse does not swing through a wall
    surcharge = Modifier(turning_mp(rules, "pivot"), "GUI-4.4.4b", "pivot")
    return paid(battle, rider, end, rider.rear, "pivot", (*cost[1], surcharge))


def about_face(battle: Battle, rules: Ruleset, rider: Character) -> list[Event] | Rejection:
    """Front and rear change places for a flat 5 MP, whatever the ground (GUI-4.4.1b, RUL-406).

    Refused if the hex under the rear half is closed to riders, choked with dead or held by an enemy."""
    if rider.hex is None or rider.rear is None:
        return Rejection("GUI-4.4.1b", english("{rider} is on foot and need not turn", rider=rider.name))
    closed = closed_by_enemy(battle, rider.side, rider.rear)
    if closed is not None:
        return closed
    ground = entry_cost(battle, rules, rider, rider.hex, rider.rear)
    if isinstance(ground, Rejection):
        return ground
    price = Modifier(turning_mp(rules, "about_face"), "GUI-4.4.1b", "about-face")
    return paid(battle, rider, rider.rear, rider.hex, "about_face", (price,))


def back(battle: Battle, rules: Ruleset, rider: Character) -> list[Event] | Rejection:
    """One hex straight backwards, instead of all other movement (GUI-4.4.4c).

    Book silent on its price. Ruling: the ground that the rear half enters, which must be open to riders; he
    goes on facing the same way (RUL-407)."""
    if rider.hex is None or rider.rear is None:
        return Rejection(
            "GUI-4.4.4c", english("{rider} is on foot: name the hex he is to go to", rider=rider.name)
        )
    if battle.now.moved.get(rider.id, 0) or battle.now.spent.get(rider.id, 0):
        return Rejection(
            "GUI-4.4.4c",
            english("{rider} can back one hex only instead of all other movement", rider=rider.name),
        )
    facing = battle.board.facing(rider.hex, rider.rear)
    behind = battle.board.neighbour(rider.rear, facing) if facing is not None else None
    if behind is None:
        return Rejection("GUI-4.4.4c", english("there is no hex behind {rider}", rider=rider.name))
    closed = closed_by_enemy(battle, rider.side, behind)
    if closed is not None:
        return closed
    cost = entry_cost(battle, rules, rider, rider.rear, behind)
    if isinstance(cost, Rejection):
        return cost
    return paid(battle, rider, rider.rear, behind, "back", cost[1])


def mount(battle: Battle, rules: Ruleset, figure: Character, horse: Horse) -> list[Event] | Rejection:
    """Into the saddle: 2 MP, in armour 3; what is left counts double on horseback (GUI-4.4.2a).

    Only riders (GUI-4.4.2c), from beside the horse, and neither may stand next to an enemy able to attack
    (GUI-4.4.2d). He keeps his own mounted values on another's horse (RUL-408)."""
    refusal = _cannot_mount(battle, rules, figure, horse)
    if refusal is not None:
        return refusal
    price, left = _saddle_mp(rules, figure), battle.now.left[figure.id]
    if price > left:
        return Rejection(
            "GUI-4.4.2a",
            english(
                "mounting costs {price} MP, {figure} has {left}", price=price, figure=figure.name, left=left
            ),
        )
    most = bridle.most_led(rules, mounted=True)
    too_many = [h for h in figure.leads if h != horse.id][most:]
    released = [HorseReleased(figure=figure.id, horse=h, rule="GUI-4.4.3e") for h in too_many]
    remaining = (left - price) * _mounting(rules.tables)["mounting_times"]
    return [*released, Mounted(figure=figure.id, horse=horse.id, mp=price, left=remaining)]


def dismount(battle: Battle, rules: Ruleset, rider: Character, wanted: Hex) -> list[Event] | Rejection:
    """Out of the saddle: 2 MP, in armour 3; half of what is left (a quarter, if he is wounded) may be used on
    foot (GUI-4.4.2b). The horse stays, the man goes to an empty hex beside it (GUI-4.4.2e): ``wanted``, else
    the one farthest from the enemy."""
    if rider.mount is None:
        return Rejection("GUI-4.4.2b", english("{rider} is on foot already", rider=rider.name))
    price, left = _saddle_mp(rules, rider), battle.now.left[rider.id]
    if price > left:
        return Rejection(
            "GUI-4.4.2b",
            english(
                "dismounting costs {price} MP, {rider} has {left}", price=price, rider=rider.name, left=left
            ),
        )
    places = places_beside(battle, rules, rider, rider.hexes)
    if wanted and wanted not in places:
        return Rejection(
            "GUI-4.4.2e",
            english(
                "{rider} cannot get down at {wanted}: {places}",
                rider=rider.name,
                wanted=wanted,
                places=_in_words(places),
            ),
        )
    if not places:
        return Rejection(
            "GUI-4.4.2e", english("{rider} has no empty hex beside him to get down", rider=rider.name)
        )
    divisor = _mounting(rules.tables)[
        "dismounting_divided_wounded" if rider.wounded else "dismounting_divided"
    ]
    at = wanted or places[0]
    remaining = (left - price) // divisor
    return [Dismounted(figure=rider.id, horse=rider.mount, hex=at, mp=price, left=remaining)]


def paid(
    battle: Battle, figure: Character, end: Hex, rear: Hex | None, how: str, costs: tuple[Modifier, ...]
) -> list[Event] | Rejection:
    """One hex of movement if the MP suffice (GUI-4)."""
    mp, left = total(costs), battle.now.left[figure.id]
    if mp > left:
        what = english("facing about") if how == "about_face" else f"{end}"
        return Rejection(
            "GUI-4",
            english(
                "{what} costs {mp} MP, {figure} has {left} left",
                what=what,
                mp=mp,
                figure=figure.name,
                left=left,
            ),
        )
    return [Moved(figure=figure.id, hex=end, rear=rear, mp=mp, left=left - mp, how=how, costs=costs)]


def _cannot_mount(battle: Battle, rules: Ruleset, figure: Character, horse: Horse) -> Rejection | None:
    if figure.mounted:
        return Rejection("GUI-4.4.2a", english("{figure} is mounted already", figure=figure.name))
    if not figure.rider:
        return Rejection("GUI-4.4.2c", english("{figure} is no rider", figure=figure.name))
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", english("{figure} carries somebody on his back", figure=figure.name))
    if not horse.loose:
        return Rejection("GUI-4.4.2d", english("{horse} is not a horse without rider", horse=horse.name))
    refusal = bridle.held_by_another(battle, figure, horse)
    if refusal is not None:
        return refusal
    sides = flanks(battle.board, horse)
    if figure.hex not in sides:
        return Rejection(
            "GUI-4.4.2d",
            english(
                "one mounts {horse} from its side, in {sides}", horse=horse.name, sides=" or ".join(sides)
            ),
        )
    if figure.hex is not None and structures.is_built(battle):
        for at in horse.hexes:
            if not structures.open_to_horse(battle, rules, figure.hex, at):
                return Rejection(
                    "GUI-8.4a",
                    english(
                        "{figure} cannot get to {horse} from {hex}",
                        figure=figure.name,
                        horse=horse.name,
                        hex=figure.hex,
                    ),
                )
    for at in (figure.hex, *horse.hexes):
        near = threats(battle, rules, figure.side, at) if at is not None else []
        if near:
            return Rejection(
                "GUI-4.4.2d",
                english("{names} stands next to {at}: no time to mount", names=near[0].name, at=at),
            )
    return None


def _in_words(places: list[Hex]) -> str:
    return (
        english("the empty hexes beside him are {places}", places=", ".join(sorted(places)))
        if places
        else english("no hex beside him is empty")
    )


def _saddle_mp(rules: Ruleset, figure: Character) -> int:
    return _mounting(rules.tables)["armoured" if figure.armoured else "unarmoured"]


@lru_cache(maxsize=64)
def _turning(tables: Tables) -> dict[str, int]:
    table = tables["turning"]
    return {str(row[0]): table.number(row[0], "mp") for row in table.rows}


@lru_cache(maxsize=64)
def _mounting(tables: Tables) -> dict[str, int]:
    table = tables["mounting"]
    return {str(row[0]): table.number(row[0], "value") for row in table.rows}
