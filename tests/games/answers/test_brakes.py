"""What the brakes ask the database for every answer stays quick in an outbox of years."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.answers import brakes
from games.models import OutboundKind, OutboundMail, Seat
from games.reports import words
from tests.games.post_kit import answers_to, opened, some_orders, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def old_outbox() -> None:
    """Reports and receipts of more than a year, a few a day."""
    now, kinds = timezone.now(), list(OutboundKind)
    rows = (
        OutboundMail(
            dedupe_key=f"old:{number}",
            kind=kinds[number % len(kinds)],
            to=f"{number % 50}@players.example.org",
            message_id=f"<{number}@example.org>",
            rendered=b"Subject: old",
            said="words" if number % 2 else "",
            created=now - timedelta(hours=4 * number),
        )
        for number in range(3000)
    )
    OutboundMail.objects.bulk_create(rows, batch_size=1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_outboundmail")


def test_the_breaker_looks_at_the_last_week_alone(old_outbox: None) -> None:
    assert not brakes.is_unusual()
    explained = brakes._answers(timedelta(days=7)).exclude(said="")
    assert 0 < explained.count() < 30
    assert "outbound_kind_created" in explained.explain()
    assert (
        "outbound_kind_created"
        in explained.filter(created__gte=timezone.now() - timedelta(hours=1)).explain()
    )


def test_one_address_is_found_by_its_own_index(old_outbox: None) -> None:
    assert brakes.allowance("7@players.example.org", "words").given
    assert (
        "outbound_kind_created"
        not in brakes._answers(timedelta(days=365)).filter(to="7@players.example.org").explain()
    )


# how many answers


def sent(to: str, number: int, minutes: int = 0, *, changed: bool = False) -> None:
    now = timezone.now()
    made = OutboundMail.objects.count()
    OutboundMail.objects.bulk_create(
        OutboundMail(
            dedupe_key=f"sent:{made + n}", kind=OutboundKind.RECEIPT, to=to, message_id=f"<{made + n}@sent>",
            rendered=b"Subject: x", changed=changed, created=now - timedelta(minutes=minutes, seconds=n),
        )
        for n in range(number)
    )  # fmt: skip


def last_words(seat: Seat) -> str:
    row = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.RECEIPT).latest("pk")
    return " ".join(text_of(opened(row)).split())


def test_talk_tries_and_help_use_up_their_answers_and_receipts_of_orders_go_on(game, seat, post):
    for n in range(30):
        mail = post.write(("HELP MOVE", "TRY MOVE Robert stay", "I have an idea")[n % 3] + f"\nNo {'x' * n}.")
        assert len(answers_to(mail)) == (n < brakes.QUESTIONS_PER_HOUR), n
        told = n == brakes.QUESTIONS_PER_HOUR - 1
        assert (
            "our last answer for now to a mail that changes nothing" in last_words(seat)
        ) == told or n >= 20
    for n in range(22):
        assert len(answers_to(post.write(f"RETREAT toward {n + 1:02}01"))) == 1
    assert "last answer" not in last_words(seat)


def test_receipts_of_mails_that_changed_something_do_not_count_with_questions(game, seat, post):
    sent(seat.email, 30, changed=True)
    assert answers_to(post.write("HELP")) and "last answer" not in last_words(seat)


def test_all_answers_end_at_sixty_an_hour_and_the_last_says_when_the_next_comes(game, seat, post):
    first, second, third = some_orders(game, seat)
    sent(seat.email, 50, 30, changed=True)
    sent(seat.email, 8, 20, changed=True)
    assert answers_to(post.write(first)) and "last answer" not in last_words(seat)
    mail = post.write(second)
    opens = OutboundMail.objects.filter(to=seat.email, changed=True).earliest("created").created + timedelta(
        hours=1
    )
    said = last_words(seat)
    assert answers_to(mail) and "This is our last answer for now: one address gets 60 an hour" in said
    assert f"the next answer comes after {words.moment(opens, seat)}" in said
    mail = post.write(third)
    assert mail.reason == "filed" and not answers_to(mail)
    OutboundMail.objects.filter(created__lte=opens - timedelta(hours=1)).update(
        created=timezone.now() - timedelta(minutes=61)
    )
    assert answers_to(post.write("MOVE Hugo stay"))


@pytest.mark.parametrize(("changed", "most"), [(False, 60), (True, 300)])
def test_a_day_has_its_bounds_too(changed: bool, most: int) -> None:
    for hour in range(2, 23):
        sent("a@example.org", most // 20 - (hour == 2), 60 * hour, changed=changed)
        given, opens = brakes.allowance("a@example.org", changed=changed)
        if OutboundMail.objects.count() >= most - 1:
            break
        assert given and opens is None
    assert OutboundMail.objects.count() == most - 1 and given and opens is not None
    sent("a@example.org", 1, 61, changed=changed)
    assert not brakes.allowance("a@example.org", changed=changed).given
    assert brakes.allowance("a@example.org", changed=True).given is not changed
    assert brakes.allowance("b@example.org").given
