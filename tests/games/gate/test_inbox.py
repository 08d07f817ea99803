"""One clear answer, or deliberate silence, for everything that can come in by mail."""

from __future__ import annotations

import pytest

from games.gate import decision, inbox
from games.models import (
    Adjudication,
    Command,
    Event,
    Game,
    InboundMail,
    InboundState,
    OutboundMail,
    Question,
    Report,
    Seat,
)
from games.play import adjudication
from games.seats import seats
from rules import engine
from tests.games.post_kit import (
    answers_to,
    battle_of,
    deliver,
    filed,
    men_of,
    orders_of,
    reads_his_mail,
    seat_waiting,
    some_orders,
    text_of,
    the_answer,
)
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db


def version(game):
    return Game.objects.get(pk=game.pk).version


# the usual day


def test_orders_are_filed_and_a_receipt_says_what_stands(game, seat, post):
    orders = some_orders(game, seat)
    mail = post.write("\n".join(["hi! let's go", "", *orders, "", "cheers", "Sent from my phone"]))
    assert (mail.state, mail.reason, mail.seat) == (InboundState.DONE, "filed", seat)
    assert set(orders_of(game, seat)) == set(orders)
    answer = the_answer(mail)
    assert answer["Subject"] == f"Re: [{game.label} {game.phase_short}] orders received: 3 stand"
    assert answer["To"] == seat.email
    assert answer["In-Reply-To"] == mail.message_id
    assert answer["Auto-Submitted"] == "auto-replied"
    text = text_of(answer)
    for order in orders:
        assert f"> {order}" in text
        assert f"\n  {order}" in text.partition("STANDING NOW")[2]
    assert "NO ORDERS:" in text
    assert "CLEAR" in text
    assert "CET" in text


def test_a_bad_line_does_not_spoil_a_good_one(game, seat, post):
    good = some_orders(game, seat)[0]
    mail = post.write(f"{good}\nMOVE Nobody 0101\nATTACK and so on\n")
    text = text_of(the_answer(mail))
    assert orders_of(game, seat) == (good,)
    assert text.count("to mend:") == 2
    assert "1 stands, 2 to mend" in str(the_answer(mail)["Subject"])


def test_the_receipt_is_at_most_72_columns_wide_and_holds_no_delimiter(game, seat, post):
    long = "MOVE " + " ".join(["0101"] * 60)
    text = text_of(the_answer(post.write("\n".join([*some_orders(game, seat), long, "HELP", "STATUS"]))))
    assert max(map(len, text.splitlines())) <= 72
    assert not any(line and not line.strip("-_=*~# ") for line in text.splitlines())


def test_orders_for_another_players_figure_are_refused(game, seat, post):
    theirs = men_of(game, seat_waiting(game))[0]
    mail = post.write(f"MOVE {theirs} stay\n")
    assert orders_of(game, seat) == ()
    assert "to mend:" in text_of(the_answer(mail))


def test_help_status_and_report_are_answered_without_filing_anything(game, seat, post):
    before = version(game)
    text = text_of(the_answer(post.write("HELP MOVE\nSTATUS\nREPORT\n")))
    assert version(game) == before
    assert engine.verb_help("move").split("\n")[0][:20] in text
    assert "HOW IT STANDS" in text
    assert "YOUR LAST REPORT" in text


def test_status_is_short(game, seat, post):
    text = text_of(the_answer(post.write("STATUS\n")))
    assert "standing" in text and "in contact" not in text and "No enemy within" not in text


def test_examples_come_only_when_nothing_could_be_read_and_all_words_never_unasked(game, seat, post):
    everything = engine.verb_help().split("\n")[0]
    text = text_of(the_answer(post.write("MOVE Nobody to 0101\n")))
    assert "What can be ordered now: MOVE" in text and everything not in text
    order = some_orders(game, seat)[0]
    text = text_of(the_answer(post.write(f"MOVE Nobody to 0101\n{order}\n")))
    assert "What can be ordered now" not in text and "HELP MOVE those of one" in text


def test_standing_orders_alone_are_told_from_orders_for_the_phase(game, seat, post):
    text = text_of(the_answer(post.write("RETREAT toward 0101\n")))
    assert "  no orders for this phase\nand until you change them:" in "\n".join(text.splitlines())
    assert "no orders for this phase" not in text_of(the_answer(post.write(some_orders(game, seat)[0])))


def test_clear_takes_everything_back(game, seat, post):
    post.write("\n".join(some_orders(game, seat)))
    answer = the_answer(post.write("CLEAR\n"))
    assert orders_of(game, seat) == ()
    assert "nothing" in text_of(answer).partition("STANDING NOW")[2]


def test_try_files_nothing(game, seat, post):
    before = version(game)
    answer = the_answer(post.write("TRY\n" + "\n".join(some_orders(game, seat))))
    assert version(game) == before
    assert "only tried" in str(answer["Subject"])
    told = " ".join(text_of(answer).partition("WHAT WOULD STAND")[2].split())
    assert all(order.split(" to ")[0] in told for order in some_orders(game, seat)), told
    assert "nothing" in text_of(answer).partition("STANDING NOW")[2]


def test_what_stands_is_told_as_such_beside_what_is_tried(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write(first)
    for tried in (f"TRY {second}", f"TRY\n{second}"):
        stands = text_of(the_answer(post.write(tried))).partition("STANDING NOW")[2].partition("NO ORDERS")[0]
        assert first in stands and second not in stands
    assert orders_of(game, seat) == (first,)


def test_a_what_if_is_answered_in_full_and_adds_nothing(game, seat, post):
    battle = battle_of(game)
    asked = [*engine.captain_orders(battle, seat.name, "bold"), "WATCH fire at anyone", "RETREAT toward 0101"]
    reads_his_mail(seat)
    rows = (Event, Command, Adjudication, Report, Question)
    before = [model.objects.count() for model in rows]
    stood = (Game.objects.values().get(pk=game.pk), Seat.objects.values().get(pk=seat.pk))
    # more at once, and the receipt has no room for all that could be told
    few = [asked[n : n + 3] for n in range(0, len(asked), 3)]
    mails = [post.write("\n".join(f"TRY {line}" for line in some)) for some in few]
    assert [model.objects.count() for model in rows] == before
    assert (Game.objects.values().get(pk=game.pk), Seat.objects.values().get(pk=seat.pk)) == stood
    assert engine.digest(battle_of(game)) == engine.digest(battle)
    text = "\n".join(text_of(the_answer(mail)) for mail in mails)
    assert " ".join(text.split()).count("Only tried, not kept.") == len(asked) and "         MP: " in text
    assert "As everybody stands now" in text or "Driven back" in text
    assert max(map(len, text.splitlines())) <= 72


def test_a_later_mail_replaces_only_what_it_names(game, seat, post):
    first, second, third = some_orders(game, seat)
    post.write(f"{first}\n{second}\n")
    post.write(third)
    assert set(orders_of(game, seat)) == {first, second, third}


def test_the_form_sent_back_unchanged_is_a_legal_phase(game, seat, post):
    report = Report.objects.get(seat=seat)
    form = report.text[report.text.index("#ORDERS") : report.text.index("#END") + 4]
    mail = post.write(f"ok\n\n{form}")
    assert mail.reason == "filed"
    assert "to mend" not in str(the_answer(mail)["Subject"])


def test_without_a_word_it_may_be_a_machines_and_stands_after_accept(game, seat, post):
    report = Report.objects.get(seat=seat)
    form = report.text[report.text.index("#ORDERS") : report.text.index("#END") + 4]
    mail = post.write(form)
    assert (mail.state, mail.reason) == (InboundState.HELD, "asked-back")
    assert filed(game, seat) == ()
    answer = the_answer(mail)
    assert "ACCEPT" in text_of(answer)
    assert post.write("Accept.", In_Reply_To=answer["Message-ID"]).reason == "filed"
    assert len(orders_of(game, seat)) == len(men_of(game, seat))


# the wrong address, the wrong sender


def test_a_stranger_at_no_seat_hears_nothing(game):
    raw = b"From: who@evil.example.com\nTo: orders@in.example.org\nMessage-ID: <1@evil>\n\nMOVE Drogo 0808\n"
    mail = deliver(raw, "orders@in.example.org", "who@evil.example.com")
    assert (mail.state, mail.reason) == (InboundState.IGNORED, "unknown-sender")
    assert answers_to(mail) == []


def test_a_wrong_secret_opens_nothing(game, seat, post):
    address = seats.reply_address(seat, game.phase)
    local, _, domain = address.partition("@")
    ref, secret, mark = local.split("-", 2)
    last = "0" if secret[-1] != "0" else "1"
    wrong = f"{ref}-{secret[:-1]}{last}-{mark}@{domain}"
    mail = post.write("MOVE Drogo 0808", to=wrong, sender="who@evil.example.com")
    assert mail.state == InboundState.IGNORED
    assert answers_to(mail) == []
    assert orders_of(game, seat) == ()


def test_a_player_who_lost_the_address_is_told_where_to_write_once_a_day(game, seat, post):
    orders = some_orders(game, seat)[0]
    first = post.write(orders, to="orders@in.example.org")
    second = post.write(orders, to="orders@in.example.org")
    assert (first.state, first.reason) == (InboundState.HELD, "no-seat-address")
    assert "Reply to" in text_of(the_answer(first))
    assert answers_to(second) == []
    assert orders_of(game, seat) == ()


def test_an_answer_to_our_mail_at_the_wrong_address_still_finds_its_seat(game, seat, post):
    report = OutboundMail.objects.get(seat=seat, kind="report")
    orders = some_orders(game, seat)
    mail = post.write(
        "\n".join(orders), to="game-1@in.example.org", In_Reply_To=report.message_id, dmarc="pass"
    )
    assert mail.reason == "filed"
    assert set(orders_of(game, seat)) == set(orders)


def test_the_right_address_from_a_strange_sender_is_held_and_only_the_player_is_told(game, seat, post):
    mail = post.write("\n".join(some_orders(game, seat)), sender="rival@example.com")
    assert (mail.state, mail.reason) == (InboundState.HELD, "other-sender")
    assert orders_of(game, seat) == ()
    answer = the_answer(mail)
    assert answer["To"] == seat.email
    assert "rival@example.com" in text_of(answer)
    assert not OutboundMail.objects.filter(to="rival@example.com").exists()


def test_mail_to_the_address_of_a_closed_phase_is_not_carried_out_and_says_so_once(game, seat, post):
    old = seats.reply_address(seat, game.phase)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    before = version(game)
    first = post.write("\n".join(some_orders(game, seat)), to=old)
    second = post.write("CLEAR", to=old)
    assert version(game) == before
    assert (first.state, first.reason) == (InboundState.IGNORED, "old-address")
    assert "is over" in text_of(the_answer(first))
    assert answers_to(second) == []


def test_a_mail_that_arrives_while_the_phase_is_being_closed_is_told_that_it_is_over(
    game, seat, post, monkeypatch
):
    real = decision.find_addressee

    def then_the_phase_closes(mail, headers):
        found = real(mail, headers)
        adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
        return found

    monkeypatch.setattr(decision, "find_addressee", then_the_phase_closes)
    mail = post.write("\n".join(some_orders(game, seat)))
    assert mail.reason == "phase over"
    assert "phase that is over" in text_of(the_answer(mail)).replace("\n", " ")


# twice, late, crosswise
# attack 8


def test_the_same_mail_five_times_is_one_mail_and_one_receipt(game, seat, post):
    raw_orders = "\n".join(some_orders(game, seat))
    to = seats.reply_address(seat, game.phase)
    raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <five@x.org>\n\n{raw_orders}".encode()
    before = version(game)
    mails = [deliver(raw, to) for _ in range(5)]
    assert len({mail.pk for mail in mails}) == 1
    assert version(game) == before + 1
    assert len(answers_to(mails[0])) == 1


def test_the_same_mail_by_another_way_changes_nothing_and_is_not_answered_again(game, seat, post):
    orders = "\n".join(some_orders(game, seat))
    post.write(orders, Message_ID="<same@x.org>")
    before = version(game)
    again = post.write(orders, Message_ID="<same@x.org>", Received="from elsewhere")
    assert (again.state, again.reason) == (InboundState.IGNORED, "duplicate")
    assert answers_to(again) == []
    assert version(game) == before


# attack 9
def test_the_same_message_id_with_other_orders_is_a_new_mail(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write(first, Message_ID="<same@x.org>")
    mail = post.write(second, Message_ID="<same@x.org>")
    assert mail.reason == "filed"
    assert len(answers_to(mail)) == 1
    assert set(orders_of(game, seat)) == {first, second}


def test_reading_a_mail_twice_changes_nothing(game, seat, post):
    mail = post.write("\n".join(some_orders(game, seat)))
    before = version(game), OutboundMail.objects.count()
    InboundMail.objects.filter(pk=mail.pk).update(state=InboundState.UNREAD)
    inbox.process(mail.pk)
    assert (version(game), OutboundMail.objects.count()) == before


def test_an_older_mail_behind_a_newer_one_is_not_carried_out(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write(first, Date="Sat, 21 Nov 2026 18:00:00 +0100")
    late = post.write(second, Date="Sat, 21 Nov 2026 17:00:00 +0100")
    assert (late.state, late.reason) == (InboundState.HELD, "overtaken")
    assert orders_of(game, seat) == (first,)
    assert first in text_of(the_answer(late))


def test_an_order_form_of_another_phase_is_not_carried_out(game, seat, post):
    order = some_orders(game, seat)[0]
    mail = post.write(f"#ORDERS {game.label} T9 Nobody\n{order}\n#END\n")
    assert mail.reason == "form-of-another-phase"
    assert orders_of(game, seat) == ()
    assert len(answers_to(mail)) == 1
