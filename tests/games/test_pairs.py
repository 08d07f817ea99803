"""Whoever cannot tell two worlds apart gets the same bytes of both; a leak of any hidden field is found."""

from __future__ import annotations

import pytest

from tests.games.pairs import DIFFERENCES, differing, group, looks

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", range(4))
def test_what_is_hidden_changes_no_byte(number: int) -> None:
    """A world, and one for each thing that may differ."""
    base, others = looks(group(number, days=1 + number % 2))
    assert list(others) and set(others) == set(DIFFERENCES)
    assert {what: differing(base, seen) for what, seen in others.items() if differing(base, seen)} == {}
