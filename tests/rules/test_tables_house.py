"""What a house table has to obey: everything that books, examples and the sheet's fragments fix about it.

A game master's own pack may break these; ours may not.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from rules.books.guiscard import GUISCARD
from rules.core.tables import RuleTable, Status, TableError, shipped_tables
from rules.core.weights import column_for
from rules.tactical.fighting import odds
from rules.tactical.fighting.odds import row_for
from tests.rules.kit import battle, field, man, rider

TABLES = shipped_tables()
# from the worst for the attacker to the best
GRADES = ("Ak", "Aw", "As", "B", "-", "C", "D", "E", "F", "G", "H", "I")
COMBAT = ("combat-foot", "combat-mounted", "combat-foot-older", "combat-mounted-older")


def bands_of(table_id: str) -> RuleTable:
    return TABLES["combat-columns-older" if table_id.endswith("older") else "combat-columns"]


def names_of(table: RuleTable) -> list[str]:
    """The keys of a table's rows: for the bands, the names of the columns from left to right."""
    return [str(row[0]) for row in table.rows]


def column(table_id: str, name: str) -> list[str]:
    return [TABLES[table_id].text(die, name) for die in range(1, 11)]


def grades(table_id: str, name: str) -> list[int]:
    return [GRADES.index(letter) for letter in column(table_id, name)]


@pytest.mark.parametrize("table_id", COMBAT)
def test_ten_faces_and_the_columns_of_the_bands(table_id):
    assert TABLES[table_id].keys() == tuple(range(1, 11))
    assert TABLES[table_id].columns[1:] == bands_of(table_id).keys()
    assert TABLES[table_id].status is Status.HOUSE


@pytest.mark.rule("GUI-6c")
@pytest.mark.parametrize("table_id", ["combat-columns", "combat-columns-older"])
def test_the_bands_leave_no_gap(table_id):
    table = TABLES[table_id]
    for left, right in pairwise(table.keys()):
        assert table.number(left, "high") + 1 == table.number(right, "low")
    assert table.has("0/4") and table.number("0/4", "low") == 0
    for differential in range(-40, 121):
        key = column_for(table, differential)
        assert table.number(key, "low") <= differential <= table.number(key, "high")


@pytest.mark.rule("GUI-6.1b", "GUI-7.3.1d")
def test_the_columns_that_the_book_names_stand_in_its_order():
    revised, older = (TABLES[t].keys() for t in ("combat-columns", "combat-columns-older"))
    named = ["0/4", "5/8", "9/12", "13/20", "51/70"]
    assert [k for k in revised if k in named] == named
    assert older.index("26/40") + 1 - 3 == older.index("9/15")  # the hoplite example, front
    assert older.index("41/60") + 1 == older.index("61/80")  # the same, flank


@pytest.mark.parametrize("table_id", COMBAT)
def test_low_is_good_for_the_attacker_in_every_column(table_id):
    for name in names_of(bands_of(table_id)):
        found = grades(table_id, str(name))
        assert found == sorted(found, reverse=True), name


@pytest.mark.parametrize("table_id", COMBAT)
def test_no_column_is_worse_than_its_left_neighbour_at_any_die(table_id):
    for left, right in pairwise(names_of(bands_of(table_id))):
        assert all(
            a <= b for a, b in zip(grades(table_id, str(left)), grades(table_id, str(right)), strict=True)
        )


@pytest.mark.rule("GUI-6.8c")
@pytest.mark.parametrize("table_id", COMBAT)
def test_letters_up_to_f_on_foot_and_up_to_i_mounted(table_id):
    used = {letter for name in names_of(bands_of(table_id)) for letter in column(table_id, str(name))}
    assert used == set(GRADES if "mounted" in table_id else GRADES[:9])
    assert used <= set(names_of(TABLES["combat-effects"]))


@pytest.mark.rule("GUI-6.8c")
def test_letters_that_the_book_explains():
    """C retreat, D stunned, E wounded (printed with the grapnels); G, H and I kill a horse (GUI-6.8c)."""
    effects = TABLES["combat-effects"]
    assert [effects.text(letter, "foot") for letter in "CDE"] == ["retreat", "stunned", "wounded"]
    assert [effects.text(letter, "loose") for letter in "GHI"] == ["killed"] * 3
    assert [effects.text(letter, "mount") for letter in "GHI"] == ["killed"] * 3
    assert all(effects.text(letter, "loose") != "killed" for letter in GRADES[:9])


@pytest.mark.rule("GUI-6c")
def test_the_only_run_of_letters_ever_seen():
    """Dashes left out: D D C C B B A / E E D D C C C B B / F E E E D D C C B B / F ..."""
    seen = {"5/8": "DDCCBBA", "9/12": "EEDDCCCBB", "13/20": "FEEEDDCCBB"}
    for name, run in seen.items():
        assert "".join(letter[0] for letter in column("combat-foot", name) if letter != "-") == run
    assert column("combat-foot", "21/30")[0] == "F"


def test_hamstringing_example_of_the_older_game():
    """Differential 42, die 4: the horse is dead, its rider wounded."""
    letter = TABLES["combat-mounted"].text(4, column_for(TABLES["combat-columns"], 42))
    effect = TABLES["combat-effects"].row(letter)
    assert (effect["mount"], effect["rider"]) == ("killed", "wounded")


def _mean(table_id: str, differential: int) -> int:
    return sum(grades(table_id, column_for(bands_of(table_id), differential)))


@pytest.mark.parametrize("kind", ["combat-foot", "combat-mounted"])
def test_the_revised_columns_are_kinder_from_9_to_20_and_deadlier_above(kind):
    for differential in range(9, 21):
        assert _mean(kind, differential) >= _mean(f"{kind}-older", differential)
    assert any(_mean(kind, d) > _mean(f"{kind}-older", d) for d in range(9, 13))
    assert any(_mean(kind, d) > _mean(f"{kind}-older", d) for d in range(13, 21))
    assert all(_mean(kind, d) >= _mean(f"{kind}-older", d) for d in range(26, 120))


def test_down_to_minus_five_one_may_still_stun_or_push_back_at_high_risk():
    assert {"D", "C"} <= set(column("combat-foot", "-5/-1"))
    for name in ("<-5", "-5/-1"):
        harmed = [letter for letter in column("combat-foot", name) if letter[0] == "A"]
        assert len(harmed) == 4
    assert not set("CDEF") & set(column("combat-foot", "<-5"))
    assert {"As", "Ak"} <= set(column("combat-foot", "<-5"))


SUMMARY = {
    # column: defender stunned or worse, killed, attacker stunned or worse, in percent
    "combat-foot": {
        "<-5": (0, 0, 40), "-5/-1": (10, 0, 40), "0/4": (10, 0, 20), "5/8": (20, 0, 10), "9/12": (40, 0, 0),
        "13/20": (60, 10, 0), "21/30": (70, 20, 0), "31/50": (80, 30, 0), "51/70": (90, 50, 0),
        ">70": (100, 70, 0),
    },
    "combat-mounted": {
        "<-5": (0, 0, 40), "-5/-1": (0, 0, 40), "0/4": (10, 0, 20), "5/8": (20, 0, 10), "9/12": (40, 0, 0),
        "13/20": (50, 0, 0), "21/30": (70, 0, 0), "31/50": (80, 10, 0), "51/70": (100, 40, 0),
        ">70": (100, 60, 0),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("table_id", "name", "expected"),
    [(t, c, e) for t, columns in SUMMARY.items() for c, e in columns.items()],
)
def test_how_bloody_each_column_is(table_id, name, expected):
    kind = "rider" if "mounted" in table_id else "foot"
    counts: Counter[str] = Counter()
    for letter in column(table_id, name):
        effect = TABLES["combat-effects"].row(letter)
        harm = str(effect[kind])
        if effect["on"] == "defenders" and harm in ("stunned", "wounded", "killed"):
            counts["down"] += 10
            counts["dead"] += 10 * (harm == "killed")
        if effect["on"] == "attackers" and harm != "retreat":
            counts["ours"] += 10
    assert (counts["down"], counts["dead"], counts["ours"]) == expected


CELLS = [
    (t, str(c), die, str(TABLES[t].cell(die, str(c))))
    for t in COMBAT
    for c in names_of(bands_of(t))
    for die in range(1, 11)
]


@pytest.mark.rule("GUI-6c")
@pytest.mark.parametrize(("table_id", "name", "die", "letter"), CELLS)
def test_every_cell_is_reached_by_a_combat(table_id, name, die, letter):
    low, high = (bands_of(table_id).number(name, end) for end in ("low", "high"))
    differential = high if low == -999 else low
    defender = (
        rider("Zahir", "0202", "0203", side="arabs", defence=40)
        if "mounted" in table_id
        else man("Zahir", "0202", side="arabs", defence=40)
    )
    at = battle(field(4, 4), man("Robert", "0201", attack=40 + differential), defender)
    rules = GUISCARD.rules(printing="older" if table_id.endswith("older") else "revised")
    found = odds.assess(at, rules, ["robert"], ["zahir"])
    assert isinstance(found, odds.Assessment)
    assert (found.table, found.column, found.letters[die - 1]) == (table_id, name, letter)


def test_rows_beyond_the_table():
    assert [row_for(n) for n in (-3, 0, 1, 10, 11, 14)] == [1, 1, 1, 10, 10, 10]


@pytest.mark.rule("GUI-6.2b")
def test_typical_fights_come_out_as_documented():
    def percent(table_id: str, name: str, die_plus: int = 0) -> dict[str, int]:
        letters = [TABLES[table_id].text(row_for(die + die_plus), name) for die in range(1, 11)]
        return {letter: 10 * n for letter, n in Counter(letters).items()}

    assert percent("combat-foot", "21/30") == {
        "F": 20,
        "E": 30,
        "D": 20,
        "C": 20,
        "-": 10,
    }  # knight 28 v foot 7
    assert percent("combat-foot", "31/50") == {"F": 30, "E": 30, "D": 20, "C": 20}  # charging, 42
    assert percent("combat-foot", "5/8") == {"D": 20, "C": 20, "-": 30, "B": 20, "As": 10}  # 12 v 7
    assert percent("combat-foot", "0/4", 1) == {"C": 20, "-": 30, "B": 20, "As": 30}  # 8 v 8 in armour
    assert percent("combat-mounted", "13/20") == {
        "H": 10,
        "F": 10,
        "E": 10,
        "D": 20,
        "C": 30,
        "-": 10,
        "B": 10,
    }
    assert percent("combat-mounted", "13/20", 1) == {"F": 10, "E": 10, "D": 20, "C": 30, "-": 10, "B": 20}


# missiles


@pytest.mark.rule("GUI-5.4.3")
def test_nine_rows_ending_in_a_miss():
    for table_id in ("missile-foot", "missile-mounted"):
        assert TABLES[table_id].keys() == tuple(range(1, 10))
        assert TABLES[table_id].columns[1:] == ("none", "light", "medium", "heavy")
        assert set(TABLES[table_id].rows[-1][1:]) == {"-"}


def test_better_cover_is_the_same_column_one_row_up():
    def cells(table_id: str, cover: str) -> list[str]:
        return [TABLES[table_id].text(row, cover) for row in range(1, 10)]

    for table_id, pairs in {
        "missile-mounted": [("none", "light"), ("light", "medium"), ("medium", "heavy")],
        "missile-foot": [("light", "medium"), ("medium", "heavy")],
    }.items():
        for worse, better in pairs:
            assert cells(table_id, better) == [*cells(table_id, worse)[1:], "-"]
    bare, light = cells("missile-foot", "none"), cells("missile-foot", "light")
    assert [a == b for a, b in zip([*bare[1:], "-"], light, strict=True)].count(False) == 1


def test_the_groups_of_weapons_and_the_ranges_read():
    weapons = TABLES["weapons"]
    offsets = {str(w): weapons.number(w, "offset") for w in names_of(weapons)}
    assert offsets["composite_bow"] == offsets["lance_mounted"] == offsets["lance_foot"] == 1
    assert offsets["short_bow"] == offsets["javelin"] == 2
    bands = {
        str(w): tuple(weapons.number(w, b) for b in ("short", "medium", "long")) for w in names_of(weapons)
    }
    assert bands["composite_bow"] == (12, 30, 70) and bands["javelin"] == (5, 12, 25)
    assert bands["lance_mounted"] == (3, 6, 9) and bands["lance_foot"] == (4, 8, 12)
    assert bands["short_bow"][0] == 8
    assert all(short < medium < long for short, medium, long in bands.values())


def test_a_composite_bow_brings_a_horse_down_on_a_two():
    """Printed elsewhere: against a rider without cover a modified 2 kills the horse (letter D)."""
    row = 2 + TABLES["weapons"].number("composite_bow", "offset")
    assert TABLES["missile-mounted"].text(row, "none") == "D"


@pytest.mark.rule("GUI-6.8c")
def test_missile_letters_d_and_e_kill_horses():
    for who in ("mounted", "horse"):
        killed = [x for x in "ABCDE" if TABLES["missile-effects"].text(f"{who} {x}", "horse") == "killed"]
        assert killed == ["D", "E"]


@pytest.mark.rule("GUI-5.4.1")
def test_four_faces_hit_the_aim_and_each_neighbour_has_one():
    impact = TABLES["impact"]
    for arrow, first in (("hexside", 0), ("corner", 30)):
        cells = [impact.cell(die, arrow) for die in range(1, 11)]
        assert cells.count("aim") == 4
        angles = sorted(int(c) % 360 for c in cells if c != "aim")
        assert angles == [first + 60 * i for i in range(6)]


# packs


def test_a_pack_may_replace_a_table_only_by_one_that_fits():
    ours = TABLES["combat-foot"]
    theirs = RuleTable(
        id="combat-foot", title="Sheet 2", source="own sheet", status=Status.PLAYSHEET, columns=ours.columns,
        rows=tuple((row[0], *("C" for _ in row[1:])) for row in ours.rows),
    )  # fmt: skip
    assert TABLES.with_pack({"combat-foot": theirs})["combat-foot"].text(9, "0/4") == "C"
    with pytest.raises(TableError):
        TABLES.with_pack({"combat-feet": theirs})
    short = RuleTable(
        id="combat-foot", title="", source="", status=Status.HOUSE, columns=ours.columns, rows=ours.rows[:5]
    )
    with pytest.raises(TableError):
        TABLES.with_pack({"combat-foot": short})


@pytest.mark.parametrize("name", shipped_tables().ids())
def test_the_note_of_a_table_is_for_players(name: str) -> None:
    """How it came about stands in its source and origins, and in comments of its file."""
    note = shipped_tables()[name].note
    assert "``" not in note and "999" not in note
    for word in ("inferred", "(house)", "the figure", "legend", "older game", "condense"):
        assert word not in note
