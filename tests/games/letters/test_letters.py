"""Letters between players: who writes to whom, what a game allows, and who comes later."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games import queue
from games.gate import inbox
from games.letters import addressees, letters
from games.models import (
    Game,
    GameState,
    InboundMail,
    InboundState,
    Letter,
    LetterScope,
    LetterState,
    OutboundMail,
    Press,
    PressDelivery,
    Seat,
)
from games.play.adjudication import close_phase
from games.play.creation import change_player
from games.proof import verification
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
from tests.games.post_kit import Post, a_battle, filed, opened, seat_on_move, some_orders, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["ally", "game", "rivals_post"]
pytestmark = pytest.mark.django_db


# to whom


def test_a_mail_to_the_address_for_letters_goes_to_the_only_other_player(seat, rival, post):
    mail = post.write(BODY, to=letters.address(seat), Subject="[G1] whatever")
    assert (mail.state, mail.reason) == (InboundState.DONE, "letter")
    letter = the_mail_to(rival)
    assert (letter["To"], letter["Subject"]) == (rival.email, f"[G{seat.game_id}] Letter from {seat.title}")
    assert "   Lay down your arms, and you may go home.\n\n   Roger\n" in text_of(letter)
    assert not letter.is_multipart() and letter.get_content_type() == "text/plain"
    assert Letter.objects.get().scope == LetterScope.SEAT
    told = text_of(the_answer(mail))
    assert f'Your letter to {rival.title} ("Lay down your arms, and you may go ...") has gone' in " ".join(
        told.split()
    )
    assert "1 of 30 today" in " ".join(told.split())


def test_a_reply_to_a_letter_reaches_its_writer_and_goes_on(seat, rival, post, rivals_post):
    post.write(BODY, to=letters.address(seat))
    received = the_mail_to(rival)
    quoted = "\n".join(f"> {line}" for line in text_of(received).split("\n"))
    reply = rivals_post.write(
        f"Never.\n\nOn 22 Nov 2026, G1 <game-1@in.example.org> wrote:\n{quoted}\n-- \n"
        "Boris, boris@players.example.org",
        to=received["Reply-To"],
        Subject="Re: " + received["Subject"],
        In_Reply_To=received["Message-ID"],
    )
    assert reply.reason == "letter"
    answer = the_mail_to(seat)
    assert "   Never.\n" in text_of(answer)
    assert "Lay down" not in text_of(answer) and "boris@" not in answer.as_string()
    again = post.write("Then fight.", to=answer["Reply-To"])
    assert again.reason == "letter"
    last = opened(mails_to(rival)[-1])
    assert "Then fight." in text_of(last)
    assert last["In-Reply-To"] == received["Message-ID"]


def test_a_reply_without_the_address_is_known_by_its_thread(seat, rival, post, rivals_post):
    post.write(BODY, to=letters.address(seat))
    received = the_mail_to(rival)
    reply = rivals_post.write("Never.", to=received["From"], In_Reply_To=received["Message-ID"], dmarc="pass")
    assert reply.reason == "letter"
    assert "Never." in text_of(the_mail_to(seat))


@pytest.mark.parametrize(
    "whom", ["lombards", "Lombards", "the Lombards", "Teobaldo's levy", "teobaldo’s levy:"]
)
def test_a_block_in_an_order_mail_is_sent_and_the_orders_are_filed(game, seat, rival, post, whom):
    first, second, _ = some_orders(game, seat)
    mail = post.write(f"{first}\n{block(whom)}{second}\n")
    assert mail.reason == "filed"
    assert filed(game, seat) == (first, second)
    assert "Lay down your arms" in text_of(the_mail_to(rival))
    receipt = flat(the_answer(mail))
    assert "has gone out" in receipt and "Lay down your arms, and you may go home" not in receipt


def test_a_letter_alone_in_a_mail_files_nothing(game, seat, rival, post):
    mail = post.write(block("lombards"))
    assert mail.reason == "commands"
    assert filed(game, seat) == ()
    assert len(mails_to(rival)) == 1
    assert "your letter" in the_answer(mail)["Subject"]


def test_a_public_letter_goes_to_everybody_and_stands_on_the_page(client, game, seat, rival, ally, post):
    post.write(block("ALL"))
    assert [mail.seat for mail in OutboundMail.objects.filter(kind="letter").order_by("seat__order")] == [
        rival,
        ally,
    ]
    assert the_mail_to(rival)["Subject"].endswith(f"Public letter from {seat.title}")
    page = client.get(f"/g/{game.pk}").content.decode()
    assert "Lay down your arms" in page and "players.example.org" not in page


def test_a_letter_to_a_side_goes_to_that_side_alone(client, game, seat, rival, ally, post):
    post.write(block("my side"))
    assert (len(mails_to(ally)), len(mails_to(rival))) == (1, 0)
    assert "to your whole side" in text_of(the_mail_to(ally))
    assert "Lay down" not in client.get(f"/g/{game.pk}").content.decode()
    assert Letter.objects.get().to_side == seat.side


def test_with_several_players_the_first_line_or_the_subject_says_for_whom(seat, rival, ally, post):
    post.write(f"TO Squires\n{BODY}", to=letters.address(seat))
    post.write("Hold the gate.", to=letters.address(seat), Subject="To the squires")
    post.write("Beware.", to=letters.address(seat), Subject="squires")
    assert [opened(m)["To"] for m in mails_to(ally)] == [ally.email] * 3
    assert "TO Squires" not in text_of(opened(mails_to(ally)[0]))
    assert mails_to(rival) == []


def test_a_subject_that_says_something_begins_the_letter(seat, rival, post):
    post.write("What do you say?", to=letters.address(seat), Subject="Surrender the mill")
    assert "   Surrender the mill\n\n   What do you say?\n" in text_of(the_mail_to(rival))


def test_nobody_by_that_name_gets_nothing_and_the_words_come_back_with_the_names(seat, rival, ally, post):
    mail = post.write(block("Lombard"))
    assert OutboundMail.objects.filter(kind="letter").count() == 0
    answer = flat(the_answer(mail))
    assert 'Nobody here is called "Lombard".' in answer
    assert f"{rival.name}, squires" in answer and "SIDE normans or ALL" in answer
    assert "> Lay down your arms, and you may go home." in answer
    letter = Letter.objects.get()
    assert (letter.state, letter.scope, letter.text) == (LetterState.RETURNED, LetterScope.NOBODY, BODY)
    assert letter in letters.of_seat(seat) and letter not in letters.of_seat(rival)


def test_a_player_is_found_by_the_name_that_the_page_of_the_game_shows(seat, rival, ally):
    rival.player, ally.player = "Boris", "Carla"
    Seat.objects.bulk_update([rival, ally], ["player"])
    assert addressees.addressee_of("boris", seat) == (LetterScope.SEAT, rival, "")
    Seat.objects.filter(pk=ally.pk).update(player="Boris")
    assert addressees.addressee_of("Boris", seat).scope == LetterScope.NOBODY  # two are called so
    Seat.objects.filter(pk=ally.pk).update(player=rival.name)
    assert addressees.addressee_of(rival.name, seat).seat == rival  # a name that is a seat's is that seat


@pytest.mark.parametrize(
    ("whom", "meant"),
    [
        ("Lombrads", "lombards"),
        ("the lombard", "lombards"),
        ("Squiers", "squires"),
        ("Tancreds squire", "squires"),
        ("side Normanns", "SIDE normans"),
        ("evrybody", "ALL"),
        ("Charlemagne", ""),
        ("?", ""),
    ],
)
def test_a_name_that_is_nearly_right_is_offered_and_not_guessed(seat, rival, ally, post, whom, meant):
    mail = post.write(block(whom))
    answer = flat(the_answer(mail))
    assert f'Nobody here is called "{whom}".' in answer
    assert ("Did you mean" in answer) == bool(meant)
    assert f"Did you mean {meant}? You may write to " in answer or not meant
    assert OutboundMail.objects.filter(kind="letter").count() == 0


def test_only_whom_he_may_write_to_is_offered(game, seat, rival, ally):
    assert addressees.nearest("lombrads", seat) == "lombards"
    assert addressees.nearest(f"{seat.name}x", seat) == f"SIDE {seat.side}"  # not his own seat
    rival.captain = "bold"
    rival.save()
    assert addressees.nearest(rival.title, seat) == ""
    change(game, press=Press.PUBLIC)
    seat.refresh_from_db()
    assert addressees.nearest("squires", seat) == ""
    assert addressees.nearest("al", seat) == "ALL"


def test_who_does_not_say_for_whom_among_several_is_asked(seat, ally, post):
    mail = post.write(BODY, to=letters.address(seat))
    assert "It does not say for whom it is" in flat(the_answer(mail))
    assert Letter.objects.get().state == LetterState.RETURNED


def test_an_automaton_gets_no_letters(game, seat, rival, post):
    Seat.objects.filter(pk=rival.pk).update(captain="bold", email="")
    mail = post.write(block("lombards"))
    assert "an automaton leads there" in flat(the_answer(mail))
    public = post.write(block("all"))
    assert "has gone out" in flat(the_answer(public))
    assert OutboundMail.objects.filter(kind="letter").count() == 0


def test_nobody_writes_to_himself(seat, post):
    assert "your own seat" in text_of(the_answer(post.write(block("normans"))))


# what the game allows, and when


@pytest.mark.parametrize(
    ("press", "whom", "goes"),
    [(Press.OFF, "all", False), (Press.OFF, "lombards", False), (Press.PUBLIC, "lombards", False),
     (Press.PUBLIC, "all", True)],
)  # fmt: skip
def test_what_letters_the_game_allows(game, seat, rival, post, press, whom, goes):
    change(game, press=press)
    mail = post.write(block(whom))
    assert bool(mails_to(rival)) == goes
    assert bool("NOT SENT" in flat(the_answer(mail))) != goes


def test_where_all_letters_are_public_a_reply_is_too_and_says_so(game, seat, rival, ally, post, rivals_post):
    change(game, press=Press.PUBLIC)
    post.write(block("all"))
    letter = the_mail_to(rival)
    assert "everybody reads your reply" in flat(letter)
    rivals_post.write("Never.", to=letter["Reply-To"])
    assert "Never." in text_of(opened(mails_to(ally)[-1]))


def test_couriers_take_until_the_phase_is_over(game, seat, rival, post):
    change(game, press_delivery=PressDelivery.PHASE)
    mail = post.write(block("lombards"))
    assert "is kept while the phase lasts" in flat(the_answer(mail))
    queue.sweep()
    assert mails_to(rival) == [] and letters.of_seat(rival).count() == 0
    close_phase(Game.objects.get(pk=game.pk), "deadline")
    queue.sweep()
    queue.sweep()
    assert len(mails_to(rival)) == 1 and letters.of_seat(rival).count() == 1


def test_letters_that_wait_keep_none_of_another_game_from_its_reader(game, seat, rival, post, monkeypatch):
    """However many: those of a game whose phase lasts for weeks are older than all others."""
    monkeypatch.setattr(letters, "BATCH", 2)
    slow = a_battle(press_delivery=PressDelivery.PHASE)
    others = Post(seat_on_move(slow))
    for n in range(3):
        others.write(block("lombards", f"number {n}"), Message_ID=f"<slow-{n}@players.example.org>")
    change(game, press_delivery=PressDelivery.PHASE)
    post.write(block("lombards"))
    close_phase(Game.objects.get(pk=game.pk), "deadline")
    queue.sweep()
    assert len(mails_to(rival)) == 1


def test_letters_may_wait_while_a_phase_is_being_played(game, seat, rival, post):
    change(game, press_delivery=PressDelivery.PAUSE)
    post.write(block("lombards", "before"))
    change(game, played_from=game.version, state=GameState.ASKING)
    mail = post.write(block("lombards", "meanwhile"))
    assert "is kept while the phase is being played" in flat(the_answer(mail))
    queue.work_off()
    assert len(mails_to(rival)) == 1
    change(game, played_from=0, state=GameState.RUNNING)
    queue.work_off()
    assert len(mails_to(rival)) == 2


def test_letters_go_on_when_the_game_is_over(game, seat, rival, post):
    change(game, state=GameState.OVER, press_delivery=PressDelivery.PHASE)
    post.write("Well fought!\nMOVE Robert stay", to=letters.address(seat))
    assert "Well fought!" in text_of(the_mail_to(rival))


# strangers, and those who come later


def test_a_stranger_at_the_address_for_letters_writes_to_nobody(seat, rival, post):
    mail = post.write(BODY, to=letters.address(seat), sender="eve@evil.example.org")
    assert (mail.state, mail.reason) == (InboundState.HELD, "other-sender")
    assert mails_to(rival) == []
    confirm = post.write("CONFIRM", to=the_answer(mail)["Reply-To"])
    assert confirm.reason == "confirmed"
    inbox.process(mail.pk)
    assert "Lay down" in text_of(the_mail_to(rival))


def test_a_new_player_does_not_read_the_letters_of_the_old_one(seat, rival, post):
    post.write(block("lombards"))
    assert letters.of_seat(rival).count() == 1
    moved = change_player(rival, name="Dino", email="dino@players.example.org")
    assert letters.of_seat(moved).count() == 0
    post.write(block("lombards", "Welcome, stranger."))
    assert [letter.text for letter in letters.of_seat(moved)] == ["Welcome, stranger."]


def test_deleted_letters_leave_nothing_but_an_unbroken_log(game, seat, rival, post, capsys):
    post.write(block("lombards"))
    post.write("Lay down your swords as well.", to=letters.address(seat))
    OutboundMail.objects.update(state="accepted")
    call_command("deleteletters", game.label)
    assert "2 letters deleted" in capsys.readouterr().out
    assert Letter.objects.count() == 0
    kept = [bytes(mail.raw) for mail in InboundMail.objects.all()]
    kept += [bytes(mail.rendered) for mail in OutboundMail.objects.exclude(kind="report")]
    assert not any(b"Lay down" in raw for raw in kept)
    assert not any("Lay down" in str(mail.parsed) for mail in InboundMail.objects.all())
    assert verification.check(Game.objects.get(pk=game.pk)).events == game.version
