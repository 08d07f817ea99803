"""The event log: conditional append, commands, chain, replay. Runs on SQLite and PostgreSQL."""

from __future__ import annotations

import hashlib
import struct
import threading
from typing import Any

import pytest
from django.db import connection

from games.models import Command, Event, Game, OutboundMail
from games.record import chaining, eventlog, roots
from games.record.eventlog import Conflict
from rules import engine
from tests.games.kit import a_game, again
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def note(words: str = "rain") -> engine.Event:
    return engine.DeadlineExtended(phase=1, seats=("normans",), reason=words)


def test_a_new_game_has_its_first_events_in_the_log(pocket: PocketRules) -> None:
    game = a_game()
    assert [row.type for row in eventlog.rows(game.pk)] == ["pocket_created", "phase_opened"]
    assert game.version == 2
    assert bytes(game.head_hash) == list(eventlog.rows(game.pk))[-1].hash
    battle, version = eventlog.load(game.pk)
    assert (battle.phase, battle.side, version) == (1, "normans", 2)


@pytest.mark.usefixtures("form_one")
def test_the_hash_covers_every_field_in_the_written_layout(pocket: PocketRules) -> None:
    game = a_game()
    eventlog.append(game.pk, 2, [note()], "once")
    before, row = list(eventlog.rows(game.pk))[-2:]
    command, kind = b"once", b"deadline_extended"
    content = (
        b"pbem-log-1"
        + game.uuid.bytes
        + struct.pack(">Q", 3)
        + before.hash
        + struct.pack(">Q", row.recorded_us)
        + struct.pack(">I", 4)
        + command
        + struct.pack(">I", len(kind))
        + kind
        + struct.pack(">II", 1, len(row.data))
        + row.data
    )
    assert row.hash == hashlib.sha256(content).digest()
    first = next(eventlog.rows(game.pk))
    genesis = hashlib.sha256(b"pbem-genesis-1" + game.uuid.bytes).digest()
    record = engine.Record(first.type, first.version, first.data)
    assert first.hash == chaining.link(game.uuid, genesis, 1, first.recorded_us, "create", record)


def test_an_append_moves_version_and_head_together(pocket: PocketRules) -> None:
    game = a_game()
    done = eventlog.append(game.pk, 2, [note("rain"), note("snow")], "weather", outcome={"told": True})
    assert (done.first_seq, done.last_seq, done.outcome, done.repeated) == (3, 4, {"told": True}, False)
    after = again(game)
    assert after.version == 4
    assert bytes(after.head_hash) == list(eventlog.rows(game.pk))[-1].hash
    assert [e.reason for e in eventlog.events(game.pk, 3)] == ["rain", "snow"]  # type: ignore[attr-defined]


def test_a_stale_version_is_a_conflict_and_writes_nothing(pocket: PocketRules) -> None:
    game = a_game()
    eventlog.append(game.pk, 2, [note("first")], "a")
    for version in (0, 1, 2, 4):
        with pytest.raises(Conflict):
            eventlog.append(game.pk, version, [note("second")], "b")
    assert again(game).version == 3
    assert not Command.objects.filter(command_id="b").exists()


def test_the_same_command_again_gets_the_first_outcome_and_does_nothing(pocket: PocketRules) -> None:
    game = a_game()
    first = eventlog.append(game.pk, 2, [note()], "mail:1", outcome={"n": 1})
    calls: list[Any] = []
    for version in (2, 3):
        second = eventlog.append(
            game.pk, version, [note(), note()], "mail:1", outcome={"n": 2}, effects=calls.append
        )
        assert second == first._replace(repeated=True)
    assert (again(game).version, calls) == (3, [])


def test_two_games_may_have_the_same_command(pocket: PocketRules) -> None:
    one, other = a_game(), a_game()
    eventlog.append(one.pk, 2, [note()], "same")
    assert not eventlog.append(other.pk, 2, [note()], "same").repeated


@pytest.mark.parametrize("command_id", ["", "x" * 201])
def test_a_command_without_a_usable_name_is_refused(pocket: PocketRules, command_id: str) -> None:
    with pytest.raises(ValueError):
        eventlog.append(a_game().pk, 2, [note()], command_id)


def test_an_empty_append_is_refused(pocket: PocketRules) -> None:
    with pytest.raises(ValueError):
        eventlog.append(a_game().pk, 2, [], "nothing")


def test_effects_that_fail_take_the_events_with_them(pocket: PocketRules) -> None:
    game = a_game()

    def effects(done: eventlog.Appended) -> None:
        assert again(game).version == 3, "the rows are already there inside the transaction"
        raise RuntimeError("the report could not be written")

    with pytest.raises(RuntimeError):
        eventlog.append(game.pk, 2, [note()], "x", effects=effects)
    assert again(game).version == 2
    assert Event.objects.filter(game=game).count() == 2
    assert not Command.objects.filter(game=game, command_id="x").exists()
    assert not OutboundMail.objects.exists()


def test_a_part_of_the_log_can_be_read_and_replayed(pocket: PocketRules) -> None:
    game = a_game()
    eventlog.append(
        game.pk, 2, [engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD",), standing=())], "o"
    )
    assert eventlog.load(game.pk, 2).battle.sheets == {}
    assert eventlog.load(game.pk, 3).battle.sheets == {"normans": ("HOLD",)}
    assert [row.seq for row in eventlog.rows(game.pk, 2, 3)] == [2, 3]


def test_a_game_in_memory_is_the_game_in_the_log(pocket: PocketRules) -> None:
    """Whatever was loaded before, in whatever order, loading gives what replaying the log gives."""
    game = a_game()
    for count in range(2, 8):
        order = engine.OrdersAccepted(seat="normans", phase=1, orders=(f"HOLD {count}",), standing=())
        eventlog.append(game.pk, count, [order], f"o{count}")
    for version in (8, 3, 5, 8, 2, 7, 8):
        loaded = eventlog.load(game.pk, version).battle
        assert engine.digest(loaded) == engine.digest(engine.replay(eventlog.events(game.pk, last=version)))
        loaded.sheets["arabs"] = ("a loaded battle is the caller's own",)


def test_where_an_adjudication_began_stays_at_hand(
    pocket: PocketRules, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for by the next report, when newer states have been loaded; and the log has to agree."""
    game = a_game()
    for count in range(2, 5):
        order = engine.OrdersAccepted(seat="normans", phase=1, orders=(f"HOLD {count}",), standing=())
        eventlog.append(game.pk, count, [order], f"o{count}")
    began = eventlog.load(game.pk, 3).battle
    eventlog.keep_begun(game.pk, 3)
    eventlog.keep_begun(game.pk, 2)  # which is not at hand
    for newer in (4, 5):
        eventlog.load(game.pk, newer)
    with django_assert_num_queries(1):  # whether it is still in the log
        again = eventlog.load(game.pk, 3).battle
    assert engine.digest(again) == engine.digest(began)
    assert eventlog._kept[game.pk].version == 5
    kept = eventlog._kept[game.pk]
    assert kept.begun is not None and kept.begun.begun is None
    false = kept.begun._replace(hash=b"another past")
    monkeypatch.setitem(eventlog._kept, game.pk, kept._replace(begun=false))
    false.battle.sheets["normans"] = ("B",)
    assert engine.digest(eventlog.load(game.pk, 3).battle) == engine.digest(began)


def test_a_memory_of_another_log_is_not_believed(pocket: PocketRules) -> None:
    """Restored from a backup, say: the same number, another past."""
    game = a_game()
    eventlog.append(
        game.pk, 2, [engine.OrdersAccepted(seat="normans", phase=1, orders=("A",), standing=())], "a"
    )
    assert eventlog.load(game.pk).battle.sheets == {"normans": ("A",)}
    eventlog._kept[game.pk] = eventlog._kept[game.pk]._replace(hash=b"another past")
    eventlog._kept[game.pk].battle.sheets["normans"] = ("B",)
    assert eventlog.load(game.pk).battle.sheets == {"normans": ("A",)}


def test_only_so_many_games_are_kept_in_memory(pocket: PocketRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eventlog, "_MOST_KEPT", 2)
    games = [a_game() for _ in range(4)]
    for game in games:
        eventlog.load(game.pk)
    assert list(eventlog._kept) == [game.pk for game in games[-2:]]


@pytest.mark.django_db(transaction=True)
def test_of_eight_writers_at_once_each_event_finds_its_own_place(pocket: PocketRules) -> None:
    """Every writer appends five notes, trying again on a conflict: 40 events, no gap, no fork, no doubles."""
    game = a_game()
    errors: list[BaseException] = []
    barrier = threading.Barrier(8)

    def write(number: int) -> None:
        try:
            barrier.wait()
            for count in range(5):
                while True:
                    try:
                        version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
                        eventlog.append(game.pk, version, [note(f"{number}-{count}")], f"w{number}-{count}")
                        break
                    except Conflict:
                        continue
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    rows = list(eventlog.rows(game.pk))
    assert [row.seq for row in rows] == list(range(1, 43))
    assert list(chaining.relinked(game.uuid, rows, roots.of_game(game))) == rows
    assert bytes(again(game).head_hash) == rows[-1].hash
    assert len({row.command_id for row in rows[2:]}) == 40


@pytest.mark.django_db(transaction=True)
def test_of_two_writers_of_the_same_command_one_wins_and_both_get_its_outcome(pocket: PocketRules) -> None:
    game = a_game()
    barrier, results = threading.Barrier(2), []

    def write(number: int) -> None:
        try:
            barrier.wait()
            results.append(
                eventlog.append(game.pk, 2, [note(str(number))], "the one", outcome={"by": number})
            )
        except Conflict as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winners = [r for r in results if not r.repeated]
    assert len(results) == 2 and len(winners) == 1
    assert {r.outcome["by"] for r in results} == {winners[0].outcome["by"]}
    assert again(game).version == 3
