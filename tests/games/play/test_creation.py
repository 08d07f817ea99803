"""New games and free seats."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameState
from games.play.creation import Captain, Player, SeatTaken, create_game, take_seat
from games.record import eventlog
from tests.games.kit import ANNA, BORIS, a_game, again, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def test_the_last_free_seat_starts_the_game(pocket: PocketRules) -> None:
    game = a_game(seats={"arabs": Captain("bold")})
    assert (game.state, seat_of(game, "normans").taken) == (GameState.OPEN, False)
    started = take_seat(seat_of(game, "normans"), ANNA)
    assert (started.state, started.phase) == (GameState.RUNNING, 1)
    assert pocket.tidings() == ["started"]
    seat = seat_of(game, "normans")
    assert (seat.player, seat.addresses) == ("Anna", ("anna@example.org",)) and seat.joined


def test_nobody_sits_on_a_taken_seat(pocket: PocketRules) -> None:
    game = a_game(seats={"normans": ANNA})
    with pytest.raises(SeatTaken):
        take_seat(seat_of(game, "normans"), BORIS)
    assert seat_of(game, "normans").player == "Anna"


def test_names_and_addresses_stay_out_of_the_log(pocket: PocketRules) -> None:
    game = a_game()
    log = b"".join(row.data for row in eventlog.rows(game.pk))
    for word in (b"Anna", b"anna@", b"Boris", b"boris@"):
        assert word not in log


def test_an_unknown_seat_makes_no_game(pocket: PocketRules) -> None:
    with pytest.raises(KeyError, match="normans, arabs"):
        create_game("pocket", {"vikings": ANNA})
    assert not Game.objects.exists()


def test_creategame_seats_players_and_captains(
    pocket: PocketRules, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command(
        "creategame",
        "pocket",
        seat=["normans=Anna:anna@example.org", "arabs=captain:bold"],
        hours=24,
        absent="wait",
    )
    said = capsys.readouterr().out
    game = again(Game.objects.get())
    assert (game.state, game.deadline_hours, game.absent) == (GameState.RUNNING, 24, "wait")
    assert seat_of(game, "arabs").captain == "bold"
    assert f"{game.label} The pocket field" in said and "/s/" in said


@pytest.mark.parametrize(
    "seat", ["normans", "normans=Anna", "vikings=Anna:a@b.c", "=", "normans=captain:wild"]
)
def test_creategame_explains_what_it_cannot_read(pocket: PocketRules, seat: str) -> None:
    with pytest.raises(CommandError):
        call_command("creategame", "pocket", seat=[seat])
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ((), ("en", "en")),
        (("de",), ("de", "de")),
        (("arabs=fr",), ("en", "fr")),
        (("german", "arabs=English"), ("de", "en")),
    ],
)
def test_creategame_seats_players_in_their_languages(
    pocket: PocketRules, spoken: tuple[str, ...], expected: tuple[str, str]
) -> None:
    options = [f"--language={one}" for one in spoken]
    call_command("creategame", "pocket", "--seat=normans=Anna:a@b.c", "--seat=arabs=Boris:b@b.c", *options)
    game = Game.objects.get()
    assert tuple(seat_of(game, name).language for name in ("normans", "arabs")) == expected


@pytest.mark.parametrize(
    ("spoken", "said"),
    [
        ("klingon", r"'klingon' .* en \(English\), de \(Deutsch\)"),
        ("vikings=de", "--language vikings: --seat names no player"),
        ("arabs=de", "--language arabs: --seat names no player"),
    ],
)
def test_creategame_explains_a_language_that_it_cannot_give(
    pocket: PocketRules, spoken: str, said: str
) -> None:
    seats = ["--seat=normans=Anna:a@b.c", "--seat=arabs=captain:bold"]
    with pytest.raises(CommandError, match=said):
        call_command("creategame", "pocket", *seats, f"--language={spoken}")
    assert not Game.objects.exists()


def test_a_player_has_a_time_zone(pocket: PocketRules) -> None:
    game = a_game(seats={"normans": Player("Anna", "anna@example.org", "Europe/Rome")})
    assert seat_of(game, "normans").timezone == "Europe/Rome"


def test_a_campaign_is_refused_a_log_that_holds_no_hidden_dice() -> None:
    with pytest.raises(ValueError, match="a campaign needs a log of form 2"):
        create_game("campaign-ofanto", {"normans": ANNA}, form=1)
    assert not Game.objects.exists()
    assert create_game("campaign-ofanto", {"normans": ANNA}).form == 2
    assert create_game("siege-castle", {"normans": ANNA}, form=1).form == 1  # its dice are open


@pytest.mark.usefixtures("form_one")
def test_creategame_says_so_in_a_sentence() -> None:
    seats = ["--seat=normans=Anna:a@b.c", "--seat=byzantines=captain:bold"]
    with pytest.raises(CommandError, match="a campaign needs a log of form 2"):
        call_command("creategame", "campaign-ofanto", *seats)
