"""The digest of a state: two logs that lead to the same battle have the same fingerprint."""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.state.ladders import held_by
from rules.state.table import Table

_encoder = msgspec.json.Encoder(order="deterministic")


@cache
def _changing(state: type[Table]) -> tuple[str, ...]:
    return tuple(name for name in state.__struct_fields__ if name != "setup")


def digest(table: Table) -> str:
    """SHA-256 over everything that changes; the setup is fixed by the game's first event.

    What is empty is left out, so that a field added later does not change the fingerprints of older games.
    """
    filled = {name: value for name in _changing(type(table)) if (value := getattr(table, name))}
    if isinstance(table, Battle) and table.ladders:
        filled |= _as_digested(table)
    return hashlib.sha256(_encoder.encode(filled)).hexdigest()


def _as_digested(battle: Battle) -> dict[str, object]:
    """Figures and ladders as they always went into the digest, which stands in the log of each phase: a
    man up on a ladder or rope under the name of what he is on ("aloft"), and that with how many levels up
    he is ("height")."""
    figures: dict[str, object] = dict(battle.figures)
    ladders: dict[str, object] = dict(battle.ladders)
    for figure in battle.figures.values():
        ladder = held_by(battle, figure)
        if ladder is not None:
            told = {"aloft" if name == "storey" else name: v for name, v in _plain(figure).items()}
            figures[figure.id] = _raw(told | {"aloft": ladder.id})
            ladders[ladder.id] = _raw(_plain(ladder) | {"height": figure.storey})
    return {"figures": figures, "ladders": ladders}


def _plain(piece: msgspec.Struct) -> dict[str, object]:
    return msgspec.to_builtins(piece)  # type: ignore[no-any-return]


def _raw(fields: dict[str, object]) -> msgspec.Raw:
    """Fields in the order of a record, which the encoder would sort."""
    return msgspec.Raw(msgspec.json.encode(fields))


def paper_of(table: Table, seat: SeatId) -> bytes:
    """The final paper of a seat for the open phase, as the bytes that are hashed into the phase's dice (log
    form 2): its orders, its standing orders and its own word."""
    sheet, standing = table.sheets.get(seat, ()), table.standing.get(seat, ())
    return _encoder.encode([seat, table.phase, sheet, standing, table.salts.get(seat, "")])


def sheets_digest(table: Table) -> str:
    """SHA-256 over all order sheets and standing orders as they stand, and the salt words if there are any:
    mixed into the phase's dice (log form 1)."""
    sheets: list[object] = [table.phase, table.sheets, table.standing]
    if table.salts:
        sheets.append(table.salts)
    return hashlib.sha256(_encoder.encode(sheets)).hexdigest()
