"""Two worlds, in one of which the rival's game has called another that nobody else may know of: everybody
else gets the same bytes in both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games import urls
from games.models import Game, GameState, OutboundMail, Seat
from games.play import adjudication
from games.play import families as playing
from games.play.creation import create_game
from games.record import eventlog, kin
from games.reports import families
from games.seats import seats
from games.views import listed
from rules import engine
from tests.games.arena import sits
from tests.games.family_rules import FamilyRules
from tests.games.kit import ANNA, BORIS, again
from tests.games.post_kit import Post, reads_his_mail
from tests.games.record.enemys_eyes import HEX, seen_of, still, without_what_is_drawn
from tests.games.record.test_two_worlds import text_of_all
from tests.sampling import some

__all__ = ["still"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def game(still: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Anna's Normans against Boris's Arabs, who are on move."""
    monkeypatch.setattr(OutboundMail._meta.get_field("created"), "_get_default", timezone.now)
    rules = FamilyRules()
    rules.admit()
    game = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    reads_his_mail(*game.seats.all())
    yield play(game, "HOLD")
    FamilyRules.leave()


def play(game: Game, line: str) -> Game:
    """Whoever is awaited writes this, and whoever is a captain plays."""
    game = again(game)
    for seat in game.seats.filter(awaited=True).exclude(email=""):
        Post(seat).write(line, Message_ID=f"<{game.number}-{game.phase}-{seat.name}@players.example.org>")
    adjudication.attend(game.pk)
    return again(game)


def world(game: Game, line: str, anna_asks: str = "STATUS") -> dict[str, bytes]:
    """What Anna and a stranger see when Boris has given this order and all that it leads to is over; then all
    is taken back."""
    with transaction.atomic():
        try:
            anna = game.seats.get(name="normans")
            fought = play(game, line)
            seen = {f"while it runs: {name}": page for name, page in _seen(fought, anna).items()}
            for child in game.children.all():
                while again(child).state != GameState.OVER:
                    play(child, "HOLD there")
            adjudication.attend(game.pk)
            fought = play(play(fought, "HOLD"), "HOLD")
            seen |= _seen(fought, anna)
            answered = Post(anna).write(anna_asks, Message_ID="<asked@players.example.org>")
            for number, mail in enumerate(OutboundMail.objects.filter(in_reply_to=answered)):
                seen[f"answer {number}"] = text_of_all(mail).encode()
            return {name: HEX.sub("#" * 64, page.decode()).encode() for name, page in seen.items()}
        finally:
            eventlog.forget()
            transaction.set_rollback(True)


def _seen(game: Game, anna: Seat) -> dict[str, bytes]:
    seen = seen_of(game, anna)
    for who, browser in (("stranger", Client()), ("anna", sits(Client(), anna))):
        for page in ("/", "/games/running", "/games/finished", "/orders", "/gm", f"/g/{game.pk}/join/arabs"):
            seen[f"{who} {page}"] = _bare(browser.get(page).content)
        for child in game.children.all():
            for page in pages_of(child):
                told, never = (
                    browser.get(f"/g/{number}{page}") for number in (child.number, f"{game.pk}-zz")
                )
                assert told.status_code == never.status_code == 404
                assert _bare(told.content) == _bare(never.content), f"{who}: {page} of a child"
    link = seats.unsubscribe_link(seats.unsubscribe_token(anna, everywhere=True))
    seen["unsubscribe"] = _bare(Client().get(link.removeprefix(settings.BASE_URL)).content)
    mails = OutboundMail.objects.filter(seat=anna).order_by("pk")  # others may be told of it
    seen["order of the mails"] = repr([(mail.kind, mail.subject, mail.to) for mail in mails]).encode()
    return seen


def pages_of(child: Game) -> list[str]:
    """The addresses of every page about one game, behind its number."""
    values = {
        "key": child.phase_key,
        "name": "arabs",
        "place": "1",
        "question_id": "1",
        "table": "combat-foot",
        "secret": "1-0000000000000000",
    }
    routes = [str(pattern.pattern) for pattern in urls.urlpatterns]
    behind = [
        route.removeprefix("g/<game:number>") for route in routes if route.startswith("g/<game:number>")
    ]
    return [re.sub(r"<\w+:(\w+)>", lambda found: values[found[1]], page) for page in behind]


def _bare(page: bytes) -> bytes:
    """Without what is drawn for each visit, and the address that the visitor has asked for himself."""
    page = re.sub(rb'name="(csrfmiddlewaretoken|nonce)" value="\w+"', b"", page)
    return re.sub(rb'name="next" value="[^"]*"', b"", page)


def difference(game: Game) -> str:
    """What first tells the two worlds apart; "" if nothing does."""
    quiet, hidden = world(game, "HOLD on"), world(game, "FORAY on")
    if list(quiet) != list(hidden):
        return "which pages and mails there are"
    for name, page in quiet.items():
        if without_what_is_drawn(page) != without_what_is_drawn(hidden[name]):
            return name
    return ""


def test_a_hidden_game_changes_no_byte_for_anybody_who_may_not_know_of_it(game: Game) -> None:
    assert difference(game) == ""


def test_the_hidden_world_has_a_game_that_its_own_people_see(game: Game) -> None:
    fought = play(game, "FORAY on")
    [child] = fought.children.all()
    boris = child.seats.get(name="arabs")
    assert boris.email == BORIS.email and OutboundMail.objects.filter(seat=boris).exists()
    browser = sits(Client(), fought.seats.get(name="arabs"))
    assert child.label in browser.get(f"/g/{game.pk}").content.decode()
    assert browser.get(f"/g/{child.number}").status_code == 200
    assert child.label not in Client().get(f"/g/{game.pk}").content.decode()


def _knows_all(patch: pytest.MonkeyPatch) -> None:
    known = kin.known
    patch.setattr(kin, "known", lambda game, reader: known(game, "arabs"))


def _looks_everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(kin, "may_look", lambda game, held: True)


def _lists_everything(patch: pytest.MonkeyPatch) -> None:
    """As a list does without a thought of families."""
    patch.setattr(listed, "_shown", lambda: Game.objects.prefetch_related(listed.SEATS))


def _rests_for_it(patch: pytest.MonkeyPatch) -> None:
    awaiting = engine.awaiting

    def resting(table: Any) -> engine.Awaiting:
        return replace(awaiting(table), rests=tuple(table.calls))

    patch.setattr(engine, "awaiting", resting)


def _tells_everybody(patch: pytest.MonkeyPatch) -> None:
    tidings = families.tidings

    def told(game: Game, first: Any, played: Any, seat: Seat | None) -> Any:
        return tidings(game, first, played, game.seats.get(name="arabs") if seat else None)

    patch.setattr(families, "tidings", told)


def _to_the_wrong_mailbox(patch: pytest.MonkeyPatch) -> None:
    tell = playing.tell_of_beginnings

    def told(children: Any) -> None:
        tell(children)
        for child in children:
            game = child.parent
            for mail in OutboundMail.objects.filter(seat__game=child):
                OutboundMail.objects.filter(pk=mail.pk).update(
                    seat=game.seats.get(name="normans"), to=ANNA.email
                )

    patch.setattr(playing, "tell_of_beginnings", told)


@pytest.mark.parametrize(
    ("plant", "place"),
    some(
        [
            (_knows_all, "/g/"),
            (_looks_everywhere, "404"),
            (_lists_everything, " /"),
            (_rests_for_it, "which pages"),
            (_tells_everybody, "enemy"),
            (_to_the_wrong_mailbox, "which pages and mails"),
        ],
        3,
    ),
)
def test_a_leak_is_found(
    game: Game, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], place: str
) -> None:
    plant(monkeypatch)
    try:
        found = difference(game)
    except AssertionError as error:
        found = str(error)
    assert place in found
