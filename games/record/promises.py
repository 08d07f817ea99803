"""What the server of a game binds itself to before the first order: its root of salts and its
chains of dice."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from games.models import Game
from games.record import chaining, dice, leaves, roots
from rules import engine


def begin(game: Game, created: engine.Created, form: int) -> engine.Created:
    """A new game's first event with its promises, and its row, not saved yet, with the secrets
    behind them."""
    game.form = form
    if form == 1:
        game.head_hash = chaining.genesis(game.uuid)
        game.commitment = dice.commitment(game)
        return engine.promising(created, game.commitment, None)
    game.head_hash = leaves.genesis(game.uuid)
    commitment, promises, seed, root = drawn(created.setup)
    keep(game, commitment, promises, seed, [root])
    return engine.promising(created, commitment, promises)


def drawn(setup: engine.Setup, since: int = 0) -> tuple[str, engine.Promises, bytes, bytes]:
    """New secrets for a game, and what is promised of them: the end of the open chain, all else, the seed of
    the chains, the root."""
    seed, root = secrets.token_bytes(32), secrets.token_bytes(roots.LENGTH)
    commitment, promises = of_secrets(setup, seed, root, since)
    return commitment, promises, seed, root


def of_secrets(setup: engine.Setup, seed: bytes, root: bytes, since: int = 0) -> tuple[str, engine.Promises]:
    """What is promised of the secrets of a game: the end of the open chain, and all else."""
    ends = dice.promised(seed, dice.chains_of(setup), dice.LENGTH_OF_EACH)
    promises = engine.Promises(
        root=roots.promise_of(root),
        audiences=audiences_of(setup),
        chains={name: end for name, end in ends.items() if name},
        length=dice.LENGTH_OF_EACH,
        since=since,
    )
    return ends[dice.OPEN], promises


def renewed(setup: engine.Setup, since: int) -> tuple[str, engine.Promises | None, bytes]:
    """New dice for a game whose secrets are known, behind phase ``since``: the end of the open chain, all
    else that is promised (log form 2), and what the chains are made from. The root of its salts stays."""
    if setup.promises is None:
        last = secrets.token_bytes(32)
        return dice.commitment_of(last), None, last
    commitment, promised, seed, _ = drawn(setup, since)
    return commitment, msgspec.structs.replace(promised, root=setup.promises.root), seed


def audiences_of(setup: engine.Setup) -> tuple[str, ...]:
    """Those that a game declares: what it has declared already, or the table, the umpire and each seat."""
    if setup.promises is not None:
        return setup.promises.audiences
    return (engine.TABLE, engine.UMPIRE, *(engine.seat_audience(seat.id) for seat in setup.seats))


def keep(
    game: Game, commitment: str, promises: engine.Promises, seed: bytes, of_salts: Sequence[bytes]
) -> None:
    """Note promises in a game's row and seal the secrets behind them there: the seed of the dice, the root of
    salts and behind it those of the games it was forked from."""
    note(game, commitment, promises)
    game.sealed_secret = dice.sealed(seed, game)
    game.sealed_root = roots.seal_roots(of_salts, game)


def note(game: Game, commitment: str, promises: engine.Promises) -> None:
    """What a game's row repeats of its promises."""
    game.commitment = commitment
    told = msgspec.to_builtins(promises)
    game.audiences = " ".join(told.pop("audiences"))
    game.promises = {**told, **({"opened": True} if game.promises.get("opened") else {})}
