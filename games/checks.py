"""What must be true of the stored games before this version may serve them: ``manage.py check --database
default``, which ``migrate`` runs by itself; and of the server before strangers may play: ``manage.py
check --deploy``.

Every process loads this module, so a check that needs the rules loads them when it is run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from games.clockwork import failpoints
from games.models import Event, Game, GameState, Outage

MOST_NAMED = 5


@register(Tags.security, deploy=True)
def no_failpoint_is_armed(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """What kills a process on purpose belongs into tests."""
    armed = os.environ.get(failpoints.VARIABLE)
    if not armed:
        return []
    what = f"{failpoints.VARIABLE} is set to {armed}: a worker that comes there is killed, for a test"
    return [Warning(what, hint="unset it", id="games.W002")]


@register(Tags.database)
def logs_can_be_read(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Every type and version of event that is stored has a decoder or an upcaster."""
    from rules import engine

    found: list[CheckMessage] = []
    for alias in databases or ():
        if not _migrated(alias, Event):
            continue
        kinds = (
            Event.objects.using(alias).order_by("type", "version").values_list("type", "version").distinct()
        )
        lost = [f"{kind} version {version}" for kind, version in kinds if not engine.readable(kind, version)]
        if lost:
            what = f"the log holds events that this version of the server cannot read: {', '.join(lost)}"
            found.append(
                Error(what, hint="run a version at least as new as the one that wrote them", id="games.E001")
            )
    return found


@register(Tags.database)
def games_can_be_played(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Every game that is not over is pinned to rules and tables that this server has."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        if not _migrated(alias, Game):
            continue
        lost: dict[str, list[str]] = {}
        for label, missing in _missing(alias):
            lost.setdefault(missing, []).append(label)
        for missing, labels in lost.items():
            named = ", ".join(labels[:MOST_NAMED]) + (
                f" and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else ""
            )
            found.append(
                Warning(
                    f"{named}: {missing}",
                    hint=(
                        "they stop at their next phase; run the version that they were begun with until "
                        "they are over"
                    ),
                    id="games.W001",
                )
            )
    return found


@register(Tags.database)
def scenarios_can_be_played(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Every scenario file can be read. None of them stands in the database: they are looked at here because
    only this kind of check is run when there is time for it."""
    from rules import engine

    hint = "it is not offered for new games; mend the file"
    return [
        Warning(words, hint=hint, id="games.W004")
        for words in engine.faulty_scenarios().values()
        if databases
    ]


@register(Tags.database)
def marks_are_there(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Where marks are to be kept there are some, and they are ours: or else nobody knows whether a copy
    was restored."""
    from games.play import restores

    if "default" not in (databases or ()) or not _migrated("default", Outage):
        return []
    unanswered = restores.unanswered()
    return [Warning(unanswered, hint=restores.COMMANDS, id="games.W003")] if unanswered else []


def _missing(alias: str) -> list[tuple[str, str]]:
    """The games that cannot go on, and why."""
    from rules import engine

    going_on = Game.objects.using(alias).exclude(state__in=(GameState.OVER, GameState.MOVED))
    first = Event.objects.using(alias).filter(seq=1, game__in=going_on).order_by("game_id")
    found = []
    columns = ("game_id", "game__called", "type", "version", "data")
    for key, called, kind, version, data in first.values_list(*columns).iterator():
        label = f"G{called or key}"
        try:
            event = engine.decode(kind, version, bytes(data))
        except engine.UnknownEvent as error:
            found.append((label, str(error)))
            continue
        if isinstance(event, engine.Created) and (missing := engine.missing_rules(event.setup)):
            found.append((label, missing))
    return found


def _migrated(alias: str, model: type[Event | Game | Outage]) -> bool:
    """Whether the table of a model is there with all its columns: these checks run before a migration too."""
    look, table = connections[alias].introspection, model._meta.db_table
    with connections[alias].cursor() as cursor:
        if table not in look.table_names(cursor):
            return False
        there = {column.name for column in look.get_table_description(cursor, table)}
    return there >= {field.column for field in model._meta.concrete_fields}
