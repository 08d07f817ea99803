"""Order escrow: the receipt shows a salted hash of the orders that it accepts, the report shows the salt.

The salt is derived from the secret of the phase's dice, so the one secret that a report reveals opens every escrow of
the phase; before, the hash tells nobody anything. A set of orders that was receipted can be neither changed nor
dropped without its player being able to prove it.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from rules import engine

_encode = msgspec.json.Encoder(order="deterministic").encode


def sealed(secret: bytes, accepted: engine.OrdersAccepted) -> engine.OrdersAccepted:
    """The event with its escrow."""
    return msgspec.structs.replace(accepted, escrow=escrow_of(secret, accepted))


def agrees(secret: bytes, accepted: engine.OrdersAccepted) -> bool:
    """Whether the orders are those whose escrow was promised."""
    return hmac.compare_digest(escrow_of(secret, accepted).encode(), accepted.escrow.encode())


def escrow_of(secret: bytes, accepted: engine.OrdersAccepted) -> str:
    """The hash of accepted orders, salted by phase and seat, in hexadecimal."""
    salt = hmac.new(secret, salt_name(accepted).encode(), hashlib.sha256).digest()
    return hmac.new(salt, sheet_of(accepted), hashlib.sha256).hexdigest()


def salt_name(accepted: engine.OrdersAccepted) -> str:
    """What the salt of a seat and phase is derived by."""
    return f"pbem-escrow-1/{accepted.phase}/{accepted.seat}"


def sheet_of(accepted: engine.OrdersAccepted) -> bytes:
    """What is hashed: the orders as canonical JSON."""
    a = accepted
    return _encode([a.seat, a.phase, a.orders, a.standing, a.renewed, a.salt])
