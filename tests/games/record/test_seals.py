"""Seals: under the server's key, over everything that a row says; and what there was before
seals gets one."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Command, Event, Game, OutboundMail, Report
from games.play import adjudication
from games.proof import consistency
from games.record import append_only, eventlog, seals
from tests.games.kit import a_game, again
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle
from tests.games.proof.forgery_kit import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = a_battle()
    adjudication.close_phase(again(game), "deadline")
    return again(game)


def head_of(row: Command) -> bytes:
    return eventlog.head_at(row.game_id, row.last_seq) or b""


def test_what_the_server_writes_is_sealed(game: Game) -> None:
    commands, reports = game.commands.all(), game.reports.all()
    assert len(commands) == 2 and len(reports) == 5 and OutboundMail.objects.count() == 3
    assert all(seals.command_holds(game.uuid, row, head_of(row)) for row in commands)
    assert all(seals.report_holds(game.uuid, row) for row in reports)
    assert all(seals.mail_holds(row) for row in OutboundMail.objects.all())


def changed(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case bytes():
            return value + b"x"
        case None:
            return 1
        case dict():
            return {**value, "x": 1}
    return value.replace(year=value.year - 1)


def test_every_column_of_a_report_counts(game: Game) -> None:
    row = game.reports.exclude(adjudication=None).select_related("adjudication")[0]
    for field in Report._meta.concrete_fields:
        if field.attname not in ("id", "game_id", "adjudication_id"):
            before = getattr(row, field.attname)
            setattr(row, field.attname, changed(before))
            assert not seals.report_holds(game.uuid, row), field.attname
            setattr(row, field.attname, before)
    assert seals.report_holds(game.uuid, row) and not seals.report_holds(a_battle().uuid, row)
    row.adjudication = None
    assert not seals.report_holds(game.uuid, row)


# the work of sending, and what belongs to a person: these change, or can be deleted
OF_SENDING = {
    "id", "seal", "to", "said", "changed", "in_reply_to_id", "state", "attempts", "due_at", "lease_until",
    "lease_token", "accepted_at", "provider_id", "in_doubt_since", "possible_duplicates", "told_at",
    "last_error", "rung_at",
}  # fmt: skip


def test_every_column_of_a_mail_counts_but_those_of_sending_it(game: Game) -> None:
    row = OutboundMail.objects.all()[0]
    for field in OutboundMail._meta.concrete_fields:
        before = getattr(row, field.attname)
        setattr(row, field.attname, changed(before))
        assert seals.mail_holds(row) is (field.attname in OF_SENDING - {"seal"}), field.attname
        setattr(row, field.attname, before)


def test_every_column_of_a_command_counts(game: Game) -> None:
    row = game.commands.all()[0]
    head = head_of(row)
    for field in Command._meta.concrete_fields:
        if field.attname not in ("id", "game_id"):
            before = getattr(row, field.attname)
            setattr(row, field.attname, changed(before))
            assert not seals.command_holds(game.uuid, row, head), field.attname
            setattr(row, field.attname, before)
    assert not seals.command_holds(game.uuid, row, bytes(32))
    assert not seals.command_holds(a_battle().uuid, row, head)


def test_values_cannot_change_places_with_each_other() -> None:
    assert (
        len({seals._joined(*values) for values in (("a", "b"), ("ab", ""), ("", "ab"), ("a", None, "b"))})
        == 4
    )
    assert len({seals._joined(value) for value in (1, "1", b"1", None, "", b"")}) == 6


def test_an_outcome_is_sealed_whatever_it_is(pocket: PocketRules) -> None:
    game = a_game()
    [event] = eventlog.events(game.pk, 2, 2)
    told = {"b": [1, 2.5, None, True], "a": {"ü": "é", "d": "x"}}
    eventlog.append(game.pk, game.version, [event], "test", outcome=told)
    row = Command.objects.get(command_id="test")
    assert row.outcome == told and seals.command_holds(game.uuid, row, head_of(row))


def test_an_older_key_of_the_server_still_counts_and_a_lost_one_is_told(game: Game, settings: Any) -> None:
    key = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a newer key", [key]
    assert not consistency.compared(game.pk)
    adjudication.close_phase(again(game), "deadline")
    assert not consistency.compared(game.pk)
    settings.SECRET_KEY_FALLBACKS = []
    found = " ".join(map(str, consistency.compared(game.pk)))
    assert "PBEM_SECRET_KEY_FALLBACKS" in found and "does not lead to the promise" in found


def test_what_there_was_before_seals_is_sealed_by_the_migration(game: Game) -> None:
    append_only.remove(connection)
    for table in ("games_command", "games_report", "games_outboundmail"):
        write(f"UPDATE {table} SET seal = NULL")
    append_only.install(connection)
    with pytest.raises(CommandError, match=f"broken: {game.label}"):
        call_command("verify", "--all")
    migration = importlib.import_module("games.migrations.0017_seals")
    connection.check_constraints()
    migration.seal(apps, SimpleNamespace(connection=connection))
    call_command("verify", "--all")
    assert append_only.installed(connection) and Event.objects.exists()
