"""What stands on the counters of a map is told in the first mail; all others tell what their key does not
show, and lead to it."""

from __future__ import annotations

import pytest

from games.models import Report, Seat
from games.reports import counters
from rules import engine
from tests.games.post_kit import a_battle, seat_waiting
from tests.games.reports.test_mail_choices import played

pytestmark = pytest.mark.django_db


def of(scenario: str) -> str:
    return " ".join(counters.told(engine.picture(engine.replay(engine.new_game(scenario)), None)))


def test_only_what_may_come_up_with_these_men_is_told() -> None:
    siege, riders = of("escalade"), of("lances")
    assert siege.startswith("The letters are a man's name: Ro is Roger.")
    assert "/1 or /2" in siege and "rider" not in siege
    assert "horse's head" in riders and "/1 or /2" not in riders
    for told in (siege, riders):
        assert "wounded" in told and "stunned" in told and "armour" in told
    assert counters.told(None) == []


def test_the_first_mail_tells_it_and_the_others_lead_to_it(client) -> None:
    game = a_battle("escalade")
    seat: Seat = seat_waiting(game)
    played(game, 1)
    first, later = Report.objects.filter(seat=seat).order_by("pk").values_list("html", flat=True)[:2]
    assert "The letters are a man&#x27;s name" in first and "What the counters show" not in first
    assert "The letters are" in later and f'href="{counters.page(game)}"' in later
    assert "A small bow" in later and "pale rim" not in later, "that is in the key of the map"
    page = client.get(counters.page(game).partition("http://localhost:8000")[2].partition("#")[0])
    assert f'id="{counters.ANCHOR}"' in page.content.decode() and "The letters are" in page.content.decode()
