"""Sentences of the book that could be broken without a test that noticed it: what a fight leaves undone, who
has a place behind a storm, who slows whom, for which prisoners there is no room (GUC-14, GUC-15.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import groups, marching, recruiting, storming
from rules.campaign.boards import calling, ground
from rules.campaign.invariants import broken
from rules.campaign.lines import Line
from rules.campaign.plans.plan import March
from rules.campaign.sieges import record
from rules.desk.reading import Verdict
from rules.events.campaign_secrets import LineDone
from rules.events.siege import PartyFetched
from rules.siege.boards.field import Ranks
from rules.state.campaign import Levy
from rules.state.campaign_counters import Fate
from tests.rules.campaign.board_kit import FOOT, LOTS
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, held, of
from tests.rules.campaign.siege_kit import conducted, first, laid, within
from tests.rules.campaign.words_kit import one, valley

RIDERS = "light cavalry"

# a march that a fight has ended


@pytest.mark.rule("GUC-14.7a", "GUC-14.8a")
@pytest.mark.parametrize(
    ("fought", "hex_", "waits", "toward", "over"),
    [
        (True, "0503", False, "", True),
        (False, "0503", False, "", False),
        (True, "0502", False, "", False),
        (True, "0503", True, "", False),
        (True, "0503", False, "b1", False),
    ],
)
def test_a_march_is_over_for_who_has_fought_at_its_goal(
    fought: bool, hex_: str, waits: bool, toward: str, over: bool
) -> None:
    """Not for who has not fought, or elsewhere, whose evening has not come, or who follows somebody."""
    world = World()
    world.group(NORMANS, hex_, {FOOT: 4})
    world.group(BYZANTINES, "0503", {FOOT: 4})
    world.orders(NORMANS, March(group="n9", to="0503"), March(group="n1", to="0503", toward=toward))
    today = world.today()
    today.done |= {"n1"} if fought else set()
    marching.fought_through(today, frozenset({"n1"} if waits else ()))
    assert len(today.plans[NORMANS].orders) == 2 - over
    assert len(of(today.journal.events, LineDone)) == over


# what a storm decides


@pytest.mark.rule("GUC-14.6d", "GUC-12.3", "GUC-13.6b")
@pytest.mark.parametrize(
    ("ends", "won", "stays"),
    [
        (("", "retreat"), True, True),
        (("retreat", ""), False, False),
        (("draw", "draw"), False, False),
        (("", ""), False, True),
    ],
)
@pytest.mark.parametrize("place", ["basso", "castro"])
def test_a_place_is_his_to_plunder_or_to_keep_who_has_won_and_stays(
    place: str, ends: tuple[str, str], won: bool, stays: bool
) -> None:
    """After twelve turns nobody has won, and he leaves. Who took up arms goes home whatever came of it."""
    world, castle = World(), place == "castro"
    found = world.setup.place(place)
    world.group(NORMANS, found.hex, {RIDERS: 12}, leader="robert")
    everybody = world.garrison(place, {FOOT: 5})
    fresh = () if castle else everybody[3:]
    theirs = tuple(name for name in everybody if name not in fresh)
    world.at.holdings[place] = replace(world.at.holdings[place], garrison=theirs)
    today = world.today(Script(otherwise=5))
    levy = Levy(BYZANTINES, place, fresh, everybody)
    storming.ended(today, found, Line(("n1",)), Line((), levy), ends)
    at = today.at
    assert at.places[place].side == (NORMANS if won and castle else BYZANTINES)
    assert at.contents["n1"].purse == (2 * (found.resources or 0) if won and not castle else 0)
    assert at.contents["n1"].captives == (theirs if won and castle else ())
    assert len(at.contents["n1"].men) == (8 if won and castle else 13)
    assert all(at.fates.get(name) is Fate.GONE for name in fresh)
    assert (at.groups["n1"].hex == found.hex) is stays and not broken(at)


# who slows whom


@pytest.mark.rule("GUC-8.3a", "GUC-14.7a", "GUC-14.8a")
@pytest.mark.parametrize(
    ("with_them", "wounded", "mp"),
    [
        ("", 0, 8),
        ("", 1, 4),
        ("prisoners", 0, 5),
        ("prisoners", 1, 1),
        ("a convoy", 0, 5),
        ("a convoy", 1, 1),
    ],
)
def test_riders_walk_beside_whom_they_guard(with_them: str, wounded: int, mp: int) -> None:
    world = World()
    world.group(NORMANS, "0703", {RIDERS: 6}, wounded=wounded)
    world.group(NORMANS, "0703", {RIDERS: 6})
    if with_them == "prisoners":
        held(world)
    elif with_them:
        world.convoy(NORMANS, "0703", "alto", "dorf", escort="n1")
    assert groups.allowance(world.at, world.at.groups["n1"], TABLES) == mp
    assert groups.allowance(world.at, world.at.groups["n2"], TABLES) == 8


# prisoners on a board


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize("room", [0, 2, 9])
def test_prisoners_for_whom_there_is_no_room_stay_behind_and_are_prisoners_still(room: int) -> None:
    """RUL-1335."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 4})
    world.group(BYZANTINES, "0602", {FOOT: 4})
    captives = held(world, men=3)
    today = world.today(Script(named=LOTS))
    board = ground.laid(today, "0603", 9, "n1")
    ranks = Ranks(board.data)
    dry = calling._from_the_edge(board.board, ground.hexes_of(board.board, "north"))
    ranks.taken |= dict.fromkeys(dry[room:], "somebody")
    guards, friends = (
        calling.Party(side, side, edge, (), (group,))
        for side, edge, group in ((NORMANS, "north", "n1"), (BYZANTINES, "south", "b1"))
    )
    led = list(calling._captives(today, board.board, ranks, [guards], [friends]))
    assert [man.id for man in led] == list(captives[:room])
    assert {man.hex for man in led} <= set(dry[:room])
    assert today.at.contents["n1"].captives == captives and set(captives) <= set(today.at.captors)


# what a receipt says of it


@pytest.mark.rule("GUC-14.8a")
@pytest.mark.parametrize(
    ("group", "captives", "goal", "waits"),
    [
        ("n3", 2, "Trani", True),
        ("n3", 0, "Trani", False),
        ("n3", 2, "Lavello", False),
        ("n1", 2, "Trani", False),
    ],
)
def test_a_receipt_tells_an_escort_where_it_goes_first(
    group: str, captives: int, goal: str, waits: bool
) -> None:
    """RUL-1210: n3 are five, n1 can send three of theirs. Lavello is the nearest place."""
    at = valley()
    at.groups[group] = replace(at.groups[group], hex=at.groups["n3"].hex)
    theirs = at.contents["b1"]
    names = theirs.men[len(theirs.men) - captives :]
    at.captors |= dict.fromkeys(names, NORMANS)
    at.contents["b1"] = replace(theirs, men=theirs.men[: len(theirs.men) - captives])
    at.contents[group] = replace(at.contents[group], captives=names)
    answer = one(f"MARCH {group} to {goal}", at=at)
    assert answer.verdict is (Verdict.NOTE if waits else Verdict.OK)
    assert ("its prisoners are led to Lavello first" in " ".join(answer.message)) is waits


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize(("seats", "led_by"), [((BYZANTINES, LOMBARDS), BYZANTINES), ((LOMBARDS,), LOMBARDS)])
def test_a_prisoner_is_of_his_own_seat_if_that_fights_there(seats: tuple[str, ...], led_by: str) -> None:
    """Else of the first that leads his friends; RUL-1277."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 4})
    world.group(BYZANTINES, "0602", {FOOT: 4})
    held(world)
    today = world.today(Script(named=LOTS))
    board = ground.laid(today, "0603", 9, "n1")
    guards = [calling.Party(NORMANS, NORMANS, "north", (), ("n1",))]
    friends = [calling.Party(BYZANTINES, seat, "south", (), ("b1",)) for seat in seats[::-1]]
    led = list(calling._captives(today, board.board, Ranks(board.data), guards, friends))
    assert {man.seat for man in led} == {led_by}


# what a besieged place has to eat


@pytest.mark.rule("GUC-15.1", "GUC-5.1c")
@pytest.mark.parametrize(("resources", "has", "days"), [(4, 5, 10), (9, 10, 20), (10, 10, 20)])
def test_no_place_has_more_than_ten_points_whatever_a_supply_party_brings(
    resources: int, has: int, days: int
) -> None:
    """RUL-1341. Three packhorses come home, and a day's food is eaten."""
    world = laid(within=45, resources=resources, men=40)
    conducted(world, BYZANTINES, "SUPPLY")
    dice = {**first(BYZANTINES), "GUI-11.4.3a": 6, "GUC-17.2": 10}
    (fetched,) = within(world.day(named=dice, otherwise=3), PartyFetched)
    assert isinstance(fetched, PartyFetched) and fetched.home == 3
    assert world.at.holdings["castro"].resources == has
    assert record.left(world.at.sieges["castro"]) == days
    assert recruiting.to_be_had(world.at, "castro", TABLES) and not broken(world.at)
