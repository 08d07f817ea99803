"""verify: whatever byte of the stored past is changed, it fails and names the place. On SQLite
and PostgreSQL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.models import Command, Game
from games.play import adjudication
from games.proof import export, verification
from games.proof.verification import Fault
from games.record import append_only, chaining, eventlog
from rules import engine
from tests.games.kit import a_game, a_game_of_captains, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.proof.forgery_kit import fault_of, forged, game, naked_log, place, rechain, write

__all__ = ["game", "naked_log"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("form_one")]


def test_a_sound_game_is_sound(game: Game) -> None:
    found = verification.check(game)
    assert (found.events, found.phases, found.dice, found.unrevealed) == (game.version, 2, 4, 0)
    assert found.head == game.head


def test_a_finished_game_is_sound(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    for _ in range(PocketRules.phases):
        adjudication.attend(game.pk)
    found = verification.check(again(game))
    assert (found.phases, found.dice) == (6, 12)


def test_every_single_byte_counts(game: Game, naked_log: None) -> None:
    """Each byte of each stored field of each event, one at a time: caught, and the place is named."""
    rows = list(eventlog.rows(game.pk))
    tried = 0
    for row in rows:
        for column in ("data", "hash", "type", "command_id"):
            value = getattr(row, column)
            for index in range(len(value)):
                if isinstance(value, bytes):
                    changed: Any = value[:index] + bytes([value[index] ^ 1]) + value[index + 1 :]
                else:
                    changed = value[:index] + chr(ord(value[index]) ^ 1) + value[index + 1 :]
                tried += 1
                assert _caught(game, row.seq, column, changed), (row.seq, column, index)
        for column in ("version", "recorded_us"):
            for bit in range(0, 40, 8):
                changed = getattr(row, column) ^ (1 << bit)
                if column == "version" and changed > 2**31 - 1:
                    continue  # no column of PostgreSQL holds it
                tried += 1
                assert _caught(game, row.seq, column, changed), (row.seq, column, bit)
    assert tried > 1500
    assert fault_of(game) is None, "every change was taken back"


def _caught(game: Game, seq: int, column: str, changed: Any) -> bool:
    """Change a value, look whether the fault is found in its event, and change it back."""
    with transaction.atomic():
        point = transaction.savepoint()
        write(f"UPDATE games_event SET {column} = %s WHERE game_id = %s AND seq = %s", changed, game.pk, seq)
        found = fault_of(game)
        transaction.savepoint_rollback(point)
    return found == (seq, Fault.CONTENT)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases keep to their column types")
@pytest.mark.parametrize("value", [5, None, "words", -1, 2**62])
def test_values_of_the_wrong_kind_are_faults_not_crashes(game: Game, naked_log: None, value: Any) -> None:
    for column in ("data", "hash", "type", "version", "command_id", "recorded_us"):
        with transaction.atomic():
            point = transaction.savepoint()
            write("PRAGMA ignore_check_constraints=ON")
            try:
                write(f"UPDATE games_event SET {column} = %s WHERE game_id = %s AND seq = 5", value, game.pk)
            except Exception as error:
                assert "constraint" in str(error).lower() or "NOT NULL" in str(error)
            else:
                found = fault_of(game)
                assert found is not None and found[0] == 5, (column, value, found)
            transaction.savepoint_rollback(point)


def test_a_lost_event_is_missed(game: Game, naked_log: None) -> None:
    write("DELETE FROM games_event WHERE game_id = %s AND seq = 5", game.pk)
    assert fault_of(game) == (5, Fault.MISSING)


def test_a_cut_tail_is_missed(game: Game, naked_log: None) -> None:
    write("DELETE FROM games_event WHERE game_id = %s AND seq = %s", game.pk, game.version)
    assert fault_of(game) == (game.version, Fault.TRUNCATED)


def test_an_event_too_many_is_seen(game: Game, naked_log: None) -> None:
    last = list(eventlog.rows(game.pk))[-1]
    record = engine.Record(last.type, last.version, last.data)
    seq = game.version + 1
    digest = chaining.link(game.uuid, last.hash, seq, last.recorded_us, last.command_id, record)
    eventlog.insert(game.pk, [last._replace(seq=seq, hash=digest)])
    assert fault_of(game) == (seq, Fault.EXTRA)


def test_a_game_that_goes_on_meanwhile_is_sound(game: Game) -> None:
    stale = again(game)
    file(game, "normans")
    adjudication.attend(game.pk)
    assert verification.check(stale).events == stale.version


def test_an_event_before_the_first_is_seen(game: Game, naked_log: None) -> None:
    first = next(eventlog.rows(game.pk))
    eventlog.insert(game.pk, [first._replace(seq=0)])
    assert fault_of(game) == (1, Fault.EXTRA)


def test_two_events_that_change_places_are_seen(game: Game, naked_log: None) -> None:
    for seq, to in ((5, 999), (6, 5), (999, 6)):
        write("UPDATE games_event SET seq = %s WHERE game_id = %s AND seq = %s", to, game.pk, seq)
    assert fault_of(game) == (5, Fault.ORDER)


def test_events_of_another_game_do_not_fit(game: Game, pocket: PocketRules, naked_log: None) -> None:
    other = a_game()
    write("DELETE FROM games_event WHERE game_id = %s", other.pk)
    for row in list(eventlog.rows(game.pk)):
        eventlog.insert(other.pk, [row])
    Game.objects.filter(pk=other.pk).update(version=game.version, head_hash=game.head_hash)
    assert fault_of(other) == (1, Fault.FOREIGN_FORK)


def test_a_head_of_its_own_is_seen(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(head_hash=b"\0" * 32)
    assert fault_of(game) == (game.version, Fault.FOREIGN_FORK)


def test_a_command_that_denies_its_events_is_seen(game: Game, naked_log: None) -> None:
    Command.objects.filter(game=game, command_id="create").delete()
    assert fault_of(game) == (1, Fault.COMMAND)


# a forger who computes the whole chain anew


def test_a_loaded_die_is_found_behind_a_perfect_chain(game: Game, naked_log: None) -> None:
    seq = place(game, "die_rolled")
    face = json.loads(next(eventlog.rows(game.pk, seq)).data)["face"]
    rechain(game, forged("die_rolled", face=face % 10 + 1))
    assert fault_of(game) == (seq, Fault.DIE)


def test_a_renamed_die_is_found(game: Game, naked_log: None) -> None:
    rechain(game, forged("die_rolled", name="p1/GUI-6.2/somebody//1", sides=10_000))
    assert fault_of(game) == (place(game, "die_rolled"), Fault.DIE)


def test_another_secret_does_not_lead_to_the_commitment(game: Game, naked_log: None) -> None:
    rechain(game, forged("secret_revealed", secret="00" * 32))
    assert fault_of(game) == (place(game, "secret_revealed"), Fault.COMMITMENT)


def test_another_commitment_does_not_fit_the_secrets(game: Game, naked_log: None) -> None:
    setup = json.loads(next(eventlog.rows(game.pk)).data)["setup"]
    rechain(game, forged("pocket_created", setup={**setup, "commitment": "11" * 32}))
    Game.objects.filter(pk=game.pk).update(commitment="11" * 32)
    assert fault_of(game) == (place(game, "secret_revealed"), Fault.COMMITMENT)


def test_orders_changed_afterwards_are_not_those_that_were_promised(game: Game, naked_log: None) -> None:
    rechain(game, forged("orders_accepted", orders=["HOLD the tent"]))
    assert fault_of(game) == (place(game, "orders_accepted"), Fault.ESCROW)


def test_a_phase_closed_over_other_orders_is_found(game: Game, naked_log: None) -> None:
    rechain(game, forged("phase_closed", sheets="00" * 32))
    assert fault_of(game) == (place(game, "phase_closed"), Fault.CONTENT)


def test_a_promise_in_the_games_row_that_is_not_the_logs_is_found(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(commitment="11" * 32)
    assert fault_of(game) == (1, Fault.COMMITMENT)


def test_a_digest_that_replay_does_not_give_is_found(game: Game, naked_log: None) -> None:
    rechain(game, forged("phase_ended", digest="22" * 32))
    assert fault_of(game) == (place(game, "phase_ended"), Fault.DIGEST)


def test_what_this_code_cannot_read_is_named(game: Game, naked_log: None) -> None:
    rechain(game, forged("phase_ended", number="three"))
    assert fault_of(game) == (place(game, "phase_ended"), Fault.UNREADABLE)


# the commands


def test_verify_prints_a_line_for_each_game_and_fails_for_the_broken_one(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    other = a_game()
    call_command("verify", "--all")
    said = capsys.readouterr().out
    assert f"{game.label} ok: {game.version} events, 2 phases, 4 dice" in said and f"{other.label} ok" in said
    append_only.remove(connection)
    write("UPDATE games_event SET recorded_us = recorded_us + 1 WHERE game_id = %s AND seq = 3", game.pk)
    append_only.install(connection)
    with pytest.raises(CommandError, match=rf"broken: {game.label}$"):
        call_command("verify", "--all")
    said = capsys.readouterr().out
    assert f"{game.label} BROKEN at event 3: content" in said and f"{other.label} ok" in said
    call_command("verify", other.label)


def test_verify_proves_the_record_and_with_rules_the_rules_too(
    game: Game, pocket: PocketRules, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    call_command("export", game.label, output=file)
    call_command("verify", "--all", "--rules")
    said = capsys.readouterr().out
    assert f"{game.label} ok: " in said and "\n  2 of 2 phases come out the same\n" in said
    assert (
        "the record: 1 game, whole" in said and "the rules: 2 phases rehearsed: 2 come out the same" in said
    )
    pocket.phases = 1  # other rules: it would have been over
    call_command("verify", "--all")
    assert "rehearsed" not in capsys.readouterr().out, "the record says nothing of the rules"
    for name in (game.label, str(file)):
        with pytest.raises(CommandError, match=f"^would not come out the same: {name}$"):
            call_command("verify", name, rules=True)
        said = capsys.readouterr().out
        assert "WOULD DIFFER: 0 of 2 phases" in said and "the record: 1 game, whole" in said
    Game.objects.filter(pk=game.pk).update(turn=9)
    with pytest.raises(CommandError, match=rf"^broken: {game.label}; would not come out the same: {file}$"):
        call_command("verify", game.label, str(file), rules=True)
    assert "the record: 2 games, broken: G" in capsys.readouterr().out


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases keep to their column types")
@pytest.mark.parametrize(
    "column", ["phase", "outcome", "options", "phase_due", "deadline_hours", "nonce", "created"]
)
def test_rows_of_the_wrong_kind_are_told(game: Game, column: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = a_game()
    write("PRAGMA ignore_check_constraints=ON")
    try:
        write(f"UPDATE games_game SET {column} = %s WHERE id = %s", "x" * 40, game.pk)
    finally:
        write("PRAGMA ignore_check_constraints=OFF")
    with pytest.raises(CommandError, match=rf"broken: {game.label}$"):
        call_command("verify", "--all")
    said = capsys.readouterr().out
    assert f"{game.label} BROKEN" in said and f"{other.label} ok" in said
    write(
        "UPDATE games_game SET created = '2026-01-01 00:00:00', nonce = x'00', phase_due = NULL WHERE id = "
        "%s",
        game.pk,
    )


@pytest.mark.parametrize("label", ["", "X1", "G999999", "G²"])
def test_verify_knows_what_is_no_game(pocket: PocketRules, label: str) -> None:
    with pytest.raises(CommandError):
        call_command("verify", label)


def test_the_export_is_canonical_and_holds_the_whole_log(game: Game) -> None:
    written = b"".join(export.lines(game))
    assert written == b"".join(export.lines(again(game)))
    head, *events = [json.loads(line) for line in written.splitlines()]
    assert (head["head"], head["events"], head["uuid"]) == (game.head, game.version, str(game.uuid))
    assert [e["seq"] for e in events] == list(range(1, game.version + 1))
    assert events[-1]["hash"] == game.head
    assert b"anna@example.org" not in written and b"Anna" not in written


def test_an_exported_file_can_be_checked_without_the_server(game: Game) -> None:
    """Chain and dice recomputed from the file with the standard library alone."""
    import hashlib
    import hmac
    import struct
    import uuid

    head, *events = [json.loads(line) for line in export.lines(game)]
    previous = hashlib.sha256(b"pbem-genesis-1" + uuid.UUID(head["uuid"]).bytes).digest()
    sheets, faces = "", []
    for e in events:
        data, kind, command = e["data"].encode(), e["type"].encode(), e["command"].encode()
        previous = hashlib.sha256(
            b"pbem-log-1" + uuid.UUID(head["uuid"]).bytes
            + struct.pack(">Q32sQ", e["seq"], previous, e["recorded_us"])
            + struct.pack(">I", len(command)) + command + struct.pack(">I", len(kind)) + kind
            + struct.pack(">II", e["version"], len(data)) + data
        ).digest()  # fmt: skip
        assert previous.hex() == e["hash"]
        content = json.loads(data)
        if e["type"] == "phase_closed":
            sheets, faces = content["sheets"], []
        elif e["type"] == "die_rolled":
            faces.append(content)
        elif e["type"] == "secret_revealed":
            key = hmac.new(
                bytes.fromhex(content["secret"]),
                f"pbem-phase-1/{content['phase']}//{sheets}".encode(),
                hashlib.sha256,
            ).digest()
            for die in faces:
                number = hmac.new(key, f"{die['name']}#0".encode(), hashlib.sha256).digest()[:8]
                assert int.from_bytes(number, "big") % die["sides"] + 1 == die["face"]
    assert previous.hex() == head["head"]
