"""Whatever befalls a game in an honest way, its rows agree with its log. On SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.delivery import digests
from games.letters import letters
from games.models import Game, GameState, OutboundMail, Question, Snapshot
from games.play import adjudication, creation, questions
from games.proof import consistency, forks, rebuilding, testimony
from games.record import eventlog, snapshots
from games.record.eventlog import Stored
from games.reports import daily
from rules import engine
from tests.games.kit import ANNA, BORIS, a_game, a_game_of_captains, again, file, seat_of
from tests.games.play.questions_kit import answer_by_mail, play_until_asked
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, a_battle, reads_his_mail, seat_on_move
from tests.games.proof.custody_kit import exported, folder, imported, other_server
from tests.games.proof.test_forks import seated

pytestmark = pytest.mark.django_db
__all__ = ["folder", "other_server"]  # fixtures


def odd(game: Game) -> list[str]:
    return [str(found) for found in consistency.compared(game.pk)]


def test_a_game_with_free_seats(pocket: PocketRules) -> None:
    game = a_game(seats={"normans": ANNA})
    assert game.state == GameState.OPEN and not odd(game)
    creation.take_seat(seat_of(game, "arabs"), BORIS)
    assert again(game).state == GameState.RUNNING and not odd(game)


def test_each_phase_of_a_game_to_its_end(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    while again(game).state != GameState.OVER:
        adjudication.attend(game.pk)
        assert not odd(game)
    assert again(game).adjudications.count() == PocketRules.phases


@pytest.mark.parametrize("pace", ["phase", "step"])
def test_a_battle_that_is_reported(pace: str) -> None:
    game = a_battle(pace=pace)
    assert not odd(game)
    for _ in range(5):
        adjudication.close_phase(again(game), "deadline")
        assert not odd(game)
    assert again(game).reports.count() >= 17 and again(game).outbound_mails.filter(kind="report").count() >= 7


@pytest.mark.parametrize(
    "lines",
    [
        ("HOLD the line",),
        ("WATCH the ford",),
        ("WATCH the ford", "FINAL"),
        ("HOLD", "FINAL"),
        ("BAD", "HOLD"),
    ],
)
def test_every_way_of_filing(pocket: PocketRules, lines: tuple[str, ...]) -> None:
    game = a_game()
    file(game, "normans", *lines)
    assert not odd(game)
    file(again(game), "normans", "HOLD something else")
    assert not odd(game)
    adjudication.close_phase(again(game), "deadline")
    assert not odd(game), "what was filed for the phase before is still noted"


def test_a_mail_with_orders_and_a_word_about_being_asked(post: Post, game: Game, orders: str) -> None:
    post.write(f"{orders}\nASK watch")
    post.write("TRY\n" + orders)
    post.write(f"{orders}\nescrow  {'ab' * 32}\nhead    {'cd' * 32}\n")
    seat = seat_on_move(game)
    assert seat.filed_seq and not odd(game)


def test_a_deadline_that_is_put_off(pocket: PocketRules) -> None:
    game = a_game(absent="extend_once")
    Game.objects.filter(pk=game.pk).update(phase_due=timezone.now() - timedelta(hours=1))
    adjudication.attend(game.pk)
    assert again(game).extended
    found = odd(game)
    assert len(found) == 1 and "is due at" in found[0], "the test brought the deadline forward"


def test_a_question_and_its_answer() -> None:
    game = a_battle()
    question = play_until_asked(game)
    assert not odd(game)
    answer_by_mail(question, "1")
    assert not Question.objects.get(pk=question.pk).open and not odd(game)
    adjudication.attend(game.pk)
    assert not odd(game)
    while again(game).state == GameState.ASKING:
        questions.run_out(again(game))
        assert not odd(game)
        adjudication.attend(game.pk)
    assert not odd(game)


def test_games_that_come_and_go(folder: Path, other_server: Callable[[], None]) -> None:
    game = a_battle()
    for _ in range(2):
        adjudication.close_phase(again(game), "deadline")
    log, secret = exported(again(game), folder, hand_over="https://other.example.org")
    assert again(game).state == GameState.MOVED and not odd(game)
    other_server()
    game = imported(log, secret)
    assert not odd(game)
    by_players(game)
    assert again(game).state == GameState.RUNNING and not odd(game)
    for _ in range(2):
        adjudication.close_phase(again(game), "deadline")
        assert not odd(game)
    fork = forks.fork(again(game), "3")
    assert not odd(fork)
    by_players(fork)
    adjudication.close_phase(again(fork), "deadline")
    assert not odd(fork) and not odd(game)
    for here in (game, fork):
        assert here.outbound_mails.filter(kind="report").count() >= 3 and not all(
            here.reports.filter(adjudication=played).exists() for played in here.adjudications.all()
        )


def by_players(game: Game) -> None:
    for seat, player in zip(game.seats.all(), (ANNA, BORIS), strict=True):
        creation.take_seat(seat, player)


def test_a_copy_without_a_secret(folder: Path, other_server: Callable[[], None]) -> None:
    game = a_battle()
    play_until_asked(game)
    log, secret = exported(again(game), folder)
    other_server()
    copy = imported(log, secret, keep=True)
    assert copy.state == GameState.MOVED and copy.played_from and not odd(copy)


def test_a_game_taken_up_in_the_middle_of_a_question(folder: Path, other_server: Callable[[], None]) -> None:
    game = a_battle()
    play_until_asked(game)
    log, secret = exported(again(game), folder)
    other_server()
    game = seated(imported(log, secret, restore=True))
    assert again(game).state == GameState.ASKING and not odd(game)
    adjudication.finish(again(game))
    assert not again(game).played_from and not odd(game)


def test_daily_mails_and_letters_that_were_deleted(
    post: Post, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads_his_mail(*game.seats.all())
    game.seats.update(digest=True)
    adjudication.close_phase(again(game), "deadline")
    monkeypatch.setattr(daily, "next_time", lambda *_: timezone.now() - timedelta(days=1))
    digests.send_due()
    assert OutboundMail.objects.filter(kind="digest").exists()
    post.write("PRESS TO ALL\nGood morning.\nEND PRESS", to=letters.address(post.seat))
    OutboundMail.objects.filter(state="pending").update(state="accepted")
    assert letters.delete(again(game), timezone.now()) == 1
    assert game.outbound_mails.filter(rendered=b"").exists()
    assert not odd(game) and not list(testimony.without_game())


def test_a_game_that_goes_on_meanwhile_is_looked_at_again(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, looks, of_log = a_game(), list[int](), rebuilding.of_log

    def while_it_is_played(rows: Sequence[Stored]) -> rebuilding.Told:
        looks.append(len(rows))
        if len(looks) == 1:
            adjudication.close_phase(again(game), "deadline")
        return of_log(rows)

    monkeypatch.setattr(rebuilding, "of_log", while_it_is_played)
    assert not odd(game) and looks == [2, again(game).version]


def test_a_snapshot_that_is_sound_and_one_of_other_rules(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    adjudication.attend(game.pk)
    battle = engine.replay(eventlog.events(game.pk))
    snapshots._write(game.pk, again(game).version, battle, None)
    assert snapshots.believed(game.pk, again(game).version) and not odd(game)
    Snapshot.objects.update(fold="00" * 32, data=b"what it says concerns nobody")
    assert not snapshots.believed(game.pk, again(game).version) and not odd(game)
