"""Commits that need not wait for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def unflushed() -> Iterator[None]:
    """For what may be lost without harm: what is committed here outlives our process, but if the machine
    loses its power before the next commit of anybody's that is flushed, it is as if it had never been, alone
    and as a whole. Inside of a transaction, which is flushed as a whole, and for PostgreSQL, where a setting
    takes longer than it saves, nothing changes."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        [(level,)] = cursor.execute("PRAGMA synchronous").fetchall()
        cursor.execute("PRAGMA synchronous=NORMAL")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA synchronous={level}")
