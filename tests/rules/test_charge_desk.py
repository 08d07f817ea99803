"""Charges by mail: what is read, what the receipt and the form say, and games that do not know
them (GUI-7.2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.desk.briefing.forms import order_form
from rules.desk.briefing.situation import situation
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Reading, Verdict
from rules.state.battle import Battle, Charge
from rules.views.picture import picture
from tests.rules.charges import DOWN_THE_FIFTH, hassan, khaled, opened, robert
from tests.rules.kit import RULES, TACTICS, battle, field, man, narrated, play, rider


def read(at: Battle, *lines: str, seat: str = "normans") -> Reading:
    return read_orders(at, TACTICS, seat, lines)


def one(at: Battle, line: str, seat: str = "normans") -> LineReading:
    return read(at, line, seat=seat).lines[0]


def words(reading: LineReading) -> str:
    return " ".join(reading.message)


@pytest.mark.rule("GUI-7.2.1a")
def test_the_receipt_tells_way_odds_and_who_could_answer() -> None:
    answer = one(opened(robert(), khaled(), hassan()), "charge robert at khaled")
    assert answer.verdict is Verdict.OK and answer.canonical == "CHARGE Robert AT Khaled"
    assert "7 hexes at Khaled" in words(answer) and "42 - 6 = 36" in words(answer)
    assert "Hassan could counter-charge" in words(answer)


@pytest.mark.rule("GUI-7.2.1c")
def test_what_cannot_be_charged_is_refused_with_its_rule() -> None:
    answer = one(opened(robert(), khaled("1503")), "CHARGE Robert AT Khaled")
    assert (answer.verdict, answer.rule, answer.code) == (Verdict.ILLEGAL, "GUI-7.2.1b", "E-302")
    short = one(opened(robert(mp=5), khaled()), "CHARGE Robert AT Khaled")
    assert (short.verdict, short.rule) == (Verdict.ILLEGAL, "GUI-7.2.1c")


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Robert charges Khaled", "CHARGE Robert AT Khaled"),
        ("robert will charge at khaled or omar", "CHARGE Robert AT Khaled then Omar"),
        ("CHARGE Robert Khaled via 0504, 0505, 0506, 0507, 0508, 0509, 0510",
         "CHARGE Robert AT Khaled via 0504 0505 0506 0507 0508 0509 0510"),
        ("charge robert into khaled along 0504 > 0505 > 0506 > 0507 > 0508 > 0509 > 0510",
         "CHARGE Robert AT Khaled via 0504 0505 0506 0507 0508 0509 0510"),
    ],
)  # fmt: skip
def test_ways_to_write_a_charge(line: str, canonical: str) -> None:
    at = opened(robert(), khaled(), man("Omar", "1012", side="arabs"))
    assert one(at, line).canonical == canonical


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("counter hassan", "COUNTER Hassan charge anyone"),
        ("Hassan counters any charge by Robert", "COUNTER Hassan charge only Robert"),
        ("counter-charge anyone mounted", "COUNTER charge anyone mounted"),
        ("COUNTER Hassan charge anyone if at least 40 %",
         "COUNTER Hassan charge anyone at 40 percent or better"),
        ("counter never", "COUNTER never"),
    ],
)  # fmt: skip
@pytest.mark.rule("GUI-7.2.2a")
def test_ways_to_write_a_counter_charge(line: str, canonical: str) -> None:
    answer = one(opened(robert(), khaled(), hassan()), line, "arabs")
    assert answer.canonical == canonical, answer


def test_each_rider_charges_on_a_line_of_his_own() -> None:
    at = opened(robert(), rider("Drogo", "0703", "0702"), khaled())
    assert one(at, "CHARGE Robert + Drogo AT Khaled").code == "E-104"


@pytest.mark.rule("GUI-7.2.2a")
def test_men_who_never_ride_cannot_counter_charge() -> None:
    answer = one(opened(robert(), khaled()), "COUNTER Khaled charge anyone", "arabs")
    assert (answer.verdict, answer.rule) == (Verdict.ILLEGAL, "GUI-7.2.2a")


@pytest.mark.rule("GUI-7.2.2f")
def test_a_charge_takes_the_place_of_a_move_and_the_other_way_round() -> None:
    at = opened(robert(), khaled())
    reading = read(at, "MOVE Robert 0504", "CHARGE Robert AT Khaled")
    assert reading.orders == ("CHARGE Robert AT Khaled",)
    back = read(at, "CHARGE Robert AT Khaled", "MOVE Robert 0504")
    assert back.orders == ("MOVE Robert 0504",) and "0504" in words(back.lines[1])


def test_moves_are_planned_behind_the_charges() -> None:
    at = opened(robert(), man("Yani", "0404"), khaled())
    assert read(at, "MOVE Yani 0504 0503").lines[0].verdict is Verdict.ILLEGAL  # Robert stands there
    assert read(at, "CHARGE Robert AT Khaled", "MOVE Yani 0504 0503").troubled == 0
    assert read(at, "MOVE Yani 0504 0503", "CHARGE Robert AT Khaled").troubled == 0  # who rides first


def test_a_charge_further_down_makes_a_move_above_it_impossible_where_it_ends() -> None:
    at = opened(robert(), man("Yani", "0404"), khaled())
    way = read(at, "CHARGE Robert AT Khaled").lines[0].message[0]
    end = way.split(" > ")[-1][:4]
    beside = next(n for n in at.board.neighbours(end) if n not in way and n not in khaled().hexes)
    at = opened(robert(), man("Yani", beside), khaled())
    assert read(at, f"MOVE Yani {end}").troubled == 0
    reading = read(at, f"MOVE Yani {end}", "CHARGE Robert AT Khaled")
    assert reading.lines[0].verdict is Verdict.ILLEGAL and "Robert" in words(reading.lines[0])
    assert reading.orders == ("CHARGE Robert AT Khaled",)


@pytest.mark.rule("GUI-7.2.3b")
def test_an_attack_beside_a_charge_is_told_for_what_it_is() -> None:
    reading = read(opened(robert(), khaled()), "CHARGE Robert AT Khaled", "ATTACK Robert ON Khaled")
    assert "only if the charge comes to nothing" in words(reading.lines[1])


@pytest.mark.rule("GUI-7.2.4")
def test_the_receipt_of_the_third_knight_tells_of_the_closed_group() -> None:
    at = opened(
        robert(),
        rider("Roger", "0602", "0601", attack=28, mp=12),
        rider("Drogo", "0703", "0702", attack=28, mp=12),
        khaled(),
        man("Omar", "0610", side="arabs"),
        man("Jemal", "0711", side="arabs"),
    )
    lines = ("CHARGE Robert AT Khaled", "CHARGE Roger AT Omar", "CHARGE Drogo AT Jemal")
    reading = read(at, *lines)
    assert "knee to knee" not in words(reading.lines[1])
    assert "Robert, Roger and Drogo charge knee to knee" in words(reading.lines[2])
    assert "lance charge +1" in words(reading.lines[2])


def test_a_charge_may_wait_for_a_fact() -> None:
    at = opened(robert(), khaled(), man("Omar", "1012", side="arabs"))
    answer = one(at, "IF Omar is up THEN CHARGE Robert AT Khaled")
    assert answer.verdict is Verdict.OK and "charges step" in words(answer)
    journal = play(at, normans=(answer.canonical,))
    assert [e.kind for e in journal.events if e.kind == "charge_announced"]


def test_a_mail_sent_twice_changes_nothing_and_clear_takes_the_charge_back() -> None:
    at = opened(robert(), khaled())
    at.sheets["normans"] = read(at, "CHARGE Robert AT Khaled").orders
    assert not read(at, "CHARGE Robert AT Khaled").changed
    assert read(at, "CLEAR Robert").orders == ()
    kept = read(at, "CHARGE Robert AT Khaled via 0504")
    assert kept.orders == ("CHARGE Robert AT Khaled",) and kept.troubled == 1


def test_the_form_names_whom_a_rider_can_charge() -> None:
    form = order_form(opened(robert(), khaled(), man("Omar", "1503", side="arabs")), TACTICS, "normans")
    assert "# He can charge Khaled (7 hexes)." in form.splitlines()
    plain = battle(field(16, 16), robert(), khaled(), step=None)
    assert "charge" not in order_form(plain, RULES, "normans")


@pytest.mark.rule("GUI-7")
@pytest.mark.parametrize(
    "line", ["CHARGE Robert AT Khaled", "Robert charges Khaled", "COUNTER Robert charge anyone"]
)
def test_games_without_the_module_answer_kindly(line: str) -> None:
    at = battle(field(16, 16), robert(), khaled(), step=None)
    answer = read_orders(at, RULES, "normans", [line]).lines[0]
    assert answer.code == "E-110" and "not part of this game's rules yet" in words(answer)


@pytest.mark.rule("GUI-7.2.2i")
def test_marks_are_seen_in_muster_and_picture() -> None:
    at = opened(robert(), khaled(), hassan())
    at.now.charges["robert"] = Charge(
        target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH, counter="hassan"
    )
    rows = {row.id: row.remarks for side in situation(at, TACTICS, None).sides for row in side.rows}
    assert rows == {"robert": "charge", "khaled": "", "hassan": "counter-charge"}
    assert {p.id: p.mark for p in picture(at, None).pieces}["hassan"] == "counter-charge"


def test_the_story_of_a_charge() -> None:
    at = opened(robert(), khaled(), hassan(), standing={"arabs": ("COUNTER Hassan charge anyone",)})
    journal = play(at, normans=("CHARGE Robert AT Khaled",))
    told: Sequence[str] = [line.text for line in narrated(at, journal.events, "arabs")]
    assert told[0].startswith("Robert (rider, 0503-0502) will charge Khaled")
    assert "As you ordered (COUNTER Hassan charge anyone): Hassan rides against the charge." in told
    assert "Hassan (rider, 0711-0811) will counter-charge Robert: 0610 > 0510 > 0509." in told
    assert any("MP (comes home on Hassan)." in line for line in told), "behind the ride"
    assert "Robert charges, attack 28 +14" in told and "Hassan counter-charges, defence 9 +4" in told
    assert any(line.startswith("42 - 13 = 29") for line in told)
