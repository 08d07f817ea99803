"""Situations of 10.2 to 10.6 with the verdict read from the book first: fire, burning arrows, stones,
naphtha, ropes.

Each goes through whole phases from order lines; where a die decides, the faces on either side of the
border are thrown.
"""

from __future__ import annotations

import pytest

from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.terrain import terrain_at
from rules.state.works import Engine, Flame
from rules.tactical.fighting import odds
from tests.rules.castle_kit import castle, rope_of, upright
from tests.rules.kit import SIEGE, failures, field, man, next_phase, play
from tests.rules.test_refereed_sieges import archer, cover, in_the_open, kinds, stood

CATAPULT = Engine("cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N)
CREW = (man("Hugo", "0421"), man("Fulk", "0321"), man("Odo", "0521"))
SIPHON = Engine("siphon", "greek_fire", "Siphon", "normans", ("0610",), Facing.N)
GREEKS = (man("Dorian", "0611"), man("Alexio", "0511"))


def burning(at: Battle, *hexes: str, side: str = "normans", since: int = 1, greek: bool = False) -> Battle:
    for label in hexes:
        at.flames[label] = Flame(side=side, since=since, greek=greek)
    return at


def thrower(*pieces: Character, engine: Engine = CATAPULT, board: str = "") -> Battle:
    return in_the_open(*pieces, engines=(engine,), board=board)


def siphon(*pieces: Character) -> Battle:
    return in_the_open(*pieces, engines=(SIPHON,))


# fire (10.2)


@pytest.mark.rule("GUI-10.2.1")
def test_a_torch_takes_a_turn_and_the_blow() -> None:
    at = castle(man("Hugo", "0405"), man("Jemal", "0406", side="arabs"))
    sheet = ("LIGHT Hugo 0404", "ATTACK Hugo ON Jemal")
    assert play(at, normans=sheet).battle.flames == {}
    lit = play(stood(at, "hugo"), normans=sheet)
    assert set(lit.battle.flames) == {"0404"} and not kinds(lit, "combat_fought")
    walked = play(stood(at, "hugo"), normans=("MOVE Hugo 0305", "LIGHT Hugo 0404"))
    assert walked.battle.flames == {} and failures(walked)


@pytest.mark.rule("GUI-10.2.1", "GUI-9.2.2")
def test_lit_in_one_turn_it_is_down_after_three_of_the_enemy() -> None:
    """Lit in the Normans' turn 2: the ends of the Arabs' turns 2, 3 and 4 are its three."""
    done = play(stood(castle(man("Hugo", "0405")), "hugo"), normans=("LIGHT Hugo 0404",))
    standing = []
    for _ in range(5):
        standing.append(terrain_at(done.battle, "0404"))
        done = play(next_phase(done))
    assert standing == ["platform"] * 5 and terrain_at(done.battle, "0404") == "stockade_down"
    assert "0404" not in done.battle.flames


@pytest.mark.rule("GUI-10.2.2")
def test_fire_spreads_at_the_end_of_the_enemys_turn_only_to_wood() -> None:
    own = play(burning(castle(man("Hugo", "0409")), "0404"), otherwise=10)
    assert set(own.battle.flames) == {"0404"}
    enemy = play(next_phase(own), otherwise=10).battle
    assert set(enemy.flames) == {"0404", "0304", "0504"}  # 0403 behind is bare ground, 0405 outside too


@pytest.mark.rule("GUI-10.2.3")
def test_each_douses_once_if_he_did_nothing_else_and_never_greek_fire() -> None:
    pieces = (man("Jemal", "0403", side="arabs"), man("Omar", "0304", side="arabs"), man("Hugo", "0409"))
    sheet = ("DOUSE Jemal + Omar 0404",)
    at = burning(castle(*pieces, side="arabs", phase=4), "0404")
    tried = play(at, otherwise=1, arabs=sheet)
    assert kinds(tried, "fire_fought") == ["fire_fought"] * 2 and "0404" in tried.battle.flames
    out = play(at, otherwise=10, arabs=sheet)
    assert kinds(out, "fire_fought") == ["fire_fought"] and "0404" not in out.battle.flames
    walked = play(at, otherwise=10, arabs=("MOVE Jemal 0303 0403", "DOUSE Jemal 0404"))
    assert [e.figure for e in walked.events if e.kind == "fire_fought"] == ["omar"]
    assert ("GUI-10.2.3", "Jemal") in [(rule, why.split()[0]) for rule, why in failures(walked)]
    greek = burning(castle(*pieces, side="arabs", phase=4), "0404", greek=True)
    assert "0404" in play(greek, otherwise=10, arabs=sheet).battle.flames


@pytest.mark.rule("GUI-10.2.4a", "GUI-10.2.4b")
@pytest.mark.parametrize(
    ("health", "face", "after"),
    [("stunned", 6, "healthy"), ("stunned", 7, "dead"), ("healthy", 7, "healthy")],
)
def test_out_of_a_fire_at_once(health: str, face: int, after: str) -> None:
    jemal = man("Jemal", "0404", side="arabs", health=health, stunned_in=3 if health == "stunned" else 0)
    at = stood(castle(man("Hugo", "0405"), jemal), "hugo")
    done = play(at, otherwise=face, normans=("LIGHT Hugo 0404",)).battle.figures["jemal"]
    assert done.health.value == after and (done.dead or done.hex != "0404")


@pytest.mark.rule("GUI-10.2.4a")
def test_nobody_walks_into_a_burning_hex() -> None:
    at = burning(in_the_open(man("Hugo", "0405")), "0404")
    assert play(at, normans=("MOVE Hugo 0404 0403",)).battle.figures["hugo"].hex == "0405"


# burning arrows (10.3)


@pytest.mark.rule("GUI-10.3")
@pytest.mark.parametrize(
    ("start", "weapon", "lights"),
    [
        ("0408", "composite_bow", True),
        ("0418", "composite_bow", False),
        ("0406", "sling", False),
        ("0406", "javelin", False),
    ],
    ids=["near", "beyond short range", "a sling", "a javelin"],
)
def test_only_bows_at_short_range_light_a_stockade(start: str, weapon: str, lights: bool) -> None:
    board = "\n".join([". . . . . . ."] * 3 + [". P1 P1 P1 P1 P1 ."] + [". . . . . . ."] * 22)
    inside = " ".join(f"{c:02d}{r:02d}" for r in range(1, 5) for c in range(1, 8))
    at = in_the_open(
        archer("Yani", start, weapon=weapon), man("Jemal", "0404", side="arabs"), board=board,
        walls=(f"stockade {inside}",),
    )  # fmt: skip
    done = play(at, otherwise=10, normans=("FIRE Yani AT 0404 with flame",))
    assert ("0404" in done.battle.flames) is lights and bool(failures(done)) is not lights
    assert done.battle.figures["jemal"].health.value == "healthy"


# stones (10.4)


@pytest.mark.rule("GUI-10.4.1", "GUI-10.4.4")
def test_three_men_one_stone_in_three_turns_and_none_strikes() -> None:
    two = play(thrower(*CREW[:2]), normans=("SHOOT Catapult AT 0410",))
    assert not kinds(two, "engine_shot") and failures(two)
    done = play(
        thrower(*CREW, man("Jemal", "0410", side="arabs")),
        named={"GUI-10.4.4": 5},
        normans=("SHOOT Catapult AT 0410",),
    )
    turns = []
    for turn in (3, 4, 5):
        done = play(next_phase(play(next_phase(done))), normans=("SHOOT Catapult AT 0410",))
        turns += [turn] if kinds(done, "engine_shot") else []
    assert turns == [5]  # shot in turn 2, then in 5
    held = play(thrower(*CREW, man("Jemal", "0422", side="arabs")), normans=("SHOOT Catapult AT 0410",))
    assert not kinds(held, "engine_shot")


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.parametrize(("aim", "shoots"), [("0410", True), ("0423", False)])
def test_only_before_it(aim: str, shoots: bool) -> None:
    done = play(thrower(*CREW), normans=(f"SHOOT Catapult AT {aim}",))
    assert bool(kinds(done, "engine_shot")) is shoots


@pytest.mark.rule("GUI-10.4.2", "GUI-10.4.3")
def test_four_push_it_two_hexes_or_one_in_scrub_and_nobody_enters_it() -> None:
    four = (*CREW, man("Milo", "0419"))
    sheet = ("PUSH Catapult N N",)
    assert play(thrower(*CREW), normans=sheet).battle.engines["cat"].hexes == ("0420",)
    flat = play(thrower(*four), normans=sheet)
    assert flat.battle.engines["cat"].hexes == ("0418",), failures(flat)
    scrub = thrower(*four, board=field(12, 26, "s"))
    assert play(scrub, normans=("PUSH Catapult N",)).battle.engines["cat"].hexes == ("0419",)
    assert play(scrub, normans=sheet).battle.engines["cat"].hexes != ("0418",)
    walker = play(thrower(*CREW), normans=("MOVE Hugo 0420",))
    assert walker.battle.figures["hugo"].hex == "0421"
    over = thrower(archer("Yani", "0423"), man("Jemal", "0418", side="arabs"))
    assert cover(over, "yani", "jemal") == "no shot"


# Greek fire (10.5)


@pytest.mark.rule("GUI-10.5.1", "GUI-10.5.2")
@pytest.mark.parametrize(
    ("face", "soaked", "state"), [(1, 6, "destroyed"), (2, 0, "jammed"), (3, 7, "ready")]
)
def test_the_die_of_the_siphon(face: int, soaked: int, state: str) -> None:
    done = play(siphon(*GREEKS), otherwise=face, normans=("SHOOT Siphon AT 0604",)).battle
    assert len(done.naphtha) == soaked and done.engines["siphon"].state.value == state
    assert done.flames == {}


@pytest.mark.rule("GUI-10.5.1")
@pytest.mark.parametrize(
    ("aim", "crew", "shoots"), [("0605", 2, True), ("0606", 2, False), ("0604", 1, False), ("0613", 2, False)]
)
def test_the_reach_of_the_siphon(aim: str, crew: int, shoots: bool) -> None:
    done = play(siphon(*GREEKS[:crew]), otherwise=5, normans=(f"SHOOT Siphon AT {aim}",))
    assert bool(kinds(done, "engine_shot")) is shoots


@pytest.mark.rule("GUI-10.5.1a", "GUI-10.2.1", "GUI-9.5.1a")
@pytest.mark.parametrize("side", ["slit", "half_slit", "chapel_window", "wall"])
def test_neither_a_jet_nor_a_torch_goes_through_stone(side: str) -> None:
    walled = in_the_open(*GREEKS, engines=(SIPHON,), hexsides=[("0610", "N", side)])
    done = play(walled, otherwise=5, normans=("SHOOT Siphon AT 0604",))
    assert not kinds(done, "engine_shot") and failures(done)[0][0] == "GUI-10.5.1a"
    theirs = Engine("cat", "stone_thrower", "Catapult", "arabs", ("0404",), Facing.N)
    at = in_the_open(man("Hugo", "0405"), engines=(theirs,), hexsides=[("0405", "N", side)])
    torch = play(stood(at, "hugo"), normans=("LIGHT Hugo 0404",))
    assert torch.battle.flames == {} and failures(torch)[0][0] == "GUI-10.2.1"


@pytest.mark.rule("GUI-10.5.3", "GUI-10.5.1")
@pytest.mark.parametrize(
    ("face", "health", "stays"),
    [(5, "dead", True), (6, "wounded", False), (8, "wounded", False), (9, "healthy", False)],
)
def test_all_seven_catch_and_each_man_rolls(face: int, health: str, stays: bool) -> None:
    at = siphon(archer("Yani", "0608"), man("Jemal", "0603", side="arabs"))
    for label in at.board.within("0604", 1):
        at.naphtha[label] = "normans"
    done = play(at, named={"GUI-10.3": 10}, otherwise=face, normans=("FIRE Yani AT 0605 with flame",)).battle
    assert len(done.flames) == 7
    jemal = done.figures["jemal"]
    assert jemal.health.value == health and (jemal.hex == "0603") is stays


# grapnels and ropes (10.6)


@pytest.mark.rule("GUI-10.6.1a")
@pytest.mark.parametrize(
    ("face", "armoured", "holds"), [(2, False, False), (3, False, True), (10, True, False)]
)
def test_the_throw(face: int, armoured: bool, holds: bool) -> None:
    at = castle(man("Hugo", "0405", armoured=armoured), ladders=(rope_of("hugo"),))
    done = play(at, otherwise=face, normans=("THROW GRAPNEL Hugo AT 0404",)).battle
    assert done.ladders["rope-1"].upright is holds
    moved = castle(man("Hugo", "0406"), ladders=(rope_of("hugo"),))
    sheet = ("MOVE Hugo 0405", "THROW GRAPNEL Hugo AT 0404")
    assert not play(moved, otherwise=10, normans=sheet).battle.ladders["rope-1"].upright


@pytest.mark.rule("GUI-10.6.1b", "GUI-10.6.2")
def test_eight_up_in_one_turn_and_over_in_the_next() -> None:
    at = castle(man("Hugo", "0405"), ladders=(upright(kind="rope"),))
    up = play(at, normans=("MOVE Hugo climb",))
    assert up.battle.figures["hugo"].storey == 1 and up.battle.now.spent["hugo"] == 8
    over = play(next_phase(play(next_phase(up))), otherwise=1, normans=("MOVE Hugo 0404",))
    assert over.battle.figures["hugo"].hex == "0404" and not over.battle.figures["hugo"].storey
    down = castle(man("Hugo", "0405", storey=1), ladders=(upright(kind="rope"),))
    done = play(down, normans=("MOVE Hugo down",)).battle
    assert not done.figures["hugo"].storey and done.now.spent["hugo"] == 4


@pytest.mark.rule("GUI-10.6.3a")
def test_two_columns_for_the_man_on_the_platform() -> None:
    at = castle(
        man("Hugo", "0405", storey=1), man("Jemal", "0404", side="arabs"),
        ladders=(upright(kind="rope"),), side="arabs", phase=4,
    )  # fmt: skip
    found = odds.assess(at, SIEGE, ("jemal",), ("hugo",))
    assert not isinstance(found, Rejection)
    assert [m.value for m in found.shifts if m.rule == "GUI-10.6.3a"] == [2]


@pytest.mark.rule("GUI-10.6.4", "GUI-10.1.6c", "RUL-1013")
@pytest.mark.parametrize(("face", "cut"), [(3, True), (4, False)])
@pytest.mark.parametrize("health", ["healthy", "wounded"])
@pytest.mark.parametrize("crowd", [False, True])
def test_a_cut_rope_hurts_the_climber_and_whoever_he_falls_on(
    face: int, cut: bool, health: str, crowd: bool
) -> None:
    """He falls as from a ladder, into a hex next to the foot: on somebody only if none is empty."""
    around = {"0305": "Odo", "0306": "Milo", "0406": "Fulk", "0506": "Gui", "0505": "Drogo"}
    at = castle(
        man("Hugo", "0405", storey=1, health=health), man("Jemal", "0404", side="arabs"),
        *(man(name, hex_) for hex_, name in around.items() if crowd),
        ladders=(upright(kind="rope"),), side="arabs", phase=4,
    )  # fmt: skip
    done = play(at, otherwise=face, arabs=("CUT ROPE Jemal 0405",)).battle
    hurt = {"healthy": "wounded", "wounded": "dead"}[health]
    assert done.figures["hugo"].health.value == (hurt if cut else health)
    assert sum(f.stunned for f in done.figures.values() if f.name in around.values()) == (cut and crowd)


@pytest.mark.rule("GUI-10.6.5a")
@pytest.mark.parametrize(("face", "down"), [(2, True), (3, False)])
def test_four_in_two_files_pull(face: int, down: bool) -> None:
    places = {"Hugo": "0706", "Fulk": "0707", "Odo": "0606", "Milo": "0607"}
    men = [man(name, at) for name, at in places.items()]
    at = castle(*men, ladders=(upright("0705", "N", kind="rope"),))
    done = play(at, otherwise=face, normans=("PULL ROPE Hugo + Fulk + Odo + Milo",)).battle
    assert (terrain_at(done, "0704") == "stockade_down") is down and ("rope-1" in done.ladders) is not down
    three = castle(*men[:3], ladders=(upright("0705", "N", kind="rope"),))
    alone = play(three, otherwise=1, normans=("PULL ROPE Hugo + Fulk + Odo",)).battle
    assert terrain_at(alone, "0704") != "stockade_down"
