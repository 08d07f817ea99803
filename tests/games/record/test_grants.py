"""A PostgreSQL role that owns nothing: the server plays with it, and it cannot change the log
by any means."""

from __future__ import annotations

from typing import NamedTuple

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.record import append_only, chaining, grants
from tests.games.installation import Installation
from tests.games.record.append_only_kit import TABLES

ROLE = "pbem_server"
pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="brings a PostgreSQL of its own"),
]


class Server(NamedTuple):
    owner: str
    role: str
    said: str  # by the server, while it played as the role


@pytest.fixture(scope="module")
def server(server_url: str, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that migrates as the owner, and then plays a few phases as the role."""
    role_url = server_url.replace("postgres:", f"{ROLE}:", 1)
    assert role_url != server_url
    var, said = tmp_path_factory.mktemp("var"), []
    with (
        psycopg.connect(server_url, autocommit=True) as owner,
        Installation(server_url, var) as owners,
        Installation(role_url, var) as roles,
    ):

        def manage(*command: str, given: str = "") -> None:
            done = roles.run(*command, given=given)
            assert done.status == 0, f"{command}: {done}"
            said.append(done.out + done.err)

        owner.execute(f"CREATE ROLE {ROLE} LOGIN")
        owners("migrate", "-v", "0")
        owner.execute(owners("grants", ROLE).encode())
        seats = ("--seat", "normans=captain:bold", "--seat", "lombards=captain:bold")
        manage("creategame", "orchard", *seats)
        manage("creategame", "spears", "--seat", "normans=Anna:anna@example.org")
        letter = "From: anna@example.org\nTo: orders@in.example.org\nMessage-ID: <1@example.org>\n\nHelp!\n"
        manage("pipemail", "--sender", "anna@example.org", "orders@in.example.org", given=letter)
        for _ in range(4):
            manage("sweep")
        manage("export", "G1", "-o", str(var / "G1.jsonl"))
        manage("fork", "G1", "--at", "2")
        manage("verify", "--all")
    return Server(server_url, role_url, "".join(said))


def test_the_server_plays_as_that_role(server: Server) -> None:
    assert "ProgrammingError" not in server.said and "permission denied" not in server.said
    assert "G1 ok" in server.said and "triggers" not in server.said
    with psycopg.connect(server.owner) as owner:

        def count(what: str) -> int:
            [(found,)] = owner.execute(f"SELECT count(*) FROM {what}".encode()).fetchall()
            return int(found)

        assert count("games_event") > 100 and count("games_adjudication") >= 4 and count("games_report") >= 8
        assert count("games_command") >= 4 and count("games_game") == 3
        assert count("games_inboundmail WHERE state <> 'unread'") == 1


FORBIDDEN = [
    *(
        statement.format(table=table, change=TABLES[table].change, columns=TABLES[table].columns)
        for table in append_only.TABLES
        for statement in (
            "UPDATE {table} SET {change}",
            "DELETE FROM {table}",
            "TRUNCATE {table} CASCADE",
            (
                "INSERT INTO {table} ({columns}) SELECT {columns} FROM {table} ON CONFLICT (id) DO UPDATE "
                "SET {change}"
            ),
            "ALTER TABLE {table} DISABLE TRIGGER ALL",
            "ALTER TABLE {table} DISABLE TRIGGER {table}_no_change",
            "ALTER TABLE {table} RENAME TO elsewhere",
            "ALTER TABLE {table} OWNER TO pbem_server",
            "ALTER TABLE {table} DROP CONSTRAINT {table}_pkey CASCADE",
            "DROP TRIGGER {table}_no_change ON {table}",
            "CREATE OR REPLACE TRIGGER {table}_no_change BEFORE UPDATE ON {table} FOR EACH ROW"
            " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "CREATE RULE sly AS ON INSERT TO {table} DO INSTEAD NOTHING",
            "DROP TABLE {table} CASCADE",
            "LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE",
            "SELECT * FROM {table} FOR UPDATE",
        )
    ),
    "SET session_replication_role = replica",
    (
        "CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN "
        "NEW; END'"
    ),
    "DROP FUNCTION games_refuse_change() CASCADE",
    "TRUNCATE games_game CASCADE",
    "DELETE FROM games_game",
    "DELETE FROM games_outboundmail",
    "UPDATE games_report SET key = 'x'",
    "UPDATE games_adjudication SET key = 'x'",
    "UPDATE pg_trigger SET tgenabled = 'D'",
    "SET ROLE postgres",
    "DROP SCHEMA public CASCADE",
    "CREATE TABLE games_more (id integer)",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999', now())",
    "COPY games_event TO PROGRAM 'cat'",
    "SELECT setval('games_event_id_seq', 1)",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_that_role_is_refused(server: Server, statement: str) -> None:
    with psycopg.connect(server.role) as session:
        before = session.execute("SELECT count(*), max(encode(hash, 'hex')) FROM games_event").fetchone()
        session.commit()
        with pytest.raises(
            (psycopg.errors.InsufficientPrivilege, psycopg.errors.ObjectNotInPrerequisiteState)
        ):
            session.execute(statement.encode())
        session.rollback()
        assert (
            session.execute("SELECT count(*), max(encode(hash, 'hex')) FROM games_event").fetchone() == before
        )


def test_what_that_role_can_still_do_is_found_out_by_the_chain(server: Server) -> None:
    """Add events and move the head of a game: the server must. What is then forged does not verify."""
    from games.record import eventlog

    with psycopg.connect(server.role) as session:
        session.execute(
            "INSERT INTO games_event (game_id, seq, type, version, data, command_id, recorded_us, hash)"
            " SELECT game_id, version + 1, 'rain', 1, '{}', 'forged', 0, head_hash FROM games_game WHERE id "
            "= 1 RETURNING seq".replace("SELECT game_id", "SELECT id")
        )
        moved = session.execute(
            "UPDATE games_game SET version = version + 1 WHERE id = 1 RETURNING head_hash, uuid"
        )
        head, uuid = moved.fetchall()[0]
        [(forged,)] = session.execute("SELECT hash FROM games_event WHERE type = 'rain'").fetchall()
        link = chaining.link(uuid, bytes(head), 1, 0, "forged", eventlog.engine.Record("rain", 1, b"{}"))
        assert bytes(forged) != link
        session.rollback()


def test_every_table_has_its_grant() -> None:
    said = "\n".join(grants.statements(ROLE))
    for table in connection.introspection.django_table_names():
        assert f" ON {table} TO {ROLE};" in said, table
    for table in append_only.TABLES:
        assert f"GRANT SELECT, INSERT ON {table} TO {ROLE};" in said


@pytest.mark.parametrize("role", ["", "x; DROP TABLE y", "Upper", '"quoted"', "a" * 64, "1a"])
def test_a_strange_role_is_refused(role: str) -> None:
    with pytest.raises(CommandError, match="no name for a role"):
        call_command("grants", role)
