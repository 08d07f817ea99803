"""Order escrow: the receipt shows a salted hash of the orders that it accepts, the report shows the salt.

In a log of form 2 the salt of a seat's papers comes from the seat's own root, and nobody else is shown it
while the game runs. In one of form 1 it is derived from the secret of the phase's dice, so the one secret
that a report reveals opens every escrow of the phase. Before, the hash tells nobody anything. A set of orders
that was receipted can be neither changed nor dropped without its player being able to prove it.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from games.models import Game
from games.record import dice, roots
from rules import engine

_encode = msgspec.json.Encoder(order="deterministic").encode


def salt_of(game: Game, seat: str, phase: int) -> bytes:
    """The salt of what a seat files for a phase. Raises roots.DiceKeyLost."""
    if game.form == 2:
        return roots.paper_salt(roots.of_game(game), game.uuid, seat, phase)
    return salt_from(dice.secret(game, phase), seat, phase)


def salt_from(secret: bytes, seat: str, phase: int) -> bytes:
    """The same in a log of form 1, from the secret of the phase's dice."""
    return hmac.digest(secret, salt_name(seat, phase).encode(), "sha256")


def salt_name(seat: str, phase: int) -> str:
    """What the salt of a seat and phase is derived by in a log of form 1."""
    return f"pbem-escrow-1/{phase}/{seat}"


def sealed(salt: bytes, accepted: engine.OrdersAccepted) -> engine.OrdersAccepted:
    """The event with its escrow."""
    return msgspec.structs.replace(accepted, escrow=escrow_of(salt, accepted))


def agrees(salt: bytes, accepted: engine.OrdersAccepted) -> bool:
    """Whether the orders are those whose escrow was promised."""
    return hmac.compare_digest(escrow_of(salt, accepted).encode(), accepted.escrow.encode())


def escrow_of(salt: bytes, accepted: engine.OrdersAccepted) -> str:
    """The salted hash of accepted orders, in hexadecimal."""
    return hmac.new(salt, sheet_of(accepted), hashlib.sha256).hexdigest()


def sheet_of(accepted: engine.OrdersAccepted) -> bytes:
    """What is hashed: the orders as canonical JSON."""
    a = accepted
    return _encode([a.seat, a.phase, a.orders, a.standing, a.renewed, a.salt])
