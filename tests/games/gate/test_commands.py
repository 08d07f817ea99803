"""Lines for the post office in a mail: addresses, how much mail, the map, quoted orders that are accepted."""

from __future__ import annotations

import pytest

from games.gate import commands, inbox
from games.gate.commands import PostCommand
from games.models import Game, InboundState, NewAddress, OutboundMail, Report, Seat
from games.play import adjudication
from games.seats import seats
from tests.games.post_kit import same_game as game

__all__ = ["game"]
from tests.games.post_kit import (
    a_battle,
    answers_to,
    filed,
    html_of,
    men_of,
    opened,
    orders_of,
    reads_his_mail,
    seat_on_move,
    text_of,
    the_answer,
)  # fmt: skip

pytestmark = pytest.mark.django_db
WORK = "anna@work.example.org"


@pytest.mark.parametrize(
    ("line", "command", "about"),
    [
        ("NEW ADDRESS", PostCommand.NEW_ADDRESS, ""),
        ("  new   address. ", PostCommand.NEW_ADDRESS, ""),
        ("Address add Anna@Work.example.org", PostCommand.ADD_ADDRESS, WORK),
        ("ADDRESS ADD <mailto:anna@work.example.org>", PostCommand.ADD_ADDRESS, WORK),
        ("ADDRESS REMOVE anna@work.example.org", PostCommand.REMOVE_ADDRESS, WORK),
        ("mail off", PostCommand.MAIL_OFF, ""),
        ("QUIET", PostCommand.QUIET_ON, ""),
        ("quiet off", PostCommand.QUIET_OFF, ""),
        ("digest", PostCommand.DIGEST_ON, ""),
        ("mail every phase", PostCommand.EACH_PHASE, ""),
        ("Mail after each turn.", PostCommand.EACH_TURN, ""),
        ("FIGHTS captain", PostCommand.CAPTAIN_FIGHTS, ""),
        ("fights by a captain, Bold", PostCommand.CAPTAIN_FIGHTS, "bold"),
        ("Fights: cautious captain.", PostCommand.CAPTAIN_FIGHTS, "cautious"),
        ("A bold captain fights for me", PostCommand.CAPTAIN_FIGHTS, "bold"),
        ("FIGHTS MYSELF", PostCommand.FIGHTS_MYSELF, ""),
        ("I fight myself!", PostCommand.FIGHTS_MYSELF, ""),
        ("NOACK", PostCommand.NO_RECEIPT, ""),
        ("Accept quoted", PostCommand.ACCEPT, ""),
        ("map", PostCommand.MAP, ""),
        ("TABLE", PostCommand.TABLE, ""),
        ("table Combat/Foot", PostCommand.TABLE, "combat/foot"),
        ("Tables.", PostCommand.TABLE, ""),
    ],
)
def test_a_command_is_a_whole_line(line, command, about):
    asked = commands.command_in(line)
    assert asked and (asked.command, asked.about) == (command, about)


@pytest.mark.parametrize(
    "line",
    ["", "a new address is coming", "MAIL OFF please do", "address add", "ADDRESS ADD a@b c@d", "mapping",
     "x" * 5000,
     "MOVE map 0101", "> NEW ADDRESS", "quietly", "FIGHTS", "FIGHTS well", "fight captain"],
)  # fmt: skip
def test_nothing_else_is_one(line):
    assert commands.command_in(line) is None


# addresses


def test_a_new_address_ends_the_old_ones_and_comes_to_the_registered_address(game, seat, post, orders):
    # attack 11
    old = seats.reply_address(seat, game.phase)
    report = OutboundMail.objects.get(seat=seat, kind="report")
    mail = post.write("NEW ADDRESS")
    answer = the_answer(mail)
    assert (mail.reason, answer["To"]) == ("commands", seat.email)
    assert answer["Reply-To"] != old
    assert post.write(orders, to=old).reason == "revoked-address"
    assert (
        post.write(orders, to="x@in.example.org", In_Reply_To=report.message_id, dmarc="pass").reason
        == "revoked-address"
    )
    assert post.write(f"{orders}\nHELP", to=answer["Reply-To"]).reason == "filed"


def test_orders_beside_a_new_address_are_carried_out_and_one_receipt_tells_both(game, seat, post, orders):
    mail = post.write(f"{orders}\n\nNEW ADDRESS\n")
    answer = the_answer(mail)
    assert mail.reason == "filed"
    assert set(filed(game, seat)) == set(orders.split("\n"))
    assert "have ended" in " ".join(text_of(answer).split())
    assert "TAKEN AS TALK" not in text_of(answer)
    assert seats.find(answer["Reply-To"]).standing is seats.Standing.VALID


def confirm_from(post, address: str, body: str = "CONFIRM"):
    asked = opened(OutboundMail.objects.get(to=address))
    return post.write(body, to=asked["Reply-To"], sender=address)


def test_another_address_counts_once_it_is_confirmed_from_there(game, seat, post, orders):
    mail = post.write(f"ADDRESS ADD {WORK}", dmarc="pass")
    assert WORK in text_of(the_answer(mail))
    assert the_answer(mail)["To"] == seat.email
    assert post.write(orders, sender=WORK).reason == "other-sender"
    done = confirm_from(post, WORK)
    assert (done.state, done.reason) == (InboundState.DONE, "address-confirmed")
    assert answers_to(done) == []
    notice = OutboundMail.objects.get(dedupe_key__endswith=":added")
    assert notice.to == seat.email
    later = post.write(f"{orders}\nHELP", sender=WORK)
    assert later.reason == "filed"
    assert the_answer(later)["To"] == seat.email


def test_who_has_another_address_has_it_in_all_his_games(game, seat, post):
    other = seat_on_move(a_battle())
    reads_his_mail(other)
    post.write(f"ADDRESS ADD {WORK}", dmarc="pass")
    confirm_from(post, WORK)
    other.refresh_from_db()
    assert WORK in other.addresses
    post.write(f"ADDRESS REMOVE {WORK}")
    other.refresh_from_db()
    assert WORK not in other.addresses


@pytest.mark.parametrize("sender", ["anna@players.example.org", "eve@evil.example.com"])
def test_only_the_new_address_itself_can_confirm(game, seat, post, sender):
    post.write(f"ADDRESS ADD {WORK}", dmarc="pass")
    to = opened(OutboundMail.objects.get(to=WORK))["Reply-To"]
    assert post.write("CONFIRM", to=to, sender=sender).state == InboundState.IGNORED
    seat.refresh_from_db()
    assert seat.other_emails == []


def test_silence_at_the_new_address_confirms_nothing(game, seat, post):
    post.write(f"ADDRESS ADD {WORK}", dmarc="pass")
    assert confirm_from(post, WORK, "who are you?").reason == "neither-yes-nor-no"
    assert NewAddress.objects.get().confirmed is None


def test_an_address_is_never_added_for_a_sender_whom_nobody_vouches_for(game, seat, post):
    """Else who has once seen a reply address could make himself the player."""
    mail = post.write(f"ADDRESS ADD {WORK}")
    assert (mail.state, mail.reason) == (InboundState.HELD, "to-be-confirmed")
    assert not OutboundMail.objects.filter(to=WORK).exists()
    post.write("CONFIRM", to=the_answer(mail)["Reply-To"])
    inbox.process(mail.pk)
    assert OutboundMail.objects.filter(to=WORK).count() == 1


@pytest.mark.parametrize("address", ["anna@players.example.org", "x@in.example.org", "nonsense@@", "a@b"])
def test_addresses_that_cannot_be_added(game, seat, post, address):
    mail = post.write(f"ADDRESS ADD {address}", dmarc="pass")
    assert not NewAddress.objects.exists()
    assert len(answers_to(mail)) == 1


def test_the_spellings_of_a_mailbox_are_one(game, seat, post):
    for address in ("victim+1@example.org", "victim+2@example.org", "VICTIM@example.org"):
        post.write(f"ADDRESS ADD {address}", dmarc="pass")
    assert NewAddress.objects.count() == 1


def test_nobodys_mailbox_is_filled_with_requests(game, seat, post):
    for n in range(6):
        post.write(f"ADDRESS ADD a{n}@work.example.org\nADDRESS ADD a{n}@work.example.org", dmarc="pass")
    assert NewAddress.objects.count() == 3
    assert OutboundMail.objects.filter(to__endswith="@work.example.org").count() == 3


def test_from_the_desk(game, seat, post, client):
    client.get(f"/s/{seats.link_secret(seat)}")
    path = f"/g/{game.pk}/seat/{seat.name}/choose"
    client.post(path, {"add": WORK})
    assert OutboundMail.objects.filter(to=WORK).count() == 1
    assert OutboundMail.objects.filter(to=seat.email, dedupe_key__startswith="address:asked").count() == 1
    confirm_from(post, WORK)
    assert WORK in client.get(f"/g/{game.pk}/seat/{seat.name}").content.decode()
    client.post(path, {"remove": WORK})
    client.post(path, {"digest": "on"})
    client.post(path, {"quiet": "on"})
    client.post(path, {"mail": "off"})
    seat.refresh_from_db()
    assert (seat.other_emails, seat.digest, seat.quiet, seat.wants_mail) == ([], True, True, False)
    client.post("/leave")
    assert client.post(path, {"mail": "on"}).status_code == 404


# how much mail


def test_mail_off_and_on(game, seat, post):
    assert post.write("MAIL OFF").reason == "to-be-confirmed"
    mail = post.write("MAIL OFF", dmarc="pass")
    assert "MAIL ON" in text_of(the_answer(mail))
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    assert OutboundMail.objects.filter(seat=seat, kind="report").count() == 1
    assert Report.objects.filter(seat=seat).count() == 2  # the archive has it
    post.write("MAIL ON", dmarc="pass")
    seat.refresh_from_db()
    assert seat.wants_mail


def test_no_receipt_for_one_mail(game, seat, post, orders):
    mail = post.write(f"{orders}\nNOACK")
    assert (mail.reason, answers_to(mail)) == ("filed", [])
    assert "to mend" in str(the_answer(post.write("MOVE nobody 0101\nNOACK"))["Subject"])
    assert len(answers_to(post.write(f"{orders}\nHELP\nNOACK"))) == 1


def test_quiet_until_something_is_to_be_mended(game, seat, post, orders):
    assert "mend" in text_of(the_answer(post.write("QUIET")))
    first, second, _ = orders.split("\n")
    assert answers_to(post.write(first)) == []
    assert set(filed(game, seat)) == {first}
    assert len(answers_to(post.write(f"{second}\nMOVE nobody"))) == 1
    assert len(answers_to(post.write("STATUS"))) == 1
    post.write("QUIET OFF")
    assert len(answers_to(post.write(f"{first}\n{second}\nREPORT"))) == 1


def test_the_map_comes_with_its_list(game, seat, post):
    mail = post.write("MAP")
    answer = the_answer(mail)
    assert [part.get_content_type() for part in answer.walk()].count("image/png") == 1
    assert 'src="cid:map-' in html_of(answer)
    for name in men_of(game, seat):
        assert name in text_of(answer)


def test_the_map_of_a_phase_that_was_not_mailed_is_drawn_when_it_is_asked_for(game, seat, post):
    Seat.objects.filter(pk=seat.pk).update(each_phase=None)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    last = Report.objects.filter(seat=seat).latest("pk")
    assert last.adjudication is not None and last.picture is None
    answer = the_answer(post.write("MAP"))
    [picture] = [part for part in answer.walk() if part.get_content_type() == "image/png"]
    assert last.key in str(picture["Content-ID"])
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")


def test_other_words_of_the_umpire(game, seat, post, orders):
    tried = post.write(f"CHECK\n{orders}")
    assert "only tried" in str(the_answer(tried)["Subject"])
    assert orders_of(game, seat) == ()
    assert "HOW IT STANDS" in text_of(the_answer(post.write("SHOW ORDERS")))


# quoted orders


def quoted_report(game, seat) -> tuple[str, str, str]:
    """(a reply with a changed and an unchanged line in a quote without the form's head, the changed order, an
    unchanged one)."""
    name, other = men_of(game, seat)[:2]
    text = Report.objects.filter(seat=seat).last().text.replace("#ORDERS", "")
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    changed = f"MOVE {name} facing NE"
    assert f"MOVE {name} stay" in quoted
    body = f"On 22 Nov 2026 the game wrote:\n{quoted.replace(f'MOVE {name} stay', changed)}\n"
    return body, changed, f"MOVE {other} stay"


def test_accept_quoted_carries_out_the_lines_that_were_shown_and_no_others(game, seat, post):
    body, changed, unchanged = quoted_report(game, seat)
    held = post.write(body)
    answer = the_answer(held)
    assert (held.state, held.reason) == (InboundState.HELD, "orders-in-quote")
    assert "ACCEPT" in text_of(answer)
    quoted = "\n".join(f"> {line}" for line in text_of(answer).split("\n"))
    done = post.write(
        f"accept quoted\n\nOn 22 Nov 2026 the game wrote:\n{quoted}", In_Reply_To=answer["Message-ID"]
    )
    assert done.reason == "filed"
    assert filed(game, seat) == (changed,)
    assert unchanged not in filed(game, seat)
    assert len(answers_to(done)) == 1
    held.refresh_from_db()
    assert (held.state, held.reason) == (InboundState.DONE, "accepted")
    again = post.write("ACCEPT QUOTED")
    assert again.reason == "nothing-to-accept"
    assert len(answers_to(again)) == 1


def test_other_orders_beside_it_are_carried_out_as_well(game, seat, post):
    body, changed, unchanged = quoted_report(game, seat)
    post.write(body)
    post.write(f"ACCEPT QUOTED\n{unchanged}")
    assert set(filed(game, seat)) == {changed, unchanged}


def test_nothing_is_accepted_for_another_phase(game, seat, post):
    body, *_ = quoted_report(game, seat)
    post.write(body)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    before = Game.objects.get(pk=game.pk).version
    assert post.write("ACCEPT QUOTED").reason == "nothing-to-accept"
    assert Game.objects.get(pk=game.pk).version == before


def test_nobody_accepts_for_another_seat(game, seat, rival, post):
    from tests.games.post_kit import Post

    body, *_ = quoted_report(game, seat)
    post.write(body)
    Post(rival).write("ACCEPT QUOTED")
    assert filed(game, seat) == ()
    assert filed(game, rival) == ()


def test_commands_in_quoted_text_are_inert(game, seat, post, orders):
    """Attack 12: a rival writes to the player in the hope that he answers."""
    old = seats.reply_address(seat, game.phase)
    trap = "> NEW ADDRESS\n> MAIL OFF\n> ACCEPT QUOTED\n> ADDRESS ADD boris@players.example.org\n"
    post.write(f"{orders}\n\nOn 22 Nov 2026, Boris wrote:\n{trap}", dmarc="pass")
    assert seats.find(old).standing is seats.Standing.VALID
    assert Seat.objects.get(pk=seat.pk).wants_mail
    assert not NewAddress.objects.exists()
