"""The ground of a region of a land: one picture that all pages share and a browser keeps."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game
from games.play.creation import Captain, create_game
from rules import engine

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    seats = next(info for info in engine.scenarios() if info.slug == "campaign-demone").seats
    return create_game("campaign-demone", {seat.id: Captain("bold") for seat in seats})


def grounds(page: str) -> list[str]:
    return re.findall(r'<image href="([^"]+)"', page)


def test_a_page_shows_the_ground_of_each_region_and_is_light(client: Client, game: Game) -> None:
    page = client.get(f"/g/{game.pk}").content.decode()
    found = grounds(page)
    assert found and len(found) == page.count('<figure class="map land">')
    assert len(page) < 400_000
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        drawn = answer.content.decode()
        assert "<text" not in drawn and 'id="oak"' in drawn
        box = re.findall(r'viewBox="([^"]+)"', drawn)[0]
        assert f'viewBox="{box}"' in page, "it lies exactly where the page puts it"


@pytest.mark.parametrize(
    "address",
    ["sicily/9999-6", "sicily/0101-0", "sicily/5015-21", "atlantis/5015-6", "sicily/x-6"],
)
def test_of_what_there_is_not_nothing_is_drawn(client: Client, address: str) -> None:
    assert client.get(f"/lands/{address}.svg").status_code == 404


def test_an_older_address_is_asked_for_again(client: Client) -> None:
    answer = client.get("/lands/sicily/5015-6.svg?v=older")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-cache, private"
