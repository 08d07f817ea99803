"""The order desk: what stands after a mail, and what each line is answered."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from rules.desk.briefing.forms import order_form
from rules.desk.reading import Verdict
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.table import Options, Pace
from tests.rules.desk_kit import filed, only, read, scene, told
from tests.rules.kit import RULES, battle, field, man
from tests.stopwatch import stopwatch


def test_a_mail_from_a_phone() -> None:
    reading = read(
        "hi! let's go\n\ncharge robert at khaled\nmv drogo to 0809 then attack shakil\n"
        "Ruggerio move 0807 0907\n"
        "IF Khaled is down THEN FIRE Arnolfo AT Shakil\n"
        "watch arnolfo fire at first rider within 8, at most once\n\n"
        "cheers\nSent from my phone\n"
    )
    verdicts = [a.verdict for a in reading.lines]
    assert verdicts == [
        Verdict.TALK, Verdict.COMMENT, Verdict.UNREADABLE, Verdict.OK, Verdict.OK, Verdict.OK, Verdict.OK,
        Verdict.COMMENT, Verdict.COMMENT, Verdict.TALK,
    ]  # fmt: skip
    assert reading.orders == (
        "MOVE Drogo to 0809 safest",
        "ATTACK Drogo ON Shakil",
        "MOVE Ruggiero 0807 0907",
        "IF Khaled is down THEN FIRE Arnolfo AT Shakil",
    )
    assert reading.standing == ("WATCH Arnolfo fire at first mounted within 8 at most once",)
    assert reading.idle == ("Robert",)
    assert (reading.accepted, reading.troubled, reading.changed) == (4, 1, True)
    move_and_attack, ruggiero = reading.lines[3], reading.lines[4]
    assert "1 of 15 MP" in told(move_and_attack) and "column 13/20" in told(move_and_attack)
    assert "Ruggerio read as Ruggiero." in told(ruggiero) and "2 of 8 MP" in told(ruggiero)


@pytest.mark.rule("GUI-4")
def test_too_dear_a_path_is_refused_with_the_numbers_and_spoils_nothing() -> None:
    path = " ".join(f"{c:02d}08" for c in range(7, 0, -1))
    reading = read(f"MOVE Ruggiero {path} 0107 0106\nMOVE Drogo stay")
    bad, good = reading.lines
    assert (bad.verdict, bad.code, bad.rule) == (Verdict.ILLEGAL, "E-302", "GUI-4")
    assert "9 MP" in told(bad) and "has 8" in told(bad)
    assert good.verdict is Verdict.OK and reading.orders == ("MOVE Drogo stay",)


def test_a_broken_path_is_answered_with_the_way_there() -> None:
    answer = only(read("MOVE Ruggiero 0807 1207"))
    assert answer.verdict is Verdict.ILLEGAL
    assert answer.suggestion == "MOVE Ruggiero to 1207"


@pytest.mark.rule("GUI-4.1a")
def test_moves_are_checked_in_the_order_of_their_lines() -> None:
    """Ruggiero leaves 0808 first, so Arnolfo may go there; the other way round he may not."""
    assert read("MOVE Ruggiero 0908\nMOVE Arnolfo 0807 0808").troubled == 0
    wrong = read("MOVE Arnolfo 0807 0808\nMOVE Ruggiero 0908")
    assert wrong.lines[0].verdict is Verdict.ILLEGAL
    assert "put that of Ruggiero above this one" in told(wrong.lines[0])


def test_a_later_mail_replaces_the_orders_of_the_figures_it_names() -> None:
    first = read("MOVE Ruggiero 0807\nMOVE Drogo stay\nFIRE Arnolfo AT Khaled")
    second = read("MOVE Ruggiero 0908", filed(scene(), first))
    assert second.orders == ("MOVE Drogo stay", "FIRE Arnolfo AT Khaled", "MOVE Ruggiero 0908")
    assert only(second).verdict is Verdict.NOTE and "Instead of MOVE Ruggiero 0807." in told(only(second))


def test_an_illegal_new_order_leaves_the_old_one_standing() -> None:
    first = read("MOVE Ruggiero 0807")
    second = read("MOVE Ruggiero 0101", filed(scene(), first))
    assert second.orders == ("MOVE Ruggiero 0807",) and not second.changed


def test_a_joint_attack_falls_when_one_of_its_figures_is_ordered_elsewhere() -> None:
    reading = read("ATTACK Ruggiero + Drogo ON Shakil\nATTACK Ruggiero ON Khaled")
    assert reading.orders == ("ATTACK Ruggiero ON Khaled",)
    assert "Drogo lost the order too" in told(reading.lines[1])


def test_a_volley_goes_on_without_the_figure_that_is_ordered_elsewhere() -> None:
    at = battle(
        field(16, 12), man("Gui", "0305", weapon="short_bow"), man("Yani", "0307", weapon="short_bow"),
        man("Jemal", "0806", side="arabs"), man("Shakil", "0808", side="arabs"),
    )  # fmt: skip
    reading = read("FIRE Gui + Yani AT Jemal\nFIRE Yani AT Shakil", at)
    assert reading.orders == ("FIRE Gui AT Jemal", "FIRE Yani AT Shakil")


def test_conditions_of_one_mail_stand_beside_each_other_and_a_later_mail_sweeps_them_away() -> None:
    first = read(
        "IF Khaled is down THEN FIRE Arnolfo AT Yusuf\nIF Yusuf is down THEN FIRE Arnolfo AT Khaled\n"
        "FIRE Arnolfo AT Khaled"
    )
    assert len(first.orders) == 3
    second = read("FIRE Arnolfo AT Khaled then Yusuf", filed(scene(), first))
    assert second.orders == ("FIRE Arnolfo AT Khaled then Yusuf",)


def test_standing_orders_are_kept_per_kind_and_figure() -> None:
    first = read("RETREAT toward 0101\nRETREAT Drogo toward 0201\nWOUND first Robert then Drogo")
    second = read("RETREAT toward 0102\nWOUND first Drogo", filed(scene(), first))
    assert second.standing == ("RETREAT Drogo toward 0201", "RETREAT toward 0102", "WOUND first Drogo")
    assert "RETREAT Drogo toward 0201" in told(second.lines[0])


def test_a_spent_standing_order_no_longer_stands() -> None:
    at = scene()
    at.standing["normans"] = at.spent_orders["normans"] = ("WATCH Arnolfo fire at first at most once",)
    assert read("MOVE Robert stay", at).standing == ()


def test_only_standing_orders_in_the_enemys_phase() -> None:
    reading = read("MOVE Khaled stay\nWATCH Yusuf fire at first", seat="arabs")
    refused, taken = reading.lines
    assert (refused.verdict, refused.code) == (Verdict.ILLEGAL, "E-303") and "Norman phase" in told(refused)
    assert taken.verdict is Verdict.OK and reading.idle == ()


@pytest.mark.parametrize(
    "line", ["MOVE Khaled stay", "FIRE Yusuf AT Robert", "CLEAR Khaled", "WATCH Yusuf hold"]
)
def test_the_enemys_figures_are_not_to_be_ordered(line: str) -> None:
    answer = only(read(line))
    assert answer.code == "E-301" and not read(line).orders and not read(line).standing


def test_the_dead_and_the_stunned_get_no_orders() -> None:
    at = scene()
    at.figures["ruggiero"] = replace(at.figures["ruggiero"], health=Health.STUNNED)
    at.figures["arnolfo"] = replace(at.figures["arnolfo"], health=Health.DEAD)
    reading = read("MOVE Ruggiero 0807\nFIRE Arnolfo AT Khaled\nRETREAT Ruggiero toward 0101", at)
    assert [a.code for a in reading.lines] == ["E-304", "E-304", ""]
    assert reading.idle == ("Robert", "Drogo")


@pytest.mark.rule("GUI-5b")
def test_fire_without_a_weapon_is_refused() -> None:
    answer = only(read("FIRE Ruggiero AT Khaled"))
    assert (answer.verdict, answer.rule) == (Verdict.ILLEGAL, "GUI-5b")


@pytest.mark.rule("GUI-5.4a")
def test_fire_is_answered_with_range_cover_and_chances() -> None:
    answer = only(read("FIRE Arnolfo AT Khaled"))
    assert answer.verdict is Verdict.OK
    assert "2 hexes, short range, no cover; 100 % on target" in told(answer)


@pytest.mark.rule("GUI-5.4a")
def test_the_chances_of_a_shot_are_those_of_harm_within_that_of_being_on_target() -> None:
    at = scene()
    at.figures["khaled"] = replace(at.figures["khaled"], hex="0801")
    said = told(only(read("FIRE Arnolfo AT Khaled", at)))
    on_target = int(re.search(r"(\d+) % on target", said)[1])
    shares = said.partition("on target: ")[2].split(", ")
    assert 0 < sum(int(share.split()[0]) for share in shares) < on_target < 100
    assert "no harm" not in said and "beside" not in said, "what is left over needs no word"


@pytest.mark.rule("GUI-5.2b")
def test_who_shoots_is_told_that_he_cannot_attack() -> None:
    reading = read("FIRE Arnolfo AT Khaled\nMOVE Arnolfo 0906\nATTACK Arnolfo ON Khaled")
    assert reading.troubled == 0
    assert reading.lines[2].verdict is Verdict.NOTE and "cannot attack" in told(reading.lines[2])


@pytest.mark.rule("GUI-5.1b")
def test_who_goes_too_far_is_told_that_he_gives_up_his_shot_in_the_enemys_phase() -> None:
    """A short bow leaves half of 8 MP to one who wants to shoot in the enemy's phase."""
    far = only(read("MOVE Arnolfo 0805 0804 0803 0802 0801"))
    near = only(read("MOVE Arnolfo 0805 0804 0803 0802"))
    assert far.verdict is Verdict.NOTE and far.rule == "GUI-5.1b"
    assert near.verdict is Verdict.OK


@pytest.mark.rule("GUI-4.3a")
def test_a_path_past_an_enemy_is_answered_with_the_chances_of_infiltration() -> None:
    answer = only(read("MOVE Ruggiero 0908 0909 1009"))
    assert "Infiltration" in told(answer) and "Shakil in 0909" in told(answer) and "%" in told(answer)


@pytest.mark.rule("GUI-6c")
def test_an_attack_is_told_with_its_column_once_all_moves_are_known() -> None:
    reading = read("ATTACK Drogo ON Shakil\nMOVE Drogo to 0809")
    assert "24 - 6 = 18, column 13/20" in told(reading.lines[0])


@pytest.mark.rule("GUI-6a")
def test_an_attack_on_somebody_who_will_not_be_near_stands_with_a_note_and_one_out_of_reach_is_refused() -> (
    None
):
    assert only(read("ATTACK Ruggiero ON Khaled")).verdict is Verdict.NOTE
    far = battle(field(30, 6), man("Robert", "0103"), man("Khaled", "2803", side="arabs"))
    answer = only(read("ATTACK Robert ON Khaled", far))
    assert answer.verdict is Verdict.ILLEGAL and "27 hexes" in told(answer)


def test_impossible_now_but_under_if_is_no_trouble() -> None:
    reading = read("IF Khaled is down THEN MOVE Robert to 1006")
    assert reading.troubled == 0 and "As things stand" in told(only(reading))


def test_nothing_below_try_is_kept() -> None:
    before = filed(scene(), read("MOVE Robert stay"))
    reading = read("TRY\nMOVE Robert to 0809\nCLEAR", before)
    assert reading.orders == ("MOVE Robert stay",) and not reading.changed
    assert "of 15 MP" in told(reading.lines[1]) and reading.commands == ("try",)


def test_try_before_an_order_tries_that_line_only() -> None:
    reading = read("TRY MOVE Robert to 0809\nMOVE Drogo stay")
    assert reading.orders == ("MOVE Drogo stay",)
    assert "Only tried" in told(reading.lines[0]) and reading.lines[0].verdict is Verdict.COMMAND


def test_what_is_tried_beside_orders_does_not_count_with_them() -> None:
    reading = read("MOVE Drogo stay\nTRY\nMOVE Robert to 0809\nMOVE Ruggiero 0807")
    assert reading.orders == ("MOVE Drogo stay",) and reading.accepted == 1 and reading.commands == ()
    assert read("TRY MOVE Robert to 0809").commands == ("try",)


@pytest.mark.rule("GUI-2.1g")
def test_step_by_step_an_order_for_a_step_that_is_over_is_refused() -> None:
    at = scene()
    at.setup = replace(at.setup, options=Options(pace=Pace.STEP))
    at.step = "movement"
    reading = read("FIRE Arnolfo AT Khaled\nMOVE Robert stay\nATTACK best", at)
    assert [a.code for a in reading.lines] == ["E-303", "", ""]
    for step in (None, "fire", "charges", "movement", "combat", "stunned"):
        at.step = step
        form = order_form(at, RULES, "normans")
        assert read(form, at).troubled == 0, (step, form)


def test_clear_takes_back_one_figure_or_all() -> None:
    at = filed(scene(), read("MOVE Robert stay\nMOVE Drogo stay\nRETREAT toward 0101"))
    assert read("CLEAR Robert", at).orders == ("MOVE Drogo stay",)
    everything = read("CLEAR", at)
    assert everything.orders == () and everything.standing == ("RETREAT toward 0101",) and everything.changed
    assert read("CLEAR ALL", at).standing == ()


def test_the_same_line_again_and_again_is_one_order() -> None:
    reading = read("ATTACK best ((((\n" * 132 + "RETREAT toward 0101\nretreat  toward 0101")
    assert (reading.accepted, reading.orders, reading.standing) == (
        2,
        ("ATTACK best",),
        ("RETREAT toward 0101",),
    )
    assert [line.message[0] for line in reading.lines] == [
        "Written 132 times; it counts once.",
        "Written 2 times; it counts once.",
    ]


def test_commands_are_handed_on() -> None:
    assert read("help\nHELP Move\nstatus\nREPORT\nfinal").commands == (
        "help", "help move", "status", "report", "final",
    )  # fmt: skip


def test_a_mail_of_thirty_orders_is_read_quickly() -> None:
    names = [f"{letter}{vowel}no" for letter in "BCDFGHLMNP" for vowel in "aei"]
    own = [man(name, f"{1 + i % 6:02d}{1 + 2 * (i // 6):02d}") for i, name in enumerate(names)]
    at = battle(field(24, 18), *own, *(man(f"Foe {n}", f"20{n:02d}", side="arabs") for n in range(1, 13)))
    mail = "\n".join(f"MOVE {name} {figure_hex(at, name)}" for name in names)
    read(mail, at)
    with stopwatch() as took:
        reading = read(mail, at)
    assert reading.accepted == 30 and took.seconds < 0.5


def figure_hex(at: Battle, name: str) -> str:
    """The hex south of a figure."""
    hex_of = at.figures[name.lower()].hex
    assert hex_of is not None
    return f"{hex_of[:2]}{int(hex_of[2:]) + 1:02d}"


TWO_STAND = "WATCH Arnolfo fire at nearest archer\nRETREAT toward 0508"


@pytest.mark.parametrize(
    ("line", "left"),
    [("cancel WATCH fire at nearest archer", 1), ("drop that RETREAT toward 0508", 0), ("stop watching", 1),
     ("no more WATCH for Arnolfo", 1), ("no more WATCH for everybody", 1), ("CLEAR watch", 1)],
)  # fmt: skip
def test_one_standing_order_is_taken_back_in_words(line: str, left: int) -> None:
    before = read(TWO_STAND)
    reading = read(line, filed(scene(), before))
    assert only(reading).verdict is Verdict.COMMAND
    assert reading.standing == (before.standing[left],)


def test_where_two_may_be_meant_it_is_asked_which_and_both_stand() -> None:
    before = read("WATCH Arnolfo fire at nearest archer\nWATCH Ruggiero hold")
    reading = read("stop watching", filed(scene(), before))
    assert reading.standing == before.standing
    assert all(order in told(only(reading)) for order in before.standing)
