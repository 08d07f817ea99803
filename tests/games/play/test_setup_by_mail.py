"""A scenario with a set-up, played by mail from its first mail on."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client

from games.answers import brakes
from games.models import Game, OutboundMail, Report
from games.play import adjudication
from games.record import eventlog
from rules import engine
from tests.games.arena import sits
from tests.games.kit import again
from tests.games.post_kit import (
    Post,
    a_battle,
    battle_of,
    html_of,
    opened,
    orders_of,
    seat_on_move,
    seat_waiting,
    text_of,
    the_answer,
)
from tests.games.record.enemys_eyes import HEX, seen_of, still, without_what_is_drawn

__all__ = ["still"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def grange() -> Game:
    return a_battle("grange")


def newest(game: Game, seat: str) -> str:
    """The last report of a seat, as one paragraph."""
    mail = OutboundMail.objects.filter(game=game, seat__name=seat, kind="report").order_by("-pk")[0]
    return text_of(opened(mail))


def form_in(report: str) -> list[str]:
    """The lines of the order form, as a mail program sends them back that quotes nothing."""
    return report[report.index("#ORDERS") : report.index("#END") + 4].splitlines()


def test_the_first_mails_say_what_is_to_be_placed_and_who_is_waited_for(grange: Game) -> None:
    lombards, normans = newest(grange, "lombards"), newest(grange, "normans")
    assert "Your orders for Lombard set-up are due" in " ".join(lombards.split())
    assert "game G" in lombards.splitlines()[0] and "Lombard set-up" in lombards.splitlines()[0]
    assert "# the windows: 0706 0805 0907 1305 1906" in lombards
    assert "PLACE Teobaldo at 1310" in form_in(lombards) and "ENTER Melo by east turn 3" in form_in(lombards)
    assert "#ORDERS" not in normans and "The game waits for Teobaldo's garrison" in " ".join(normans.split())
    assert re.search(r"Teobaldo +heavy infantry yes to be placed", lombards)
    mail = OutboundMail.objects.get(game=grange, seat__name="lombards", kind="report")
    assert "to be placed" in html_of(opened(mail))
    kinds = [part.get_content_type() for part in opened(mail).walk()]
    assert "image/png" in kinds
    picture = engine.picture(battle_of(grange), "lombards")
    assert [area.name for area in picture.areas] == ["the house", "the barn", "the yard", "the windows"]


def test_the_form_comes_back_and_the_other_side_places_what_it_sees(grange: Game) -> None:
    lombards = seat_on_move(grange)
    sent = form_in(newest(grange, "lombards"))
    sent[sent.index("PLACE Carlo at 0910")] = "PLACE Carlo at 0906"
    answer = Post(lombards).write("\n".join([*sent, "FINAL"]))
    assert text_of(the_answer(answer)).count("  ok ") == 17
    adjudication.attend(grange.pk)
    game = again(grange)
    assert (game.phase, game.phase_key) == (2, "setup-normans")
    told = " ".join(newest(game, "normans").split())
    assert "Set-up of Teobaldo's garrison: Teobaldo 1310, Atenolfo 1110, Astolfo 1510, Carlo 0906" in told
    assert "In reserve: Gisulfo, Romualdo, Landolfo and Melo, to enter by the east in turn 3." in told
    normans = seat_on_move(game)
    Post(normans).write("PLACE Robert 1316\nENTER Tancred by west turn 3\nENTER Serlo\nFINAL")
    assert orders_of(game, normans) == (
        "PLACE Robert at 1316",
        "ENTER Tancred by west turn 3",
        "ENTER Serlo",
    )
    adjudication.attend(grange.pk)
    game = again(grange)
    assert (game.turn, game.phase, game.phase_key) == (1, 3, "t1-normans")
    hidden = Report.objects.filter(seat=lombards).order_by("pk").last().text  # mailed with the next phase
    assert "Robert 1316" in " ".join(hidden.split())
    assert "Tancred" not in hidden and "Serlo" not in hidden
    own = " ".join(newest(game, "normans").split())
    assert "In reserve: Tancred, to enter by the west in turn 3." in own
    for page in (
        "",
        "/t/setup-lombards",
        "/t/setup-normans",
        "/t/setup-normans/map.svg",
        "/t/setup-normans/position.txt",
        "/position.txt",
        "/t/setup-normans/dice",
    ):
        shown = Client().get(f"/g/{game.pk}{page}")
        assert shown.status_code == 200 and b"Tancred" not in shown.content
    assert b"Tancred" in sits(Client(), normans).get(f"/g/{game.pk}/seat/normans").content


def test_a_mail_that_tries_is_answered_and_a_wrong_line_says_why(grange: Game) -> None:
    post = Post(seat_on_move(grange))
    tried = text_of(the_answer(post.write("TRY\nPLACE archers on the windows")))
    assert "Arnolfo 0805, Liutprando 1305, Agilulfo 1906." in " ".join(tried.split())
    refused = text_of(the_answer(post.write("PLACE Carlo 0304\nMOVE Sandro to 0906\nPLACE Gisulfo 1310")))
    said = " ".join(refused.split())
    assert "Carlo may not be placed in 0304, only here: the house" in said and "RUL-202" in said
    assert "Before the first turn men are placed" in said
    assert "Perhaps you mean: PLACE Sandro at 0906" in said
    assert "Gisulfo cannot be placed: he comes later" in said
    assert orders_of(grange, seat_on_move(grange)) == ()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_set_up_is_told_in_the_language_of_the_seat(language: str) -> None:
    game = a_battle("grange", language)
    report = newest(game, "lombards")
    words = {"de": "Aufstellung der Langobarden", "fr": "mise en place des Lombards"}[language]
    assert words in " ".join(report.split())
    assert "PLACE Teobaldo at 1310" in report and "to be placed" not in report
    answer = text_of(the_answer(Post(seat_on_move(game)).write("PLACE Carlo 0304")))
    assert "may not be placed" not in answer


@pytest.mark.rule("RUL-203")
def test_two_worlds_that_differ_in_a_hidden_reserve_give_the_other_side_the_same_bytes(
    grange: Game, still: None
) -> None:
    """When and where the riders come, be they held back or not ordered about at all, is nothing that
    anybody can see."""
    lombards, normans = seat_on_move(grange), seat_waiting(grange)
    Post(lombards).write("PLACE everybody\nFINAL", Message_ID="<lombards@players.example.org>")
    adjudication.attend(grange.pk)

    def world(line: str) -> list[tuple[str, bytes]]:
        with transaction.atomic():
            try:
                mail = f"{line}\nENTER Serlo turn 9\nFINAL"
                Post(normans).write(mail, Message_ID="<normans@players.example.org>")
                adjudication.attend(grange.pk)
                assert again(grange).phase == 3
                seen = seen_of(again(grange), lombards)
                return [
                    (name, without_what_is_drawn(HEX.sub("#", page.decode(errors="replace")).encode()))
                    for name, page in seen.items()
                ]
            finally:
                eventlog.forget()
                transaction.set_rollback(True)

    one = world("ENTER Tancred by west turn 5\nENTER Gui by south turn 2")
    other = world("ENTER Gui by east turn 7\nENTER Tancred by 0116 turn 2")
    assert [name for name, _ in one] == [name for name, _ in other]
    assert [name for (name, a), (_, b) in zip(one, other, strict=True) if a != b] == []
    # Tancred stands in the examples of every first mail
    pages = [
        (name, page) for name, page in one if not name.endswith(" /")
    ]  # the lobby tells of all scenarios
    assert [name for name, page in pages if b"Serlo" in page or b"tancred" in page] == []


def test_who_is_still_to_come_is_not_struck_out_on_the_page(grange: Game, client: Client) -> None:
    page = client.get(f"/g/{grange.pk}").content.decode()
    assert "to be placed" in page and "in reserve" in page and 'class="gone"' not in page


PROBES = (
    "FIRE Arnolfo at Tancred",
    "WATCH Arnolfo for Tancred, Serlo",
    "IF Tancred is on the board THEN FIRE Arnolfo at best",
    "TRY\nIF Gui is within 4 of 1310 THEN FIRE Arnolfo at Gui",
    "TEST IF Serlo is down",
    "PLACE Tancred at 0116\nENTER Serlo",
    "HELP",
    "STATUS",
)


@pytest.mark.rule("RUL-203")
def test_what_the_enemy_asks_is_answered_alike_whoever_is_held_back_and_how(
    grange: Game, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By mail, with names that he can only guess: receipts, refusals and tries say the same, and so does
    the set-up before it is over, whatever is ordered there."""
    monkeypatch.setattr(brakes, "allowance", lambda *_, **__: brakes.Allowance(True))  # he asks all at once
    lombards, normans = seat_on_move(grange), seat_waiting(grange)
    Post(lombards).write("PLACE everybody\nFINAL", Message_ID="<lombards@players.example.org>")
    adjudication.attend(grange.pk)

    def world(lines: str) -> list[str]:
        with transaction.atomic():
            try:
                told = []
                for phase in (2, 3):
                    final = "" if phase == 2 else "FINAL"
                    Post(normans).write(f"{lines}\n{final}", Message_ID=f"<{phase}@players.example.org>")
                    if phase == 3:
                        adjudication.attend(grange.pk)
                    assert again(grange).phase == phase
                    for number, probe in enumerate(PROBES):
                        mail = Post(lombards).write(
                            probe, Message_ID=f"<probe{phase}.{number}@players.example.org>"
                        )
                        told.append(HEX.sub("#", text_of(the_answer(mail))))
                return [without_what_is_drawn(text.encode()).decode() for text in told]
            finally:
                eventlog.forget()
                transaction.set_rollback(True)

    one = world(
        "PLACE Robert at 1316\nENTER Tancred by west turn 5\nENTER Gui by south turn 2\nENTER Serlo turn 9"
    )
    other = world(
        "PLACE Robert at 1316\nENTER Gui by east turn 7\nENTER Tancred by 0116 turn 2\nENTER Serlo turn 9"
    )
    third = world("PLACE Robert at 1316\nENTER everybody by east turn 10")
    assert one == other == third
    sealed = world("PLACE Robert at 1416\nPLACE William at 0216\nENTER everybody by east turn 10")
    assert one[: len(PROBES)] == sealed[: len(PROBES)]
