"""What need not wait for the disk does not, and everything else does, as before."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from games.clockwork.flushing import unflushed

SQLITE = connection.vendor == "sqlite"


def level() -> str:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous" if SQLITE else "SHOW synchronous_commit")
        return str(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_a_block_is_not_flushed_and_what_comes_behind_it_is_even_if_it_fails() -> None:
    before = level()
    with unflushed():
        within = level()
    assert (within, level()) == ("1" if SQLITE else before, before)
    with pytest.raises(ValueError, match="broke"), unflushed():
        raise ValueError("broke")
    assert level() == before


@pytest.mark.django_db(transaction=True)
def test_a_transaction_stays_as_it_is() -> None:
    with transaction.atomic():
        before = level()
        with unflushed():
            assert level() == before
