"""What is asked back: shown to the player, not carried out, not lost, and carried out after ACCEPT. And what
came from us is no order of his, whatever his mail program makes of it."""

from __future__ import annotations

import pytest

from games.models import Game, InboundMail, InboundState, OutboundKind, OutboundMail, Report, Seat
from games.play import adjudication
from pbem.mail.lines import LineClass
from tests.games.post_kit import (
    Post,
    filed,
    men_of,
    opened,
    orders_of,
    reads_his_mail,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
HEADING = "Klaatu barada nikto:"


@pytest.fixture
def two(game, seat) -> tuple[str, str]:
    """Orders for two men."""
    first, second = men_of(game, seat)[:2]
    return f"MOVE {first} facing NE", f"MOVE {second} facing NW"


@pytest.mark.parametrize(
    "remark",
    [
        "// {}",
        "-- {}",
        "% {}",
        "/* {} */",
        "<!-- {} -->",
        "({})",
        "[{}]",
        "~~{}~~",
        "{}?",
        "# {}",
        "; {}",
        "next turn:\n{}",
    ],
)
def test_a_remark_is_shown_and_carried_out_after_accept_alone(game, seat, post, two, remark):
    meant, other = two
    mail = post.write(f"{meant}\n{remark.format(other)}")
    assert (mail.reason, filed(game, seat)) == ("filed", (meant,))
    answer = the_answer(mail)
    assert "did you mean these" in text_of(answer).casefold() and other in text_of(answer)
    assert "not carried out" in answer["Subject"]
    assert Seat.objects.get(pk=seat.pk).mends_until is not None, "the phase waits for his word"
    done = post.write("ACCEPT", In_Reply_To=answer["Message-ID"])
    assert (done.reason, set(filed(game, seat))) == ("filed", {meant, other})


def test_nothing_else_in_the_mail_and_it_is_held_for_his_word(game, seat, post, two):
    mail = post.write(f"// {two[0]}")
    assert (mail.state, mail.reason, filed(game, seat)) == (InboundState.HELD, "asked-back", ())
    assert post.write("I accept!").reason == "filed"
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "accepted")
    assert filed(game, seat) == (two[0],)


def test_below_a_try_it_is_only_tried_and_stays_offered(game, seat, post, two):
    post.write(f"// {two[0]}")
    assert post.write("TRY\nACCEPT").reason == "tried"
    assert filed(game, seat) == ()
    post.write("ACCEPT")
    assert filed(game, seat) == (two[0],)


def test_below_a_clear_it_stands_and_above_one_it_does_not(game, seat, post, two):
    post.write(f"{two[0]}\n// {two[1]}")
    post.write("CLEAR\nACCEPT")
    assert filed(game, seat) == (two[1],)
    post.write(f"// {two[0]}")
    post.write("ACCEPT\nCLEAR")
    assert filed(game, seat) == ()


def test_what_was_accepted_is_offered_once(game, seat, post, two):
    post.write(f"// {two[0]}")
    post.write("ACCEPT")
    assert post.write("ACCEPT THESE").reason == "nothing-to-accept"


def test_not_in_another_phase(game, seat, post, two):
    post.write(f"{two[0]}\n// {two[1]}")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    assert post.write("ACCEPT").reason == "nothing-to-accept"


def test_the_game_master_may_let_such_a_mail_through(game, seat, post, two):
    from games.gate import inbox
    from games.models import Released

    mail = post.write(f"({two[0]})")
    InboundMail.objects.filter(pk=mail.pk).update(released=Released.GAME_MASTER)
    inbox.redeliver(mail)
    inbox.process(mail.pk)
    assert filed(game, seat) == (two[0],)


def test_remarks_of_our_own_form_are_not_asked_about(game, seat, post):
    form = form_of(seat)
    name = men_of(game, seat)[0]
    mail = post.write(form.replace(f"MOVE {name} stay", f"MOVE {name} facing NE"))
    assert mail.reason == "filed"
    assert "did you mean" not in text_of(the_answer(mail)).casefold()


def test_a_name_a_sign_and_a_hex_are_no_quote_that_vanishes(game, seat, post, two):
    name = men_of(game, seat)[1]
    mail = post.write(f"{two[0]}\n{name}>0101")
    assert f"{name}>0101" in text_of(the_answer(mail))


# our own words


def form_of(seat: Seat) -> str:
    text = Report.objects.filter(seat=seat).last().text
    return text[text.index("#ORDERS") : text.index("#END") + 4]


def test_old_lines_in_the_unmarked_tail_of_a_receipt_replace_nothing(game, seat, post):
    """A reply to a receipt below a heading in a language that nobody knows."""
    first, second, third = men_of(game, seat)[:3]
    before = f"MOVE {first} facing NE\nMOVE {second} facing NE\nMOVE {third} facing NE"
    receipt = text_of(the_answer(post.write(before)))
    mail = post.write(f"MOVE {first} facing NW\n\n{HEADING}\n\n{receipt}")
    assert mail.reason == "filed"
    assert set(orders_of(game, seat)) == {
        f"MOVE {first} facing NW", f"MOVE {second} facing NE", f"MOVE {third} facing NE",
    }  # fmt: skip


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.8, 0.9])
def test_nor_does_the_unmarked_tail_of_a_report(game, seat, post, cut):
    name = men_of(game, seat)[-1]
    post.write(f"MOVE {name} facing NE")
    lines = Report.objects.get(seat=seat).text.split("\n")
    tail = "\n".join(lines[int(cut * len(lines)) :])
    mail = post.write(f"Shall we talk about the weather?\n\n{HEADING}\n{tail}")
    assert filed(game, seat) == (f"MOVE {name} facing NE",), mail.parsed


def test_an_automatic_answer_that_carries_our_form_files_nothing(game, seat, post):
    body = f"Ni havas ferion.\n\n{Report.objects.get(seat=seat).text}"
    mail = post.write(body, Subject="Re: [G1 T1 Norman] your orders")
    assert (mail.state, filed(game, seat)) == (InboundState.HELD, ())


def test_what_was_held_tells_the_game_master_what_it_was(game, seat, post, two):
    mail = post.write(f"// {two[0]}")
    assert mail.parsed["asked_back"] == [f"// {two[0]}"]


def test_a_tail_of_ours_gives_no_order_to_the_post_office(game, seat, post, orders):
    """Our help names MAIL OFF and NEW ADDRESS."""
    told = text_of(the_answer(post.write("HELP")))
    post.write(f"{orders}\n\n{HEADING}\n{told}", dmarc="pass")
    assert Seat.objects.get(pk=seat.pk).wants_mail
    assert set(filed(game, seat)) == set(some_orders(game, seat))


@pytest.mark.parametrize("asked", ["Is {0} to 0101 a good idea?", "Who is next to {0} in 0101?"])
def test_a_question_without_an_order_in_it_is_shown_and_not_offered(game, seat, post, two, asked):
    asked = asked.format(men_of(game, seat)[1])
    mail = post.write(f"{two[0]}\n{asked}")
    answer = text_of(the_answer(mail))
    assert asked in answer and "did you mean these" not in answer
    assert "TRY before an order tells what it would do" in " ".join(answer.split())
    assert "offered" not in mail.parsed
    assert post.write("ACCEPT", In_Reply_To=the_answer(mail)["Message-ID"]).reason == "nothing-to-accept"


@pytest.mark.parametrize("word", ["TRY", "CHECK", "try"])
def test_try_above_a_form_means_the_form(game, seat, post, word):
    name = men_of(game, seat)[0]
    mail = post.write(f"{word}\n\n{form_of(seat).replace(f'MOVE {name} stay', f'MOVE {name} facing NE')}")
    assert (mail.reason, filed(game, seat)) == ("tried", ())


def test_an_untouched_form_below_orders_of_his_own_is_asked_back(game, seat, post, two):
    mail = post.write(f"Hi,\n\nRETREAT toward 0101\n\n{form_of(seat)}\n\nNina")
    assert (mail.reason, orders_of(game, seat)) == ("filed", ())
    assert len(mail.parsed["offered"]) == len(men_of(game, seat))
    assert "ACCEPT" in text_of(the_answer(mail))


def test_the_desk_reads_bare_lines_alone(game, seat, client, two):
    from games.seats import seats

    client.get(seats.seat_link(seat).removeprefix("http://localhost:8000"))
    client.post(seats.seat_link(seat).removeprefix("http://localhost:8000"))
    page = f"/g/{game.pk}/seat/{seat.name}"
    told = client.post(
        page, {"orders": f"{two[0]}\n// {two[1]}\n{two[1]}?\nplan for next turn:\n{two[1]}", "phase": "1"}
    )
    assert filed(game, seat) == (two[0],)
    assert told.content.decode().count("did you mean these") == 1
    assert Seat.objects.get(pk=seat.pk).mends_until is not None


def test_a_yes_above_the_quoted_form_is_told_what_accept_would_do(game, seat, post):
    quoted = "\n".join(f"> {line}" for line in Report.objects.get(seat=seat).text.split("\n"))
    answer = text_of(the_answer(post.write(f"ok\n\nOn 22 Nov 2026 at 16:02 the game wrote:\n{quoted}")))
    assert all(f"> MOVE {name} stay" in answer for name in men_of(game, seat)[:9])
    assert "in place of what stands" in answer


def test_talk_that_a_receipt_repeated_is_his_when_he_says_it_again(game, seat, post):
    talk = "What a lovely evening.\nPoor Hugo!\nSee you at the club.\nBring wine."
    post.write(talk)
    answer = text_of(the_answer(post.write(f"{talk}\nAnd bread.")))
    assert all(f"> {line}" in answer for line in talk.split("\n"))


def test_every_class_of_lines_is_shown_or_known(game, seat, post):
    """Who adds a class of lines says here where its lines appear."""
    shown = {LineClass.ORDER, LineClass.TALK, LineClass.HEADING, LineClass.AFTER_END, LineClass.ASIDE,
             LineClass.QUOTED_ORDER, LineClass.ELSEWHERE,
             LineClass.PRESS, LineClass.COMMENT, LineClass.POLITE}  # fmt: skip
    by_program = {LineClass.BLANK, LineClass.MARKER, LineClass.QUOTE, LineClass.ATTRIBUTION,
                  LineClass.SIGNATURE,
                  LineClass.FOOTER, LineClass.ARMOUR, LineClass.END}  # fmt: skip
    assert shown | by_program == set(LineClass)


# what a rival wrote


@pytest.mark.parametrize("above", ["ok", "No thanks!", "{mine}", ""])
@pytest.mark.parametrize("mark", ["> ", "", "| "])
def test_a_form_in_a_rivals_letter_is_no_form_of_ours(game, seat, rival, post, two, above, mark):
    """Quoted to the address for orders, its lines would be changed ones in a form of the open phase."""
    reads_his_mail(seat, rival)
    label = form_of(seat).split("\n")[0].removeprefix("#ORDERS ")
    order = two[1]
    Post(rival).write(f"PRESS TO normans\nPeace?\n#ORDERS {label}\n{order}\n#END\nEND PRESS")
    row = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.LETTER).get()
    letter = text_of(opened(row)).replace("\r", "")
    assert order in letter
    quoted = "\n".join(mark + line for line in letter.split("\n"))
    post.write(above.format(mine=two[0]) + "\n\n" + quoted)
    assert order not in filed(game, seat)


def test_nor_is_a_form_of_which_little_is_ours(game, seat, post, two):
    """Anybody can guess how a form begins and ends, and mail it to a player who answers to all."""
    head = form_of(seat).split("\n")[0]
    mail = post.write(f"ok\n\nOn Sunday Boris wrote:\n> {head}\n> {two[1]}\n> #END\n")
    assert (mail.reason, filed(game, seat)) == ("orders-in-quote", ())
    assert two[1] in text_of(the_answer(mail))
