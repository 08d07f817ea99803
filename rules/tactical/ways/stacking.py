"""Who is in a hex, whom one may pass and where one may stop.

Implements GUI-4.1a, GUI-4.1b, GUI-4.2.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.language import english
from rules.core.places import GROUND, Place
from rules.core.rejection import Reason, Rejection
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SideId
from rules.state.storeys import on_a_floor
from rules.state.terrain import hexside_between
from rules.tactical.ways import loose_horses, structures
from rules.tactical.ways.entry import entry_cost


def enemy_in_the_way(battle: Battle, side: SideId, at: Hex, storey: int = GROUND) -> Character | None:
    """The enemy who closes a place to a side: one who is neither stunned nor dead (GUI-4.2), and on that very
    storey, so that nobody up on a ladder closes the hex at its foot (RUL-1003)."""
    there = battle.figures.at(at)
    return next((f for f in there if f.storey == storey and battle.hostile(side, f.side) and f.active), None)


def closed_by_enemy(
    battle: Battle, side: SideId, at: Hex, *, coming_from: Hex | None = None
) -> Rejection | None:
    """Why a side cannot enter a hex because of who is there: an active enemy, or a horse that an enemy leads.

    Friends, the stunned and the dead let him pass (GUI-4.1b, GUI-4.2); through a window, ``coming_from``
    before it, not even a stunned enemy does (GUI-8.4.1a, RUL-842). Book silent on led horses. Ruling: a horse
    on an enemy's bridle counts as part of his counter (RUL-402)."""
    enemy = enemy_in_the_way(battle, side, at)
    if enemy is not None:
        return Rejection("GUI-4.2", english("{enemy} holds {at}", enemy=enemy.name, at=at), Reason.OCCUPIED)
    if coming_from is not None and battle.board.owners("window"):
        lying = [f.name for f in battle.living_at(at) if battle.hostile(side, f.side)]
        if lying and "window" in hexside_between(battle, coming_from, at):
            return Rejection(
                "GUI-8.4.1a", english("{body} is behind the window, in {at}", body=lying[0], at=at)
            )
    horse = battle.horse_at(at)
    led_by = horse.led_by if horse is not None else None
    if horse is not None and led_by is not None and battle.hostile(side, battle.figures[led_by].side):
        return Rejection(
            "GUI-4.2",
            english(
                "{horse}, led by {figure}, stands in {at}",
                horse=horse.name,
                figure=battle.figures[led_by].name,
                at=at,
            ),
            Reason.OCCUPIED,
        )
    return None


def passed_in(battle: Battle, figure: Character, at: Hex) -> list[Character]:
    """The living whom a figure passes in a hex: friends, and the stunned of either side (GUI-4.1b)."""
    return [f for f in battle.living_at(at, figure.storey) if f.id != figure.id]


def is_free(battle: Battle, at: Hex, *, but: Iterable[FigureId] = (), storey: int = GROUND) -> bool:
    """No living character and no living horse is in the place; the figures named do not count."""
    ignored = frozenset(but)
    horse = None if storey else battle.horse_at(at)
    return horse is None and all(f.id in ignored for f in battle.living_at(at, storey))


def cannot_end(battle: Battle, rules: Ruleset, figure: Character) -> Rejection | None:
    """Why a figure may not end its move where it is, in either half; None if it may (GUI-4.1a, RUL-001).

    The stunned are living, enemies too. Horses led by others fill their hexes as well, loose ones if they
    cannot be pushed aside (GUI-4.4.3a). Who is up on a ladder or rope is in nobody's way, nor he who fell on
    another and has not got off yet (GUI-10.1.3a, GUI-10.1.6c)."""
    if figure.storey and not on_a_floor(battle, figure):
        return None
    for at in figure.hexes:
        for other in battle.living_at(at, figure.storey):
            if other.id != figure.id and other.atop != figure.id:
                return Rejection(
                    "GUI-4.1a",
                    english(
                        "{other} is in {at}: only one living character may end there",
                        other=other.name,
                        at=Place(at, figure.storey).label,
                    ),
                    Reason.OCCUPIED,
                )
    if figure.storey:
        return None
    for horse in battle.horses.among(figure.hexes):
        if horse.loose and horse.led_by not in (None, figure.id):
            shared = next(at for at in figure.hexes if at in horse.hexes)
            return Rejection(
                "GUI-4.1a",
                english("{horse} stands in {shared}", horse=horse.name, shared=shared),
                Reason.OCCUPIED,
            )
    astride = cannot_halt_astride(battle, rules, figure.hexes)
    if astride is not None:
        return astride
    room = loose_horses.make_room(battle, rules, figure, figure.hexes)
    return room if isinstance(room, Rejection) else None


def cannot_halt_astride(battle: Battle, rules: Ruleset, hexes: tuple[Hex, ...]) -> Rejection | None:
    """Why a counter of two hexes cannot stay in these: a wall, high or low, between its halves
    (GUI-8.4.2b)."""
    if len(hexes) < 2 or not structures.is_built(battle):
        return None
    return structures.halves_parted(battle, rules, *hexes)


def places_beside(battle: Battle, rules: Ruleset, person: Character, around: Iterable[Hex]) -> list[Hex]:
    """The empty hexes next to some hexes where a person can be put on foot, the farthest from the
    enemy first.

    For riders getting down (GUI-4.4.2e) and the carried being laid down (GUI-4.2.4)."""
    on_foot = replace(person, mount=None, rear=None)
    hexes = tuple(around)
    enemies = [at for f in battle.active_enemies(person.side) for at in f.hexes]
    found = {
        end
        for start in hexes
        for end in battle.board.neighbours(start)
        if end not in hexes
        and is_free(battle, end, but=(person.id,))
        and not isinstance(entry_cost(battle, rules, on_foot, start, end), Rejection)
    }

    def nearness(at: Hex) -> int:
        return min((battle.board.distance(at, enemy) for enemy in enemies), default=0)

    return sorted(found, key=lambda at: (-nearness(at), at))
