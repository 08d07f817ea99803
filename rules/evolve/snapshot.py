"""A state as bytes, without its setup, which the game's first event holds, but for what is promised: forks
and new dice change that; and which code such bytes belong to.

Snapshots are never lifted to a newer version: they are worth nothing but the time that a replay takes.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

import rules
from rules.events.creation import Created
from rules.evolve.registry import begun
from rules.state.pieces import Pieces
from rules.state.table import Promises, Table

# By the layers of rules nothing else has a part in what a log comes to.
_FOLDING = ("core", "state", "events", "evolve")


def _stored_as(kind: Any) -> Any:
    """Pieces are stored as the dictionaries that they are."""
    return dict[str, get_args(kind)[0]] if get_origin(kind) is Pieces else kind  # type: ignore[misc]


class _Form(NamedTuple):
    """How states of one type are stored: their fields, those of pieces among them, and what reads and
    writes them with what is promised."""

    fields: tuple[str, ...]
    pieces: frozenset[str]
    changing: type[msgspec.Struct]
    decoder: msgspec.msgpack.Decoder[Any]


_PROMISED: list[tuple[str, Any]] = [("its_commitment", str), ("its_promises", Promises | None)]
_encoder = msgspec.msgpack.Encoder()


@cache
def _form_of(state: type[Table]) -> _Form:
    kinds = {f.name: f.type for f in msgspec.structs.fields(state) if f.name != "setup"}
    stored = [(name, _stored_as(kind)) for name, kind in kinds.items()]
    changing = msgspec.defstruct("_Changing", [*stored, *_PROMISED])
    pieces = frozenset(name for name, kind in kinds.items() if get_origin(kind) is Pieces)
    return _Form(tuple(kinds), pieces, changing, msgspec.msgpack.Decoder(changing))


def snapshot(state: Table) -> bytes:
    """Everything that changes during a game."""
    form, setup = _form_of(type(state)), state.setup
    values = (getattr(state, name) for name in form.fields)
    return _encoder.encode(form.changing(*values, setup.commitment, setup.promises))


def restored(created: Created, data: bytes) -> Table:
    """The state of a snapshot and of the event that created its game. Raises msgspec.MsgspecError."""
    state = begun(created)
    form = _form_of(type(state))
    changing = form.decoder.decode(data)
    for name in form.fields:
        value = getattr(changing, name)
        setattr(state, name, Pieces(value.items()) if name in form.pieces else value)
    state.setup = msgspec.structs.replace(
        state.setup, commitment=changing.its_commitment, promises=changing.its_promises
    )
    return state


@cache
def fold_version() -> str:
    """SHA-256 over the source of all that turns events into a state: another one may come to
    another state."""
    found = hashlib.sha256(f"msgspec {msgspec.__version__}".encode())
    folder = Path(next(iter(rules.__path__)))
    for package in _FOLDING:
        for path in sorted((folder / package).rglob("*.py")):
            source = path.read_bytes()
            found.update(f"\n{path.relative_to(folder).as_posix()} {len(source)}\n".encode() + source)
    return found.hexdigest()
