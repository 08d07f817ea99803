"""Whoever plays a seat plays those that stand for it in the games that its game has called."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from games.models import Game, GameState, OutboundMail, Proof, Seat
from games.people import addresses, proven, unsubscribing
from games.people.unsubscribing import MailChoice
from games.play import creation, families
from games.play.creation import create_game
from games.seats import following, seats
from tests.games.arena import sits
from tests.games.family_kit import a_family, called, flowed, mails_to, play_out, rules, write
from tests.games.kit import ANNA, BORIS, again, seat_of
from tests.games.post_kit import opened

__all__ = ["rules"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]
CARLA = "carla@example.org"


@pytest.fixture
def game() -> Game:
    return a_family()


@pytest.fixture
def raid(game: Game) -> Game:
    return called(game)


def anna(game: Game) -> Seat:
    return Seat.objects.select_related("game", "stands_for").get(game=game, name="normans")


def test_a_new_player_goes_with_all_open_games_of_the_family(game: Game, raid: Game) -> None:
    deeper = called(raid)
    links = {row.pk: seats.link_secret(anna(row)) for row in (game, raid, deeper)}
    creation.change_player(anna(game), name="Carla", email=CARLA)
    for one in (game, raid, deeper):
        seat = anna(one)
        assert (seat.player, seat.email, seat.proven) == ("Carla", CARLA, None)
        assert seats.seat_of_link(links[one.pk]) is None
        assert OutboundMail.objects.filter(seat=seat, to=CARLA).count() == 1
        assert seat_of(one, "arabs").email == BORIS.email


def test_games_that_are_over_keep_who_played_them(game: Game, raid: Game) -> None:
    play_out(raid)
    creation.change_player(anna(game), email=CARLA)
    assert anna(raid).email == ANNA.email


def test_who_has_left_plays_nothing_by_the_link_of_a_game_that_is_over(game: Game, raid: Game) -> None:
    """What it has called is played on: in the middle of a question, say."""
    deeper = called(raid)
    before = sits(Client(), anna(raid))
    assert before.get(f"/g/{deeper.number}/seat/normans").status_code == 200
    Game.objects.filter(pk=raid.pk).update(state=GameState.OVER)
    creation.change_player(anna(game), email=CARLA)
    assert before.get(f"/g/{raid.number}/seat/normans").status_code == 200
    for page in ("", "/seat/normans", "/seat/normans/mail", "/log.jsonl"):
        assert before.get(f"/g/{deeper.number}{page}").status_code == 404
    after = sits(Client(), anna(game))
    for one in (raid, deeper):
        assert after.get(f"/g/{one.number}/seat/normans").status_code == 200


def test_a_child_alone_is_not_given_to_another_player(game: Game, raid: Game) -> None:
    for change in ({"email": CARLA}, {"name": "Carla"}, {"also": CARLA}):
        with pytest.raises(
            ValueError, match=f"{raid.label} is played by whoever plays Normans in {game.label}"
        ):
            creation.change_player(anna(raid), **change)
    assert anna(raid).email == ANNA.email


def test_a_child_may_be_given_away_on_purpose_and_follows_no_more(game: Game, raid: Game) -> None:
    call_command("seatplayer", raid.label, "normans", "--email", CARLA, "--only-here")
    seat = anna(raid)
    assert seat.email == CARLA and seat.follows is None and anna(game).email == ANNA.email
    guest = sits(Client(), seat)
    assert guest.get(f"/g/{raid.number}/seat/normans").status_code == 200
    assert guest.get(f"/g/{game.number}/seat/normans").status_code == 404
    creation.change_player(anna(game), email="dora@example.org")
    assert anna(raid).email == CARLA
    creation.change_player(anna(raid), name="Carla the Guest")
    assert anna(raid).player == "Carla the Guest"


def test_whoever_lends_his_men_finds_who_leads_them(game: Game, raid: Game) -> None:
    """And nothing of what happens on the board, nor of what the fight calls in its turn."""
    before = sits(Client(), anna(game))
    board = before.get(f"/g/{raid.number}").content.decode()
    call_command("seatplayer", raid.label, "normans", "--name", "Carla", "--email", CARLA, "--only-here")
    deeper = called(raid)
    page = before.get(f"/g/{raid.number}")
    told = " ".join(page.content.decode().split())
    assert page.status_code == 200 and f"<h1>{raid.title}</h1>" in told
    assert "Carla leads this fight for you (Normans)." in told and "Nothing is owed from you here." in told
    assert f'href="/g/{game.number}"' in told and f'href="/g/{game.number}/seat/normans"' in told
    for what in ("log.jsonl", "hashes"):
        assert what in board and what not in told
    assert CARLA not in told and deeper.label not in told
    for path in ("/log.jsonl", "/seat/normans", "/t/t1-normans", "/tables"):
        away = before.get(f"/g/{raid.number}{path}")
        assert (away.status_code, away["Location"]) == (302, f"/g/{raid.number}")
    assert before.post(f"/g/{raid.number}/seat/normans", {"orders": "HOLD"}).status_code == 404
    assert before.get(f"/g/{deeper.number}").status_code == 404
    for stranger in (Client(), sits(Client(), seat_of(a_family(), "normans"))):
        assert stranger.get(f"/g/{raid.number}").status_code == 404


def test_the_page_of_his_game_names_the_leader_to_him_alone(game: Game, raid: Game) -> None:
    creation.change_player(anna(raid), name="Carla", email=CARLA, only_here=True, invited=True)
    for reader, sees in ((sits(Client(), anna(game)), True), (Client(), False)):
        page = reader.get(f"/g/{game.number}").content.decode()
        assert ("Carla leads it for you." in page) is sees
        assert (f'href="/g/{raid.number}"' in page) is sees


def test_a_fight_that_somebody_else_has_led_says_how_it_ended(game: Game, raid: Game) -> None:
    creation.change_player(anna(raid), name="Carla", email=CARLA, only_here=True)
    play_out(raid)
    told = sits(Client(), anna(game)).get(f"/g/{raid.number}").content.decode()
    assert "The Normans have won" in told and "Nothing is owed" not in told


def test_a_game_with_an_invited_commander_is_sound(game: Game, raid: Game, capsys: Any) -> None:
    """Its log says for whom the seat stands; who plays it is nobody's but the server's to know."""
    call_command("seatplayer", raid.label, "normans", "--email", CARLA, "--only-here")
    call_command("verify", game.label)
    told = " ".join(capsys.readouterr().out.split())
    assert told.count(" ok:") == 2
    assert f"look: seat normans was given to a player of its own: who plays normans in {game.label}" in told


def test_who_loses_a_seat_to_another_commander_is_told_so(game: Game, raid: Game) -> None:
    before = OutboundMail.objects.filter(to=ANNA.email).count()
    call_command("seatplayer", raid.label, "normans", "--email", CARLA, "--only-here")
    assert OutboundMail.objects.filter(to=ANNA.email).count() == before + 1
    told = OutboundMail.objects.filter(to=ANNA.email).latest("pk")
    assert told.subject == f"[{raid.label}] somebody else plays this seat now"
    assert f"In {game.label} you play on as before." in flowed(told) and CARLA not in flowed(told)
    assert flowed(told).endswith(f"/g/{raid.number}"), "there he finds who leads his men"
    assert OutboundMail.objects.filter(to=CARLA, seat=anna(raid)).count() == 1


def farewell(email: str = ANNA.email) -> str:
    """What somebody was mailed last, with its subject on top."""
    told = OutboundMail.objects.filter(to=email).latest("pk")
    assert told.seat is None and "orders+" not in str(opened(told)), "no way back into the game"
    return f"{told.subject} {flowed(told)}"


def test_whoever_played_a_seat_until_now_is_told_once(game: Game, raid: Game) -> None:
    before = OutboundMail.objects.filter(to=ANNA.email).count()
    call_command("seatplayer", game.label, "normans", "--name", "Carla", "--email", CARLA)
    assert OutboundMail.objects.filter(to=ANNA.email).count() == before + 1
    told = farewell()
    assert told.startswith(f"[{game.label}] somebody else plays this seat now")
    assert f"Somebody else commands Normans in {game.label}" in told
    assert f"That holds for {raid.label} too." in told and "Thank you for having played." in told
    assert "Carla" not in told and CARLA not in told, "whoever it is says so himself"


@pytest.mark.parametrize("name", [(), ("--name", ANNA.name)])
def test_another_address_of_the_same_player_is_told_at_the_old_one(game: Game, name: tuple[str, ...]) -> None:
    call_command("seatplayer", game.label, "normans", *name, "--email", CARLA)
    told = farewell()
    assert told.startswith(f"[{game.label}] its mails go elsewhere now")
    assert "go to another address" in told and "Thank you" not in told and CARLA not in told


def test_a_guest_whose_seat_is_given_away_plays_on_nowhere(game: Game, raid: Game) -> None:
    creation.change_player(anna(raid), name="Carla", email=CARLA, only_here=True)
    creation.change_player(anna(raid), name="Dora", email="dora@example.org")
    assert "play on as before" not in farewell(CARLA) and f"/g/{raid.number}" not in farewell(CARLA)


@pytest.mark.parametrize("state", [{"no_mail": True}, {"mail_suspended": timezone.now()}])
def test_who_gets_no_mail_hears_nothing_of_it(game: Game, state: dict[str, Any]) -> None:
    Seat.objects.filter(pk=anna(game).pk).update(**state)
    before = OutboundMail.objects.filter(to=ANNA.email).count()
    creation.change_player(anna(game), name="Carla", email=CARLA)
    assert OutboundMail.objects.filter(to=ANNA.email).count() == before


def test_a_language_is_chosen_for_the_whole_family_below(game: Game, raid: Game) -> None:
    write(anna(game), "LANGUAGE de")
    assert anna(game).language == anna(raid).language == "de"
    assert seat_of(raid, "arabs").language == "en"
    write(anna(raid), "LANGUAGE fr")
    assert (anna(game).language, anna(raid).language) == ("de", "fr")


def test_who_turns_mail_off_is_told_for_which_games(game: Game, raid: Game) -> None:
    mail = write(anna(game), "MAIL OFF", dmarc="pass")
    assert f"That holds for {raid.label} too." in flowed(OutboundMail.objects.get(in_reply_to=mail))
    assert not anna(raid).wants_mail
    mail = write(anna(raid), "MAIL ON", dmarc="pass")
    told = flowed(OutboundMail.objects.get(in_reply_to=mail))
    assert f"That holds for {raid.label} alone, and not for {game.label}" in told
    assert anna(raid).wants_mail and not anna(game).wants_mail


def test_the_command_says_what_it_will_not_do(game: Game, raid: Game) -> None:
    for options, words in (
        (("--email", CARLA), "change it there"),
        (("--name", "Carla", "--only-here"), "say --email"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("seatplayer", raid.label, "normans", *options)
    with pytest.raises(CommandError, match="stand for nobody"):
        call_command("seatplayer", game.label, "normans", "--email", CARLA, "--only-here")


def test_the_command_shows_the_links_to_the_children(game: Game, raid: Game, capsys: Any) -> None:
    call_command("seatplayer", game.label, "normans", "--email", CARLA)
    told = capsys.readouterr().out
    for one in (game, raid):
        assert f"{one.label} normans: Anna, {CARLA}" in told and seats.seat_link(anna(one)) in told


def test_another_address_of_the_game_master_goes_along(game: Game, raid: Game) -> None:
    creation.change_player(anna(game), also="work@example.org")
    assert anna(raid).other_emails == ["work@example.org"]


def test_a_confirmed_address_and_its_removal_go_along_even_before_anything_is_proven() -> None:
    game = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    raid = called(game)
    addresses.ask(anna(game), "work@example.org")
    [asked] = anna(game).new_addresses.all()
    addresses.confirm(anna(game), asked.pk)
    assert anna(raid).other_emails == anna(game).other_emails == ["work@example.org"]
    addresses.remove(anna(game), "work@example.org")
    assert anna(raid).other_emails == anna(game).other_emails == []


def test_what_proves_the_mailbox_of_a_seat_proves_it_for_those_that_stand_for_it() -> None:
    game = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    raid = called(game)
    Seat.objects.update(proven=None, proof="")
    proven.prove(anna(game), Proof.LINK)
    assert anna(raid).proven and not seat_of(raid, "arabs").proven


def test_who_wants_less_mail_wants_less_of_the_whole_family(game: Game, raid: Game) -> None:
    unsubscribing.choose(anna(game), MailChoice.NONE)
    assert anna(raid).no_mail and not seat_of(raid, "arabs").no_mail
    unsubscribing.choose(anna(game), MailChoice.ALL)
    assert anna(raid).wants_mail and not anna(raid).no_mail


def test_who_wants_less_mail_of_a_child_still_gets_that_of_its_parent(game: Game, raid: Game) -> None:
    link = seats.unsubscribe_link(seats.unsubscribe_token(anna(raid)))
    Client().post(link.removeprefix(settings.BASE_URL))
    assert not anna(raid).wants_mail and anna(game).wants_mail


def test_a_captain_who_takes_over_takes_over_below(game: Game, raid: Game) -> None:
    """Where a family came here in its middle its seats are free."""
    for one in (game, raid):
        Seat.objects.filter(pk=anna(one).pk).update(player="", email="", proven=None)
    creation.take_seat(anna(game), creation.Captain("bold"))
    assert anna(raid).captain == "bold" and not anna(raid).email


def test_whoever_takes_a_free_seat_takes_those_below(game: Game, raid: Game) -> None:
    for one in (game, raid):
        Seat.objects.filter(pk=anna(one).pk).update(player="", email="", proven=None)
        Game.objects.filter(pk=one.pk).update(state=GameState.HELD, phase_due=None)
    creation.take_seat(anna(game), creation.Player("Carla", CARLA))
    assert (anna(raid).player, anna(raid).email) == ("Carla", CARLA)
    assert again(game).state == again(raid).state == GameState.RUNNING
    assert mails_to(anna(raid), to=CARLA)


def test_a_newcomer_plays_at_once(game: Game, raid: Game) -> None:
    creation.change_player(anna(game), name="Carla", email=CARLA)
    mail = write(anna(raid), "HOLD as told")
    assert mail.reason == "filed"


def test_nobody_follows_where_nobody_was_called(game: Game) -> None:
    assert following.follow(anna(game)) == []
    families.take_along(anna(game))
    assert anna(game).email == ANNA.email


def test_the_two_terms_are_agreed_on_at_the_command_line(capsys: Any) -> None:
    call_command(
        "creategame", "orchard", "--seat", "normans=captain:bold", "--child-hours", "12", "--children-open"
    )
    game = Game.objects.latest("created")
    assert (game.child_hours, game.children_open) == (12, True)
    with pytest.raises(CommandError, match="--child-hours"):
        call_command("creategame", "orchard", "--child-hours", "-1")


def test_a_command_names_a_child(game: Game, raid: Game, capsys: Any) -> None:
    for label in (raid.label, raid.number, raid.label.lower()):
        call_command("closephase", label)
        if again(raid).state == GameState.OVER:
            break
    assert f"{raid.label}: events" in capsys.readouterr().out
    for label in (f"{game.label}-zz", "G", "G1-", "x"):
        with pytest.raises(CommandError, match="no game"):
            call_command("closephase", label)
