"""Getting off the list: one click stops optional mail, a look stops nothing, and nobody loses his seat."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from games.delivery import digests
from games.models import (
    Game,
    GameState,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Purpose,
    ReplyToken,
    Seat,
)
from games.people import unsubscribing
from games.people.unsubscribing import MailChoice
from games.play import adjudication, captains
from games.play.creation import change_player
from games.seats import seats
from tests.games.post_kit import Post, a_battle, deliver, opened, reads_his_mail, seat_on_move

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture(autouse=True)
def behind_https(settings):
    settings.BASE_URL = "https://pbem.example.org"
    settings.ALLOWED_HOSTS = ["*"]
    settings.GAME_MASTER = "master@example.org"


def link_of(row: OutboundMail) -> str:
    found = re.fullmatch(r"<(https://\S+)>, <mailto:(\S+)>", str(opened(row)["List-Unsubscribe"]))
    assert found, opened(row)["List-Unsubscribe"]
    return urlsplit(found[1]).path


def notes_to_the_game_master() -> list[str]:
    return [row.subject for row in OutboundMail.objects.filter(to="master@example.org").order_by("pk")]


def close(game: Game) -> None:
    fresh = Game.objects.get(pk=game.pk)
    fresh.seats.update(captain="bold")
    captains.play(Game.objects.get(pk=game.pk))
    fresh.seats.update(captain="")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "all orders in")


@pytest.fixture
def link(game: Game, seat: Seat) -> str:
    return link_of(OutboundMail.objects.get(seat=seat, kind=OutboundKind.REPORT))


def test_every_report_offers_one_click_whole_in_its_header(game: Game) -> None:
    for row in OutboundMail.objects.filter(kind=OutboundKind.REPORT):
        message = opened(row)
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert b"=?" not in bytes(row.rendered).partition(b"\r\n\r\n")[0]
        assert link_of(row).startswith("/unsubscribe/")


def test_without_https_there_is_no_one_click(settings) -> None:
    settings.BASE_URL = "http://localhost:8000"
    a_battle()
    message = opened(OutboundMail.objects.filter(kind=OutboundKind.REPORT)[0])
    assert "List-Unsubscribe" in message and "List-Unsubscribe-Post" not in message


def test_one_click_needs_no_cookie_sets_none_and_leads_nowhere_else(seat: Seat, link: str) -> None:
    reader = Client(enforce_csrf_checks=True)
    for _ in range(3):  # as often as the mail program likes
        response = reader.post(link, ONE_CLICK, secure=True)
        assert response.status_code == 200
        assert not response.cookies
    seat.refresh_from_db()
    assert not seat.wants_mail and not seat.no_mail
    assert len(notes_to_the_game_master()) == 1


def test_looking_at_the_page_changes_nothing(seat: Seat, link: str) -> None:  # attack 35
    response = Client().get(link, secure=True)
    assert response.status_code == 200
    assert b"You get all mail" in response.content
    seat.refresh_from_db()
    assert seat.wants_mail
    assert notes_to_the_game_master() == []


def test_the_seat_stays_in_play_and_gets_no_more_reports(game: Game, seat: Seat, link: str) -> None:
    Client().post(link, ONE_CLICK, secure=True)
    close(game)
    reports = OutboundMail.objects.filter(kind=OutboundKind.REPORT)
    assert reports.filter(seat=seat).count() == 1  # the one that it came with
    assert reports.exclude(seat=seat).count() == 2
    assert seat.reports.filter(adjudication__isnull=False).exists()  # for its page
    seat.refresh_from_db()
    assert seat.email and seat.taken


def test_answers_still_come_unless_the_player_wants_none(seat: Seat, link: str) -> None:
    Client().post(link, ONE_CLICK, secure=True)
    seat.refresh_from_db()
    assert Post(seat).write("STATUS").answers.count() == 1
    Client().post(link, {"choice": "none"}, secure=True)
    seat.refresh_from_db()
    assert Post(seat).write("HELP").answers.count() == 0


def test_a_late_click_takes_nothing_back(seat: Seat, link: str) -> None:
    unsubscribing.choose(seat, MailChoice.NONE)
    Client().post(link, ONE_CLICK, secure=True)
    seat.refresh_from_db()
    assert unsubscribing.chosen(seat) is MailChoice.NONE


def test_the_page_turns_everything_on_again(seat: Seat, link: str) -> None:
    unsubscribing.choose(seat, MailChoice.NONE)
    response = Client().post(link, {"choice": "all"}, secure=True)
    assert b"You get all mail" in response.content
    seat.refresh_from_db()
    assert unsubscribing.chosen(seat) is MailChoice.ALL


def test_a_mail_to_the_address_stops_mail_and_is_not_answered(game: Game, seat: Seat) -> None:
    to = seats.address_of(seats.unsubscribe_token(seat))
    mail = Post(seat).write("MOVE all", to=to)
    seat.refresh_from_db()
    assert mail.reason == "unsubscribed" and not seat.wants_mail
    assert mail.answers.count() == 0


def test_the_link_opens_nothing_else(game: Game, seat: Seat, link: str) -> None:
    secret = link.rpartition("/")[2]
    assert seats.seat_of_link(secret) is None
    assert seats.find(f"orders+{secret}").standing is seats.Standing.WRONG
    orders = seats.reply_address(seat, game.phase).partition("+")[2].partition("@")[0]
    assert Client().post(f"/unsubscribe/{orders}", secure=True).status_code == 404


@pytest.mark.parametrize("secret", ["", "x", "abc123-0000000000000000", "9" * 300])
def test_made_up_links_do_nothing(seat: Seat, secret: str) -> None:
    assert Client().post(f"/unsubscribe/{secret}", secure=True).status_code == 404
    seat.refresh_from_db()
    assert seat.wants_mail


def test_who_comes_to_the_seat_after_him_gets_mail(seat: Seat) -> None:
    unsubscribing.choose(seat, MailChoice.NONE)
    change_player(seat, email="carla@players.example.org")
    assert OutboundMail.objects.filter(to="carla@players.example.org", kind=OutboundKind.REPORT).exists()


def test_one_address_for_all_mails_of_a_seat_until_its_addresses_are_renewed(game: Game, seat: Seat) -> None:
    before = seats.unsubscribe_token(seat)
    assert seats.unsubscribe_token(seat) == before
    assert ReplyToken.objects.filter(seat=seat, purpose=Purpose.UNSUBSCRIBE).count() == 1
    seats.revoke(seat)
    assert seats.seats_of_unsubscribe_link(seats.unsubscribe_link(before).rpartition("/")[2]) == []


# the daily mail, which is of all games


@pytest.fixture
def his_seats(seat: Seat) -> list[Seat]:
    """A player's seats in two games that are played, and one in a game that is over; he wants
    one mail a day."""
    for _ in range(2):
        a_battle()
    found = list(Seat.objects.filter(email=seat.email).order_by("pk"))
    assert len(found) == 3
    reads_his_mail(*found)
    Seat.objects.filter(email=seat.email).update(digest=True)
    Game.objects.filter(pk=found[2].game_id).update(state=GameState.OVER)
    return found[:2]


@pytest.fixture
def daily_mail(his_seats: list[Seat]) -> OutboundMail:
    gather(his_seats)
    assert digests.send_due()
    return OutboundMail.objects.get(kind=OutboundKind.DIGEST)


def gather(his_seats: list[Seat]) -> None:
    """A report for each seat that waits since the day before yesterday."""
    for seat in his_seats:
        row = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT)
        earlier = timezone.now() - timedelta(days=2)
        assert row.update(state=OutboundState.GATHERED, created=earlier) == 1


def test_one_click_in_a_daily_mail_stops_all_that_it_is_made_of(
    seat: Seat, rival: Seat, his_seats: list[Seat], daily_mail: OutboundMail
) -> None:
    assert opened(daily_mail)["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for _ in range(2):
        assert (
            Client(enforce_csrf_checks=True).post(link_of(daily_mail), ONE_CLICK, secure=True).status_code
            == 200
        )
    assert {unsubscribing.chosen(again) for again in fresh(his_seats)} == {MailChoice.NEEDED}
    rival.refresh_from_db()
    assert rival.wants_mail and Seat.objects.filter(email=seat.email, wants_mail=True).count() == 1
    assert len(notes_to_the_game_master()) == 2  # of each of his games


def test_the_link_of_a_report_is_still_for_its_game_alone(his_seats: list[Seat]) -> None:
    report = OutboundMail.objects.get(seat=his_seats[0], kind=OutboundKind.REPORT)
    Client().post(link_of(report), ONE_CLICK, secure=True)
    assert [seat.wants_mail for seat in fresh(his_seats)] == [False, True]


def test_the_address_in_a_daily_mail_stops_as_much_as_its_link(
    seat: Seat, his_seats: list[Seat], daily_mail: OutboundMail
) -> None:
    to = str(opened(daily_mail)["List-Unsubscribe"]).rpartition("mailto:")[2].rstrip(">")
    assert Post(seat).write("leave me alone", to=to).reason == "unsubscribed"
    assert [again.wants_mail for again in fresh(his_seats)] == [False, False]


def test_what_was_gathered_before_he_left_is_on_his_page_and_is_not_mailed(
    his_seats: list[Seat], daily_mail: OutboundMail
) -> None:
    OutboundMail.objects.filter(state=OutboundState.ENCLOSED).update(state=OutboundState.GATHERED)
    unsubscribing.stop(*his_seats)
    digests.send_due()
    assert OutboundMail.objects.filter(kind=OutboundKind.DIGEST).count() == 1
    assert OutboundMail.objects.filter(state=OutboundState.WITHHELD).count() == 2


def test_the_page_of_a_daily_mail_shows_every_game_and_turns_all_on_again(
    his_seats: list[Seat], daily_mail: OutboundMail
) -> None:
    unsubscribing.choose(his_seats[1], MailChoice.NONE)
    page = Client().get(link_of(daily_mail), secure=True).content.decode()
    for seat, said in zip(his_seats, ("all mail", "no mail at all"), strict=True):
        assert f"{seat.game.label} {seat.game.title}, {seat.title}: {said}" in html.unescape(page)
    assert fresh(his_seats)[0].wants_mail
    Client().post(link_of(daily_mail), {"choice": "all"}, secure=True)
    assert {unsubscribing.chosen(again) for again in fresh(his_seats)} == {MailChoice.ALL}


def fresh(found: list[Seat]) -> list[Seat]:
    return list(Seat.objects.filter(pk__in=[seat.pk for seat in found]).order_by("pk"))


def test_an_automaton_stops_nobodys_mail(seat: Seat) -> None:
    to = seats.address_of(seats.unsubscribe_token(seat))
    raw = (
        f"From: {seat.email}\nTo: {to}\nSubject: away\nAuto-Submitted: auto-replied\nMessage-ID: <a@b>\n\n"
        "away\n"
    )
    deliver(raw.encode(), to, seat.email)
    assert seat_on_move(seat.game).wants_mail
