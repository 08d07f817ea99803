"""The number of a mail in its bounce address tells nobody how many mails there are."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.models import Game, OutboundMail
from games.seats import seats
from tests.games.post_kit import game

__all__ = ["game"]
pytestmark = pytest.mark.django_db
SOME = [*range(1, 400), 2**20 - 1, 2**20, 2**39, 2**40 - 1]


def test_every_number_is_shuffled_to_another_and_back() -> None:
    shuffled = [seats._shuffled("key", number) for number in SOME]
    assert [seats._shuffled("key", number, back=True) for number in shuffled] == SOME
    assert len(set(shuffled)) == len(SOME) and all(0 <= number < 2**40 for number in shuffled)
    steps = {later - earlier for earlier, later in pairwise(shuffled)}
    assert len(steps) > len(SOME) - 5  # one mail more or less is not one number more or less


def test_bounce_addresses_are_read_back_old_ones_and_those_under_an_older_key(
    game: Game, settings: Any
) -> None:
    mail = OutboundMail.objects.latest("pk")
    address = seats.bounce_address(mail)
    number = "".join(seats.ALPHABET[mail.pk >> 5 * place & 31] for place in reversed(range(8)))
    older = f"bounce+{number}-{address.rpartition('-')[2]}"
    assert number not in address
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key altogether"
    for one in (address, older):
        assert seats.mail_of_bounce_address(one) == mail
    assert seats.mail_of_bounce_address(address.replace("-", "-0", 1)) is None
