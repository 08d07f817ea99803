"""What the brakes ask the database for every answer stays quick in an outbox of years."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import brakes
from games.models import OutboundKind, OutboundMail

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
