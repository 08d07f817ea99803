"""What a captain does not do: past enemies for a fight, round in a loop for a charge, down from his walls;
and what he keeps his eyes on: the way, what awaits him at its end, places that count."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bench.needless import hurt_on_the_way
from rules import engine
from rules.captains.captain import captain_orders
from rules.captains.charging import rides_of
from rules.captains.plan import Plan
from rules.captains.temper import temper as temper_of
from rules.captains.temper import tempers
from rules.captains.threats import Threats
from rules.captains.walls import inside, is_post
from rules.captains.ways import passage_along
from rules.core.dice import ScriptedDice
from rules.core.rejection import Rejection
from rules.state.battle import Aim, Battle, Victory
from rules.state.figure import Character
from rules.state.works import Ladder
from rules.tactical.charging import charge
from tests.rules.charges import khaled, opened, robert
from tests.rules.kit import RULES, SIEGE, TACTICS, battle, field, man
from tests.rules.test_captains_walls import ladder, yard
from tests.rules.test_sight_built import archer

ENDLESS = Victory(turns=20)


def orders(at: Battle, temper: str = "bold", seat: str = "normans") -> list[str]:
    return captain_orders(at, RULES, seat, temper)


def of(lines: list[str], start: str) -> list[str]:
    return [line for line in lines if line.startswith(start)]


# the way


def lane(*more: Character, attack: int = 14) -> Battle:
    """Robert at one end of a lane of two rows, a stunned enemy at its other end."""
    prey = man("Prey", "1001", side="arabs", health="stunned")
    return battle(field(10, 2), man("Robert", "0101", mp=12, attack=attack), prey, *more, victory=ENDLESS)


@pytest.mark.parametrize("temper", tempers())
def test_nobody_runs_past_three_enemies_for_a_fight(temper: str) -> None:
    assert "ATTACK Robert ON Prey" in orders(lane(), temper)
    guards = [man(f"Guard{i}", at, side="arabs", defence=30) for i, at in enumerate(("0402", "0602", "0802"))]
    lines = orders(lane(*guards), temper)
    assert of(lines, "ATTACK Robert ON Prey") == []


def test_a_passage_counts_each_enemy_once_and_none_beside_the_last_hex() -> None:
    at = lane(man("Guard", "0402", side="arabs"))
    robert = at.figures["robert"]
    once = passage_along(at, RULES, robert, ("0301", "0401", "0501"))
    assert once.harm > 0 and once.untouched < 1
    assert once == passage_along(at, RULES, robert, ("0401", "0502", "0602"))
    assert passage_along(at, RULES, robert, ("0201", "0301")).harm == 0
    wounded = battle(
        field(10, 2), man("Robert", "0101", health="wounded"), man("Guard", "0402", side="arabs")
    )
    hurt = passage_along(wounded, RULES, wounded.figures["robert"], ("0301", "0401", "0501"))
    assert hurt.harm > once.harm


def test_men_hurt_where_another_way_was_safer_are_counted() -> None:
    """The straight way is past a guard, a longer one is not; 10 on the die kills in passing."""
    men = man("Robert", "0203", mp=12), man("Guard", "0404", side="arabs")
    start = battle(field(9, 9), *men, victory=ENDLESS, step=None)
    for way, needless in (("0303 0403 0503 0603", True), ("to 0603 safest", False)):
        at = start.copy()
        reading = engine.read_orders(at, "normans", [f"MOVE Robert {way}"])
        engine.evolve(at, engine.accept_orders(at, "normans", reading))
        events = engine.adjudicate(at, ScriptedDice([10] * 5))
        hurt = {("normans", "killed", True): 1} if needless else {}
        assert hurt_on_the_way(at, events) == hurt


# what awaits him


def test_the_harm_that_enemies_may_do_is_that_of_the_strongest_who_get_there() -> None:
    weak = man("Weak", "0505", side="arabs", attack=8)
    strong = man("Strong", "0506", side="arabs", attack=14)
    at = battle(field(20, 12), man("Robert", "1205"), weak, victory=ENDLESS)
    both = battle(field(20, 12), man("Robert", "1205"), weak, strong, victory=ENDLESS)
    one, two = (Threats(Plan(b, RULES, "normans")) for b in (at, both))
    robert = at.figures["robert"]
    assert 0 < one.harm(robert, "0905") < two.harm(robert, "0905")
    assert one.harm(robert, "2005") == 0
    assert [e.id for e in two.striking("0905")] == ["strong", "weak"]


def test_a_cautious_man_does_not_walk_alone_into_the_reach_of_many() -> None:
    """He waits where they do not reach him, until time runs out."""
    host = [man(f"Arab{i}", f"18{i:02d}", side="arabs", attack=14) for i in range(2, 8)]
    at = battle(field(20, 10), man("Robert", "0805"), *host, victory=ENDLESS)
    at.turn = 8
    robert = at.figures["robert"]
    (line,) = of(orders(at, "cautious"), "MOVE Robert") or ["MOVE Robert to 0805"]
    assert Threats(Plan(at, RULES, "normans")).harm(robert, line.split()[-1]) == 0
    at.turn = 19
    (late,) = of(orders(at, "cautious"), "MOVE Robert")
    assert at.board.distance(late.split()[-1], "1805") < at.board.distance(line.split()[-1], "1805")


# charges


def test_nobody_rides_a_loop_to_charge_whoever_touches_him() -> None:
    """The rules would let him: away, round, and at the man at his side."""
    beside = opened(robert(mp=24, attack=30), khaled("0504"), victory=ENDLESS)
    assert not isinstance(charge.planned(beside, TACTICS, "robert", "khaled"), Rejection)
    lines = captain_orders(beside, TACTICS, "normans", "bold")
    assert of(lines, "CHARGE") == [] and "ATTACK Robert ON Khaled" in lines


def test_a_charge_past_enemies_is_worth_less() -> None:
    bold = temper_of("bold")
    (clear,) = rides_of(Plan(opened(robert(), khaled(), victory=ENDLESS), TACTICS, "normans"), bold)
    guards = [man(f"Guard{i}", at, side="arabs", defence=40) for i, at in enumerate(("0409", "0610"))]
    beset = Plan(opened(robert(), khaled(), *guards, victory=ENDLESS), TACTICS, "normans")
    (past,) = (ride for ride in rides_of(beset, bold) if ride.target == "khaled")
    assert past.route == clear.route
    assert past.worth < clear.worth - bold.keep_off


# walls


@pytest.mark.parametrize("temper", tempers())
def test_a_garrison_stays_within_its_walls_though_an_enemy_lies_stunned_below(temper: str) -> None:
    """The ladder that leans there would take Omar down to him."""
    omar, hugo = man("Omar", "0506", side="arabs", attack=17, mp=12), man("Hugo", "0508", health="stunned")
    at = yard(omar, hugo, ladders=(ladder("0507"),))
    walls = inside(at.board)
    lines = captain_orders(at, SIEGE, "arabs", temper)
    assert [line for line in of(lines, "MOVE") if line.split()[3] not in walls] == []
    assert "ATTACK Omar ON Hugo" not in lines


def test_a_garrison_strikes_at_whoever_has_come_in() -> None:
    at = yard(man("Omar", "0406", side="arabs", attack=17), man("Hugo", "0505", health="stunned"))
    assert any("ON Hugo" in line for line in captain_orders(at, SIEGE, "arabs", "cautious"))


def test_nobody_of_a_garrison_goes_after_those_whom_he_has_thrown_back() -> None:
    at = yard(man("Omar", "0506", side="arabs"))
    assert "ADVANCE never" in captain_orders(at, SIEGE, "arabs", "bold")
    assert "ADVANCE always" in captain_orders(at, SIEGE, "normans", "bold")


def carried(*hexes: str) -> Ladder:
    """A ladder that Hugo and Fulk bring up, who stand in these hexes."""
    return Ladder("ladder-1", "ladder", hexes, bearers=("hugo", "fulk"), since=1)


def brought_up(*pieces: Character, **more: object) -> Battle:
    """Hugo and Fulk carry a ladder to the platform 0606; the battle has just begun."""
    bearers = man("Hugo", "0609"), man("Fulk", "0610")
    return yard(*bearers, *pieces, ladders=(carried("0609", "0610"),), victory=ENDLESS, **more)


def ends(lines: list[str], name: str, stays: str) -> str:
    """Where somebody is sent, or stays."""
    return ([line.split()[-1] for line in of(lines, f"MOVE {name} ")] or [stays])[0]


@pytest.mark.parametrize("temper", tempers())
def test_a_garrison_waits_behind_the_wall_where_a_ladder_is_brought_up(temper: str) -> None:
    """From the first turn, near enough for the next, and not up on the platform where arrows come."""
    at = brought_up(man("Omar", "0304", side="arabs", attack=14))
    lines = captain_orders(at, SIEGE, "arabs", temper)
    places = [ends(lines, f.name, f.hex or "") for f in at.figures.values() if f.side == "arabs"]
    near = [to for to in places if at.board.distance(to, "0606") <= 2]
    assert near and not any(at.board.terrain(to) == "platform" for to in places)
    quiet = yard(man("Omar", "0304", side="arabs", attack=14), victory=ENDLESS)
    assert ends(captain_orders(quiet, SIEGE, "arabs", temper), "Omar", "0304") not in near


@pytest.mark.parametrize("temper", tempers())
def test_whoever_holds_a_place_that_counts_stays_on_it_while_others_go_to_the_wall(temper: str) -> None:
    victory = Victory(turns=20, aims=(Aim("held", "arabs", {"*": 5}, hexes=("0605",)),))
    for phase in (3, 9):
        at = brought_up(man("Omar", "0605", side="arabs", attack=14), phase=phase)
        at.setup = replace(at.setup, victory=victory)
        lines = captain_orders(at, SIEGE, "arabs", temper)
        assert ends(lines, "Omar", "0605") == "0605"
        others = [ends(lines, name, "") for name in ("Zahir", "Rafi")]
        assert any(to and at.board.distance(to, "0606") <= 2 for to in others)


@pytest.mark.parametrize("temper", tempers())
def test_an_archer_throws_down_the_ladder_before_him_at_which_the_enemy_stands(temper: str) -> None:
    """He could shoot, and does where nobody is near its foot."""
    bowman = archer("Yani", "0506", side="arabs", weapon="short_bow")
    at = yard(bowman, man("Hugo", "0508"), ladders=(ladder("0507"),))
    lines = captain_orders(at, SIEGE, "arabs", temper)
    assert of(lines, "TOPPLE") == ["TOPPLE LADDER Yani 0507"] and of(lines, "FIRE") == []
    far = yard(bowman, man("Hugo", "0513"), ladders=(ladder("0507"),))
    assert of(captain_orders(far, SIEGE, "arabs", temper), "FIRE") == ["FIRE Yani AT Hugo"]


def test_who_holds_a_place_that_counts_is_the_last_to_run_to_a_ladder() -> None:
    victory = Victory(turns=20, aims=(Aim("held", "arabs", {"*": 5}, hexes=("0606",)),))
    two = man("Abdul", "0606", side="arabs"), man("Omar", "0406", side="arabs")
    at = yard(*two, man("Hugo", "0508"), ladders=(ladder("0507"),), victory=victory)
    assert of(captain_orders(at, SIEGE, "arabs", "bold"), "TOPPLE") == ["TOPPLE LADDER Omar 0507"]


def test_nobody_below_a_slit_outside_of_its_tower_is_at_a_post() -> None:
    at = engine.replay(engine.new_game("escalade", commitment=""))
    plan = Plan(at, SIEGE, "byzantines")
    bowman, swordsman = at.figures["kosmas"], at.figures["harald"]
    assert is_post(plan, "1209", bowman) and is_post(plan, "1209", swordsman)
    assert not is_post(plan, "1110", bowman)
    assert is_post(plan, "0810", bowman) and not is_post(plan, "0810", swordsman)


# places that count

PRIZE = Victory(
    turns=5,
    aims=(Aim("held", "normans", {"*": 5}, hexes=("0604",)), Aim("held", "arabs", {"*": 5}, hexes=("0604",))),
)


@pytest.mark.parametrize("temper", tempers())
def test_in_the_last_turn_somebody_stands_on_the_place_that_counts_and_stays(temper: str) -> None:
    at = battle(field(16, 8), man("Robert", "0304"), man("Zahir", "1604", side="arabs"), victory=PRIZE)
    at.turn = 5
    assert of(orders(at, temper), "MOVE") == ["MOVE Robert to 0604"]
    prey = man("Zahir", "0904", side="arabs", health="stunned")
    on_it = battle(field(16, 8), man("Robert", "0604"), prey, victory=PRIZE)
    on_it.turn = 5
    lines = orders(on_it, temper)
    assert of(lines, "MOVE") == [] and "ADVANCE Robert never" in lines


def test_in_the_last_turn_somebody_goes_beside_the_place_that_an_enemy_holds() -> None:
    """Nobody holds a place with an enemy next to it."""
    at = battle(
        field(16, 8),
        man("Robert", "0304", attack=1),
        man("Zahir", "0604", side="arabs", defence=30),
        victory=PRIZE,
    )
    at.turn = 5
    (line,) = of(orders(at, "cautious"), "MOVE")
    assert at.board.adjacent(line.split()[-1], "0604")


# lances


def test_a_spearman_who_gets_to_nobody_throws_his_lance() -> None:
    spearman = man("Khaled", "0302", mp=2, lance=True)
    at = battle(field(16, 8), spearman, man("Zahir", "0702", side="arabs", defence=5), victory=ENDLESS)
    assert of(orders(at), "FIRE") == ["FIRE Khaled AT Zahir with lance"]


def test_whoever_is_sent_off_the_board_stands_nowhere_in_the_plan() -> None:
    way_out = Victory(turns=9, exits={"normans": ("0301", "0302", "0303")})
    at = battle(field(5, 5), man("Odo", "0303"), man("Zahir", "0505", side="arabs"), victory=way_out)
    plan = Plan(at, RULES, "normans")
    assert plan.leave("odo", "0301") and plan.figure("odo").hex is None
