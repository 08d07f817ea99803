"""Captains at a stockade: what they throw down, cut, coil, pull, shift, turn and burn, and when they
leave it alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.captains.captain import captain_orders
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.sallying import engine_to_raid, raiders
from rules.captains.sheltering import keep_covered
from rules.captains.temper import temper as temper_of
from rules.captains.walls import inside, is_garrison
from rules.core.facing import Facing
from rules.desk.reading import Verdict
from rules.state.battle import Aim, Battle, Victory
from rules.state.figure import Character
from rules.state.works import Engine, Ladder
from tests.rules.kit import SIEGE, battle, field, man
from tests.rules.test_sight_built import archer, at_house

# A stockade round columns 03 to 07 of rows 03 to 06; 0406, 0506 and 0606 are platforms, the corners bare.
# 0507 lies outside before 0506, 0307 before 0306.
MAP = "\n".join(
    [". . . . . . . . ."] * 5 + [". . . P1 P1 P1 . . ."] + [". . . . . . . . ."] * 8,
)
YARD = [f"{column:02d}{row:02d}" for column in range(3, 8) for row in range(3, 7)]
GUARDS = (man("Zahir", "0403", side="arabs"), man("Rafi", "0603", side="arabs"))
FAR_OFF = man("Bystander", "0914", side="normans", armoured=True)


def yard(*pieces: Character, side: str = "arabs", **more: object) -> Battle:
    """Two more guards stand in the yard; the Normans are outside unless a test puts them in."""
    if not any(p.side == "normans" for p in pieces):
        pieces = (*pieces, FAR_OFF)
    walls = ("stockade " + " ".join(YARD),)
    more = {"step": None, "phase": 3, "side": side, **more}
    at = battle(MAP, *pieces, *GUARDS, walls=walls, rules=SIEGE, **more)  # type: ignore[arg-type]
    assert is_garrison(Plan(at, SIEGE, "arabs"))
    return at


def ladder(foot: str, *, kind: str = "ladder", facing: str = "N") -> Ladder:
    return Ladder(f"{kind}-1", kind, (foot,), Facing(facing), since=1)


def on(who: Character, kind: str = "ladder") -> Character:
    return replace(who, storey=1)


def said(at: Battle, *verbs: str, temper: str = "bold", seat: str = "") -> list[str]:
    """The captain's lines with these verbs; all that he writes must be obeyed as it stands."""
    seat = seat or at.side
    lines = captain_orders(at, SIEGE, seat, temper)
    read = engine.read_orders(at, seat, lines).lines
    wrong = [line for line in read if line.verdict not in (Verdict.OK, Verdict.NOTE)]
    assert not wrong, wrong
    return [line for line in lines if line.startswith(verbs)]


# those above


@pytest.mark.rule("GUI-10.1.6a")
def test_a_ladder_with_an_enemy_on_it_is_thrown_down() -> None:
    climber = on(man("Hugo", "0507"))
    up = (ladder("0507"),)
    at = yard(man("Omar", "0506", side="arabs"), climber, ladders=up)
    assert said(at, "TOPPLE") == ["TOPPLE LADDER Omar 0507"]
    beset = yard(man("Omar", "0506", side="arabs"), climber, man("Fulk", "0606"), ladders=up)
    assert said(beset, "TOPPLE") == []


@pytest.mark.rule("GUI-10.1.6a")
def test_somebody_runs_to_a_ladder_that_nobody_stands_above() -> None:
    at = yard(man("Omar", "0606", side="arabs"), on(man("Hugo", "0507")), ladders=(ladder("0507"),))
    assert said(at, "MOVE Omar", "TOPPLE") == ["MOVE Omar to 0506", "TOPPLE LADDER Omar 0507"]


@pytest.mark.rule("GUI-10.1.6a")
def test_an_empty_ladder_is_thrown_down_by_the_garrison_alone_and_never_with_a_friend_on_it() -> None:
    up = (ladder("0507"),)
    assert said(yard(man("Omar", "0506", side="arabs"), ladders=up), "TOPPLE")
    outside = yard(man("Hugo", "0607"), man("Fulk", "0508"), side="normans", ladders=up)
    assert said(outside, "TOPPLE") == []
    friend = on(man("Jemal", "0507", side="arabs"))
    used = yard(man("Omar", "0506", side="arabs"), friend, ladders=(ladder("0507"),))
    assert said(used, "TOPPLE") == []


@pytest.mark.rule("GUI-10.6.4", "GUI-10.6.1c")
def test_a_rope_is_pulled_up_where_nobody_stands_below_else_cut() -> None:
    rope = (ladder("0307", kind="rope"),)
    omar = man("Omar", "0306", side="arabs")
    assert said(yard(omar, ladders=rope), "COIL", "CUT") == ["COIL ROPE Omar 0307"]
    beside = yard(omar, man("Hugo", "0308", armoured=True), ladders=rope)
    assert said(beside, "COIL", "CUT") == ["CUT ROPE Omar 0307"]


@pytest.mark.rule("GUI-10.6.3a")
def test_whoever_looks_over_the_wall_from_a_rope_is_fought_from_a_platform_else_his_rope_is_cut() -> None:
    rope = (ladder("0407", kind="rope"),)
    at = yard(man("Omar", "0406", side="arabs"), on(man("Hugo", "0407"), "rope"), ladders=rope)
    assert said(at, "CUT") == []
    assert said(at, "ATTACK Omar") == ["ATTACK Omar ON Hugo"]
    bare = yard(
        man("Omar", "0306", side="arabs"),
        on(man("Hugo", "0307"), "rope"),
        ladders=(ladder("0307", kind="rope"),),
    )
    assert said(bare, "CUT") == ["CUT ROPE Omar 0307"] and said(bare, "ATTACK Omar") == []


# those outside


@pytest.mark.rule("GUI-10.6.1c")
def test_the_last_man_over_takes_the_rope_with_him() -> None:
    rope = (ladder("0307", kind="rope"),)
    last = yard(man("Hugo", "0306", attack=1), side="normans", ladders=rope)
    assert said(last, "COIL") == ["COIL ROPE Hugo 0307"]
    not_last = yard(man("Hugo", "0306", attack=1), man("Fulk", "0309"), side="normans", ladders=rope)
    assert said(not_last, "COIL") == []


FOUR = (man("Hugo", "0208"), man("Fulk", "0308"), man("Odo", "0209"), man("Ivo", "0309"))


@pytest.mark.rule("GUI-10.6.5a")
def test_four_pull_at_a_stockade_behind_which_an_enemy_waits() -> None:
    guard = man("Omar", "0306", side="arabs", defence=30)
    held = yard(*FOUR, guard, side="normans", ladders=(ladder("0307", kind="rope"),))
    (line,) = said(held, "PULL")
    assert line.startswith("PULL ROPE ") and line.endswith(" 0307") and line.count("+") == 3
    unheld = yard(*FOUR, side="normans", ladders=(ladder("0307", kind="rope"),))
    assert said(unheld, "PULL") == []
    platform = yard(
        *FOUR,
        man("Omar", "0406", side="arabs", defence=30),
        side="normans",
        ladders=(ladder("0407", kind="rope"),),
    )
    assert said(platform, "PULL") == []


@pytest.mark.rule("GUI-10.6.5a")
def test_men_too_heavy_for_the_rope_form_two_files_before_it() -> None:
    heavy = [man(n, h, armoured=True) for n, h in zip("ABCD", ("0210", "0310", "0410", "0311"), strict=True)]
    at = yard(*heavy, side="normans", ladders=(ladder("0307", kind="rope"),))
    assert len(said(at, "MOVE")) >= 3
    places = {line.split()[-1] for line in said(at, "MOVE")}
    assert all(at.board.distance(place, "0307") <= 3 for place in places)


@pytest.mark.rule("GUI-10.1.4")
def test_a_ladder_is_shifted_from_where_an_enemy_waits() -> None:
    two = (man("Hugo", "0407"), man("Fulk", "0508"))
    waiting = man("Omar", "0506", side="arabs", defence=30)
    at = yard(*two, waiting, side="normans", ladders=(ladder("0507"),))
    (line,) = said(at, "SHIFT")
    assert line.startswith("SHIFT LADDER Hugo + Fulk FROM 0507") and not line.endswith("0506")
    assert said(yard(*two, side="normans", ladders=(ladder("0507"),)), "SHIFT") == []
    alone = yard(two[0], waiting, side="normans", ladders=(ladder("0507"),))
    assert said(alone, "SHIFT") == []


# fire


TO_HOLD = Victory(turns=10, aims=(Aim("held", "normans", {"*": 5}, ("0504",)),))


@pytest.mark.rule("GUI-10.2.1")
def test_a_stockade_in_the_way_is_burnt_by_whoever_has_stood_beside_it() -> None:
    at = yard(man("Hugo", "0307"), man("Fulk", "0308"), side="normans", victory=TO_HOLD)
    assert said(at, "LIGHT") == []
    at.now.stands = {"hugo": "0307", "fulk": "0308"}
    at.last.stands = dict(at.now.stands)
    assert said(at, "LIGHT") == ["LIGHT Hugo 0306"]
    with_ladder = yard(man("Hugo", "0307"), side="normans", victory=TO_HOLD, ladders=(ladder("0507"),))
    with_ladder.now.stands = {"hugo": "0307"}
    with_ladder.last.stands = {"hugo": "0307"}
    assert said(with_ladder, "LIGHT") == []


@pytest.mark.rule("GUI-10.2.1")
def test_nobody_burns_what_keeps_him_from_nothing() -> None:
    at = yard(man("Hugo", "0307"), side="normans")
    at.now.stands = {"hugo": "0307"}
    at.last.stands = {"hugo": "0307"}
    assert said(at, "LIGHT") == []


@pytest.mark.rule("GUI-10.3")
def test_archers_with_nobody_to_shoot_at_shoot_flames_at_the_wood() -> None:
    bowman = man("Yani", "0310", weapon="short_bow", code="Nia")
    at = yard(bowman, man("Hugo", "0311"), side="normans", victory=TO_HOLD)
    assert said(at, "FIRE") == ["FIRE Yani AT 0306 with flame"]
    target = man("Omar", "0508", side="arabs")
    shot = yard(bowman, man("Hugo", "0311"), target, side="normans", victory=TO_HOLD)
    assert said(shot, "FIRE") == ["FIRE Yani AT Omar"]


# engines


CATAPULT = Engine("cat", "stone_thrower", "Catapult", "normans", ("0612",), Facing.N)
HANDS = tuple(man(n, h) for n, h in zip("ABCD", ("0613", "0512", "0712", "0513"), strict=True))


def field_with(*foes: str, wait: int = 2, hands: int = 4) -> Battle:
    arabs = [man(f"Omar{i}", at, side="arabs") for i, at in enumerate(foes)]
    engines = (replace(CATAPULT, wait=wait),)
    return battle(
        field(12, 26), *HANDS[:hands], *arabs, engines=engines, rules=SIEGE, phase=3, step=None
    )  # fmt: skip


@pytest.mark.rule("GUI-10.4.2")
def test_an_engine_is_turned_to_where_the_enemy_is() -> None:
    (line,) = said(field_with("1210", "1212", "1213"), "PUSH")
    assert line.startswith("PUSH Catapult facing ") and line.count("+") == 3
    assert said(field_with("0601", "0602"), "PUSH") == []
    assert said(field_with("1210", "1212", "1213", hands=3), "PUSH") == []


# the sally


def left_alone(guards: int) -> Battle:
    """The stone thrower before the castle with so many of its side round it, the others far away."""
    at = engine.replay(engine.new_game("stones", commitment=""))
    at.side = "byzantines"
    board = at.board
    where = next(iter(at.engines.values())).hexes[0]
    corner = [h for h in sorted(board.cells, reverse=True) if board.terrain(h) == "flat"]
    far = iter([h for h in corner if board.distance(h, where) > 6 and h.startswith("B")])
    near = iter([h for h in board.within(where, 2) if board.terrain(h) == "flat" and h != where])
    for i, figure in enumerate(f for f in list(at.figures.values()) if f.side == "normans"):
        at.figures[figure.id] = replace(figure, hex=next(near) if i < guards else next(far))
    return at


def target_of(at: Battle, temper: str) -> Engine | None:
    plan = Plan(at, SIEGE, "byzantines")
    return engine_to_raid(plan, March(plan, temper_of(temper)), temper_of(temper))


def test_a_bold_garrison_goes_out_against_an_engine_left_alone() -> None:
    at = left_alone(3)
    assert target_of(at, "bold") is not None
    assert target_of(at, "cautious") is None
    assert target_of(left_alone(6), "bold") is None
    party = {f.name for f in raiders(Plan(at, SIEGE, "byzantines"))}
    assert not any(at.figures[name.lower()].leader for name in party)
    moved = {line.split()[1] for line in said(at, "MOVE", seat="byzantines")}
    assert moved & party
    assert len(party) < 14 / 2 and inside(at.board)


# cross-fire


INDOORS = archer("Yani", "0404", side="arabs")
OUTDOORS = (archer("Basil", "0508", side="arabs", weapon="javelin"), archer("Rafi", "0509", side="arabs"))


def covered(*shooters: Character, **more: object) -> list[str]:
    at = at_house(man("Robert", "0505"), *shooters, step=None, **more)
    plan = Plan(at, SIEGE, "normans")
    keep_covered(plan)
    read = engine.read_orders(at, "normans", plan.standing).lines
    assert all(line.verdict in (Verdict.OK, Verdict.NOTE) for line in read), read
    return plan.standing


@pytest.mark.rule("GUI-8.3.5")
def test_in_cross_fire_one_keeps_covered_from_the_worse_shots() -> None:
    assert covered(INDOORS, *OUTDOORS) == ["SHELTER Robert FROM 0404"]
    assert covered(INDOORS) == [] and covered(*OUTDOORS) == []


@pytest.mark.rule("GUI-8.3.5")
def test_who_keeps_the_right_side_already_is_told_nothing() -> None:
    told = {"normans": ("SHELTER Robert FROM 0404",)}
    assert covered(INDOORS, *OUTDOORS, standing=told) == []
