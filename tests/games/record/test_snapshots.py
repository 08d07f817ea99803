"""Snapshots: a game opened from one is the game that its whole log gives; when they are made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError

from games import tasks
from games.clockwork import doorbell
from games.models import Game, GameState, Snapshot
from games.play import adjudication, renewal
from games.record import eventlog, snapshots
from rules import engine
from rules.state.battle import Battle
from rules.state.pieces import Pieces
from tests.games.kit import a_game, a_game_of_captains, again
from tests.games.pocket_rules import PocketRules
from tests.games.record.snapshots_kit import (
    a_game_without_events,
    closer_together,
    game,
    kept_at,
    opened,
    replayed,
    seqs,
    stored,
)
from tests.golden.files import FOLDER, read

__all__ = ["closer_together", "game"]
pytestmark = pytest.mark.django_db
GOLDEN = sorted(FOLDER.glob("*.jsonl"))


# what comes back


def test_what_was_promised_anew_comes_back(pocket: PocketRules) -> None:
    """New dice change the set-up, which a snapshot takes from the first event."""
    game = renewal.renew(a_game(), "a copy was restored")
    created, table = next(eventlog.events(game.pk)), eventlog.load(game.pk).battle
    assert isinstance(created, engine.Created) and table.setup.commitment != created.setup.commitment
    assert engine.restored(created, engine.snapshot(table)) == table


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


def test_everything_but_the_setup_is_in_a_snapshot_and_of_that_the_promises() -> None:
    battle = engine.replay(read(FOLDER / "naphtha.jsonl"))
    told = msgspec.msgpack.decode(engine.snapshot(battle))
    assert set(told) == set(Battle.__struct_fields__) - {"setup"} | {"its_commitment", "its_promises"}


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


def test_of_a_long_game_one_is_kept_for_good_now_and_then(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of an old turn folds the events from there, however long ago it was."""
    monkeypatch.setattr(snapshots, "LANDMARKS", 200)
    kept_at(game, 100, 200, 300, 400, 500, 620)
    assert seqs(game) == [200, 400, 500, 620]
    kept_at(game, 720)
    assert seqs(game) == [200, 400, 620, 720]
    for version in (150, 250, 399, 450):
        assert engine.digest(opened(game, version)) == engine.digest(replayed(game, version)), version


def test_where_a_game_has_ended_one_is_kept_however_near_the_last(game: Game) -> None:
    assert replayed(game, game.version).outcome is not None
    kept_at(game, game.version - 10, game.version)
    assert seqs(game) == [game.version - 10, game.version]
    assert counted_events(game) == 0


def test_whoever_lacks_them_after_an_upgrade_gets_them_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LANDMARKS", 200)
    eventlog.keep_snapshot(game.pk)
    assert seqs(game)[:3] == [200, 400, 600] and seqs(game)[-1] == game.version


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
    assert [(row.seq, row.fold) for row in finished.snapshots.all()] == [
        (snapshots.LANDMARKS, "f" * 64), (finished.version, "f" * 64)
    ]  # fmt: skip
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
