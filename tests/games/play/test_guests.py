"""Somebody else leads one fight for a player, whom he has asked by mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.gate.commands import PostCommand, command_in
from games.models import Game, GameState, NewAddress, OutboundMail, Seat
from games.play import adjudication
from games.seats import seats
from tests.games.kit import again, seat_of
from tests.games.post_kit import Post, answers_to, opened, reads_his_mail, text_of
from tests.games.test_chaos_sieges import a_siege, quiet_and_fed

pytestmark = pytest.mark.django_db
NORMANS, BYZANTINES = "normans", "byzantines"
CARLA = "carla@players.example.org"


@pytest.fixture
def siege() -> Game:
    game = a_siege("siege-castle", 0, quiet_and_fed(), fights="board")
    reads_his_mail(*game.seats.all())
    return again(game)


@pytest.fixture
def board(siege: Game) -> Game:
    """The besiegers storm as soon as they can."""
    while again(siege).state == GameState.RUNNING:
        write(siege, NORMANS, "ASSAULT")
        write(siege, BYZANTINES, "REST")
        adjudication.attend(siege.pk)
    return again(siege).children.get()


def write(game: Game, name: str, text: str, **more: str) -> str:
    """A mail of a player; what he is answered, in one line."""
    seat = seat_of(again(game), name)
    number = f"<{OutboundMail.objects.count()}.{name}@players.example.org>"
    mail = Post(seat).write(text, Message_ID=number, dmarc="pass", **more)
    return " ".join(" ".join(text_of(answer) for answer in answers_to(mail)).split())


def confirm(board: Game, address: str = CARLA, said: str = "CONFIRM", sender: str = "") -> None:
    asked = opened(OutboundMail.objects.filter(to=address).earliest("pk"))
    write(board, NORMANS, said, to=asked["Reply-To"], sender=sender or address)


def player_of(board: Game) -> Seat:
    return seat_of(again(board), NORMANS)


def test_whoever_is_asked_and_says_yes_leads_the_fight(siege: Game, board: Game) -> None:
    told = write(board, NORMANS, f"INVITE Carla <{CARLA}> to lead them")
    assert f"A mail to {CARLA} asks there for a line CONFIRM" in told
    [asked] = mails_to_address(CARLA)
    assert "reply to this mail with the line CONFIRM" in asked and board.label in asked
    owner = player_of(board)
    assert owner.email == seat_of(siege, NORMANS).email, "until then it is his"
    confirm(board)
    guest = player_of(board)
    assert (guest.email, guest.player, guest.alone) == (CARLA, "Carla", True)
    assert seat_of(siege, NORMANS).email == owner.email, "the siege is his"
    assert any("Carla commands" in mail for mail in mails_to_address(owner.email))
    assert len(mails_to_address(CARLA)) > 1, "he gets a report at once"
    reads_his_mail(guest)
    write(board, BYZANTINES, "FINAL")
    adjudication.attend(board.pk)
    before = again(board).phase
    assert player_of(board).awaited, "now it is for the guest to place them"
    write(board, NORMANS, "FINAL")
    adjudication.attend(board.pk)
    assert again(board).phase > before


def test_the_guest_is_told_no_more_of_the_siege_than_the_fight(siege: Game, board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board)
    assert not OutboundMail.objects.filter(to=CARLA).exclude(game=board).exists()
    there = seats.reply_address(seat_of(siege, NORMANS), again(siege).phase)
    told = Post(player_of(board)).write("STATUS", to=there, Message_ID="<guest.siege@x.example.org>")
    assert told.reason == "other-sender"
    assert not OutboundMail.objects.filter(to=CARLA).exclude(game=board).exists()


def mails_to_address(address: str) -> list[str]:
    rows = OutboundMail.objects.filter(to=address).order_by("pk")
    return [" ".join(text_of(opened(row)).split()) for row in rows]


@pytest.mark.parametrize("said", ["no", "who are you?", "NOT ME"])
def test_without_a_yes_nothing_changes(board: Game, said: str) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board, said=said)
    assert player_of(board).follows is not None and player_of(board).email != CARLA


def test_who_says_neither_is_told_once_how_it_is_said(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    for said in ("with pleasure, when do we begin?", "hello?"):
        confirm(board, said=said)
    assert sum("CONFIRM if you want to lead the fight" in mail for mail in mails_to_address(CARLA)) == 1
    confirm(board, said="Confirm, thanks! :)")
    assert player_of(board).email == CARLA


def test_nobody_else_can_say_yes_and_nobody_twice(siege: Game, board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board, sender="eve@evil.example.com")
    assert player_of(board).email != CARLA
    confirm(board)
    reads_his_mail(player_of(board))
    assert "only he could have asked" in write(board, NORMANS, "INVITE dora@players.example.org")
    assert not mails_to_address("dora@players.example.org")


def test_a_yes_that_comes_after_another_one_or_after_the_end_changes_nothing(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    write(board, NORMANS, "INVITE dora@players.example.org")
    confirm(board, "dora@players.example.org")
    confirm(board)
    assert player_of(board).email == "dora@players.example.org"


def test_whoever_says_yes_twice_is_told_nothing_more(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board)
    confirm(board)
    assert player_of(board).email == CARLA and not too_late(CARLA)


def too_late(address: str) -> int:
    """How often somebody was told so."""
    return sum("nobody is needed for it any more" in mail for mail in mails_to_address(address))


def test_after_the_end_of_the_fight_a_yes_is_late(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    Game.objects.filter(pk=board.pk).update(state=GameState.OVER)
    confirm(board)
    assert player_of(board).email != CARLA and too_late(CARLA) == 1
    assert "The game is over" in write(board, NORMANS, "INVITE dora@players.example.org")
    assert not mails_to_address("dora@players.example.org")


def test_in_the_siege_itself_he_is_told_where_to_write_it(siege: Game, board: Game) -> None:
    assert "in a mail to its own address" in write(siege, NORMANS, f"INVITE {CARLA}")
    assert not mails_to_address(CARLA)


@pytest.mark.parametrize(
    ("whom", "why"),
    [
        ("carla@nowhere", "That is not a mail address."),
        ("OWN", "You write from that address already."),
    ],
)
def test_who_cannot_be_asked(board: Game, whom: str, why: str) -> None:
    told = write(board, NORMANS, f"INVITE {whom if whom != 'OWN' else player_of(board).email}")
    assert f"{why} Nobody was asked." in told
    assert write(board, NORMANS, "FINAL"), "the game goes on"


def test_a_stranger_is_asked_once_a_day_and_a_seat_asks_three(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    assert "try again tomorrow" in write(board, NORMANS, f"INVITE {CARLA}")
    assert len(mails_to_address(CARLA)) == 1
    for name in ("dora", "eva"):
        write(board, NORMANS, f"INVITE {name}@players.example.org")
    write(board, NORMANS, "INVITE frieda@players.example.org")
    assert mails_to_address("eva@players.example.org")
    assert not mails_to_address("frieda@players.example.org")


def test_a_mail_that_nobody_vouches_for_asks_nobody(board: Game) -> None:
    seat = player_of(board)
    mail = Post(seat).write(f"INVITE {CARLA}", Message_ID="<unvouched@players.example.org>")
    assert mail.reason == "to-be-confirmed" and not mails_to_address(CARLA)


@pytest.mark.parametrize(
    "words",
    [
        "INVITE carla@players.example.org",
        "Invite Carla <carla@players.example.org> to lead them.",
        "FIGHTS carla@players.example.org",
        "fights: by carla@players.example.org",
        "please invite Carla Maria, carla@players.example.org to fight for me",
        "INVITE: carla@players.example.org, please",
        "INVITE carla@players.example.org<mailto:carla@players.example.org>",
        "INVITE carla@players.example.org <mailto:carla@players.example.org>",
    ],
)
def test_how_it_is_said(board: Game, words: str) -> None:
    assert "asks there for a line CONFIRM" in write(board, NORMANS, words)
    [asked] = mails_to_address(CARLA)
    assert "assault" not in asked.lower(), "what kind of fight it is he learns when he leads it"


@pytest.mark.parametrize(
    "words",
    [
        "INVITE Carla",
        "INVITE",
        "INVITE never carla@players.example.org",
        "INVITE nobody, and not carla@players.example.org",
        "INVITE carla@players.example.org to lead them only if I have not written by Friday",
        "INVITE carla@players.example.org to lead, but not yet",
        "Invite Carla carla@players.example.org to fight if the Greeks storm",
        "INVITE carla@players.example.org dora@players.example.org",
        "I can't do boards. Please invite Carla <carla@players.example.org> to fight for me, thanks!",
        "We invite carla@players.example.org",
    ],
)
def test_who_sets_terms_or_names_nobody_asks_nobody(board: Game, words: str) -> None:
    assert "Write INVITE and an address" in write(board, NORMANS, words)
    assert not mails_to_address(CARLA)


@pytest.mark.parametrize(
    "line",
    ["we invite you to surrender", "Fights with knives at me@x.example.org to play", "FIGHTS well"],
)
def test_what_is_no_invitation(line: str) -> None:
    found = command_in(line)
    assert found is None or found.command is not PostCommand.INVITE


def test_letters_of_an_address_stay_as_they_are(board: Game) -> None:
    told = write(board, NORMANS, "INVITE carla@straße.example.org")
    assert "carla@straße.example.org" in told or "no mail address" in told
    assert not mails_to_address("carla@strasse.example.org")


def test_try_asks_nobody(board: Game) -> None:
    write(board, NORMANS, f"TRY\nINVITE {CARLA}\nFINAL")
    assert not mails_to_address(CARLA)


@pytest.mark.parametrize("whose", ["theirs", "plus"])
def test_nobody_leads_two_seats(siege: Game, board: Game, whose: str) -> None:
    name, _, domain = seat_of(siege, NORMANS).email.partition("@")
    address = seat_of(siege, BYZANTINES).email if whose == "theirs" else f"{name}+second@{domain}"
    told = write(board, NORMANS, f"INVITE {address}")
    assert ("nobody leads two" if whose == "theirs" else "your own mailbox") in told
    assert not NewAddress.objects.exists()


def test_who_was_asked_may_say_no_and_that_is_told(siege: Game, board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board, said="NO")
    assert any("will not lead" in mail for mail in mails_to_address(seat_of(siege, NORMANS).email))
    confirm(board)
    assert player_of(board).email != CARLA, "he has answered"


def test_an_invitation_is_taken_back(siege: Game, board: Game) -> None:
    write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    assert "What Carla was asked is taken back." in write(siege, NORMANS, "FIGHTS MYSELF")
    confirm(board)
    assert player_of(board).email != CARLA


def test_nobody_takes_a_fight_from_captains_who_play_it_to_its_end(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    Game.objects.filter(pk=board.pk).update(fight_due=timezone.now() - timedelta(hours=1))
    assert "captains play it to its end" in write(board, NORMANS, "INVITE dora@players.example.org")
    confirm(board)
    assert player_of(board).email != CARLA


def test_a_guest_leaves_it_to_a_captain_and_takes_it_back(board: Game) -> None:
    write(board, NORMANS, f"INVITE {CARLA}")
    confirm(board)
    reads_his_mail(player_of(board))
    told = write(board, NORMANS, "FIGHTS CAPTAIN CAUTIOUS")
    assert f"a cautious captain fights {board.label} for you" in told
    assert player_of(board).captain == "cautious"
    assert f"You fight yourself in {board.label}" in write(board, NORMANS, "FIGHTS MYSELF")
    assert player_of(board).captain == ""


def test_whoever_let_a_captain_fight_is_told_that_somebody_else_leads(siege: Game, board: Game) -> None:
    write(board, NORMANS, f"INVITE Carla <{CARLA}>")
    write(board, NORMANS, "FIGHTS CAPTAIN")
    confirm(board)
    told = mails_to_address(seat_of(siege, NORMANS).email)
    assert any("Carla commands" in mail for mail in told)
