"""Letters between players: how often, once each, and what somebody need not read."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.gate import inbox
from games.letters import letters
from games.letters.letters import Draft
from games.models import (
    InboundMail,
    InboundState,
    Letter,
    OutboundMail,
    Seat,
)
from tests.games.answers.test_ping_pong import LONGEST, MACHINES, echoing_ticket_system
from tests.games.letters.letters_kit import (
    BODY,
    ally,
    block,
    change,
    flat,
    mails_to,
    rivals_post,
    text_of,
    the_mail_to,
)
from tests.games.post_kit import answers_to, deliver, opened, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["ally", "game", "rivals_post"]
pytestmark = pytest.mark.django_db


# how often, and once


def test_the_same_letter_by_two_ways_is_delivered_once(seat, rival, post):
    first = post.write(BODY, to=letters.address(seat))
    copy = bytes(first.raw).replace(b"\nTo:", b"\nReceived: by another way\nTo:")
    second = deliver(copy, first.recipient, seat.email)
    assert second.reason == "duplicate"
    Seat.objects.filter(pk=seat.pk).update(quiet=True)
    assert len(mails_to(rival)) == 1


def test_a_letter_read_again_is_not_sent_again(seat, rival, post):
    mail = post.write(BODY, to=letters.address(seat))
    inbox.redeliver(mail)
    inbox.process(mail.pk)
    assert len(mails_to(rival)) == 1 and len(answers_to(mail)) == 1


def test_thirty_letters_a_day(seat, rival, post):
    for number in range(letters.PER_DAY):
        letters.write(Draft(seat, "lombards", f"number {number}", f"test:{number}"))
    mail = post.write(block("lombards"))
    assert len(mails_to(rival)) == letters.PER_DAY
    answer = flat(the_answer(mail))
    assert "at most 30 letters a day" in answer and "> Lay down your arms" in answer
    Letter.objects.update(written=timezone.now() - timezone.timedelta(days=2))
    post.write(block("lombards", "At last."))
    assert len(mails_to(rival)) == letters.PER_DAY + 1


def test_a_machine_that_says_the_same_again_is_not_relayed_for_ever(seat, rival, post, rivals_post):
    for word in ("one", "two", "three", "four", "five", "six"):
        post.write(f"Letter {word}, of many words.", to=letters.address(seat))
        received = opened(mails_to(rival)[-1])
        rivals_post.write(
            "I am away until Monday.", to=received["Reply-To"], In_Reply_To=received["Message-ID"]
        )
    assert len(mails_to(seat)) == 2
    held = InboundMail.objects.filter(reason="same-letter-again")
    assert held.count() == 4 and {mail.state for mail in held} == {InboundState.HELD}
    assert sum(len(answers_to(mail)) for mail in held) == 1


# attack 32
@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.__name__)
def test_no_conversation_with_a_machine_at_a_players_address(seat, rival, post, machine):
    """What it says to a letter may be relayed, since it may be a person's; what it says to our receipt
    goes nowhere."""
    post.write(BODY, to=letters.address(seat))
    ours, said, number = mails_to(rival), [], 0
    while ours and len(said) < 20:
        number += 1
        theirs = machine(opened(ours.pop(0)), number)
        said.append("theirs")
        known = set(OutboundMail.objects.values_list("pk", flat=True))
        deliver(theirs.as_bytes(), str(theirs["To"]), str(theirs["From"]))
        answers = OutboundMail.objects.exclude(pk__in=known).filter(seat=rival)
        ours += list(answers)
        said += ["ours"] * len(answers)
    assert len(said) <= LONGEST
    assert len(mails_to(seat)) <= 1


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.__name__)
def test_two_machines_at_both_ends_come_to_rest(seat, rival, post, machine):
    post.write(BODY, to=letters.address(seat))
    seen: set[int] = set()
    for number in range(100):
        new = OutboundMail.objects.filter(kind="letter").exclude(pk__in=seen).order_by("pk").first()
        if new is None:
            break
        seen.add(new.pk)
        theirs = machine(opened(new), number)
        deliver(theirs.as_bytes(), str(theirs["To"]), str(theirs["From"]))
    assert len(seen) <= 2 * letters.PER_DAY
    if machine not in (echoing_ticket_system,):
        assert len(seen) <= 5


def test_an_automatic_answer_to_a_letter_goes_to_nobody(seat, rival, post, rivals_post):
    post.write(BODY, to=letters.address(seat))
    received = the_mail_to(rival)
    assert received["Auto-Submitted"] == "auto-generated"
    away = rivals_post.write("I am away.", to=received["Reply-To"], Auto_Submitted="auto-replied")
    assert away.state == InboundState.IGNORED
    assert mails_to(seat) == [] and answers_to(away) == []


# who wants none


def test_no_letters_from_somebody(seat, rival, ally, post, rivals_post):
    post.write(block("lombards"))
    stop = rivals_post.write("NO LETTERS FROM normans\n\n-- \nBoris", to=the_mail_to(rival)["Reply-To"])
    assert stop.reason == "commands"
    assert f"You get no more letters from {seat.title}." in flat(the_answer(stop))
    refused = post.write(block("lombards", "Once more."))
    assert "Your letters are not wanted there." in flat(the_answer(refused))
    post.write(block("all", "To all then."))
    assert len(mails_to(rival)) == 1
    assert len(mails_to(ally)) == 1
    rivals_post.write("LETTERS FROM Robert's footmen")
    post.write(block("lombards", "Hello again."))
    assert len(mails_to(rival)) == 2


def test_whose_letters_must_be_clear(rival, rivals_post):
    answer = text_of(the_answer(rivals_post.write("NO LETTERS FROM nobody")))
    assert "It is not clear whose letters you mean: normans, anonymous." in answer
    rival.refresh_from_db()
    assert rival.no_letters_from == []


def test_words_about_letters_inside_of_a_letter_are_words(seat, rival, post):
    post.write("We get no news.\nNO LETTERS FROM lombards\nWhy?", to=letters.address(seat))
    assert "NO LETTERS FROM lombards" in text_of(the_mail_to(rival))
    seat.refresh_from_db()
    assert seat.no_letters_from == []


def test_mail_off_leaves_letters_on_the_page(seat, rival, post):
    Seat.objects.filter(pk=rival.pk).update(wants_mail=False)
    mail = post.write(block("lombards"))
    assert mails_to(rival) == []
    assert "on the page only" in flat(the_answer(mail))
    assert letters.of_seat(rival).count() == 1


# without a name


def test_a_letter_without_a_name_where_the_game_allows_it(client, game, seat, rival, post, rivals_post):
    change(game, press_anonymous=True)
    post.seat.game.refresh_from_db()
    post.write("PRESS ANONYMOUS TO ALL\nThere is a traitor.\nEND PRESS")
    letter = the_mail_to(rival)
    assert letter["Subject"] == f"[G{game.pk}] Public letter from somebody who does not give a name"
    assert seat.title not in letter.as_string() and seat.name not in text_of(letter).lower()
    page = client.get(f"/g/{game.pk}").content.decode().partition("Public letters")[2]
    assert "There is a traitor." in page and seat.title not in page.partition("</section>")[0]
    reply = rivals_post.write("Who is it?", to=letter["Reply-To"])
    assert seat.title not in flat(the_answer(reply)) and "gave no name" in flat(the_answer(reply))
    assert "Who is it?" in text_of(the_mail_to(seat))


def test_where_it_does_not_nothing_goes_out_under_the_name(seat, rival, post):
    mail = post.write("PRESS ANONYMOUS TO lombards\nThere is a traitor.\nEND PRESS")
    assert mails_to(rival) == []
    assert "nobody writes without giving his name" in flat(the_answer(mail))


def test_letters_without_a_name_can_be_refused(game, seat, rival, post, rivals_post):
    change(game, press_anonymous=True)
    rivals_post.write("NO LETTERS FROM anonymous")
    post.write("PRESS ANONYMOUS TO lombards\nBoo!\nEND PRESS")
    assert mails_to(rival) == []
    post.write(block("lombards"))
    assert len(mails_to(rival)) == 1
