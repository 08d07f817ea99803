"""What becomes of lines, as receipts say it before the day and reports behind it: which of two holds, how
much came true, what happens by itself."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from rules.campaign import days as campaign_days
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.plans.plan import (
    Besiege,
    Conduct,
    Draw,
    Fetch,
    Lay,
    March,
    Order,
    Pick,
    Plan,
    Quiet,
    Recruit,
    Scout,
    Split,
)
from rules.core.language import speaking
from rules.desk.reading import LineReading, Verdict
from rules.events.campaign import CampaignDayBegan, SiegeBegan
from rules.events.campaign_secrets import LineDone, ManHealed
from rules.events.umpire import OrderFailed
from rules.state.campaign_counters import Fate
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of
from tests.rules.campaign.siege_kit import NOTHING, laid
from tests.rules.campaign.test_narrate import day_of
from tests.rules.campaign.words_kit import one, read, valley

FOOT = "light infantry"
OK, NOTE = Verdict.OK, Verdict.NOTE


# receipts


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("MARCH Robert to Canosa", "MARCH Robert to Bari"),
        ("MARCH Robert to Canosa", "HOLD Robert"),
        ("SPY Gisulfo to Bari", "SPY Gisulfo home"),
        ("QUIET up to 2 days", "QUIET up to 3 days"),
        ("SIEGE Canosa with Robert", "SIEGE Trani with Robert"),
        ("RANSOM Drogo", "NO RANSOM for Drogo"),
    ],
)
def test_of_two_lines_that_exclude_each_other_the_later_holds(first: str, later: str) -> None:
    found = read(first, "HOLD n3", later)

    replaced, held, _ = found.lines
    assert found.standing == ("HOLD n3", later)
    assert replaced.verdict is NOTE and later in replaced.message[0] and "instead" in replaced.message[0]
    assert held.verdict is OK and not held.message


def test_lines_that_stand_beside_each_other_are_not_called_replaced() -> None:
    found = read("SPLIT Robert: 3 archers", "SPLIT Robert: 3 knights", "HOLD Robert", "HOLD Robert")

    assert not any("instead" in part for answer in found.lines for part in answer.message)


def test_money_is_spent_in_the_order_of_the_day() -> None:
    """PASS comes before RECRUIT, wherever the lines stand."""
    at = valley(groups={"n2": replace(valley().groups["n2"], hex=valley().groups["n1"].hex)})
    found = read("RECRUIT Robert 2 peasants", "PASS 14 D from Robert to Drogo", at=at)

    recruit, passed = found.lines
    assert passed.verdict is OK
    assert recruit.verdict is NOTE and "other lines spend 14 D" in recruit.message[0]


def test_two_lines_out_of_one_purse_in_the_same_step() -> None:
    at = valley(groups={"n2": replace(valley().groups["n2"], hex=valley().groups["n1"].hex)})
    first, second = read("PASS 9 D from Robert to Drogo", "SPLIT Robert: 3 archers with 9 D", at=at).lines

    assert first.verdict is OK
    assert second.verdict is NOTE and "Robert has 14 D, and other lines spend 9 D" in second.message[0]


def test_who_marches_away_besieges_nothing() -> None:
    at = valley(groups={"n1": replace(valley().groups["n1"], hex=valley().founded("canosa").hex)})
    siege, march = read("SIEGE Canosa with Robert", "MARCH Robert to Bari", at=at).lines

    assert march.verdict is OK
    assert siege.verdict is NOTE and "marches away first: MARCH Robert to Bari" in siege.message[0]
    assert read("SIEGE Canosa with Robert", "MARCH Robert to Canosa", at=at).lines[0].verdict is OK


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(("goal", "told"), [("Canosa", "As soon as Robert is there."), ("Bari", "It stands")])
def test_a_summons_waits_for_the_march_that_leads_there(goal: str, told: str) -> None:
    summons = read("SUMMON Canosa with Robert", f"MARCH Robert to {goal}").lines[0]
    assert summons.details[0].startswith(told)
    assert (summons.verdict is OK) is (goal == "Canosa")


@pytest.mark.rule("GUC-13.5")
def test_who_marches_away_attacks_nothing() -> None:
    at = valley(groups={"n1": replace(valley().groups["n1"], hex=valley().founded("canosa").hex)})

    def answer(*marches: str) -> LineReading:
        return read("ATTACK Canosa with Robert", *marches, at=at).lines[0]

    assert "Robert marches away first: MARCH Robert to Bari" in answer("MARCH Robert to Bari").message[0]
    assert answer("MARCH Robert to Canosa").verdict is OK
    assert answer("MARCH Drogo to Bari").verdict is OK, "another group's way"


def test_a_ransom_for_the_dead_and_for_the_free() -> None:
    dead = valley(fates={"drogo": Fate.DEAD})

    assert one("RANSOM Drogo", dead).message == ("Drogo is dead.",)
    assert not read("RANSOM Drogo", at=dead).standing
    assert "Drogo is no prisoner: it waits until he is one" in one("RANSOM Drogo").message[0]


ENGLISH = re.compile(
    r"\b(?:the|is|are|has|have|of|there|they|no|not|men|knights|peasants|light infantry|written|stay|be)\b"
)
ORDERS = re.compile(r"\b[A-Z]{4,}\b.*|: (?:5 or more|by road|fight).*|'[^']*'|N, NE.*")
"""What is English in every language."""


ANSWERED = """
MARCH Robert to Canosa
MARCH Drogo to Melfi
MARCH Robert
SPLIT Robert: 40 knights
SPLIT Robert: 40 men
DRAW 9 archers from Melfi for Robert
RECRUIT Robert 2 knights
RECRUIT Robert 1 peasant
CONVOY 3 from Melfi to Venosa
GARRISON Venosa at least 8
SPLIT Robert: 3 archers
RANSOM Drogo
SHARE 6 points if we win
JOIN none if stronger
forget Robert's march
MARCH Drogo to Bari
march Robert to Canosa. Then march Robert to Bari.
SIEGE Canosa with Robert
QUIET 9
blorp Robert
JOIN any battle if Robert and Drogo fight
PASS 99 D from Robert to n3
HIRE m1 with Robert up to 99 D
""".strip().splitlines()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_receipts_are_whole_in_other_languages(language: str) -> None:
    with speaking(language):
        answers = read(*ANSWERED).lines
        said = [ORDERS.sub("", part) for answer in answers for part in (*answer.message, *answer.details)]

    assert not [part for part in said if ENGLISH.search(part)]


# reports


def _recruited(purse: int, **kinds: int) -> list[str]:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4}, leader="robert", prestige=4, purse=purse)
    world.resources("alto", 6)
    wanted = {kind.replace("_", " "): number for kind, number in kinds.items()}
    world.orders(NORMANS, Recruit(group="n1", kinds=wanted, text="RECRUIT Robert"))
    return day_of(world, NORMANS, otherwise=5)


@pytest.mark.rule("GUC-12.1")
def test_half_a_recruiting_is_told_as_such() -> None:
    assert "Done in part: RECRUIT Robert: 2 light infantry came: Alto has no more." in _recruited(
        9, light_infantry=3
    )
    assert "Done in part: RECRUIT Robert: 1 light infantry came: the purse pays for no more." in _recruited(
        1, light_infantry=2
    )
    assert "Done: RECRUIT Robert" in _recruited(9, light_infantry=2)


def _ordered(world: World, *orders: Order) -> list[LineDone | OrderFailed]:
    world.orders(NORMANS, *orders)
    return [e for e in world.day(otherwise=5) if isinstance(e, LineDone | OrderFailed)]


def test_a_split_with_less_money_than_was_to_go_along_says_so() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8}, purse=2)
    [done] = _ordered(world, Split(group="n1", pick=Pick(number=3), purse=10))
    assert isinstance(done, LineDone) and done.lacks == "2 D was all that was in the purse"


def test_what_is_not_there_is_told_by_name_and_number() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 8}, leader="robert")
    world.group(NORMANS, "0903", {FOOT: 8}, leader="drogo")
    lines = _ordered(
        world,
        Split(group="n1", pick=Pick(names=("drogo",))),
        Split(group="n1", pick=Pick(kinds={FOOT: 9})),
        Split(group="n1", pick=Pick(number=12)),
    )
    assert [line.why for line in lines if isinstance(line, OrderFailed)] == [
        "Drogo is not in it", "it lacks 1 light infantry", "it lacks 3 men",
    ]  # fmt: skip


@pytest.mark.rule("GUC-5.2b")
def test_no_fewer_are_drawn_than_the_line_says() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    world.garrison("alto", {FOOT: 7})
    [failed] = _ordered(world, Draw(place="alto", group="n1", pick=Pick(kinds={"archer": 1})))
    assert isinstance(failed, OrderFailed) and failed.why == "it lacks 1 archer"


@pytest.mark.rule("GUC-8.1e")
def test_groups_that_become_one_by_themselves_are_told_so_to_their_own_side() -> None:
    def told(seat: str) -> list[str]:
        world = World()
        world.group(NORMANS, "0703", {FOOT: 6}, leader="robert", prestige=3)
        world.group(NORMANS, "0703", {FOOT: 4}, leader="drogo", prestige=5)
        world.day(otherwise=5)
        return day_of(world, seat, otherwise=5)

    assert any(line.startswith("After a day in one hex") for line in told(NORMANS))
    assert not any("a day in one hex" in line for line in told(BYZANTINES))


# the healed


def _in_bed(*orders: Order) -> World:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 5}, wounded=1)
    world.group(NORMANS, "0303", {FOOT: 4})
    world.group(NORMANS, "0303", {FOOT: 4})
    world.at.groups["n3"] = replace(world.at.groups["n3"], free=9)  # it stays by itself
    world.orders(NORMANS, Lay(group="n1"), March(group="n1", to="0503"), *orders)
    return world


@pytest.mark.rule("GUC-14.7b")
@pytest.mark.parametrize(("orders", "into"), [((), "n2"), ((Fetch(group="n3", place="alto"),), "n3")])
def test_the_healed_go_to_the_group_that_fetches_them(orders: tuple[Order, ...], into: str) -> None:
    """RUL-1283."""
    world = _in_bed(*orders)
    before = len(world.at.contents[into].men)
    for _ in range(2):
        world.day(otherwise=1)
    assert of(world.events, ManHealed) and len(world.at.contents[into].men) == before + 1


def test_who_is_to_fetch_waits_for_the_last_of_them() -> None:
    fetch = Fetch(group="n3", place="alto")
    world = _in_bed(fetch)
    world.day(named={"GUC-14.7b": 5}, otherwise=1)
    assert len(of(world.events, LineDone)) == 2 and world.plans[NORMANS].of(Fetch)
    while world.at.holdings["alto"].patients:
        world.day(otherwise=1)
    assert not world.plans[NORMANS].of(Fetch)


def test_who_is_somewhere_else_has_fetched_nobody() -> None:
    world = World()
    world.group(NORMANS, "0703", {FOOT: 5})
    world.orders(NORMANS, Fetch(group="n1", place="alto"))
    world.day(otherwise=5)
    assert world.plans[NORMANS].of(Fetch) and not of(world.events, LineDone, OrderFailed)


# quiet days


def _run_of_a_siege(strangers: bool, *lines: str) -> int:
    world = laid(within=30 if lines else 6)  # so few that a blockade is no thin one, which brings events
    seats = (NORMANS, BYZANTINES, LOMBARDS) if strangers else (NORMANS, BYZANTINES)
    world.at.setup = replace(
        world.at.setup, seats=tuple(seat for seat in world.at.setup.seats if seat.id in seats)
    )
    conducts = tuple(Conduct(place="castro", line=line) for line in lines)
    plans = {seat: Plan((Quiet(days=3), *(conducts if seat == NORMANS else ()))) for seat in seats}
    dice = Script(named={**NOTHING, "GUC-17.2": 5}, otherwise=1)
    events = campaign_days.adjudicated(world.at, GUISCARD_CAMPAIGN, dice, plans)
    return len(of(events, CampaignDayBegan))


def test_a_fight_of_a_siege_ends_quiet_days_where_all_have_a_part_in_it() -> None:
    """RUL-1284."""
    assert _run_of_a_siege(False) == 3
    assert _run_of_a_siege(False, "ASSAULT") == 1


def test_whoever_may_not_know_of_it_is_not_told_by_the_days_either() -> None:
    assert _run_of_a_siege(True, "ASSAULT") == 3


@pytest.mark.rule("GUC-15")
def test_a_second_group_takes_part_in_the_siege_of_its_side() -> None:
    """RUL-1285."""
    world = laid()
    world.group(NORMANS, "0606", {FOOT: 6}, leader="drogo")
    world.at.groups["n2"] = replace(world.at.groups["n2"], free=9)  # it stays by itself
    began = world.at.places["castro"].since
    world.orders(NORMANS, Besiege(group="n2", place="castro"))
    world.day(named=NOTHING, otherwise=1)

    assert (world.at.places["castro"].siege, world.at.places["castro"].since) == ("n1", began)
    assert not of(world.events, SiegeBegan) and not world.plans[NORMANS].of(Besiege)


@pytest.mark.rule("GUC-10a")
def test_a_spy_without_news_waits_and_his_line_is_done_but_for_that() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    world.spy(NORMANS, "gisulfo", "0703")
    [done] = _ordered(world, Scout(spy="gisulfo", to="0803", back=True))
    assert isinstance(done, LineDone) and done.lacks == "he has seen nobody there, and waits for orders"


@pytest.mark.rule("GUC-10a")
def test_a_spy_who_comes_home_has_done_all_he_was_told() -> None:
    world = World()
    world.group(NORMANS, "0303", {FOOT: 4})
    world.spy(NORMANS, "gisulfo", "0403")
    [done] = _ordered(world, Scout(spy="gisulfo", back=True))
    assert isinstance(done, LineDone) and not done.lacks
