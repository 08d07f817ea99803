"""Sentences of the book that could be broken without a test that noticed it: what a fight leaves undone, who
has a place behind a storm, who slows whom, for which prisoners there is no room (GUC-12 to GUC-16)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import arriving, convoys, field, groups, levies, marching, recruiting, storming
from rules.campaign.boards import calling, ground
from rules.campaign.captain import BOLD, _Captain
from rules.campaign.invariants import broken
from rules.campaign.lines import Line
from rules.campaign.plans.plan import ALWAYS, Bargain, March, Meet, Meeting
from rules.campaign.sieges import record
from rules.campaign.sieges.journal import Conducted
from rules.campaign.today import Today
from rules.desk.reading import Verdict
from rules.events.campaign import LineDone
from rules.events.campaign_fights import HostilityTested
from rules.events.siege import ManTaken, PartyFetched
from rules.siege.boards.field import Ranks
from rules.state.campaign import Fate, Group, Levy
from tests.rules.campaign.board_kit import FIGHT, FOOT, LOTS
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, held, of
from tests.rules.campaign.siege_kit import conducted, first, laid, within
from tests.rules.campaign.words_kit import one, valley

RIDERS = "light cavalry"
PEACE = Meeting(fight=())

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


# encounters


@pytest.mark.rule("GUC-13a", "GUC-13.1")
@pytest.mark.parametrize(
    ("meeting", "answer", "met"),
    [(PEACE, PEACE, ["b1", "l1"]), (FIGHT, PEACE, ["b1"]), (PEACE, FIGHT, ["b1"])],
)
def test_who_has_met_somebody_in_peace_meets_the_next_and_who_has_fought_meets_nobody_more(
    meeting: Meeting, answer: Meeting, met: list[str]
) -> None:
    """Nor does who is no more: the Normans lay down their arms. Their own in the hex they do not meet."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 9}, hostility=9)
    world.group(LOMBARDS, "0603", {FOOT: 9})
    world.group(NORMANS, "0603", {FOOT: 9})
    yields = replace(meeting, give_up=ALWAYS)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=yields))
    world.orders(BYZANTINES, Meet(meeting=answer))
    world.orders(LOMBARDS, Meet(meeting=PEACE))
    marching.march(today := world.today(Script(otherwise=5)), today.at.groups["n1"])
    tested = [e.other.group for e in of(today.journal.events, HostilityTested)]
    assert tested == met and ("n1" in today.at.groups) is (answer is PEACE)


@pytest.mark.rule("GUC-13a", "GUC-13.4b")
@pytest.mark.parametrize("fought", [False, True])
@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize(
    ("second", "meets"), [("stays", True), ("gone", False), ("away", False), ("none", False)]
)
def test_an_encounter_ends_with_who_has_fought_or_is_no_more(
    monkeypatch: pytest.MonkeyPatch, fought: bool, gone: bool, second: str, meets: bool
) -> None:
    """Whoever has left the hex meanwhile is met by nobody; mercenaries under a counter are not met apart."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9})
    world.group(BYZANTINES, "0603", {FOOT: 9})
    if second != "none":
        world.group(BYZANTINES, "0603", {FOOT: 9})
        world.band("0603", {FOOT: 4}, under="b1", paid=True)
    met: list[str] = []

    def meet(today: Today, comer: Group, other: Group) -> None:
        met.append(other.id)
        today.done |= {comer.id} if fought else set()
        for name in (comer.id,) * gone + ("b2",) * (second == "gone"):
            today.at.groups.pop(name, None)
        if second == "away":
            today.at.groups["b2"] = replace(today.at.groups["b2"], hex="0604")

    monkeypatch.setattr(marching, "meet", meet)
    monkeypatch.setattr(convoys, "met", lambda today, group: met.append(f"convoys {group.id}"))
    marching.encounter(world.today(), "n1")
    over = fought or gone
    assert met == ["b1", *(["b2"] if meets and not over else []), *([] if over else ["convoys n1"])]


@pytest.mark.rule("GUC-13.4b")
@pytest.mark.parametrize(
    ("side", "guard", "whose"),
    [
        ("", "", NORMANS),
        ("", BYZANTINES, NORMANS),
        ("", "mercenaries", NORMANS),
        (BYZANTINES, "", NORMANS),
        (BYZANTINES, BYZANTINES, BYZANTINES),
        (BYZANTINES, LOMBARDS, NORMANS),
        (LOMBARDS, "", LOMBARDS),
        (LOMBARDS, LOMBARDS, LOMBARDS),
    ],
)
def test_a_convoy_is_his_who_comes_upon_it_if_nobody_of_its_side_guards_it(
    side: str, guard: str, whose: str
) -> None:
    """Normans and Lombards are friends."""
    world = World()
    friends = {NORMANS: (LOMBARDS,), LOMBARDS: (NORMANS,)}
    sides = tuple(replace(one, allies=friends.get(one.id, ())) for one in world.setup.sides)
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    world.group(NORMANS, "0603", {FOOT: 9})
    convoy = world.convoy(side, "0603", "basso", "castro")
    if guard == "mercenaries":
        world.band("0603", {FOOT: 4})
    elif guard:
        world.group(guard, "0603", {FOOT: 4})
    convoys.met(today := world.today(), world.at.groups["n1"])
    assert today.at.convoys[convoy].side == whose


@pytest.mark.rule("GUC-13.4b")
@pytest.mark.parametrize(
    ("hex_", "waits", "whose"), [("0603", False, NORMANS), ("0602", False, ""), ("0603", True, "")]
)
def test_a_convoy_is_met_where_it_is_and_not_before_its_day(hex_: str, waits: bool, whose: str) -> None:
    """RUL-1270: who is ahead finds none that waits."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9})
    convoy = world.convoy("", hex_, "basso", "castro")
    today = world.today()
    today.ahead, today.still = True, frozenset({convoy} if waits else ())
    convoys.met(today, world.at.groups["n1"])
    assert today.at.convoys[convoy].side == whose


@pytest.mark.rule("GUC-13.4b")
@pytest.mark.parametrize(
    ("side", "guard", "at", "goes"),
    [
        ("", "", "0703", True),
        (BYZANTINES, "", "0703", True),
        (BYZANTINES, BYZANTINES, "0703", False),
        (NORMANS, "", "0703", False),
        (BYZANTINES, "", "1203", False),
    ],
)
def test_a_captain_goes_after_a_convoy_that_is_alone(side: str, guard: str, at: str, goes: bool) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9})
    convoy = world.convoy(side, at, "basso", "castro")
    if guard:
        world.group(guard, at, {FOOT: 4})
    found = _Captain(world.at, NORMANS, BOLD).seized(world.at.groups["n1"])
    assert found == ((March(group="n1", toward=convoy),) if goes else None)


# who defends a place


@pytest.mark.rule("GUC-13.6a", "GUC-5.1b")
@pytest.mark.parametrize(
    ("where", "sides", "men"),
    [
        ("0603", (NORMANS, BYZANTINES), None),
        ("0606", (NORMANS, BYZANTINES), None),
        ("0903", (NORMANS, BYZANTINES), 8),
        ("0903", (NORMANS, LOMBARDS), None),
        ("1107", (BYZANTINES,), 30),
    ],
)
def test_a_settlement_fights_beside_its_side_and_a_castle_keeps_behind_its_walls(
    where: str, sides: tuple[str, ...], men: int | None
) -> None:
    """RUL-1221: six of Basso's own with a garrison of two; thirty in a city; in the open nobody."""
    world = World()
    world.garrison("basso", {FOOT: 2})
    world.garrison("castro", {FOOT: 5})
    levy = levies.raised(world.today(), where, *sides)
    assert (len(levy.men) if levy is not None else None) == men


@pytest.mark.rule("GUC-13.6b", "GUC-14.8a")
def test_of_those_taken_in_a_siege_townsmen_in_arms_go_home() -> None:
    """RUL-1293: the garrison is led away by the largest group, a besieger is held in the place."""
    world = laid("basso", "0903", within=2, resources=5)
    larger = world.group(NORMANS, "0903", {FOOT: 30})
    holding = world.at.holdings["basso"]
    soldier = next(name for name in holding.garrison if name not in holding.levy)
    townsman, robert = holding.levy[0], "robert"
    journal = Conducted(today := world.today(), "basso")
    for name, by in ((townsman, NORMANS), (soldier, NORMANS), (robert, BYZANTINES)):
        journal.record(ManTaken(figure=name, by=by))
    assert today.at.fates == {townsman: Fate.GONE} and townsman not in today.at.captors
    assert today.at.contents[larger].captives == (soldier,)
    assert today.at.holdings["basso"].held == (robert,)


@pytest.mark.rule("GUC-13.6b", "GUC-14.8b")
@pytest.mark.parametrize(("owner", "taken"), [(BYZANTINES, True), ("", False)])
def test_a_place_of_no_side_in_play_keeps_nobody(owner: str, taken: bool) -> None:
    """RUL-1303."""
    world = World()
    world.group(NORMANS, "0903", {FOOT: 4}, leader="robert")
    world.at.places["basso"] = replace(world.at.places["basso"], side=owner)
    townsmen = world.garrison("basso", {FOOT: 6})
    field.beaten_off(
        today := world.today(), Line(("n1",)), Line((), Levy(owner, "basso", (), townsmen)), {"robert"}
    )
    assert ("robert" in today.at.holdings["basso"].held) is taken
    assert ("robert" in today.at.contents["n1"].men) is not taken


# summons


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(
    ("line", "outside", "bargains"),
    [
        (None, 12, True),
        (None, 11, False),
        (Bargain(place="basso"), 11, True),
        (Bargain(place="basso", never=True), 12, False),
        (Bargain(place="castro"), 11, False),
        (Bargain(place="castro", never=True), 12, True),
    ],
)
def test_a_place_bargains_as_its_own_line_says_else_before_twice_its_number(
    line: Bargain | None, outside: int, bargains: bool
) -> None:
    world = World()
    world.orders(BYZANTINES, *([line] if line is not None else []))
    assert arriving.bargains(world.today(), world.setup.place("basso"), outside, 6) is bargains


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
