"""The dice of a step, whose secret is revealed with the last step of its phase."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Adjudication
from games.play import adjudication
from games.play.creation import Captain, create_game

pytestmark = pytest.mark.django_db


def test_dice_of_a_step_can_be_rolled_again_once_their_phase_is_over_and_not_before(client: Client) -> None:
    game = create_game("orchard", {"normans": Captain("bold"), "lombards": Captain("bold")}, pace="step")
    early = 0
    while early < 2:
        begun = game.phase
        adjudication.attend(game.pk)
        game.refresh_from_db()
        steps = list(game.adjudications.filter(phase=begun).order_by("first_seq"))
        checked = [_checked(client, step) for step in steps]
        if game.phase == begun:
            assert True not in checked, "the secret of the open phase"
        else:
            assert False not in checked
            early += True in checked[:-1]


def _checked(client: Client, step: Adjudication) -> bool | None:
    """Whether all dice were rolled again and agree; None where there are none."""
    shown = client.get(f"/g/{step.game_id}/t/{step.key}/dice").context
    return shown["all_match"] if shown["rolls"] else None
