"""What a line that could not be understood was perhaps meant for is shown at it, and carried out when its
writer says ACCEPT, not before."""

from __future__ import annotations

import pytest

from games.answers import transcript
from games.models import Game, Seat
from games.play import adjudication
from games.proof import verification
from rules import engine
from tests.games.post_kit import battle_of, filed, html_of, men_of, text_of, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
REST = "{}, tired as he is, has earned himself a rest and stays"


@pytest.fixture
def names(game, seat) -> list[str]:
    return men_of(game, seat)[:3]


def test_a_guess_is_shown_at_its_line_and_filed_after_accept(game, seat, post, names):
    mail = post.write(f"MOVE {names[0]} facing NE\n{REST.format(names[1])}")
    assert filed(game, seat) == (f"MOVE {names[0]} facing NE",)
    answer = the_answer(mail)
    text = text_of(answer)
    assert f"Perhaps you mean: MOVE {names[1]} stay" in " ".join(text.split())
    assert text.count("Reply ACCEPT") == 1
    assert f"MOVE {names[1]} stay" in html_of(answer)
    assert Seat.objects.get(pk=seat.pk).mends_until is not None, "the phase waits as for any line to mend"
    done = post.write("ACCEPT", In_Reply_To=answer["Message-ID"])
    assert (done.reason, set(filed(game, seat))) == (
        "filed",
        {f"MOVE {names[0]} facing NE", f"MOVE {names[1]} stay"},
    )
    now = Game.objects.get(pk=game.pk)
    assert verification.check(now).events == now.version
    assert post.write("ACCEPT THESE").reason == "nothing-to-accept"


def test_alone_in_a_mail_it_files_nothing_before_accept(game, seat, post, names):
    mail = post.write(REST.format(names[0]))
    assert (mail.reason, filed(game, seat)) == ("unchanged", ())
    assert f"Perhaps you mean: MOVE {names[0]} stay" in " ".join(text_of(the_answer(mail)).split())
    post.write("ACCEPT")
    assert filed(game, seat) == (f"MOVE {names[0]} stay",)


def test_accept_means_the_answer_that_it_replies_to(game, seat, post, names):
    first = post.write(REST.format(names[0]))
    post.write(REST.format(names[1]))
    post.write("ACCEPT", In_Reply_To=the_answer(first)["Message-ID"])
    assert filed(game, seat) == (f"MOVE {names[0]} stay",)
    post.write("ACCEPT")
    assert set(filed(game, seat)) == {f"MOVE {name} stay" for name in names[:2]}


def test_in_a_tried_mail_it_is_offered_and_below_a_try_only_tried(game, seat, post, names):
    post.write(f"TRY\n{REST.format(names[0])}")
    assert post.write("TRY\nACCEPT").reason == "tried"
    assert filed(game, seat) == ()
    post.write("ACCEPT")
    assert filed(game, seat) == (f"MOVE {names[0]} stay",)


def test_it_takes_the_place_of_what_was_ordered_meanwhile(game, seat, post, names):
    first = post.write(REST.format(names[0]))
    post.write(f"MOVE {names[0]} facing NE")
    post.write("ACCEPT", In_Reply_To=the_answer(first)["Message-ID"])
    assert filed(game, seat) == (f"MOVE {names[0]} stay",)


def test_but_not_of_what_the_same_mail_orders(game, seat, post, names):
    post.write(REST.format(names[0]))
    post.write(f"ACCEPT\nMOVE {names[0]} facing NE")
    assert filed(game, seat) == (f"MOVE {names[0]} facing NE",)


def test_not_in_another_phase(game, seat, post, names):
    post.write(f"MOVE {names[1]} stay\n{REST.format(names[0])}")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    assert post.write("ACCEPT").reason == "nothing-to-accept"


def test_beside_what_else_is_asked_back_accept_is_said_once_and_counts_for_all(game, seat, post, names):
    mail = post.write(f"{REST.format(names[0])}\n// MOVE {names[1]} facing NE")
    assert text_of(the_answer(mail)).count("Reply ACCEPT") == 1
    post.write("ACCEPT")
    assert set(filed(game, seat)) == {f"MOVE {names[0]} stay", f"MOVE {names[1]} facing NE"}


def test_whatever_else_is_in_the_mail_what_is_offered_is_shown(game, seat, post, names):
    trouble = [f"Sandro{n} zork {names[0]} to 9{n:03}" for n in range(60)]
    mail = post.write("\n".join([*trouble, REST.format(names[1]), REST.format(names[2]), "STATUS", "HELP"]))
    text = " ".join(text_of(the_answer(mail)).split())
    assert all(f"Perhaps you mean: MOVE {name} stay" in text for name in names[1:])
    assert mail.parsed["offered"] == [f"MOVE {name} stay" for name in names[1:]]


def test_a_line_that_offers_is_never_left_out():
    offering = engine.LineReading("x" * 200, engine.Verdict.UNREADABLE, guesses=("MOVE Odo stay",))
    other = engine.LineReading("y" * 200, engine.Verdict.ILLEGAL, ("No " * 50,), code="E-302")
    reading = engine.Reading((*[other] * 30, *[offering] * 8), (), (), ())
    for room in (1, 10, 40):
        shown, _ = transcript.of(transcript.answers(reading), room)
        assert sum("MOVE Odo stay" in answer.said for answer in shown) == 8


def test_the_desk_of_the_web_shows_it_at_its_line(game, seat, client, names):
    from games.seats import seats

    client.get(seats.seat_link(seat).removeprefix("http://localhost:8000"))
    client.post(seats.seat_link(seat).removeprefix("http://localhost:8000"))
    told = client.post(f"/g/{game.pk}/seat/{seat.name}", {"orders": REST.format(names[0]), "phase": "1"})
    page = told.content.decode()
    assert "Perhaps you mean:" in page and f"MOVE {names[0]} stay</code>" in page and "ACCEPT" not in page
    assert filed(game, seat) == ()
    assert battle_of(game).sheets.get(seat.name, ()) == ()


def test_a_polite_request_is_no_question(game, seat, post, names):
    mail = post.write(
        f"MOVE {names[1]} stay\n{names[0]} dear, would you please take a rest, my friend, and stay?"
    )
    assert f"Perhaps you mean: MOVE {names[0]} stay" in " ".join(text_of(the_answer(mail)).split())
