"""Snapshots: a game opened from one is the game that its whole log gives, and a wrong one is never believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection

from games import tasks
from games.clockwork import doorbell
from games.models import Event, Game, GameState, Snapshot
from games.play import adjudication
from games.proof import forks, verification
from games.proof.verification import Broken, Fault
from games.record import append_only, chaining, eventlog, snapshots
from rules import engine
from rules.state.battle import Battle
from rules.state.pieces import Pieces
from tests.games.kit import a_game, a_game_of_captains, again
from tests.games.pocket_rules import PocketRules
from tests.games.proof.test_custody import other_server
from tests.golden.files import FOLDER, read

__all__ = ["other_server"]  # a fixture

pytestmark = pytest.mark.django_db

GOLDEN = sorted(FOLDER.glob("*.jsonl"))
CLOSE = 100  # events from one snapshot to the next, in these tests


@pytest.fixture(autouse=True)
def closer_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "SPACING", CLOSE)
    eventlog.forget()


def stored(events: Sequence[engine.Event]) -> Game:
    """A game with these events in its log."""
    game = a_game_without_events()
    eventlog.append(game.pk, 0, events, "all of it")
    return again(game)


def a_game_without_events() -> Game:
    game = Game(title="From a file", nonce=bytes(32))
    game.head_hash = chaining.genesis(game.uuid)
    game.save()
    return game


@pytest.fixture
def game() -> Game:
    return stored(read(FOLDER / "ford.jsonl"))


def kept_at(game: Game, *places: int) -> None:
    """Snapshots after these events."""
    for seq in places:
        snapshots.keep(game.pk, seq, replayed(game, seq))


def replayed(game: Game, version: int) -> engine.Battle:
    return engine.replay(eventlog.events(game.pk, last=version))


def opened(game: Game, version: int | None = None) -> engine.Battle:
    """What another process opens, which has nothing in memory."""
    eventlog.forget()
    return eventlog.load(game.pk, version).battle


def seqs(game: Game) -> list[int]:
    return sorted(game.snapshots.values_list("seq", flat=True))


# what comes back


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_snapshot_and_tail_come_to_what_the_whole_log_gives(path: Path) -> None:
    """Taken at many places, with the whole rest of the log applied to it, not by a digest alone."""
    events = read(path)
    created = events[0]
    assert isinstance(created, engine.GameCreated)
    whole, digests, taken = None, [], {}
    for place, event in enumerate(events):
        whole = engine.evolve(whole, event)
        digests.append(engine.digest(whole))
        if place % 97 == 0 or event.kind in ("phase_ended", "phase_opened", "orders_accepted"):
            taken[place] = engine.snapshot(whole)
    assert len(taken) > 20 and whole is not None
    for place, data in taken.items():
        battle = engine.restored(created, data)
        assert engine.digest(battle) == digests[place]
        assert engine.snapshot(battle) == data or any_set(battle)
        for event in events[place + 1 : place + 150]:
            battle = engine.evolve(battle, event)
        assert engine.digest(battle) == digests[min(place + 149, len(events) - 1)]
    first = engine.restored(created, next(iter(taken.values())))
    assert engine.replay(events[1:], first) == whole


def any_set(battle: Battle) -> bool:
    """Sets come in any order, so their bytes may differ."""
    records = (battle.now, battle.last, battle.before)
    return any(isinstance(v, set) and v for r in records for v in msgspec.structs.astuple(r))


def test_a_restored_battle_is_of_the_same_types_in_the_same_order(game: Game) -> None:
    battle = replayed(game, game.version)
    created = next(eventlog.events(game.pk))
    assert isinstance(created, engine.GameCreated)
    back = engine.restored(created, engine.snapshot(battle))
    assert back == battle
    assert isinstance(back.figures, Pieces) and list(back.figures) == list(battle.figures)
    assert list(back.now.left) == list(battle.now.left)
    assert back.figures.well_known and back.board is battle.board


def test_everything_but_the_setup_is_in_a_snapshot() -> None:
    battle = engine.replay(read(FOLDER / "naphtha.jsonl"))
    told = msgspec.msgpack.decode(engine.snapshot(battle))
    assert set(told) == set(Battle.__struct_fields__) - {"setup"}


@pytest.mark.parametrize("path", GOLDEN[:3], ids=lambda p: p.stem)
def test_a_game_opened_from_snapshots_is_the_game_in_the_log(path: Path) -> None:
    game = stored(read(path))
    kept_at(game, 310, 620)
    assert seqs(game) == [310, 620]
    for version in (100, 309, 310, 311, 450, 619, 620, 700, game.version):
        assert engine.digest(opened(game, version)) == engine.digest(replayed(game, version)), version


def test_a_snapshot_is_really_used(game: Game) -> None:
    kept_at(game, 620)
    read_from_log = counted_events(game)
    assert read_from_log <= game.version - 620
    Snapshot.objects.all().delete()
    assert counted_events(game) == game.version


def counted_events(game: Game) -> int:
    """How many events are applied when a game is opened."""
    applied = 0
    fold = engine.fold

    def counting(records: Any, battle: Any = None) -> Any:
        nonlocal applied
        found = list(records)
        applied += len(found)
        return fold(found, battle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "fold", counting)
        opened(game)
    return applied


# when they are made


def test_they_are_made_only_now_and_then_and_two_are_kept(game: Game) -> None:
    kept_at(game, 50, 99)
    assert seqs(game) == []
    kept_at(game, 100, 199)
    assert seqs(game) == [100]
    kept_at(game, 200)
    assert seqs(game) == [100, 200]
    kept_at(game, 555)
    assert seqs(game) == [200, 555]


def test_a_phase_that_is_over_leaves_one(pocket: PocketRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "SPACING", 5)
    game = a_game_of_captains()
    for _ in range(3):
        adjudication.attend(game.pk)
    assert seqs(game)[-1] == again(game).version
    for seq in seqs(game):
        assert engine.digest(opened(game, seq)) == engine.digest(replayed(game, seq))


def test_a_phase_is_over_though_no_snapshot_can_be_made(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(snapshots, "SPACING", 3)
    monkeypatch.setattr(Snapshot.objects, "create", full)
    game = a_game_of_captains()
    adjudication.attend(game.pk)
    after = again(game)
    assert after.phase == 2 and not after.trouble
    assert seqs(game) == [] and "no snapshot of" in caplog.text


# when there is none, for want of phases to come


@pytest.fixture
def rung(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What the workers are asked for."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(doorbell, "ring", lambda task, row: found.append((task, row)))
    return found


def after_an_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are other ones now, as far as snapshots are concerned."""
    monkeypatch.setattr(engine, "fold_version", lambda: "f" * 64)
    eventlog.forget()


@pytest.fixture
def finished(game: Game) -> Game:
    """A long game that is over, and had its snapshots."""
    kept_at(game, 500, game.version)
    Game.objects.filter(pk=game.pk).update(state=GameState.OVER)
    return again(game)


def test_a_finished_game_gets_one_of_the_new_rules_when_somebody_looks(
    finished: Game,
    rung: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    after_an_upgrade(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        eventlog.load(finished.pk)
    assert rung == [("games.tasks.keep_snapshot", finished.pk)]
    assert not finished.snapshots.filter(fold="f" * 64).exists(), "nobody waits for it"
    eventlog.forget()
    tasks.keep_snapshot(finished.pk)
    assert [(row.seq, row.fold) for row in finished.snapshots.all()] == [(finished.version, "f" * 64)]
    assert counted_events(finished) == 0
    assert engine.digest(opened(finished)) == engine.digest(replayed(finished, finished.version))


def test_it_is_asked_for_no_more_than_that(
    finished: Game,
    rung: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for version in (None, 50, 300, finished.version - 1):  # old phases too are looked at
            opened(finished, version)
    assert rung == []
    after_an_upgrade(monkeypatch)
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):  # this process remembers the game
            eventlog.load(finished.pk)
        tasks.keep_snapshot(finished.pk)
        opened(finished)
    assert len(rung) == 1


def test_a_short_game_needs_none(
    pocket: PocketRules, rung: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    game = a_game()
    with django_capture_on_commit_callbacks(execute=True):
        opened(game)
    tasks.keep_snapshot(game.pk)
    assert ("games.tasks.keep_snapshot", game.pk) not in rung and seqs(game) == []


def test_a_game_that_is_gone_or_empty_needs_none_either() -> None:
    tasks.keep_snapshot(a_game_without_events().pk)
    tasks.keep_snapshot(2**30)
    assert not Snapshot.objects.exists()


def test_a_late_one_does_not_push_out_a_newer_one(game: Game) -> None:
    kept_at(game, 600)
    kept_at(game, 300)
    assert seqs(game) == [300, 600]


# what is not believed


def wrong_bytes(row: Snapshot) -> None:
    battle = replayed(row.game, row.seq)
    battle.turn += 1
    row.data = engine.snapshot(battle)


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
    row.data = b"\x80"
    event = Event.objects.get(game=row.game, seq=row.seq)
    row.seal = snapshots._seal(row.fold, bytes(event.hash), row.data)


@pytest.mark.parametrize("spoil", [wrong_bytes, cut_short, another_past, no_seal, older_code, no_battle])
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
