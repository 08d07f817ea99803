"""Position files of buildings, castles and siege works: other ground, gates, tents, ruins, who stood where,
and who is imagined at the end of a line."""

from __future__ import annotations

import pytest

from rules import engine
from rules.positions.reading import read
from rules.state.terrain import hexside_between, level_at, terrain_at

CASTLE = """
board 7x8
phase 3 normans
[ground]
P1 0304-0504
g 0604
[walls]
stockade 0101-0704
[hexsides]
0604 S entrance
"""


def found(text: str, kind: str = "answer") -> list[str]:
    return [one.words for one in engine.judge(text) if one.kind == kind]


def fault(text: str) -> tuple[int, str]:
    (one,) = [one for one in engine.judge(text) if one.kind == "fault"]
    return one.line, one.words


# the ground


def test_single_hexes_and_blocks_have_other_ground() -> None:
    board = read("board 5x5\n[ground]\ni2 0203-0304\nt 0101 0505\ns 0304").battle.board
    assert [board.terrain(at) for at in ("0203", "0303", "0204")] == ["interior"] * 3
    assert [board.level(at) for at in ("0203", "0304", "0101")] == [2, 0, 0]
    assert [board.terrain(at) for at in ("0101", "0505", "0304", "0104")] == ["tree", "tree", "scrub", "flat"]


def test_the_ground_of_a_drawn_board_and_of_a_shipped_panel_can_be_changed() -> None:
    drawn = read("[board]\n. . .\n. s .\n[ground]\nt 0101").battle.board
    assert (drawn.terrain("0101"), drawn.terrain("0202")) == ("tree", "scrub")
    castle = read("board castle\n[ground]\n. 1313").battle.board
    assert castle.terrain("1313") == "flat"
    assert castle.hexside("1313", "1314") >= {"entrance"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("q 0101", "no letter of a terrain 'q'"),
        ("t", "in which hexes?"),
        ("t 0109", "0109 is not on this board"),
        ("t 0404-0303", "its north-west corner comes first"),
        ("t here", "neither a hex nor a block"),
    ],
)
def test_ground_that_cannot_be_laid_is_told_with_its_line(line: str, says: str) -> None:
    number, words = fault(f"board 5x5\n[ground]\n{line}\n[men normans]\nHugo, man, 0101")
    assert number == 3 and says in words


def test_several_panels_are_taken_as_they_are() -> None:
    number, words = fault("panel A ford\n[ground]\nt 0101")
    assert number == 2 and "several panels" in words


# storeys

KEEP = "board 5x5\n[structures]\nstructure old keep 0303 0304\n"


def test_somebody_stands_on_a_storey() -> None:
    battle = read(f"{KEEP}storey 1 height 2\n[men normans]\nOdo, man, 0303/1\nHugo, man, 0303").battle
    assert [(f.hex, f.storey) for f in battle.figures.values()] == [("0303", 1), ("0303", 0)]


@pytest.mark.parametrize(
    ("lines", "at", "says"),
    [
        ("storey 1 height 2 0101", 3, "storey 1 has the hex 0101, which is none of its own"),
        ("storey 1 height 2\nlink stairs 0303 0303/1", 5, "this book has no links between storeys"),
        ("storey 1", 4, "a storey is its number and its height"),
        ("storey 1 height 2\n[men normans]\nOdo, man, 0202/1", 6, "there is nothing to stand on"),
    ],
)
def test_structures_that_cannot_be_are_told_with_their_line(lines: str, at: int, says: str) -> None:
    number, words = fault(f"{KEEP}{lines}\n")
    assert number == at and says in words


# gates, tents, ruins


@pytest.mark.rule("GUI-9.2.3.1", "GUI-9.2.3.2")
@pytest.mark.parametrize(
    ("works", "terrain"), [("", "gate"), ("gate 0604 open", "open_gate"), ("gate 0604 closed", "gate")]
)
def test_a_gate_is_open_where_the_file_says_so(works: str, terrain: str) -> None:
    battle = read(f"{CASTLE}[works]\n{works}\n").battle
    assert terrain_at(battle, "0604") == terrain
    assert not battle.now.busy


@pytest.mark.rule("GUI-9.2.1d", "GUI-9.2.4")
def test_ruins_are_what_play_leaves() -> None:
    battle = read(f"{CASTLE}[works]\nruin 0604\nruin 0404\nruin 0204\n").battle
    assert [terrain_at(battle, at) for at in ("0604", "0404", "0204")] == [
        "destroyed_gate",
        "stockade_down",
        "stockade_down",
    ]
    assert level_at(battle, "0404") == 0
    assert "stockade" not in hexside_between(battle, "0404", "0405")
    assert "stockade" in hexside_between(battle, "0304", "0305")


@pytest.mark.rule("GUI-8.5.2b")
def test_a_torn_tent_is_an_opening() -> None:
    battle = read("board 5x5\n[ground]\nT 0303 0304\n[works]\ntent 0303 torn").battle
    assert (terrain_at(battle, "0303"), terrain_at(battle, "0304")) == ("tent_opening", "tent")
    assert not battle.now.busy


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("gate 0404 open", "there is no gate in 0404"),
        ("gate 0604", "is it open or closed?"),
        ("tent 0404 torn", "a hex of a tent"),
        ("ruin 0203", "neither a stockade nor a platform nor a gate stands in 0203"),
        ("ruin", "ruin 0504: it lies in one hex"),
        ("gate 0604 open wide", "'wide' is not understood"),
        ("breach 0604", "there is no work called 'breach'"),
        ("ladder 0307 facing N", "no wall or stockade stands north of 0307 for the ladder to lean on"),
        ("rope 0405 facing S", "no wall or stockade stands south of 0405 for the rope to lean on"),
        ("ladder 0405-0406 carried by Hugo", "two men carry a ladder, one in each of its hexes"),
        ("ladder 0306-0307 carried by Hugo, Odo", "one in each of its hexes, 0306 and 0307"),
        ("flame 0404", "of which side? of normans, for example"),
        ("stone_thrower Petra 0307 facing N", "of which side?"),
        ("stone thrower Petra of normans 0307", "an engine has a place and a direction"),
    ],
)
def test_works_that_cannot_be_are_told_with_their_line(line: str, says: str) -> None:
    men = "[men normans]\nHugo, man, 0405\nOdo, man, 0406\n"
    number, words = fault(f"{CASTLE}[works]\n{line}\n{men}")
    assert number == 12 and says in words


def test_ladders_and_engines_stand_as_they_are_written() -> None:
    works = "ladder 0405-0406 carried by Odo, Hugo\nrope 0305 facing N\n"
    works += "stone thrower Petra of normans 0207 facing NE\n"
    battle = read(f"{CASTLE}[works]\n{works}[men normans]\nHugo, man, 0405\nOdo, man, 0406\n").battle
    ladder, rope = battle.ladders.values()
    assert (ladder.bearers, ladder.upright, rope.hexes, rope.upright) == (
        ("odo", "hugo"),
        False,
        ("0305",),
        True,
    )
    (engine,) = battle.engines.values()
    assert (engine.kind, engine.name, engine.hexes) == ("stone_thrower", "Petra", ("0207",))


@pytest.mark.rule("GUI-10.5.1d")
def test_naphtha_does_not_lie_unlit_beside_a_flame() -> None:
    flame = f"{CASTLE}[works]\nflame 0404 of normans\n"
    number, words = fault(f"{flame}naphtha 0505 of arabs\n")
    assert number == 13 and "flame 0505 of arabs greek" in words
    burning = read(f"{flame}flame 0505 of arabs greek\nnaphtha 0607 of arabs\n").battle
    assert burning.flames["0505"].greek and list(burning.naphtha) == ["0607"]


# who stood where


@pytest.mark.rule("GUI-10.2.1")
@pytest.mark.parametrize(
    ("happened", "may"), [("", False), ("last stands Milo", True), ("last stands Milo 0305", False)]
)
def test_whoever_has_stood_a_turn_gives_it_to_a_work(happened: str, may: bool) -> None:
    men = "[men normans]\nMilo, man, 0405\n"
    (answer,) = found(f"{CASTLE}{men}[happened]\n{happened}\n[ask]\nlegal LIGHT Milo 0404\n")
    assert answer.startswith("yes" if may else "no:")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("last stands", "who stood there?"),
        ("last stands Hugo", "no man 'hugo'"),
        ("last stands Milo 0999", "no hex 0999"),
    ],
)
def test_who_cannot_have_stood_there_is_told(line: str, says: str) -> None:
    number, words = fault(f"[men normans]\nMilo, man, 0405\n[happened]\n{line}")
    assert number == 4 and says in words


# whoever is imagined


def test_an_imagined_shooter_is_an_enemy_of_whoever_is_shot_at() -> None:
    for side in ("normans", "arabs"):
        (answer,) = found(f"sides normans arabs\n[men {side}]\nZahir, man, 0505\n[ask]\ncover 0502 -> Zahir")
        assert answer.startswith("yes: the shooter at Zahir")
        (answer,) = found(f"sides normans arabs\n[men {side}]\nYani, archer, 0505\n[ask]\ncover Yani -> 0502")
        assert answer.startswith("yes: Yani at the target")


def test_both_ends_of_a_line_can_be_imagined() -> None:
    (answer,) = found("board 5x5\n[ask]\nline of fire 0101 -> 0105")
    assert answer.startswith("yes: the shooter at the target in 0105")


# charges under way

RIDERS = "board 10x16\nphase 1 normans {step}\n[men normans]\nRobert, rider, {at}, attack 24\n[men arabs]\n"
OVER = "over 0511 0510 0509 0508 0507 0506"


@pytest.mark.rule("GUI-7.2.1a", "GUI-7.2.3a")
def test_a_charge_that_is_announced_is_ridden_and_fought() -> None:
    head = RIDERS.format(step="movement", at="0512-0513")
    text = f"{head}Zahir, man, 0505\n[happened]\ncharge Robert at Zahir {OVER}\n[dice]\ncombat 10\n"
    told = " ".join(found(text, "report"))
    assert "Robert moves 0512-0513 >> 0506, 6 MP (comes home on Zahir)." in told
    assert "Robert charges, attack 24 +12" in told


@pytest.mark.rule("GUI-7.2.2h", "GUI-7.2.3a")
def test_a_charge_that_is_home_is_fought_with_its_answer() -> None:
    head = RIDERS.format(step="combat", at="0508-0509")
    charge = f"charge Robert at Zahir from 0512-0513 {OVER} answered by Zahir over 0506 0507 home"
    text = f"{head}Zahir, rider, 0507-0506, defence 9\n[happened]\n{charge}\n[dice]\ncombat 10\n"
    told = " ".join(found(text, "report"))
    assert "Robert charges, attack 24 +12" in told
    assert "Zahir counter-charges, defence 9 +4" in told


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("charge Robert Zahir", "told by rider, target and every hex"),
        ("charge Hugo at Zahir over 0511", "there is no man 'hugo'"),
        ("charge Zahir at Robert over 0511", "Zahir is not in the saddle"),
        ("charge Robert at Zahir over 0511 0509", "0511 and 0509 do not touch"),
        (f"charge Robert at Zahir {OVER} home", "his charge is not home"),
        (f"charge Robert at Zahir {OVER} answered by Zahir over 0505", "cannot counter-charge"),
    ],
)
def test_a_charge_that_cannot_be_is_told_with_its_line(line: str, says: str) -> None:
    number, words = fault(
        f"{RIDERS.format(step='combat', at='0512-0513')}Zahir, man, 0505\n[happened]\n{line}\n"
    )
    assert number == 8 and says in words


# what a hex is


def test_a_hex_is_told_with_its_sides_and_works() -> None:
    works = (
        "gate 0604 open\nruin 0404\nflame 0204 of arabs turns 2\nnaphtha 0607 of normans\n"
        "ladder 0305 facing N\nstone_thrower Petra of arabs 0208 facing N wait 2\n"
    )
    men = "[men normans]\nHugo, man, 0305/1\n"
    told = found(f"{CASTLE}[works]\n{works}{men}[ask]\nhex 0604 0404 0304 0204 0607 0305 0208\n")
    assert told == [
        "0604: open gate, level 0; stockade south-east; entrance south; stockade south-west.",
        "0404: broken stockade, level 0.",
        "0304: platform, level 1; stockade south.",
        "0204: flat, level 0; stockade south-east; stockade south; stockade south-west; "
        "flame of arabs, turns 2.",
        "0607: flat, level 0; naphtha of normans.",
        "0305: flat, level 0; stockade north; stockade north-west; a ladder, put up towards north.",
        "0208: flat, level 0; Petra, ready, wait 2.",
    ]
    (one,) = [
        f for f in engine.judge(f"{CASTLE}{men.replace('/1', '')}[ask]\nhex 0305") if f.kind == "answer"
    ]
    assert one.data["sides"]["N"] == ["stockade"] and one.data["there"] == ["hugo"]


# what was found out by scenes


@pytest.mark.rule("GUI-10.3")
def test_a_burning_arrow_beyond_short_range_is_refused_for_that_whoever_stands_before_the_archer() -> None:
    head = "board 7x14\n[walls]\nstockade 0101-0704\n[men normans]\nHugo, archer, 0413\n"
    ask = "[ask]\nlegal FIRE Hugo AT 0404 with flame\n"
    for friend in ("", "Gui, archer, 0412\n"):
        (answer,) = found(f"{head}{friend}{ask}")
        assert answer.startswith("no: 0404 is at medium range")
    (answer,) = found(f"{head.replace('0413', '0412')}{ask}")
    assert answer.startswith("yes")
