"""Filing orders."""

from __future__ import annotations

from typing import Any

import pytest

from games.answers import receipts
from games.models import Command, GameState
from games.play import adjudication, submissions
from games.play.submissions import Status, Submission, command_of_mail
from games.record import eventlog
from tests.games.kit import ANNA, a_game, again, file, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def test_orders_that_can_be_taken_stand_in_the_log(pocket: PocketRules) -> None:
    game = a_game()
    filed = file(game, "normans", "HOLD the ford", "WATCH the hill")
    assert filed.status is Status.FILED and not filed.mending
    battle = eventlog.load(game.pk).battle
    assert battle.sheets == {"normans": ("HOLD the ford",)}
    assert battle.standing == {"normans": ("WATCH the hill",)}
    assert seat_of(game, "normans").filed_seq == 3


def test_later_orders_replace_earlier_ones(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD the ford")
    file(again(game), "normans", "HOLD the hill")
    assert eventlog.load(game.pk).battle.sheets == {"normans": ("HOLD the hill",)}


def test_the_same_mail_five_times_is_filed_once(pocket: PocketRules) -> None:
    game = a_game()
    answers: list[Submission] = []
    states = [file(game, "normans", "HOLD", command="mail:1", answer=answers.append).status for _ in range(5)]
    assert states[0] is Status.FILED
    assert set(states[1:]) <= {Status.REPEATED, Status.UNCHANGED}
    assert again(game).version == 3


def test_an_old_mail_that_comes_again_after_a_newer_one_changes_nothing(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD the ford", command="mail:1")
    file(game, "normans", "HOLD the hill", command="mail:2")
    assert file(game, "normans", "HOLD the ford", command="mail:1").status is Status.REPEATED
    assert eventlog.load(game.pk).battle.sheets == {"normans": ("HOLD the hill",)}


def test_orders_for_a_closed_phase_are_not_taken(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)
    late = file(again(game), "normans", "HOLD late", phase=1)
    assert (late.status, late.reading) == (Status.PHASE_OVER, None)


def test_try_files_nothing(pocket: PocketRules) -> None:
    game = a_game()
    assert file(game, "normans", "TRY", "HOLD").status is Status.TRIED
    assert again(game).version == 2


def test_a_mail_of_errors_only_files_nothing(pocket: PocketRules) -> None:
    game = a_game()
    answer = file(game, "normans", "BAD line")
    assert answer.status is Status.UNCHANGED and answer.reading and answer.reading.troubled == 1
    assert seat_of(game, "normans").filed_seq == 0


def test_final_alone_files_what_stands(pocket: PocketRules) -> None:
    game = a_game()
    assert file(game, "normans", "FINAL").status is Status.FILED
    assert seat_of(game, "normans").filed_seq == 3


def test_lines_to_mend_keep_the_phase_open_for_a_while(pocket: PocketRules) -> None:
    game = a_game(mending_minutes=60)
    assert file(game, "normans", "HOLD", "BAD line").mending
    adjudication.attend(game.pk)
    assert again(game).phase == 1
    file(again(game), "normans", "FINAL", "HOLD on")
    adjudication.attend(game.pk)
    assert again(game).phase == 2


def test_lines_that_stand_where_none_are_taken_from_keep_it_open_too(pocket: PocketRules) -> None:
    game = a_game(mending_minutes=60)
    filed = file(game, "normans", "HOLD", unread=1)
    assert filed.mending and filed.unread == 1 and not receipts.has_nothing_to_mend(filed)
    assert receipts.has_nothing_to_mend(file(again(game), "normans", "HOLD on", "FINAL"))


def test_without_a_mending_time_the_phase_closes_at_once(pocket: PocketRules) -> None:
    game = a_game(mending_minutes=0)
    file(game, "normans", "HOLD", "BAD line")
    adjudication.attend(game.pk)
    assert again(game).phase == 2


def test_standing_orders_alone_do_not_close_the_phase(pocket: PocketRules) -> None:
    game = a_game()
    filed = file(game, "normans", "WATCH the hill")
    assert filed.status is Status.FILED and filed.lacking
    adjudication.attend(game.pk)
    assert again(game).phase == 1
    assert file(again(game), "normans", "WATCH the hill").status is Status.UNCHANGED
    assert file(again(game), "normans", "FINAL").status is Status.FILED
    adjudication.attend(game.pk)
    assert again(game).phase == 2


def test_a_game_that_has_not_begun_takes_no_orders(pocket: PocketRules) -> None:
    game = a_game(seats={"normans": ANNA})
    assert game.state == GameState.OPEN
    assert file(game, "normans").status is Status.NOT_STARTED


def test_the_answer_is_written_with_the_events_or_not_at_all(pocket: PocketRules) -> None:
    game = a_game()

    def answer(submission: Submission) -> None:
        raise RuntimeError("no ink")

    with pytest.raises(RuntimeError):
        file(game, "normans", answer=answer)
    assert again(game).version == 2
    assert seat_of(game, "normans").filed_seq == 0


def test_every_outcome_but_a_repetition_is_answered_once(pocket: PocketRules) -> None:
    game, answers = a_game(), []

    def answer(submission: Submission) -> None:
        answers.append(submission.status)

    file(game, "normans", "TRY", answer=answer)
    file(game, "normans", "BAD", answer=answer)
    file(game, "normans", "HOLD", command="one", answer=answer)
    file(game, "normans", "HOLD", command="two", phase=7, answer=answer)
    assert answers == [Status.TRIED, Status.UNCHANGED, Status.FILED, Status.PHASE_OVER]


def test_orders_filed_in_the_middle_of_an_adjudication_come_before_it_or_after_it(
    pocket: PocketRules,
) -> None:
    """The umpire has read the sheets; then a new order mail arrives; his work is thrown away
    and done again."""
    game = a_game()
    file(game, "normans", "HOLD the ford")
    late: list[Any] = []

    def interrupt(battle: Any) -> None:
        if not late:
            late.append(None)
            late.append(file(again(game), "normans", "HOLD the hill", phase=1))

    pocket.during = interrupt
    adjudication.attend(game.pk)
    assert late[1].status is Status.FILED
    kinds = [row.type for row in eventlog.rows(game.pk)]
    assert kinds[2:5] == ["orders_accepted", "orders_accepted", "phase_closed"]
    assert kinds.count("phase_closed") == 1


def test_orders_that_arrive_when_the_phase_has_just_been_closed_are_told_so(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    file(game, "normans", "HOLD the ford")
    read = pocket.read_orders

    def slow(battle: Any, seat: str, lines: Any) -> Any:
        monkeypatch.setattr(submissions.engine, "read_orders", read)
        adjudication.attend(game.pk)
        return read(battle, seat, lines)

    monkeypatch.setattr(submissions.engine, "read_orders", slow)
    assert file(again(game), "normans", "HOLD the hill", phase=1).status is Status.PHASE_OVER
    assert not Command.objects.filter(command_id__contains="hill").exists()


def test_the_command_of_a_mail_is_its_id_and_what_it_says(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    one = command_of_mail(seat, "<a@b>", ["HOLD"])
    assert one == command_of_mail(seat, " <a@b> ", ["HOLD"])
    assert one != command_of_mail(seat, "<a@b>", ["HOLD", "HOLD"])
    assert one != command_of_mail(seat, "<a@c>", ["HOLD"])
    assert len(command_of_mail(seat, "<" + "ü" * 5000 + "\ud800>", ["\ud800"])) < 200
