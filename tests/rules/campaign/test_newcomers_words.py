"""What somebody writes who plays for the first time: the rest of his groups, a march with an attack on a
group behind it, orders in his own language; and what he is told with his own men in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import lessons
from rules.campaign.desk import own_lines
from rules.campaign.forms import order_form
from rules.campaign.plans.examples import with_own
from rules.campaign.plans.names import Known
from rules.campaign.plans.words import VERBS
from rules.desk.reading import Verdict
from rules.state.campaign import Fight
from rules.state.table import Fights
from tests.rules.campaign.words_kit import NORMANS, one, read, seen, valley

BYZANTINES = "byzantines"


@pytest.mark.parametrize(
    "line",
    ["the rest hold", "The rest stays.", "all others wait", "and everybody else stays", "HOLD the rest",
     "hold all others", "the other groups hold"],
)  # fmt: skip
def test_the_rest_are_those_whom_the_mail_has_sent_nowhere(line: str) -> None:
    found = read("MARCH Robert to Canosa", line)

    assert found.standing == ("MARCH Robert to Canosa", "HOLD Drogo", "HOLD n3")


def test_who_was_only_told_what_to_do_at_a_meeting_is_of_the_rest() -> None:
    found = read("MARCH Robert to Canosa", "MEET Drogo: refuse", "HOLD n3", "the rest march to Lavello")

    assert found.standing[-1] == "MARCH Drogo to Lavello"


def test_who_has_a_line_that_could_not_be_read_is_none_of_the_rest() -> None:
    found = read("Robert march to Canosa, attack b2", "Drogo to Lavello", "the rest hold")

    assert found.standing == ("MARCH Drogo to Lavello", "HOLD n3")


def test_where_nobody_is_left_the_rest_are_asked_about() -> None:
    *_, last = read("HOLD all", "the rest hold").lines

    assert last.code and "all of your groups have a line" in last.message[0].casefold()


@pytest.mark.parametrize("line", ["the rest hold", "everybody else stays where they are"])
def test_without_others_before_them_the_rest_is_nobody(line: str) -> None:
    answer = one(line)

    assert answer.code and "give these first" in answer.message[0]


@pytest.mark.parametrize("line", ["Drogo march to Lavello and attack b2", "Drogo to Lavello, attack b2"])
def test_a_march_with_an_attack_on_a_group_is_offered_as_the_order_that_it_is(line: str) -> None:
    answer = one(line)

    assert answer.verdict is Verdict.ILLEGAL, "two marches"
    assert answer.guesses == ("MARCH Drogo toward b2; fight",)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Robert marschiert nach Canosa", "MARCH Robert to Canosa"),
        ("Robert zieht nach Canosa weiter", "MARCH Robert to Canosa"),
        ("Drogo bleibt", "HOLD Drogo"),
        ("Drogo greift Canosa an", "ATTACK Canosa with Drogo"),
        ("Robert marche vers Canosa", "MARCH Robert to Canosa"),
        ("Robert se rend à Canosa", "MARCH Robert to Canosa"),
        ("Drogo reste sur place", "HOLD Drogo"),
        ("Drogo assiège Canosa", "SIEGE Canosa with Drogo"),
    ],
)
def test_german_and_french_lines_are_offered_in_the_words_of_orders(line: str, order: str) -> None:
    found = read(line)

    assert [answer.guesses for answer in found.lines] == [(order,)]
    assert not found.standing


def test_of_two_lines_about_meetings_the_receipt_says_which_counts() -> None:
    of_all, own = read("MEET all: refuse", "MEET n3: fight").lines

    assert of_all.details == ("n3 goes by a line of its own: MEET n3: fight",)
    assert own.details == ()


def test_what_a_march_says_of_meetings_counts_before_the_lines_about_them() -> None:
    _, of_all, own, drogo = read(
        "MARCH Robert to Canosa; refuse", "MEET all: fight", "MEET Robert: fight", "MEET Drogo: fight"
    ).lines

    march = "Robert goes by a line of its own: MARCH Robert to Canosa; refuse"
    assert of_all.details[0] == own.details[0] == march
    assert drogo.details == ()


def test_try_below_the_lines_says_that_they_are_filed() -> None:
    filed = read("HOLD Robert", "TRY")
    tried = read("TRY", "HOLD Robert")

    assert filed.standing == ("HOLD Robert",) and "above TRY is filed" in filed.lines[1].message[0]
    assert not tried.standing and not tried.lines[0].message


# with the reader's own men


def test_examples_have_the_men_and_places_of_the_reader() -> None:
    known = Known(seen(seat=BYZANTINES), BYZANTINES)

    told = with_own("MARCH Robert to Melfi, JOIN any battle next to Drogo, SPY Gisulfo to Trani", known)

    assert "Robert" not in told and "Melfi" not in told and "Gisulfo" not in told
    assert told.startswith("MARCH Leon to ")


def test_what_the_player_wrote_himself_is_quoted_as_it_was() -> None:
    answer = one("HOLD Robert", seat=BYZANTINES)

    assert "Robert" in answer.message[0], answer


def test_a_line_without_an_order_is_answered_with_who_stands_in_it() -> None:
    answer = one("Harald defeats them at Trani, no fight", seat=BYZANTINES)

    assert answer.code and "Robert to" not in answer.message[0]


def test_help_has_a_line_for_each_word_and_more_of_one() -> None:
    at = seen(seat=BYZANTINES)

    told = lessons.help_on(at, "", BYZANTINES)

    assert all(any(verb.upper() in line for line in told.split("\n")) for verb in VERBS)
    assert "Robert" not in told
    assert len(told.split("\n")) < 40
    assert "up to 2 days" in lessons.help_on(at, "quiet", BYZANTINES).split("\n")[0]


# forms and receipts


def test_no_march_is_proposed_to_who_is_to_attack_the_place_where_he_stands() -> None:
    at = valley()
    there = next(place for place in at.setup.places if place.name == "Canosa").hex
    at.groups["n1"] = replace(at.groups["n1"], hex=there)
    assert "MARCH Robert" in order_form(seen(at), NORMANS)  # there is nothing to eat

    at.standing[NORMANS] = ("ATTACK Canosa with Robert if at least 90 men",)

    assert "MARCH Robert" not in order_form(seen(at), NORMANS)


def test_who_fights_on_a_board_begins_his_march_on_the_next_day() -> None:
    free = one("MARCH Robert to Canosa").details[1]
    fighting = valley(fights={"x": Fight("3822", ("n1",), ("b1",), day=1)})

    assert free != one("MARCH Robert to Canosa", at=fighting).details[1] == "3 days: there on 7 May."


def test_panels_are_told_by_the_panel_with_its_grounds() -> None:
    at = valley()
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=Fights.BOARD))

    assert one("PANELS plain, stubble", at=at).details == (
        "Where you are attacked, the first panel will be plain on this ground: plain.",
    )


def test_a_line_in_german_is_taken_for_an_order_beside_one_in_english() -> None:
    lines = ("Drogo bleibt", "Robert to Canosa", "Drogo war gestern hungrig")

    assert own_lines(valley(), NORMANS, lines, named=False) == lines[:2]


@pytest.mark.parametrize(
    "line", ["HOLD Robert; fight if 5 or more stronger", "Robert holds, fight if 5 or more stronger"]
)
def test_who_holds_may_be_told_in_the_same_line_what_to_do_at_a_meeting(line: str) -> None:
    found = read(line)

    assert found.standing == ("HOLD Robert", "MEET Robert: fight if 5 or more stronger")


@pytest.mark.parametrize("line", ["Robert to Canosa as well", "March Robert to Canosa, too"])
def test_as_well_says_nothing_more(line: str) -> None:
    assert read(line).standing == ("MARCH Robert to Canosa",)


def test_a_march_by_road_tells_how_soon_it_would_be_there_without() -> None:
    longer, shorter = one("MARCH Robert to Canosa by road"), one("MARCH Robert to Canosa")

    assert longer.details[1:3] == ("5 days: there on 8 May.", "Without BY ROAD: 3 days.")
    assert not any("BY ROAD" in told for told in shorter.details)
    assert not any("BY ROAD" in told for told in one("MARCH Robert to Venosa by road").details)
