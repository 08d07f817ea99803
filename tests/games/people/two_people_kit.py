"""Anna's two seats, a third that somebody took in her name, and what must be told to her alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.delivery import digests
from games.letters import letters
from games.letters.letters import Draft
from games.models import (
    Game,
    Letter,
    NewAddress,
    OutboundKind,
    OutboundMail,
    ReplyToken,
    Report,
    Seat,
)
from games.play import adjudication
from games.seats import seats
from tests.games.arena import sits
from tests.games.made_once import as_it_was_made, for_a_file
from tests.games.post_kit import a_battle, reads_his_mail, seat_on_move

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


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once for all tests of a file, each of which begins with it as it was made."""
    with for_a_file(django_db_blocker):
        yield made_anew()


@pytest.fixture
def world(made: World, db: None) -> World:
    as_it_was_made()
    return World(*(made.again(seat) for seat in made[:3]), *(_same(browser) for browser in made[3:]))


def _same(browser: Client) -> Client:
    """Another one with the same cookies."""
    found = Client(**browser.defaults)
    found.cookies = deepcopy(browser.cookies)
    return found


def made_anew() -> World:
    first, second = (seat_on_move(a_battle(deadline_hours=TEN_DAYS)) for _ in range(2))
    reads_his_mail(first, second)
    for seat in (first, second):
        Seat.objects.filter(pk=seat.pk).update(digest=True, other_emails=[WORK])
        for _ in range(2):  # he is written to once a game turn
            adjudication.close_phase(Game.objects.get(pk=seat.game_id), "deadline")
    anna = sits(Client(), first)
    somebody = Client(SERVER_NAME="localhost")
    form = {"seat": "normans", "against": "bold", "hours": "168", "name": "Anna", "email": ANNA}
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
    """One went out to her; and one of before it was known who reads the mailbox, which hangs on
    the other seat."""
    OutboundMail.objects.filter(state="gathered").update(created=timezone.now() - timedelta(days=1))
    digests.send_due()
    sent = OutboundMail.objects.get(kind=OutboundKind.DIGEST)
    assert sent.seat == first
    OutboundMail.objects.create(
        dedupe_key="digest:before", kind=OutboundKind.DIGEST, seat=other, to=ANNA,
        subject="2 mails of your games",
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
