"""Chance in tests: what a test draws from the operating system (the secrets that a game's dice come from,
uuids, addresses) is the same in every run.

A game that is played under test goes as it went yesterday and on another machine, and a failure comes again.
``PBEM_CHANCE=anything`` lets all games go otherwise; ``PBEM_CHANCE=fresh`` leaves them to chance, and
Hypothesis too."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

import hypothesis

CHANCE = os.environ.get("PBEM_CHANCE", "")
FRESH = CHANCE == "fresh"
_real = os.urandom
_process = os.getpid()
_names: list[tuple[str, Iterator[int]]] = []


def urandom(size: int, /) -> bytes:
    """Bytes in the place of ``os.urandom``'s: those of whoever draws. Another process, forked from a test,
    has real ones: two that drew alike would be taken for one."""
    if not _names or os.getpid() != _process:
        return _real(size)
    name, draws = _names[-1]
    return hashlib.shake_256(f"{CHANCE} {name} {next(draws)}".encode()).digest(size)


@contextmanager
def drawn_by(name: str) -> Iterator[None]:
    """All that is drawn meanwhile follows from this name."""
    _names.append((name, itertools.count()))
    try:
        yield
    finally:
        _names.pop()


def put_in_place() -> None:
    hypothesis.settings.register_profile(
        "again",
        derandomize=not FRESH,
        database=None,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],  # that is a busy machine's
    )
    hypothesis.settings.load_profile("again")
    if not FRESH:
        os.urandom = urandom
        random._urandom = urandom  # type: ignore[attr-defined]  # which ``secrets`` draws from
