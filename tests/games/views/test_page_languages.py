"""Pages of every kind to one who reads another language: no English is left on them, but for what says that
it is English.

Everything is shown in the language that nobody speaks (tests/pseudo.py). In whose language a page is:
test_page_readers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from games import queue, urls
from games.delivery import deliveries
from games.letters import letters
from games.letters.letters import Draft
from games.models import (
    Game,
    GameState,
    OutboundMail,
    OutboundState,
    Press,
    PressDelivery,
    Question,
    Report,
    Seat,
    SeatRequest,
)
from games.play import creation, invitations, seat_requests
from games.play.creation import Captain
from games.record import eventlog
from games.seats import languages, seats
from rules import engine
from rules.events.campaign import CampaignCreated
from rules.orders.verbs import VERBS
from rules.state.battle import Battle
from rules.views.picture import badges_of
from tests import pseudo
from tests.games.answers.language_occasions import page_of
from tests.games.answers.language_table import STRANGER, Table
from tests.games.kit import again
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import battle_of, men_of, some_orders
from tests.games.views import positions

pytestmark = pytest.mark.django_db
NO_PAGES = {
    "link", "leave", "language", "scenario_map", "game_file", "position", "turn_position", "webhook",
    "mail_choices", "mail_look", "mail_on", "letter_choices", "gm_send_again", "gm_mail_mode",
    "gm_recall", "gm_upload", "call_captain", "ready", "metrics", "ground",
}  # fmt: skip
FROM_DJANGO = ("This field is required.", "Enter a valid email address.")  # its own catalogues have them
SEVERAL = "several mails could not be delivered"
OURS = ("Pseudo", "English", "Nobody", "SIDE", "ALL", "Re", "admin", "test", "verify_game.py", "Carla",
        "Normans", "Lombards")  # fmt: skip


class Reader(Client):
    """A browser that asks for a language, and remembers every page that it was shown."""

    def __init__(self, language: str = pseudo.CODE, **more: Any) -> None:
        super().__init__(headers={"accept-language": language}, **more)
        self.shown: list[tuple[str, Any]] = []

    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        if response.status_code not in (301, 302):
            self.shown.append((request["PATH_INFO"], response))
        return response

    def views(self) -> set[str]:
        found = set()
        for path, response in self.shown:
            try:
                name = resolve(path).view_name
            except Resolver404:
                continue
            found |= {name} if response.status_code != 404 else set()
        return found

    def left(self, known: set[str]) -> dict[str, str]:
        return {
            word: f"{path}: {place}"
            for path, response in self.shown
            for word, place in pseudo.left_on_page(response.content.decode(), known).items()
        }


@pytest.fixture
def unspoken(circled: Path) -> Iterator[Table]:
    with pseudo.installed(circled):
        yield Table(pseudo.CODE)


def sits(seat: Seat, **more: Any) -> Reader:
    """A browser that asks for English, and has followed the seat's link."""
    reader = Reader("en", **more)
    assert reader.get(f"/s/{seats.link_secret(seat)}").status_code == 302
    return reader


def public(table: Table) -> Reader:
    reader = Reader()
    table.close()
    table.close()
    creation.create_game("ford", {"byzantines": Captain("bold")})
    free = Seat.objects.get(email="", captain="")
    game = f"/g/{table.game.pk}"
    turn = table.game.adjudications.order_by("first_seq").first()
    for path in ("/", game, f"{game}/map.svg", f"{game}/t/{turn.key}", f"{game}/t/{turn.key}/dice"):
        assert reader.get(path).status_code == 200
    reader.get(f"{game}/t/{turn.key}/map.svg")
    reader.get(f"/g/{free.game_id}")
    for path in (f"/g/{free.game_id}/join/{free.name}", "/new/orchard"):
        reader.get(path)
        assert reader.post(path, {"email": "nobody"}).status_code == 422
    assert reader.post("/new/orchard", {"website": "x"}).status_code == 422
    for path in ("/orders", "/sheet/orchard", f"{game}/sheet", "/rules", "/rules/GUI-4.1", "/rules/RUL-001"):
        reader.get(path)
    reader.get("/rules/GUI-99")
    report = Report.objects.filter(seat=table.seat).latest("pk")
    for said in ("", report.text, "G99", f"{game} head {'0' * 64}", table.game.label):
        reader.post(f"{game}/witness", {"report": table.said(said)})
    for path in ("/nowhere", "/s/1-wrong", "/unsubscribe/1-wrong", "/confirm/1-wrong", "/request/1-wrong"):
        assert reader.get(path).status_code == 404
    strict = Reader(enforce_csrf_checks=True)
    assert strict.post("/new/orchard").status_code == 403
    reader.shown += strict.shown
    return reader


def a_position(table: Table) -> Reader:
    reader = Reader()
    table.same_in_all |= positions.judged_in_every_way(reader)
    return reader


def asking_for_a_seat(table: Table) -> Reader:
    """The form, the page behind the link of its mail in every state, and what is refused."""
    reader = Reader()
    creation.create_game("ford", {"byzantines": Captain("bold")})
    free = Seat.objects.get(email="", captain="")
    join = f"/g/{free.game_id}/join/{free.name}"
    for n in range(seat_requests.MOST_FROM_A_NETWORK + 1):
        reader.post(join, {"name": "Carla", "email": f"carla{n}@example.org"}, follow=True)
    reader.post(join, {"name": "\u202e", "email": "carla@example.org"})
    SeatRequest.objects.update(mailbox="carla@example.org", language=pseudo.CODE)
    reader.post(join, {"name": "Carla", "email": "carla@example.org"})
    asked = [urlsplit(seat_requests.link(row)).path for row in SeatRequest.objects.order_by("pk")[:3]]
    for path, answer in zip(asked, ("not me", "take", "take"), strict=True):
        reader.get(path)
        reader.post(path, {"answer": answer}, follow=True)
    other = Reader()
    for path in asked:
        other.get(path)
    SeatRequest.objects.filter(taken__isnull=False).update(mailbox="dora@example.org")
    Game.objects.filter(pk=free.game_id).update(state=GameState.OPEN)
    Seat.objects.filter(pk=free.pk).update(email="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seat_requests, "MOST_GAMES_A_DAY", 1)
        reader.post(join, {"name": "Carla", "email": "dora@example.org"})
    reader.shown += other.shown
    return reader


def a_desk_without_the_link(table: Table) -> Reader:
    """On one's own machine: seated at once, and not yet known to read the mailbox."""
    reader = Reader(SERVER_NAME="localhost")
    form = {"seat": "normans", "against": "bold", "hours": "24", "name": "Carla"}
    form["email"] = "carla@example.org"
    desk = reader.post("/new/orchard", form)["Location"]
    Seat.objects.filter(player="Carla").update(language=pseudo.CODE)
    for path in ("", "/letters", "/mail"):
        reader.get(f"{desk}{path}")
    return reader


def all_states_of_a_game(table: Table) -> Reader:
    reader = Reader()
    for state in GameState:
        table.change(state=state, ended=timezone.now(), extended=True)
        reader.get(f"/g/{table.game.pk}")
        for path in ("/", "/games/open", "/games/running", "/games/finished"):
            reader.get(path)
    table.change(state=GameState.HELD, phase_due=None)
    reader.get(f"/g/{table.game.pk}")
    return reader


def played_out(table: Table) -> Reader:
    table.write(table.orders())
    while table.game.state != GameState.OVER:
        table.close()
    seated, reader = sits(table.seat), Reader()
    for path in (
        "",
        f"/t/{table.game.adjudications.order_by('first_seq').first().key}",
        f"/seat/{table.seat.name}",
    ):
        seated.get(f"/g/{table.game.pk}{path}")
        reader.get(f"/g/{table.game.pk}{path}?as={table.seat.name}")
    reader.shown += seated.shown
    return reader


def at_the_desk(table: Table) -> Reader:
    reader = sits(table.seat)
    desk = f"/g/{table.game.pk}/seat/{table.seat.name}"
    man = men_of(table.game, table.seat)[0]
    for more in ({"try": "1"}, {"test": "1"}, {}):
        orders = f"{table.orders()}\nMOVE Nobody to 0101\nHELP MOVE\nATTACK {man} ON {man}"
        reader.post(
            desk, {"orders": table.said(orders), "nonce": "a" * 32, "phase": table.game.phase, **more}
        )
    reader.post(desk, {"orders": "", "nonce": "b" * 32, "phase": "0"})
    table.close()
    table.close()
    turn = table.game.adjudications.order_by("first_seq").last()
    for path in (
        "",
        f"/t/{turn.key}",
        f"/t/{turn.key}/dice",
        "/map.svg",
        f"/t/{turn.key}/map.svg",
        "/witness",
        "/tables",
        "/tables/combat-foot?row=3&column=13/20",
        "/tables/weapons?row=none",
        "/tables/weapons1",
    ):
        reader.get(f"/g/{table.game.pk}{path}")
    for choice in ({"mail": "off"}, {"digest": "on"}, {"quiet": "on"}, {"add": STRANGER}, {}):
        reader.post(f"{desk}/choose", choice, follow=True)
    reader.post(f"{desk}/look", {"parts": "text"}, follow=True)
    Seat.objects.filter(pk=table.seat.pk).update(other_emails=["anna@work.example.org"])
    for reason in (*deliveries._AT_ONCE.values(), SEVERAL):
        Seat.objects.filter(pk=table.seat.pk).update(mail_suspended=timezone.now(), mail_trouble=reason)
        reader.get(desk)
    for state in OutboundState:
        OutboundMail.objects.filter(seat=table.seat).update(state=state)
        reader.get(f"{desk}/mail")
    reader.get(f"{desk}/mail/{OutboundMail.objects.filter(seat=table.seat, kind='report').count()}")
    reader.post(f"{desk}/mail/on", follow=True)
    table.same_in_all |= {row.subject for row in OutboundMail.objects.filter(seat=table.seat)}
    return reader


def letters_of_a_player(table: Table) -> Reader:
    reader = sits(table.seat)
    page = f"/g/{table.game.pk}/seat/{table.seat.name}/letters"
    table.ally(name="archers", title=table.rival.title, side=table.rival.side)
    table.change(press_anonymous=True)
    for n, whom in enumerate(
        (table.rival.name, "all", f"side {table.rival.side}", table.said("nobody there"))
    ):
        sent = {"whom": whom, "text": table.said(f"A word for {n}"), "nonce": f"{n:032d}"}
        reader.post(page, sent, follow=True)
    letters.write(Draft(table.rival, table.seat.name, table.said("Who asks?"), "test:1", anonymous=True))
    letters.write(Draft(table.rival, "all", table.said("Hear me"), "test:2"))
    reader.post(f"{page}/choose", {"whom": table.rival.name, "wanted": "no"}, follow=True)
    reader.post(f"{page}/choose", {"whom": "anonymous", "wanted": "no"}, follow=True)
    table.change(press_open=True, press_delivery=PressDelivery.PAUSE, played_from=1)
    letters.write(Draft(table.seat, "all", table.said("Later"), "test:3"))
    reader.get(page)
    for fields in ({"press_delivery": PressDelivery.PHASE, "played_from": 0}, {"press": Press.OFF}):
        table.change(**fields)
        reader.get(page)
    reader.get(f"/g/{table.game.pk}")
    return reader


def a_question(table: Table) -> Reader:
    question = play_until_asked(table.game)
    table.look()
    table.same_in_all |= set(filter(None, [_order_of(question)]))
    reader = sits(question.seat)
    page = f"/g/{table.game.pk}/seat/{question.seat.name}/question/{question.place}"
    desk = f"/g/{table.game.pk}/seat/{question.seat.name}"
    reader.get(page)
    reader.get(desk)
    reader.get(f"/g/{table.game.pk}")
    for n, orders in enumerate(("", "\n".join(some_orders(table.game, question.seat)))):
        reader.post(desk, {"orders": orders, "nonce": f"{n:032d}"})
    for choice in (table.said("perhaps"), "1"):
        reader.post(page, {"choice": choice})
    reader.get(page)
    return reader


def _order_of(question: Question) -> str:
    from games.play import questions

    return questions.request_of(question).order or ""


def behind_secrets(table: Table) -> Reader:
    reader = Reader("en")
    for answer in ("mine", "not mine"):
        held = table.write(table.orders() + f"\nHELP {answer}", sender=STRANGER)
        page = page_of(held)
        reader.get(page)
        reader.post(page, {"answer": answer})
        reader.get(page)
        table.again()
    link = seats.unsubscribe_link(seats.unsubscribe_token(table.seat)).partition("8000")[2]
    for choice in ("needed", "none", "all"):
        reader.get(link)
        reader.post(link, {"choice": choice})
    return reader


def the_game_master(table: Table) -> Reader:
    reader = Reader()
    reader.force_login(User.objects.create_superuser("admin", password="test"))
    for fields in ({"state": GameState.BROKEN, "trouble": "What went wrong"}, {"state": GameState.RUNNING}):
        table.change(**fields)
        reader.get("/gm")
    held = table.write(f"{table.orders()}\nHELP", sender=STRANGER)
    through = table.write(f"{table.orders()}\nSTATUS", sender=STRANGER)
    reader.get(f"/gm/mail/{held.pk}")
    for mail, button in ((held, {}), (through, {"through": "yes"})):
        reader.post(f"/gm/mail/{mail.pk}", button, follow=True)
    for state in ("held", "done", "unread"):
        reader.get(f"/gm?state={state}")
    reader.post("/gm/upload", {}, follow=True)
    letters.write(Draft(table.seat, "all", table.said("Hear me"), "test:1"))
    Seat.objects.filter(pk=table.rival.pk).update(mail_suspended=timezone.now(), mail_trouble=SEVERAL)
    for n, mail in enumerate(OutboundMail.objects.order_by("pk")):
        state = (OutboundState.PENDING, OutboundState.GIVEN_UP, OutboundState.REJECTED)[n % 3]
        doubt = {
            "in_doubt_since": timezone.now(),
            "possible_duplicates": 1,
            "attempts": 9,
            "last_error": "no",
        }
        OutboundMail.objects.filter(pk=mail.pk).update(state=state, **doubt)
        table.same_in_all |= {mail.subject}
    for press in Press:
        table.change(press=press, press_open=True, press_anonymous=True)
        reader.get("/gm")
        reader.get(f"/gm/letters/{table.game.pk}")
        table.change(press_open=False)
        reader.get(f"/gm/letters/{table.game.pk}")
    return reader


def waiting_for_an_opponent(table: Table) -> Reader:
    """A battle that was begun with a link for a friend, and one that is offered to whoever comes; then a
    captain is called."""
    reader = Reader(SERVER_NAME="localhost")
    form = {"seat": "normans", "hours": "24", "name": "Carla"}
    for against in (invitations.LISTED, invitations.BY_INVITATION):
        data = {**form, "against": against, "email": f"{against}@example.org"}
        desk = reader.post("/new/orchard", data, follow=True).redirect_chain[-1][0]
        host = Seat.objects.select_related("game").latest("pk").game.seats.get(name="normans")
        Seat.objects.filter(pk=host.pk).update(language=pseudo.CODE)
        (free,) = invitations.of(host.game)
        for path in (desk, f"/g/{host.game_id}", urlsplit(free.link).path):
            reader.get(path)
    for temper in ("mad", "bold", "bold"):
        reader.post(f"{desk}/captain", {"temper": temper}, follow=True)
    return reader


def a_campaign(table: Table) -> Reader:
    """A campaign of captains, in its second week and when it is over."""
    reader = Reader()
    game = creation.create_game(
        "campaign-canne", {seat: Captain("bold") for seat in ("normans", "byzantines")}
    )
    while again(game).state != GameState.OVER:
        assert queue.work_off()
        if again(game).phase in (9, 10) or again(game).state == GameState.OVER:
            turn = game.adjudications.order_by("first_seq").last()
            for path in ("", f"/t/{turn.key}", "/gazette", "/men", "/men?as=normans"):
                assert reader.get(f"/g/{game.pk}{path}").status_code == 200
    for lettering in engine.land("apulia").letterings:  # some are written in capitals, or in two lines
        table.same_in_all |= {said for word in lettering.text.split() for said in (word, word.upper())}
    for event in eventlog.events(game.pk, 1, again(game).version):
        if isinstance(event, CampaignCreated):
            table.same_in_all |= {spy.name for spy in event.spies}  # of whom some are dead
        if isinstance(event, engine.OrdersAccepted):
            table.same_in_all |= {*event.orders, *event.standing}
    return reader


OCCASIONS: dict[Callable[[Table], Reader], set[str]] = {
    public: {
        "lobby",
        "game",
        "map",
        "turn",
        "dice",
        "turn_map",
        "join",
        "new",
        "orders",
        "rules",
        "rule",
        "witness",
        "sheet",
        "sheet_of_scenario",
    },
    a_position: {"judge"},
    asking_for_a_seat: {"join", "game", "request", "seat"},
    waiting_for_an_opponent: {"seat", "game", "invited"},
    a_desk_without_the_link: {"seat", "letters", "mails"},
    all_states_of_a_game: {"lobby", "games", "game"},
    played_out: {"game", "turn", "seat"},
    at_the_desk: {
        "seat",
        "game",
        "turn",
        "dice",
        "map",
        "turn_map",
        "witness",
        "mails",
        "mail",
        "tables",
        "table",
    },
    letters_of_a_player: {"letters", "game"},
    a_campaign: {"game", "turn", "gazette", "lives"},
    a_question: {"question", "seat", "game"},
    behind_secrets: {"confirm", "unsubscribe"},
    the_game_master: {"gm", "gm_mail", "gm_letters"},
}


@pytest.mark.parametrize("occasion", [pytest.param(o, id=o.__name__) for o in OCCASIONS])
def test_no_english_is_left_on_a_page(unspoken: Table, occasion: Callable[[Table], Reader]) -> None:
    reader = occasion(unspoken)
    assert reader.views() == OCCASIONS[occasion]
    known = unspoken.same_in_all | {*FROM_DJANGO, *OURS} | {word for verb in VERBS for word in verb.words}
    known |= {word for seat in Seat.objects.all() for word in (seat.name, seat.player, str(seat))}
    for game in Game.objects.all():
        battle = battle_of(game)
        known |= pseudo.names(battle)
        for viewer in (None, *(seat.name for seat in game.seats.all())):
            # each picture has its own badges: of those who fell since, too
            view = engine.view_for(battle, viewer)
            known |= (
                set(badges_of(view).values()) if isinstance(view, Battle) else set()
            )  # of those who fell since, too
    left = reader.left(known)
    assert not left, "\n".join(f"{word}: {place}" for word, place in left.items())


def test_every_page_is_among_them() -> None:
    named = {pattern.name for pattern in urls.urlpatterns if pattern.name}
    assert set().union(*OCCASIONS.values()) == named - NO_PAGES


def test_the_page_of_our_own_faults_is_in_a_catalogue(circled: Path) -> None:
    with pseudo.installed(circled), languages.speaking(pseudo.CODE):
        page = render_to_string("500.html")
    assert f'<html lang="{pseudo.CODE}">' in page and not pseudo.left_on_page(page, ())
