"""Quick resolution: values, the letter, losses, leaders; and the worked example of the campaign."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.siege import quick
from rules.state.figure import Character, Health
from tests.rules.siege.kit import TABLES, man

FOOT, ARMOUR = "light infantry", "heavy infantry"
KINDS = {  # what a man is, on foot or mounted: value in the field, value at a siege
    "light infantry": (1, 1),
    "heavy infantry": (2, 2),
    "archer": (2, 2),
    "armoured archer": (3, 3),
    "knight": (5, 3),
    "light cavalry": (3, 1),
    "horse archer": (3, 2),
    "armoured horse archer": (4, 3),
}


def men(**kinds: int) -> list[Character]:
    return [
        man(f"{kind}-{n}", "normans", kind.replace("_", " "))
        for kind, many in kinds.items()
        for n in range(many)
    ]


ATTACKERS = men(light_infantry=6, heavy_infantry=3, archer=2, horse_archer=6, knight=8)
DEFENDERS = men(light_infantry=6, heavy_infantry=9, archer=4, horse_archer=6, armoured_horse_archer=6)


@pytest.mark.rule("GUC-17.1")
@pytest.mark.parametrize(("kind", "values"), KINDS.items())
def test_what_a_man_is_worth(kind: str, values: tuple[int, int]) -> None:
    one = man("x", "normans", kind)
    assert (quick.value([one], False, TABLES), quick.value([one], True, TABLES)) == values
    hurt = replace(one, health=Health.WOUNDED)
    assert quick.value([hurt, hurt], False, TABLES) == values[0]
    assert quick.value([hurt, hurt], True, TABLES) == values[1]


@pytest.mark.rule("GUC-17.1")
def test_a_rider_on_foot_counts_as_one_in_the_field_too() -> None:
    assert quick.value([man("x", "normans", "knight", riding=False)], False, TABLES) == 3
    assert quick.value([man("x", "normans", "light cavalry", riding=False)], False, TABLES) == 1
    assert quick.value([man("x", "normans", "armoured horse archer", riding=False)], False, TABLES) == 3


@pytest.mark.rule("GUC-17.1")
def test_the_sides_of_the_worked_example() -> None:
    """74 each. (The book's shooters are worth 2 each, which the table has for those without armour.)"""
    assert (len(ATTACKERS), quick.value(ATTACKERS, False, TABLES)) == (25, 74)
    assert (len(DEFENDERS), quick.value(DEFENDERS, False, TABLES)) == (31, 74)


@pytest.mark.rule("GUC-17.1b")
@pytest.mark.parametrize(("percent", "value"), [(0, 74), (20, 89), (30, 97), (100, 148)])
def test_a_situation_adds_its_percentage_and_the_product_is_rounded_up(percent: int, value: int) -> None:
    """20 % of 74 makes 88.8, which is 89; 30 % 96.2, which is 97."""
    assert quick.value(DEFENDERS, False, TABLES, percent) == value


@pytest.mark.rule("GUC-17.1b")
def test_half_a_point_is_rounded_up_once_at_the_end() -> None:
    hurt = [replace(one, health=Health.WOUNDED) for one in men(light_infantry=3)]
    assert quick.value(hurt, False, TABLES) == 2
    assert quick.value(hurt, False, TABLES, 100) == 3


@pytest.mark.rule("GUC-17.1b")
@pytest.mark.parametrize(
    ("case", "percent"), [("castle", 100), ("slope", 20), ("river", 20), ("village", 30)]
)
def test_the_printed_situations(case: str, percent: int) -> None:
    assert TABLES["quick-modifiers"].number(case, "percent") == percent


@pytest.mark.rule("GUC-17", "GUC-17.2", "GUC-17.3")
def test_the_letter_of_the_worked_example() -> None:
    found = quick.resolved(ATTACKERS, DEFENDERS, "field", 7, TABLES, percent=(0, 20))
    assert (found.values, found.column, found.letter) == ((74, 89), "-20", "D")
    assert (found.ends, found.dead, found.wounded) == (("retreat", ""), (15, 5), (30, 20))


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(
    ("column", "least", "most"),
    [
        ("less", -999, -121), ("-120", -120, -81), ("-80", -80, -41), ("-40", -40, -21), ("-20", -20, 0),
        ("1", 1, 20), ("21", 21, 40), ("41", 41, 80), ("81", 81, 120), ("121", 121, 999),
    ],
)  # fmt: skip
def test_the_column_of_a_difference(column: str, least: int, most: int) -> None:
    assert quick.column_of(least) == quick.column_of(most) == column


PRINTED = (
    "EFFGGHHIIJ", "EEFFGGHHII", "DEEFFGGHHI", "DDEEFFGGHH", "CDDEEFFGGH", "CCDDEEFFGG", "BCCDDEEFFG",
    "BBCCDDEEFF", "ABBCCDDEEF", "AABBCCDDEE",
)  # fmt: skip
DIFFERENCES = (-130, -100, -60, -30, -10, 10, 30, 60, 100, 130)


def worth(points: int) -> list[Character]:
    return men(light_infantry=points)


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize("die", range(1, 11))
@pytest.mark.parametrize("place", range(10))
def test_every_letter_of_the_table(die: int, place: int) -> None:
    """At a siege, where numbers change no die."""
    difference = DIFFERENCES[place]
    attackers, defenders = worth(140 + difference), worth(140)
    found = quick.resolved(attackers, defenders, "siege", die, TABLES)
    assert found.values[0] - found.values[1] == difference
    assert (found.letter, found.modifier) == (PRINTED[die - 1][place], 0)


FIELD = {  # attacker's end, dead, wounded; defender's
    "A": "rout 30 45 - 0 10", "B": "rout 25 40 - 5 10", "C": "retreat 20 35 - 5 15",
    "D": "retreat 15 30 - 5 20",
    "E": "retreat 10 25 retreat 10 20", "F": "- 10 20 retreat 10 25", "G": "- 5 20 retreat 15 25",
    "H": "- 5 15 rout 20 30", "I": "- 5 10 rout 25 35", "J": "- 0 10 rout 30 40",
}  # fmt: skip
SIEGE = {
    "A": "lifted 20 40 - 0 5", "B": "lifted 20 35 - 5 5", "C": "- 15 30 - 5 10", "D": "- 15 25 - 5 15",
    "E": "- 10 20 - 10 20", "F": "- 10 15 - 10 25", "G": "- 5 15 - 10 25", "H": "- 5 10 surrender 15 25",
    "I": "- 5 5 surrender 15 30", "J": "- 0 5 surrender 15 35",
}  # fmt: skip


@pytest.mark.rule("GUC-17.3")
@pytest.mark.parametrize(("ground", "printed"), [("field", FIELD), ("siege", SIEGE)])
@pytest.mark.parametrize("letter", "ABCDEFGHIJ")
def test_ends_and_losses_of_every_letter(ground: str, printed: dict[str, str], letter: str) -> None:
    """Numbers are equal, so that the die that shows the letter is found in the columns at the ends."""
    place = next(n for n in range(10) if letter in [row[n] for row in PRINTED])
    die = next(n for n, row in enumerate(PRINTED, 1) if row[place] == letter)
    many = 140
    attackers, defenders = worth(many), worth(many)
    percent = (max(DIFFERENCES[place], 0) * 5 // 7, max(-DIFFERENCES[place], 0) * 5 // 7)
    found = quick.resolved(attackers, defenders, ground, die, TABLES, percent=percent)
    end, dead, wounded, their_end, their_dead, their_wounded = printed[letter].replace("-", "").split(" ")
    assert found.letter == letter
    assert found.ends == (end, their_end)
    assert found.dead == (int(dead), int(their_dead))
    assert found.wounded == (int(wounded), int(their_wounded))


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "modifier"),
    [(10, 10, 0), (14, 10, 0), (15, 10, -1), (19, 10, -1), (20, 10, -2), (40, 10, -2), (29, 20, 0),
     (3, 2, -1), (10, 20, 0)],
)  # fmt: skip
def test_many_attackers_change_the_die_in_the_field(attackers: int, defenders: int, modifier: int) -> None:
    for ground in ("field", "siege"):
        found = quick.resolved(worth(attackers), worth(defenders), ground, 5, TABLES)
        assert found.modifier == (modifier if ground == "field" else 0)


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(
    ("cases", "modifier"),
    [((), 0), (("engine",), -1), (("rubble",), -2), (("engine", "rubble"), -3), (("rubble",) * 3, -2)],
)
def test_an_engine_and_rubble_change_the_die_once_each(cases: tuple[str, ...], modifier: int) -> None:
    found = quick.resolved(worth(10), worth(10), "siege", 6, TABLES, cases=cases)
    assert (found.modifier, found.letter) == (modifier, PRINTED[5 + modifier][4])


@pytest.mark.rule("GUC-17.2")
def test_below_one_counts_as_one() -> None:
    found = quick.resolved(worth(10), worth(10), "siege", 2, TABLES, cases=("engine", "rubble"))
    assert found.letter == PRINTED[0][4]


@pytest.mark.rule("GUC-17.2")
def test_above_ten_counts_as_ten() -> None:
    """No printed case adds to a die; a game master's own table may."""
    printed = TABLES["quick-modifiers"]
    rows = tuple((case, percent, 3 if case == "engine" else die) for case, percent, die in printed.rows)
    own = TABLES.with_pack({printed.id: replace(printed, rows=rows)})
    found = quick.resolved(worth(10), worth(10), "siege", 9, own, cases=("engine",))
    assert (found.modifier, found.letter) == (3, PRINTED[9][4])


@pytest.mark.rule("GUC-17.3")
@pytest.mark.parametrize(
    ("many", "percent", "fall"),
    [
        (5, 15, 1), (5, 30, 2), (4, 15, 1), (4, 30, 1), (2, 15, 0), (2, 30, 1),  # attackers of the example
        (6, 5, 0), (6, 20, 1), (4, 5, 0), (4, 20, 1), (9, 5, 0), (9, 20, 2),  # its defenders, computed
        (10, 25, 3), (10, 5, 1), (10, 45, 5), (9, 5, 0), (0, 40, 0), (7, 0, 0),
    ],
)  # fmt: skip
def test_losses_of_a_class_are_rounded_with_a_half_up(many: int, percent: int, fall: int) -> None:
    assert quick.of_hundred(many, percent) == fall


@pytest.mark.rule("GUC-17.3", "GUC-17.4")
def test_classes_are_the_rows_of_the_values_and_leaders_are_in_none() -> None:
    lead = replace(man("lead", "normans", "knight"), leader=True)
    found = quick.by_class([lead, *men(knight=2, sergeant=1, archer=1, light_infantry=2)], False)
    assert {line: len(some) for line, some in found.items()} == {
        "rider armour": 2, "rider": 1, "shooter": 1, "infantry": 2,
    }  # fmt: skip
    assert "rider on foot armour" in quick.by_class(men(knight=1), True)


@pytest.mark.rule("GUC-17.4")
@pytest.mark.parametrize(
    ("die", "dead", "fate"),
    [
        (7, 15, "wounded"), (10, 5, ""), (10, 10, "wounded"), (9, 10, ""), (10, 20, "dead"),
        (9, 20, "wounded"), (7, 30, "dead"), (4, 25, "wounded"), (3, 30, ""),
        (8, 25, "dead"), (1, 30, ""), (10, 0, ""),
    ],
)  # fmt: skip
def test_the_fate_of_a_leader(die: int, dead: int, fate: str) -> None:
    """7 times 15 % is 1.05: wounded; 10 times 5 % is 0.5: unharmed; exactly 2 is dead."""
    assert quick.fate_of_leader(die, dead) == fate


@pytest.mark.rule("GUC-17.2")
def test_nobody_is_outnumbered_where_nobody_stands() -> None:
    assert quick.resolved(ATTACKERS, [], "field", 7, TABLES).modifier == 0
