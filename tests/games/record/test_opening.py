"""When the log of a family is opened to everybody."""

from __future__ import annotations

import pytest

from games.models import Game, GameState
from games.proof import forks
from games.record import opening
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.games.proof.custody_kit import seat_everybody
from tests.games.proof.family_kit import a_family, children, rules, to_the_end

__all__ = ["rules"]
pytestmark = pytest.mark.django_db


def test_a_fork_stays_closed_while_a_game_that_its_parent_called_is_played(rules: FamilyRules) -> None:
    """Its file would tell the root from which the dice and salts of that game follow."""
    family = a_family()
    fork = forks.fork(family.top, str(again(family.top).phase))
    seat_everybody(fork)
    assert to_the_end(fork).state == GameState.OVER
    Game.objects.filter(pk=family.top.pk).update(state=GameState.OVER)  # the foray ends behind a question
    assert not any(opening.is_open(one) for one in (again(fork), *children(fork)))
    Game.objects.filter(parent__isnull=False).update(state=GameState.OVER)
    assert all(opening.is_open(one) for one in (again(fork), *children(fork), again(family.foray)))
