"""Two people, one address: what each page, mail and command shows and changes at seats that are proven and that are not.

Anna plays at two seats, and has shown at both that she reads the mailbox. Somebody sits at a third seat in her name: he
has named her address on a machine where that is one click, and has not seen one of its mails. Whatever he does shows
him nothing of hers and changes nothing there; whatever she does changes nothing at his, until one of its mails has come
back from her.

The tables name every address of the pages, every line for the post office and the umpire, every kind of mail, every
purpose of a reply address and every command of manage.py. What is new is missing in them, and fails here.
"""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games import urls
from games.delivery import digests
from games.doors import arrivals
from games.gate import decision, inbox, kept
from games.gate.commands import PostCommand
from games.letters import letters
from games.letters.letters import Draft
from games.models import (
    Game,
    GameState,
    Letter,
    NewAddress,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Proof,
    Purpose,
    Question,
    ReplyToken,
    Report,
    Seat,
)
from games.people import addresses
from games.play import adjudication, creation
from games.play.creation import Captain, Player
from games.reports import daily
from games.seats import seats
from rules.desk.lines import COMMANDS
from tests.games.arena import sits
from tests.games.post_kit import Post, a_battle, opened, reads_his_mail, seat_on_move, some_orders, text_of

pytestmark = pytest.mark.django_db
WORK, ANNA = "anna@work.example.org", "anna@players.example.org"
EVE = "eve@evil.example.com"
TEN_DAYS = 240


class World(NamedTuple):
    """Anna's seats, the seat in her name, and two browsers: hers, and his who sits there."""

    first: Seat
    second: Seat
    other: Seat
    anna: Client
    somebody: Client

    def again(self, seat: Seat) -> Seat:
        return Seat.objects.select_related("game").get(pk=seat.pk)


@pytest.fixture
def world() -> World:
    first, second = (seat_on_move(a_battle(deadline_hours=TEN_DAYS)) for _ in range(2))
    reads_his_mail(first, second)
    for seat in (first, second):
        Seat.objects.filter(pk=seat.pk).update(digest=True, other_emails=[WORK])
        adjudication.close_phase(Game.objects.get(pk=seat.game_id), "deadline")
    anna = sits(Client(), first)
    somebody = Client(SERVER_NAME="localhost")
    form = {"seat": "normans", "temper": "bold", "hours": "168", "name": "Anna", "email": ANNA}
    desk = somebody.post("/new/orchard", form)["Location"]
    other = Seat.objects.select_related("game").get(email=ANNA, proven=None)
    assert desk == f"/g/{other.game_id}/seat/{other.name}"
    for seat, word in ((first, "one"), (second, "two"), (other, "three")):
        rival = seat.game.seats.exclude(pk=seat.pk).get()
        Seat.objects.filter(pk=rival.pk).update(captain="", email=f"boris{word}@players.example.org")
        letters.write(Draft(Seat.objects.get(pk=rival.pk), seat.name, f"Private word {word}", f"test:{word}"))
        Report.objects.filter(seat=seat).update(text=f"The report {word}")
    _daily_mail_of_hers(first, second, other)
    return World(
        *(Seat.objects.select_related("game").get(pk=s.pk) for s in (first, second, other)), anna, somebody
    )


def _daily_mail_of_hers(first: Seat, second: Seat, other: Seat) -> None:
    """One went out to her; and one of before it was known who reads the mailbox, which hangs on the other seat."""
    OutboundMail.objects.filter(state="gathered").update(created=timezone.now() - timedelta(days=1))
    digests.send_due()
    sent = OutboundMail.objects.get(kind=OutboundKind.DIGEST)
    assert sent.seat == first
    OutboundMail.objects.create(
        dedupe_key="digest:before", kind=OutboundKind.DIGEST, seat=other, to=ANNA, subject="2 mails of your games",
        message_id="<before@x>", rendered=bytes(sent.rendered),
    )  # fmt: skip


MARKS = {"first": "one", "second": "two", "other": "three"}


def marks(world: World, *names: str) -> list[str]:
    """What must be told to nobody but the reader of these seats."""
    found = []
    for name in names:
        seat: Seat = getattr(world, name)
        word = MARKS[name]
        found += [f"Private word {word}", f"The report {word}", seats.link_secret(seat)]
        found += [seats.address_of(token).partition("@")[0] for token in seat.tokens.all()]
    return [*found, *([WORK] if "first" in names else [])]


def rows_of(*held: Seat) -> dict[str, list[Any]]:
    """All that is kept of these seats."""
    return {
        "seats": list(Seat.objects.filter(pk__in=[s.pk for s in held]).order_by("pk").values()),
        "versions": list(
            Game.objects.filter(seats__in=held).order_by("pk").values_list("version", "head_hash")
        ),
        "addresses": list(NewAddress.objects.filter(seat__in=held).values()),
        "mails": list(OutboundMail.objects.filter(seat__in=held).order_by("pk").values_list("pk", "state")),
        "letters": list(Letter.objects.filter(game__seats__in=held).order_by("pk").values()),
        "ended": list(ReplyToken.objects.filter(seat__in=held).order_by("pk").values_list("pk", "revoked")),
    }


@contextmanager
def undone() -> Iterator[None]:
    """What happens here has not happened."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# pages

Form = dict[str, str] | None
GET: Form = None


class Page(NamedTuple):
    """What a request answers: in the browser of somebody who has named the address, in that of its reader, each at his own
    seat; and to either at the other's."""

    form: Form
    unproven: int
    proven: int
    foreign: int


ALL = 200, 200, 200
STAFF = 302, 302, 302
MAILBOX = 403, 302, 404
ORDERS = {"orders": "HELP", "nonce": "a" * 32}
ASKED = {"seat": "normans", "temper": "bold", "hours": "24", "name": "Anna", "email": ANNA}
PAGES: dict[str, list[Page]] = {
    "": [Page(GET, *ALL)],
    "scenarios/<slug:slug>.png": [Page(GET, *ALL)],
    "new/<slug:slug>": [Page(GET, *ALL), Page({**ASKED, "email": f"{ANNA} "}, 302, 302, 302)],
    "g/<int:number>": [Page(GET, *ALL)],
    "g/<int:number>/": [Page(GET, 301, 301, 301)],
    "g/<int:number>/map.svg": [Page(GET, *ALL)],
    "g/<int:number>/log.jsonl": [Page(GET, *ALL)],
    "g/<int:number>/t/<slug:key>": [Page(GET, *ALL)],
    "g/<int:number>/t/<slug:key>/dice": [Page(GET, *ALL)],
    "g/<int:number>/t/<slug:key>/map.svg": [Page(GET, *ALL)],
    "g/<int:number>/seat/<slug:name>": [
        Page(GET, 200, 200, 404), Page(ORDERS, 200, 200, 404), Page({"language": "de"}, 302, 302, 404),
    ],
    "g/<int:number>/seat/<slug:name>/choose": [
        Page({"add": EVE}, *MAILBOX), Page({"remove": WORK}, *MAILBOX), Page({"digest": "on"}, *MAILBOX),
        Page({"digest": "off"}, *MAILBOX), Page({"mail": "off"}, *MAILBOX), Page({"quiet": "on"}, *MAILBOX),
    ],
    "g/<int:number>/seat/<slug:name>/look": [Page({"parts": "text"}, *MAILBOX)],
    "g/<int:number>/seat/<slug:name>/mail": [Page(GET, 403, 200, 404)],
    "g/<int:number>/seat/<slug:name>/mail/<int:place>": [Page(GET, 403, 200, 404)],
    "g/<int:number>/seat/<slug:name>/mail/on": [Page({}, *MAILBOX)],
    "g/<int:number>/seat/<slug:name>/letters": [
        Page(GET, 200, 200, 404), Page({"whom": "all", "text": "Hear me", "nonce": "b" * 32}, 302, 302, 404),
    ],
    "g/<int:number>/seat/<slug:name>/letters/choose": [Page({"whom": "anonymous", "wanted": "no"}, 302, 302, 404)],
    "g/<int:number>/question/<int:question_id>": [Page(GET, 0, 0, 404), Page({"choice": "1"}, 0, 0, 404)],
    "g/<int:number>/witness": [Page(GET, *ALL), Page({"report": "The report"}, *ALL)],
    "g/<int:number>/join/<slug:name>": [Page(GET, *ALL), Page({"name": "Anna", "email": ANNA}, 422, 422, 422)],
    "s/<slug:secret>": [Page(GET, 404, 404, 404)],
    "request/<slug:secret>": [Page(GET, 404, 404, 404), Page({"answer": "take"}, 404, 404, 404)],
    "confirm/<slug:secret>": [Page(GET, 404, 404, 404), Page({"answer": "mine"}, 404, 404, 404)],
    "unsubscribe/<slug:secret>": [Page(GET, 404, 404, 404), Page({"choice": "none"}, 404, 404, 404)],
    "leave": [Page({}, 302, 302, 302)],
    "language": [Page({"language": "de"}, 302, 302, 302)],
    "orders": [Page(GET, *ALL)],
    "rules": [Page(GET, *ALL)],
    "rules/": [Page(GET, 301, 301, 301)],
    "rules/<str:rule>": [Page(GET, *ALL)],
    "gm": [Page(GET, *STAFF)],
    "gm/": [Page(GET, 301, 301, 301)],
    "gm/mail/<int:mail_id>": [Page(GET, *STAFF), Page({}, *STAFF)],
    "gm/letters/<int:number>": [Page(GET, *STAFF)],
    "gm/outbox/<int:mail_id>": [Page({}, *STAFF)],
    "gm/mode/<int:number>": [Page({"mode": "strict"}, *STAFF)],
    "gm/recall/<int:number>": [Page({"minutes": "5"}, *STAFF)],
    "gm/upload": [Page({}, *STAFF)],
    "anymail/mandrill/": [Page({}, 404, 404, 404)],
    "anymail/mailgun/inbound_mime/": [Page({}, 404, 404, 404)],
    "anymail/<slug:provider>/<slug:door>/": [Page({}, 404, 404, 404)],
}  # fmt: skip
WALK = [
    pytest.param(route, page, id=f"{route or 'lobby'} {page.form or ''}")
    for route in PAGES
    for page in PAGES[route]
]


def test_every_page_is_in_the_table() -> None:
    assert {str(pattern.pattern) for pattern in urls.urlpatterns} == set(PAGES)


def path_to(route: str, seat: Seat, secret: str = "1-0000000000000000") -> str:
    """The address as far as it is about a seat; whoever has not seen the mails has to guess the secrets in them."""
    turn = seat.game.adjudications.first()
    question = Question.objects.get_or_create(
        game=seat.game, seat=seat, name="which", phase=1, seq=1, defaults={"due": timezone.now()}
    )[0]
    mail = OutboundMail.objects.filter(seat=seat).exclude(kind=OutboundKind.DIGEST).order_by("pk").last()
    values = {
        "slug": "orchard", "number": seat.game_id, "key": turn.key if turn else "t1-normans", "name": seat.name,
        "mail_id": mail.pk if mail else 0, "place": 1, "question_id": question.pk, "secret": secret, "rule": "GUI-4.1",
        "provider": "postmark", "door": "inbound",
    }  # fmt: skip
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(values[found[1]]), route)


@pytest.mark.parametrize(("route", "page"), WALK)
def test_a_page(world: World, route: str, page: Page) -> None:
    adjudication.close_phase(Game.objects.get(pk=world.other.game_id), "deadline")
    visits = (
        (world.somebody, world.other, world.first, page.unproven, ("first", "second")),
        (world.anna, world.first, world.other, page.proven, ("other",)),
    )
    for browser, own, foreign, status, not_told in visits:
        untouched = [getattr(world, name) for name in not_told]
        for seat, wanted in ((own, status), (foreign, page.foreign)):
            if not wanted:
                continue
            path, hidden = path_to(route, seat), marks(world, *not_told)
            before = rows_of(*untouched)
            with undone():
                response = browser.get(path) if page.form is GET else browser.post(path, page.form)
                assert response.status_code == wanted, (path, response.status_code)
                said = b"".join(response) if response.streaming else response.content
                assert not [mark for mark in hidden if mark.encode() in said], path
                if wanted != 301:  # those are the same for all
                    kept_by = "public" if route == "scenarios/<slug:slug>.png" else "private"
                    assert kept_by in response["Cache-Control"].split(", "), path
                assert rows_of(*untouched) == before, path


def test_no_mail_of_a_seat_can_be_named_from_another(world: World) -> None:
    """Not by its number, nor as the daily mail that holds it, from whichever seat."""
    for browser, seat in ((world.somebody, world.other), (world.anna, world.first)):
        desk = f"/g/{seat.game_id}/seat/{seat.name}/mail"
        listed = browser.get(desk).content.decode()
        own = OutboundMail.objects.filter(seat=seat).exclude(kind=OutboundKind.DIGEST).order_by("pk")
        readable = list(own) if seat.proven is not None else []
        for place in range(OutboundMail.objects.count() + 2):
            response = browser.get(f"{desk}/{place}")
            mine = 1 <= place <= len(readable)
            assert response.status_code == (200 if mine else 403 if seat == world.other else 404)
            assert (f'/mail/{place}"' in listed) is mine
            assert not mine or response.context["mail"] == readable[place - 1]


def test_a_desk_shows_no_address_to_write_to_before_the_link_was_followed(world: World) -> None:
    page = f"/g/{world.other.game_id}/seat/{world.other.name}"
    for path in (page, f"{page}/letters"):
        assert b"@in.example.org" not in world.somebody.get(path).content
        assert b"@in.example.org" in sits(Client(), world.other).get(path).content


def test_a_browser_of_before_links_were_told_apart_reads_no_mail(world: World) -> None:
    session = world.anna.session
    session["seats"] = {str(world.first.pk): world.first.link_serial}
    session.save()
    desk = f"/g/{world.first.game_id}/seat/{world.first.name}"
    assert [world.anna.get(f"{desk}{path}").status_code for path in ("", "/mail")] == [200, 403]
    sits(world.anna, world.first)
    assert world.anna.get(f"{desk}/mail").status_code == 200


def test_who_sat_down_in_her_name_stays_unproven_when_she_has_followed_the_link(world: World) -> None:
    """Her choices hold for the seat from then on, but his browser neither sees nor changes them."""
    reader = sits(Client(), world.other)
    other = world.again(world.other)
    assert (other.proof, other.digest, other.other_emails) == (Proof.LINK, True, [WORK])
    desk = f"/g/{other.game_id}/seat/{other.name}"
    assert WORK.encode() in reader.get(desk).content
    assert WORK.encode() not in world.somebody.get(desk).content
    for form in ({"remove": WORK}, {"digest": "off"}):
        assert world.somebody.post(f"{desk}/choose", form).status_code == 403
    assert world.again(world.first).other_emails == [WORK]


def test_one_browser_at_both_seats_has_shown_it_for_the_one_alone(world: World) -> None:
    sits(world.somebody, world.first)
    for seat, status in ((world.first, 200), (world.other, 403)):
        assert world.somebody.get(f"/g/{seat.game_id}/seat/{seat.name}/mail").status_code == status


# what stands in the mails to a seat: whoever follows it reads the mailbox


def test_the_links_in_a_seats_mails_are_about_that_seat_until_it_is_proven(world: World) -> None:
    hers = rows_of(world.first, world.second)
    token = seats.unsubscribe_token(world.other, everywhere=True)
    path = seats.unsubscribe_link(token).partition("8000")[2]
    assert Client().post(path, {"choice": "none"}).status_code == 200
    assert world.again(world.other).no_mail
    assert rows_of(world.first, world.second) == hers


def test_the_link_in_her_daily_mail_stops_what_is_in_it(world: World) -> None:
    his = rows_of(world.other)
    path = seats.unsubscribe_link(seats.unsubscribe_token(world.first, everywhere=True)).partition("8000")[2]
    Client().post(path, {"choice": "none"})
    assert [world.again(seat).no_mail for seat in (world.first, world.second)] == [True, True]
    assert rows_of(world.other) == his


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
    PostCommand.MAP: Line("MAP"),
    PostCommand.NO_RECEIPT: Line("NOACK"),
    PostCommand.ACCEPT: Line("ACCEPT"),
    PostCommand.NO_LETTERS: Line("NO LETTERS FROM anonymous"),
    PostCommand.LETTERS: Line("LETTERS FROM anonymous"),
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
        """It is held, and nobody is proven by it; let through by the game master, it is about that seat alone."""
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
    to = seats.reply_address(seat, timezone.now().toordinal() if purpose == Purpose.DAILY else seat.game.phase,
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


# seats of before it was asked who reads the mailbox


def test_an_update_recognises_whom_a_domain_has_vouched_for(world: World) -> None:
    """The others are proven by their next mail, and what was gathered for them goes out by itself."""
    update = importlib.import_module("games.migrations.0018_proven_seats")
    Post(world.first).write("STATUS", dmarc="pass")
    Post(world.second).write("STATUS")
    Post(world.other).write("STATUS", sender=EVE, dmarc="pass")
    Seat.objects.update(proven=None, proof="")
    waiting = OutboundMail.objects.filter(kind=OutboundKind.REPORT, to=ANNA)
    waiting.update(state=OutboundState.GATHERED)
    update.recognise(apps, None)
    assert [world.again(seat).proof for seat in world[:3]] == ["mail", "", ""]
    assert {row.seat for row in waiting.filter(state=OutboundState.GATHERED)} == {world.first}
    assert {row.seat for row in waiting.filter(state=OutboundState.PENDING)} == {world.second, world.other}


# commands of the operator, who is believed: he says which address, and proves nothing by it

Run = Callable[[World, Path], list[str]]
NOTHING_OF_SEATS = "it asks for no seat and no address"
COMMANDS_OF_THE_SHELL: dict[str, Run | str] = {
    "backup": NOTHING_OF_SEATS,
    "closephase": lambda w, _: ["closephase", w.other.game.label],
    "creategame": lambda w, _: ["creategame", "ford", "--seat", f"arabs=Anna:{ANNA}"],
    "deleteletters": lambda w, _: ["deleteletters", w.other.game.label],
    "demo": "it plays games of its own",
    "dkimkey": NOTHING_OF_SEATS,
    "export": lambda w, _: ["export", w.other.game.label],
    "fork": lambda w, _: ["fork", w.other.game.label, "--at", "1", "--seat", f"normans=Anna:{ANNA}"],
    "grants": NOTHING_OF_SEATS,
    "imappoll": "it stores mails",
    "import": "an imported game has no players",
    "lmtpd": "it stores mails",
    "mailcheck": NOTHING_OF_SEATS,
    "outbox": lambda w, _: ["outbox"],
    "pipemail": "it stores mails",
    "readagain": "it reads a mail once more, as above",
    "readmail": NOTHING_OF_SEATS,
    "rehearse": NOTHING_OF_SEATS,
    "resend": lambda w, _: ["resend", "--all"],
    "seatplayer": lambda w, _: ["seatplayer", w.other.game.label, w.other.name, "--also", EVE],
    "deadlines": lambda w, _: ["deadlines"],
    "restored": lambda w, _: ["restored", w.other.game.label],
    "serve": "it starts the others",
    "smtpd": "it stores mails",
    "sweep": lambda w, _: ["sweep"],
    "verify": "it compares rows of one game with its log, and names seats",
    "verify-report": NOTHING_OF_SEATS,
}
RUN = [pytest.param(run, id=name) for name, run in COMMANDS_OF_THE_SHELL.items() if not isinstance(run, str)]


def test_every_command_is_in_the_table() -> None:
    folder = Path(urls.__file__).parent / "management" / "commands"
    assert {path.stem for path in folder.glob("[!_]*.py")} == set(COMMANDS_OF_THE_SHELL)


@pytest.mark.parametrize("run", RUN)
def test_a_command_gathers_nothing_by_address(world: World, tmp_path: Path, run: Run, capsys: Any) -> None:
    OutboundMail.objects.update(state=OutboundState.ACCEPTED)
    hers, said = rows_of(world.first, world.second), io.StringIO()
    call_command(*run(world, tmp_path), stdout=said)
    told = said.getvalue() + capsys.readouterr().out
    assert not [mark for mark in marks(world, "first", "second") if mark in told]
    assert rows_of(world.first, world.second) == hers
    assert not Seat.objects.filter(email=ANNA, proven__isnull=False).exclude(
        pk__in=(world.first.pk, world.second.pk)
    )
    for seat in Seat.objects.filter(email=ANNA, proven=None):
        assert (seat.digest, WORK in seat.other_emails) == (False, False)


def test_seated_by_the_operator_she_is_known_by_her_first_mail(world: World) -> None:
    game = creation.create_game("orchard", {"lombards": Captain("bold")})
    call_command("seatplayer", game.label, "normans", "--email", ANNA, "--name", "Anna", stdout=io.StringIO())
    seat = Seat.objects.select_related("game").get(game=game, name="normans")
    assert (seat.proven, seat.digest, seat.other_emails) == (None, False, [])
    assert seat.game.state == GameState.RUNNING
    Post(seat).write("STATUS")
    found = world.again(seat)
    assert (found.proof, found.digest, found.other_emails) == (Proof.MAIL, True, [WORK])


def test_a_new_address_at_a_seat_is_not_proven_by_the_old_one(world: World) -> None:
    moved = creation.change_player(world.second, email="carla@players.example.org")
    assert (moved.proven, moved.other_emails, moved.digest) == (None, [], False)
    back = creation.change_player(moved, email=ANNA)
    assert (back.proven, back.other_emails) == (None, [])
    assert seats.of_same_reader(world.again(back)).get() == back
    assert back not in seats.of_same_reader(world.first)


def test_seats_without_an_address_have_nothing_in_common() -> None:
    game = creation.create_game("orchard", {"normans": Player("Nobody", "")})
    for seat in game.seats.all():
        assert seats.of_same_reader(seat).get() == seat
