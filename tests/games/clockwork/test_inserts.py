"""Rows that must be there once."""

from __future__ import annotations

import pytest
from django.db import DataError, connection

from games.clockwork.inserts import insert_once
from games.models import InboundMail
from tests.games.threads import together


def a_mail(**more: str) -> InboundMail:
    return InboundMail(sha256="1", raw=b"\x00x", parsed={"a": [1]}, **{"transport": "smtp", **more})


@pytest.mark.django_db
def test_a_row_is_inserted_once() -> None:
    first, new = insert_once(a_mail(recipient="a@b.c"), "sha256", "recipient")
    assert new and first.pk
    again, new = insert_once(a_mail(recipient="a@b.c", transport="imap"), "sha256", "recipient")
    assert not new and again == first and again.transport == "smtp"
    other, new = insert_once(a_mail(recipient="b@b.c"), "sha256", "recipient")
    assert new and other.pk == first.pk + 1, "an insertion that came to nothing used up no key"
    other.refresh_from_db()
    assert (bytes(other.raw), other.parsed, other.read_at) == (b"\x00x", {"a": [1]}, None)
    assert other.received_at.tzinfo


@pytest.mark.django_db
def test_what_is_too_long_is_refused_and_not_cut() -> None:
    if connection.vendor == "sqlite":
        insert_once(a_mail(transport="x" * 21), "sha256", "recipient")  # it knows no lengths
        assert InboundMail.objects.get().transport == "x" * 21
        return
    with pytest.raises(DataError):
        insert_once(a_mail(transport="x" * 21), "sha256", "recipient")


@pytest.mark.django_db(transaction=True)
def test_of_several_at_once_one_inserts() -> None:
    found: list[tuple[InboundMail, bool]] = []
    raised = together(*[lambda: found.append(insert_once(a_mail(), "sha256", "recipient"))] * 4)
    assert not raised
    assert sorted(new for _, new in found) == [False, False, False, True]
    assert len({mail.pk for mail, _ in found}) == 1
