"""Snapshots that are not believed, and who never looks at any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Event, Game, Snapshot
from games.play import adjudication
from games.proof import forks, verification
from games.proof.verification import Broken, Fault
from games.record import append_only, eventlog, snapshots
from pbem import packing
from rules import engine
from tests.games.kit import a_game, a_game_of_captains, again
from tests.games.pocket_rules import PocketRules
from tests.games.proof.custody_kit import other_server
from tests.games.record.snapshots_kit import closer_together, game, kept_at, opened, replayed, seqs
from tests.games.record.test_snapshots import counted_events

__all__ = ["closer_together", "game", "other_server"]
pytestmark = pytest.mark.django_db


# what is not believed


def wrong_bytes(row: Snapshot) -> None:
    battle = replayed(row.game, row.seq)
    battle.turn += 1
    row.data = packing.pack(engine.snapshot(battle))


def cut_short(row: Snapshot) -> None:
    row.data = bytes(row.data)[:-10]


def another_past(row: Snapshot) -> None:
    """As if it had been made on a log whose event of that number had another hash."""
    row.seal = snapshots._seal(row.fold, bytes(32), bytes(row.data))


def no_seal(row: Snapshot) -> None:
    row.seal = b""


def older_code(row: Snapshot) -> None:
    """Made, and rightly sealed, by other rules, which came to another battle."""
    wrong_bytes(row)
    row.fold = "0" * 64
    event = Event.objects.get(game=row.game, seq=row.seq)
    row.seal = snapshots._seal(row.fold, bytes(event.hash), bytes(row.data))


def no_battle(row: Snapshot) -> None:
    """Rightly sealed, and yet not the bytes of a battle."""
    row.data = packing.pack(b"\x80")
    event = Event.objects.get(game=row.game, seq=row.seq)
    row.seal = snapshots._seal(row.fold, bytes(event.hash), row.data)


def not_packed(row: Snapshot) -> None:
    """Rightly sealed, and yet nothing that can be unpacked."""
    row.data = b"\x80"
    event = Event.objects.get(game=row.game, seq=row.seq)
    row.seal = snapshots._seal(row.fold, bytes(event.hash), row.data)


SPOILT = [wrong_bytes, cut_short, another_past, no_seal, older_code, no_battle, not_packed]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_snapshot_that_is_not_sound_is_passed_over(game: Game, spoil: Any) -> None:
    kept_at(game, 300, 600)
    row = game.snapshots.get(seq=600)
    spoil(row)
    row.save()
    found = opened(game)
    assert engine.digest(found) == engine.digest(replayed(game, game.version))
    assert counted_events(game) == game.version - 300, "the one before it will do"


@pytest.mark.parametrize("spoil", [wrong_bytes, another_past, older_code])
def test_a_snapshot_that_is_not_sound_goes_when_the_next_is_made(game: Game, spoil: Any) -> None:
    kept_at(game, 300, 600)
    for row in game.snapshots.all():
        spoil(row)
        row.save()
    kept_at(game, 650)
    assert seqs(game) == [650]


def test_the_control_a_wrong_snapshot_that_is_rightly_sealed_would_be_believed(game: Game) -> None:
    """It is the seal that keeps them out."""
    kept_at(game, 600)
    row = game.snapshots.get()
    wrong_bytes(row)
    event = Event.objects.get(game=game, seq=row.seq)
    row.seal = snapshots._seal(row.fold, bytes(event.hash), bytes(row.data))
    row.save()
    assert opened(game, 600).turn == replayed(game, 600).turn + 1


def test_the_version_of_the_fold_covers_its_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules.evolve import snapshot

    before = engine.fold_version()
    assert len(before) == 64 and before == snapshot.fold_version.__wrapped__()
    read_bytes = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read_bytes(path) + b"#" if path.name == "moving.py" else read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert snapshot.fold_version.__wrapped__() != before


def test_whoever_compares_them_passes_over_what_cannot_be_unpacked(game: Game) -> None:
    kept_at(game, 300, 600)
    row = game.snapshots.get(seq=600)
    not_packed(row)
    row.save()
    assert [seq for seq, _ in snapshots.believed(game.pk, game.version)] == [300]


# who never looks at them


@pytest.mark.usefixtures("form_one")
def test_verify_finds_what_lies_before_a_snapshot(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    for _ in range(3):
        adjudication.attend(game.pk)
    game = again(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "SPACING", 1)
        kept_at(game, game.version)
    verification.check(game)
    append_only.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_event SET data = %s WHERE game_id = %s AND seq = %s", [b"{}", game.pk, 4]
        )
    with pytest.raises(Broken) as broken:
        verification.check(game)
    assert (broken.value.seq, broken.value.fault) == (4, Fault.CONTENT)


@pytest.mark.usefixtures("form_one")
def test_whoever_checks_or_copies_a_log_reads_the_log_alone(
    pocket: PocketRules,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    other_server: Callable[[], None],
) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("somebody looks at a snapshot")

    monkeypatch.setattr(snapshots, "SPACING", 1)
    game = a_game_of_captains()
    for _ in range(3):
        adjudication.attend(game.pk)
    assert game.snapshots.exists()
    eventlog.forget()
    monkeypatch.setattr(snapshots, "nearest", refuse)
    monkeypatch.setattr(snapshots, "_sound", refuse)
    label, file = game.label, tmp_path / "game.jsonl"
    call_command("verify", label)
    call_command("export", label, output=file)
    call_command("rehearse", label)
    forks.fork(again(game), "2")
    other_server()
    call_command("import", file)
    with pytest.raises(AssertionError, match="somebody looks"):
        eventlog.load(game.pk)


def test_the_table_may_be_emptied_at_any_time(pocket: PocketRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "SPACING", 3)
    game, other = a_game_of_captains(), a_game()
    adjudication.attend(game.pk)
    before = engine.digest(opened(game))
    Snapshot.objects.all().delete()
    assert engine.digest(opened(game)) == before and seqs(other) == []
    adjudication.attend(game.pk)
    assert again(game).phase == 3 and seqs(game)
