"""What became of our mails, and when a seat gets none any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from games import queue
from games.delivery import deliveries
from games.delivery.deliveries import Happening
from games.gate import inbox
from games.models import (
    DeliveryEvent,
    DeliveryKind,
    Game,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Seat,
)
from games.outbox import outbox
from games.play import creation
from games.seats import seats
from pbem.logs import redacted
from tests.games.post_kit import deliver, opened
from tests.games.post_kit import same_game as game
from tests.pbem.test_delivery_reports import report

__all__ = ["game"]

pytestmark = pytest.mark.django_db
HARD, SOFT = DeliveryKind.HARD, DeliveryKind.SOFT


@pytest.fixture(autouse=True)
def game_master(settings: Any) -> None:
    settings.GAME_MASTER = "gm@example.org"


def owed(seat: Seat, key: str = "one") -> OutboundMail:
    return outbox.enqueue(
        f"test:{seat.name}:{key}",
        OutboundKind.NOTICE,
        to=seat.email,
        subject="s",
        rendered=b"Subject: s\n\nt\n",
        game=seat.game,
        seat=seat,
    )


def happen(seat: Seat, *kinds: DeliveryKind, days_apart: int = 1) -> None:
    """Events of one mail, a day or more apart, the last of them now."""
    mail = owed(seat)
    for before, kind in zip(reversed(range(len(kinds))), kinds, strict=True):
        key = f"event-{DeliveryEvent.objects.count()}"
        with days_ago(before * days_apart):
            found = OutboundMail.objects.select_related("seat__game").get(pk=mail.pk)
            deliveries.note(Happening("test", key, kind, found))
    seat.refresh_from_db()


@contextmanager
def days_ago(days: int) -> Iterator[None]:
    """What is noted meanwhile was noted then."""
    then = timezone.now() - timedelta(days=days)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: then)
        yield


def notes_to_the_game_master() -> list[str]:
    found = OutboundMail.objects.filter(to="gm@example.org", dedupe_key__contains="mail-suspended")
    return [str(opened(row).get_content()) for row in found]


def test_what_the_provider_has_delivered_is_in_doubt_no_more(seat: Seat) -> None:
    mail = owed(seat)
    OutboundMail.objects.filter(pk=mail.pk).update(state=OutboundState.UNKNOWN, attempts=1)
    found = deliveries.find_mail([mail.message_id])
    assert found
    deliveries.note(Happening("test", "key", DeliveryKind.DEFERRED, found))
    mail.refresh_from_db()
    assert mail.state == OutboundState.UNKNOWN
    deliveries.note(Happening("test", "key", DeliveryKind.DELIVERED, found, provider_id="p-1"))
    mail.refresh_from_db()
    assert mail.state == OutboundState.UNKNOWN, "that event was noted before as another one"
    deliveries.note(Happening("test", "another", DeliveryKind.DELIVERED, found, provider_id="p-1"))
    mail.refresh_from_db()
    assert (mail.state, mail.provider_id) == (OutboundState.ACCEPTED, "p-1")


class TestScore:
    @pytest.mark.parametrize(
        ("kinds", "suspended"),
        [
            ((HARD,), False),
            ((HARD, HARD), True),
            ((SOFT, SOFT, SOFT), False),
            ((SOFT, SOFT, SOFT, SOFT), True),
            ((HARD, SOFT), False),
            ((HARD, SOFT, SOFT), True),
            ((DeliveryKind.DEFERRED,) * 9, False),
            ((DeliveryKind.DELIVERED,) * 9, False),
            ((DeliveryKind.COMPLAINED,), True),
            ((DeliveryKind.SUPPRESSED,), True),
        ],
        ids=lambda kinds: "-".join(kinds) if isinstance(kinds, tuple) else str(kinds),
    )
    def test_soft_counts_one_and_hard_two(self, seat, kinds, suspended):
        happen(seat, *kinds)
        assert bool(seat.mail_suspended) is suspended

    def test_a_day_counts_once(self, seat):
        happen(seat, SOFT, HARD, HARD, HARD, days_apart=0)
        assert deliveries.score(seat) == 2
        assert not seat.mail_suspended

    def test_after_thirty_days_nothing_is_left_of_it(self, seat):
        happen(seat, HARD, HARD, HARD, days_apart=31)
        assert deliveries.score(seat) == 2
        assert not seat.mail_suspended

    def test_the_same_event_twice_is_one(self, seat):
        event = Happening("test", "key", HARD, owed(seat))
        assert [deliveries.note(event) for _ in range(3)] == [True, False, False]
        assert DeliveryEvent.objects.count() == 1


class TestSuspension:
    def test_the_game_master_is_told_once_and_the_seat_stays(self, seat):
        happen(seat, DeliveryKind.COMPLAINED, DeliveryKind.COMPLAINED)
        [note] = notes_to_the_game_master()
        assert "reported as spam" in note
        assert f"/seat/{seat.name}/mail" in note
        assert seat.email and Game.objects.get(pk=seat.game_id).state == "running"

    def test_nothing_is_sent_and_all_is_kept(self, seat):
        happen(seat, DeliveryKind.COMPLAINED)
        mail = owed(seat, "later")
        queue.work_off()
        mail.refresh_from_db()
        assert mail.state == OutboundState.WITHHELD
        assert all(seat.email not in message.to for message in django_mail.outbox)
        assert any("gm@example.org" in message.to for message in django_mail.outbox)
        queue.work_off()
        assert not queue.unsent_mail().exists()

    def test_a_mail_to_another_address_goes_out(self, seat):
        """To confirm a new one, say."""
        happen(seat, DeliveryKind.COMPLAINED)
        mail = owed(seat, "elsewhere")
        OutboundMail.objects.filter(pk=mail.pk).update(to="new@players.example.org")
        assert outbox.send(mail.pk) == OutboundState.ACCEPTED

    def test_the_other_seat_is_not_concerned(self, seat, rival):
        happen(seat, DeliveryKind.COMPLAINED)
        assert outbox.send(owed(rival).pk) == OutboundState.ACCEPTED
        rival.refresh_from_db()
        assert not rival.mail_suspended

    def test_on_again_means_a_new_beginning(self, seat):
        happen(seat, HARD, HARD)
        assert seat.mail_suspended
        deliveries.resume(seat)
        seat.refresh_from_db()
        assert (seat.mail_suspended, seat.mail_trouble, deliveries.score(seat)) == (None, "", 0)
        assert outbox.send(owed(seat, "again").pk) == OutboundState.ACCEPTED

    def test_so_does_another_player(self, seat):
        happen(seat, HARD, HARD)
        creation.change_player(seat, email="carla@players.example.org")
        seat.refresh_from_db()
        assert not seat.mail_suspended
        assert deliveries.score(seat) == 0

    def test_a_mail_to_who_sat_there_before_says_nothing_of_who_sits_there_now(self, seat):
        mail = owed(seat)
        creation.change_player(seat, email="carla@players.example.org")
        mail = OutboundMail.objects.select_related("seat__game").get(pk=mail.pk)
        deliveries.note(Happening("test", "late", DeliveryKind.COMPLAINED, mail))
        seat.refresh_from_db()
        assert not seat.mail_suspended
        assert DeliveryEvent.objects.get().seat is None


class TestReports:
    """Mail servers report to the envelope sender, an address of the mail's own."""

    def test_every_mail_that_goes_out_by_smtp_has_one(self, seat, settings):
        settings.MAIL_BOUNCES = True
        mail = owed(seat)
        outbox.send(mail.pk)
        [message] = django_mail.outbox
        assert message.from_email == seats.bounce_address(mail)
        assert seats.mail_of_bounce_address(message.from_email) == mail

    def test_others_have_none(self, seat, settings):
        settings.MAIL_BOUNCES = False
        outbox.send(owed(seat).pk)
        assert not django_mail.outbox[0].from_email.startswith("bounce")

    def test_a_report_is_noted_and_nobody_answered(self, seat):
        mail = owed(seat)
        before = OutboundMail.objects.count()
        came = deliver(report("Action: failed\nStatus: 5.1.1"), seats.bounce_address(mail), "")
        assert (came.state, came.reason) == (InboundState.IGNORED, "delivery-report")
        event = DeliveryEvent.objects.get()
        assert (event.mail, event.seat, event.kind, event.source) == (mail, seat, HARD, "report")
        assert OutboundMail.objects.count() == before

    def test_reports_of_two_days_suspend(self, seat):
        def bounce(number: int) -> None:
            mail = owed(seat, f"mail {number}")
            deliver(report(f"Action: failed\nStatus: 5.1.{number}"), seats.bounce_address(mail), "")
            seat.refresh_from_db()

        with days_ago(1):
            for number in range(3):
                bounce(number)
                assert not seat.mail_suspended
        bounce(4)
        assert seat.mail_suspended

    def test_the_same_report_by_another_way_counts_once(self, seat):
        address = seats.bounce_address(owed(seat))
        for extra in ("", "X-Way: other\n"):
            deliver(extra.encode() + report("Action: failed\nStatus: 5.1.1"), address, "")
        assert DeliveryEvent.objects.count() == 1

    def test_a_forged_one_silences_nobody(self, seat):  # attack 33
        real = seats.bounce_address(owed(seat))
        local, _, domain = real.partition("@")
        number, _, secret = local.removeprefix("bounce+").partition("-")
        forged = [
            f"bounce+{number}-{'0' * len(secret)}@{domain}",
            f"bounce+{number[:-1]}{'y' if number.endswith('z') else 'z'}-{secret}@{domain}",
            f"bounce+{'u' * len(number)}-{secret}@{domain}",
            seats.reply_address(seat, seat.game.phase),
            f"games@{domain}",
            "",
        ]
        for number_of, address in enumerate(forged):
            came = deliver(report(f"Action: failed\nStatus: 5.1.{number_of}"), address, "")
            assert came.state == InboundState.IGNORED
        assert not DeliveryEvent.objects.exists()

    def test_capitals_and_look_alikes_are_forgiven(self, seat):
        mail = owed(seat)
        address = seats.bounce_address(mail)
        assert seats.mail_of_bounce_address(address.upper()) == mail
        assert seats.mail_of_bounce_address(address.removeprefix("bounce+")) == mail
        assert seats.mail_of_bounce_address(address.replace("0", "o")) == mail

    def test_no_log_holds_its_secret(self, seat):  # attack 39
        address = seats.bounce_address(owed(seat))
        secret = address.partition("@")[0].rpartition("-")[2]
        assert secret not in redacted(f"550 <{address}> unknown")

    def test_a_former_key_still_opens_it(self, seat, settings):
        mail = owed(seat)
        address = seats.bounce_address(mail)
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
        assert seats.mail_of_bounce_address(address) == mail

    def test_a_vacation_note_to_that_address_is_no_bounce(self, seat):
        raw = (
            b"From: anna@players.example.org\nSubject: away\nAuto-Submitted: auto-replied\n\n"
            b"I am away, room 550.\n"
        )
        came = deliver(raw, seats.bounce_address(owed(seat)), "")
        assert (came.state, came.reason) == (InboundState.IGNORED, "null-sender")
        assert not DeliveryEvent.objects.exists()

    def test_a_report_read_twice_is_noted_once(self, seat):
        came = deliver(report("Action: failed\nStatus: 5.1.1"), seats.bounce_address(owed(seat)), "")
        inbox.redeliver(came)
        inbox.process(came.pk)
        assert DeliveryEvent.objects.count() == 1
        assert InboundMail.objects.get(pk=came.pk).state == InboundState.IGNORED


def _place(mail: OutboundMail) -> int:
    """Where a mail stands among those to its seat, as its page is called."""
    return OutboundMail.objects.filter(seat=mail.seat, pk__lte=mail.pk).count()


class TestOnTheWeb:
    def sit_down(self, client: Any, seat: Seat) -> str:
        client.get(f"/s/{seats.link_secret(seat)}")
        return f"/g/{seat.game_id}/seat/{seat.name}"

    def test_what_was_not_sent_is_read_there(self, client, seat):
        happen(seat, DeliveryKind.COMPLAINED)
        mail = outbox.enqueue(
            "test:withheld", OutboundKind.NOTICE, to=seat.email, subject="your news", game=seat.game,
            seat=seat,
            rendered=b"Subject: your news\nContent-Type: text/plain\n\nthe <b>text</b> of it\n",
        )  # fmt: skip
        queue.work_off()
        desk = self.sit_down(client, seat)
        assert "Nothing is mailed to you since" in client.get(desk).content.decode()
        page = client.get(f"{desk}/mail").content.decode()
        assert "your news" in page and "not sent" in page
        page = client.get(f"{desk}/mail/{_place(mail)}").content.decode()
        assert "the &lt;b&gt;text&lt;/b&gt; of it" in page

    def test_mail_is_turned_on_again_there(self, client, seat):
        happen(seat, DeliveryKind.COMPLAINED)
        desk = self.sit_down(client, seat)
        assert client.get(f"{desk}/mail/on").status_code == 405  # attack 36
        seat.refresh_from_db()
        assert seat.mail_suspended
        assert client.post(f"{desk}/mail/on", follow=True).status_code == 200
        seat.refresh_from_db()
        assert not seat.mail_suspended
        assert "Nothing is mailed to you" not in client.get(desk).content.decode()

    def test_nobody_else_sees_or_does_anything_there(self, client, seat, rival):
        happen(seat, DeliveryKind.COMPLAINED)
        mail = owed(seat)
        self.sit_down(client, rival)
        desk = f"/g/{seat.game_id}/seat/{seat.name}"
        assert client.get(f"{desk}/mail").status_code == 404
        assert client.get(f"{desk}/mail/{_place(mail)}").status_code == 404
        assert client.post(f"{desk}/mail/on").status_code == 404
        own = f"/g/{rival.game_id}/seat/{rival.name}"
        assert client.get(f"{own}/mail").status_code == 200
        several = rival.outbound_mails.count()
        assert [client.get(f"{own}/mail/{place}").status_code for place in (0, several + 1)] == [404, 404]

    def test_the_game_master_sees_who_gets_no_mail(self, admin_client, seat):
        happen(seat, DeliveryKind.COMPLAINED)
        page = admin_client.get("/gm").content.decode()
        assert "Seats that get no mail" in page
        assert "reported as spam" in page
