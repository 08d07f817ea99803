"""The server's work for a phase and for an order mail: ``python -m bench.turn [OTHER] --rounds 5 [--dkim]``.

A battle at the ford with a person on each side is played by mail for some phases: orders come in as mails and
are answered, the phase is adjudicated and its reports are written, and what is to be mailed is signed and
handed over to files; then another one, by the same process. Told is CPU time of one process in milliseconds,
the median of all phases and rounds, as on a quiet machine (``measure.pace``), and as it was measured: of the
second battle, as on a server that has been running for a while, and of the first, for which nothing has been
drawn or read yet. With OTHER, the root of another checkout,
each round is one process of either, in turn, over the same battle.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent
PHASES = 6
SIDES = ("arabs", "byzantines")
Taken = dict[str, list[tuple[float, float]]]
"""What was measured of each row: milliseconds, and the pace meanwhile."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.turn")
    parser.add_argument("other", type=Path, nargs="?", help="the root of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dkim", action="store_true", help="sign with a key of 2048 bits")
    given = parser.parse_args()
    roots = {"here": HERE, **({"other": given.other.resolve()} if given.other else {})}
    found: dict[str, Taken] = {who: {} for who in roots}
    with tempfile.TemporaryDirectory() as folder:
        key = _key(Path(folder)) if given.dkim else ""
        for number in range(given.rounds):
            for who, root in roots.items():
                for row, taken in _round(root, key).items():
                    found[who].setdefault(row, []).extend(taken)
            print(f"round {number + 1} of {given.rounds}", file=sys.stderr, flush=True)
    for row in found["here"]:
        told: dict[str, object] = {"measure": row, "unit": "ms"}
        for who, rows in found.items():
            told[who] = round(median(spent / pace for spent, pace in rows[row]), 2)
            told[f"{who}_as_measured"] = round(median(spent for spent, _ in rows[row]), 2)
        print(json.dumps(told))


def _key(folder: Path) -> str:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    path = folder / "dkim.pem"
    encoded = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(made.private_bytes(*encoded))
    return str(path)


def _round(root: Path, key: str) -> Taken:
    """What a checkout takes, in a process of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PBEM_DKIM_KEY": key,
    }
    command = [sys.executable, str(Path(__file__).resolve()), "--once"]
    said = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: Taken = json.loads(said.stdout.splitlines()[-1])
    return found


def once() -> None:
    """One battle, by the checkout that PYTHONPATH names."""
    with tempfile.TemporaryDirectory() as var:
        os.environ.update(
            PBEM_VAR=var, PBEM_DATABASE_URL=f"sqlite:///{var}/log.sqlite3", PBEM_DOORBELL="0",
            DJANGO_SETTINGS_MODULE="pbem.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        from pbem.celery import share_memory

        call_command("migrate", verbosity=0)
        share_memory()  # as a worker's process
        first = {f"{row}, by a new process": taken for row, taken in _battle().items()}
        print(json.dumps({**_battle(), **first}))


def _battle() -> Taken:
    from bench.load.letters import Captain
    from games.doors import arrivals
    from games.gate import inbox
    from games.models import Game, OutboundMail, OutboundState
    from games.outbox import outbox
    from games.play import adjudication
    from games.play.creation import Player, create_game

    found: Taken = {}

    def timed(row: str, act: Callable[[], object], parts: int = 1) -> None:
        pace, began = _pace(), time.process_time()
        act()
        spent = (time.process_time() - began) * 1000
        found.setdefault(row, []).append((spent / parts, (pace + _pace()) / 2))

    def pending() -> list[int]:
        return list(
            OutboundMail.objects.filter(state=OutboundState.PENDING)
            .order_by("pk")
            .values_list("pk", flat=True)
        )

    def mail(number: int) -> None:
        for seat in Game.objects.get(pk=game.pk).seats.filter(awaited=True):
            letter = Captain().letter(seat.game, seat, Captain().orders(seat.game, seat), number)
            [came] = arrivals.receive(letter.raw, "bench", letter.sender, [letter.to])
            timed("an order mail, read and answered", lambda pk=came.pk: inbox.process(pk))

    def hand_over(row: str) -> None:
        for pk in pending():
            timed(row, lambda pk=pk: outbox.send(pk))

    def close() -> None:
        """As a worker does that finds all orders in, or else as at the deadline."""
        phase = Game.objects.get(pk=game.pk).phase
        adjudication.attend(game.pk)
        now = Game.objects.get(pk=game.pk)
        if now.phase == phase:
            adjudication.close_phase(now, "deadline")

    game = create_game("ford", {side: Player(side.title(), f"{side}@players.example.org") for side in SIDES})
    for number in range(PHASES):
        mail(number)
        hand_over("a receipt, handed over")
        timed("a phase, adjudicated and reported", close)
        hand_over("a report, handed over")
    return found


def _pace() -> float:
    """``bench.measure.pace`` of this checkout, whichever is measured."""
    from importlib.util import module_from_spec, spec_from_file_location

    global _measured
    if _measured is None:
        spec = spec_from_file_location("measure_here", HERE / "bench" / "measure.py")
        assert spec is not None and spec.loader is not None
        _measured = module_from_spec(spec)
        spec.loader.exec_module(_measured)
    return float(_measured.pace())


_measured = None

if __name__ == "__main__":
    once() if sys.argv[1:] == ["--once"] else main()
