"""Letters between players: what is a letter and what an order, and what of its words reaches the reader."""

from __future__ import annotations

import re

import pytest

from games.letters import letters
from games.letters import text as letter_text
from games.models import (
    InboundState,
)
from games.seats import seats
from tests.games.letters.letters_kit import BODY, ally, block, flat, mails_to, text_of, the_mail_to
from tests.games.post_kit import filed, some_orders, the_answer
from tests.games.post_kit import same_game as game
from tests.stopwatch import stopwatch

__all__ = ["ally", "game"]
pytestmark = pytest.mark.django_db


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
        '--b\nContent-Type: text/plain; name="orders.txt"\nContent-Disposition: attachment; '
        f'filename="orders.txt"\n\n{orders}\n--b--\n'
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
        '<img src="https://evil.example.org/pixel.gif?boris">'
        "<style>p{background:url(https://evil.example.org/a)}</style>"
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
        ("well-intentionedness-abcd is a word; 1204-1207 are hexes",
         "well-intentionedness-abcd is a word; 1204-1207 are hexes"),
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
