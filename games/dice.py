"""Dice that nobody can load: committed before the game, mixed with the orders, revealed after the phase.

The server draws a chain of secrets backwards, each the SHA-256 of the next: S(k-1) = SHA-256(S(k)). It publishes
S(0), the commitment, when the game is made. The dice of phase k come from S(k) mixed with the digest of all order
sheets of the phase: S(k) was fixed before anybody wrote an order, and the orders before anybody saw S(k). When the
phase is over S(k) is revealed, and everybody can hash it back to S(0) and roll every die again.

The last secret is derived from the server's key and the game's nonce, so nothing in the database gives it away.
"""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

from games.models import Game
from rules import engine

CHAIN_LENGTH = 4000


class DiceKeyLost(Exception):
    """The server's key has changed: the secrets to which this game was committed cannot be derived any more."""


def commitment(game: Game) -> str:
    """S(0) in hexadecimal, to be published in the game's first event."""
    return _secret(settings.SECRET_KEY, game, 0).hex()


def secret(game: Game, phase: int) -> bytes:
    """S(phase), for phases 1 to CHAIN_LENGTH. Raises DiceKeyLost; ValueError for another phase."""
    if not 1 <= phase <= CHAIN_LENGTH:
        raise ValueError(f"no dice for phase {phase}")
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        found = _secret(key, game, phase)
        if leads_to(found, phase, game.commitment):
            return found
    raise DiceKeyLost(f"{game.label}: put the key it was made with into PBEM_SECRET_KEY_FALLBACKS")


def _secret(key: str, game: Game, phase: int) -> bytes:
    seed = hmac.new(
        key.encode(), b"pbem-dice-1" + game.uuid.bytes + bytes(game.nonce), hashlib.sha256
    ).digest()
    for _ in range(CHAIN_LENGTH - phase):
        seed = hashlib.sha256(seed).digest()
    return seed


def leads_to(revealed: bytes, steps: int, commitment: str) -> bool:
    """Whether hashing a secret ``steps`` times gives the commitment (hexadecimal)."""
    for _ in range(steps):
        revealed = hashlib.sha256(revealed).digest()
    return hmac.compare_digest(revealed.hex(), commitment)


def phase_key(revealed: bytes, phase: int, step: str, sheets: str) -> bytes:
    """The key of the dice of a phase (and step, empty when the phase is played at once) for a digest of sheets."""
    return hmac.new(revealed, f"pbem-phase-1/{phase}/{step}/{sheets}".encode(), hashlib.sha256).digest()


def phase_dice(game: Game, battle: engine.Battle, sheets: str) -> engine.Dice:
    """The dice of the phase (or step) that is open. Raises DiceKeyLost."""
    revealed = secret(game, battle.phase)
    return engine.KeyedDice(phase_key(revealed, battle.phase, battle.step or "", sheets))
