"""What verify says of the triggers: of those that are gone, off, or do nothing."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.record import append_only
from tests.games.pocket_rules import PocketRules
from tests.games.record.append_only_kit import contents, counts, reported, rows

__all__ = ["reported", "rows"]
pytestmark = pytest.mark.django_db


def told() -> str:
    return "; ".join(append_only.faults(connection))


def test_sound_triggers_are_not_spoken_of(reported: dict[str, int], rows: list[tuple[object, ...]]) -> None:
    before = contents(), counts()
    assert told() == ""
    assert (contents(), counts()) == before, "nothing that was tried has stayed"


EVERY = [(table, name) for table in append_only.ALL for name in append_only._triggers(connection, table)]


@pytest.mark.parametrize(("table", "name"), EVERY)
def test_each_trigger_that_is_gone_or_empty_is_told(pocket: PocketRules, table: str, name: str) -> None:
    """An empty one bears the same name, on the same table, for the same statement, and does nothing."""
    what = append_only._triggers(connection, table)[name]
    with connection.cursor() as cursor:
        on = f" ON {table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {name}{on}")
        assert f"the trigger {name} is missing" in told()
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
            )
            empty = what.replace(what[what.index("EXECUTE") :], "EXECUTE FUNCTION nothing()")
        else:
            empty = f"{what[: what.index('BEGIN')]} BEGIN SELECT 1; END"
        cursor.execute(f"CREATE TRIGGER {name} {empty}")
        assert f"the trigger {name} is not ours" in told()
        with pytest.raises(CommandError, match="broken: the database"):
            call_command("verify", "--all")


def test_what_is_not_refused_any_more_is_told(
    reported: dict[str, int], rows: list[tuple[object, ...]]
) -> None:
    """Each statement is tried, and taken back."""
    before = contents(), counts()
    append_only.remove(connection)
    said = told()
    for table in append_only.ALL:
        assert f"a DELETE of a row of {table} is not refused" in said
        assert f"an UPDATE of a row of {table} is not refused" in said
        assert (f"a REPLACE of a row of {table} is not refused" in said) is (connection.vendor == "sqlite")
    assert (contents(), counts()) == before


on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL alone")


@on_postgresql
def test_a_trigger_that_is_off_and_a_function_that_does_nothing_are_told(reported: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game DISABLE TRIGGER games_game_no_delete")
        assert "the trigger games_game_no_delete is not ours: it is switched off" in told()
        assert "a DELETE of a row of games_game is not refused" in told()
        cursor.execute("ALTER TABLE games_game ENABLE REPLICA TRIGGER games_game_no_delete")
        assert "the trigger games_game_no_delete is not ours: it is switched off" in told()
        cursor.execute("ALTER TABLE games_game ENABLE TRIGGER games_game_no_delete")
        assert told() == ""
        for function in append_only._BODIES:
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "RETURN NEW; END $$"
            )
            assert f"the function {function}, which the triggers call, is not ours" in told()
        append_only.install(connection)
        assert told() == ""


@on_postgresql
def test_a_session_in_which_no_trigger_fires_is_told(reported: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            assert "a DELETE of a row of games_report is not refused" in told()
        finally:
            cursor.execute("RESET session_replication_role")
    assert told() == "" and counts() == reported
