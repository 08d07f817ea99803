"""What the commands share that rehearse games: where a game is found, and what came of it in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from games.management.game_command import game_called
from games.proof import game_files, readjudication, sights
from games.proof.family_rows import Families
from games.proof.readjudication import Difference, Rehearsal, Secrets, Tables
from games.record import eventlog
from games.record.stored import Stored
from games.reports.layout import wrapped
from rules import engine

MOST_CELLS = 6  # changed cells that are named
PATIENCE = 5  # seconds until the first word of progress


class Subject(NamedTuple):
    """A game to be rehearsed, and where its unrevealed secrets come from."""

    name: str
    events: Sequence[engine.Event]
    secret: Secrets
    rows: Sequence[Stored] = ()  # of a log of form 2, which holds what was shown


def subjects(name: str, *, alone: bool = False) -> Iterator[Subject]:
    """A stored game ("G12") with all that it has called (unless ``alone``), or what is in an exported file.
    Raises UnreadableFile, OSError, CommandError."""
    path = Path(name)
    if path.suffix == ".jsonl" or path.is_file():
        yield from _in_file(name, path)
        return
    top = game_called(name)
    for game in [top] if alone else Families().below(top):
        events = list(eventlog.events(game.pk, last=game.version))
        rows = list(eventlog.rows(game.pk, last=game.version)) if game.form == 2 else []
        yield Subject(game.label, events, readjudication.server_secrets(game), rows)


def _in_file(name: str, path: Path) -> Iterator[Subject]:
    if not game_files.is_exported(path):
        yield Subject(name, game_files.events(path), lambda phase: None)
        return
    files = game_files.read_all(path)
    for file in files:
        label = name if len(files) == 1 else f"{name} {file.head.label}"
        rows = file.rows if file.head.form == 2 else []
        yield Subject(label, game_files.events_of(file), lambda phase: None, rows)


def rehearsed(chosen: Subject, tables: tuple[Tables, ...], tell: Callable[[str], object]) -> Rehearsal:
    """Adjudicate its phases again, and work out again what was shown; what takes long says how far it has
    come."""
    said = time.monotonic()

    def progress(done: int) -> None:
        nonlocal said
        if time.monotonic() - said > PATIENCE:
            said = time.monotonic()
            tell(f"{chosen.name}: at phase {done} ...")

    found = readjudication.rehearse(chosen.events, tables, chosen.secret, progress)
    found.differences += sights.differences(chosen.rows)
    return found


def added(total: Rehearsal, found: Rehearsal) -> None:
    """Count one game's phases to those of the games before."""
    total.phases += found.phases
    total.same += found.same
    total.skipped += found.skipped


def summed_up(found: Rehearsal) -> str:
    """ "7 of 8 phases come out the same, 1 left out"."""
    left_out = f", {len(found.skipped)} left out" if found.skipped else ""
    return f"{found.same} of {found.phases} phases come out the same{left_out}"


def all_summed_up(total: Rehearsal) -> str:
    """The last line, over all games."""
    return (
        f"{total.phases} phases rehearsed: {total.same} come out the same,"
        f" {total.phases - total.same - len(total.skipped)} do not, {len(total.skipped)} left out"
    )


def told(found: Rehearsal) -> Iterator[str]:
    """Which tables have changed, which phases were left out, and which would differ, line by line."""
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
    named = [f"{table}: {count} rows that only {whose} has" for (table, whose), count in rows.items()]
    if changes:
        yield "its tables are not ours:"
    if len(cells) > MOST_CELLS:
        named.append(f"and {len(cells) - MOST_CELLS} more cells")
    for words in [*cells[:MOST_CELLS], *named]:
        yield from wrapped(words, "  ")
