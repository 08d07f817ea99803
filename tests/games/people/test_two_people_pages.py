"""Every page, for a seat whose reader is known and one whose is not."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from django.test import Client
from django.utils import timezone

from games import urls
from games.models import (
    Game,
    OutboundKind,
    OutboundMail,
    Proof,
    Question,
    Seat,
)
from games.play import adjudication
from games.seats import seats
from tests.games.arena import sits
from tests.games.people.two_people_kit import ANNA, EVE, WORK, World, made, marks, rows_of, undone, world

__all__ = ["made", "world"]
pytestmark = pytest.mark.django_db
# pages
Form = dict[str, str] | None
GET: Form = None


class Page(NamedTuple):
    """What a request answers: in the browser of somebody who has named the address, in that of its reader,
    each at his own seat; and to either at the other's."""

    form: Form
    unproven: int
    proven: int
    foreign: int


ALL = 200, 200, 200
STAFF = 302, 302, 302
MAILBOX = 403, 302, 404
ORDERS = {"orders": "HELP", "nonce": "a" * 32}
ASKED = {"seat": "normans", "against": "bold", "hours": "24", "name": "Anna", "email": ANNA}
PAGES: dict[str, list[Page]] = {
    "": [Page(GET, *ALL)],
    "games/<slug:slug>": [Page(GET, *ALL)],
    "scenarios/<slug:slug>.png": [Page(GET, *ALL)],
    "lands/<slug:land>/<slug:around>-<int:radius>.svg": [Page(GET, *ALL)],
    "new/<slug:slug>": [Page(GET, *ALL), Page({**ASKED, "email": f"{ANNA} "}, 302, 302, 302)],
    "g/<game:number>": [Page(GET, *ALL)],
    "g/<game:number>/": [Page(GET, 301, 301, 301)],
    "g/<game:number>/map.svg": [Page(GET, *ALL)],
    "g/<game:number>/position.txt": [Page(GET, *ALL)],
    "g/<game:number>/log.jsonl": [Page(GET, *ALL)],
    "g/<game:number>/t/<slug:key>": [Page(GET, *ALL)],
    "g/<game:number>/t/<slug:key>/dice": [Page(GET, *ALL)],
    "g/<game:number>/gazette": [Page(GET, 404, 404, 404)],  # of campaigns alone
    "g/<game:number>/men": [Page(GET, 404, 404, 404)],
    "g/<game:number>/tables": [Page(GET, *ALL)],
    "g/<game:number>/tables/<slug:table>": [Page(GET, *ALL)],
    "g/<game:number>/t/<slug:key>/map.svg": [Page(GET, *ALL)],
    "g/<game:number>/t/<slug:key>/position.txt": [Page(GET, *ALL)],
    "g/<game:number>/seat/<slug:name>": [
        Page(GET, 200, 200, 404), Page(ORDERS, 200, 200, 404), Page({"language": "de"}, 302, 302, 404),
    ],
    "g/<game:number>/seat/<slug:name>/choose": [
        Page({"add": EVE}, *MAILBOX), Page({"remove": WORK}, *MAILBOX), Page({"digest": "on"}, *MAILBOX),
        Page({"digest": "off"}, *MAILBOX), Page({"mail": "off"}, *MAILBOX), Page({"quiet": "on"}, *MAILBOX),
    ],
    "g/<game:number>/seat/<slug:name>/captain": [Page({"temper": "bold"}, 302, 302, 404)],
    "g/<game:number>/seat/<slug:name>/look": [Page({"parts": "text"}, *MAILBOX)],
    "g/<game:number>/seat/<slug:name>/mail": [Page(GET, 403, 200, 404)],
    "g/<game:number>/seat/<slug:name>/mail/<int:place>": [Page(GET, 403, 200, 404)],
    "g/<game:number>/seat/<slug:name>/mail/on": [Page({}, *MAILBOX)],
    "g/<game:number>/seat/<slug:name>/letters": [
        Page(GET, 200, 200, 404), Page({"whom": "all", "text": "Hear me", "nonce": "b" * 32}, 302, 302, 404),
    ],
    "g/<game:number>/seat/<slug:name>/letters/choose": [Page({"whom": "anonymous", "wanted": "no"}, 302, 302,
                                                            404)],
    "g/<game:number>/seat/<slug:name>/question/<int:place>": [
        Page(GET, 0, 0, 404), Page({"choice": "1"}, 0, 0, 404),
    ],
    "g/<game:number>/question/<int:question_id>": [Page(GET, 302, 302, 404)],
    "g/<game:number>/witness": [Page(GET, *ALL), Page({"report": "The report"}, *ALL)],
    "g/<game:number>/join/<slug:name>": [Page(GET, *ALL),
                                        Page({"name": "Anna", "email": ANNA}, 422, 422, 422)],
    "g/<game:number>/join/<slug:name>/<slug:secret>": [
        Page(GET, *ALL), Page({"name": "Anna", "email": ANNA}, 422, 422, 422),
    ],
    "s/<slug:secret>": [Page(GET, 404, 404, 404)],
    "request/<slug:secret>": [Page(GET, 404, 404, 404), Page({"answer": "take"}, 404, 404, 404)],
    "confirm/<slug:secret>": [Page(GET, 404, 404, 404), Page({"answer": "mine"}, 404, 404, 404)],
    "unsubscribe/<slug:secret>": [Page(GET, 404, 404, 404), Page({"choice": "none"}, 404, 404, 404)],
    "leave": [Page({}, 302, 302, 302)],
    "language": [Page({"language": "de"}, 302, 302, 302)],
    "readyz": [Page(GET, *ALL)],
    "metrics": [Page(GET, 404, 404, 404)],
    "judge": [Page(GET, *ALL), Page({"position": "board 2x2"}, *ALL)],
    "orders": [Page(GET, *ALL)],
    "sheet/<slug:slug>": [Page(GET, *ALL)],
    "g/<game:number>/sheet": [Page(GET, *ALL)],
    "rules": [Page(GET, *ALL)],
    "rules/": [Page(GET, 301, 301, 301)],
    "rules/<str:rule>": [Page(GET, *ALL)],
    "gm": [Page(GET, *STAFF)],
    "gm/": [Page(GET, 301, 301, 301)],
    "gm/mail/<int:mail_id>": [Page(GET, *STAFF), Page({}, *STAFF)],
    "gm/letters/<game:number>": [Page(GET, *STAFF)],
    "gm/outbox/<int:mail_id>": [Page({}, *STAFF)],
    "gm/mode/<game:number>": [Page({"mode": "strict"}, *STAFF)],
    "gm/recall/<game:number>": [Page({"minutes": "5"}, *STAFF)],
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
    """The address as far as it is about a seat; whoever has not seen the mails has to guess the
    secrets in them."""
    turn = seat.game.adjudications.first()
    question = Question.objects.get_or_create(
        game=seat.game, seat=seat, name="which", phase=1, seq=1, defaults={"due": timezone.now()}
    )[0]
    mail = OutboundMail.objects.filter(seat=seat).exclude(kind=OutboundKind.DIGEST).order_by("pk").last()
    values = {
        "slug": "running" if route.startswith("games/") else "orchard",
        "number": seat.game_id, "key": turn.key if turn else "t1-normans",
        "name": seat.name,
        "mail_id": mail.pk if mail else 0, "place": 1, "question_id": question.pk, "secret": secret,
        "rule": "GUI-4.1", "table": "combat-foot",
        "provider": "postmark", "door": "inbound", "land": "sicily", "around": "5015", "radius": 6,
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
