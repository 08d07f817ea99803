"""A battle as bytes, without its setup, which the game's first event holds; and which code such bytes belong to.

Snapshots are never lifted to a newer version: they are worth nothing but the time that a replay takes.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

import rules
from rules.events.sequence import GameCreated
from rules.evolve.registry import HANDLERS
from rules.state.battle import Battle
from rules.state.pieces import Pieces

# By the layers of rules nothing else has a part in what a log comes to.
_FOLDING = ("core", "state", "events", "evolve")


def _stored_as(kind: Any) -> Any:
    """Pieces are stored as the dictionaries that they are."""
    return dict[str, get_args(kind)[0]] if get_origin(kind) is Pieces else kind  # type: ignore[misc]


_FIELDS = {f.name: f.type for f in msgspec.structs.fields(Battle) if f.name != "setup"}
_PIECES = frozenset(name for name, kind in _FIELDS.items() if get_origin(kind) is Pieces)
_Changing = msgspec.defstruct("_Changing", [(name, _stored_as(kind)) for name, kind in _FIELDS.items()])
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Changing)


def snapshot(battle: Battle) -> bytes:
    """Everything that changes during a game."""
    return _encoder.encode(_Changing(*(getattr(battle, name) for name in _FIELDS)))


def restored(created: GameCreated, data: bytes) -> Battle:
    """The battle of a snapshot and of the event that created its game. Raises msgspec.MsgspecError."""
    changing = _decoder.decode(data)
    battle = HANDLERS[GameCreated](None, created)
    for name in _FIELDS:
        value = getattr(changing, name)
        setattr(battle, name, Pieces(value.items()) if name in _PIECES else value)
    return battle


@cache
def fold_version() -> str:
    """SHA-256 over the source of all that turns events into a battle: another one may come to another battle."""
    found = hashlib.sha256(f"msgspec {msgspec.__version__}".encode())
    folder = Path(next(iter(rules.__path__)))
    for package in _FOLDING:
        for path in sorted((folder / package).rglob("*.py")):
            source = path.read_bytes()
            found.update(f"\n{path.relative_to(folder).as_posix()} {len(source)}\n".encode() + source)
    return found.hexdigest()
