"""Dice that nobody can load: committed before the game, mixed with the orders, revealed after the phase.

The server draws a chain of secrets backwards, each the SHA-256 of the next: S(k-1) = SHA-256(S(k)). It publishes
S(0), the commitment, when the game is made. The dice of phase k come from S(k) mixed with the digest of all order
sheets of the phase: S(k) was fixed before anybody wrote an order, and the orders before anybody saw S(k). When the
phase is over S(k) is revealed, and everybody can hash it back to S(0) and roll every die again.

The last secret is derived from the server's key and the game's nonce, so nothing in the database gives it away. That
of a fork, or of a game that another server began, is kept sealed with our key, which comes to the same.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from django.conf import settings

from games.models import Event, Game
from rules import engine

CHAIN_LENGTH = 4000


class DiceKeyLost(Exception):
    """The server's key has changed: the secrets to which this game was committed cannot be derived any more."""


def commitment(game: Game) -> str:
    """S(0) in hexadecimal, to be published in the game's first event."""
    return _secret(settings.SECRET_KEY, game, 0).hex()


def commitment_of(last: bytes) -> str:
    """S(0) of the chain that ends with a secret of its own, sealed for the game's row (``sealed``)."""
    return _hashed(last, CHAIN_LENGTH).hex()


def secret(game: Game, phase: int) -> bytes:
    """S(phase), for phases 1 to CHAIN_LENGTH. Raises DiceKeyLost; ValueError for another phase."""
    if not 1 <= phase <= CHAIN_LENGTH:
        raise ValueError(f"no dice for phase {phase}")
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        found = _secret(key, game, phase)
        if leads_to(found, phase, game.commitment):
            return found
    raise DiceKeyLost(f"{game.label}: put the key it was made with into PBEM_SECRET_KEY_FALLBACKS")


def last_secret(game: Game) -> bytes:
    """S(CHAIN_LENGTH), from which all others follow: whoever knows it knows all dice. Raises DiceKeyLost."""
    return secret(game, CHAIN_LENGTH)


def sealed(last: bytes, game: Game) -> bytes:
    """The last secret of a chain that was not derived from our key, sealed with it for the game's row."""
    return _xor(last, _of_key(settings.SECRET_KEY, b"pbem-seal-1", game))


def _secret(key: str, game: Game, phase: int) -> bytes:
    if game.sealed_secret:
        seed = _xor(bytes(game.sealed_secret), _of_key(key, b"pbem-seal-1", game))
    else:
        seed = _of_key(key, b"pbem-dice-1", game)
    return _hashed(seed, CHAIN_LENGTH - phase)


@lru_cache(maxsize=4096)  # every mail of a phase asks for the same; a megabyte
def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


def _of_key(key: str, purpose: bytes, game: Game) -> bytes:
    return hmac.new(key.encode(), purpose + game.uuid.bytes + bytes(game.nonce), hashlib.sha256).digest()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def commitment_at(game: Game, seq: int) -> str:
    """The commitment that the dice around event ``seq`` keep: in a fork those of its parent's phases keep another, and so do
    those from before they were renewed."""
    promised = list(Event.objects.filter(game=game, type__in=("forked", "dice_renewed")).order_by("seq"))
    if not promised or promised[-1].seq < seq:
        return game.commitment
    before = [row for row in promised if row.seq < seq]
    row = before[-1] if before else Event.objects.get(game=game, seq=1)
    event = engine.decode(row.type, row.version, bytes(row.data))
    assert isinstance(event, engine.Forked | engine.DiceRenewed | engine.GameCreated)
    return event.setup.commitment if isinstance(event, engine.GameCreated) else event.commitment


def leads_to(revealed: bytes, steps: int, commitment: str) -> bool:
    """Whether hashing a secret ``steps`` times gives the commitment (hexadecimal)."""
    for _ in range(steps):
        revealed = hashlib.sha256(revealed).digest()
    return hmac.compare_digest(revealed.hex(), commitment)


def phase_key(revealed: bytes, phase: int, step: str, sheets: str) -> bytes:
    """The key of the dice of a phase (and step, empty when the phase is played at once) for a digest of sheets."""
    return hmac.new(revealed, f"pbem-phase-1/{phase}/{step}/{sheets}".encode(), hashlib.sha256).digest()
