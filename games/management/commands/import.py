"""manage.py import FILE [--secret FILE] [--restore]: an exported game, to go on with or to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management import passphrases
from games.models import Game, GameState
from games.proof import custody, game_files, secret_files
from pbem.calling import PROGRAM
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = (
        "Store an exported game, verified from its first byte. With the --secret of its dice it goes on "
        "here when its seats are taken (seatplayer); without, it is kept to be read, verified and forked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--secret", type=Path, metavar="FILE", help="the secret that was exported with it"
        )
        passphrases.add_argument(parser)
        parser.add_argument(
            "--restore",
            action="store_true",
            help="go on although its server has not handed it over, because that server is gone",
        )

        parser.add_argument(
            "--keep",
            action="store_true",
            help="only to be read, checked and forked: with the secret the log is checked, and not played",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = game_files.read_all(options["file"])
            known = None
            if options["secret"]:
                word, head = passphrases.passphrase(options), files[0].head
                locked = options["secret"].read_bytes()
                known = secret_files.unlock_all(locked, word, head.uuid, head.commitment)
            game, *below = custody.bring_in_all(
                files, known, restored=options["restore"], keep=options["keep"]
            )
        except (OSError, game_files.UnreadableFile, secret_files.WrongSecret, custody.Refused) as error:
            raise CommandError(str(error)) from error
        for one in (game, *below):
            self.stdout.write(f"{one.label} {one.title}: {one.version} events verified, head {one.head[:16]}")
        self.stdout.write(_next(game))
        if options["restore"] and game.state != GameState.OVER:
            self.stdout.write(
                "If reports of a later phase went out after this copy was made, the secret of that phase is "
                "known:"
                f" then give the game new dice, {PROGRAM} restored"
                f" {' '.join(one.label for one in (game, *below) if one.state != GameState.OVER)}."
            )


def _next(game: Game) -> str:
    if game.state == GameState.OVER:
        return "It is over; its pages can be read."
    if game.state == GameState.MOVED:
        return (
            "It is kept here and not played: that needs --secret. To go on under a name of its own, with "
            "new dice:"
            f" {PROGRAM} fork {game.label} --at {game.phase}"
        )
    free = [seat.name for seat in game.seats.all() if not seat.taken]
    if not free:
        return "It goes on."
    return (
        f"It goes on when all seats are taken: {PROGRAM} seatplayer {game.label} {free[0]} --email ... "
        f"(free: {', '.join(free)})"
    )
