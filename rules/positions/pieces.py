"""Counters made from a few words: plain men, riders and horses, or those of the rosters.

The values of who is given none are in rules/data/positions.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from rules.core.tables import DATA
from rules.scenarios.rosters import all_rosters, plain_name, roster_figures
from rules.state.figure import Character, Faces, Health, Hex, Horse, SideId, Values


@cache
def plain() -> Mapping[str, Mapping[str, int]]:
    """What plain men are worth, by what they are."""
    read = tomllib.loads((DATA / "positions.toml").read_text("utf-8"))
    return {name: values for name, values in read.items() if isinstance(values, dict)}


def halved(values: Values) -> Values:
    """The face of the wounded, where nothing else is said: half of everything."""
    return Values(max(1, values.attack // 2), max(1, values.defence // 2), values.movement // 2)


def stunned_values() -> Values:
    given = plain()["stunned"]
    return Values(given["attack"], given["defence"], given["mp"])


def faces_on_foot(values: Values, *, rides: bool = False, armoured: bool = False) -> Faces:
    """All faces of a plain man from the first one; of one who has a horse somewhere also those in
    the saddle."""
    mounted = None
    if rides:
        more, rider = plain()["man"], plain()["rider"]
        mounted = Values(
            values.attack + more["mounted_attack"],
            values.defence + more["mounted_defence"],
            rider["armoured_mp" if armoured else "mp"],
        )
    return Faces(
        healthy=values,
        wounded=halved(values),
        stunned=stunned_values(),
        mounted=mounted,
        mounted_wounded=replace(mounted, attack=values.attack, defence=values.defence) if mounted else None,
    )


def faces_in_saddle(mounted: Values, on_foot: Values) -> Faces:
    """All faces of a plain rider from his two first ones."""
    return Faces(
        healthy=on_foot,
        wounded=halved(on_foot),
        stunned=stunned_values(),
        mounted=mounted,
        mounted_wounded=replace(halved(mounted), movement=mounted.movement),
    )


_RIDERS = ("Acl", "Nck")  # the code of a plain rider, and of a Norman one


def _origin(side: SideId) -> str:
    """The first letter of a counter's code (GUI-1.2f): that of the rosters' faction that is called as the
    side; of any other as of the Arabs."""
    rosters = {roster.faction: roster.figures[0].code[:1] for roster in all_rosters()}
    return rosters.get(side, "A")


def man(
    name: str,
    at: Hex | None,
    *,
    side: SideId = "normans",
    attack: int | None = None,
    defence: int | None = None,
    mp: int | None = None,
    armoured: bool = False,
    weapon: str = "",
    health: str = "healthy",
    rides: bool = False,
    **more: object,
) -> Character:
    """Somebody on foot. ``rides``: he has a mounted counter although he is on foot now. ``more`` are further
    fields of Character (code, kind, lance, ...)."""
    usual = plain()["man"]
    values = Values(
        usual["attack"] if attack is None else attack,
        usual["defence"] if defence is None else defence,
        usual["armoured_mp" if armoured else "mp"] if mp is None else mp,
    )
    return Character(
        id=plain_name(name),
        name=name,
        side=side,
        seat=str(more.pop("seat", side)),
        code=str(more.pop("code", f"{_origin(side)}il")),
        kind=str(more.pop("kind", "spearman")),
        faces=faces_on_foot(values, rides=rides, armoured=armoured),
        armoured=armoured,
        weapon=weapon,
        hex=at,
        health=Health(health),
        **more,  # type: ignore[arg-type]
    )


def rider(
    name: str,
    front: Hex,
    rear: Hex,
    *,
    side: SideId = "normans",
    attack: int | None = None,
    defence: int | None = None,
    mp: int | None = None,
    foot_attack: int | None = None,
    foot_defence: int | None = None,
    foot_mp: int | None = None,
    armoured: bool = False,
    **more: object,
) -> Character:
    """Somebody on horseback, on a horse called "<id>-horse". Values of the mounted face, then of the face
    on foot."""
    usual = plain()["rider"]
    mounted = Values(
        usual["attack"] if attack is None else attack,
        usual["defence"] if defence is None else defence,
        usual["armoured_mp" if armoured else "mp"] if mp is None else mp,
    )
    on_foot = man(
        name,
        front,
        side=side,
        attack=usual["foot_attack"] if foot_attack is None else foot_attack,
        defence=usual["foot_defence"] if foot_defence is None else foot_defence,
        mp=foot_mp,
        armoured=armoured,
        **{"code": _RIDERS[_origin(side) == "N"], "kind": "knight", **more},  # type: ignore[arg-type]
    )
    faces = faces_in_saddle(mounted, on_foot.faces.healthy)
    return replace(on_foot, faces=faces, rear=rear, mount=f"{on_foot.id}-horse")


def horse(
    name: str,
    front: Hex,
    rear: Hex,
    *,
    side: SideId = "normans",
    armoured: bool = False,
    alive: bool = True,
    led_by: str | None = None,
) -> Horse:
    """A horse without a rider, facing from rear to front; a carcass if not alive."""
    return Horse(
        id=plain_name(name),
        name=name,
        side=side,
        armoured=armoured,
        front=front,
        rear=rear,
        alive=alive,
        led_by=led_by,
    )


@cache
def kinds() -> frozenset[str]:
    """Every kind of figure that a roster has: knight, spearman, horse archer ..."""
    return frozenset(figure.kind for roster in all_rosters() for figure in roster.figures)


def of_kind(kind: str, side: SideId) -> Character:
    """A counter of a kind as the rosters have it: the first who leads nobody, of the faction that is
    called as the side if that has one. He stands nowhere yet."""
    return of_roster(_model(kind, side), side)


@cache
def _model(kind: str, side: SideId) -> str:
    rosters = sorted(all_rosters(), key=lambda roster: roster.faction != side)
    figures = [figure for roster in rosters for figure in roster.figures if figure.kind == kind]
    return next((figure for figure in figures if not figure.leader), figures[0]).id


def of_roster(name: str, side: SideId) -> Character:
    """The counter of this name in the rosters, on foot and nowhere yet. Raises KeyError."""
    return roster_figures()[plain_name(name)].figure(side, side)


def barded(name: str) -> bool:
    """Whether the horse of this counter of the rosters wears armour (GUI-6.8d)."""
    counter = roster_figures().get(plain_name(name))
    return counter is not None and counter.barded
