"""Closing a phase once, whoever asks and however often."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games import queue
from games.models import Adjudication, Game, GameState, OutboundMail
from games.play import adjudication
from games.record import eventlog
from games.reports import announce
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def test_a_run_of_the_umpire_leaves_its_row(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)
    run = Adjudication.objects.get()
    assert (run.turn, run.phase, run.key, run.reason) == (1, 1, "t1-normans", "all orders in")
    assert (run.opened_seq, run.first_seq, run.last_seq) == (2, 4, again(game).version)
    assert bytes(run.head_hash) == bytes(again(game).head_hash)


def test_closing_a_phase_twice_does_nothing_the_second_time(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    stale = again(game)
    first = adjudication.close_phase(stale, "all orders in")
    second = adjudication.close_phase(stale, "deadline")
    assert second.repeated and second[:2] == first[:2]
    assert Adjudication.objects.count() == 1
    assert pocket.tidings() == ["started", "adjudicated"]


def test_reports_that_cannot_be_written_undo_the_adjudication(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    file(game, "normans")

    def no_ink(*_: object) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(announce, "adjudicated", no_ink)
    adjudication.attend(game.pk)
    after = again(game)
    assert (after.version, after.phase, Adjudication.objects.count()) == (3, 1, 0)
    assert "no ink" in after.trouble and after.trouble_count == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_umpires_at_once_one_is_heard(pocket: PocketRules) -> None:
    """Both have adjudicated the same phase before either may append."""
    game = a_game()
    file(game, "normans")
    both = threading.Barrier(2, timeout=20)

    def wait(battle: engine.Battle) -> None:
        if battle.phase == 1:
            both.wait()

    pocket.during = wait

    def work() -> None:
        try:
            adjudication.attend(game.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kinds = [row.type for row in eventlog.rows(game.pk)]
    assert kinds.count("phase_closed") == kinds.count("phase_ended") == 1
    assert kinds.count("die_rolled") == 2
    assert again(game).phase == 2 and again(game).trouble == ""
    assert pocket.tidings() == ["started", "adjudicated"]


def test_a_poisoned_game_stops_nobody_else_and_is_kept_for_a_person(
    pocket: PocketRules, settings: object
) -> None:
    settings.GAME_MASTER = "gm@example.org"  # type: ignore[attr-defined]
    poisoned, sound = a_game(title="poisoned"), a_game(title="sound")
    for game in (poisoned, sound):
        file(game, "normans")

    def fail(battle: engine.Battle) -> None:
        if battle.sheets.get("normans") and poisoned.pk in due:
            raise ZeroDivisionError("a faulty rule")

    for _ in range(adjudication.MOST_TROUBLE):
        Game.objects.update(retry_at=None)
        for pk in list(queue.games_due().values_list("pk", flat=True)):
            due = {pk}
            pocket.during = fail
            adjudication.attend(pk)
    assert again(sound).phase == 2
    broken = again(poisoned)
    assert (broken.state, broken.phase, broken.version) == (GameState.BROKEN, 1, 3)
    assert "ZeroDivisionError: a faulty rule" in broken.trouble
    assert OutboundMail.objects.filter(game=poisoned, to="gm@example.org").count() == 1
    assert poisoned.pk not in queue.games_due().values_list("pk", flat=True)
    pocket.during = lambda battle: None
    call_command("closephase", poisoned.label)
    assert (again(poisoned).state, again(poisoned).phase, again(poisoned).trouble) == (
        GameState.RUNNING,
        2,
        "",
    )


def test_after_trouble_there_is_a_pause(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    pocket.during = lambda battle: 1 / 0  # type: ignore[assignment,return-value]
    adjudication.attend(game.pk)
    assert list(queue.games_due()) == []
    retry_at = again(game).retry_at
    assert retry_at and retry_at > timezone.now() + timedelta(seconds=20)
    adjudication.attend(game.pk)  # a bell that rings all the same
    assert (again(game).trouble_count, again(game).retry_at) == (1, retry_at)
    Game.objects.filter(pk=game.pk).update(retry_at=timezone.now() + timedelta(days=1))  # by a wrong clock
    adjudication.attend(game.pk)
    assert again(game).trouble_count == 2


def test_a_game_that_is_gone_is_forgiven(pocket: PocketRules) -> None:
    adjudication.attend(10**9)
