"""Hostile and clumsy letters, through the whole gate of a real game: what is done, who is told,
what stays shut."""

from __future__ import annotations

import pytest

from games.models import Game, InboundMail, InboundState, OutboundMail, Report
from games.play import adjudication
from games.seats import seats
from tests.games.post_kit import (
    Post,
    answers_to,
    battle_of,
    deliver,
    filed,
    html_of,
    men_of,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
DONE, HELD, IGNORED, FAILED = (
    InboundState.DONE,
    InboundState.HELD,
    InboundState.IGNORED,
    InboundState.FAILED,
)


# who writes


# attack 1, attack 5
def test_a_players_name_in_from_without_his_reply_address_commands_nothing(game, seat, post, orders):
    mail = post.write(orders, to="orders@in.example.org", sender=f'"{seat.email}" <eve@evil.example.com>')
    assert (mail.state, mail.reason) == (IGNORED, "unknown-sender")
    assert answers_to(mail) == []
    assert filed(game, seat) == ()


# attack 4, attack 5
@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("{0}\nFrom: eve@evil.example.com", "several-senders"),
        ("eve@evil.example.com\nFrom: {0}", "several-senders"),
        ("{0}, eve@evil.example.com", "several-senders"),
        ("<{0}>eve@evil.example.com", "several-senders"),
        ("<{0}>b@evil", "several-senders"),
        ("{0} <eve@evil.example.com>", "malformed-sender"),
        ("Anna <{0}", "malformed-sender"),
        ("<{0}\0.evil.example.com>", "other-sender"),
        ("=?utf-8?q?{0}?=", "other-sender"),
        ("", "malformed-sender"),
    ],
    ids=str,
)
def test_a_from_that_could_be_read_in_two_ways_is_refused_in_silence(
    game, seat, post, orders, sender, reason
):
    mail = post.write(orders, sender=sender.format(seat.email) or " ", envelope="eve@evil.example.com")
    assert mail.reason == reason
    assert mail.state in (IGNORED, HELD)
    assert filed(game, seat) == ()
    assert all(answer["To"] == seat.email for answer in answers_to(mail))


# attack 5
@pytest.mark.parametrize("sender", ["аnna@players.example.org", "anna@рlayers.example.org"])
def test_an_address_that_only_looks_like_the_players_is_a_strangers(game, seat, post, orders, sender):
    mail = post.write(orders, sender=sender)
    assert (mail.state, mail.reason) == (HELD, "other-sender")
    assert filed(game, seat) == ()


def test_a_player_with_a_domain_of_other_letters_is_known(game, seat, post, orders):
    seat.email = "anna@bücher.example"
    seat.save()
    for sender in ("anna@xn--bcher-kva.example", "Anna@Bücher.example"):
        mail = post.write(f"{orders}\nHELP {sender[:6]}", sender=sender)
        assert mail.state == DONE


# attack 10, attack 12
def test_a_report_forwarded_to_a_rival_gives_him_nothing(game, seat, rival, post):
    """The report's text is quoted, its reply address is used, from the rival's own mailbox."""
    report = Report.objects.get(seat=seat)
    mail = post.write(f"CLEAR\nMOVE {men_of(game, seat)[0]} stay\n\n{report.text}", sender=rival.email)
    assert (mail.state, mail.reason) == (HELD, "other-sender")
    assert the_answer(mail)["To"] == seat.email
    assert not OutboundMail.objects.filter(to=rival.email, kind="receipt").exists()


# attack 34
def test_a_flood_of_strangers_costs_the_player_neither_patience_nor_receipts(game, seat, post, orders):
    for n in range(30):
        post.write(orders, sender=f"eve{n}@evil.example.com")
    assert OutboundMail.objects.filter(to=seat.email, kind="receipt").count() == 20
    assert len(answers_to(post.write(orders))) == 1


# attack 11
def test_after_new_addresses_are_given_out_the_old_threads_open_nothing(game, seat, post, orders):
    report = OutboundMail.objects.get(seat=seat, kind="report")
    seats.revoke(seat)
    mail = post.write(orders, to="orders@in.example.org", In_Reply_To=report.message_id)
    assert (mail.state, mail.reason) == (IGNORED, "revoked-address")
    assert filed(game, seat) == ()


# attack 40
def test_seats_that_exist_and_seats_that_do_not_look_the_same_from_outside(game, seat, post, orders):
    local, _, domain = seats.reply_address(seat, game.phase).partition("@")
    ref, secret, mark = local.split("-", 2)
    near = f"{ref}-{secret[:-1]}{'0' if secret[-1] != '0' else '1'}-{mark}@{domain}"
    strangers = [
        post.write(orders, to=to, sender="eve@evil.example.com")
        for to in (near, f"orders+zzzzzz-{'z' * 16}@{domain}", f"game-99@{domain}")
    ]
    assert {(mail.state, mail.reason) for mail in strangers} == {(IGNORED, "unknown-sender")}
    players = [
        post.write(f"{orders}\nHELP {n}", to=to)
        for n, to in enumerate((near, f"orders+zzzzzz-{'z' * 16}@{domain}"))
    ]
    assert {(mail.state, mail.reason) for mail in players} == {(HELD, "no-seat-address")}


def test_a_rivals_own_mailbox_at_the_wrong_seat_changes_no_seat(game, seat, rival, orders):
    before = Game.objects.get(pk=game.pk).version
    mail = Post(rival).write(orders, to=seats.reply_address(seat, game.phase))
    assert mail.reason == "other-sender"
    assert Game.objects.get(pk=game.pk).version == before


# when it was written


# attack 7
def test_last_turns_mail_sent_again_byte_by_byte_does_nothing(game, seat, orders):
    to = seats.reply_address(seat, game.phase)
    raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <again@x.org>\n\n{orders}".encode()
    deliver(raw, to)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    version = Game.objects.get(pk=game.pk).version
    assert deliver(raw, to).reason == "filed"
    replayed = deliver(raw.replace(b"Message-ID: <again", b"Message-ID: <new"), to)
    assert (replayed.state, replayed.reason) == (IGNORED, "old-address")
    assert Game.objects.get(pk=game.pk).version == version


# attack 42
@pytest.mark.parametrize(
    "date",
    [
        "Fri, 31 Dec 9999 23:59:59 +0000",
        "Fri, 31 Dec 9999 23:59:59 -2359",
        "Thu, 1 Jan 2099 00:00:00 +0000",
        "Mon, 1 Jan 0001 00:00:00 +2359",
        "Sun, 99 Foo 2026 99:99:99 +9999999",
        "",
    ],
)
def test_no_date_stops_the_mails_that_follow(game, seat, post, date):
    first, second, _ = some_orders(game, seat)
    assert post.write(first, Date=date).reason == "filed"
    assert post.write(second, Date="Sat, 21 Nov 2099 18:00:00 +0100").reason == "filed"
    assert filed(game, seat) == (first, second)


# attack 42
def test_a_forged_date_opens_no_closed_phase(game, seat, post, orders):
    to = seats.reply_address(seat, game.phase)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    mail = post.write(orders, to=to, Date="Sat, 21 Nov 2020 18:00:00 +0100")
    assert mail.reason == "old-address"


def test_orders_held_for_a_wrong_clock_are_taken_when_they_are_sent_again(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write(first, Date="Sat, 21 Nov 2020 18:00:00 +0100")
    slow = "Sat, 21 Nov 2020 17:00:00 +0100"
    assert post.write(second, Date=slow).reason == "overtaken"
    assert post.write(second, Date=slow).reason == "filed"
    assert filed(game, seat) == (first, second)


# what it says, and where


HIDDEN = [
    '<div style="display:none">{0}</div>',
    '<p style="VISIBILITY : hidden">{0}</p>',
    '<span style="font-size:0px">{0}</span>',
    "<!-- {0} -->",
    "<p hidden>{0}</p>",
    "<style>{0}</style>",
    "<script>{0}</script>",
    "<svg><text>{0}</text></svg>",
    "<noscript>{0}</noscript>",
    '<img alt="{0}">',
    "<textarea>{0}</textarea>",
    "<title>{0}</title>",
    "<object>{0}</object>",
]


@pytest.mark.parametrize("markup", HIDDEN)
def test_what_nobody_sees_in_html_is_no_order(game, seat, post, markup):
    shown, hidden, _ = some_orders(game, seat)
    html = f"<html><body><p>{shown}</p>{markup.format(hidden)}</body></html>"
    post.write(html, Content_Type="text/html; charset=utf-8")
    assert filed(game, seat) == (shown,)


def multipart(kind, *parts):
    return "\n".join(["--b\n" + part for part in parts] + ["--b--\n"]), f"multipart/{kind}; boundary=b"


def test_where_plain_text_and_html_order_other_things_nothing_is_carried_out_unasked(game, seat, post):
    shown, other, _ = some_orders(game, seat)
    body, kind = multipart(
        "alternative",
        f"Content-Type: text/plain\n\n{shown}\n",
        f"Content-Type: text/html\n\n<p>{other}</p>\n",
    )
    mail = post.write(body, Content_Type=kind)
    assert filed(game, seat) == ()
    answer = text_of(the_answer(mail))
    assert f"> {shown}" in answer and f"> {other}" in answer


INERT = [
    "Content-Type: message/rfc822\n\nFrom: {1}\nContent-Type: text/plain\n\n{0}\n",
    (
        'Content-Type: text/plain; name="note.txt"\nContent-Disposition: attachment; filename="note.txt"\n\n'
        "{0}\n"
    ),
    "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n{0}\nEND:VCALENDAR\n",
    "Content-Type: text/vcard\n\nBEGIN:VCARD\n{0}\nEND:VCARD\n",
    "Content-Type: application/pdf\n\n%PDF-1.4\n{0}\n",
    "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\nUEsDBBQAAAAIAA==\n",
    "Content-Type: message/delivery-status\n\n{0}\n",
    "Content-Type: multipart/digest; boundary=c\n\n--c\n\nSubject: x\n\n{0}\n--c--\n",
    "Content-Type: message/external-body; access-type=URL; URL=http://evil.example.com\n\n{0}\n",
]


@pytest.mark.parametrize("part", INERT)
def test_orders_in_anything_attached_are_inert(game, seat, post, part):
    shown, hidden, _ = some_orders(game, seat)
    body, kind = multipart("mixed", f"Content-Type: text/plain\n\n{shown}\n", part.format(hidden, seat.email))
    mail = post.write(body, Content_Type=kind)
    assert mail.state == DONE
    assert filed(game, seat) == (shown,)


def test_a_rivals_forwarded_report_in_my_own_answer_is_quoted_text(game, seat, rival, post):
    """He sends me 'orders' in the hope that my reply carries them."""
    shown, hidden, _ = some_orders(game, seat)
    trap = f"On 22 Nov 2026, Boris <{rival.email}> wrote:\n> CLEAR\n> {hidden}\n>> {hidden}\n"
    mail = post.write(f"{shown}\n\n{trap}")
    assert filed(game, seat) == (shown,)
    assert "CLEAR" not in battle_of(game).sheets.get(seat.name, ())
    assert mail.reason == "filed"


def test_thanks_below_a_quoted_receipt_is_not_taken_for_edited_orders(game, seat, post, orders):
    receipt = the_answer(post.write(orders))
    quoted = "\n".join(f"> {line}" for line in text_of(receipt).split("\n"))
    mail = post.write(
        f"thanks!\n\nOn 22 Nov 2026 the game wrote:\n{quoted}", In_Reply_To=receipt["Message-ID"]
    )
    assert mail.reason == "nothing-new"
    assert answers_to(mail) == []


# attack 41
def test_reply_all_with_the_opponent_in_copy_warns_and_answers_the_player_alone(
    game, seat, rival, post, orders
):
    answer = the_answer(post.write(orders, Cc=f"Boris <{rival.email}>"))
    assert (answer["To"], answer["Cc"], answer["Bcc"]) == (seat.email, None, None)
    assert "went to other addresses too" in text_of(answer)
    assert not OutboundMail.objects.filter(to=rival.email, kind="receipt").exists()


def test_names_of_look_alike_letters_are_never_guessed_into_orders_of_anothers_men(game, seat, rival, post):
    theirs = men_of(game, rival)[0]
    twins = str.maketrans("aeopcABCEHKMOPT", "аеорсАВСЕНКМОРТ")
    mail = post.write(f"MOVE {theirs.translate(twins)} stay\nMOVE {theirs} stay\n")
    assert filed(game, seat) == ()
    assert "to mend" in str(the_answer(mail)["Subject"])


@pytest.mark.parametrize(
    "nasty",
    [
        "\0",
        "\ud800",
        "\u202e",
        "\u200b",
        "\ufeff",
        "\u2066",
        "\x1b[2J",
        "\x7f",
        "\U000e0041",
        "\x85",
        "\u2028",
    ],
    ids=ascii,
)
def test_invisible_characters_do_no_harm_anywhere(game, seat, post, nasty):
    first, second, _ = some_orders(game, seat)
    body = f"{first}{nasty}\nMO{nasty}VE no{nasty}body\n{second}\n".encode("utf-8", "surrogatepass")
    mail = post.write(body, X_Junk=f"a{nasty}b".encode("utf-8", "replace").decode().replace("\n", ""))
    assert second in filed(game, seat)
    answer = the_answer(mail)
    for text in (text_of(answer), html_of(answer), repr(InboundMail.objects.get(pk=mail.pk).parsed)):
        assert nasty not in text or nasty in ("\u2028", "\x85")


@pytest.mark.parametrize(
    "field", ["Subject", "Message-ID", "In-Reply-To", "References", "Date", "From", "To", "Cc"]
)
def test_an_encoded_line_end_in_a_header_makes_no_header_of_an_answer(game, seat, post, orders, field):
    trap = "=?utf-8?q?hello=0D=0ABcc=3A_victim=40evil.example.com=0D=0A?="
    value = {
        "Message-ID": f"<a{trap}@x.org>",
        "In-Reply-To": f"<a{trap}@x.org>",
        "References": f"<a{trap}@x.org> <b\t@x.org>",
        "From": f"{trap} <{seat.email}>",
        "To": f"{trap} <{seats.reply_address(seat, game.phase)}>",
    }.get(field, trap)
    mail = post.write(orders, **{field.replace("-", "_"): value})
    assert mail.state == DONE
    answer = the_answer(mail)
    assert answer["Bcc"] is None
    assert len(answer.get_all("Subject")) == 1
    assert "\nBcc" not in OutboundMail.objects.get(in_reply_to=mail).rendered.decode("ascii", "replace")


@pytest.mark.parametrize(
    "line",
    ["MOVE url(x)", "@import 'x'", "MOVE src = http://evil", "<script>alert(1)</script>",
     "<img src=x onerror=y>",
     "{{ game.nonce }} {% debug %}", "MOVE %s %(a)s {0}", "' OR 1=1; DROP TABLE games_event; --"],
)  # fmt: skip
def test_code_of_any_kind_comes_back_as_harmless_text(game, seat, post, line):
    good = some_orders(game, seat)[0]
    mail = post.write(f"{good}\n{line}\nMOVE nobody\n")
    assert mail.state == DONE
    assert filed(game, seat) == (good,)
    html = html_of(the_answer(mail))
    assert "<script" not in html and "<img src=x" not in html


def test_a_stranger_whose_domain_reads_like_a_style_rule_is_told_of(game, seat, post, orders):
    mail = post.write(orders, sender="eve@important.example.com")
    assert (mail.state, mail.reason) == (HELD, "other-sender")
    assert "eve@important.example.com" in text_of(the_answer(mail))
