"""What a PostgreSQL role needs that runs the server without owning its tables.

Triggers refuse changes of the log to everybody, but their owner can switch them off. A server that connects
as another role cannot: it may read the log and add to it, and the database itself refuses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.apps import apps
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, Model

from games.models import Adjudication, Letter, Report, SeatRequest, SeenCall, Snapshot, Tally
from games.record import append_only

READ = "SELECT"
APPEND = "SELECT, INSERT"
KEEP = "SELECT, INSERT, UPDATE"
CLEAR = "SELECT, INSERT, UPDATE, DELETE"

# nothing changes in reports and in the index of adjudications either; triggers only keep their rows from
# being deleted
_WRITTEN_ONCE = {*(model._meta.db_table for model in (Adjudication, Report)), *append_only.TABLES}
# caches, counts and requests that grow old, personal words
_MAY_GO = (Letter, SeatRequest, SeenCall, Snapshot, Tally)
_ROLE = re.compile(r"[a-z_][a-z0-9_]{0,62}")


def statements(role: str) -> Iterator[str]:
    """The SQL that gives ``role`` what it needs and takes from it what it had beyond that; to be run by the
    owner of the tables, again after each migration. Raises ValueError for what is no plain name of a role."""
    if not _ROLE.fullmatch(role):
        raise ValueError(f"{role!r} is no name for a role: small letters, digits and underscores")
    yield f"GRANT USAGE ON SCHEMA public TO {role};"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role};"
    yield f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role};"
    yield f"GRANT {READ} ON {MigrationRecorder.Migration._meta.db_table} TO {role};"
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        yield f"GRANT {rights(model)} ON {table} TO {role};"
        if isinstance(model._meta.pk, AutoField):
            # the number of an imported game is skipped by its sequence: that is an update
            more = ", UPDATE" if table == "games_game" else ""
            yield f"GRANT USAGE, SELECT{more} ON SEQUENCE {table}_id_seq TO {role};"


def rights(model: type[Model]) -> str:
    """What the server does with the rows of a table. No game loses a row but by the hand of its owner."""
    if model._meta.db_table in _WRITTEN_ONCE:
        return APPEND
    may_go = model in _MAY_GO or model._meta.app_label != "games"
    return CLEAR if may_go else KEEP
