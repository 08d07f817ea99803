"""The line of a man or a horse as a position file has it: the counter by its name, and what differs from it.

What no word says is left to [exact], by whoever reads the line back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.positions import pieces
from rules.scenarios.rosters import plain_name, roster_figures
from rules.state.battle import Battle
from rules.state.figure import Character, Faces, FigureId, Health, Horse, HorseId

_PRINTED = ("code", "kind", "faces", "armoured", "weapon", "lance", "hoplite", "leader", "animal")
_FACES = (
    ("healthy", "healthy"),
    ("wounded", "wounded"),
    ("stunned", "stunned"),
    ("mounted", "mounted"),
    ("mounted_wounded", "mounted wounded"),
)


def men(battle: Battle, left_out: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Side, id and line of each piece, in the order in which they stand in the battle: a ridden horse is
    part of its rider's line. ``left_out``: those of whom no line can be written."""
    waiting = [horse for horse in battle.horses.values() if horse.id not in left_out]
    ridden = {f.mount for f in battle.figures.values() if f.mount and f.id not in left_out}
    rank = {name: number for number, name in enumerate(battle.horses)}
    for figure in battle.figures.values():
        if figure.id in left_out:
            continue
        if figure.mount in rank:
            before = rank[figure.mount]
            first = [h for h in waiting if rank[h.id] < before and h.id not in ridden]
            waiting = [h for h in waiting if h not in first and h.id != figure.mount]
            yield from ((horse.side, horse.id, of_horse(horse)) for horse in first)
        yield figure.side, figure.id, of_figure(figure, battle.horses)
    yield from ((h.side, h.id, of_horse(h)) for h in waiting if h.id not in ridden)


def called(name: str, people: Mapping[FigureId, Character]) -> str:
    """What a line calls somebody in one word: his name, or else what he is called by in the log."""
    known = people[name].name if name in people else name
    return known if plain_name(known) == name and known.isalpha() else name


def of_horse(horse: Horse) -> str:
    words = ["horse" if horse.alive else "carcass", "-".join(horse.hexes) or "off"]
    return f"{horse.name}, {', '.join([*words, *(['barded'] if horse.armoured else [])])}"


def of_figure(figure: Character, horses: Mapping[HorseId, Horse]) -> str:
    kind, printed = _nearest(figure)
    words = [*([kind] if kind else []), *_place(figure), *_differing(figure, printed), *_state(figure)]
    horse = horses.get(figure.mount or "")
    if figure.mount and figure.mount != f"{figure.id}-horse":
        words.append(f"rides {figure.mount}")
    if horse is not None and horse.armoured and not pieces.barded(figure.name):
        words.append("barded")
    return ", ".join([figure.name, *words])


def _nearest(figure: Character) -> tuple[str, Character]:
    """The word for what he is, none for the counter of his name, and what it gives to a man who says no
    more; that of which the least differs."""
    found: dict[str, Character] = {}
    if plain_name(figure.name) in roster_figures():
        found[""] = pieces.of_roster(figure.name, figure.side)
    rides = figure.faces.mounted is not None
    found["man"] = pieces.man(figure.name, None, side=figure.side, armoured=figure.armoured, rides=rides)
    if figure.kind in pieces.kinds():
        found[figure.kind] = pieces.of_kind(figure.kind, figure.side)

    def differs(kind: str) -> int:
        return sum(getattr(found[kind], name) != getattr(figure, name) for name in _PRINTED)

    kind = min(found, key=differs)
    return kind, found[kind]


def _place(figure: Character) -> Iterator[str]:
    if figure.hex is not None:
        yield "-".join(figure.hexes) + (f"/{figure.storey}" if figure.storey else "")
    elif figure.carried_by:
        yield f"carried by {figure.carried_by}"
    elif figure.awaited:
        yield "off"
    if figure.mount and figure.rear is None:
        yield "in the saddle"


def _differing(figure: Character, printed: Character) -> Iterator[str]:
    """What is printed on his counter otherwise."""
    if figure.armoured != printed.armoured:
        yield "armoured" if figure.armoured else "unarmoured"
    if figure.lance != printed.lance:
        yield "lance" if figure.lance else "no lance"
    for flag in ("hoplite", "leader", "animal"):
        if getattr(figure, flag) and not getattr(printed, flag):
            yield flag
    if figure.weapon != printed.weapon:
        yield figure.weapon.replace("_", " ") or "no weapon"
    if figure.code != printed.code and figure.code:
        yield f"code {figure.code}"
    if figure.sex_or_cloth:
        yield f"sex {figure.sex_or_cloth}"
    if figure.seat != figure.side:
        yield f"seat {figure.seat}"
    yield from _faces(figure.faces, printed.faces)


def _faces(faces: Faces, printed: Faces) -> Iterator[str]:
    for field, word in _FACES:
        values = getattr(faces, field)
        if values is not None and values != getattr(printed, field):
            yield f"{word} {values.attack}/{values.defence}/{values.movement}"


def _state(figure: Character) -> Iterator[str]:
    if figure.stunned and figure.stunned_in:
        yield f"stunned in phase {figure.stunned_in}"
    elif figure.health is not Health.HEALTHY:
        yield figure.health.value
    if figure.javelins != 4:
        yield f"javelins {figure.javelins}"
    yield from (f"leads {horse}" for horse in figure.leads)
    for field, word in (("carries", "carries"), ("atop", "atop"), ("left_by", "left by")):
        if other := getattr(figure, field):
            yield f"{word} {other}"
    if figure.sheltered_from:
        yield f"sheltered from {figure.sheltered_from}"
