"""Situations of chapters 8 to 10 with the verdict read from the book first, each played from order lines.

What is not about a shot goes through a whole phase; where a die decides, the last face on either side of the
border is thrown.
"""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.state.battle import Battle, Overlay
from rules.state.figure import Character
from rules.state.terrain import terrain_at
from rules.tactical.fighting import odds
from rules.tactical.sight import line_of_fire
from rules.tactical.sight.line_of_fire import Sight
from tests.rules.built import HOUSE, HOUSE_MAP
from tests.rules.castle_kit import MAP, castle, lying, upright
from tests.rules.kit import SIEGE, battle, failures, field, man, play, rider

BOW = "composite_bow"
FAR = man("Zahir", "0707", side="arabs")


def archer(name: str, at: str, *, weapon: str = BOW, **more: object) -> Character:
    return man(name, at, weapon=weapon, **{"code": "Bia", **more})  # type: ignore[arg-type]


def at_house(*pieces: object, **more: object) -> Battle:
    return battle(HOUSE_MAP, *pieces, rules=SIEGE, **{"step": None, "phase": 3, **HOUSE, **more})


def in_the_open(*pieces: object, board: str = "", **more: object) -> Battle:
    return battle(board or field(12, 26), *pieces, rules=SIEGE, **{"step": None, "phase": 3, **more})


def line(at: Battle, shooter: str, target: str, weapon: str = BOW) -> Sight | Rejection:
    return line_of_fire.check(at, SIEGE, at.figures[shooter], weapon, at.figures[target].hexes[0], target)


def cover(at: Battle, shooter: str, target: str, weapon: str = BOW) -> str:
    """The cover by which the shot is resolved, "no shot" if there is no line."""
    found = line(at, shooter, target, weapon)
    return found.cover if isinstance(found, Sight) else "no shot"


def stood(at: Battle, *names: str) -> Battle:
    """As if these had stood where they are since the end of their last phase."""
    for name in names:
        at.last.stands[name] = at.now.stands[name] = at.figures[name].hex or ""
    return at


def kinds(journal: Journal, *wanted: str) -> list[str]:
    return [e.kind for e in journal.events if e.kind in wanted]


# houses and tents (8)


@pytest.mark.rule("GUI-8.2.1b", "GUI-8.2.1c", "GUI-8.3.1")
@pytest.mark.parametrize(
    ("start", "end", "verdict"),
    [
        ("0301", "0303", "medium"),
        ("0301", "0304", "no shot"),
        ("0302", "0304", "medium"),
        ("0302", "0303", "medium"),
        ("0302", "0404", "medium"),
        ("0302", "0305", "no shot"),
        ("0501", "0303", "no shot"),
    ],
    ids=[
        "behind the window",
        "deeper in",
        "from the sill",
        "at the sill",
        "round the room",
        "out again",
        "askew",
    ],
)
def test_a_bow_outside_and_a_man_behind_the_window(start: str, end: str, verdict: str) -> None:
    at = at_house(archer("Yani", start), man("Jemal", end, side="arabs"))
    assert cover(at, "yani", "jemal") == verdict


@pytest.mark.rule("GUI-8.2.1a")
@pytest.mark.parametrize(
    ("start", "target", "verdict"),
    [
        ("0303", man("Jemal", "0302", side="arabs"), "no shot"),
        ("0303", rider("Jemal", "0302", "0301", side="arabs"), "none"),
        ("0303", man("Jemal", "0301", side="arabs"), "none"),
        ("0403", man("Jemal", "0301", side="arabs"), "no shot"),
    ],
    ids=["on foot below", "a rider below", "two hexes off", "not from beside the window"],
)
def test_a_bow_inside_shoots_out_of_the_window_hex_only(start: str, target: Character, verdict: str) -> None:
    assert cover(at_house(archer("Yani", start), target), "yani", "jemal") == verdict


@pytest.mark.rule("GUI-8.2.3a", "GUI-8.3.1", "GUI-8.3.5")
@pytest.mark.parametrize(
    ("start", "end", "verdict"),
    [
        ("0307", "0303", "medium"),
        ("0307", "0304", "medium"),
        ("0304", "0303", "none"),
        ("0304", "0307", "none"),
    ],
    ids=["into the room", "into the doorway", "from the doorway inwards", "from the doorway outwards"],
)
def test_a_doorway(start: str, end: str, verdict: str) -> None:
    assert cover(at_house(archer("Yani", start), man("Jemal", end, side="arabs")), "yani", "jemal") == verdict


@pytest.mark.rule("GUI-8.4.1a", "GUI-8.4.1b")
def test_a_window_takes_four_and_not_the_wounded_in_armour() -> None:
    through = play(at_house(man("Hugo", "0302"), FAR), normans=("MOVE Hugo 0303 0304 0305",))
    assert (through.battle.figures["hugo"].hex, through.battle.now.spent["hugo"]) == ("0305", 6)
    wounded = at_house(man("Hugo", "0302", armoured=True, health="wounded"), FAR)
    assert play(wounded, normans=("MOVE Hugo 0303",)).battle.figures["hugo"].hex == "0302"
    held = at_house(man("Hugo", "0302"), man("Jemal", "0303", side="arabs"))
    assert play(held, normans=("MOVE Hugo 0303",)).battle.figures["hugo"].hex == "0302"


@pytest.mark.rule("GUI-8.4a")
def test_a_horse_comes_as_far_as_the_doorway() -> None:
    at = at_house(rider("Drogo", "0305", "0306"), FAR)
    assert play(at, normans=("MOVE Drogo 0304",)).battle.figures["drogo"].hexes == ("0304", "0305")
    assert "0303" not in play(at, normans=("MOVE Drogo 0304 0303",)).battle.figures["drogo"].hexes


@pytest.mark.rule("GUI-8.5.1", "GUI-8.1")
@pytest.mark.parametrize(
    ("one", "two", "columns"),
    [("0305", "0304", -1), ("0304", "0305", 0), ("0302", "0303", -2), ("0303", "0302", -2)],
    ids=["into the door", "out of the door", "into the window", "out of the window"],
)
def test_the_defender_has_the_better_of_a_door_or_window_on_either_side(
    one: str, two: str, columns: int
) -> None:
    """The defender counts as on + wherever he is; the chart gives a room + of its own, and the attacker at a
    window -: so from the room against whoever is before the door it is + against +."""
    at = at_house(man("Hugo", one), man("Jemal", two, side="arabs"))
    found = odds.assess(at, SIEGE, ("hugo",), ("jemal",))
    assert not isinstance(found, Rejection) and sum(m.value for m in found.shifts) == columns


TENT = """
. . . . . . .
. . T . . . .
. T O . . . .
. . T . . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""


@pytest.mark.rule("GUI-8.5.2a", "GUI-8.3.4a", "GUI-8.3.4b")
def test_canvas_stops_blows_and_hides_and_the_opening_does_less() -> None:
    at = in_the_open(man("Hugo", "0203"), man("Jemal", "0103", side="arabs"), board=TENT)
    assert isinstance(odds.assess(at, SIEGE, ("jemal",), ("hugo",)), Rejection)
    assert not kinds(play(at, normans=("ATTACK Hugo ON Jemal",)), "combat_fought")
    at = in_the_open(man("Hugo", "0303"), archer("Jemal", "0602", side="arabs"), board=TENT)
    assert cover(at, "jemal", "hugo") == "light"
    at = in_the_open(man("Hugo", "0302"), archer("Jemal", "0301", side="arabs"), board=TENT)
    assert cover(at, "jemal", "hugo") in ("heavy", "no shot")
    at = in_the_open(man("Hugo", "0203"), archer("Jemal", "0106", side="arabs"), board=TENT)
    assert cover(at, "jemal", "hugo") == "heavy"


@pytest.mark.rule("GUI-8.5.2b")
def test_whoever_tears_canvas_has_stood_a_turn_and_then_does_not_strike_himself() -> None:
    milo, hugo, arthur = man("Milo", "0103"), man("Hugo", "0202"), man("Arthur", "0203", side="arabs")
    sheet = ("TEAR Milo 0203", "ATTACK Milo ON Arthur", "ATTACK Hugo ON Arthur")
    at = in_the_open(milo, hugo, arthur, board=TENT)
    assert terrain_at(play(at, normans=sheet).battle, "0203") == "tent"
    done = play(stood(at, "milo"), normans=sheet)
    assert terrain_at(done.battle, "0203") == "tent_opening"
    (fought,) = [e for e in done.events if e.kind == "combat_fought"]
    assert fought.attackers == ("hugo",)  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-8.4.2a", "GUI-8.4.2b")
def test_a_low_wall_adds_two_and_no_horse_stays_astride() -> None:
    wall = [("0305", "N", "low_wall")]
    for code, price in ((".", 3), ("s", 4), ("t", 4)):
        rows = [row.split() for row in field(7, 8).split("\n")]
        rows[3][2] = code
        board = "\n".join(" ".join(row) for row in rows)
        alone = in_the_open(man("Hugo", "0305"), FAR, board=board)
        free = play(alone, normans=("MOVE Hugo 0304",)).battle.now.spent["hugo"]
        at = in_the_open(man("Hugo", "0305"), FAR, board=board, hexsides=wall)
        assert play(at, normans=("MOVE Hugo 0304",)).battle.now.spent["hugo"] == free + 2
        assert code != "." or free + 2 == price
    at = in_the_open(rider("Drogo", "0305", "0306"), FAR, board=field(7, 8), hexsides=wall)
    astride = play(at, normans=("MOVE Drogo 0304",)).battle.figures["drogo"]
    over = play(at, normans=("MOVE Drogo 0304 0303",)).battle.figures["drogo"]
    assert astride.hexes == ("0305", "0306") and over.hexes == ("0303", "0304")


# castles (9)


@pytest.mark.rule("GUI-9.4.1a", "GUI-9.5.1a")
@pytest.mark.parametrize(
    ("start", "verdict"),
    [("0408", "heavy"), ("0405", "heavy"), ("0401", "none")],
    ids=["outside", "below", "within"],
)
def test_the_stockade_covers_a_man_on_the_platform_from_outside_only(start: str, verdict: str) -> None:
    at = castle(archer("Yani", start), man("Jemal", "0404", side="arabs"))
    assert cover(at, "yani", "jemal") == verdict
    assert play(at, normans=("MOVE Yani 0405 0404",)).battle.figures["yani"].hex != "0404"


@pytest.mark.rule("GUI-9.4.4", "GUI-9.4.2")
def test_nobody_is_shot_at_behind_a_stockade_until_a_hex_of_it_is_down() -> None:
    pieces = (archer("Yani", "0408"), man("Jemal", "0402", side="arabs"))
    assert cover(castle(*pieces), "yani", "jemal") == "no shot"
    down = Overlay(
        "down", "broken stockade", ("0404",), terrain="stockade_down", removes=("stockade",), level=0
    )
    assert cover(castle(*pieces, overlays=(down,)), "yani", "jemal") == "light"


@pytest.mark.rule("GUI-9.3.4a")
@pytest.mark.parametrize("code", ["s", "r", "m"])
def test_from_a_platform_scrub_rock_and_marsh_hide_nobody_near(code: str) -> None:
    rows = [row.split() for row in MAP.split("\n")]
    rows[5][3] = code
    board = "\n".join(" ".join(row) for row in rows)
    inside = " ".join(f"{c:02d}{r:02d}" for r in range(1, 5) for c in range(1, 8))
    pieces = (archer("Yani", "0404"), man("Jemal", "0406", side="arabs"))
    at = in_the_open(*pieces, board=board, walls=(f"stockade {inside}",))
    assert cover(at, "yani", "jemal") == "none"


@pytest.mark.rule("GUI-9.3.4d")
@pytest.mark.parametrize(("start", "end", "flies"), [("0405", "0404", False), ("0404", "0406", True)])
def test_a_lance_is_thrown_down_and_never_up(start: str, end: str, flies: bool) -> None:
    at = castle(man("Hugo", start, lance=True), man("Jemal", end, side="arabs"))
    assert isinstance(line(at, "hugo", "jemal", "lance_foot"), Sight) is flies


SLIT = {"walls": ("wall 0404",), "hexsides": [("0404", "N", "slit")]}


@pytest.mark.rule("GUI-9.3.5", "GUI-9.4.1a", "GUI-9.3.4c", "GUI-9.5.1a")
@pytest.mark.parametrize(
    ("start", "weapon", "verdict"),
    [("0401", BOW, "heavy"), ("0403", BOW, "heavy"), ("0301", BOW, "no shot"), ("0502", BOW, "no shot")],
)
def test_behind_a_slit_one_is_hit_straight_from_before_it(start: str, weapon: str, verdict: str) -> None:
    at = in_the_open(archer("Yani", start), man("Jemal", "0404", side="arabs"), board=field(8, 8), **SLIT)
    assert cover(at, "yani", "jemal", weapon) == verdict


@pytest.mark.rule("GUI-9.3.4c", "GUI-9.5.1a", "GUI-9.1")
@pytest.mark.parametrize(
    ("weapon", "shoots"), [(BOW, True), ("short_bow", True), ("javelin", False), ("sling", False)]
)
def test_only_bows_reach_through_a_slit_and_no_blow_or_step_does(weapon: str, shoots: bool) -> None:
    at = in_the_open(
        archer("Yani", "0404", weapon=weapon), man("Jemal", "0402", side="arabs"), board=field(8, 8), **SLIT
    )
    assert isinstance(line(at, "yani", "jemal", weapon), Sight) is shoots
    close = in_the_open(man("Hugo", "0404"), man("Jemal", "0403", side="arabs"), board=field(8, 8), **SLIT)
    assert isinstance(odds.assess(close, SIEGE, ("hugo",), ("jemal",)), Rejection)
    assert play(close, normans=("MOVE Hugo 0403",)).battle.figures["hugo"].hex == "0404"


GATED = """
. . . . . . .
. . . . . . .
. S S g S S .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""


def gate(state: str, *pieces: object) -> Battle:
    laid = (Overlay("gate", state, ("0403",), terrain=state),) if state != "gate" else ()
    return in_the_open(*pieces, FAR, board=GATED, traits=("gate_rear 0402",), overlays=laid)


@pytest.mark.rule("GUI-9.2.3.1", "GUI-9.2.3a")
@pytest.mark.parametrize(
    ("state", "foot", "horse"), [("gate", 0, 0), ("open_gate", 2, 0), ("destroyed_gate", 2, 4)]
)
def test_what_the_gate_lets_in(state: str, foot: int, horse: int) -> None:
    done = play(
        gate(state, man("Hugo", "0404"), rider("Drogo", "0604", "0605")), normans=("MOVE Hugo 0403",)
    ).battle
    assert done.now.spent.get("hugo", 0) == foot
    mounted = play(gate(state, rider("Drogo", "0404", "0405")), normans=("MOVE Drogo 0403",)).battle
    assert mounted.now.spent.get("drogo", 0) == horse


@pytest.mark.rule("GUI-9.2.3.2")
def test_the_gate_takes_a_whole_turn_behind_it() -> None:
    new = play(gate("gate", man("Hugo", "0401")), normans=("MOVE Hugo 0402", "OPEN Hugo gate"))
    assert terrain_at(new.battle, "0403") == "gate" and failures(new)
    done = play(stood(gate("gate", man("Hugo", "0402")), "hugo"), normans=("OPEN Hugo gate",))
    assert terrain_at(done.battle, "0403") == "open_gate"


# ladders (10.1)


@pytest.mark.rule("GUI-10.1.3a", "GUI-10.1.3b")
@pytest.mark.parametrize(
    ("armoured", "since", "end"),
    [(False, 1, "0404"), (True, 1, "aloft"), (False, 3, "0405")],
    ids=["eight MP", "six MP", "put up this turn"],
)
def test_up_and_over_takes_seven(armoured: bool, since: int, end: str) -> None:
    at = castle(man("Hugo", "0405", armoured=armoured), ladders=(upright(since=since),))
    way = "climb" if armoured else "climb 0404"
    hugo = play(at, 1, normans=(f"MOVE Hugo {way}",)).battle.figures["hugo"]
    assert ("aloft" if hugo.storey else hugo.hex) == end


@pytest.mark.rule("GUI-9.2.1b", "GUI-9.2.2")
@pytest.mark.parametrize(
    ("armoured", "face", "hurt"), [(False, 5, False), (False, 6, True), (True, 4, False), (True, 5, True)]
)
def test_the_jump_by_one_die_of_six(armoured: bool, face: int, hurt: bool) -> None:
    at = castle(man("Hugo", "0405", armoured=armoured, storey=1), ladders=(upright(),))
    hugo = play(at, face, normans=("MOVE Hugo 0404",)).battle.figures["hugo"]
    assert hugo.hex == "0404" and hugo.wounded is hurt


@pytest.mark.rule("GUI-10.1.6a", "GUI-10.1.6c", "GUI-10.1.7")
@pytest.mark.parametrize(("where", "face"), [("0404", 6), ("0404", 7), ("0406", 6), ("0406", 7)])
@pytest.mark.parametrize("health", ["healthy", "wounded"])
def test_toppling_from_above_and_below(where: str, face: int, health: str) -> None:
    at = castle(
        man("Hugo", "0405", storey=1, health=health), man("Jemal", where, side="arabs"),
        ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip
    hugo = play(at, otherwise=face, arabs=("TOPPLE LADDER Jemal 0405",)).battle.figures["hugo"]
    after = ("dead" if health == "wounded" else "wounded") if face == 6 else health
    assert hugo.health.value == after and bool(hugo.storey) is (face == 7)


@pytest.mark.rule("GUI-10.1.5a", "GUI-10.1.5b")
def test_a_bow_on_the_ladder_and_what_covers_whom() -> None:
    at = castle(
        archer("Hugo", "0405", storey=1), archer("Jemal", "0404", side="arabs"),
        archer("Omar", "0504", side="arabs"), ladders=(upright(),),
    )  # fmt: skip
    assert cover(at, "hugo", "jemal") == "heavy"
    assert cover(at, "hugo", "omar") == "no shot"
    assert cover(at, "jemal", "hugo") == "none"
    found = odds.assess(at, SIEGE, ("jemal",), ("hugo",))
    assert not isinstance(found, Rejection) and sum(m.value for m in found.shifts) == 1


@pytest.mark.rule("GUI-10.1.2c", "GUI-10.1.4")
def test_two_men_shift_a_ladder_unless_it_is_held() -> None:
    pair = (man("Hugo", "0405"), man("Fulk", "0406"))
    sheet = ("SHIFT LADDER Hugo + Fulk TO 0505",)
    done = play(castle(*pair, ladders=(upright(),)), normans=sheet).battle
    assert done.ladders["ladder-1"].hexes == ("0505",)
    assert {done.now.spent["hugo"], done.now.spent["fulk"]} == {2}
    enemy = castle(*pair, man("Jemal", "0306", side="arabs"), ladders=(upright(),))
    on_it = castle(*pair, man("Odo", "0405", storey=1), ladders=(upright(),))
    for held in (enemy, on_it):
        assert play(held, normans=sheet).battle.ladders["ladder-1"].hexes == ("0405",)


@pytest.mark.rule("GUI-10.1.2a")
def test_bearers_walk_with_two_less_and_strike_nobody() -> None:
    pair = (man("Hugo", "0407"), man("Fulk", "0408"))
    at = castle(
        *pair, man("Jemal", "0507", side="arabs"), ladders=(lying("0407", "0408", bearers=("hugo", "fulk")),)
    )
    done = play(at, normans=("ATTACK Hugo + Fulk ON Jemal",))
    assert not kinds(done, "combat_fought") and failures(done)
