"""The secret from which all salts of a log of form 2 are made, and the sealing of a game's
secrets in its row.

Nothing that only some may know is hashed without a salt. All salts of a game come from one root of 32 random
bytes, to which the game's first event commits: a root for each audience, from that a salt for each of its
leaves, and one for its papers of each phase. Whoever knows the salt of a leaf can open this leaf and no
other. The root itself opens when the game is over, and every game that it was forked from.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID

from django.conf import settings

from games.models import Game
from rules import engine

LENGTH = 32
_ROOT_TAG = b"pbem-root-2"


class DiceKeyLost(Exception):
    """The server's key has changed: the secrets to which this game was committed cannot be
    derived any more."""


def promise_of(root: bytes) -> str:
    """What the first event says of a root, in hexadecimal."""
    return hashlib.sha256(_ROOT_TAG + root).hexdigest()


@lru_cache(maxsize=16_384)  # a hundred bytes each: the seats of four thousand open games
def of_audience(root: bytes, game: UUID, audience: str) -> bytes:
    """The root of one audience of a game."""
    return _mac(root, f"pbem-audience-2/{game}/{audience}")


def leaf_salt(root: bytes, game: UUID, audience: str, number: int) -> bytes:
    """The salt of an audience's leaf in link ``number``."""
    return _mac(of_audience(root, game, audience), f"pbem-leaf-2/{number}")


def paper_salt(root: bytes, game: UUID, seat: str, phase: int) -> bytes:
    """The salt of what a seat writes for a phase: of the escrows in its receipts, and of its final paper."""
    return _mac(of_audience(root, game, engine.seat_audience(seat)), f"pbem-paper-2/{phase}")


def of_game(game: Game) -> bytes:
    """The root of a game. Raises DiceKeyLost."""
    return all_of_game(game)[0]


def all_of_game(game: Game) -> list[bytes]:
    """The root of a game, then that of the game it was forked from, and so on. Raises DiceKeyLost."""
    return opened(
        bytes(game.sealed_root), game.uuid, bytes(game.nonce), game.promises.get("root", ""), game.label
    )


@lru_cache(maxsize=4096)
def _opened(
    sealed: bytes, game: UUID, nonce: bytes, promise: str, keys: tuple[str, ...]
) -> tuple[bytes, ...]:
    for key in keys:
        plain = _xor(sealed, _pad(key, b"pbem-seal-root-2", game, nonce, promise, len(sealed)))
        if promise_of(plain[:LENGTH]) == promise:
            return tuple(plain[at : at + LENGTH] for at in range(0, len(plain), LENGTH))
    return ()


def opened(sealed: bytes, game: UUID, nonce: bytes, promise: str, label: str = "") -> list[bytes]:
    """The roots that lie sealed in a game's row. Raises DiceKeyLost."""
    found = _opened(sealed, game, nonce, promise, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    if not found:
        raise DiceKeyLost(f"{label}: put the key it was made with into PBEM_SECRET_KEY_FALLBACKS")
    return list(found)


def seal_roots(roots: Iterable[bytes], game: Game) -> bytes:
    """The roots of a game as they go into its row. The promise has to be in the row already."""
    plain = b"".join(roots)
    pad = _pad(
        settings.SECRET_KEY,
        b"pbem-seal-root-2",
        game.uuid,
        bytes(game.nonce),
        game.promises["root"],
        len(plain),
    )
    return _xor(plain, pad)


def seal(secret: bytes, purpose: bytes, game: Game, key: str | None = None) -> bytes:
    """A secret of a game under the server's key, bound to its promise of dice; the same again gives the
    secret back."""
    pad = _pad(
        key or settings.SECRET_KEY, purpose, game.uuid, bytes(game.nonce), game.commitment, len(secret)
    )
    return _xor(secret, pad)


def _pad(key: str, purpose: bytes, game: UUID, nonce: bytes, promise: str, length: int) -> bytes:
    """As many bytes as are to be sealed. They depend on the promise, so that no two secrets ever
    share a pad."""
    name = purpose + game.bytes + nonce + promise.encode()
    blocks = (hmac.digest(key.encode(), name + bytes([n]), "sha256") for n in range(-(-length // LENGTH)))
    return b"".join(blocks)[:length]


def _mac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), "sha256")


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
