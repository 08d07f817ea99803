"""manage.py export G12 [-o FILE] [--seat NAME] [--secret FILE] [--hand-over]: a game's log as
canonical JSON lines, with those of the games that it has called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management import passphrases
from games.management.game_command import game_called
from games.models import Game
from games.proof import custody, export, seat_files, secret_files
from games.proof.families import MOST_GAMES
from games.proof.family_rows import Families
from games.record import dice, eventlog
from pbem.starting import begin


class Command(BaseCommand):
    help = (
        "Write a game's log, and those of all games that it has called, as one file that can be checked "
        "without this server. With --secret also the "
        "secret of its dice, locked with a passphrase, so that the game can go on elsewhere; with "
        "--hand-over it does, and ends here."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument("-o", "--output", type=Path, help="the file (else standard output)")
        parser.add_argument(
            "--secret",
            type=Path,
            metavar="FILE",
            help="where the secret of its dice goes, locked; keep it apart",
        )
        parser.add_argument(
            "--seat",
            metavar="NAME",
            help="what this seat may know of a running game; - for what everybody may",
        )
        passphrases.add_argument(parser)
        parser.add_argument(
            "--hand-over",
            metavar="WHERE",
            help=(
                "end this server's part; WHERE says in words, in the log, who goes on "
                "(https://other.example.org)"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        if options["hand_over"] and not (options["secret"] and options["output"]):
            raise CommandError("who goes on needs the log and the secret: give --output and --secret too")
        secret: Path | None = options["secret"]
        if options["seat"]:
            return _write(_lines_for(game, options["seat"]), options["output"])
        if game.parent:
            raise CommandError(f"{game.label} comes with its family: export {game.family.label}")
        if options["hand_over"]:
            begin()
        try:
            if secret:
                word = passphrases.passphrase(options, again=True)
                _write_locked(secret, secret_files.lock_all(_family(game), word))
            if options["hand_over"]:
                game = _handed_over(game, options["hand_over"], secret)
            _write(export.family(_family(game)), options["output"])
        except (custody.Refused, secret_files.WrongSecret, dice.DiceKeyLost, OSError) as error:
            raise CommandError(str(error)) from error


def _family(game: Game) -> list[Game]:
    """A game and all below it. Raises CommandError."""
    games = list(Families().below(game))
    if len(games) > MOST_GAMES:
        raise CommandError(f"{game.label} is a family of {len(games)}; a file holds {MOST_GAMES}")
    return games


def _handed_over(game: Game, to: str, secret: Path | None) -> Game:
    """The game after its last event here; where that fails its secret does not stay behind in a file."""
    try:
        return custody.hand_over(game, to)
    except (custody.Refused, eventlog.Conflict) as error:
        if secret:
            secret.unlink()
        raise custody.Refused(str(error)) from error


def _lines_for(game: Game, seat: str) -> Iterator[bytes]:
    """The file of a seat. Raises CommandError."""
    names = [row.name for row in game.seats.all()]
    if seat not in (*names, "-"):
        raise CommandError(f"{game.label} has the seats {', '.join(names)}, not {seat}")
    if game.form == 1:
        raise CommandError(
            f"{game.label} was begun under the first form of the log: it opens when the game is over"
        )
    return seat_files.lines(game, None if seat == "-" else seat)


def _write(lines: Iterable[bytes], path: Path | None) -> None:
    if path:
        with path.open("wb") as file:
            file.writelines(lines)
    else:
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()


def _write_locked(path: Path, contents: bytes) -> None:
    """Readable for its owner alone. Raises OSError, also where there is such a file already."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(contents)
