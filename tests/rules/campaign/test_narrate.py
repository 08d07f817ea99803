"""A day of a campaign in words: nothing goes untold, and it reads as a player would have it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.campaign.narrate import RUNS, TELLERS, UNTOLD, narrated
from rules.campaign.narrate_fights import waiting_told
from rules.campaign.plans.plan import ALWAYS, Hire, Join, March, Meet, Meeting, Pick, Scout, Split
from rules.campaign.telling import Teller
from rules.events.base import Event
from rules.events.campaign import CampaignDayEnded
from rules.events.campaign_fights import DayOpened
from rules.events.kinds import CAMPAIGN
from rules.state.campaign import Campaign
from rules.views.knowing import seen
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World
from tests.rules.campaign.worlds import lines_played

FOOT = "light infantry"
SEATS: tuple[str | None, ...] = (NORMANS, BYZANTINES, None)


def told(before: Campaign, events: Sequence[Event], seat: str | None) -> list[str]:
    shown = seen(before, events, seat)
    return [line.text for line in narrated(view_for(before, seat), shown, seat)]


def day_of(world: World, seat: str | None, *faces: int, **dice: object) -> list[str]:
    before = world.at.copy()
    return told(before, world.day(*faces, **dice), seat)  # type: ignore[arg-type]


def test_every_kind_of_event_has_words() -> None:
    assert set(CAMPAIGN.events) - {*TELLERS, *RUNS} == set(UNTOLD)


@pytest.mark.parametrize("seed", range(6))
def test_campaigns_by_chance_are_told_to_everybody(seed: int) -> None:
    """Whatever happens, in words without gaps; the first line of each day begins a paragraph."""
    for before, events in lines_played(seed):
        for seat in SEATS:
            shown = seen(before, events, seat)
            lines = narrated(view_for(before, seat), shown, seat)
            assert lines[0].depth == 0
            for line in lines:
                assert line.text and "{" not in line.text and "  " not in line.text, line
                assert line.text[0].isupper() or not line.text[0].isalpha()
        assert len(narrated(before, events, None)) >= len(lines)  # all of it, when it is over


def test_a_march_is_told_with_what_it_costs() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0604", via=("0503", "0504")))
    lines = day_of(world, NORMANS)
    assert (
        "Robert (6 men, on foot, 5 MP): Dorf 0403 > 0503 > 0504 (hills, 2), 1 hex south-east of Dorf: 3 of 5."
        in lines
    )


def test_what_others_do_is_told_as_all_see_it() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0603"))
    lines = day_of(world, BYZANTINES)
    assert "Group n1 of the Normans, on foot: Dorf 0403 > 0503 > 0603, 2 hexes east of Dorf." in lines
    assert not any("Robert" in line for line in lines)


def test_a_meeting_is_told_with_both_sums_and_who_may_fight() -> None:
    """EXPERIENCE 7: "theirs 8, no leader, 14 against 22 men -1 = 7; yours 5, prestige 5 +0, ... = 6"."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 21}, leader="robert", prestige=5, hostility=5)
    world.group(BYZANTINES, "0603", {FOOT: 14}, hostility=8)
    world.orders(NORMANS, March(group="n1", to="0603"))
    world.orders(BYZANTINES, Meet(meeting=Meeting(fight=ALWAYS)))
    lines = day_of(world, NORMANS, otherwise=5)
    assert "Now you see group b1 of the Byzantines: 14 men (light infantry 14), no leader." in lines
    assert (
        "Test: yours 5, prestige 5 +0, 22 against 14 men +1 = 6;"
        " theirs 8, no leader, 14 against 22 men -1 = 7. They may open a fight, you may not." in lines
    )
    assert any(line.startswith("Group b1 of the Byzantines attacks Robert in 0603") for line in lines)


def test_who_joins_and_how_it_ends_is_told_to_both_and_the_ends_alone_to_others() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(NORMANS, "0604", {FOOT: 5})
    world.group(BYZANTINES, "0603", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)), Join())
    before = world.at.copy()
    events = world.day(named={"GUC-17.2": 3}, otherwise=1)
    mine, public = told(before, events, NORMANS), told(before, events, None)
    assert any(line.startswith("Group n2 comes from 0604") for line in mine)
    assert any("worth" in line and "1D10 = 3" in line for line in mine)
    assert "Group b1 of the Byzantines driven off." in mine
    assert any(line.startswith("Battle, groups n1 and n2 of the Normans against group b1") for line in public)
    assert not any("worth" in line or "dead" in line or "Wounded" in line for line in public)


def test_slips_are_told_man_by_man_to_their_own_side_and_counted_to_the_other() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, Meet(meeting=Meeting(refuse=ALWAYS)))
    before = world.at.copy()
    events = world.day(named={"GUC-14.5a": 8}, otherwise=1)
    names = [world.at.men[name].name for name in before.contents["b1"].men]
    theirs, mine = told(before, events, BYZANTINES), told(before, events, NORMANS)
    (line,) = [line for line in theirs if line.startswith("1D10 for each man")]
    assert all(f"{name} 8 wounded" in line for name in names)
    assert "1D10 for each man, riders and armoured ones -1, wounded +2: 4 wounded." in mine


def test_a_new_prisoner_is_told_as_taken_and_one_that_is_handed_on_as_led_on() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, Meet(meeting=Meeting(give_up=ALWAYS)))
    first = day_of(world, NORMANS, otherwise=1)
    assert any(line.startswith("Prisoners of the Normans, led by group n1: ") for line in first)
    world.orders(NORMANS, March(group="n1", to="0303"))
    second = day_of(world, NORMANS, otherwise=1)
    assert any(line.startswith("Led on by group n2: ") for line in second)


def test_hunger_is_told_with_what_it_does() -> None:
    world = World()
    world.group(NORMANS, "0602", {FOOT: 12}, unfed=1)
    lines = day_of(world, NORMANS)
    assert (
        "Group n1 goes hungry: 0 of 1; day 2 without enough: half its MP, and worse dice in a fight." in lines
    )


def test_a_spy_s_way_is_one_line_and_what_he_tells_is_told_once() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5})
    world.group(BYZANTINES, "0603", {FOOT: 5})
    world.spy(NORMANS, "gisulfo", "0303")
    world.orders(NORMANS, Scout(spy="gisulfo", to="0403"))
    first = day_of(world, NORMANS, otherwise=10)
    assert [line for line in first if line.startswith("Your spy Gisulfo: ")] == [
        "Your spy Gisulfo: Alto 0303 > Dorf 0403."
    ]
    assert sum("tells of group b1 of the Byzantines, seen today" in line for line in first) == 1


def test_money_that_stays_in_a_side_is_told_once() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 8}, purse=5)
    world.orders(NORMANS, Split(group="n1", pick=Pick(number=3), purse=3))
    lines = [line for line in day_of(world, NORMANS) if line.startswith("Purse")]
    assert lines == ["Purse of group n2: +1½ D, groups divided; 1½ D in it."]


def test_mercenaries_who_are_hired_are_told_with_their_terms() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, leader="robert", purse=40)
    world.band("0603", {FOOT: 3})
    world.orders(NORMANS, March(group="n1", to="0603"), Hire(most=40))
    lines = day_of(world, NORMANS, otherwise=1)
    assert any(line.startswith("Mercenaries m1 are in the service of Robert") for line in lines)
    assert any(line.endswith("(light infantry 3), paid, for good.") for line in lines)


def test_the_gazette_comes_out_in_the_evening_of_the_seventh_day() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5})
    world.at.turn = 6
    assert not any("Gazette" in line for line in day_of(world, None))
    assert any(
        line.startswith("Gazette of the week from 4 May to 10 May 1057") for line in day_of(world, None)
    )
    assert CampaignDayEnded in TELLERS


def test_a_convoy_that_turns_round_is_nobody_elses_scene() -> None:
    world = World()
    world.group(NORMANS, "0901", {FOOT: 3})
    world.convoy("", "0403", "alto", "dorf")
    world.orders(NORMANS, March(group="n1", to="0902"))
    turned = []
    for _ in range(3):
        before = world.at.copy()
        turned += [
            line.depth
            for line in narrated(before, world.day(otherwise=1), None)
            if "turns round" in line.text
        ]
    assert turned and set(turned) == {0}


def paragraphs(before: Campaign, events: Sequence[Event], seat: str) -> list[list[str]]:
    found: list[list[str]] = []
    for line in narrated(view_for(before, seat), seen(before, events, seat), seat):
        if line.depth == 0:
            found.append([])
        found[-1].append(line.text)
    return found


def test_what_a_spy_tells_stands_below_no_march_of_others() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5})
    world.group(BYZANTINES, "0603", {FOOT: 5})
    world.spy(NORMANS, "gisulfo", "0303")
    world.orders(NORMANS, Scout(spy="gisulfo", to="0403"))
    before = world.at.copy()
    told_of = [
        one
        for one in paragraphs(before, world.day(otherwise=10), NORMANS)
        if any("tells of group b1" in line for line in one)
    ]
    assert len(told_of) == 1 and all(line.startswith(("Your spy Gisulfo", "Done")) for line in told_of[0])


def test_who_is_seen_before_a_march_stands_below_no_march_elsewhere() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5}, leader="robert")
    world.group(BYZANTINES, "0603", {FOOT: 5}, leader="michael")
    teller = Teller(world.at, NORMANS, TELLERS, RUNS)
    teller.paragraph("Robert marches.", scene="n1")
    assert teller.is_elsewhere("b1") and not teller.is_elsewhere("n1")
    teller.paragraph("The evening.")
    assert not teller.is_elsewhere("b1")


def test_who_made_a_day_up_while_nobody_is_ahead_reads_of_nobody_ahead() -> None:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5})
    said = waiting_told(world.at, DayOpened(day=3, still=("c1",), ahead=False))
    assert said == "Day 3 is made up by those who waited."
