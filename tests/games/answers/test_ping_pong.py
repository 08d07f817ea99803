"""Our server against machines that answer mail: no conversation longer than three mails. And the brakes that
hold where the machine is cleverer than the tests."""

from __future__ import annotations

import email.policy
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from itertools import count

import pytest
from django.utils import timezone

from games.answers import brakes
from games.doors import arrivals
from games.gate import inbox
from games.models import Game, InboundMail, OutboundKind, OutboundMail
from tests.games.post_kit import Post, filed, opened, some_orders, text_of
from tests.games.post_kit import same_game as game

__all__ = ["game"]

pytestmark = pytest.mark.django_db
LONGEST = 3
Machine = Callable[[EmailMessage, int], EmailMessage | None]


def reply_to(mail: EmailMessage, subject: str, text: str, **headers: str) -> EmailMessage:
    answer = EmailMessage(policy=email.policy.SMTP)
    answer["From"], answer["To"] = mail["To"], mail["Reply-To"] or mail["From"]
    answer["Subject"] = subject
    for name, value in headers.items():
        answer[name.replace("_", "-")] = value
    answer.set_content(text)
    return answer


def vacation(mail: EmailMessage, n: int) -> EmailMessage:
    """As RFC 3834 wants it, but without its memory of whom it has answered."""
    return reply_to(
        mail, "Auto: away", "I am away.\n", Auto_Submitted="auto-replied", In_Reply_To=mail["Message-ID"]
    )


def office_vacation(mail: EmailMessage, n: int) -> EmailMessage:
    """Without any mark but its subject."""
    return reply_to(
        mail, f"Automatic reply: {mail['Subject']}", "I am out of the office until Monday 0103.\n"
    )


def plain_vacation(mail: EmailMessage, n: int) -> EmailMessage:
    """Without any mark at all."""
    return reply_to(
        mail, f"Re: {mail['Subject']}", "I am away and will answer later.\n", In_Reply_To=mail["Message-ID"]
    )


def helpful_desk(mail: EmailMessage, n: int) -> EmailMessage:
    """It asks something each time, so that it is answered once."""
    return reply_to(
        mail, f"Re: {mail['Subject']}", "Thank you! How may we help you?\n", In_Reply_To=mail["Message-ID"]
    )


def quoting_vacation(mail: EmailMessage, n: int) -> EmailMessage:
    quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
    text = f"I am away.\n\nOn 22 Nov 2026 the game wrote:\n{quoted}\n"
    return reply_to(mail, f"Re: {mail['Subject']}", text, Message_ID=f"<{n}@away.example.org>")


def ticket_system(mail: EmailMessage, n: int) -> EmailMessage:
    """New subject, new Message-ID, no thread, another number each time."""
    text = f"Your request has got the number {1200 + n}. We will come back to you.\nTicket: {1200 + n}\n"
    return reply_to(mail, f"[#{1200 + n}] received", text, Message_ID=f"<ticket-{n}@help.example.org>")


def echoing_ticket_system(mail: EmailMessage, n: int) -> EmailMessage:
    """The same, and it repeats what we wrote without any sign of quotation."""
    text = f"Ticket {1200 + n}. You wrote:\n\n{text_of(mail)}\n"
    return reply_to(mail, f"[#{1200 + n}] received", text, Message_ID=f"<ticket-{n}@help.example.org>")


def numbering_ticket_system(mail: EmailMessage, n: int) -> EmailMessage:
    """Its line looks like an order."""
    return reply_to(
        mail, f"[#{n}]", f"Move {1200 + n} to our second level\n", Message_ID=f"<t{n}@help.example.org>"
    )


def second_server(mail: EmailMessage, n: int) -> EmailMessage:
    """Another copy of ours, for which we are the player: it answers as we do."""
    return reply_to(
        mail,
        f"Re: [G7 T1] no orders found in your mail {n}",
        "There was no order in your mail.\n",
        Auto_Submitted="auto-replied",
        Precedence="bulk",
        X_PBEM_Loop="pbem@in.example.com",
        Message_ID=f"<{n}@in.example.com>",
        In_Reply_To=mail["Message-ID"],
    )


def stripped_second_server(mail: EmailMessage, n: int) -> EmailMessage:
    """The same behind a relay that takes every mark away."""
    text = (
        f"There was no order in your mail of 18:{n:02}. What you had filed before stands as it was.\n\n"
        "STANDING NOW\nMOVE Roger stay\n"
    )
    return reply_to(
        mail, "Re: [G7 T1] no orders found in your mail", text, Message_ID=f"<{n}@in.example.com>"
    )


MACHINES = [
    vacation, office_vacation, plain_vacation, helpful_desk, quoting_vacation, ticket_system,
    echoing_ticket_system, numbering_ticket_system, second_server, stripped_second_server,
]  # fmt: skip


def converse(first: OutboundMail, machine: Machine, most: int = 30) -> list[str]:
    """The mails that follow a mail of ours, in order: theirs and ours."""
    said, numbers = [], count(1)
    waiting = [first]
    while waiting and len(said) < most:
        ours = opened(waiting.pop(0))
        theirs = machine(ours, next(numbers))
        if theirs is None:
            continue
        said.append("theirs")
        known = set(OutboundMail.objects.values_list("pk", flat=True))
        to = str(theirs["To"]).partition("<")[2].rstrip(">") or str(theirs["To"])
        [mail] = arrivals.receive(theirs.as_bytes(), "test", str(theirs["From"]), [to])
        inbox.process(mail.pk)
        answers = OutboundMail.objects.exclude(pk__in=known).order_by("pk")
        assert answers.count() <= 1
        waiting += answers
        said += ["ours"] * answers.count()
    return said


# attack 32
@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.__name__)
def test_no_conversation_is_longer_than_three_mails_after_a_report(game, seat, machine):
    report = OutboundMail.objects.get(seat=seat, kind="report")
    assert len(converse(report, machine)) <= LONGEST


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.__name__)
def test_nor_after_a_receipt(game, seat, post, orders, machine):
    mail = post.write(orders)
    receipt = OutboundMail.objects.get(in_reply_to=mail)
    assert len(converse(receipt, machine)) <= LONGEST
    assert set(filed(game, seat)) == set(orders.split("\n"))


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.__name__)
@pytest.mark.parametrize("mode", ["lenient", "strict"])
def test_nor_after_a_request_to_confirm(game, seat, post, orders, machine, mode):
    Game.objects.filter(pk=game.pk).update(mail_mode=mode)
    held = post.write(orders, sender="eve@evil.example.com")
    request = OutboundMail.objects.get(in_reply_to=held)
    assert len(converse(request, machine)) <= LONGEST
    held.refresh_from_db()
    assert held.state == "held"  # no machine confirms
    assert filed(game, seat) == ()


def test_nor_where_the_machine_sits_at_an_address_that_we_do_not_know(game, seat):
    report = OutboundMail.objects.get(seat=seat, kind="report")

    def elsewhere(mail: EmailMessage, n: int) -> EmailMessage:
        answer = ticket_system(mail, n)
        answer.replace_header("From", "support@help.example.org")
        return answer

    talk = converse(report, elsewhere)
    assert len(talk) <= LONGEST
    assert not OutboundMail.objects.filter(to="support@help.example.org").exists()


def test_two_strangers_servers_tell_each_other_once_that_nobody_is_known(game):
    """One answer a day and domain, and only where the domain vouches for the sender."""
    for n in range(5):
        raw = (
            f"From: games@in.other.example\nTo: games@in.example.org\nMessage-ID: <{n}@x>\n\nMOVE {n}\n"
        ).encode()
        [mail] = arrivals.receive(
            raw, "test", "games@in.other.example", ["games@in.example.org"], authentication={"dmarc": "pass"}
        )
        inbox.process(mail.pk)
    assert OutboundMail.objects.filter(to="games@in.other.example").count() == 1


def test_who_sends_the_same_orders_again_is_no_echo(game, seat, post):
    """Our receipts repeat what a player wrote: that must not make an echo of him."""
    first, second, third = some_orders(game, seat)
    post.write("\n".join((first, second, third)))
    post.write("CLEAR")
    assert post.write("\n".join((first, second, third, "STATUS"))).reason == "filed"
    assert set(filed(game, seat)) == {first, second, third}


def test_new_orders_above_an_answer_that_is_not_marked_as_quoted_are_read(game, seat, post):
    first, second, _ = some_orders(game, seat)
    receipt = OutboundMail.objects.get(in_reply_to=post.write(first))
    mail = post.write(f"{second}\n\n{text_of(opened(receipt))}")
    assert mail.reason == "filed"
    assert set(filed(game, seat)) == {first, second}


# brakes


def test_one_answer_a_mail(game, seat, post, orders):
    for body in (
        "",
        "HELP",
        orders,
        "MOVE nobody",
        "MAP\nHELP\nSTATUS",
        f"{orders}\nMAP\nQUIET OFF",
    ):
        mail = post.write(body)
        inbox.redeliver(mail)
        inbox.process(mail.pk)
        assert OutboundMail.objects.filter(in_reply_to=mail).count() == 1, body


def test_the_same_error_is_told_once_a_day(game, seat, post):
    first, second = post.write(""), post.write("\n\n")
    assert OutboundMail.objects.filter(in_reply_to=first).count() == 1
    assert not OutboundMail.objects.filter(in_reply_to=second).exists()
    OutboundMail.objects.filter(in_reply_to=first).update(
        created=timezone.now() - timedelta(days=1, minutes=1)
    )
    InboundMail.objects.update(received_at=timezone.now() - timedelta(days=1, minutes=1))
    assert OutboundMail.objects.filter(in_reply_to=post.write("\n")).count() == 1


def test_another_mistake_is_told_again(game, seat, post):
    for body in ("MOVE nobody 0101", "MOVE Nemo 0101", "ATTACK nobody"):
        assert OutboundMail.objects.filter(in_reply_to=post.write(body)).count() == 1


def test_sixty_answers_a_day(game, seat, post):
    OutboundMail.objects.filter(to=seat.email).update(created=timezone.now() - timedelta(days=2))
    sent = 0
    for n in range(70):
        sent += OutboundMail.objects.filter(in_reply_to=post.write(f"HELP {n}")).count()
        OutboundMail.objects.filter(to=seat.email, kind="receipt").update(
            created=timezone.now() - timedelta(hours=2)
        )
    assert sent == brakes.QUESTIONS_PER_DAY


def explained(number: int, ago: timedelta) -> None:
    """Explanations to all kinds of people."""
    now = timezone.now()
    OutboundMail.objects.bulk_create(
        OutboundMail(
            dedupe_key=f"x:{ago}:{n}", kind=OutboundKind.RECEIPT, to=f"p{n}@x.org",
            message_id=f"<{ago}-{n}@x>",
            rendered=b"", said="x", created=now - ago,
        )
        for n in range(number)
    )  # fmt: skip


def test_the_breaker_holds_back_explanations_and_never_a_receipt(game, seat, post, settings):
    settings.GAME_MASTER = "gm@example.org"
    explained(brakes.LEAST_UNUSUAL, timedelta(minutes=10))
    assert brakes.is_unusual()
    assert not OutboundMail.objects.filter(in_reply_to=post.write("")).exists()
    assert not OutboundMail.objects.filter(in_reply_to=post.write("hello there")).exists()
    mail = post.write("\n".join(some_orders(game, seat)))
    assert OutboundMail.objects.filter(in_reply_to=mail).count() == 1
    assert OutboundMail.objects.filter(to="gm@example.org", dedupe_key__startswith="breaker:").count() == 1


def test_what_is_usual_is_not_held_back(game, seat, post):
    explained(brakes.LEAST_UNUSUAL, timedelta(minutes=10))
    for day in range(1, 7):
        explained(24 * brakes.LEAST_UNUSUAL, timedelta(days=day))
    assert not brakes.is_unusual()
    explained(5 * brakes.LEAST_UNUSUAL, timedelta(minutes=5))
    assert brakes.is_unusual()


def test_a_busy_evening_of_orders_is_nothing_unusual(game, seat, rival):
    for n in range(15):
        Post(seat).write(f"MOVE nobody {n:04}", Message_ID=f"<{n}@a>")
    assert not brakes.is_unusual()
