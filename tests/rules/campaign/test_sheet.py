"""The sheet of a campaign, what is read first, the gazette and the lives of men."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import chronicle, gazette, sheet
from rules.campaign.plans.plan import ALWAYS, Attack, Besiege, Hire, March, Meet, Meeting
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.campaign_secrets import GroupMustered
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Sighting
from rules.views.knowing import seen
from rules.views.masking import view_for
from rules.views.records import CampaignSituation, SheetRow
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World
from tests.rules.campaign.siege_kit import conducted, laid
from tests.rules.campaign.worlds import first_events, lines_played

FOOT = "light infantry"
FIGHT = Meeting(fight=ALWAYS)


def of(at: Campaign, seat: str | None) -> CampaignSituation:
    return sheet.situation(view_for(at, seat), seat)


def rows(at: Campaign, seat: str | None, title: str) -> list[SheetRow]:
    return [row for table in of(at, seat).tables if table.title == title for row in table.rows]


def test_a_day_has_its_date_and_its_place_in_the_campaign() -> None:
    world = World()
    world.at.turn = 9
    assert of(world.at, NORMANS).phase_title == "12 May 1057, day 9 of 30"
    assert of(world.at, NORMANS).scale == "campaign"


def test_one_s_groups_with_men_food_money_and_mp() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 11}, leader="robert", prestige=6, purse=12, unfed=2, wounded=1)
    world.group(NORMANS, "0303", {"light cavalry": 3})
    world.at.turn = 5
    world.at.recover[world.at.contents["n1"].men[-1]] = 9
    hungry, fed = rows(world.at, NORMANS, "Your groups")
    assert hungry.cells == ("Robert (n1)", "12", "0503", "1", "hungry since 6 May", "6", "12 D")
    assert hungry.notes[0] == "1 hex north-east of Dorf."
    assert any(note.startswith("Hurt: ") and "(until 12 May)" in note for note in hungry.notes)
    assert fed.cells == ("n2", "3", "Alto 0303", "8", "fed", "", "0 D")
    assert "All of it ride: it has the cavalry marker." in fed.notes


def test_hunger_is_counted_from_the_first_day_without_enough() -> None:
    """As it stands in the evening of a day, and on the last day of a campaign."""
    world = World()
    world.group(NORMANS, "0602", {FOOT: 12})
    world.day()
    assert rows(world.at, NORMANS, "Your groups")[0].cells[4] == "hungry since 4 May"
    world.day()
    assert rows(world.at, NORMANS, "Your groups")[0].cells[4] == "hungry since 4 May"


def test_one_s_places_with_stores_garrison_and_who_is_held() -> None:
    world = World()
    names = world.garrison("alto", {FOOT: 4}, wounded=1)
    world.at.holdings["alto"] = replace(
        world.at.holdings["alto"], garrison=names[:-1], patients=names[-1:], purse=5, rests=3
    )
    world.group(NORMANS, "0503", {FOOT: 3})
    alto, dorf = rows(world.at, NORMANS, "Your places")
    assert alto.cells == ("Alto", "town", "0303", "5", "3", "2½ D")
    assert alto.notes[0].startswith("Hurt: ")
    assert "Nobody is to be recruited before 6 May is over." in alto.notes
    assert dorf.cells == ("Dorf", "village", "0403", "3", "", "")


def test_a_city_has_no_end_of_stores() -> None:
    world = World()
    world.group(BYZANTINES, "1107", {FOOT: 3})
    assert ("Urbe", "city", "1107", "no end") in [
        row.cells for row in rows(world.at, BYZANTINES, "Your places")
    ]


def test_places_of_which_there_is_nothing_to_tell_are_named_in_a_sentence() -> None:
    world = World()
    (places,) = [table for table in of(world.at, NORMANS).tables if table.title == "Your places"]
    assert places.rows == () and places.note == "As ever, with their resources: Alto 5, Dorf 3."
    world.resources("alto", 4)
    (places,) = [table for table in of(world.at, NORMANS).tables if table.title == "Your places"]
    assert [row.cells[0] for row in places.rows] == ["Alto"] and "Alto" not in places.note


def test_what_is_known_of_others_carries_its_day() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, leader="robert")
    world.group(BYZANTINES, "0903", {FOOT: 5})
    world.group(BYZANTINES, "0705", {"light cavalry": 5})
    world.at.seen[NORMANS]["b1"] = Sighting(3, {FOOT: 5}, leader="Leon", prestige=5)
    known, unknown = rows(world.at, NORMANS, "What you know of others")
    assert known.cells == ("b1", "Byzantines", "Basso 0903", "", "6 May")
    assert known.notes == ("4 hexes from Robert.", "5 men (light infantry 5), led by Leon, prestige 5.")
    assert unknown.cells == ("b2", "Byzantines", "0705", "riders", "")
    assert not any("light cavalry" in note for note in unknown.notes)


def test_the_public_sees_counters_and_nothing_that_is_in_them() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5}, leader="robert", purse=7)
    found = of(world.at, None)
    assert [table.title for table in found.tables] == ["Counters on the map"]
    assert found.score == () and found.notes == ()


def test_a_captured_leader_is_on_both_sheets_and_owed_by_his_own() -> None:
    world = World()
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.group(NORMANS, "0503", {FOOT: 4}, leader="robert", prestige=6)
    content = world.at.contents["n1"]
    world.at.contents["n1"] = replace(content, men=content.men[1:], leader="")
    world.at.contents["b1"] = replace(world.at.contents["b1"], captives=("robert",))
    world.at.captors["robert"] = BYZANTINES
    (mine,), (theirs,) = rows(world.at, NORMANS, "Prisoners"), rows(world.at, BYZANTINES, "Prisoners")
    assert mine.cells == ("Robert (knight)", "Normans", "Byzantines", "12 D")
    assert theirs.cells == ("Robert (knight)", "Normans", "Byzantines", "group b1", "12 D")
    assert of(world.at, NORMANS).notes == ("Robert costs 12 D of ransom, to the Byzantines.",)
    assert rows(world.at, LOMBARDS, "Prisoners") == []


def test_mercenaries_who_wait_for_a_share_are_owed_it() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 5})
    world.band("0503", {FOOT: 4}, under="n1", hired=1)
    assert of(world.at, NORMANS).notes == ("Mercenaries m1 wait for their share: 4 points of loot, or 8 D.",)
    (row,) = rows(world.at, NORMANS, "Mercenaries in your service")
    assert row.cells == ("m1", "4", "group n1", "for a share, since 4 May, 0 tests")


def test_a_side_knows_how_its_own_goals_stand() -> None:
    world = World(basso=NORMANS)
    assert of(world.at, NORMANS).score == (
        "So far 3 points.",
        "3 points for Basso, if it is yours: now 3.",
    )
    assert of(world.at, BYZANTINES).score == ()
    assert of(world.at, None).victory[0] == "Normans: 3 points for Basso, if it is theirs."


# what is read first


def _short(world: World, seat: str | None, *faces: int, **dice: object) -> tuple[str, ...]:
    before = view_for(world.at, seat)
    truth = world.at.copy()
    shown = seen(truth, world.day(*faces, **dice), seat)  # type: ignore[arg-type]
    return sheet.in_short(view_for(world.at, seat), seat, before, shown)


def test_what_befell_a_siege_and_what_came_of_a_parley_stand_there_for_those_who_have_a_part_in_it() -> None:
    world = laid()
    conducted(world, NORMANS, "PARLEY")
    dice = {"GUI-11.1.2a": 5}  # twice, and five for the first days: dysentery
    told = _short(world, NORMANS, named=dice, otherwise=1)
    assert "Siege of Castro: dysentery in the camp." in told
    assert any(line.startswith("Siege of Castro: asked to surrender, they will not hear") for line in told)
    assert not any("Castro" in line for line in _short(world, None, named=dice, otherwise=1))


def test_a_battle_stands_first_and_what_it_cost() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9, leader="robert")
    world.group(BYZANTINES, "0603", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    said = _short(world, NORMANS, named={"GUC-17.2": 3}, otherwise=9)
    assert said[0] == (
        "Group b1 of the Byzantines driven off, in the battle in 0603, 2 hexes east of Dorf, "
        "Robert against group b1 of the Byzantines."
    )
    assert any(line.startswith("It cost you ") for line in said)
    assert not any("met" in line for line in said)


def test_a_meeting_without_a_fight_is_told_as_one() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, leader="robert")
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.orders(NORMANS, March(group="n1", to="0603"))
    assert "Robert met group b1 of the Byzantines." in _short(world, NORMANS, otherwise=5)


def test_a_siege_and_an_arrival_are_told() -> None:
    world = World()
    world.group(NORMANS, "0605", {FOOT: 14}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0606"), Besiege(group="n1", place="castro"))
    said = _short(world, NORMANS)
    assert "Robert besieges Castro." in said
    assert "Group n1 of the Normans besieges Castro." in _besieged()


def _besieged() -> tuple[str, ...]:
    world = World()
    world.group(NORMANS, "0605", {FOOT: 14}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0606"), Besiege(group="n1", place="castro"))
    return _short(world, BYZANTINES)


def test_an_order_that_came_to_nothing_is_told_to_whom_it_was_of_alone() -> None:
    def day(seat: str) -> tuple[str, ...]:
        world = World()
        world.group(NORMANS, "0503", {FOOT: 4}, leader="robert")
        world.band("0603", {FOOT: 4})
        world.orders(NORMANS, March(group="n1", to="0603"), Hire())
        return _short(world, seat, otherwise=5)

    assert any(line.startswith("Not done: ") for line in day(NORMANS))
    assert day(BYZANTINES) == ()


def test_a_quiet_day_has_nothing_to_say() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4})
    assert _short(world, NORMANS) == ()


# the gazette and the lives of men


def _log(world: World, seat: str | None, days: int, **dice: object) -> list[Event]:
    """What a seat was shown, from a beginning that tells what its groups hold."""
    at = world.at
    log: list[Event] = [
        CampaignCreated(
            setup=world.setup, groups=tuple(at.groups.values()), places=tuple(at.places.values())
        ),
        *(
            GroupMustered(
                to=(group.seat,), group=name, content=at.contents[name], men=at.in_group(name),
                prestige={n: at.prestige[n] for n in at.contents[name].men if n in at.prestige},
            )
            for name, group in at.groups.items()
        ),
    ]  # fmt: skip
    log = seen(None, log, seat)
    for _ in range(days):
        before = world.at.copy()
        log += seen(before, world.day(**dice), seat)  # type: ignore[arg-type]
    return log


def test_a_life_tells_of_prison_and_ransom() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 6}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 3}, leader="leon", prestige=2)
    world.group(BYZANTINES, "0903", {FOOT: 3}, purse=10)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    world.orders(BYZANTINES, Meet(group="b1", meeting=Meeting(give_up=ALWAYS)))
    log = _log(world, BYZANTINES, 2, otherwise=5)
    (leon,) = [life for life in chronicle.lives(log, BYZANTINES) if life.figure == "leon"]
    said = [(entry.day, entry.words) for entry in leon.entries]
    assert (1, "Taken by group n1 of the Normans.") in said
    assert {"2 D of ransom paid for him.", "Free, for a ransom."} <= {words for _, words in said}
    assert all(log[entry.event].kind.startswith("campaign_") for entry in leon.entries)
    mine = {life.figure: life for life in chronicle.lives(_again(), NORMANS)}
    assert mine["leon"].entries[0].words == "Taken by group n1."


def _life_of(figure: str, log: list[Event], seat: str) -> list[str]:
    (life,) = [life for life in chronicle.lives(log, seat) if life.figure == figure]
    return [entry.words for entry in life.entries]


def test_a_life_tells_why_prestige_changed() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, leader="robert", prestige=4, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 3}, leader="leon", prestige=2)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    words = _life_of("robert", _log(world, NORMANS, 1, named={"GUC-17.2": 5}, otherwise=1), NORMANS)
    assert words[0].startswith("Fought ") and words[0].endswith(", and won.")
    assert "Prestige 4, now 5 (a battle won)." in words


def test_a_life_names_an_attacked_place_once() -> None:
    world = World()
    at = world.setup.place("basso").hex
    world.group(NORMANS, at, {"knight": 20}, leader="robert")
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    words = _life_of("robert", _log(world, NORMANS, 1, named={"GUC-17.2": 5}, otherwise=1), NORMANS)
    assert "Attacked Basso, and won." in words


def _again() -> list[Event]:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 6}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 3}, leader="leon", prestige=2)
    world.group(BYZANTINES, "0903", {FOOT: 3}, purse=10)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    world.orders(BYZANTINES, Meet(group="b1", meeting=Meeting(give_up=ALWAYS)))
    return _log(world, NORMANS, 2, otherwise=5)


def test_gazettes_come_out_once_a_week_and_tell_no_more_than_their_week() -> None:
    log = seen(None, first_events(), None)
    for before, events in lines_played(3):
        log += seen(before, events, None)
    issues = list(gazette.issues(log))
    last = max(event.day for event in log if event.kind == "campaign_day_ended")  # type: ignore[attr-defined]
    assert [issue.day for issue in issues] == [day for day in range(1, last + 1) if day % 7 == 0]
    assert all(issue.standing for issue in issues)


def test_the_gazette_says_how_the_sides_stand() -> None:
    world = World(castro=NORMANS)
    world.at.places["alto"] = replace(world.at.places["alto"], side=BYZANTINES)
    world.at.turn = 7
    assert gazette.issue(view_for(world.at, None)).standing[:2] == (
        "Normans: 0 groups, 2 places.",
        "Byzantines: 0 groups, 3 places, Alto among them, which it has won.",
    )


@pytest.mark.rule("GUC-14.7b")
def test_a_wounded_man_has_the_day_until_which_he_is_cured_and_only_then() -> None:
    world = World()
    world.group(NORMANS, "0703", {"light infantry": 5}, wounded=1)
    (name,) = (man.id for man in world.at.men.values() if man.wounded)
    man = world.at.men[name].name
    assert f"Hurt: {man}." in str(of(world.at, NORMANS))
    world.at.recover[name] = 3
    assert f"Hurt: {man} (until 6 May)." in str(of(world.at, NORMANS))


def test_a_march_through_a_place_has_not_reached_it_and_what_weighs_most_comes_first() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0603"))
    through = _short(world, NORMANS, otherwise=5)
    assert not any("has reached Dorf" in told for told in through)

    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0403"))
    assert "Robert has reached Dorf." in _short(world, NORMANS, otherwise=5)
