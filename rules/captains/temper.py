"""What an automaton values, and how much it dares: the numbers of rules/data/captains.toml."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from rules.core.tables import DATA


class Worth(msgspec.Struct, frozen=True):
    """What befalls somebody, in hundredths of a man. ``lost``: parted from his horse;
    ``horse``: it is dead."""

    killed: int
    wounded: int
    stunned: int
    retreat: int
    lost: int
    horse: int
    leader: int
    pikes: int


class Temper(msgspec.Struct, frozen=True):
    """How much one dares; the fields are explained in the file."""

    attack_from: int
    own_harm: int
    press_from: int
    keep_off: int
    cover: int
    friends: int
    goal: int
    pool: int
    lone_odds: int
    shot_from: int
    charge_from: int
    counter_from: int
    refuse_from: int
    march_from: int
    sally_from: int
    fear: int
    daring: int
    patience: int
    throw_from: int


class Siege(msgspec.Struct, frozen=True):
    """What an automaton thinks of walls and engines; the fields are explained in the file."""

    guard: int
    together: int
    over: int
    post: int
    sally: int
    close_gate: int
    open_gate: int
    stone_from: int
    naphtha_from: int
    own_under_stone: int
    wood: int
    burn_from: int
    engine: int
    volley: int
    torches: int
    relief: int
    turn: int
    crowd: int
    pull_near: int
    pull_call: int


class Raids(msgspec.Struct, frozen=True):
    """What an automaton thinks of burning a camp; the fields are explained in the file."""

    enough: int
    until: int
    shy: int
    alarm: int
    guard: int


class _File(msgspec.Struct, frozen=True):
    status: str
    note: str
    worth: Worth
    siege: Siege
    raids: Raids
    tempers: dict[str, Temper]


@cache
def _file() -> _File:
    return msgspec.convert(tomllib.loads((DATA / "captains.toml").read_text("utf-8")), _File)


def worth() -> Worth:
    return _file().worth


def siege() -> Siege:
    return _file().siege


def raids() -> Raids:
    return _file().raids


def temper(name: str) -> Temper:
    """A temper by name. Raises KeyError for an unknown one."""
    return _file().tempers[name]


def tempers() -> tuple[str, ...]:
    return tuple(_file().tempers)
