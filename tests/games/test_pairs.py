"""Whoever cannot tell two worlds apart gets the same bytes of both; and a leak of any hidden field is found."""

from __future__ import annotations

import pytest

from tests.games.pairs import DIFFERENCES, differing, pair

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("what", DIFFERENCES)
@pytest.mark.parametrize("number", range(3))
def test_what_is_hidden_changes_no_byte(what: str, number: int) -> None:
    assert differing(pair(number, what)) == []
