"""Held mails: who is asked, what his word does, and what a visit, a stranger or a flood does not."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model

from games.gate import inbox
from games.models import (
    Game,
    Handling,
    InboundMail,
    InboundState,
    MailHandled,
    OutboundMail,
    Released,
    ReplyToken,
)
from games.play import adjudication
from games.seats import seats
from tests.games.post_kit import Post, answers_to, filed, some_orders, text_of, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
STRANGER = "eve@evil.example.com"


def asked(mail: InboundMail):
    """The request to confirm a held mail."""
    [request] = [one for one in answers_to(mail) if "did you write this" in str(one["Subject"])]
    return request


def page_of(mail: InboundMail) -> str:
    [found] = re.findall(r"/confirm/[0-9a-z-]+", text_of(asked(mail)))
    return found


def released(mail: InboundMail) -> InboundMail:
    """A mail as it is once somebody's word, if there was one, is heeded."""
    inbox.process(mail.pk)
    mail.refresh_from_db()
    return mail


# which mails are held, and who is asked


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"sender": STRANGER}, "other-sender"),
        ({"sender": STRANGER, "dmarc": "pass"}, "other-sender"),
        ({"dmarc": "fail"}, "disowned"),
        ({"to": "orders@in.example.org", "dmarc": "pass"}, "no-seat-address"),
    ],
    ids=str,
)
def test_a_doubtful_mail_is_held_and_the_player_asked_at_his_own_address(
    game, seat, post, orders, how, reason
):
    # attack 2, attack 10
    mail = post.write(orders, **how)
    assert (mail.state, mail.reason, mail.seat) == (InboundState.HELD, reason, seat)
    assert filed(game, seat) == ()
    request = asked(mail)
    assert request["To"] == seat.email
    assert str(request["Reply-To"]).startswith("confirm+")
    assert not OutboundMail.objects.filter(to=STRANGER).exists()
    assert mail.sender in text_of(request)


def test_a_strict_game_asks_for_mail_that_nobody_vouches_for(game, seat, post, orders):
    Game.objects.filter(pk=game.pk).update(mail_mode="strict")
    mail = post.write(orders)
    assert (mail.state, mail.reason) == (InboundState.HELD, "unverified")
    assert asked(mail)
    assert post.write(f"{orders}\nHELP", dmarc="pass").reason == "filed"


def test_a_mail_that_nobody_vouched_for_is_taken_in_a_lenient_game_and_told_so(game, seat, post, orders):
    mail = post.write(orders, dmarc="none")
    assert mail.reason == "filed"
    assert "did not vouch" in text_of(the_answer(mail))
    assert "did not vouch" not in text_of(the_answer(post.write(f"{orders}\nHELP")))  # nobody was asked
    assert mail.parsed["sender"] == ["none", "provider", "dmarc=none"]


# his word, by mail


@pytest.mark.parametrize(
    "word", ["CONFIRM", "yes!", "Confirm.\n\nOn 22 Nov 2026 the game wrote:\n> NOT ME", "ok"]
)
def test_confirmed_by_mail_it_is_carried_out_as_if_it_had_not_been_held(game, seat, post, orders, word):
    held = post.write(orders, sender=STRANGER)
    yes = post.write(word, to=asked(held)["Reply-To"])
    assert (yes.state, yes.reason) == (InboundState.DONE, "confirmed")
    assert answers_to(yes) == []
    assert released(held).reason == "filed"
    assert held.released == Released.PLAYER
    assert set(filed(game, seat)) == set(orders.split("\n"))
    assert [(one.who, one.what) for one in held.handled.all()] == [
        ("the player, by mail", Handling.CONFIRMED)
    ]


def test_a_second_confirmation_does_nothing(game, seat, post, orders):
    held = post.write(orders, sender=STRANGER)
    to = asked(held)["Reply-To"]
    post.write("CONFIRM", to=to)
    released(held)
    version = Game.objects.get(pk=game.pk).version
    again = post.write("CONFIRM", to=to)
    assert (again.state, again.reason) == (InboundState.IGNORED, "confirmed-before")
    released(held)
    assert Game.objects.get(pk=game.pk).version == version


def test_a_stranger_confirms_nothing_even_at_the_right_address(game, seat, post, orders):
    held = post.write(orders, sender=STRANGER)
    mail = post.write("CONFIRM", to=asked(held)["Reply-To"], sender=STRANGER)
    assert mail.state == InboundState.IGNORED
    assert answers_to(mail) == []
    assert released(held).state == InboundState.HELD
    assert filed(game, seat) == ()


def test_the_address_of_one_mail_confirms_no_other(game, seat, rival, post, orders):
    theirs = Post(rival).write("RETREAT toward 0101", sender=STRANGER)
    mine = post.write(orders, sender=STRANGER)
    post.write("CONFIRM", to=asked(mine)["Reply-To"])
    post.write("CONFIRM", to=asked(theirs)["Reply-To"])
    assert released(theirs).state == InboundState.HELD
    assert released(mine).reason == "filed"


def test_neither_yes_nor_no_is_asked_again_once(game, seat, post, orders):
    held = post.write(orders, sender=STRANGER)
    to = asked(held)["Reply-To"]
    first, second = post.write("what is this?", to=to), post.write("hm.", to=to)
    assert "CONFIRM if the mail" in text_of(the_answer(first))
    assert the_answer(first)["Reply-To"] == to
    assert answers_to(second) == []
    assert released(held).state == InboundState.HELD


def test_confirmed_after_its_phase_is_over_it_is_not_carried_out(game, seat, post, orders):
    held = post.write(orders, sender=STRANGER)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    version = Game.objects.get(pk=game.pk).version
    post.write("CONFIRM", to=asked(held)["Reply-To"])
    assert released(held).reason == "phase over"
    assert Game.objects.get(pk=game.pk).version == version


def test_a_mail_without_a_seats_address_counts_for_the_phase_in_which_it_came(game, seat, post, orders):
    held = post.write(orders, to="orders@in.example.org", dmarc="pass")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    post.write("CONFIRM", to=asked(held)["Reply-To"])
    assert released(held).reason == "phase over"


def test_it_counts_from_when_it_came_so_a_later_mail_stands(game, seat, post):
    first, second, third = some_orders(game, seat)
    held = post.write(f"{first}\n{second}", sender=STRANGER)
    post.write(third)
    post.write("CONFIRM", to=asked(held)["Reply-To"])
    assert released(held).reason == "overtaken"
    assert filed(game, seat) == (third,)


def test_a_confirmation_before_the_deadline_counts_though_it_is_read_after_it(game, seat, post, orders):
    from django.utils import timezone

    from games.play import deadlines

    held = post.write(orders, sender=STRANGER)
    Game.objects.filter(pk=game.pk).update(phase_due=timezone.now())
    post.write("CONFIRM", to=asked(held)["Reply-To"])
    now = Game.objects.get(pk=game.pk)
    assert (
        deadlines.due(now, timezone.now()) is deadlines.Due.NOTHING
    )  # it waits for the mail that came in time
    assert released(held).reason == "filed"


# not me


def test_not_me_ends_what_opened_the_seat_and_tells_the_game_master(game, seat, post, orders, settings):
    # attack 2, attack 11
    settings.GAME_MASTER = "gm@example.org"
    link, address = seats.seat_link(seat), seats.reply_address(seat, game.phase)
    held = post.write(orders, sender=STRANGER)
    no = post.write("NOT ME", to=asked(held)["Reply-To"])
    assert (no.state, no.reason) == (InboundState.DONE, "denied")
    held.refresh_from_db()
    assert (held.state, held.reason) == (InboundState.IGNORED, "not-the-player")
    assert seats.find(address).standing is seats.Standing.REVOKED
    assert seats.seat_of_link(link.rpartition("/")[2]) is None
    answer = the_answer(no)
    assert answer["To"] == seat.email
    assert seats.find(answer["Reply-To"]).standing is seats.Standing.VALID
    seat.refresh_from_db()
    assert seats.seat_link(seat) in text_of(answer)
    assert OutboundMail.objects.filter(to="gm@example.org", dedupe_key__contains="denied").count() == 1
    assert post.write(orders, to=address, sender=STRANGER).reason == "stranger-old-address"
    assert filed(game, seat) == ()


# the page


def test_a_visit_shows_and_a_press_confirms(game, seat, post, orders, client):
    # attack 36: scanners follow links
    held = post.write(orders, sender=STRANGER)
    page = page_of(held)
    for _ in range(3):
        shown = client.get(page)
        assert shown.status_code == 200
        assert orders.split("\n")[0] in shown.content.decode()
    client.head(page)
    assert released(held).state == InboundState.HELD
    assert not held.handled.exists()
    done = client.post(page, {"answer": "mine"})
    assert "receipt comes" in done.content.decode()
    held.refresh_from_db()
    assert held.reason == "filed"
    assert client.post(page, {"answer": "not mine"}).status_code == 200
    held.refresh_from_db()
    assert held.reason == "filed"
    assert [(one.who, one.what) for one in held.handled.all()] == [
        ("the player, on the page", Handling.CONFIRMED)
    ]


def test_a_press_denies_and_new_keys_go_to_the_registered_address_only(game, seat, post, orders, client):
    held = post.write(orders, sender=STRANGER)
    page = page_of(held)
    said = client.post(page, {"answer": "not mine"}).content.decode()
    seat.refresh_from_db()
    assert seats.link_secret(seat) not in said
    note = OutboundMail.objects.get(dedupe_key__startswith=f"denied:{held.pk}")
    assert (note.to, seats.link_secret(seat) in note.rendered.decode()) == (seat.email, True)
    assert client.post(page, {"answer": "mine"}).status_code == 200
    assert released(held).state == InboundState.IGNORED


@pytest.mark.parametrize(
    "change", [lambda p: p[:-1] + ("0" if p[-1] != "0" else "1"), lambda p: p + "0", lambda p: "/confirm/x"]
)
def test_another_secret_opens_no_page(game, seat, post, orders, client, change):
    held = post.write(orders, sender=STRANGER)
    assert client.get(change(page_of(held))).status_code == 404


def test_the_reply_address_opens_no_page(game, seat, post, orders, client):
    held = post.write(orders, sender=STRANGER)
    address = str(asked(held)["Reply-To"]).partition("@")[0].partition("+")[2]
    assert client.get(f"/confirm/{address}").status_code == 404


def test_a_held_mail_shows_as_harmless_text(game, seat, post, client):
    held = post.write("MOVE <script>alert(1)</script> 0101", sender=STRANGER)
    assert "<script>alert" not in client.get(page_of(held)).content.decode()


# floods


def test_twenty_requests_a_day_and_then_silence(game, seat, post, orders):
    # attack 34
    for n in range(25):
        post.write(f"{orders}\nHELP {n}", sender=f"eve{n}@evil.example.com")
    held = InboundMail.objects.filter(state=InboundState.HELD)
    assert held.count() == 25
    assert OutboundMail.objects.filter(to=seat.email, dedupe_key__startswith="confirm:").count() == 20
    assert ReplyToken.objects.filter(purpose="confirm").count() == 20


# the game master


@pytest.fixture
def master(client):
    client.force_login(get_user_model().objects.create_superuser("gm"))
    return client


def test_the_game_master_lets_a_mail_through_and_it_is_noted(game, seat, post, orders, master):
    held = post.write(orders, sender=STRANGER)
    page = f"/gm/mail/{held.pk}"
    assert "Let it through" in master.get(page).content.decode()
    master.post(page, {"through": "yes"})
    held.refresh_from_db()
    assert (held.state, held.reason, held.released) == (InboundState.DONE, "filed", Released.GAME_MASTER)
    noted = [(one.who, one.what) for one in MailHandled.objects.filter(mail=held)]
    assert noted == [("gm", Handling.LOOKED), ("gm", Handling.LET_THROUGH)]
    assert "gm let it through" in master.get(page).content.decode()


@pytest.mark.parametrize("why", ["form-of-another-phase", "overtaken", "orders-in-quote", "away-note"])
def test_the_game_master_overrules_what_no_confirmation_mends(game, seat, post, why, master):
    first, second, _ = some_orders(game, seat)
    if why == "form-of-another-phase":
        held = post.write(f"#ORDERS {game.label} T9 Nobody\n{second}\n#END\n")
    elif why == "overtaken":
        post.write(first, Date="Sat, 21 Nov 2020 18:00:00 +0100")
        held = post.write(second, Date="Sat, 21 Nov 2020 17:00:00 +0100")
    elif why == "away-note":
        held = post.write(second, Subject="Automatic reply: orders")
    else:
        held = post.write(f"On 22 Nov 2026 the game wrote:\n> {second.replace(' stay', ' 0101')}\n")
        second = ""
    assert (held.state, held.reason) == (InboundState.HELD, why)
    master.post(f"/gm/mail/{held.pk}", {"through": "yes"})
    held.refresh_from_db()
    assert held.state == InboundState.DONE
    assert second in ("", *filed(game, seat))


def test_let_through_by_command(game, seat, post, orders):
    from django.core.management import CommandError, call_command

    held = post.write(orders, sender=STRANGER)
    call_command("readagain", held.pk)
    held.refresh_from_db()
    assert held.state == InboundState.HELD
    call_command("readagain", held.pk, "--through")
    held.refresh_from_db()
    assert held.reason == "filed"
    with pytest.raises(CommandError):
        call_command("readagain", held.pk, "--through")


def test_the_mode_of_a_game_is_set_on_the_desk(game, master, client):
    master.post(f"/gm/mode/{game.pk}", {"mode": "strict"})
    assert Game.objects.get(pk=game.pk).mail_mode == "strict"
    master.post(f"/gm/mode/{game.pk}", {"mode": "nonsense"})
    assert Game.objects.get(pk=game.pk).mail_mode == "strict"
    client.logout()
    client.post(f"/gm/mode/{game.pk}", {"mode": "lenient"})
    assert Game.objects.get(pk=game.pk).mail_mode == "strict"


def test_the_same_mail_twice_is_asked_about_once(game, seat, post, orders):
    raw_to = seats.reply_address(seat, game.phase)
    first = post.write(orders, sender=STRANGER, to=raw_to, Message_ID="<same@x.org>")
    inbox.redeliver(first)
    inbox.process(first.pk)
    assert len(answers_to(first)) == 1
