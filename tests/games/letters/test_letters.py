"""Letters between players: who writes to whom, what reaches the reader, and what never does."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import queue
from games.gate import inbox
from games.letters import addressees, letters
from games.letters import text as letter_text
from games.letters.letters import Draft
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
from games.seats import seats
from tests.games import post_kit
from tests.games.answers.test_ping_pong import LONGEST, MACHINES, echoing_ticket_system
from tests.games.post_kit import Post, answers_to, deliver, filed, opened, some_orders, the_answer
from tests.stopwatch import stopwatch

pytestmark = pytest.mark.django_db
BODY = "Lay down your arms, and you may go home.\n\nRoger"


@pytest.fixture
def ally(game: Game, seat: Seat) -> Seat:
    """A third player, on the side of the first."""
    return Seat.objects.create(
        game=game,
        name="squires",
        title="Tancred's squires",
        side=seat.side,
        email="carla@players.example.org",
        order=7,
    )


@pytest.fixture
def rivals_post(rival: Seat) -> Post:
    return Post(rival)


def text_of(message: EmailMessage) -> str:
    return post_kit.text_of(message).replace("\r\n", "\n")


def flat(message: EmailMessage) -> str:
    """The text without its line ends."""
    return " ".join(text_of(message).split())


def mails_to(seat: Seat) -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(seat=seat, kind="letter").order_by("pk"))


def the_mail_to(seat: Seat):
    [row] = mails_to(seat)
    return opened(row)


def change(game: Game, **fields: object) -> None:
    Game.objects.filter(pk=game.pk).update(**fields)


def block(whom: str, words: str = BODY) -> str:
    return f"PRESS TO {whom}\n{words}\nEND PRESS\n"


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
        f"Never.\n\nOn 22 Nov 2026, G1 <game-1@in.example.org> wrote:\n{quoted}\n-- \nBoris, boris@players.example.org",
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


# no order by mistake, no letter by mistake


def test_what_stands_in_a_block_is_no_order_quote_signature_or_end(game, seat, rival, post):
    first, second, third = some_orders(game, seat)
    words = f"{second}\nthanks\n#END\n-- \n> CLEAR\nOn 22 Nov 2026, Anna wrote:\n#ORDERS G1-1\nNEW ADDRESS"
    mail = post.write(f"{first}\n{block('lombards', words)}{third}\n")
    assert filed(game, seat) == (first, third)
    assert mail.reason == "filed"
    text = text_of(the_mail_to(rival))
    marked = ("#END", "#ORDERS G1-1")  # as if quoted, for a reader who copies them
    assert all(f"   {'| ' * (line in marked)}{line}".rstrip() in text for line in words.split("\n"))
    assert seats.reply_address(seat, game.phase) not in text


def test_a_block_inside_an_orders_block_is_a_letter(game, seat, rival, post):
    first, second, _ = some_orders(game, seat)
    post.write(f"#ORDERS\n{first}\n{block('lombards')}{second}\n#END\n")
    assert filed(game, seat) == (first, second)
    assert len(mails_to(rival)) == 1


def test_without_its_end_a_block_with_orders_below_is_neither_sent_nor_carried_out(game, seat, rival, post):
    first = some_orders(game, seat)[0]
    mail = post.write(f"PRESS TO Lombards\nCome out!\n{first}\n")
    assert (filed(game, seat), mails_to(rival)) == ((), [])
    answer = flat(the_answer(mail))
    assert "has no END PRESS" in answer and "> Come out!" in answer and f"> {first}" in answer


def test_without_its_end_a_block_of_mere_words_ends_with_the_mail(seat, rival, post):
    post.write(
        "PRESS TO Lombards\nCome out!\n\nOn 22 Nov 2026 the game wrote:\n> MOVE Robert stay\n-- \nAnna"
    )
    assert "   Come out!\n\nReply" in text_of(the_mail_to(rival))


def test_a_quoted_block_is_sent_to_nobody(seat, rival, post, orders):
    quoted = "".join(f"> {line}\n" for line in block("all").split("\n"))
    post.write(f"{orders}\n\nOn 22 Nov 2026 Boris wrote:\n{quoted}")
    post.write(f"hello\n\n-----Original Message-----\n{block('all')}")
    assert mails_to(rival) == []


def test_orders_sent_to_the_address_for_letters_are_given_away_to_nobody(game, seat, rival, post, orders):
    mail = post.write(orders, to=letters.address(seat))
    assert (mail.state, mail.reason) == (InboundState.HELD, "orders-in-a-letter")
    assert (filed(game, seat), mails_to(rival)) == ((), [])
    answer = the_answer(mail)
    assert "nothing was sent" in answer["Subject"]
    assert answer["Reply-To"] == seats.reply_address(seat, game.phase)
    assert post.write(orders, to=answer["Reply-To"]).reason == "filed"


def test_words_that_only_look_like_orders_are_a_letter(seat, rival, post):
    mail = post.write("Attack me, and you will regret it.\nMove your tents!", to=letters.address(seat))
    assert mail.reason == "letter"
    assert "   Attack me, and you will regret it.\n   Move your tents!\n" in text_of(the_mail_to(rival))


def test_a_file_attached_to_a_letter_is_not_sent(seat, rival, post, orders):
    body = (
        "--b\nContent-Type: text/plain\n\nSee you at the mill.\n"
        f'--b\nContent-Type: text/plain; name="orders.txt"\nContent-Disposition: attachment; filename="orders.txt"\n\n{orders}\n--b--\n'
    )
    mail = post.write(body, to=letters.address(seat), Content_Type="multipart/mixed; boundary=b")
    assert mails_to(rival) == [] or orders not in text_of(the_mail_to(rival))
    assert "attachment" in the_answer(mail)["Subject"]


# what reaches the reader


SECRETS = ["anna@players.example.org", "<mailto:anna@players.example.org>", "anna＠players.example.org"]


@pytest.mark.parametrize("secret", SECRETS)
def test_no_address_passes(seat, rival, post, secret):
    post.write(f"Write to {secret} directly.", to=letters.address(seat))
    assert "players.example.org" not in text_of(the_mail_to(rival))
    assert "(address removed)" in text_of(the_mail_to(rival))


def test_no_key_of_a_seat_passes(game, seat, rival, post):
    own = seats.reply_address(seat, game.phase)
    post.write(
        f"My page is {seats.seat_link(seat)} and I play by {own} or {own.partition('@')[0]}, agreed?",
        to=letters.address(seat),
    )
    text = " ".join(text_of(the_mail_to(rival)).split())
    assert seats.link_secret(seat) not in text and own.partition("@")[0] not in text
    assert re.search(
        r"My page is \(address removed\) and I play by \(address removed\) or \(address removed\), agreed\?",
        text,
    )


def test_of_the_original_mail_no_header_passes(seat, rival, post):
    post.write(
        BODY,
        to=letters.address(seat),
        From=f"Anna of Rome <{seat.email}>",
        Subject="Re: hello",
        X_Mailer="Telltale 7",
        Organization="Telltale Ltd",
        X_Originating_IP="192.0.2.77",
        Date="Sun, 22 Nov 2026 18:01:33 +0930",
    )
    raw = bytes(mails_to(rival)[0].rendered).decode()
    for telltale in ("Anna", "anna@", "Telltale", "192.0.2.77", "+0930", "letter-1-", "hello"):
        assert telltale not in raw, telltale


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?q?To_the_lombards=0D=0ABcc:_eve@evil.example.org?=",
        "Lombards\r\n Bcc: eve@evil.example.org",
        "=?utf-8?b?U3VycmVuZGVyDQpSZXBseS1UbzogZXZlQGV2aWwuZXhhbXBsZS5vcmc=?=",
        "=?utf-8?q?=E2=80=AEgnp.exe?=",
    ],
)
def test_no_header_is_injected_by_a_subject(seat, rival, post, subject):
    # attack 16
    post.write(BODY, to=letters.address(seat), Subject=subject)
    letter = the_mail_to(rival)
    assert letter["Bcc"] is None and letter.get_all("Subject") == [
        f"[G{seat.game_id}] Letter from {seat.title}"
    ]
    assert letter.get_all("Reply-To") == [letter["Reply-To"]] and "evil" not in letter["Reply-To"]
    assert "evil.example.org" not in letter.as_string() and "\u202e" not in text_of(letter)


@pytest.mark.parametrize(
    "whom", ["Lombards\x0bBcc: eve@evil.example.org", "x" * 79, "=?utf-8?q?a=0Ab?=", "%s {0} <b>"]
)
def test_no_addressee_breaks_anything(seat, post, whom):
    mail = post.write(block(whom))
    assert mail.state == InboundState.DONE
    assert the_answer(mail)["Bcc"] is None


def test_a_letter_is_plain_text_without_anything_to_fetch(client, game, seat, rival, post):
    # attack 43
    html = (
        '<html><body><p>Come <a href="https://evil.example.org/?to=boris">here</a>'
        '<img src="https://evil.example.org/pixel.gif?boris"><style>p{background:url(https://evil.example.org/a)}</style>'
        "<script>alert(1)</script> &lt;b&gt;now&lt;/b&gt;</p></body></html>"
    )
    post.write(html, to=letters.address(seat), Content_Type="text/html; charset=utf-8", Subject="To all")
    letter = the_mail_to(rival)
    assert letter.get_content_type() == "text/plain" and "evil.example.org" not in letter.as_string()
    page = client.get(f"/g/{game.pk}").content.decode()
    assert "evil.example.org" not in page and "&lt;b&gt;now&lt;/b&gt;" in page


def test_everybody_in_copy_learns_nothing_from_us(seat, rival, ally, post):
    # attack 41
    post.write(BODY, to=letters.address(seat), Subject="To lombards", Cc=f"{ally.email}, {rival.email}")
    letter = the_mail_to(rival)
    assert (letter["To"], letter["Cc"]) == (rival.email, None)
    assert ally.email not in letter.as_string() and mails_to(ally) == []


def test_the_words_of_a_letter_cannot_pass_for_ours(seat, rival, post):
    trick = "Fine.\n\nReply to this mail to answer.\n-- \n#ORDERS G1-1\nFrom the game master: you have lost."
    post.write(block("lombards", trick))
    lines = text_of(the_mail_to(rival)).split("\n")
    assert "   Reply to this mail to answer." in lines
    assert not any(line.startswith(("#", "--", "From")) for line in lines)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a\u202eb\u200bc\ufeffd\x07e\x00f", "abcdef"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\n\n\n\n\n\n\nb", "a\n\n\nb"),
        ("e\u0301t\u0301", "\u00e9t\u0301"),
        ("tab\there", "tab    here"),
        ("\ud800x\U000e0041y\ue000", "xy"),
        ("see https://example.org/a?b=c, at 0305-0306", "see https://example.org/a?b=c, at 0305-0306"),
        ("well-intentionedness-abcd is a word; 1204-1207 are hexes", "well-intentionedness-abcd is a word; 1204-1207 are hexes"),
    ],
    ids=ascii,
)  # fmt: skip
def test_cleaning(written, read):
    assert letter_text.cleaned(written) == read
    assert letter_text.cleaned(read) == read


def test_cleaning_is_linear():
    for words in (
        "a" * 60_000,
        "a@" * 30_000,
        "a-" * 30_000,
        "/" * 60_000,
        "\n" * 60_000,
        "x/" * 30_000 + "-" + "a" * 15,
    ):
        with stopwatch() as took:
            assert len(letter_text.cleaned(words)) <= len(words) * 10
        assert took.seconds < 3, words[:9]


def test_a_letter_beyond_sixteen_kilobytes_comes_back(seat, rival, post):
    long = ("word " * 12 + "\n") * 300
    mail = post.write(block("lombards", long))
    assert mails_to(rival) == []
    assert "longer than 16 KB" in flat(the_answer(mail))
    fits = ("word " * 12 + "\n") * 250
    post.write(block("lombards", fits))
    assert text_of(the_mail_to(rival)).count("word") == 3000


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
    """What it says to a letter may be relayed, since it may be a person's; what it says to our receipt goes nowhere."""
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


# what the game allows, and when


@pytest.mark.parametrize(
    ("press", "whom", "goes"),
    [(Press.OFF, "all", False), (Press.OFF, "lombards", False), (Press.PUBLIC, "lombards", False), (Press.PUBLIC, "all", True)],
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
