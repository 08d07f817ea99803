"""A phase that stops for a player's answer: the question, good and bad answers by mail, the clock, and asking
to be asked."""

from __future__ import annotations

import pytest
from django.test import Client

from games import queue
from games.models import (
    Adjudication,
    Game,
    GameState,
    InboundState,
    OutboundKind,
    OutboundMail,
    Purpose,
    Question,
    Report,
)
from games.play import adjudication, questions
from games.seats import seats
from tests.games.play.questions_kit import (
    again,
    answer_by_mail,
    game,
    kinds_since,
    question,
    run_the_clock_out,
)
from tests.games.post_kit import Post, a_battle, answers_to, battle_of, html_of, opened, text_of, the_answer

__all__ = ["game", "question"]
pytestmark = pytest.mark.django_db


# the question


def test_the_phase_stops_and_one_short_mail_goes_to_the_player_alone(game: Game, question: Question) -> None:
    now = again(game)
    assert (now.state, now.phase_due, now.played_from) == (GameState.ASKING, None, now.played_from)
    kinds = kinds_since(game, now.played_from)
    assert (kinds[0], kinds[-1]) == ("phase_closed", "decision_requested")
    [mail] = OutboundMail.objects.filter(kind=OutboundKind.QUESTION)
    assert mail.seat == question.seat and mail.to == question.seat.email
    message, put = opened(mail), questions.request_of(question)
    text = text_of(message)
    assert str(message["Subject"]).startswith(f"[{game.label} {now.phase_short}] one question: ")
    assert "(12 hours, else " in str(message["Subject"])
    assert put.question.split(". ")[0][:30] in " ".join(text.split())
    for number, option in enumerate(put.options, start=1):
        assert f" {number}  {option.words[:25]}" in text
        assert option.words[:25] in html_of(message)
    assert "if you do not answer" in text
    assert f"?asked={question.place}" in text and f"/s/{seats.link_secret(question.seat)}" in text
    lines = [line for line in text.splitlines() if "://" not in line]
    assert len(lines) < 50 and max(map(len, lines)) <= 72
    assert message["Reply-To"] == seats.reply_address(
        question.seat, question.phase, Purpose.ANSWER, question.pk
    )


def test_nobody_gets_a_report_of_a_phase_that_is_not_over(game: Game, question: Question) -> None:
    now = again(game)
    assert not Adjudication.objects.filter(game=game, phase=now.phase).exists()
    assert (
        not Report.objects.filter(game=game, phase__gte=now.phase)
        .exclude(adjudication=None)
        .filter(adjudication__phase=now.phase)
    )
    assert not any(seat.awaited for seat in now.seats.all())


def test_an_answer_by_mail_goes_on_and_the_receipt_says_what_was_taken(
    game: Game, question: Question
) -> None:
    put = questions.request_of(question)
    mail = answer_by_mail(question, "1\n\nOn Sunday the game wrote:\n> 2  something else\n")
    assert (mail.state, mail.reason) == (InboundState.DONE, "answer taken")
    question.refresh_from_db()
    assert question.choice == put.options[0].key and not question.open
    text = " ".join(text_of(the_answer(mail)).split())
    assert f"Your answer: {put.options[0].words}"[:40] in text
    adjudication.attend(game.pk)
    kinds = kinds_since(game, question.seq)
    assert kinds[0] == "decision_answered" and len(kinds) > 1


@pytest.mark.parametrize("way", ["number", "words", "html", "greeting"])
def test_ways_to_say_it(game: Game, question: Question, way: str) -> None:
    put = questions.request_of(question)
    body = {
        "number": "2.",
        "words": put.options[1].words,
        "html": "2",
        "greeting": "Hello,\n\n2\n\ncheers\nAnna",
    }[way]
    more = {"Content_Type": "text/html; charset=utf-8"} if way == "html" else {}
    answer_by_mail(question, f"<p>{body}</p>" if way == "html" else body, **more)
    question.refresh_from_db()
    assert question.choice == put.options[1].key


def test_a_bare_number_to_the_address_for_orders_is_an_answer_too(game: Game, question: Question) -> None:
    mail = Post(question.seat).write("2\n")
    assert mail.reason == "answer taken"


def test_a_reply_in_the_thread_without_the_address_is_an_answer(game: Game, question: Question) -> None:
    asked = OutboundMail.objects.get(kind=OutboundKind.QUESTION)
    mail = Post(question.seat).write(
        "2\n", to="games@in.example.org", In_Reply_To=asked.message_id, dmarc="pass"
    )
    assert mail.reason == "answer taken"


# bad input


@pytest.mark.parametrize("body", ["99", "hello there", "1 or 2?", "perhaps", "x" * 3000, "0"])
def test_an_answer_that_names_no_choice_is_answered_with_the_choices(
    game: Game, question: Question, body: str
) -> None:
    mail = answer_by_mail(question, body)
    assert (mail.state, mail.reason) == (InboundState.DONE, "answer unclear")
    text = text_of(the_answer(mail))
    assert "THE QUESTION" in text and "1  " in text and "stays open" in " ".join(text.split())
    question.refresh_from_db()
    assert question.open and again(game).version == question.seq


def test_of_two_answers_the_first_counts_and_the_second_is_told_so(game: Game, question: Question) -> None:
    post = Post(question.seat)
    put = questions.request_of(question)
    answer_by_mail(question, "1", post)
    version = again(game).version
    second = answer_by_mail(question, "2", post)
    assert second.reason == "answered before" and again(game).version == version
    text = " ".join(text_of(the_answer(second)).split())
    assert "the first one counts" in text and put.options[0].words[:25] in text


def test_the_same_answer_by_two_ways_is_one(game: Game, question: Question) -> None:
    post = Post(question.seat)
    first = answer_by_mail(question, "1", post, Message_ID="<same@players.example.org>")
    second = answer_by_mail(question, "1", post, Message_ID="<same@players.example.org>", X_Way="another")
    assert (first.reason, second.reason) == ("answer taken", "duplicate")
    assert len(answers_to(first)) == 1 and not answers_to(second)


def test_an_answer_after_the_clock_is_told_what_was_decided(game: Game, question: Question) -> None:
    put = questions.request_of(question)
    run_the_clock_out(question)
    assert game.pk in queue.games_due().values_list("pk", flat=True)
    adjudication.attend(game.pk)
    question.refresh_from_db()
    assert not question.open and question.choice == ""
    late = answer_by_mail(question, "2")
    assert late.reason == "answer too late"
    text = " ".join(text_of(the_answer(late)).split())
    assert "was decided by" in text and questions.words_of(put, put.default)[:20] in text


def test_silence_ends_the_questions_of_the_phase_and_the_report_says_so(
    game: Game, question: Question
) -> None:
    phase = again(game).phase
    run_the_clock_out(question)
    adjudication.attend(game.pk)
    for other in Question.objects.filter(game=game, answered=None, phase=phase):
        assert other.seat != question.seat
        run_the_clock_out(other)
        adjudication.attend(game.pk)
    assert again(game).phase == phase + 1
    report = Report.objects.get(game=game, seat=question.seat, adjudication__phase=phase)
    assert "no answer came in time" in " ".join(report.text.split())
    others = Report.objects.filter(game=game, adjudication__phase=phase).exclude(seat=question.seat)
    asked = set(Question.objects.filter(game=game, phase=phase).values_list("seat__name", flat=True))
    assert not any("no answer came" in r.text for r in others if r.seat is None or r.seat.name not in asked)


def test_a_strangers_answer_is_not_taken(game: Game, question: Question) -> None:
    mail = answer_by_mail(question, "1", sender="mallory@elsewhere.example.org")
    assert mail.state == InboundState.HELD
    question.refresh_from_db()
    assert question.open


def test_the_address_of_a_question_opens_no_orders(game: Game, question: Question) -> None:
    version = again(game).version
    answer_by_mail(question, "MOVE everybody 0101\nRETREAT toward 0101")
    assert again(game).version == version


def test_a_question_cannot_be_answered_from_another_seat(game: Game, question: Question) -> None:
    other = game.seats.exclude(pk=question.seat_id).get()
    to = seats.reply_address(other, question.phase, Purpose.ANSWER, question.pk)
    mail = Post(other).write("1", to=to)
    assert mail.state == InboundState.HELD and again(game).version == question.seq


# asking to be asked


def test_ask_is_told_to_everybody_and_changes_no_orders() -> None:
    game = a_battle()
    seat = game.seats.get(awaited=True)
    mail = Post(seat).write("ASK advance, retreat\n")
    assert str(the_answer(mail)["Subject"]).endswith("you will be asked")
    text = " ".join(text_of(the_answer(mail)).split())
    assert "who follows up" in text and "12 hours for each answer" in text
    seat.refresh_from_db()
    assert seat.awaited and seat.filed_seq <= again(game).opened_seq
    assert "who follows up" in Client().get(f"/g/{game.pk}").content.decode()
    adjudication.close_phase(again(game), "deadline")
    other = game.seats.exclude(pk=seat.pk).get()
    report = Report.objects.filter(seat=other).order_by("-pk")[0]
    assert "WHO IS ASKED" in report.text and "who follows up" in " ".join(report.text.split())
    again_sent = Post(seat)
    again_sent.written = 5
    version = again(game).version
    again_sent.write("ASK retreat and advance\n")
    assert again(game).version == version


def test_ask_beside_orders_is_filed_with_them() -> None:
    game = a_battle()
    seat = game.seats.get(awaited=True)
    mail = Post(seat).write("ASK wound\nRETREAT toward 0101\nASK bananas\n")
    assert mail.reason == "filed"
    assert battle_of(game).asked == {seat.name: ("wound",)}
    assert "1 to mend" in str(the_answer(mail)["Subject"])


def test_ask_nothing_beside_an_answer_is_kept_and_read_when_the_phase_is_over(game, question) -> None:
    mail = answer_by_mail(question, "1\nASK nothing\n")
    assert mail.reason == questions.Status.TAKEN.value
    told = " ".join(text_of(answers_to(mail)[0]).split())
    assert "Kept, and read when the phase has been played" in told and "ASK nothing" in told
    while again(game).played_from:
        adjudication.finish(again(game))
    queue.work_off()
    assert question.seat.name not in battle_of(again(game)).asked
