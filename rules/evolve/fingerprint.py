"""The digest of a state: two logs that lead to the same battle have the same fingerprint."""

from __future__ import annotations

import hashlib

import msgspec

from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.state.ladders import held_by

_encoder = msgspec.json.Encoder(order="deterministic")
_CHANGING = tuple(name for name in Battle.__struct_fields__ if name != "setup")


def digest(battle: Battle) -> str:
    """SHA-256 over everything that changes; the setup is fixed by the game's first event.

    What is empty is left out, so that a field added later does not change the fingerprints of older games.
    """
    filled = {name: value for name in _CHANGING if (value := getattr(battle, name))}
    if battle.ladders:
        filled |= _as_digested(battle)
    return hashlib.sha256(_encoder.encode(filled)).hexdigest()


def _as_digested(battle: Battle) -> dict[str, object]:
    """Figures and ladders as they always went into the digest, which stands in the log of each phase: a man up on a ladder
    or rope under the name of what he is on ("aloft"), and that with how many levels up he is ("height")."""
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


def paper_of(battle: Battle, seat: SeatId) -> bytes:
    """The final paper of a seat for the open phase, as the bytes that are hashed into the phase's dice (log form 2): its
    orders, its standing orders and its own word."""
    sheet, standing = battle.sheets.get(seat, ()), battle.standing.get(seat, ())
    return _encoder.encode([seat, battle.phase, sheet, standing, battle.salts.get(seat, "")])


def sheets_digest(battle: Battle) -> str:
    """SHA-256 over all order sheets and standing orders as they stand, and the salt words if there are any: mixed into
    the phase's dice (log form 1)."""
    sheets: list[object] = [battle.phase, battle.sheets, battle.standing]
    if battle.salts:
        sheets.append(battle.salts)
    return hashlib.sha256(_encoder.encode(sheets)).hexdigest()
