"""Every line of a mail, every purpose of an address and every kind of mail, for a proven seat and one
that is not."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.delivery import digests
from games.doors import arrivals
from games.gate import decision, inbox, kept
from games.gate.commands import PostCommand
from games.letters import letters
from games.models import (
    NewAddress,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Proof,
    Purpose,
    Seat,
)
from games.people import addresses
from games.play import creation
from games.reports import daily
from games.seats import seats
from rules.desk.lines import COMMANDS
from tests.games.arena import sits
from tests.games.people.two_people_kit import ANNA, EVE, MARKS, WORK, World, made, marks, rows_of, world
from tests.games.post_kit import Post, opened, some_orders, text_of

__all__ = ["made", "world"]
pytestmark = pytest.mark.django_db


# lines in mails


class Line(NamedTuple):
    """A line for the post office, and which of her seats it changes, sent from a proven one of them."""

    text: str
    changes: tuple[str, ...] = ("first",)


BOTH = ("first", "second")
LINES: dict[PostCommand, Line] = {
    PostCommand.NEW_ADDRESS: Line("NEW ADDRESS"),
    PostCommand.ADD_ADDRESS: Line("ADDRESS ADD anna@third.example.org"),  # once it is confirmed, see below
    PostCommand.REMOVE_ADDRESS: Line(f"ADDRESS REMOVE {WORK}", BOTH),
    PostCommand.MAIL_ON: Line("MAIL ON"),
    PostCommand.MAIL_OFF: Line("MAIL OFF"),
    PostCommand.QUIET_ON: Line("QUIET"),
    PostCommand.QUIET_OFF: Line("QUIET OFF"),
    PostCommand.DIGEST_ON: Line("DIGEST ON", BOTH),
    PostCommand.DIGEST_OFF: Line("DIGEST OFF", BOTH),
    PostCommand.EACH_PHASE: Line("MAIL EVERY PHASE"),
    PostCommand.EACH_TURN: Line("MAIL EVERY TURN"),
    PostCommand.CAPTAIN_FIGHTS: Line("FIGHTS CAPTAIN"),
    PostCommand.FIGHTS_MYSELF: Line("FIGHTS MYSELF"),
    PostCommand.INVITE: Line("INVITE dora@third.example.org"),  # to a fight alone, see test_guests.py
    PostCommand.MAP: Line("MAP"),
    PostCommand.TABLE: Line("TABLE combat"),
    PostCommand.NO_RECEIPT: Line("NOACK"),
    PostCommand.ACCEPT: Line("ACCEPT"),
    PostCommand.NO_LETTERS: Line("NO LETTERS FROM anonymous"),
    PostCommand.LETTERS: Line("LETTERS FROM anonymous"),
    PostCommand.SURRENDER: Line("SURRENDER"),  # once it is confirmed, in test_endings.py
    PostCommand.FIGHT_ON: Line("NO SURRENDER"),
    PostCommand.DRAW: Line("OFFER DRAW"),
    PostCommand.NO_DRAW: Line("REFUSE DRAW"),
    PostCommand.UNDO: Line("UNDO"),
    PostCommand.AWAY: Line("AWAY until Monday"),
}
UMPIRE = {word: word.upper() for word in COMMANDS} | {"ask": "ASK retreat", "salt": "SALT heron",
          "language": "LANGUAGE de", "try": "TRY\nWATCH any", "help": "HELP MOVE"}  # fmt: skip
SAID = [pytest.param(line.text, line.changes, id=command) for command, line in LINES.items()]
SAID += [pytest.param(text, ("first",), id=word) for word, text in UMPIRE.items()]


def test_every_line_is_in_the_table() -> None:
    assert set(LINES) == set(PostCommand) and set(UMPIRE) == set(COMMANDS)


def opposite(world: World) -> None:
    """Everything is as the lines change it away from: so that whatever they do is seen."""
    Seat.objects.filter(pk__in=(world.first.pk, world.second.pk)).update(quiet=True, wants_mail=True)


@pytest.mark.parametrize(("text", "changes"), SAID)
class TestLines:
    def test_from_a_stranger_to_the_unproven_seats_address(
        self, world: World, text: str, changes: tuple[str, ...]
    ) -> None:
        """It is held, and nobody is proven by it; let through by the game master, it is about
        that seat alone."""
        opposite(world)
        hers = rows_of(world.first, world.second)
        before = set(OutboundMail.objects.values_list("pk", flat=True))
        held = Post(world.other).write(text, sender=EVE)
        assert held.state == "held" and world.again(world.other).proven is None
        admin = Client()
        admin.force_login(User.objects.create_superuser("admin"))
        admin.post(f"/gm/mail/{held.pk}", {"through": "yes"})
        held.refresh_from_db()
        assert held.state == "done" and world.again(world.other).proven is None
        assert rows_of(world.first, world.second) == hers
        for mail in OutboundMail.objects.exclude(pk__in=before):
            hidden = [mark for mark in marks(world, "first", "second") if mark not in text]
            assert not [mark for mark in hidden if mark in text_of(opened(mail))]

    def test_from_her_at_a_proven_seat(self, world: World, text: str, changes: tuple[str, ...]) -> None:
        """It is about her proven seats, and leaves the other as it is."""
        opposite(world)
        his = rows_of(world.other)
        unchanged = [getattr(world, name) for name in BOTH if name not in changes]
        before = rows_of(*unchanged)
        mail = Post(world.first).write(text, dmarc="pass")
        assert mail.state == "done"
        assert rows_of(world.other) == his
        assert rows_of(*unchanged) == before

    def test_from_her_at_the_unproven_seat(self, world: World, text: str, changes: tuple[str, ...]) -> None:
        """The mail itself shows that she reads the mailbox: the seat is one of hers from then on."""
        post = Post(world.other)
        assert post.write(text, dmarc="pass").state == "done"
        other = world.again(world.other)
        assert other.proof == Proof.MAIL
        assert (WORK in other.other_emails) is (text != LINES[PostCommand.REMOVE_ADDRESS].text)


@pytest.mark.parametrize("command", [PostCommand.DIGEST_OFF, PostCommand.REMOVE_ADDRESS])
def test_what_holds_for_all_her_games_is_seen_to_do_so(world: World, command: PostCommand) -> None:
    Post(world.first).write(LINES[command].text)
    for seat in (world.first, world.second):
        found = world.again(seat)
        assert (found.digest, found.other_emails) == ((False, [WORK]) if "digest" in command else (True, []))


@pytest.mark.parametrize(("seat", "gets"), [("first", ["first", "second"]), ("other", ["other"])])
def test_a_new_address_is_one_of_the_proven_seats(world: World, seat: str, gets: list[str]) -> None:
    third, asking = "anna@third.example.org", getattr(world, seat)
    addresses.ask(asking, third)
    addresses.confirm(asking, NewAddress.objects.get().pk)
    found = [name for name in MARKS if third in world.again(getattr(world, name)).addresses]
    assert found == gets


# addresses to which mails go
PROVES = {
    Purpose.ORDERS: True,
    Purpose.ANSWER: True,
    Purpose.PRESS: True,
    Purpose.DAILY: True,
    Purpose.CONFIRM: True,  # of our question at the registered address
    Purpose.ADDRESS: False,  # mailed to another mailbox
    Purpose.UNSUBSCRIBE: False,  # programs answer there
    Purpose.BOUNCE: False,  # no address of a seat
}
AT = [pytest.param(purpose, proves, id=purpose) for purpose, proves in PROVES.items()]


def test_every_purpose_is_in_the_table() -> None:
    assert set(PROVES) == set(Purpose)


@pytest.mark.parametrize(("purpose", "proves"), AT)
def test_which_mails_show_who_reads_the_mailbox(world: World, purpose: Purpose, proves: bool) -> None:
    seat, sender, question = world.other, "", 0
    if purpose == Purpose.ADDRESS:
        addresses.ask(seat, EVE)
        sender, question = EVE, NewAddress.objects.get().pk
    elif purpose == Purpose.CONFIRM:
        question = Post(seat).write("QUIET", sender=EVE).pk
    elif purpose == Purpose.PRESS:
        question = letters.of_seat(seat)[0].pk
    to = seats.reply_address(seat, timezone.now().toordinal()
                             if purpose == Purpose.DAILY else seat.game.phase,
                             purpose, question)  # fmt: skip
    hers = rows_of(world.first, world.second)
    Post(seat).write("CONFIRM", to=to, sender=sender, Message_ID="<confirms@players.example.org>")
    for mail in seat.inbound_mails.filter(state="unread"):
        inbox.process(mail.pk)
    found = world.again(seat)
    assert bool(found.proven) is proves
    assert found.digest is proves
    assert rows_of(world.first, world.second) == hers


@pytest.mark.parametrize("how", ["stranger", "disowned", "automatic", "desk", "upload", "without an address"])
def test_which_mails_show_nothing(world: World, how: str) -> None:
    post, seat = Post(world.other), world.other
    orders = "\n".join(some_orders(seat.game, seat))
    if how == "stranger":
        post.write(orders, sender=EVE)
    elif how == "disowned":
        post.write(orders, dmarc="fail")
    elif how == "automatic":
        post.write(orders, Auto_Submitted="auto-replied")
    elif how == "without an address":
        post.write("HELP", to="orders@in.example.org", dmarc="pass")
    else:
        mail = post.write(orders, sender=EVE)
        raw = bytes(mail.raw).replace(EVE.encode(), ANNA.encode()) + b"\nHELP"
        [mail] = arrivals.receive(raw, how, None, [mail.recipient])
        inbox.process(mail.pk)
        mail.refresh_from_db()
        assert mail.state == "done"
    assert world.again(seat).proven is None


def test_what_is_written_at_a_desk_is_no_mail() -> None:
    assert kept.DESK in decision.NOT_MAILED


# mails that gather
GATHERS = {
    OutboundKind.REPORT: True,
    OutboundKind.NOTICE: True,
    OutboundKind.QUESTION: False,
    OutboundKind.RECEIPT: False,
    OutboundKind.REMINDER: False,
    OutboundKind.DIGEST: False,
    OutboundKind.LETTER: False,
}


def test_every_kind_of_mail_is_in_the_table() -> None:
    assert set(GATHERS) == set(OutboundKind)


@pytest.mark.parametrize("kind", list(OutboundKind))
def test_which_mails_wait_for_a_daily_one(world: World, kind: OutboundKind) -> None:
    for seat, waits in ((world.first, GATHERS[kind]), (world.other, False)):
        seat.digest, seat.awaited = True, False
        wanted = OutboundState.GATHERED if waits else OutboundState.PENDING
        assert daily.state_of(seat, seat.game, kind) == wanted


def test_a_daily_mail_holds_what_is_for_its_proven_reader(world: World) -> None:
    """Even if by some mistake more was gathered."""
    Seat.objects.filter(email=ANNA).update(digest=True)
    OutboundMail.objects.filter(kind=OutboundKind.DIGEST).delete()
    reports = OutboundMail.objects.filter(kind=OutboundKind.REPORT, to=ANNA)
    reports.update(state=OutboundState.GATHERED, created=timezone.now() - timedelta(days=2))
    digests.send_due()
    [mail] = OutboundMail.objects.filter(kind=OutboundKind.DIGEST)
    told = text_of(opened(mail))
    assert world.first.game.label in told and world.second.game.label in told
    assert world.other.game.label not in told
    assert {row.seat for row in reports.filter(state=OutboundState.ENCLOSED)} == {world.first, world.second}


def test_a_reply_to_her_daily_mail_is_for_none_but_her_proven_seats(world: World) -> None:
    label = f"{world.other.game.label} t1"
    assert digests.seat_meant(world.first, label) is None
    assert digests.seat_meant(world.first, world.second.game.label) == world.second
    assert digests.seat_meant(world.other, world.first.game.label) is None
    assert digests.seat_meant(world.other, "") == world.other


def test_what_was_gathered_is_not_for_the_next_reader_nor_the_last(world: World) -> None:
    OutboundMail.objects.filter(kind=OutboundKind.DIGEST).delete()
    waiting = OutboundMail.objects.filter(seat=world.second, kind=OutboundKind.REPORT)
    waiting.update(state=OutboundState.GATHERED, created=timezone.now() - timedelta(days=2))
    moved = creation.change_player(world.second, email="carla@players.example.org")
    assert (moved.proven, moved.proof) == (None, "")
    digests.send_due()
    assert set(waiting.filter(to=ANNA).values_list("state", flat=True)) == {OutboundState.WITHHELD}
    reader = sits(Client(), world.again(world.second))
    assert ANNA not in reader.get(f"/g/{moved.game_id}/seat/{moved.name}/mail").content.decode()
