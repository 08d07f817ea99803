"""While a question is open, and when the phase goes on: orders, crashes, the page, and what others see."""

from __future__ import annotations

import re

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
    InboundState,
    OutboundMail,
    Question,
    Report,
    Seat,
)
from games.play import adjudication, questions
from games.proof import export, verification
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.play.questions_kit import (
    again,
    answer_by_mail,
    game,
    kinds_since,
    play_until_asked,
    question,
)
from tests.games.post_kit import Post, a_battle, answers_to, battle_of, text_of, the_answer

__all__ = ["game", "question"]
pytestmark = pytest.mark.django_db


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
    page = f"/g/{game.pk}/seat/{question.seat.name}/question/{question.place}"
    older = f"/g/{game.pk}/question/{question.pk}"
    assert client.get(page).status_code == client.get(older).status_code == 404
    for link in (f"asked={question.place}", f"question={question.pk}"):
        led = client.get(f"/s/{seats.link_secret(question.seat)}?{link}")
        assert led.status_code == 302 and led["Location"] == page
    assert client.get(older)["Location"] == page
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
