"""What is asked for on the web: nothing of it exists until the link of its one mail was followed, and a
button pressed."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import queue
from games.models import (
    Command,
    Event,
    Game,
    GameState,
    OutboundMail,
    Proof,
    ReplyToken,
    Seat,
    SeatRequest,
)
from games.play import creation, seat_requests
from games.play.creation import Captain, Player
from games.seats import seats
from games.views import viewer
from pbem.logs import redacted
from rules import engine
from tests.games import arena
from tests.games.arena import no_mail
from tests.games.asking import BATTLE, CARLA, confirms, link_in, taken_by, the_mail
from tests.games.post_kit import opened, text_of
from tests.games.threads import together

__all__ = ["no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


@pytest.fixture
def there() -> str:
    return f"/new/{arena.scenario().slug}"


@pytest.fixture
def form() -> dict[str, str]:
    return {"seat": arena.scenario().seats[1].id, **BATTLE}


@pytest.fixture
def free() -> Seat:
    """A free seat against a captain."""
    first, *_ = arena.scenario().seats
    others = {s.id: Captain("bold") for s in arena.scenario().seats[1:]}
    return creation.create_game(arena.scenario().slug, others).seats.get(name=first.id)


def rows() -> dict[str, int]:
    """How many rows of games there are."""
    return {m.__name__: m._default_manager.count() for m in (Game, Seat, Event, Command, ReplyToken)}


# a new game


def test_a_request_makes_one_mail_and_nothing_of_a_game(
    client: Client, there: str, form: dict[str, str]
) -> None:
    before = rows()
    response = client.post(there, form, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert b"carla@example.org" in response.content and b"within a day" in response.content
    assert rows() == before
    assert OutboundMail.objects.count() == 1
    assert not viewer.seats_held(response.wsgi_request)


def test_the_link_begins_the_game_and_proves_the_seat(
    client: Client, there: str, form: dict[str, str]
) -> None:
    seat = taken_by(client, there, form)
    game = seat.game
    assert (game.deadline_hours, game.state, seat.player) == (24, GameState.RUNNING, "Carla")
    assert seat.proof == Proof.REQUEST and seat.proven
    assert [s.captain for s in game.seats.exclude(pk=seat.pk)] == ["bold"]
    assert client.get(f"/g/{game.pk}/seat/{seat.name}").status_code == 200
    assert client.get(f"/g/{game.pk}/seat/{seat.name}/mail").status_code == 200


def test_the_mail_holds_no_word_of_whoever_asked(client: Client, there: str, form: dict[str, str]) -> None:
    client.post(there, {**form, "name": "Buy at http://spam.example"})
    mail = the_mail()
    assert "spam" not in text_of(opened(mail)) + mail.subject
    assert b"Buy at http://spam.example" in client.get(link_in(mail)).content


def test_whoever_only_looks_takes_nothing_and_burns_nothing(
    client: Client, there: str, form: dict[str, str]
) -> None:
    """Scanners follow links, and some ask for the head alone."""
    client.post(there, form)
    link, before = link_in(the_mail()), rows()
    for _ in range(3):
        assert Client().get(link).status_code == 200
    assert Client().head(link).status_code == 200, "the head of the page, as of any other"
    assert Client().post(link).status_code == 200, "a POST without the button's word"
    assert rows() == before
    assert confirms(Client()).status_code == 302


def test_a_wrong_link_is_refused_and_tells_nothing(client: Client, there: str, form: dict[str, str]) -> None:
    client.post(there, form)
    link = link_in(the_mail())
    wrong = link[:-1] + ("0" if link[-1] != "0" else "1")
    for path in (wrong, "/request/x", "/request/zzzzzzzzzzzz-0000000000000000"):
        for response in (Client().get(path), Client().post(path, {"answer": "take"})):
            assert response.status_code == 404
            assert b"Carla" not in response.content and b"not good any more" in response.content
    assert not Game.objects.exists()


def test_its_secret_is_in_no_log(client: Client, there: str, form: dict[str, str]) -> None:
    client.post(there, form)
    link = link_in(the_mail())
    for kind in ("request", "confirm", "unsubscribe"):
        path = link.replace("request", kind)
        told = redacted(f"Gone: {path} asked for by 192.0.2.1")
        assert told == f"Gone: {path.partition('-')[0]}-... asked for by 192.0.2.1"


# used twice, late, by somebody else


def test_a_link_used_twice_opens_the_desk_of_its_browser_and_nobody_elses(
    client: Client, there: str, form: dict[str, str]
) -> None:
    seat = taken_by(client, there, form)
    link = link_in(OutboundMail.objects.get(dedupe_key__startswith="request:"))
    again = client.post(link, {"answer": "take"})
    assert (again.status_code, again["Location"]) == (302, f"/g/{seat.game_id}/seat/{seat.name}")
    other = Client()
    for response in (
        other.get(link),
        other.post(link, {"answer": "take"}),
        other.post(link, {"answer": "not me"}),
    ):
        assert response.status_code == 410 and b"was used already" in response.content
    assert other.get(f"/g/{seat.game_id}/seat/{seat.name}").status_code == 404
    assert Game.objects.count() == 1


def test_a_link_a_day_old_opens_nothing_and_the_request_vanishes(
    client: Client, there: str, form: dict[str, str]
) -> None:
    client.post(there, form)
    link = link_in(the_mail())
    asked = timezone.now() - timedelta(days=1, seconds=1)
    SeatRequest.objects.update(asked=asked)
    for response in (client.get(link), client.post(link, {"answer": "take"})):
        assert response.status_code == 404
    queue.sweep()
    assert not SeatRequest.objects.exists() and not Game.objects.exists()


def test_what_is_younger_stays(client: Client, there: str, form: dict[str, str]) -> None:
    client.post(there, form)
    queue.work_off()
    assert SeatRequest.objects.count() == 1


def test_the_seat_belongs_to_the_mailbox_not_to_the_browser_that_asked(
    client: Client, there: str, form: dict[str, str]
) -> None:
    """Eve asks in the name of Carla, who finds the mail and wants the game."""
    eve = Client()
    eve.post(there, form)
    assert confirms(client).status_code == 302
    seat = Seat.objects.get(email=CARLA["email"])
    assert client.get(f"/g/{seat.game_id}/seat/{seat.name}").status_code == 200
    for path in ("", "/mail", "/letters"):
        assert eve.get(f"/g/{seat.game_id}/seat/{seat.name}{path}").status_code == 404


def test_the_owner_of_the_mailbox_may_say_that_it_was_not_he(
    client: Client, there: str, form: dict[str, str]
) -> None:
    client.post(there, form)
    response = confirms(client, answer="not me")
    assert response.status_code == 200 and b"Nothing is begun" in response.content
    assert client.post(link_in(the_mail()), {"answer": "take"}).status_code == 200
    assert not Game.objects.exists() and OutboundMail.objects.count() == 1


# a free seat


def test_a_request_holds_no_seat(client: Client, free: Seat) -> None:
    there = f"/g/{free.game_id}/join/{free.name}"
    assert client.post(there, CARLA).status_code == 302
    free.refresh_from_db()
    assert not free.taken and free.game.state == GameState.OPEN
    assert b"seat free" in client.get("/").content.lower() or b"Seats free" in client.get("/").content
    dora = Client()
    taken_by(dora, there, {"name": "Dora", "email": "dora@example.org"})
    late = client.post(link_in(the_mail()), {"answer": "take"})
    assert late.status_code == 409 and b"Somebody else has sat down there" in late.content
    free.refresh_from_db()
    assert free.player == "Dora"


def test_a_seat_of_a_game_that_goes_on_meanwhile_is_not_taken(client: Client, free: Seat) -> None:
    client.post(f"/g/{free.game_id}/join/{free.name}", CARLA)
    Game.objects.filter(pk=free.game_id).update(state=GameState.HELD)
    assert confirms(client).status_code == 409
    free.refresh_from_db()
    assert not free.taken


# limits


def test_sixty_requests_for_spellings_of_one_mailbox(there: str, form: dict[str, str]) -> None:
    """They make three mails, and nobody else is kept from the lobby."""
    eve = Client(REMOTE_ADDR="203.0.113.5")
    codes = [
        eve.post(there, {**form, "email": address.format(n)}).status_code
        for n in range(15)
        for address in (
            "victim+{}@example.org",
            "VICTIM+t{}@Example.org",
            "Victim@EXAMPLE.org",
            "victim+@example.org",
        )
    ]
    assert codes.count(302) == seat_requests.MOST_FROM_A_NETWORK_TO_A_MAILBOX == OutboundMail.objects.count()
    assert set(codes) == {302, 422}
    assert Client(REMOTE_ADDR="198.51.100.7").post(there, form).status_code == 302
    own = Client(REMOTE_ADDR="198.51.100.8").post(there, {**form, "email": "victim@example.org"})
    assert own.status_code == 302, "the owner of the mailbox can still ask"


def test_a_network_asks_for_so_many_an_hour(there: str, form: dict[str, str]) -> None:
    """An IPv6 household has more addresses than there are games."""

    def post(n: int, address: str) -> int:
        browser = Client(REMOTE_ADDR=address)
        return browser.post(there, {**form, "email": f"p{n}@example.org"}).status_code

    codes = [post(n, f"2001:db8::{n:x}") for n in range(12)]
    assert codes == [302] * seat_requests.MOST_FROM_A_NETWORK + [422] * 2
    assert post(20, "2001:db8:0:1::1") == 302
    assert SeatRequest.objects.count() == seat_requests.MOST_FROM_A_NETWORK + 1, (
        "what was refused leaves nothing"
    )
    SeatRequest.objects.update(asked=timezone.now() - timedelta(hours=1, seconds=1))
    assert post(30, "2001:db8::1") == 302


def test_a_player_begins_so_many_games_a_day(
    client: Client, there: str, form: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_requests, "MOST_GAMES_A_DAY", 1)
    taken_by(client, there, form)
    again = client.post(there, {**form, "email": "CARLA+two@example.org"})
    assert again.status_code == 422 and b"several games today" in again.content


# at home


@pytest.fixture
def home() -> Client:
    return Client(SERVER_NAME="localhost", REMOTE_ADDR="127.0.0.1")


def test_on_ones_own_machine_a_seat_is_one_click(home: Client, there: str, form: dict[str, str]) -> None:
    response = home.post(there, form)
    seat = Seat.objects.get(player="Carla")
    assert (response.status_code, response["Location"]) == (302, f"/g/{seat.game_id}/seat/{seat.name}")
    desk = home.get(response["Location"])
    assert desk.status_code == 200 and b"Send orders" in desk.content
    assert seat.proven is None
    home.get(f"/s/{seats.link_secret(seat)}")
    seat.refresh_from_db()
    assert seat.proof == Proof.LINK


def test_a_free_seat_there_too(home: Client, free: Seat) -> None:
    assert home.post(f"/g/{free.game_id}/join/{free.name}", CARLA).status_code == 302
    free.refresh_from_db()
    assert free.player == "Carla" and free.proven is None


@pytest.mark.parametrize(
    "caller",
    [
        {"REMOTE_ADDR": "192.0.2.1"},
        {"REMOTE_ADDR": ""},
        {"SERVER_NAME": "games.example.org"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
    ids=str,
)
def test_nobody_else_is_at_home_there(
    settings: Any, there: str, form: dict[str, str], caller: dict[str, str]
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    browser = Client(**{"SERVER_NAME": "localhost", "REMOTE_ADDR": "127.0.0.1", **caller})
    assert browser.post(there, form).status_code == 302
    assert not Game.objects.exists()


def test_nobody_is_where_mails_go_out(settings: Any, home: Client, there: str, form: dict[str, str]) -> None:
    settings.AT_HOME = False
    home.post(there, form)
    assert not Game.objects.exists()


def test_a_name_that_cannot_be_seen_is_no_name(client: Client, there: str, form: dict[str, str]) -> None:
    assert client.post(there, {**form, "name": "\u202e\u200b\u3164"}).status_code == 422
    seat = taken_by(client, there, {**form, "name": "Car\u202ela\u200b  \u00a0of\u3164 Bari"})
    assert seat.player == "Carla of Bari"


def test_a_player_of_that_name_is_a_player(free: Seat) -> None:
    creation.take_seat(free, Player("A\u202enna", "anna@example.org"))
    free.refresh_from_db()
    assert free.player == "Anna"


# at the same moment


def a_wish(number: int, seat: Seat | None = None) -> seat_requests.Wish:
    slug = arena.scenario().slug
    terms = {
        "scenario": slug,
        "seat": arena.scenario().seats[0].id,
        "against": "bold",
        "hours": 24,
        "question_hours": 12,
    }
    return seat_requests.Wish(
        Player("Carla", f"carla+{number}@example.org"), "203.0.113.5", seat, {} if seat else terms
    )


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_several_times_at_once_begins_one_game() -> None:
    request = seat_requests.ask(a_wish(1))
    faults = together(*[lambda: seat_requests.accept(request)] * 4)
    assert {type(fault) for fault in faults} == {seat_requests.Ended} and len(faults) == 3
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_at_once_one_has_the_seat(free: Seat) -> None:
    wishes = [seat_requests.ask(a_wish(n, free)) for n in range(2)]
    faults = together(*(partial(seat_requests.accept, wish) for wish in wishes))
    assert [type(fault) for fault in faults] == [creation.SeatTaken]
    assert SeatRequest.objects.filter(taken=free).count() == 1
    assert SeatRequest.objects.filter(ended=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_moment_do_not_slip_past_the_limit() -> None:
    def asking(number: int) -> None:
        with suppress(seat_requests.TooMany):
            seat_requests.ask(a_wish(number))

    assert together(*(partial(asking, n) for n in range(8))) == []
    most = seat_requests.MOST_FROM_A_NETWORK_TO_A_MAILBOX
    assert SeatRequest.objects.count() == OutboundMail.objects.count() <= most
    for number in range(8, 8 + most):
        asking(number)
    assert OutboundMail.objects.count() == most


# a siege


@pytest.mark.parametrize(
    ("said", "options"), [({"fights": "board"}, {"fights": "board"}), ({"fights": "quick"}, {}), ({}, {})]
)
def test_how_the_fights_of_a_siege_are_settled_is_agreed_when_it_begins(
    client: Client, said: dict[str, str], options: dict[str, str]
) -> None:
    form = {"seat": "normans", **BATTLE, **said}
    assert b"fought out on boards" in client.get("/new/siege-farm").content
    client.post("/new/siege-farm", form)
    confirms(client)
    game = Game.objects.get()
    assert game.options == options and game.child_hours == min(game.deadline_hours, 24)


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ({"fights": "board"}, {"fights": "board", "days_ahead": 2}),
        ({"fights": "board", "ahead": "1"}, {"fights": "board", "days_ahead": 1}),
        ({"fights": "board", "ahead": "0"}, {"fights": "board"}),
        ({"fights": "quick", "ahead": "2"}, {}),
    ],
)
def test_how_many_days_a_campaign_goes_ahead_of_its_battles_is_agreed_when_it_begins(
    client: Client, said: dict[str, str], options: dict[str, object]
) -> None:
    seat = engine.replay(engine.new_game("campaign-canne")).setup.seats[0].id
    assert b"two days ahead at most" in client.get("/new/campaign-canne").content
    assert b"two days ahead at most" not in client.get("/new/siege-farm").content
    client.post("/new/campaign-canne", {**BATTLE, "seat": seat, **said})
    confirms(client)
    game = Game.objects.get()
    assert game.options == options
    if "days_ahead" in options:
        assert b"Groups that a battle on a board cannot touch go on" in client.get(f"/g/{game.pk}").content


@pytest.mark.parametrize(
    ("said", "agreed"),
    [
        ({}, (14, "captains")),
        ({"fight_days": "30", "fight_end": "quick"}, (30, "quick")),
        ({"fight_days": "0", "fight_end": ""}, (0, "captains")),
    ],
)
def test_what_clock_the_fights_of_a_siege_have_is_agreed_when_it_begins(
    client: Client, said: dict[str, str], agreed: tuple[int, str]
) -> None:
    client.post("/new/siege-farm", {**BATTLE, "seat": "normans", "fights": "board", **said})
    confirms(client)
    game = Game.objects.get()
    assert (game.fight_days, game.fight_end) == agreed


@pytest.mark.parametrize("said", [{"fight_days": "-3"}, {"fight_days": "many"}, {"fight_end": "never"}])
def test_a_clock_that_is_not_offered_is_refused(client: Client, said: dict[str, str]) -> None:
    answer = client.post("/new/siege-farm", {**BATTLE, "seat": "normans", "fights": "board", **said})
    assert answer.status_code == 422 and not Game.objects.exists()


@pytest.mark.parametrize(("fighter", "kept"), [("cautious", "cautious"), ("", ""), (None, "")])
def test_whoever_begins_a_siege_may_leave_its_fights_to_a_captain(
    client: Client, fighter: str | None, kept: str
) -> None:
    assert b"On a board you are led by" in client.get("/new/siege-farm").content
    said = {} if fighter is None else {"fighter": fighter}
    client.post("/new/siege-farm", {"seat": "normans", **BATTLE, "fights": "board", **said})
    confirms(client)
    seats = {seat.name: seat for seat in Game.objects.get().seats.all()}
    assert (seats["normans"].fights, seats["normans"].captain, seats["lombards"].fights) == (kept, "", "")


def test_a_captain_that_there_is_not_begins_no_siege(client: Client) -> None:
    said = {"seat": "normans", **BATTLE, "fights": "board", "fighter": "drunk"}
    assert client.post("/new/siege-farm", said).status_code == 422
    assert not SeatRequest.objects.exists()


def test_nobody_is_asked_how_the_fights_of_a_battle_are_settled(client: Client, there: str) -> None:
    assert b"fought out on a board" not in client.get(there).content
