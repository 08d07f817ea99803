"""Position files of campaigns: put up, asked, played, and written of any moment."""

from __future__ import annotations

import json

import pytest

from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.judging import reading
from rules.campaign.judging.judging import scale
from rules.campaign.judging.writing import written
from rules.positions import fields
from rules.positions.mornings import lay
from rules.state.campaign import Campaign
from rules.umpires.campaign import PAGES
from rules.umpires.judging import judge
from rules.views.masking import view_for
from tests.rules.campaign.worlds import lines_played

HEAD = "campaign canne\nonly\n"
TWO = """
[groups normans]
n1, 4718, leader Robert, prestige 6, hostility 7, 4 knight, 5 archer, purse 14
[groups byzantines]
b1, Canne, 6 spearman, wounded 2 archer, hostility 6
"""


def found(text: str, kind: str = "answer") -> list[str]:
    return [one.words for one in judge(text) if one.kind == kind]


def faults(text: str) -> list[str]:
    return [f"{one.line}: {one.words}" for one in judge(text) if one.kind == "fault"]


def put_up(text: str) -> Campaign:
    return reading.read(text, PAGES).at


@pytest.mark.rule("GUC-7c", "GUC-7d", "GUC-7e")
def test_a_meeting_is_tested_for_both() -> None:
    assert found(f"{HEAD}{TWO}[ask]\ntest n1 b1") == [
        "n1: level 7, prestige +0, men +0: 7, may open a fight",
        "b1: level 6, prestige +0, men +0: 6, may not open a fight",
    ]


def test_questions_and_their_answers() -> None:
    asked = """[ask]
pace n1
eats n1
value n1
odds n1 b1
way n1 to Canne
cost Canne
legal MARCH Robert to Canne
legal byzantines MARCH Robert to Canne
score
"""
    told = found(HEAD + TWO + asked)
    assert told[:2] == ["5 MP a day", "1 point a day"]
    assert told[2].startswith("value ") and " against " in told[3] and "column" in told[3]
    assert told[4].startswith("4718 > ") and told[4].endswith(" day")
    assert told[5] == "4817: plain, 3 MP"
    assert told[6].startswith("yes, for the normans: Robert (10 men, on foot, 5 MP a day): 4718 > ")
    assert told[7].startswith("no")
    assert [line.partition(":")[0] for line in told[8:]] == ["Normans", "Byzantines"]


def test_a_day_is_played_with_the_dice_of_the_file_and_tells_what_became_of_groups() -> None:
    text = f"{HEAD}{TWO}[orders normans]\nMARCH Robert to Canne; fight\n[dice]\notherwise 5\n"
    told = list(judge(text))
    assert not [one for one in told if one.kind == "fault"]
    assert any("meet" in one.words.lower() or "Canne" in one.words for one in told if one.kind == "report")
    states = [one.words for one in told if one.kind == "state"]
    assert states[0].startswith("n1 at ") and states[1].startswith("b1 at ")


def test_several_days_one_behind_the_other() -> None:
    text = (
        HEAD + "\n[groups normans]\nn1, Melfi, 12 men\n[orders normans]\nMARCH n1 to Lavello\n[next]\n[ask]\n"
    )
    text += "pace n1\n[orders normans]\nHOLD n1\n"
    told = list(judge(text))
    assert not [one for one in told if one.kind == "fault"]
    assert [one.words for one in told if one.kind == "state"] == ["n1 at Lavello 4123, 12 men"]


def test_everything_that_can_stand_in_a_line() -> None:
    at = put_up(
        HEAD
        + """day 6
season -1
[places]
Venosa, normans, resources 4, hostility 6, purse 8, garrison 5 spearman, rests until 8, cures Hugo until 9
[groups normans]
n2, NE of Melfi, 12 men, unfed 2, came Melfi, free 6, holds Leon of byzantines
Venosa, Drogo, wounded Serlo, 3 archers, purse 7.5
[mercenaries]
m1, Venosa, 6 spearman, under n2, paid
m2, 4025, 8 men, hostility 4
[convoys]
nc1 of normans, 3924, Melfi to Venosa, points 4, escort n2
c1, 4025, Lucera to Siponto
[spies]
Gisulfo of normans, 4123
"""
    )
    assert (at.day, at.season) == (6, -1) and set(at.groups) == {"n2", "n3", "m1", "m2"}
    assert at.content("n2").captives == ("leon",) and at.captors["leon"] == "normans"
    assert at.content("n2").unfed == 2 and len(at.content("n2").men) == 12
    assert at.content("n3").purse == 15 and [at.men[n].name for n in at.content("n3").men][:2] == [
        "Drogo",
        "Serlo",
    ]
    assert at.men["serlo"].wounded and at.bands["m1"].paid and at.groups["m1"].hex == at.groups["n2"].hex
    assert at.loads == {"nc1": 4, "c1": 5} and not at.convoys["c1"].side
    assert at.spies["gisulfo"].hex == "4123"
    venosa = at.holdings["venosa"]
    assert (venosa.resources, venosa.hostility, venosa.purse, len(venosa.garrison)) == (4, 6, 16, 5)
    assert at.recover["hugo"] == 9 and at.men["hugo"].wounded and venosa.rests == 8


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("campaign cane\n", "1: there is no campaign 'cane' (perhaps 'canne'?)"),
        (HEAD + "[men normans]\nHugo\n", "3: a position of a campaign has no [men]"),
        (HEAD + "[groups franks]\nn1, Melfi, 3 men\n", "3: there is no seat 'franks'"),
        (HEAD + "[groups normans]\nn1, Mefli, 3 men\n", "no place on this map is called 'Mefli'"),
        (HEAD + "[groups normans]\nb1, Melfi, 3 men\n", "the counters of these are n1, n2 and so on, not b1"),
        (HEAD + "[groups normans]\nn1, Melfi, 3 dragons\n", "there is no kind of men 'dragons'"),
        (HEAD + "[groups normans]\nn1, Melfi, hungry\n", "there is no part of a group 'hungry'"),
        (HEAD + "[groups normans]\nn1, Melfi\n", "who is in it?"),
        (HEAD + "[convoys]\nc1, Melfi, points 3\n", "from where to where?"),
        (HEAD + "[ask]\npace n7\n", "there is no group 'n7'"),
        (HEAD + "[ask]\nweather\n", "question that begins with"),
        (HEAD + "[exact]\nturn 99999999999999999999\n", "turn is a number up to 9999"),
        (HEAD + "sun 3\n", "line before the first section that begins with"),
        (
            HEAD + "[groups normans]\nn1, Melfi, 3 men\n[next]\n[groups normans]\nn2, Melfi, 3 men\n",
            "before [next]",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, fault: str) -> None:
    [told] = faults(text)
    assert fault in told


@pytest.mark.parametrize("seed", range(3))
def test_any_moment_is_written_and_reads_back_the_same(seed: int) -> None:
    for at, _ in lines_played(seed, most=6, scenario="campaign-canne"):
        text = written(at, PAGES, ["any moment"], ())
        position = reading.read(text, PAGES)
        again = position.at.copy()
        for section in position.phases[0].of("orders", "filed"):
            list(lay(again, section, scale(GUISCARD_CAMPAIGN).read))
        assert not [name for name, _ in fields.differences(at, again)]
        assert not [line for line in text.splitlines() if len(line) > 100_000]


def test_a_position_finds_the_same_as_json() -> None:
    for one in judge(f"{HEAD}{TWO}[ask]\nscore\n"):
        json.dumps(one.data)


@pytest.mark.parametrize("seat", ["normans", "byzantines", None])
def test_what_a_seat_knows_of_a_moment_is_written_too(seat: str | None) -> None:
    for at, _ in lines_played(1, most=4, scenario="campaign-canne"):
        known = view_for(at, seat)
        again = reading.read(written(known, PAGES, [], ()), PAGES).at
        assert {name for name, _ in fields.differences(known, again)} <= {"standing", "sheets"}
