"""Captains before and behind walls: ladders, hooks, gates, tents, engines and fire; random players
try all of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.captains.captain import captain_orders
from rules.captains.marching import March
from rules.captains.plan import Plan
from rules.captains.random_player import random_orders
from rules.captains.temper import temper as temper_of
from rules.captains.walls import inside, is_garrison, is_post, sites
from rules.desk.reading import Verdict
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.works import Ladder
from tests.rules.castle_kit import castle, lying, rope_of, upright
from tests.rules.kit import SIEGE, man


def lines_of(at: Battle, seat: str = "normans", temper: str = "bold") -> list[str]:
    return captain_orders(at, SIEGE, seat, temper)


def obeyed(at: Battle, lines: list[str], verb: str, seat: str = "normans") -> list[str]:
    """The lines that begin with a verb; each must be taken as it stands."""
    found = [line for line in lines if line.startswith(verb)]
    for line in engine.read_orders(at, seat, lines).lines:
        if line.line.startswith(verb):
            assert line.verdict in (Verdict.OK, Verdict.NOTE), line
    return found


def opened(slug: str) -> Battle:
    events = engine.new_game(slug, commitment="")
    return engine.replay(events)


FAR_OFF = man("Zahir", "0101", side="arabs", armoured=True)


@pytest.mark.rule("GUI-10.1.2a", "GUI-10.1.2b")
def test_two_carry_a_ladder_to_the_stockade_and_put_it_up() -> None:
    at = castle(man("Hugo", "0407"), man("Fulk", "0408"), FAR_OFF, ladders=(lying("0407", "0408"),))
    lines = lines_of(at)
    assert len(obeyed(at, lines, "CARRY LADDER")) == 1
    raised = [line for line in lines if line.startswith("RAISE LADDER")]
    assert len(raised) == 1
    assert lines.index(raised[0]) > lines.index(obeyed(at, lines, "CARRY LADDER")[0])


def test_a_ladder_is_raised_where_nobody_stands_behind() -> None:
    guard = [man(f"Omar{i}", h, side="arabs") for i, h in enumerate(("0404", "0504", "0304"))]
    at = castle(man("Hugo", "0406"), man("Fulk", "0407"), *guard, ladders=(lying("0406", "0407"),))
    (line,) = [x for x in lines_of(at) if x.startswith("RAISE LADDER")] or [""]
    assert not line.endswith(("0404", "0504", "0304"))


def test_bearers_drop_it_when_an_enemy_is_upon_them() -> None:
    ladder = lying("0407", "0408", bearers=("hugo", "fulk"))
    foe = man("Omar", "0507", side="arabs")
    at = castle(man("Hugo", "0407"), man("Fulk", "0408"), foe, ladders=(ladder,))
    assert obeyed(at, lines_of(at), "LAY LADDER") == ["LAY LADDER Hugo + Fulk"]


@pytest.mark.rule("GUI-10.1.3a")
def test_a_light_man_goes_over_and_an_armoured_one_to_the_top() -> None:
    light = castle(man("Hugo", "0405", mp=8), FAR_OFF, ladders=(upright("0405"),))
    assert any(line.startswith("MOVE Hugo to 0") and line[-2:] <= "04" for line in lines_of(light))
    heavy = castle(man("Hugo", "0405", mp=6, armoured=True), FAR_OFF, ladders=(upright("0405"),))
    assert obeyed(heavy, lines_of(heavy), "MOVE") == ["MOVE Hugo climb"]


@pytest.mark.rule("GUI-10.6.1a")
def test_a_hook_is_thrown_from_the_foot_of_the_wall_and_the_rope_climbed_in_the_next_turn() -> None:
    at = castle(man("Vladko", "0405"), FAR_OFF, ladders=(rope_of("vladko"),))
    assert len(obeyed(at, lines_of(at), "THROW GRAPNEL Vladko AT 0404")) == 1
    hanging = castle(man("Vladko", "0405", mp=8), FAR_OFF, ladders=(upright("0405", kind="rope"),))
    assert obeyed(hanging, lines_of(hanging), "MOVE") == ["MOVE Vladko climb"]


BEHIND_THE_GATE = {"turstin": "1312", "william": "1212"}  # who have taken Norman silver


@pytest.mark.rule("GUI-9.2.3.2")
@pytest.mark.parametrize("temper", ["bold", "cautious"])
def test_nobody_waits_while_his_own_men_are_about_to_open_the_gate(temper: str) -> None:
    at = opened("tower")
    lines = lines_of(at, temper=temper)
    assert not [line for line in lines if line.split()[1].lower() in BEHIND_THE_GATE]
    before = at.board.neighbours("1313")
    assert any(line.startswith("MOVE") and line.split()[-1] in before for line in lines)
    for name in BEHIND_THE_GATE:
        at.figures[name] = replace(at.figures[name], health=Health.DEAD)
    left = [line for line in lines_of(at, temper=temper) if line.startswith("MOVE")]
    assert not [line for line in left if line.split()[-1] in before]


def test_who_has_to_strike_does_not_go_below_a_wall_where_he_reaches_nobody() -> None:
    on_the_wall = man("Omar", "0404", side="arabs")
    swordsman, archer = man("Hugo", "0409"), man("Gilbert", "0509", weapon="short_bow", code="Nia")
    march = March(Plan(castle(swordsman, archer, on_the_wall), SIEGE, "normans"), temper_of("bold"))
    enemy = frozenset({"0404"})
    assert "0405" not in march.distances(swordsman, enemy)
    assert "0405" in march.distances(archer, enemy)


@pytest.mark.rule("GUI-9.2.3.2")
def test_whoever_stands_at_the_chains_opens_for_his_friends() -> None:
    at = opened("tower")
    for name, where in BEHIND_THE_GATE.items():
        assert at.figures[name].hex == where
    at.now.stands = {f.id: f.hex for f in at.figures.values() if f.hex}
    at.last.stands = dict(at.now.stands)
    assert any(line.startswith("OPEN") for line in captain_orders(at, SIEGE, "normans", "bold"))
    assert not any(line.startswith("OPEN") for line in captain_orders(at, SIEGE, "byzantines", "bold"))


@pytest.mark.rule("GUI-10.5.1b")
def test_greek_fire_waits_for_a_crowd_and_never_takes_ones_own() -> None:
    at = opened("naphtha")
    at.side = "byzantines"
    crowd = ["1106", "1206", "1306", "1205"]
    movers = [f for f in at.figures.values() if f.side == "arabs"]
    for figure, where in zip(movers, crowd, strict=False):
        at.figures[figure.id] = replace(figure, hex=where)
    (line,) = [x for x in captain_orders(at, SIEGE, "byzantines", "bold") if x.startswith("SHOOT")]
    aim = line.split(" AT ")[1].split()[0]
    burnt = at.board.within(aim, 1)
    struck = [f for f in at.figures.values() if f.hex in burnt]
    assert len(struck) >= 2 and all(f.side == "arabs" for f in struck)


@pytest.mark.rule("GUI-10.3")
def test_naphtha_under_enemies_gets_a_burning_arrow() -> None:
    archer = man("Yani", "0407", weapon="short_bow", code="Nia")
    at = castle(archer, man("Omar", "0607", side="arabs"))
    at.naphtha = dict.fromkeys(("0607", "0608"), "normans")
    flames = [line for line in lines_of(at) if line.endswith("with flame")]
    assert flames and flames[0].startswith("FIRE Yani AT 060")
    at.figures["yani"] = replace(at.figures["yani"], hex="0608")
    assert not [line for line in lines_of(at) if line.endswith("with flame")]


def test_a_garrison_knows_its_walls_and_stays_behind_them() -> None:
    at = opened("escalade")
    assert is_garrison(Plan(at, SIEGE, "byzantines"))
    assert not is_garrison(Plan(at, SIEGE, "normans"))
    at.side = "byzantines"
    walled = inside(at.board)
    assert "1311" in walled and "1316" not in walled
    for line in captain_orders(at, SIEGE, "byzantines", "bold"):
        if line.startswith("MOVE"):
            assert line.split()[-1] in walled
    assert at.board.terrain("0805") == "platform"
    assert is_post(Plan(at, SIEGE, "byzantines"), "0805", at.figures["kosmas"])


def test_no_ladder_is_meant_for_a_tower() -> None:
    at = opened("escalade")
    assert sites(at, "stockade")
    assert not any("tower" in at.board.traits(site.wall) for site in sites(at, "stockade"))


VERBS = {
    "escalade": ("CARRY LADDER", "RAISE LADDER"),
    "hooks": ("THROW GRAPNEL",),
    "stones": ("SHOOT", "PUSH"),
    "tents": ("TEAR",),
}


@pytest.mark.parametrize("slug", sorted(VERBS))
def test_the_random_player_uses_what_there_is(slug: str) -> None:
    at = opened(slug)
    if slug == "tents":
        canvas = next(h for h in at.board.cells if at.board.terrain(h) == "tent")
        beside = next(h for h in at.board.neighbours(canvas) if at.board.terrain(h) == "flat")
        first = next(f for f in at.figures.values() if f.side == at.side)
        at.figures[first.id] = replace(first, hex=beside)
    seat = at.setup.seats[0].id
    lines = [line for seed in range(30) for line in random_orders(at, SIEGE, seat, seed)]
    for verb in VERBS[slug]:
        assert any(verb in line for line in lines), verb


def test_everything_said_about_upright_things_can_be_read() -> None:
    ladders = (upright("0405"), Ladder("rope-1", "rope", ("0605",), upright("0605").facing, since=1))
    at = castle(man("Hugo", "0405"), man("Fulk", "0605"), FAR_OFF, ladders=ladders)
    said = [line for seed in range(60) for line in random_orders(at, SIEGE, "normans", seed)]
    for verb in ("TOPPLE", "SHIFT", "COIL", "CUT", "PULL", "climb"):
        assert any(verb in line for line in said), verb
    for seed in range(20):
        reading = engine.read_orders(at, "normans", random_orders(at, SIEGE, "normans", seed))
        assert all(line.verdict is not Verdict.UNREADABLE for line in reading.lines)
