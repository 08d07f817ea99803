"""Who does what in the crash tests: workers, players at their desks, the provider, the game master."""

from __future__ import annotations

import hmac
import json
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from tests.games.crash_plans import seat_of, the_child, the_game, the_question
from tests.games.crash_world import bell, clock, post

GAMES = "games@in.example.org"
FROM_A_STRANGER = (
    f"From: eve@elsewhere.example.org\nTo: {GAMES}\nMessage-ID: <1@elsewhere.example.org>\n\nhello\n"
)
MOST_ROUNDS = 40  # of the sweep, until all is quiet


def drain() -> None:
    """Workers and the sweep, until nothing is left to do."""
    from games import queue, tasks

    for _ in range(MOST_ROUNDS):
        while bell:
            name, row = bell.pop(0)
            try:
                getattr(tasks, name)(row)
            except Exception:  # as a worker: the sweep will find the row again
                traceback.print_exc()
        queue.sweep()
        if not bell:
            return
    raise AssertionError(f"never quiet: {bell}")


def work_alone() -> None:
    from games import queue

    for _ in range(MOST_ROUNDS):
        bell.clear()
        if not queue.work_off():
            return
    raise AssertionError("never done")


def renew() -> None:
    """New dice, as the game master lets a game go on that is held."""
    from games.play import renewal

    if the_game().burnt:
        renewal.renew(the_game(), "a crash test")


def sit_down() -> None:
    from games.models import Seat
    from games.play.creation import Player, SeatTaken, take_seat

    with suppress(SeatTaken):  # he sat down before the crash
        take_seat(Seat.objects.get(game_id=2, name="lombards"), Player("Dino", "dino@players.example.org"))


def move_away() -> None:
    from games.play.creation import change_player

    change_player(the_question().seat, email="anna@new.example.org")


def mail_on() -> None:
    from games.delivery import deliveries
    from games.models import Seat

    for seat in Seat.objects.exclude(mail_suspended=None):
        deliveries.resume(seat)


def provider_calls() -> None:
    """A provider brings a letter, tells that a mail of ours was delivered, and of one that is not ours."""
    from games.models import OutboundMail

    ours = OutboundMail.objects.order_by("pk")[0]
    form = {"body-mime": FROM_A_STRANGER, "sender": "eve@elsewhere.example.org", "recipient": GAMES}
    _call("inbound_mime", "a", lambda signature: {"data": {**form, **signature}})
    for token, name in (("b", ours.message_id), ("c", "<nobody@example.org>")):
        event = {
            "event": "delivered",
            "timestamp": 1,
            "recipient": ours.to,
            "message": {"headers": {"message-id": name}},
        }
        _call(
            "tracking",
            token,
            lambda signature, event=event: {
                "data": json.dumps({"signature": signature, "event-data": event}),
                "content_type": "application/json",
            },
        )


def _call(door: str, token: str, content: Callable[[dict[str, str]], dict[str, Any]]) -> None:
    """Mailgun calls until it hears that all is well."""
    from django.conf import settings
    from django.test import RequestFactory

    from games.doors import webhooks

    key = settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"].encode()
    timestamp = str(int(clock.moment.timestamp()))
    digest = hmac.new(key, f"{timestamp}{token}".encode(), "sha256").hexdigest()
    signature = {"timestamp": timestamp, "token": token, "signature": digest}
    request = RequestFactory().post(f"/anymail/mailgun/{door}/", **content(signature))
    assert webhooks.call(request, "mailgun", door.removesuffix("_mime")).status_code == 200


def fetch_mail() -> None:
    """An IMAP mailbox that forgets what was marked in it: the worst that a broken line can do."""
    from games.doors import imap

    box = SimpleNamespace(
        folder=SimpleNamespace(status=lambda *_: {"UIDVALIDITY": 7}),
        uids=lambda *_: ["101"],
        client=SimpleNamespace(uid=lambda *_: ("OK", [(b"1 (BODY[]", FROM_A_STRANGER.encode())])),
        flag=lambda *_: None,
    )
    imap.fetch(box, imap.account("imap://user:password@localhost"))  # type: ignore[arg-type]


def finish() -> None:
    from games.play import adjudication

    if the_game().played_from:
        adjudication.finish(the_game())


def read_again() -> None:
    from games.gate import inbox
    from games.models import InboundMail

    inbox.redeliver(InboundMail.objects.order_by("pk")[0])


def webhook() -> None:
    """The provider tells what it has."""
    from games.outbox import outbox

    drain()
    for line in post.lines():
        if line["bytes"]:
            outbox.delivered(line["name"], "known")


def send_again() -> None:
    from games.models import OutboundMail
    from games.outbox import outbox

    for mail in OutboundMail.objects.order_by("pk"):
        outbox.send_again(mail)


def add_an_address() -> None:
    from django.db import transaction

    from games.people import addresses

    with transaction.atomic():
        addresses.ask(seat_of("normans"), "anna@work.example.org")


def invite_a_guest() -> None:
    """To the battle that the game has called."""
    from django.db import transaction

    from games.play import guests

    seat = the_child().seats.select_related("game", "stands_for").exclude(email="").earliest("pk")
    with transaction.atomic():
        guests.invite(seat, "Carla <carla@elsewhere.example.org>")


COMMANDS = {
    "add an address": add_an_address,
    "invite a guest": invite_a_guest,
    "sit down": sit_down,
    "move away": move_away,
    "finish": finish,
    "read again": read_again,
    "webhook": webhook,
    "send again": send_again,
    "mail on": mail_on,
    "provider calls": provider_calls,
    "fetch mail": fetch_mail,
    "renew": renew,
}
