"""Whom a group meets in a hex, which convoys are its own, who defends a place and when one bargains:
sentences that could be broken without a test that noticed it (GUC-13, GUC-15.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import arriving, convoys, field, levies, marching, storming
from rules.campaign.captain import BOLD, _Captain
from rules.campaign.lines import Line
from rules.campaign.plans.plan import ALWAYS, Attack, Bargain, March, Meet, Meeting, Summon
from rules.campaign.sieges.journal import Conducted
from rules.campaign.today import Today
from rules.events.campaign_fights import HostilityTested
from rules.events.siege import ManTaken
from rules.state.campaign import Levy
from rules.state.campaign_counters import Fate, Group
from tests.rules.campaign.board_kit import FIGHT, FOOT
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, Script, World, of
from tests.rules.campaign.siege_kit import laid

PEACE = Meeting(fight=())

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


@pytest.mark.rule("GUC-13.5", "GUC-15.3a")
@pytest.mark.parametrize(
    ("summons", "bargained", "does"),
    [
        (Summon(group="n1", place="basso"), True, ["summons"]),
        (Summon(group="n1", place="basso"), False, ["summons", "storms"]),
        (Summon(group="n2", place="basso"), True, ["storms"]),
        (Summon(group="n1", place="castro"), True, ["storms"]),
    ],
)
def test_who_is_to_summon_and_to_attack_a_place_attacks_one_that_will_not_bargain(
    monkeypatch: pytest.MonkeyPatch, summons: Summon, bargained: bool, does: list[str]
) -> None:
    world = World()
    world.group(NORMANS, "0903", {FOOT: 9})
    world.orders(NORMANS, summons, Attack(group="n1", place="basso"), Attack(group="n1", place="castro"))
    done: list[str] = []
    monkeypatch.setattr(arriving, "summoned", lambda *_: done.append("summons") or bargained)
    monkeypatch.setattr(storming, "storm", lambda *_: done.append("storms"))
    arriving.entered(world.today(), world.at.groups["n1"])
    assert done == does


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
