"""manage.py verify --all | G12 ... | game.jsonl ...: recompute chain, dice and digests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games import append_only, game_files, verification
from games.management.game_command import game_called
from games.models import Game
from games.verification import Verified


class Command(BaseCommand):
    help = "Check stored games, or exported files, from their first byte; exit 1 and name the place if anything was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="G12", help="or an exported file: game.jsonl")
        parser.add_argument("--all", action="store_true", help="every stored game")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["games"] and not options["all"]:
            raise CommandError("name a game (G12) or a file, or say --all")
        named = [game.label for game in Game.objects.order_by("pk")] if options["all"] else options["games"]
        broken = [name for name in named if not self._verify(name)]
        if not append_only.installed(connection):
            self.stdout.write(self.style.WARNING("the triggers that keep the log append-only are missing"))
        if broken:
            raise CommandError(f"broken: {', '.join(broken)}")

    def _verify(self, name: str) -> bool:
        try:
            found = _check_of(name)()
        except verification.Broken as fault:
            self.stdout.write(self.style.ERROR(f"{name} BROKEN at {fault}"))
            return False
        except game_files.UnreadableFile as error:
            self.stdout.write(self.style.ERROR(f"{name} BROKEN: {verification.Fault.CONTENT}: {error}"))
            return False
        self.stdout.write(f"{name} ok: {told(found)}, head {found.head[:16]}")
        for seq, parent, head in found.forks:
            self.stdout.write(f"  forked at event {seq} from {parent}, whose head there is {head}")
        for seq, phase, why in found.renewals:
            self.stdout.write(f"  look: new dice from phase {phase}, event {seq}, because: {why}")
        return True


def _check_of(name: str) -> Callable[[], Verified]:
    """What checks the game or the file of that name. Raises CommandError, also later."""
    path = Path(name)
    if path.suffix == ".jsonl" or path.is_file():
        return lambda: _check_file(path)
    game = game_called(name)
    return lambda: verification.check(game)


def _check_file(path: Path) -> Verified:
    try:
        return verification.check_log(game_files.log_of(game_files.read(path)))
    except OSError as error:
        raise CommandError(str(error)) from error


def counted(number: int, what: str) -> str:
    """ "1 event", "3 events", "no events"."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def told(found: Verified) -> str:
    """What was checked, in a line: as the stand-alone verifier counts it, and the digests of the battle."""
    parts = [
        counted(found.events, "event"),
        counted(found.phases, "phase"),
        f"{found.dice} dice",
        counted(found.secrets, "secret"),
        counted(found.closings, "closing"),
        f"{found.escrows} orders in escrow",
    ]
    further = (
        (found.unrevealed, "dice not revealed yet"),
        (found.unpromised, "dice that nobody promised"),
        (found.escrows_waiting, "orders whose escrow waits for the end of the phase"),
        (found.orders_without, "orders from before receipts had an escrow"),
    )
    return ", ".join(parts + [f"{number} {words}" for number, words in further if number])
