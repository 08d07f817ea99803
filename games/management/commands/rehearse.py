"""manage.py rehearse [G12 ... | FILE ...]: would stored games come out the same with the code at hand?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import eventlog, game_files, readjudication
from games.management.game_command import game_called
from games.models import Game
from games.readjudication import Difference, Rehearsal, Secrets, Tables
from games.reports.layout import wrapped
from rules import engine

MOST_CELLS = 6  # changed cells that are named
PATIENCE = 5  # seconds until the first word of progress


class Subject(NamedTuple):
    """A game to be rehearsed, and where its unrevealed secrets come from."""

    name: str
    events: Sequence[engine.Event]
    secret: Secrets


class Command(BaseCommand):
    help = (
        "Adjudicate stored phases again with the code at hand and name those that would come out otherwise; exit 1 if "
        "there are any. Nothing is changed. Without a name: every stored game."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="G12|FILE|FOLDER", help="games, exported games, folders of them"
        )
        parser.add_argument(
            "--tables",
            choices=["both", *Tables],
            default="both",
            help="own: those that each game began with. ours: those shipped now. both (default): ours as well where they differ",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tables = tuple(Tables) if options["tables"] == "both" else (Tables(options["tables"]),)
        total, failed = Rehearsal(), []
        for name in options["games"] or _all_games():
            try:
                found = self._rehearse(_subject(name), tables)
            except (game_files.UnreadableFile, engine.UnknownEvent, OSError) as error:
                self.stdout.write(self.style.ERROR(f"{name} CANNOT BE READ: {error}"))
                failed.append(name)
                continue
            total.phases += found.phases
            total.same += found.same
            total.skipped += found.skipped
            if not found.equal:
                failed.append(name)
        self.stdout.write(
            f"{total.phases} phases rehearsed: {total.same} come out the same,"
            f" {total.phases - total.same - len(total.skipped)} do not, {len(total.skipped)} left out"
        )
        if failed:
            raise CommandError(f"would not come out the same: {', '.join(failed)}")

    def _rehearse(self, subject: Subject, tables: tuple[Tables, ...]) -> Rehearsal:
        said = time.monotonic()

        def progress(done: int) -> None:
            nonlocal said
            if time.monotonic() - said > PATIENCE:
                said = time.monotonic()
                self.stderr.write(f"{subject.name}: at phase {done} ...")

        found = readjudication.rehearse(subject.events, tables, subject.secret, progress)
        left_out = f", {len(found.skipped)} left out" if found.skipped else ""
        verdict = "ok" if found.equal else self.style.ERROR("WOULD DIFFER")
        self.stdout.write(
            f"{subject.name} {verdict}: {found.same} of {found.phases} phases come out the same{left_out}"
        )
        for line in _told(found, tables):
            self.stdout.write(f"  {line}")
        return found


def _all_games() -> Iterator[str]:
    return (f"G{pk}" for pk in Game.objects.order_by("pk").values_list("pk", flat=True))


def _subject(name: str) -> Subject:
    path = Path(name)
    if path.suffix == ".jsonl" or path.is_file():
        return Subject(name, game_files.events(path), lambda phase: None)
    game = game_called(name)
    events = list(eventlog.events(game.pk, last=game.version))
    return Subject(game.label, events, readjudication.server_secrets(game))


def _told(found: Rehearsal, tables: tuple[Tables, ...]) -> Iterator[str]:
    yield from _changes(found.changes)
    for skipped in found.skipped:
        yield from wrapped(f"{skipped.title}: left out, {skipped.why}")
    for difference in found.differences:
        yield from _difference(difference, bool(found.changes))


def _difference(difference: Difference, name_tables: bool) -> Iterator[str]:
    with_tables = {Tables.OWN: " with its own tables", Tables.OURS: " with our tables"}[difference.tables]
    yield f"{difference.title}: differs{with_tables if name_tables else ''} from event {difference.seq} on"
    if difference.stored:
        yield from wrapped(difference.stored, "  the log holds  ", " " * 17)
    yield from wrapped(difference.found, "  now comes out  ", " " * 17)


def _changes(changes: Sequence[engine.CellChange]) -> Iterator[str]:
    """Where the game's tables are not ours: cells by name, whole rows by their number."""
    cells = [f"{c.table}, row {c.row}, {c.column}: {c.game}, ours {c.shipped}" for c in changes if c.column]
    rows = Counter((c.table, "our table" if c.shipped else "its own") for c in changes if not c.column)
    told = [f"{table}: {count} rows that only {whose} has" for (table, whose), count in rows.items()]
    if changes:
        yield "its tables are not ours:"
    if len(cells) > MOST_CELLS:
        told.append(f"and {len(cells) - MOST_CELLS} more cells")
    for words in [*cells[:MOST_CELLS], *told]:
        yield from wrapped(words, "  ")
