"""Dice that nobody can load: committed before the game, mixed with the orders, revealed after the phase.

The server draws a chain of secrets backwards, each the SHA-256 of the next: S(k-1) = SHA-256(S(k)). It
publishes S(0), the commitment, when the game is made. The dice of phase k come from S(k) mixed with the
digest of all order sheets of the phase: S(k) was fixed before anybody wrote an order, and the orders before
anybody saw S(k). When the phase is over S(k) is revealed, and everybody can hash it back to S(0) and roll
every die again.

In a log of form 2 dice have an audience: besides the open chain there is one for each side and one for the
umpire alone, all of them committed to in the first event. A side is shown its secret of each phase, the
others are shown it when the game is over. The digest that is mixed in is made of salted digests of each
seat's final paper, so that nobody can try guesses on it, and of nothing else: no time, no name and no number
of mails changes a die.

The last secret is derived from the server's key and the game's nonce, so nothing in the database gives it
away. In a log of form 2, in a fork, and in a game that another server began, it is drawn, and kept sealed
with our key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from games.models import Event, Game
from games.models.event import rare
from games.record import roots
from games.record.roots import DiceKeyLost
from rules import engine

__all__ = ["CHAIN_LENGTH", "DiceKeyLost"]

CHAIN_LENGTH = 4000
LENGTH_OF_EACH = 1000
"""Of the chains of a game of form 2, which has several: a phase a day for almost three years. A longer game
goes on with new chains (games.play.renewal)."""
OPEN = ""
_SEAL = b"pbem-seal-2"
_MOST_STEPS = 1_000_000  # no chain is nearly so long: a file that says otherwise shall not keep us busy


# what is promised


def commitment(game: Game) -> str:
    """S(0) in hexadecimal of a game of form 1, to be published in its first event."""
    return _secret(settings.SECRET_KEY, game, 0).hex()


def commitment_of(last: bytes) -> str:
    """S(0) of the chain of form 1 that ends with a secret of its own, sealed for the game's row
    (``sealed``)."""
    return _hashed(last, CHAIN_LENGTH).hex()


def chains_of(setup: engine.Setup) -> list[str]:
    """The chains of a game besides the open one."""
    return [*(f"side:{side.id}" for side in setup.sides), "umpire"]


def promised(seed: bytes, chains: Iterable[str], length: int) -> dict[str, str]:
    """S(0) of the chains that are made from one seed, by their names; the open one among them."""
    return {chain: _hashed(_last(seed, chain), length).hex() for chain in (OPEN, *chains)}


# secrets


def secret(game: Game, phase: int, chain: str = OPEN) -> bytes:
    """S(phase) of a chain. Raises DiceKeyLost; ValueError for a phase that the chain does not reach."""
    steps, length = phase - game.promises.get("since", 0), _length(game)
    if not 1 <= steps <= length:
        raise ValueError(f"no dice for phase {phase}")
    promise = game.promises["chains"][chain] if chain else game.commitment
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        found = _secret(key, game, steps, chain)
        if leads_to(found, steps, promise):
            return found
    raise DiceKeyLost(f"{game.label}: put the key it was made with into PBEM_SECRET_KEY_FALLBACKS")


def closed_secrets(game: Game, setup: engine.Setup, phase: int) -> tuple[engine.ClosedSecret, ...]:
    """S(phase) of the chains that are not open, each with the seats that may know it. None in a
    log of form 1."""
    if setup.promises is None:
        return ()
    seats = {
        chain: tuple(s.id for s in setup.seats if chain == f"side:{s.side}")
        for chain in setup.promises.chains
    }
    return tuple(
        engine.ClosedSecret(chain=chain, seats=of_it, secret=secret(game, phase, chain).hex())
        for chain, of_it in seats.items()
    )


def last_secret(game: Game) -> bytes:
    """What all secrets of a game's dice follow from: whoever knows it knows all dice. Raises DiceKeyLost."""
    if game.form == 1:
        return secret(game, CHAIN_LENGTH)
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        seed = _seed(key, game)
        if keeps(seed, game):
            return seed
    raise DiceKeyLost(f"{game.label}: put the key it was made with into PBEM_SECRET_KEY_FALLBACKS")


def keeps(last: bytes, game: Game) -> bool:
    """Whether a last secret is the one that a game is committed to."""
    if game.form == 1:
        return leads_to(last, CHAIN_LENGTH, game.commitment)
    return promised(last, (), _length(game))[OPEN] == game.commitment


def sealed(last: bytes, game: Game) -> bytes:
    """The last secret of chains that were not derived from our key, sealed with it for the game's row, where
    the form of the log and the commitment stand already."""
    if game.form == 2:
        return roots.seal(last, _SEAL, game)
    return _xor(last, _of_key(settings.SECRET_KEY, b"pbem-seal-1", game))


def _length(game: Game) -> int:
    return int(game.promises.get("length", CHAIN_LENGTH))


def _secret(key: str, game: Game, steps: int, chain: str = OPEN) -> bytes:
    if game.form == 2:
        return _hashed(_last(_seed(key, game), chain), _length(game) - steps)
    if game.sealed_secret:
        seed = _xor(bytes(game.sealed_secret), _of_key(key, b"pbem-seal-1", game))
    else:
        seed = _of_key(key, b"pbem-dice-1", game)
    return _hashed(seed, CHAIN_LENGTH - steps)


def _seed(key: str, game: Game) -> bytes:
    return roots.seal(bytes(game.sealed_secret), _SEAL, game, key)


def _last(seed: bytes, chain: str) -> bytes:
    return hmac.digest(seed, f"pbem-chain-2/{chain}".encode(), "sha256")


_STRIDE = 64


@lru_cache(maxsize=16_384)  # every mail of a phase asks for the same; a few megabytes
def _hashed(seed: bytes, times: int) -> bytes:
    """From the last mark on the way there, which the next phases pass as well."""
    if times > _STRIDE:
        left = (times - 1) % _STRIDE + 1
        seed, times = _hashed(seed, times - left), left
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


def _of_key(key: str, purpose: bytes, game: Game) -> bytes:
    return hmac.new(key.encode(), purpose + game.uuid.bytes + bytes(game.nonce), hashlib.sha256).digest()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


# checking


class Promise(NamedTuple):
    """The end of a chain of open dice, and the phase behind which it begins."""

    commitment: str
    since: int = 0


def commitment_at(game: Game, seq: int) -> str:
    """The commitment that the dice around event ``seq`` keep."""
    return promise_at(game, seq).commitment


def promise_at(game: Game, seq: int) -> Promise:
    """What the dice around event ``seq`` keep: in a fork those of its parent's phases keep another promise,
    and so do those from before they were renewed."""
    promised = list(rare(game.pk).filter(type__in=("forked", "dice_renewed")))
    if not promised or promised[-1].seq < seq:
        return Promise(game.commitment, game.promises.get("since", 0))
    before = [row for row in promised if row.seq < seq]
    row = before[-1] if before else Event.objects.get(game=game, seq=1)
    event = engine.decode(row.type, row.version, bytes(row.data))
    assert isinstance(event, engine.Forked | engine.DiceRenewed | engine.Created)
    promising = event.setup if isinstance(event, engine.Created) else event
    return Promise(promising.commitment, promising.promises.since if promising.promises else 0)


def leads_to(revealed: bytes, steps: int, commitment: str) -> bool:
    """Whether hashing a secret ``steps`` times gives the commitment (hexadecimal)."""
    if not 0 <= steps <= _MOST_STEPS:
        return False
    for _ in range(steps):
        revealed = hashlib.sha256(revealed).digest()
    return hmac.compare_digest(revealed.hex().encode(), commitment.encode())


# the dice of a phase


def paper_digest(salt: bytes, paper: bytes) -> str:
    """The salted digest of a seat's final paper (log form 2), in hexadecimal."""
    return hashlib.sha256(b"pbem-paper-2" + salt + paper).hexdigest()


def sheets_of(papers: Iterable[str]) -> str:
    """The digest that is mixed into the dice, over those of the seats' papers in the order of the seats."""
    return hashlib.sha256(b"pbem-papers-2" + b"".join(map(bytes.fromhex, papers))).hexdigest()


def phase_key(revealed: bytes, phase: int, step: str, sheets: str) -> bytes:
    """The key of the dice of a phase (and step, empty when the phase is played at once) for a
    digest of sheets."""
    return hmac.new(revealed, f"pbem-phase-1/{phase}/{step}/{sheets}".encode(), hashlib.sha256).digest()


def table(secrets: Mapping[str, bytes], phase: int, step: str, sheets: str) -> engine.KeyedDice:
    """The dice of a phase, by the secrets of their chains."""
    keys = {chain: phase_key(found, phase, step, sheets) for chain, found in secrets.items()}
    return engine.KeyedDice(keys.pop(OPEN), keys)


def of_phase(game: Game, setup: engine.Setup, phase: int) -> dict[str, bytes]:
    """The secrets of all chains of a game for a phase."""
    return {OPEN: secret(game, phase), **dict(_closed(closed_secrets(game, setup, phase)))}


def shown_by(event: engine.SecretRevealed | engine.DiceRenewed) -> dict[str, bytes]:
    """The secrets that an event shows, by their chains. Raises ValueError for what is not hexadecimal."""
    return {OPEN: bytes.fromhex(event.secret), **dict(_closed(event.closed))}


def _closed(closed: Iterable[engine.ClosedSecret]) -> Iterator[tuple[str, bytes]]:
    return ((one.chain, bytes.fromhex(one.secret)) for one in closed)
