"""The dice of a step, whose secret is revealed with the last step of its phase."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Adjudication
from games.play import adjudication
from games.play.creation import Captain, create_game

pytestmark = pytest.mark.django_db
ROLLED_AGAIN = "rolled again just now"


def test_the_dice_of_a_step_can_be_rolled_again_once_its_phase_is_over_and_not_before(client: Client) -> None:
    game = create_game("orchard", {"normans": Captain("bold"), "lombards": Captain("bold")}, pace="step")
    seen: dict[int, set[bool]] = {}
    while game.phase < 5:
        before = game.phase
        adjudication.attend(game.pk)
        game.refresh_from_db()
        steps = game.adjudications.exclude(step="")
        if game.phase == before:
            of_open = [_again(client, one) for one in steps.filter(phase=before)]
            assert not any(of_open), "the secret of the open phase"
        seen = {
            phase: {_again(client, one) for one in steps.filter(phase=phase)} for phase in range(1, before)
        }
    assert True in seen[1] | seen[2] | seen[3], "somebody rolled a die"


def _again(client: Client, step: Adjudication) -> bool:
    return ROLLED_AGAIN in client.get(f"/g/{step.game_id}/t/{step.key}/dice").content.decode()
