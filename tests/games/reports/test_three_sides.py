"""A game of three sides by mail and on the web: who is allied is said, and each side has its own look."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import Client

from games import pictures
from games.answers import tested
from games.models import Game, GameState, OutboundMail, Report
from games.play import adjudication, captains, creation
from games.play.creation import Player
from games.proof import verification
from games.reports import facts, words
from games.templatetags.archive import in_camps
from games.views import sides
from pbem.mail.writer import inlined
from rules import engine
from rules.state.table import Outcome
from rules.umpires import battle as umpire
from tests.games.post_kit import battle_of
from tests.games.verifying import found, rows_of
from tests.rules import three_sides

pytestmark = pytest.mark.django_db
PEOPLE = {"normans": "anna", "lombards": "boris", "arabs": "clara"}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Anna's Normans and Boris's Lombards are allies against Clara's Arabs."""
    file = three_sides.scenario("allies = ['lombards']")
    monkeypatch.setattr(umpire, "load", lambda slug: file)
    monkeypatch.setattr(umpire, "slugs", lambda: (file.slug,))
    sides._setup.cache_clear()
    players = {seat: Player(name.title(), f"{name}@players.example.org") for seat, name in PEOPLE.items()}
    yield creation.create_game(file.slug, players)
    sides._setup.cache_clear()


def played(game: Game, phases: int) -> Game:
    for _ in range(phases):
        if Game.objects.get(pk=game.pk).state == GameState.OVER:
            break
        game.seats.update(captain="bold")
        captains.play(Game.objects.get(pk=game.pk))
        game.seats.update(captain="")
        adjudication.close_phase(Game.objects.get(pk=game.pk), "all orders in")
    return Game.objects.get(pk=game.pk)


def report_of(game: Game, seat: str) -> Report:
    last = game.adjudications.order_by("-first_seq").first()
    assert last is not None
    return Report.objects.get(game=game, key=last.key, seat__name=seat)


def test_reports_say_who_is_allied_and_leave_enemies_as_they_are(game: Game) -> None:
    game.seats.update(each_phase=0)
    played(game, 3)
    anna, clara = report_of(game, "normans"), report_of(game, "arabs")
    assert "\n Lombards (allies) " in anna.text and "Lombards (allies)" in inlined(anna.html)
    assert "\n Arabs " in anna.text and "Arabs (" not in anna.text
    assert "(allies)" not in clara.text and "\n Normans " in clara.text and "\n Lombards " in clara.text
    order = [anna.text.index(f"\n {side} ") for side in ("Normans", "Lombards", "Arabs")]
    assert order == sorted(order)
    assert "side2" in clara.html and "side1" in clara.html and "side0" in clara.html


def test_all_three_get_mails_and_the_game_is_played_to_its_end(game: Game) -> None:
    over = played(game, 40)
    assert over.state == GameState.OVER
    assert {mail.to for mail in OutboundMail.objects.filter(game=over)} >= {
        f"{name}@players.example.org" for name in PEOPLE.values()
    }
    told = facts.outcome(battle_of(over))
    assert told is not None and battle_of(over).outcome is not None
    if battle_of(over).outcome.winner in ("normans", "lombards"):  # type: ignore[union-attr]
        assert told[0] in ("Normans and Lombards", "Lombards and Normans")
        assert f"The {told[0]} have won" in report_of(over, "arabs").text.replace("\n", " ")


def test_the_last_phase_of_an_enemy_is_found_behind_those_of_ones_own_side_and_its_allies(game: Game) -> None:
    for _ in range(5):  # nobody does anything
        adjudication.close_phase(Game.objects.get(pk=game.pk), "all orders in")
    assert (battle_of(game).turn, battle_of(game).side) == (2, "arabs")
    for seat in ("normans", "lombards"):
        runs = tested._last_enemy_phase(game.seats.get(name=seat))
        assert [run.title for run in runs] == ["turn 1, Arab phase"]
    (ally,) = tested._last_enemy_phase(game.seats.get(name="arabs"))
    assert ally.title == "turn 2, Lombard phase"


def test_both_verifiers_follow_a_game_of_three_sides_to_its_end(game: Game) -> None:
    over = played(game, 40)
    verification.check(over)
    rows = rows_of(over)
    assert "allies" in json.dumps(rows)
    assert found(rows) is None


def test_allies_are_named_together_as_the_winners(game: Game) -> None:
    at = battle_of(game)
    at.outcome = Outcome(winner="lombards", reason="the Arabs are broken", scores={"lombards": 3})
    told = facts.outcome(at)
    assert told is not None and words.outcome(*told).startswith("The Lombards and Normans have won: ")


def test_pages_show_three_sides_each_with_its_own_mark(game: Game, client: Client) -> None:
    played(game, 2)
    page = client.get(f"/g/{game.pk}").content.decode()
    assert all(f"chip side-{number}" in page for number in (0, 1, 2))
    assert "The Normans and the Lombards are allies and win together." in page


def test_the_list_of_games_calls_allies_winners_too(game: Game) -> None:
    assert [s for s in PEOPLE if sides.wins_with(game.scenario, "lombards", s)] == ["normans", "lombards"]
    assert [s for s in PEOPLE if sides.wins_with(game.scenario, "arabs", s)] == ["arabs"]
    assert not any(sides.wins_with(game.scenario, "", s) for s in PEOPLE)
    assert [w for w, _ in in_camps(game.seats.all(), game.scenario)] == ["", "and", "against"]
    assert [w for w, _ in in_camps(game.seats.all(), "gone")] == ["", "against", "against"]
    assert sides.wins_with("gone", "arabs", "arabs") and not sides.wins_with("gone", "arabs", "normans")


def test_the_drawing_tells_three_sides_apart_by_shape_and_colour(game: Game) -> None:
    shown = engine.picture(battle_of(game), "normans")
    drawn = pictures.svg(shown, key=True)
    for colour in ("#27496d", "#a8481f", "#2f5a34"):
        assert colour in drawn
    assert pictures.png(shown).startswith(b"\x89PNG")
