"""What lies under the secret of a phase, and waits for it: dice that were rolled and orders whose receipts
promised them.

The secret has to lead back to what was promised, and then each die is rolled again and each receipt opened.
It comes at the end of the phase, or where other dice are promised in its midst.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.proof.findings import Fault, Verified
from games.record import dice, escrow
from rules import engine


class Thrown(NamedTuple):
    """A die that waits for the secret of its phase, with the step it was rolled in and the sheets
    mixed into it."""

    seq: int
    step: str
    sheets: str
    event: engine.DieRolled


class PhaseSecrets:
    """The secrets of one log, phase by phase. What is wrong goes to ``wrong``, what was checked is counted
    in ``found``."""

    def __init__(self, found: Verified, wrong: Callable[[int, Fault, str], None]) -> None:
        self._found, self._wrong = found, wrong
        self.promise, self.promised_at = "", 1
        self.table: tuple[str, str] | None = None  # the step and sheets that dice are rolled for
        self.filed: list[tuple[int, engine.OrdersAccepted]] = []
        self.thrown: list[Thrown] = []
        self._names: set[tuple[str, str]] = set()
        # by chain: the last secret shown and its phase, or the promise
        self._shown: dict[str, tuple[int, str]] = {}

    def begin(self) -> None:
        """A phase opens, and nothing of the one before is awaited."""
        self.table, self.filed, self.thrown, self._names = None, [], [], set()

    def promised(self, seq: int, commitment: str) -> None:
        """From here on the secrets lead back to this promise."""
        self.promise, self.promised_at = commitment, seq
        self._shown = {dice.OPEN: (0, commitment)}

    def promised_by_chain(self, seq: int, commitment: str, promises: engine.Promises) -> None:
        """In a log of form 2 each chain has a promise of its own."""
        ends = {dice.OPEN: commitment, **promises.chains}
        if not all(map(is_promise, (*ends.values(), promises.root))):
            self._wrong(seq, Fault.COMMITMENT, "dice and salts have to be promised")
        self._shown = {chain: (promises.since, end) for chain, end in ends.items()}

    def roll(self, seq: int, event: engine.DieRolled, battle: engine.Table) -> None:
        """A die is thrown, and waits for the secret."""
        if not self.promise:
            self._found.unpromised += 1
            return
        if self.table is None:
            self._wrong(seq, Fault.DIE, f"{event.name} was rolled before orders were closed")
            return
        if (event.chain, event.name) in self._names or not event.name.startswith(f"p{battle.phase}/"):
            self._wrong(seq, Fault.DIE, f"{event.name} was rolled twice, or in the wrong phase")
        if not 2 <= event.sides <= 1000:
            self._wrong(seq, Fault.DIE, f"{event.name} is no die: {event.sides} sides")
            return
        if event.chain not in self._shown or event.seats != _seats_of(event.chain, battle):
            self._wrong(
                seq, Fault.DIE, f"{event.name} is of the chain {event.chain!r}, or not for {event.seats}"
            )
            return
        self._names.add((event.chain, event.name))
        self.thrown.append(Thrown(seq, *self.table, event))

    def reveal(
        self, seq: int, event: engine.SecretRevealed, secrets: Mapping[str, bytes], battle: engine.Table
    ) -> None:
        """The phase has ended, and these are its secrets by chain."""
        kept = [self._kept(seq, event, battle, chain, secrets.get(chain)) for chain in self._shown]
        if set(secrets) != set(self._shown) or any(
            one.seats != _seats_of(one.chain, battle) for one in event.closed
        ):
            self._wrong(
                seq, Fault.COMMITMENT, "the secrets of other chains than were promised, or for others"
            )
        elif all(kept):
            self._found.secrets += 1
            self._shown = {chain: (event.phase, secret.hex()) for chain, secret in secrets.items()}
            self._open_escrow(secrets[dice.OPEN])
            self._roll_again(secrets, event.phase)
        self.filed, self.thrown, self.table = [], [], None

    def give_up(self, seq: int, event: engine.DiceRenewed) -> None:
        """Other dice are promised: what waits is opened by the secret in the event, which nothing else
        will lie under."""
        if event.secret:
            self._open_under_old(seq, event)
        elif self.filed or self.thrown:
            words = "orders or dice of this phase lie under the secret that is given up, and it is not shown"
            self._wrong(seq, Fault.ESCROW, words)
        self.filed, self.thrown, self.table = [], [], None

    def _open_under_old(self, seq: int, event: engine.DiceRenewed) -> None:
        try:
            secrets = dice.shown_by(event)
        except ValueError:
            secrets = {}
        for chain, (phase, shown) in self._shown.items():
            secret, steps = secrets.get(chain, b""), event.phase - phase
            if len(secret) != 32 or steps < 1:
                words = "the secret that is given up is none of this phase"
            elif not dice.leads_to(secret, steps, shown):
                words = f"the secret that is given up does not lead to {shown}"
            else:
                continue
            return self._wrong(seq, Fault.COMMITMENT, words)
        self._open_escrow(secrets[dice.OPEN])
        self._roll_again(secrets, event.phase)

    def _kept(
        self, seq: int, event: engine.SecretRevealed, battle: engine.Table, chain: str, secret: bytes | None
    ) -> bool:
        """Whether a secret leads back to what was promised."""
        phase, shown = self._shown[chain]
        if secret is None or event.phase != battle.phase or event.phase <= phase:
            words = f"the secret of phase {event.phase} in phase {battle.phase}"
        elif dice.leads_to(secret, event.phase - phase, shown):
            return True
        else:
            words = f"the secret of phase {event.phase} does not lead to {shown}"
        self._wrong(seq, Fault.COMMITMENT, words)
        return False

    def _open_escrow(self, secret: bytes) -> None:
        """Compare the orders of the phase with what their receipts promised (log form 1)."""
        for seq, accepted in self.filed:
            if escrow.agrees(escrow.salt_from(secret, accepted.seat, accepted.phase), accepted):
                self._found.escrows += 1
            else:
                words = f"the orders of {accepted.seat} are not what was promised"
                self._wrong(seq, Fault.ESCROW, words)

    def _roll_again(self, secrets: Mapping[str, bytes], phase: int) -> None:
        tables: dict[tuple[str, str], engine.KeyedDice] = {}
        for seq, step, sheets, event in self.thrown:
            if (step, sheets) not in tables:
                tables[step, sheets] = dice.table(secrets, phase, step, sheets)
            face = tables[step, sheets].roll(event.name, event.sides, event.chain)
            if face == event.face:
                self._found.dice += 1
            else:
                self._wrong(seq, Fault.DIE, f"{event.name} shows {event.face}, its secret gives {face}")


def _seats_of(chain: str, battle: engine.Table) -> tuple[str, ...]:
    """The seats that may know the dice of a chain while the game runs; of the open chain it need
    not be said."""
    return tuple(seat.id for seat in battle.setup.seats if chain == f"side:{seat.side}")


def is_promise(text: str) -> bool:
    """Whether a text is 32 bytes in hexadecimal, as promises and secrets are."""
    try:
        return len(bytes.fromhex(text)) == 32
    except ValueError:
        return False
