"""Whoever leads one fight for a player leads no other seat of that family, and nobody learns by asking where
somebody plays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from games.models import Game, GameState, NewAddress, OutboundMail, Seat
from tests.games.kit import again, seat_of
from tests.games.play.test_guests import (
    BYZANTINES,
    CARLA,
    NORMANS,
    board,
    mails_to_address,
    player_of,
    siege,
    write,
)
from tests.games.post_kit import opened

pytestmark = pytest.mark.django_db
__all__ = ["board", "siege"]


def a_day_passes() -> None:
    """Nobody is asked twice on a day."""
    NewAddress.objects.update(asked=F("asked") - timedelta(days=2))


def confirm_for(board: Game, name: str) -> None:
    """Carla says yes to what was asked of her for one seat."""
    row = NewAddress.objects.get(seat__game=board, seat__name=name)
    asked = opened(OutboundMail.objects.get(dedupe_key=f"guest:{row.pk}"))
    write(board, name, "CONFIRM", to=asked["Reply-To"], sender=CARLA)


def test_who_was_asked_by_both_sides_leads_one_of_them(board: Game) -> None:
    write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    a_day_passes()
    write(board, BYZANTINES, f"INVITE Carla <{CARLA}>")
    confirm_for(board, NORMANS)
    confirm_for(board, BYZANTINES)
    assert player_of(board).email == CARLA
    assert seat_of(again(board), BYZANTINES).email != CARLA
    assert any("play for somebody else" in mail for mail in mails_to_address(CARLA))


def led_elsewhere(siege: Game, name: str) -> Seat:
    """Carla leads another fight of the family, for one of its players, that the other knows nothing of."""
    above = seat_of(again(siege), name)
    fight = Game.objects.create(
        pk=-77, parent=siege, call="another", called=f"{siege.number}-z", scenario="siege-castle",
        state=GameState.RUNNING, form=2, nonce=b"n" * 32, head_hash=b"h" * 32,
    )  # fmt: skip
    return Seat.objects.create(
        pk=-770, game=fight, name=name, title=above.title, side=above.side, email=CARLA, player="Carla",
        stands_for=above, alone=True,
    )  # fmt: skip


def test_who_leads_elsewhere_for_another_says_yes_in_vain(siege: Game, board: Game) -> None:
    led_elsewhere(siege, BYZANTINES)
    assert "asks there for a line CONFIRM" in write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    confirm_for(board, NORMANS)
    assert player_of(board).email != CARLA
    own = seat_of(siege, NORMANS).email
    assert "Carla will not lead" in mails_to_address(own)[-1], "no word of why"
    assert "somebody else" not in mails_to_address(own)[-1]


def test_who_leads_elsewhere_for_the_same_player_leads_this_fight_too(siege: Game, board: Game) -> None:
    led_elsewhere(siege, NORMANS)
    write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    confirm_for(board, NORMANS)
    assert player_of(board).email == CARLA


def test_whom_a_fight_hid_may_be_asked_when_it_is_over(siege: Game, board: Game) -> None:
    hidden = led_elsewhere(siege, BYZANTINES)
    Game.objects.filter(pk=hidden.game_id).update(state=GameState.OVER)
    write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    confirm_for(board, NORMANS)
    assert player_of(board).email == CARLA


def test_an_answer_tells_nothing_of_who_played_in_a_hidden_fight(siege: Game, board: Game) -> None:
    """Whoever played a seat before stands in the games of that time."""
    row = led_elsewhere(siege, BYZANTINES)
    Seat.objects.filter(pk=row.pk).update(alone=False)
    Game.objects.filter(pk=row.game_id).update(state=GameState.OVER)
    assert "asks there for a line CONFIRM" in write(board, NORMANS, f"INVITE Carla <{CARLA}>")
