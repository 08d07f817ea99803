"""manage.py rehearse [G12 ... | FILE ...]: would stored games come out the same with the code at hand?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management import rehearsing
from games.management.rehearsing import Subject
from games.models import Game
from games.proof import game_files
from games.proof.readjudication import Rehearsal, Tables
from rules import engine


class Command(BaseCommand):
    help = (
        "Adjudicate stored phases again with the code at hand and name those that would come out otherwise; "
        "exit 1 if there are any. Nothing is changed. Without a name: every stored game."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="G12|FILE|FOLDER", help="games, exported games, folders of them"
        )
        parser.add_argument(
            "--tables",
            choices=["both", *Tables],
            default="both",
            help=(
                "own: those that each game began with. ours: those shipped now. both (default): ours as "
                "well where they differ"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tables = tuple(Tables) if options["tables"] == "both" else (Tables(options["tables"]),)
        total, failed = Rehearsal(), []
        for name in options["games"] or _all_games():
            try:
                each = [self._rehearse(subject, tables) for subject in rehearsing.subjects(name)]
            except (game_files.UnreadableFile, engine.UnknownEvent, OSError) as error:
                self.stdout.write(self.style.ERROR(f"{name} CANNOT BE READ: {error}"))
                failed.append(name)
                continue
            for found in each:
                rehearsing.added(total, found)
            if not all(found.equal for found in each):
                failed.append(name)
        self.stdout.write(rehearsing.all_summed_up(total))
        if failed:
            raise CommandError(f"would not come out the same: {', '.join(failed)}")

    def _rehearse(self, subject: Subject, tables: tuple[Tables, ...]) -> Rehearsal:
        found = rehearsing.rehearsed(subject, tables, self.stderr.write)
        verdict = "ok" if found.equal else self.style.ERROR("WOULD DIFFER")
        self.stdout.write(f"{subject.name} {verdict}: {rehearsing.summed_up(found)}")
        for line in rehearsing.told(found):
            self.stdout.write(f"  {line}")
        return found


def _all_games() -> Iterator[str]:
    """The tops of all families: what they have called comes with them."""
    return (game.label for game in Game.objects.filter(parent=None).order_by("pk"))
