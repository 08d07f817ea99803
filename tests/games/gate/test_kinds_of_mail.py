"""Every kind of mail gets its answer: UNDO, once more and beside orders; a complaint; words to the game
master; AWAY."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from games.gate import away
from games.gate.commands import PostCommand, command_in
from games.models import AbsentPolicy, Game, InboundMail, Letter, OutboundMail, Seat
from games.reports import subjects
from rules import engine
from tests.games.post_kit import Post, answers_to, filed, men_of, opened, text_of, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(settings) -> str:
    settings.GAME_MASTER = "master@players.example.org"
    return settings.GAME_MASTER


def to_master(address: str) -> list[str]:
    return [f"{row.subject}\n{text_of(opened(row))}" for row in OutboundMail.objects.filter(to=address)]


def flat(mail: InboundMail) -> str:
    return " ".join(text_of(the_answer(mail)).split())


# UNDO


def test_undo_brings_back_what_stood_before_the_last_mail(game, seat, post) -> None:
    one, two, *_ = men_of(game, seat)
    post.write(f"MOVE {one} stay\nRETREAT {one} toward 0101\n")
    before = filed(game, seat)
    post.write(f"MOVE {two} stay\nCLEAR STANDING\n")
    assert filed(game, seat) != before
    answer = flat(post.write("UNDO\n"))
    assert filed(game, seat) == before
    assert "Your last mail is undone" in answer


def test_undo_twice_goes_back_two_mails_and_then_there_is_no_more(game, seat, post) -> None:
    one, two, *_ = men_of(game, seat)
    post.write(f"MOVE {one} stay\n")
    first = filed(game, seat)
    post.write(f"MOVE {two} stay\n")
    post.write("undo\n")
    assert filed(game, seat) == first
    post.write("oops, undo that!\n")
    assert filed(game, seat) == ()
    assert "nothing to undo" in flat(post.write("Undo\n"))
    assert filed(game, seat) == ()


def test_who_undoes_has_more_to_write_so_that_the_phase_waits(game, seat, post) -> None:
    every = "\n".join(f"MOVE {name} stay" for name in men_of(game, seat))
    post.write(f"{every}\nMOVE Nobody 0101\n")  # to be mended: the phase waits
    assert Seat.objects.get(pk=seat.pk).mends_until
    post.write("RETREAT toward 0101\n")
    answer = flat(post.write("UNDO\n"))
    assert Seat.objects.get(pk=seat.pk).mends_until, "undoing is no last word"
    assert "is played now" not in answer and Game.objects.get(pk=game.pk).phase == game.phase


def test_an_undo_in_a_mail_with_try_changes_nothing(game, seat, post) -> None:
    one, two, *_ = men_of(game, seat)
    post.write(f"MOVE {one} stay\n")
    before = filed(game, seat)
    answer = flat(post.write(f"TRY\nMOVE {two} stay\nUNDO\n"))
    assert filed(game, seat) == before
    assert "Nothing is undone" in answer and "nothing of this was filed" in answer


def test_the_receipt_of_an_undo_says_what_stands_and_nothing_that_nobody_wrote(game, seat, post) -> None:
    one, two, *_ = men_of(game, seat)
    receipt = flat(post.write(f"MOVE {one} stay\nRETREAT {one} toward 0101\n"))
    quoted = "\n".join(f"> {line}" for line in receipt.splitlines())
    post.write(f"MOVE {two} stay\n")
    answer = flat(post.write(f"UNDO\n\nOn Sun, 22 Nov 2026, the game wrote:\n{quoted}\n"))
    assert "CLEAR ALL" not in answer and "DID YOU MEAN" not in answer
    assert f"MOVE {one} stay" in answer and f"MOVE {two} stay" not in answer


def test_what_is_ordered_behind_an_undo_is_the_next_mail_to_be_undone(game, seat, post) -> None:
    one, two, three, *_ = men_of(game, seat)
    post.write(f"MOVE {one} stay\n")
    first = filed(game, seat)
    post.write(f"MOVE {two} stay\n")
    post.write(f"UNDO\nMOVE {three} stay\n")
    assert filed(game, seat) == (*first, f"MOVE {three} stay")
    post.write("UNDO\n\n--\nAnna")
    assert filed(game, seat) == first


def test_the_same_undo_that_arrives_twice_undoes_once(game, seat, post) -> None:
    one, two, *_ = men_of(game, seat)
    post.write(f"MOVE {one} stay\n")
    first = filed(game, seat)
    post.write(f"MOVE {two} stay\n")
    for body in ("UNDO\n", "UNDO\n\n"):
        post.write(body, Message_ID="<undo@players.example.org>")
    assert filed(game, seat) == first


def test_a_standing_order_of_an_earlier_phase_is_not_undone(game, seat, post) -> None:
    from games.play import adjudication

    [one, *_] = men_of(game, seat)
    post.write(f"RETREAT {one} toward 0101\n")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "test")
    fresh = Post(seat)
    fresh.written = 5
    assert "nothing to undo" in flat(fresh.write("UNDO\n"))
    assert filed(game, seat) == (f"RETREAT {one} toward 0101",)


# the game master


@pytest.mark.parametrize("whom", ["GM", "the game master", "Game Master:", "umpire"])
def test_a_letter_to_the_game_master_reaches_him(game, seat, post, master, whom) -> None:
    mail = post.write(f"PRESS TO {whom}\nPlease pause the game until Monday.\nEND PRESS\n")
    assert "Your letter to the game master" in flat(mail)
    [note] = to_master(master)
    assert "Please pause the game until Monday." in note and game.label in note


def test_it_stands_on_his_desk_and_nobody_else_reads_it(game, seat, rival, post, client) -> None:
    Game.objects.filter(pk=game.pk).update(press="off")  # no letters between players
    post.write("PRESS TO GM\nThe die is cast & lost.\nEND PRESS\n")
    assert not OutboundMail.objects.filter(seat=rival, kind="letter").exists()
    client.force_login(User.objects.create_superuser("master"))
    assert "The die is cast &amp; lost." in client.get("/gm").content.decode()


def test_a_letter_to_him_at_the_address_for_letters_reaches_him_too(game, seat, post, master) -> None:
    from games.letters import letters

    mail = post.write("Please pause.\n", to=letters.address(seat), Subject="To GM")
    assert "Your letter to the game master" in flat(mail)
    assert len(to_master(master)) == 1


# complaints


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("this is wrong", "wrong"),
        ("That's clearly a mistake!", "wrong"),
        ("the server cheated", "wrong"),
        ("your dice are rigged", "wrong"),
        ("It doesn't work", "wrong"),
        ("I don't understand", "lost"),
        ("I do not understand the report", "lost"),
        ("This makes no sense to me.", "lost"),
        ("Das verstehe ich nicht", "lost"),
        ("I'd like to hand over my seat to Carla, carla@players.example.org", "leaves"),
        ("Sorry, I have to quit. My brother takes over from me.", "leaves"),
        ("Ich übergebe meinen Platz an Carla.", "leaves"),
        ("what a wrong turn that was, well played", ""),
        ("his lance is broken", ""),
        ("thanks for the quick answer", ""),
    ],
)
def test_a_complaint_is_known_by_its_words(post, line: str, what: str) -> None:
    mail = post.write(f"{line}\n")
    assert Letter.objects.filter(mail=mail).exists() is bool(what)
    if what:
        assert ("Sorry that this is not clear" in flat(mail)) is (what == "lost")
        assert ("only he gives a seat to somebody else" in flat(mail)) is (what == "leaves")


def test_a_complaint_is_answered_and_brought_to_the_game_master(game, seat, post, master) -> None:
    mail = post.write("Hello,\n\nThis is wrong. My rider was not even in his arc!\n\nAnna\n")
    assert "your words have gone to the game master" in flat(mail)
    [note] = to_master(master)
    assert "not even in his arc" in note


def test_a_complaint_beside_orders_keeps_neither_from_its_place(game, seat, post, orders, master) -> None:
    mail = post.write(f"{orders}\n\nThe server cheated last turn.\n")
    assert len(filed(game, seat)) == 3
    assert "your words have gone to the game master" in flat(mail)
    assert len(to_master(master)) == 1


def test_who_complains_on_and_on_in_the_same_words_is_heard_once(game, seat, post, master) -> None:
    for number in range(5):
        post.write(f"The server cheated, I tell you for the {number}th time.\n")
    assert len(to_master(master)) == 1


# AWAY


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("AWAY", True),
        ("AWAY until Friday", True),
        ("away from 3 to 12 May", True),
        ("I am away next week", False),  # that is talk, since machines say it too
        ("Away from 1010 to 1212", False),
        ("he got away", False),
    ],
)
def test_away_is_known_by_its_words(line: str, known: bool) -> None:
    found = command_in(line)
    assert (found is not None and found.command is PostCommand.AWAY) is known


@pytest.mark.parametrize(
    "line", ["AWAY until Friday", "I'm away next week.", "I will be on holiday until 12 May"]
)
def test_away_says_what_is_possible(game, seat, post, line: str) -> None:
    answer = flat(post.write(f"{line}\n"))
    assert "keeps no calendar" in answer and "your figures act on their standing orders alone" in answer
    assert "PRESS TO GM" in answer


@pytest.mark.parametrize(
    ("scale", "said"),
    [("campaign", "MEET and JOIN"), ("siege", "file a plan"), ("battle", "WATCH, RETREAT")],
)
def test_who_goes_away_is_told_what_stands_at_the_scale_of_his_game(
    seat, monkeypatch: pytest.MonkeyPatch, scale: str, said: str
) -> None:
    monkeypatch.setattr(engine, "scale_of", lambda table: scale)
    assert said in away.told(seat)
    for absent in AbsentPolicy.values:
        told = subjects.without_orders(Game(absent=absent), scale)
        assert ("figures" in told) is (scale == "battle" and absent != AbsentPolicy.WAIT)


def test_a_machine_that_is_away_is_not_asked_whether_it_means_it(game, seat, post) -> None:
    mail = post.write("I am away next week.\n", Subject="Automatic reply: away until Monday")
    assert answers_to(mail) == []


def test_an_answer_to_a_complaint_is_no_complaint(game, seat, post) -> None:
    """Whoever sends our words back does not complain with them."""
    told = text_of(the_answer(post.write("This is wrong.\n")))
    post.write("\n".join(line for line in told.splitlines() if not line.startswith(">")))
    assert Letter.objects.count() == 1


# languages


def test_the_language_that_it_is_already_is_told_so(game, seat, post) -> None:
    assert "in English already: nothing has changed" in flat(post.write("LANGUAGE en\n"))
    assert "auf Deutsch" in flat(post.write("LANGUAGE de\n"))


@pytest.mark.parametrize("asks", ["HELP", "STATUS"])
def test_who_asks_again_with_the_same_words_of_despair_is_answered_again(
    game, seat, post, master, asks
) -> None:
    first, second = (post.write(f"{asks}\nI do not understand this.\n") for _ in range(2))
    assert flat(first) and flat(second)


def test_a_question_in_reply_to_a_receipt_is_answered_and_thanks_are_not(
    game: Game, seat: Seat, post: Post
) -> None:
    receipt = the_answer(post.write(f"MOVE {men_of(game, seat)[0]} stay\nCLEAR"))
    there = {"In_Reply_To": receipt["Message-ID"]}
    asked = post.write("How far can a short bow shoot?", **there)
    assert "HELP" in text_of(the_answer(asked))
    assert answers_to(post.write("Thank you!", **there)) == []
