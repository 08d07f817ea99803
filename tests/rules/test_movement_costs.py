"""What a hex costs: the terrain chart cell by cell, paths, the dead, water (GUI-3, GUI-4.2)."""

from __future__ import annotations

import pytest

from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.ruleset import EntryCost, Extension
from rules.tactical.ways.entry import allowance, entry_cost
from tests.rules.kit import RULES, battle, field, horse, man, rider

# GUI-3.1, as printed: letter, MP on foot, MP on horseback (None: closed).
CHART = [
    (".", 1, 1),
    ("s", 2, 4),
    ("t", 2, None),
    ("/", 2, 4),
    ("m", 2, 4),
    ("r", 4, None),
    ("p", 1, None),
    ("h", 2, None),
    ("b", 1, 1),
    ("w", 2, 2),
    ("W", 4, None),
]


def cost(made, who, end):
    figure = made.figures[who]
    priced = entry_cost(made, RULES, figure, figure.hex, end)
    return priced if isinstance(priced, Rejection) else priced[0]


def before(letter):
    """A hex of the terrain (0201) north-east of open ground (0102), with a path across the side between."""
    return battle(
        f". {letter} .\n. . .\n. . .",
        man("Robert", "0102"),
        rider("Drogo", "0301", "0302"),
        paths=["0102 0201", "0301 0201"],
    )


@pytest.mark.rule("GUI-3", "GUI-3.1", "GUI-4")
@pytest.mark.parametrize(("letter", "foot", "mounted"), CHART)
def test_each_cell_of_the_terrain_chart(letter, foot, mounted):
    made = before(letter)
    assert cost(made, "robert", "0201") == foot
    if mounted is None:
        assert isinstance(cost(made, "drogo", "0201"), Rejection)
    else:
        assert cost(made, "drogo", "0201") == mounted


@pytest.mark.rule("GUI-3", "GUI-3.1")
def test_the_chart_also_gives_cover_and_the_effect_on_a_fight():
    chart = RULES.tables["terrain"]
    open_ground = [letter for letter, *_ in CHART]
    keys = chart.keys()
    terrains = [key for key in keys if chart.text(key, "letter") in open_ground]
    assert len(terrains) == len(CHART)
    light = {"scrub", "tree", "marsh", "rock", "stairway", "shallow", "deep"}
    for key in terrains:
        expected = "light" if key in light else "medium" if key in ("slope", "trail") else "none"
        assert chart.text(key, "cover") == expected, key
        assert chart.text(key, "combat") == ("0" if key in ("flat", "beach", "trail") else "-"), key


@pytest.mark.rule("GUI-4.2.1a")
@pytest.mark.parametrize("letter", ["t", "W"])
def test_riders_are_refused_trees_and_deep_water(letter):
    assert cost(before(letter), "drogo", "0201").rule == "GUI-4.2.1a"


@pytest.mark.rule("GUI-4.2.1c")
def test_deep_water_is_for_the_unarmoured_on_foot():
    made = battle(". W\n. .", man("Light", "0101"), man("Mailed", "0202", armoured=True))
    assert cost(made, "light", "0201") == 4
    assert cost(made, "mailed", "0201").rule == "GUI-4.2.1c"


@pytest.mark.rule("GUI-3.1")
@pytest.mark.parametrize("letter", ["p", "h"])
def test_a_trail_has_no_way_in_or_out_by_its_sides(letter):
    made = battle(
        f". . .\n. {letter} .\n. . .", man("Robert", "0201"), man("Odo", "0102"), paths=["0201 0202"]
    )
    assert isinstance(cost(made, "robert", "0202"), int)
    refused = cost(made, "odo", "0202")
    assert refused.rule == "GUI-3.1" and "path" in refused.why
    made = battle(f". . .\n. {letter} .\n. . .", man("Robert", "0202"), paths=["0201 0202"])
    assert cost(made, "robert", "0201") == 1
    assert cost(made, "robert", "0203").rule == "GUI-3.1"


@pytest.mark.rule("GUI-3.1")
def test_a_wall_on_the_hexside_stops_a_step():
    made = battle(field(3, 3), man("Robert", "0202"), hexsides=[("0202", "N", "wall")])
    assert isinstance(cost(made, "robert", "0201"), Rejection)
    assert cost(made, "robert", "0203") == 1


def dead(count, at="0202"):
    return [man(f"Dead{i}", at, health="dead") for i in range(count)]


def carcasses(count):
    return [horse(f"Carcass{i}", "0202", "0203", alive=False) for i in range(count)]


@pytest.mark.rule("GUI-4.2.2a", "GUI-4.2.2b")
@pytest.mark.parametrize(
    ("people", "horses", "mp"),
    [
        (2, 0, 1),
        (3, 0, 2),
        (5, 0, 2),
        (6, 0, None),
        (0, 1, 2),
        (2, 1, 2),
        (3, 1, None),
        (0, 2, None),
    ],
)
def test_the_dead_make_a_hex_dearer_and_close_it(people, horses, mp):
    made = battle(field(3, 4), man("Robert", "0201"), *dead(people), *carcasses(horses))
    price = cost(made, "robert", "0202")
    if mp is None:
        assert price.rule == "GUI-4.2.2b"
    else:
        assert price == mp


@pytest.mark.rule("GUI-4.2.2a")
def test_the_price_says_what_it_is_made_of():
    made = battle(". s .\n. . .", man("Robert", "0101"), *dead(3, "0201"))
    mp, parts = entry_cost(made, RULES, made.figures["robert"], "0101", "0201")
    assert mp == 3
    assert parts == (Modifier(2, "GUI-3.1", "scrub"), Modifier(1, "GUI-4.2.2a", "3 dead"))


def test_an_extension_adds_to_the_price_or_bars_the_way():
    made = battle(field(3, 3), man("Robert", "0202"))
    mud = RULES.extended(Extension(entry_costs=(EntryCost(lambda b, r, e: Modifier(2, "GUI-3.1", "mud")),)))
    shut = RULES.extended(Extension(entry_costs=(EntryCost(lambda b, r, e: Rejection("GUI-3.1", "shut")),)))
    robert = made.figures["robert"]
    assert entry_cost(made, mud, robert, "0202", "0201")[0] == 3
    assert entry_cost(made, shut, robert, "0202", "0201") == Rejection("GUI-3.1", "shut")


@pytest.mark.rule("GUI-4")
@pytest.mark.parametrize(
    ("figure", "mp"),
    [
        (man("A", "0101"), 8),
        (man("A", "0101", health="wounded"), 4),
        (man("A", "0101", armoured=True), 6),
        (man("A", "0101", armoured=True, health="wounded"), 3),
        (rider("A", "0101", "0102"), 15),
        (rider("A", "0101", "0102", health="wounded"), 15),
        (rider("A", "0101", "0102", armoured=True), 12),
        (rider("A", "0101", "0102", armoured=True, health="wounded"), 12),
        (man("A", "0101", health="stunned"), 0),
        (man("A", "0101", health="dead"), 0),
    ],
)
def test_the_allowance_is_that_of_the_face_in_play(figure, mp):
    made = battle(field(3, 3), figure)
    assert allowance(made, RULES, made.figures["a"]) == mp


@pytest.mark.rule("GUI-4")
@pytest.mark.parametrize(
    ("kind", "healthy", "wounded"),
    [
        ("woman or priest", 4, 2),
        ("foot unarmoured", 8, 4),
        ("foot armoured", 6, 3),
        ("foot knight", 6, 3),
        ("rider unarmoured", 15, 15),
        ("rider armoured", 12, 12),
        ("cataphract", 10, 10),
        ("foot cataphract", 4, 2),
    ],
)
def test_the_printed_allowances(kind, healthy, wounded):
    table = RULES.tables["movement-allowance"]
    assert (table.number(kind, "healthy"), table.number(kind, "wounded")) == (healthy, wounded)
