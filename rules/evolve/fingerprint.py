"""The digest of a state: two logs that lead to the same battle have the same fingerprint."""

from __future__ import annotations

import hashlib

import msgspec

from rules.state.battle import Battle
from rules.state.figure import SeatId

_encoder = msgspec.json.Encoder(order="deterministic")
_CHANGING = tuple(name for name in Battle.__struct_fields__ if name != "setup")


def digest(battle: Battle) -> str:
    """SHA-256 over everything that changes; the setup is fixed by the game's first event.

    What is empty is left out, so that a field added later does not change the fingerprints of older games.
    """
    filled = {name: value for name in _CHANGING if (value := getattr(battle, name))}
    return hashlib.sha256(_encoder.encode(filled)).hexdigest()


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
