"""A campaign in mails and on pages: its sheet, its gazette, the lives of its men, and who is told of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game, OutboundMail
from games.play.creation import Captain, Player, create_game
from games.record import eventlog
from games.reports import listings, sheet, text
from rules import engine
from rules.engine import SheetRow, SheetTable
from tests.games.arena import sits
from tests.games.kit import file, seat_of, work_off
from tests.games.post_kit import a_battle, html_of, opened, text_of
from tests.games.views.games_kit import words

NORMANS, BYZANTINES = "normans", "byzantines"
SCENARIO = "campaign-ofanto"

pytestmark = pytest.mark.django_db


def a_campaign(language: str = "en") -> Game:
    players = {
        NORMANS: Player("Anna", "anna@players.example.org", language=language),
        BYZANTINES: Player("Boris", "boris@players.example.org", language=language),
    }
    game = create_game(SCENARIO, players)
    work_off()
    return game


def play(game: Game, days: int = 1) -> Game:
    """Days on which the Normans march to Venosa, the Byzantines stay."""
    for _ in range(days):
        phase = Game.objects.get(pk=game.pk).phase
        file(game, NORMANS, "MARCH Robert to Venosa", command=f"n{phase}")
        file(game, BYZANTINES, "HOLD Leon", command=f"b{phase}")
        work_off()
    return Game.objects.get(pk=game.pk)


def last_mail(game: Game, seat: str) -> Any:
    return opened(OutboundMail.objects.filter(game=game, seat__name=seat).order_by("-pk")[0])


def the_desk(game: Game, seat: str) -> Client:
    return sits(Client(), seat_of(game, seat))


# tables


TABLE = SheetTable(
    "Your groups",
    ("group", "men", "food"),
    (SheetRow(("Robert (n1)", "12", "fed"), ("knight 12.",)), SheetRow(("n2", "3", ""))),
    numbers=(1,),
    note="As ever: Alto 5.",
)


def test_a_table_of_the_sheet_in_columns_and_for_the_ear() -> None:
    assert listings.columns(TABLE) == [
        "YOUR GROUPS",
        "",
        "   group       men food",
        "   Robert (n1)  12 fed",
        "      knight 12.",
        "   n2            3",
        "   As ever: Alto 5.",
    ]
    assert listings.sentences(TABLE) == [
        "Your groups.",
        "Robert (n1): men 12, food fed. knight 12.",
        "n2: men 3.",
        "As ever: Alto 5.",
    ]


def test_what_has_no_room_in_its_column_stands_in_full_below() -> None:
    names = ("Ymar the Tall of the Twelve Oaks (n3)", "hungry since the twelfth of September")
    wide = SheetTable(
        "Your groups", ("group", "food", "men"), (SheetRow((*names, "4"), ("knight 4.",)),), numbers=(2,)
    )
    _, _, _, row, *notes = listings.columns(wide)
    assert names[0] not in row
    assert " ".join(" ".join(notes).split()) == (
        f"{names[0]}. Hungry since the twelfth of September. knight 4."
    )


def test_a_table_without_rows_is_its_note() -> None:
    empty = SheetTable("Your places", (), (), note="As ever: Alto 5.")
    assert listings.columns(empty) == ["YOUR PLACES", "", "   As ever: Alto 5."]


# mails


def test_a_day_s_report_in_text_and_html() -> None:
    game = play(a_campaign())
    mail = last_mail(game, NORMANS)
    said, page = text_of(mail), html_of(mail)
    for title in ("IN SHORT", "WHAT HAPPENED: DAY 1, 4 MAY 1057", "THE CAMPAIGN SO FAR", "YOUR GROUPS",
                  "WHAT YOU KNOW OF OTHERS", "HOW YOUR GOALS STAND", "YOUR ORDERS"):  # fmt: skip
        assert title in said.splitlines(), title
    assert max(map(len, said.splitlines())) <= 78  # addresses and hashes stand whole
    assert max(len(line) for line in text.muster(engine.situation(_state(game), NORMANS))) <= 72
    assert "THE SIEGE" not in said and "att, def" not in said
    assert "The campaign so far" in page and "<strong>Your groups</strong>" in page


def _state(game: Game) -> engine.Table:
    return eventlog.load(game.pk).battle


def test_what_a_seat_is_mailed_names_no_man_of_the_other_side() -> None:
    game = play(a_campaign())
    said = text_of(last_mail(game, NORMANS)).partition("THE DICE")[0]
    assert "Robert" in said and "Leon" not in said and "Harald" not in said


def test_the_welcome_says_how_a_campaign_is_played() -> None:
    game = a_campaign()
    said = text_of(last_mail(game, NORMANS))
    assert "THE CAMPAIGN SO FAR" in said and "WHAT IS FOUGHT FOR" in said
    assert "The orders of all seats are opened together" in said


@pytest.mark.parametrize(("language", "title"), [("de", "IHRE GRUPPEN"), ("fr", "VOS GROUPES")])
def test_in_other_languages(language: str, title: str) -> None:
    said = text_of(last_mail(play(a_campaign(language)), NORMANS))
    assert title in said and "YOUR GROUPS" not in said


def test_days_have_their_dates_in_titles() -> None:
    game = play(a_campaign())
    assert [turn.title for turn in game.adjudications.all()] == ["day 1, 4 May 1057"]
    assert sheet.rounds(engine.situation(_state(game), None)) == "days"
    assert sheet.strengths(engine.situation(_state(game), None))[0].startswith("Normans: 3 groups, ")


# pages


def test_the_pages_of_a_game_show_one_s_own_sheet_and_the_public_the_counters() -> None:
    game = play(a_campaign())
    public = words(Client().get(f"/g/{game.pk}"))
    mine = words(the_desk(game, NORMANS).get(f"/g/{game.pk}"))
    assert "Counters on the map" in public and "Your groups" not in public and "Robert (n1)" not in public
    assert "Your groups" in mine and "Robert (n1)" in mine
    assert "The gazette" in public and "What the men have lived through" in public


def test_the_page_of_a_day() -> None:
    game = play(a_campaign())
    page = the_desk(game, NORMANS).get(f"/g/{game.pk}/t/day1")
    said = words(page)
    assert page.status_code == 200 and "Robert (18 men, on foot, 5 MP)" in said
    assert "Robert (18 men" not in words(Client().get(f"/g/{game.pk}/t/day1"))


def test_the_gazette_comes_out_on_the_seventh_day_and_is_the_same_for_all() -> None:
    game = play(a_campaign(), 6)
    assert "The first issue comes out on the seventh day." in words(Client().get(f"/g/{game.pk}/gazette"))
    game = play(game)
    public, mine = Client().get(f"/g/{game.pk}/gazette"), the_desk(game, NORMANS).get(f"/g/{game.pk}/gazette")
    assert "Gazette of the week from 4 May to 10 May 1057" in words(public)
    assert (
        words(public).partition("The gazette")[2].split() == words(mine).partition("The gazette")[2].split()
    )
    assert "Gazette of the week" in text_of(last_mail(game, BYZANTINES))


def test_lives_are_told_to_their_own_side_alone() -> None:
    game = a_campaign()
    phase = game.phase
    file(game, NORMANS, "RECRUIT 1 light infantry with Robert in Melfi", command=f"n{phase}")
    file(game, BYZANTINES, "HOLD Leon", command=f"b{phase}")
    work_off()
    public = words(Client().get(f"/g/{game.pk}/men"))
    mine, theirs = (words(the_desk(game, seat).get(f"/g/{game.pk}/men")) for seat in (NORMANS, BYZANTINES))
    assert "known to their own side alone" in public and "Recruited" not in public
    assert "Recruited" in mine or "Nothing yet" in mine
    assert "Recruited" not in theirs


def test_other_games_have_no_gazette() -> None:
    game = a_battle()
    assert Client().get(f"/g/{game.pk}/gazette").status_code == 404
    assert Client().get(f"/g/{game.pk}/men").status_code == 404


def test_no_map_is_drawn_for_the_first_mail_of_a_captain() -> None:
    """Nobody reads it; its text stands in the archive all the same."""
    game = create_game(
        "campaign-canne", {"normans": Player("Anna", "anna@example.org"), "byzantines": Captain("bold")}
    )

    anna, captain = (game.reports.get(seat__name=name, key="start") for name in ("normans", "byzantines"))
    assert anna.picture and anna.html
    assert captain.text and not captain.picture and not captain.html


@pytest.mark.parametrize(("language", "said"), [("de", "Befehle sind englische"), ("fr", "mots anglais")])
def test_the_first_mail_in_another_language_says_that_orders_are_english(language: str, said: str) -> None:
    anna = Player("Anna", "anna@example.org", language=language)
    game = create_game("campaign-canne", {"normans": anna, "byzantines": Captain("bold")})

    first = game.reports.get(seat__name="normans", key="start")
    assert said in " ".join(first.text.split()) and said in " ".join(first.html.split())
