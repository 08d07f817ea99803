"""Families checked by the server: in its database, and as files."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Game, GameState
from games.proof import consistency, verification
from games.proof.family_rows import Families
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.games.proof.family_kit import a_family, over, rules

__all__ = ["rules"]
pytestmark = pytest.mark.django_db


def verified(*names: str, **options: object) -> str:
    out = StringIO()
    call_command("verify", *names, stdout=out, **options)
    return out.getvalue()


def test_a_running_family_is_sound(rules: FamilyRules) -> None:
    family = a_family()
    for game in family:
        verification.check(game)
        assert not Families().compared(game).faults, game.label
        assert not consistency.compared(game.pk), game.label
    told = verified(family.top.label)
    assert [line.split()[0] for line in told.splitlines() if " ok:" in line] == [
        family.top.label, family.raid.label, family.within.label, family.foray.label
    ]  # fmt: skip


def test_a_family_that_is_over_is_sound(rules: FamilyRules) -> None:
    family = over(a_family())
    assert all(game.state == GameState.OVER for game in family)
    assert [game.told for game in family] == [False, True, True, True]
    assert verified(all=True, rules=True).count(" ok:") == 4
    assert Game.objects.filter(parent=again(family.top)).count() == 2
