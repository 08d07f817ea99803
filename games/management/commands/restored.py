"""manage.py restored --all | --none | G12 ...: this database was restored from a copy, or was not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.clockwork import heartbeats
from games.management.game_command import game_called
from games.models import Game, GameState, Outage
from games.play import adjudication, mark_store, renewal, restores
from games.record import dice
from games.record.eventlog import Conflict
from games.reports import words
from pbem.calling import PROGRAM
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = (
        "Say that this database was restored from a copy: the named games, or all for which that may be "
        "needed, go on with new dice, since reports that were mailed after the copy was made may have shown "
        "the secrets of the old ones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="G12")
        parser.add_argument(
            "--all", action="store_true", help="every game that is played, but those whose mark shows no need"
        )
        parser.add_argument(
            "--none",
            action="store_true",
            help="no copy was restored: keep marks anew, at the place that is named",
        )
        parser.add_argument(
            "--copied",
            metavar="MOMENT",
            help="when the copy was made, e.g. 2026-11-22T12:00 (UTC); it is told in the log",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        named: list[str] = options["games"]
        if bool(named) + options["all"] + options["none"] != 1:
            raise CommandError("name games (G12), or say --all, or --none")
        if options["none"]:
            return self._not_restored()
        games = [game_called(label) for label in named]  # before anything is done to any of them
        why = _why(options["copied"])
        failed = [game.label for game in games or self._all() if not self._renew(game, why)]
        if options["all"] and settings.MARKS and (trouble := restores.compare(anew=True)):
            self.stdout.write(f"marks: {trouble}")
        if failed:
            raise CommandError(f"not renewed: {', '.join(failed)}")

    def _all(self) -> list[Game]:
        """The games to renew, named or told to go on as they are."""
        try:
            kept = mark_store.read() if settings.MARKS else None
        except mark_store.Unusable as error:
            self.stdout.write(f"marks: {error}")
            kept = None
        played = Game.objects.exclude(state__in=(GameState.OPEN, GameState.OVER, GameState.MOVED))
        sound = [game for game in played.order_by("pk") if restores.goes_on_as_it_is(game, kept)]
        for game in sound:
            self.stdout.write(f"{game.label} goes on as it is: no secret was shown since the copy was made")
        return list(played.exclude(pk__in=[game.pk for game in sound]).order_by("pk"))

    def _renew(self, game: Game, why: str) -> bool:
        try:
            game = renewal.renew(game, why)
        except (renewal.NotPlayed, adjudication.Diverged, dice.DiceKeyLost, Conflict) as error:
            self.stdout.write(self.style.ERROR(f"{game.label}: {error}"))
            return False
        now = f"new dice from phase {game.phase} on" if game.state != GameState.OVER else "over"
        self.stdout.write(f"{game.label}: {now}, promise {game.commitment[:16]}")
        return True

    def _not_restored(self) -> None:
        if held := Game.objects.filter(burnt__gt=0).order_by("pk"):
            labels = ", ".join(game.label for game in held)
            raise CommandError(
                f"a mail or a mark proves it for {labels}: {PROGRAM} restored {labels.replace(',', '')}"
            )
        if not settings.MARKS:
            raise CommandError("no place for marks is named: PBEM_MARKS (docs/operators/updates.md)")
        if trouble := restores.compare(anew=True):
            raise CommandError(trouble)
        self.stdout.write(f"Marks are kept at {restores.place()}.")


def _why(copied: str | None) -> str:
    moment = _moment(copied) if copied else _last_seen()
    told = f" of {words.moment(moment, None)}" if moment else ""
    return f"the server was restored from a copy{told}"


def _moment(copied: str) -> datetime:
    try:
        moment = parse_datetime(copied)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"{copied!r} is no moment: 2026-11-22T12:00")
    moment = moment if timezone.is_aware(moment) else moment.replace(tzinfo=UTC)
    if moment > timezone.now():
        raise CommandError(f"{copied} is still to come")
    return moment


def _last_seen() -> datetime | None:
    """When the server that made the copy was last known to run: as the copy itself knows it."""
    outage, last = Outage.objects.order_by("-pk").first(), heartbeats.last()
    if outage:
        return outage.since
    return last.at if last else None
