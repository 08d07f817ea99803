"""The one reminder of a question: when it is due, what it says, and to whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import queue
from games.models import Game, InboundMail, OutboundKind, OutboundMail, Purpose, Question, Seat
from games.play import deadlines, questions
from games.seats import seats
from tests.games.play.questions_kit import answer_by_mail, play_until_asked
from tests.games.play.test_questions_going_on import without_tokens
from tests.games.post_kit import Post, a_battle, html_of, opened, text_of

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def game() -> Game:
    return a_battle()


@pytest.fixture
def question(game: Game) -> Question:
    return play_until_asked(game)


def reminders(question: Question) -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(kind=OutboundKind.REMINDER, dedupe_key__startswith="question:"))


def let_pass(question: Question, time: timedelta) -> None:
    """The question and its clock move into the past by so much."""
    row = Question.objects.get(pk=question.pk)
    moved = {
        name: getattr(row, name) - time
        for name in ("asked", "due", "remind_at")
        if getattr(row, name) is not None
    }
    Question.objects.filter(pk=question.pk).update(**moved)


@pytest.mark.parametrize(
    ("time", "notice"),
    [(12 * HOUR, 3 * HOUR), (HOUR, 15 * MINUTE), (30 * MINUTE, 15 * MINUTE), (14 * 24 * HOUR, 24 * HOUR)],
)
def test_the_last_quarter_begins_with_a_reminder(time: timedelta, notice: timedelta) -> None:
    asked = timezone.now()
    assert questions.remind_at(asked, asked + time) == asked + time - notice


def test_there_is_none_where_the_time_is_too_short_for_one() -> None:
    asked = timezone.now()
    assert questions.remind_at(asked, asked + 15 * MINUTE) is None
    assert questions.remind_at(asked, asked) is None


def test_nobody_is_reminded_before_the_last_quarter(question: Question) -> None:
    let_pass(question, 8 * HOUR)
    deadlines.remind_all()
    assert reminders(question) == []


def test_the_reminder_repeats_the_choices_and_what_happens_without_an_answer(
    game: Game, question: Question
) -> None:
    let_pass(question, 10 * HOUR)
    deadlines.remind_all()
    [mail] = reminders(question)
    message, put = opened(mail), questions.request_of(question)
    text = text_of(message)
    assert (mail.seat, mail.to) == (question.seat, question.seat.email)
    subject = str(message["Subject"])
    assert subject.startswith(f"[{game.label} ") and "still awaited" in subject and "else choice" in subject
    assert "2 hours" in subject
    assert put.question.split(". ")[0][:30] in " ".join(text.split())
    for number, option in enumerate(put.options, start=1):
        assert f" {number}  {option.words[:25]}" in text
        assert option.words[:25] in html_of(message)
    assert "if you do not answer" in text and "still missing" in " ".join(text.split())
    assert "still missing" in " ".join(html_of(message).split())
    assert "JUST NOW" not in text
    assert max(len(line) for line in text.splitlines() if "://" not in line) <= 72
    assert message["Reply-To"] == seats.reply_address(
        question.seat, question.phase, Purpose.ANSWER, question.pk
    )


def test_it_goes_out_once_however_often_the_clock_is_looked_at(question: Question) -> None:
    let_pass(question, 10 * HOUR)
    due = Question.objects.select_related("game", "seat").get(pk=question.pk)
    for _ in range(2):
        deadlines.remind_of_question(due)  # two workers found the same row
    deadlines.remind_all()
    queue.work_off()
    assert len(reminders(question)) == 1


def test_not_after_an_answer(question: Question) -> None:
    let_pass(question, 10 * HOUR)
    due = Question.objects.select_related("game", "seat").get(pk=question.pk)
    questions.answer(question.pk, "1")
    deadlines.remind_of_question(due)
    deadlines.remind_all()
    assert reminders(question) == []


def test_not_while_a_mail_that_may_be_the_answer_is_unread(question: Question) -> None:
    let_pass(question, 9 * HOUR + MINUTE)
    received = timezone.now() - 2 * MINUTE
    mail = InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp", received_at=received)
    deadlines.remind_all()
    assert reminders(question) == []
    mail.delete()
    deadlines.remind_all()
    assert len(reminders(question)) == 1


def test_not_when_the_time_is_over(question: Question) -> None:
    let_pass(question, 13 * HOUR)
    deadlines.remind_all()
    assert reminders(question) == []


def test_not_to_somebody_who_wants_no_mail(question: Question) -> None:
    Seat.objects.filter(pk=question.seat_id).update(wants_mail=False)
    let_pass(question, 10 * HOUR)
    deadlines.remind_all()
    assert reminders(question) == []


def test_a_reply_to_the_reminder_is_an_answer(question: Question) -> None:
    let_pass(question, 10 * HOUR)
    deadlines.remind_all()
    [mail] = reminders(question)
    reply = Post(question.seat).write(
        "2\n", to="games@in.example.org", In_Reply_To=mail.message_id, dmarc="pass"
    )
    assert reply.reason == "answer taken"


def test_nobody_else_learns_of_it(game: Game, question: Question) -> None:
    other = game.seats.exclude(pk=question.seat_id).get()
    browser = Client()
    browser.get(f"/s/{seats.link_secret(other)}")
    pages = [f"/g/{game.pk}", f"/g/{game.pk}/seat/{other.name}", "/"]

    def shown() -> list[str]:
        found = [without_tokens(browser.get(page).content.decode()) for page in pages]
        return [re.sub(r'name="nonce" value="\w+"', "", page) for page in found]

    before, sent = shown(), OutboundMail.objects.count()
    let_pass(question, 10 * HOUR)
    deadlines.remind_all()
    assert shown() == before
    assert OutboundMail.objects.count() == sent + 1


def test_one_broken_question_keeps_nobody_else_from_his_reminder(
    question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_pass(question, 10 * HOUR)
    monkeypatch.setattr(questions, "request_of", lambda _: 1 / 0)
    deadlines.remind_all()
    assert reminders(question) == []
    monkeypatch.undo()
    deadlines.remind_all()
    assert reminders(question) == [], "it was given up"
    answer_by_mail(question, "1")
    question.refresh_from_db()
    assert not question.open
