"""A phase that stops for a player's answer: by mail, by button, by the clock, and what nobody sees meanwhile."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import queue
from games.gate import inbox, kept
from games.models import (
    Adjudication,
    Command,
    Game,
    GameState,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    Purpose,
    Question,
    Report,
    Seat,
)
from games.play import adjudication, questions, submissions
from games.proof import export, verification
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.post_kit import Post, a_battle, answers_to, battle_of, html_of, opened, text_of, the_answer

pytestmark = pytest.mark.django_db

ASK = "ASK watch, advance, retreat, wound, oppose"


@pytest.fixture
def game() -> Game:
    return a_battle()


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def seat_of(game: Game, name: str) -> Seat:
    return Seat.objects.select_related("game").get(game=game, name=name)


def file(seat: Seat, *lines: str) -> submissions.Submission:
    game = again(seat.game)
    return submissions.submit(seat, lines, f"test:{seat.name}:{game.version}")


def play_until_asked(game: Game, phases: int = 12) -> Question:
    """Captains' orders for both sides, phase by phase, until a player is asked."""
    for seat in game.seats.all():
        file(seat, ASK)
    for _ in range(phases):
        now = again(game)
        for name in engine.awaiting(battle_of(now)).seats:
            lines = engine.captain_orders(battle_of(now), name, "bold")
            file(
                seat_of(game, name),
                *[line for line in lines if line.split()[0] in ("MOVE", "ATTACK", "FIRE")],
                "FINAL",
            )
        adjudication.attend(game.pk)
        if again(game).state == GameState.ASKING:
            return Question.objects.select_related("seat", "game").get(game=game, answered=None)
        assert not again(game).trouble, again(game).trouble
    raise AssertionError("nobody was asked")


@pytest.fixture
def question(game: Game) -> Question:
    return play_until_asked(game)


def answer_by_mail(question: Question, body: str, post: Post | None = None, **how: Any) -> InboundMail:
    to = seats.reply_address(question.seat, question.phase, Purpose.ANSWER, question.pk)
    return (post or Post(question.seat)).write(body, to=to, **how)


def kinds_since(game: Game, seq: int) -> list[str]:
    return [row.type for row in eventlog.rows(game.pk, seq + 1)]


def run_the_clock_out(question: Question) -> None:
    Question.objects.filter(pk=question.pk).update(due=timezone.now() - timedelta(minutes=10))


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
    assert f"?question={question.pk}" in text and f"/s/{seats.link_secret(question.seat)}" in text
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


# orders meanwhile


def test_orders_that_come_meanwhile_are_kept_and_read_when_the_phase_is_over(
    game: Game, question: Question
) -> None:
    other = game.seats.exclude(pk=question.seat_id).get()
    post = Post(other)
    mail = post.write("RETREAT toward 0101\n")
    assert mail.state == InboundState.KEPT
    assert "read when the phase is over" in " ".join(text_of(the_answer(mail)).split())
    assert again(game).version == question.seq
    queue.work_off()
    mail.refresh_from_db()
    assert mail.state == InboundState.KEPT
    answer_everything(game)
    kept.take_up()
    inbox.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    assert "RETREAT toward 0101" in battle_of(game).standing[other.name]
    assert len(answers_to(mail)) == 2


def answer_everything(game: Game, number: int = 1) -> int:
    """Answer every question of the phase by mail; how many there were."""
    phase, count = again(game).phase, 0
    posts = {seat.pk: Post(seat) for seat in game.seats.all()}
    for post in posts.values():
        post.written = 20
    while again(game).phase == phase and again(game).state == GameState.ASKING:
        question = Question.objects.select_related("seat").get(game=game, answered=None)
        answer_by_mail(question, str(number), posts[question.seat_id])
        adjudication.attend(game.pk)
        assert not again(game).trouble, again(game).trouble
        count += 1
    return count


# going on


def test_a_phase_with_questions_is_one_adjudication_and_its_log_is_sound(
    game: Game, question: Question
) -> None:
    played_from, phase = again(game).played_from, again(game).phase
    assert verification.check(again(game)).events == question.seq
    count = answer_everything(game)
    assert count >= 1
    run = Adjudication.objects.get(game=game, phase=phase)
    assert (run.first_seq, run.last_seq) == (played_from + 1, again(game).version)
    result = verification.check(again(game))
    assert result.unrevealed == 0 and result.events == again(game).version
    assert len(list(export.lines(again(game)))) == again(game).version + again(game).links + 1
    before = eventlog.load(game.pk, played_from).battle
    events = list(eventlog.events(game.pk, played_from + 1))
    assert engine.digest(engine.replay(events, before)) == engine.digest(battle_of(game))
    assert Report.objects.filter(game=game, adjudication=run).count() == 3


def test_a_game_played_step_by_step_stops_in_a_step() -> None:
    game = a_battle(pace="step")
    question = play_until_asked(game, phases=30)
    while again(game).state == GameState.ASKING:
        questions.answer(Question.objects.get(game=game, answered=None).pk, "1")
        adjudication.attend(game.pk)
    assert again(game).state == GameState.RUNNING and not again(game).trouble
    run = Adjudication.objects.get(game=game, first_seq__lte=question.seq, last_seq__gte=question.seq)
    began = [e for e in eventlog.events(game.pk, run.first_seq, run.last_seq) if e.kind == "step_began"]
    assert len(began) < 5  # a whole phase at once begins all five
    assert verification.check(again(game)).events == again(game).version


def test_doing_every_step_twice_changes_nothing(game: Game, question: Question) -> None:
    for _ in range(2):
        adjudication.attend(game.pk)
    assert again(game).version == question.seq and Question.objects.filter(game=game).count() == 1
    questions.answer(question.pk, "1")
    questions.run_out(again(game))
    stale = again(game)
    first, second = adjudication.play_on(stale), adjudication.play_on(stale)
    assert first and second and second.repeated and first[:2] == second[:2]
    ids = list(Command.objects.filter(game=game).values_list("command_id", flat=True))
    assert len(ids) == len(set(ids))
    kinds = kinds_since(game, question.seq)
    assert kinds.count("decision_answered") == 1


def test_a_crash_between_answer_and_going_on_is_found_by_the_sweep(game: Game, question: Question) -> None:
    assert game.pk not in queue.games_due().values_list("pk", flat=True)
    questions.answer(question.pk, "1")
    assert game.pk in queue.games_due().values_list("pk", flat=True)
    queue.work_off()
    assert again(game).version > question.seq + 1


def test_a_report_that_cannot_be_written_undoes_the_going_on(
    game: Game, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_ink(*_: object) -> None:
        raise RuntimeError("no ink")

    from games.reports import announce

    questions.answer(question.pk, "1")
    monkeypatch.setattr(announce, "asked", no_ink)
    monkeypatch.setattr(announce, "adjudicated", no_ink)
    adjudication.attend(game.pk)
    assert again(game).version == question.seq + 1 and "no ink" in again(game).trouble
    monkeypatch.undo()
    Game.objects.update(retry_at=None)
    adjudication.attend(game.pk)
    assert again(game).version > question.seq + 1 and not again(game).trouble


def test_the_game_master_need_not_wait(game: Game, question: Question) -> None:
    phase = again(game).phase
    call_command("closephase", game.label)
    assert (again(game).phase, again(game).state) == (phase + 1, GameState.RUNNING)


def test_a_captain_is_never_waited_for(game: Game, question: Question) -> None:
    seat = question.seat
    Question.objects.filter(pk=question.pk).delete()
    Seat.objects.filter(pk=seat.pk).update(captain="bold", email="")
    put = next(e for e in eventlog.events(game.pk, question.seq) if isinstance(e, engine.DecisionRequested))
    row = questions.put(again(game), put, question.seq, 12)
    assert row.due <= timezone.now()


def test_a_game_without_questions_refuses_ask_and_never_stops() -> None:
    game = a_battle(options={"question_hours": 0})
    seat = game.seats.get(awaited=True)
    mail = Post(seat).write("ASK all\n")
    assert "nobody is asked" in " ".join(text_of(the_answer(mail)).split())
    assert battle_of(game).asked == {}


# the page


def test_one_press_of_a_button_answers(client: Client, game: Game, question: Question) -> None:
    page = f"/g/{game.pk}/question/{question.pk}"
    assert client.get(page).status_code == 404
    led = client.get(f"/s/{seats.link_secret(question.seat)}?question={question.pk}")
    assert led.status_code == 302 and led["Location"] == page
    shown = client.get(page).content.decode()
    put = questions.request_of(question)
    assert shown.count('name="choice"') >= len(put.options)
    assert put.rule in shown and "Leave your seat" in shown
    assert "Answer it" in client.get(f"/g/{game.pk}/seat/{question.seat.name}").content.decode()
    unclear = client.post(page, {"choice": "99"}).content.decode()
    assert "There is no choice 99" in unclear
    done = client.post(page, {"choice": "2"}).content.decode()
    assert "Your answer:" in done
    question.refresh_from_db()
    assert question.choice == put.options[1].key
    assert "the first one counts" in client.post(page, {"choice": "1"}).content.decode()
    assert "the first one counts" in client.get(page).content.decode()


def test_another_seat_sees_no_question(client: Client, game: Game, question: Question) -> None:
    other = game.seats.exclude(pk=question.seat_id).get()
    client.get(f"/s/{seats.link_secret(other)}")
    assert client.get(f"/g/{game.pk}/question/{question.pk}").status_code == 404
    assert client.post(f"/g/{game.pk}/question/{question.pk}", {"choice": "1"}).status_code == 404
    assert "question waits" not in client.get(f"/g/{game.pk}/seat/{other.name}").content.decode()


# fog


def test_nothing_of_an_unfinished_phase_is_shown_to_anybody(
    client: Client, game: Game, question: Question
) -> None:
    """Every page and answer is the same as if nothing had been played yet, whoever looks."""
    before = eventlog.load(game.pk, again(game).played_from).battle
    after = battle_of(game)
    assert engine.digest(after) != engine.digest(before), "something has happened that could be seen"
    for seat in (None, *game.seats.all()):
        browser = Client()
        if seat is not None:
            browser.get(f"/s/{seats.link_secret(seat)}")
        eyes = seat.name if seat else None
        there = engine.situation(before, eyes)
        pages = [f"/g/{game.pk}", f"/g/{game.pk}/map.svg"]
        pages += [f"/g/{game.pk}/seat/{seat.name}"] if seat else []
        shown = {page: browser.get(page) for page in pages}
        assert shown[f"/g/{game.pk}"].context["situation"] == there
        assert shown[f"/g/{game.pk}"].context["picture"] == engine.picture(before, eyes)
        if seat:
            assert shown[f"/g/{game.pk}/seat/{seat.name}"].context["situation"] == there
        assert browser.get(f"/g/{game.pk}/t/{again(game).phase_key}").status_code == 302
    other = game.seats.exclude(pk=question.seat_id).get()
    status = Post(other).write("STATUS\n")
    assert status.state == InboundState.KEPT


def without_tokens(page: str) -> str:
    """A page without what is drawn anew for each request."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def test_what_the_enemy_reads_does_not_depend_on_what_is_asked(game: Game, question: Question) -> None:
    """Two games that differ in the answer alone look alike to the other side until the phase is over."""
    other = game.seats.exclude(pk=question.seat_id).get()
    browser = Client()
    browser.get(f"/s/{seats.link_secret(other)}")
    pages = [f"/g/{game.pk}", f"/g/{game.pk}/map.svg", "/"]
    shown = [without_tokens(browser.get(page).content.decode()) for page in pages]
    questions.answer(question.pk, "1")
    assert [without_tokens(browser.get(page).content.decode()) for page in pages] == shown
    assert not OutboundMail.objects.filter(seat=other, created__gte=question.asked)


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
