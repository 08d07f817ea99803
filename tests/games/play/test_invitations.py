"""Two persons begin a battle on the web without a game master."""

from __future__ import annotations

import re
from functools import partial

import pytest
from django.test import Client

from games.models import Game, GameState, OutboundMail, Proof, Seat
from games.play import creation, invitations, seat_requests
from games.play.creation import Player
from tests.games import arena
from tests.games.arena import no_mail
from tests.games.asking import BATTLE, DORA, confirms, taken_by, the_mail
from tests.games.post_kit import opened, text_of
from tests.games.threads import together

__all__ = ["no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]
NEW = f"/new/{arena.scenario().slug}"
MINE, FREE = (seat.id for seat in arena.scenario().seats[:2])


def waiting(client: Client, against: str = "friend") -> Seat:
    """The seat of somebody who has begun a battle and waits."""
    return taken_by(client, NEW, {**BATTLE, "seat": MINE, "against": against})


def free_of(seat: Seat) -> Seat:
    return Seat.objects.select_related("game").get(game=seat.game, name=FREE)


def path_of(seat: Seat) -> str:
    return re.sub(r"^https?://[^/]+", "", invitations.link(seat))


def test_who_invites_a_friend_waits_and_the_friend_begins_the_battle(client: Client) -> None:
    host, friend = waiting(client), Client()
    assert (host.game.state, host.game.host, host.proof) == (GameState.OPEN, MINE, Proof.REQUEST)
    there = path_of(free_of(host))
    page = friend.get(there).content.decode()
    assert "Carla commands" in page and "carla@example.org" not in page
    assert friend.post(there, DORA).status_code == 302
    assert Game.objects.get().state == GameState.OPEN, "whoever was asked has not answered yet"
    assert confirms(friend, DORA["email"]).status_code == 302
    assert Game.objects.get().state == GameState.RUNNING
    assert {seat.player for seat in Seat.objects.all()} == {"Carla", "Dora"}


def test_who_waits_is_mailed_the_link_and_finds_it_on_the_desk(client: Client) -> None:
    host = waiting(client)
    link = invitations.link(free_of(host))
    mail = OutboundMail.objects.get(dedupe_key=f"waits:{host.game_id}")
    assert mail.to == host.email and link in text_of(opened(mail)).splitlines()
    desk = f"/g/{host.game_id}/seat/{MINE}"
    assert link in client.get(desk).content.decode()
    assert link not in client.get(f"/g/{host.game_id}").content.decode()


@pytest.mark.parametrize("secret", ["", "/0000000000000000", "/x"])
def test_without_the_link_nobody_sits_down_where_a_friend_was_invited(client: Client, secret: str) -> None:
    host, stranger = waiting(client), Client()
    there = f"/g/{host.game_id}/join/{FREE}{secret}"
    for response in (stranger.get(there), stranger.post(there, DORA)):
        assert (response.status_code, response["Location"]) == (302, f"/g/{host.game_id}")
    for page in ("/", f"/g/{host.game_id}"):
        assert "/join/" not in stranger.get(page).content.decode()
    assert the_mail("carla@example.org") and not OutboundMail.objects.filter(to=DORA["email"]).exists()


def test_the_link_of_one_game_opens_no_other(client: Client) -> None:
    one, other = waiting(client), waiting(client)
    secret = path_of(free_of(one)).rpartition("/")[2]
    assert Client().get(f"/g/{other.game_id}/join/{FREE}/{secret}").status_code == 302
    assert not invitations.opens(free_of(other), secret) and invitations.opens(free_of(one), secret.upper())


def test_whoever_comes_sits_down_from_the_front_page(client: Client) -> None:
    host, stranger = waiting(client, "anyone"), Client()
    there = f"/g/{host.game_id}/join/{FREE}"
    assert f'href="{there}"' in stranger.get("/").content.decode()
    assert taken_by(stranger, there, DORA).game.state == GameState.RUNNING
    assert stranger.get(path_of(free_of(host))).status_code == 200, "taken: it says so"
    assert "Somebody sits here already" in stranger.get(path_of(free_of(host))).content.decode()


def test_if_nobody_comes_a_captain_takes_the_other_side(client: Client) -> None:
    host = waiting(client)
    desk = f"/g/{host.game_id}/seat/{MINE}"
    there = path_of(free_of(host))
    assert client.post(f"{desk}/captain", {"temper": "mad"})["Location"] == desk
    assert Game.objects.get().state == GameState.OPEN
    client.post(f"{desk}/captain", {"temper": "bold"})
    assert Game.objects.get().state == GameState.RUNNING and free_of(host).captain == "bold"
    client.post(f"{desk}/captain", {"temper": "cautious"})
    assert free_of(host).captain == "bold"
    assert Client().post(there, DORA).status_code == 422


def test_only_who_has_begun_a_battle_calls_a_captain(client: Client) -> None:
    host = waiting(client)
    there = f"/g/{host.game_id}/seat/{MINE}/captain"
    assert Client().post(there, {"temper": "bold"}).status_code == 404
    game = creation.create_game(arena.scenario().slug, {MINE: Player("Eva", "eva@example.org")})
    with pytest.raises(invitations.NotWaiting):
        invitations.call_captain(game.seats.get(name=MINE), "bold")
    assert invitations.of(game) == []


@pytest.mark.django_db(transaction=True)
def test_of_a_friend_and_a_captain_at_the_same_moment_one_has_the_seat(client: Client) -> None:
    host = waiting(client)
    request = seat_requests.ask(seat_requests.Wish(Player("Dora", DORA["email"]), "here", free_of(host)))
    faults = together(partial(seat_requests.accept, request), partial(invitations.call_captain, host, "bold"))
    assert len(faults) == 1
    assert isinstance(faults[0], creation.SeatTaken | invitations.NotWaiting)
    assert Game.objects.get().state == GameState.RUNNING
    assert bool(free_of(host).captain) is not bool(free_of(host).email)
