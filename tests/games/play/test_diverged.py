"""A phase played again after an answer that does not come to the recorded events: who is told what, and
the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.gate import kept
from games.models import Game, GameState, InboundState, OutboundMail, Question
from games.play import adjudication, questions
from games.proof import verification
from games.record import eventlog
from games.reports import words
from games.seats import seats
from rules import engine
from tests.games.play.questions_kit import again, play_until_asked
from tests.games.post_kit import Post, a_battle, opened, text_of, the_answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(settings: Any) -> Game:
    settings.GAME_MASTER = "gm@example.org"
    return a_battle()


@pytest.fixture
def question(game: Game) -> Question:
    return play_until_asked(game)


@pytest.fixture
def upgraded(game: Game, question: Question) -> Iterator[Callable[[], None]]:
    """The question is answered, but other rules were installed meanwhile; they stop the game. Calling it
    brings the old rules back."""
    questions.answer(question.pk, "1")
    real = engine.adjudicate

    def changed(*args: Any) -> list[engine.Event]:
        events = real(*args)
        return [events[0], *events[2:]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "adjudicate", changed)
        adjudication.attend(game.pk)
        yield patch.undo


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_game_stops_and_nothing_is_appended(game: Game, question: Question, upgraded: object) -> None:
    now = again(game)
    assert (now.state, now.version) == (GameState.BROKEN, question.seq + 1)
    assert verification.check(now).events == now.version
    adjudication.attend(game.pk)
    assert again(game).version == now.version
    assert OutboundMail.objects.filter(to="gm@example.org").count() == 1


def test_the_game_master_is_told_exactly_what_happened_and_what_to_do(game: Game, upgraded: object) -> None:
    now = again(game)
    [note] = OutboundMail.objects.filter(to="gm@example.org")
    message = opened(note)
    text = text_of(message)
    assert "the rules have changed in the middle of a phase" in str(message["Subject"])
    [closed] = list(eventlog.rows(game.pk, now.played_from + 1, now.played_from + 1))
    begun = words.moment(datetime.fromtimestamp(closed.recorded_us / 1e6, UTC), None)
    for said in (
        "played again from its start",
        f"event {now.played_from + 3}",
        "the log holds",
        "now came out",
        f"manage.py verify {game.label}",
        f"manage.py closephase {game.label} --ask",
        f"closed on {begun}",
        "Nothing was appended",
    ):
        assert said in flat(text), said
    assert "Traceback" not in text
    lines = [line for line in text.splitlines() if "://" not in line]
    assert max(map(len, lines)) <= 78


def test_the_desk_of_the_game_master_says_the_same(
    game: Game, upgraded: object, admin_client: Client
) -> None:
    page = flat(admin_client.get("/gm").content.decode())
    assert "<details open>" in page and "played again from its start" in page
    assert f"manage.py closephase {game.label} --ask" in page and "Traceback" not in page


def test_players_learn_that_it_is_stopped_and_nothing_else(
    game: Game, question: Question, upgraded: object
) -> None:
    for seat in game.seats.all():
        browser = Client()
        browser.get(f"/s/{seats.link_secret(seat)}")
        page = flat(browser.get(f"/g/{game.pk}/seat/{seat.name}").content.decode())
        assert "stopped until the game master has had a look" in page
        assert "played again" not in page and "the log holds" not in page
        mail = Post(seat).write("WATCH anyone hold\n")
        assert mail.state == InboundState.KEPT
        form = {"orders": "WATCH anyone hold", "nonce": "0" * 32}
        posted = flat(browser.post(f"/g/{game.pk}/seat/{seat.name}", form).content.decode())
        for said in (flat(text_of(the_answer(mail))), posted):
            assert "stopped in the middle of a phase" in said and "waits for the answer" not in said


def test_closephase_with_the_new_rules_says_it_again_and_changes_nothing(
    game: Game, upgraded: object
) -> None:
    version = again(game).version
    for more in ([], ["--ask"]):
        with pytest.raises(CommandError, match="played again from its start"):
            call_command("closephase", game.label, *more)
        assert (again(game).version, again(game).state) == (version, GameState.BROKEN)


def test_the_old_rules_go_on_and_still_ask(
    game: Game, question: Question, upgraded: Callable[[], None]
) -> None:
    """As if nothing had happened: whoever is to be asked next is asked."""
    upgraded()
    call_command("closephase", game.label, "--ask")
    now = again(game)
    assert now.version > question.seq + 1 and not now.trouble
    assert now.state in (GameState.ASKING, GameState.RUNNING)
    if now.state == GameState.ASKING:
        assert Question.objects.filter(game=game, answered=None).count() == 1
    call_command("closephase", game.label)
    assert again(game).state == GameState.RUNNING
    assert verification.check(again(game)).events == again(game).version
    assert kept.take_up() == 0


def test_the_old_rules_can_end_the_phase_without_asking(game: Game, upgraded: Callable[[], None]) -> None:
    phase = again(game).phase
    upgraded()
    call_command("closephase", game.label)
    assert (again(game).state, again(game).phase, again(game).trouble) == (GameState.RUNNING, phase + 1, "")


def test_ask_leaves_an_open_question_alone(game: Game, question: Question, capsys: Any) -> None:
    with pytest.raises(CommandError, match="waits for an answer until"):
        call_command("closephase", game.label, "--ask")
    question.refresh_from_db()
    assert question.open and again(game).version == question.seq


def test_ask_closes_a_phase_that_has_not_begun_as_usual() -> None:
    game = a_battle()
    call_command("closephase", game.label, "--ask")
    assert again(game).phase == 2
