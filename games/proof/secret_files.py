"""The secret of a game's dice in a file of its own, locked with a passphrase: for another server, or
for the safe.

Whoever has this file and its passphrase knows every die that is still to fall, so it travels apart from the
log. The secret is 32 random bytes (of a log of form 2: the seed of its chains and the roots of its salts, 32
each) and is locked once: with a key of the same length, stretched from the passphrase by scrypt.

Of a family the file holds those of all its games, by their UUIDs, as JSON.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from games.models import Game
from games.record import dice, roots

FORMAT, FORMAT_2, FAMILY = "pbem-secret-1", "pbem-secret-2", "pbem-secret-family-2"
SHORTEST_PASSPHRASE = 12
_MEMORY = 2**26
_MOST_OF_FAMILY = 2**22  # bytes: a thousand games, each of them forked some dozens of times


class WrongSecret(ValueError):
    """A file or passphrase that does not give the secret of a game's dice; the words say which."""


class Unlocked(NamedTuple):
    """The secrets of a game: the last one of its dice, and of a log of form 2 the roots of its salts,
    its own first."""

    last: bytes
    roots: tuple[bytes, ...] = ()


Secrets = dict[str, Unlocked]
"""Those of all games of a family, or of one, by their UUIDs."""


class _Locked(msgspec.Struct, frozen=True):
    format: str
    uuid: str
    commitment: str
    salt: str
    locked: str
    seal: str


def lock(game: Game, passphrase: str) -> bytes:
    """The file. Raises WrongSecret for a passphrase that is too short, DiceKeyLost."""
    return _locked(FORMAT_2 if game.form == 2 else FORMAT, game, _plain(game), passphrase)


def lock_all(games: Sequence[Game], passphrase: str) -> bytes:
    """The file of a family, its top first; of one game the same as ``lock``. Raises what that raises."""
    if len(games) == 1:
        return lock(games[0], passphrase)
    plain = {str(game.uuid): _plain(game).hex() for game in games}
    return _locked(FAMILY, games[0], msgspec.json.encode(plain), passphrase)


def _plain(game: Game) -> bytes:
    return dice.last_secret(game) + (b"".join(roots.all_of_game(game)) if game.form == 2 else b"")


def _locked(form: str, game: Game, secret: bytes, passphrase: str) -> bytes:
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise WrongSecret(f"the passphrase needs at least {SHORTEST_PASSPHRASE} letters")
    salt = secrets.token_bytes(16)
    pad, key = _stretched(passphrase, salt, len(secret))
    locked = _xor(secret, pad)
    seal = _seal(form, key, str(game.uuid), game.commitment, locked)
    found = _Locked(form, str(game.uuid), game.commitment, salt.hex(), locked.hex(), seal)
    return msgspec.json.format(msgspec.json.encode(found)) + b"\n"


def unlock(file: bytes, passphrase: str, uuid: str, commitment: str) -> Unlocked:
    """The secrets to which a game is committed. Raises WrongSecret."""
    return unlock_all(file, passphrase, uuid, commitment)[uuid]


def unlock_all(file: bytes, passphrase: str, uuid: str, commitment: str) -> Secrets:
    """The secrets of a game and of all others in the file, which are of its family. Raises WrongSecret."""
    try:
        found = msgspec.json.decode(file, type=_Locked)
        salt, locked = bytes.fromhex(found.salt), bytes.fromhex(found.locked)
    except ValueError:
        raise WrongSecret("this is no file of a game's secret") from None
    if not _fits(found.format, len(locked)):
        raise WrongSecret("this is no file of a game's secret")
    if (found.uuid, found.commitment) != (uuid, commitment):
        raise WrongSecret("this is the secret of another game, or of another beginning of this one's dice")
    pad, key = _stretched(passphrase, salt, len(locked))
    if not hmac.compare_digest(found.seal, _seal(found.format, key, uuid, commitment, locked)):
        raise WrongSecret("the passphrase is not the one that the file was locked with")
    secret = _xor(locked, pad)
    if found.format == FAMILY:
        return _of_family(secret, uuid)
    if found.format == FORMAT and not dice.leads_to(secret, dice.CHAIN_LENGTH, commitment):
        raise WrongSecret("the secret in the file is not the one that the game is committed to")
    return {uuid: _unlocked(secret)}


def _fits(form: str, length: int) -> bool:
    of_one = 64 <= length <= 4096 and length % 32 == 0
    return (
        (form == FORMAT and length == 32)
        or (form == FORMAT_2 and of_one)
        or (form == FAMILY and 0 < length <= _MOST_OF_FAMILY)
    )


def _of_family(plain: bytes, uuid: str) -> Secrets:
    try:
        told = msgspec.json.decode(plain, type=dict[str, str])
        found = {one: bytes.fromhex(secret) for one, secret in told.items()}
    except ValueError:
        found = {}
    if uuid not in found or not all(_fits(FORMAT_2, len(secret)) for secret in found.values()):
        raise WrongSecret("this is no file of a family's secrets")
    return {one: _unlocked(secret) for one, secret in found.items()}


def _unlocked(secret: bytes) -> Unlocked:
    return Unlocked(secret[:32], tuple(secret[at : at + 32] for at in range(32, len(secret), 32)))


def _stretched(passphrase: str, salt: bytes, length: int) -> tuple[bytes, bytes]:
    found = hashlib.scrypt(
        passphrase.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=_MEMORY, dklen=length + 32
    )
    return found[:length], found[length:]


def _seal(form: str, key: bytes, uuid: str, commitment: str, locked: bytes) -> str:
    return hmac.new(key, f"{form}/{uuid}/{commitment}/{locked.hex()}".encode(), hashlib.sha256).hexdigest()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
