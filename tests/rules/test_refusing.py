"""Refusing combat (GUI-7.4)."""

from __future__ import annotations

import pytest

from rules import engine
from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.state.battle import Battle
from rules.state.invariants import broken
from rules.tactical.fighting import combat, refusing
from tests.rules.kit import TACTICS, battle, field, journal, kinds, man, narrated, rider


def meeting(*pieces: object, order: str = "REFUSE always", **more: object) -> Battle:
    """Robert, on foot with 6 MP, stands in 0505; whoever is told to refuses him."""
    robert = man("Robert", "0505", attack=30, armoured=True)
    standing = {"arabs": (order,)} if order else {}
    return battle(field(10, 10), robert, *pieces, rules=TACTICS, standing=standing, **more)


def fight(at: Battle, *faces: int, by: str = "robert", on: str = "hassan") -> Journal:
    made = journal(at, *faces)
    assert combat.resolve_combat(made, TACTICS, tuple(by.split()), tuple(on.split())) is None
    assert broken(made.battle) == []
    return made


def gone(made: Journal) -> bool:
    return "combat_refused" in kinds(made.events)


@pytest.mark.rule("GUI-7.4a", "GUI-7.4b", "GUI-7.4c", "RUL-743")
def test_a_faster_man_goes_one_hex_and_the_attack_is_lost() -> None:
    made = meeting(man("Hassan", "0504", side="arabs"))
    done = fight(made)
    assert gone(done) and "combat_fought" not in kinds(done.events)
    hassan = done.battle.figures["hassan"]
    assert made.board.distance(hassan.hex or "", "0504") == 1
    assert made.board.distance(hassan.hex or "", "0505") == 2
    assert done.battle.now.attacked == {"robert"}, "his attack is used up"
    assert done.battle.figures["robert"].hex == "0505", "nobody follows"
    told = [line.text for line in narrated(made, done.events, None)]
    assert any("Hassan (spearman, 0504) does not wait for Robert" in text for text in told)
    assert "Robert strikes at the air." in told


@pytest.mark.rule("GUI-7.4b", "RUL-742")
def test_a_rider_goes_two_hexes_straight_back() -> None:
    made = meeting(rider("Hassan", "0504", "0503", side="arabs"))
    done = fight(made)
    assert done.battle.figures["hassan"].hexes == ("0502", "0501")


@pytest.mark.rule("GUI-7.4a", "RUL-741")
def test_without_an_order_everybody_stands() -> None:
    for order in ("", "REFUSE never", "REFUSE against mounted", "REFUSE Hassan never"):
        done = fight(meeting(man("Hassan", "0504", side="arabs"), order=order), 10)
        assert not gone(done) and "combat_fought" in kinds(done.events), order


@pytest.mark.rule("GUI-7.4a")
def test_only_who_is_faster_than_every_assailant() -> None:
    hassan = man("Hassan", "0504", side="arabs", mp=8)
    for mp, goes in ((7, True), (8, False), (9, False)):
        made = meeting(hassan, man("Gui", "0604", mp=mp))
        done = fight(made, 10, by="robert gui")
        assert gone(done) is goes, mp
    wounded = fight(meeting(man("Hassan", "0504", side="arabs", health="wounded")), 10)
    assert not gone(wounded), "the wounded face counts"
    stunned = fight(meeting(man("Hassan", "0504", side="arabs", health="stunned", stunned_in=1)), 10)
    assert not gone(stunned)


@pytest.mark.rule("GUI-7.4a")
def test_the_order_may_ask_for_a_differential_and_name_attackers() -> None:
    hassan = man("Hassan", "0504", side="arabs", defence=6)
    for order, goes in (
        ("REFUSE Hassan always at +24 or better", True),
        ("REFUSE Hassan always at +25 or better", False),
        ("REFUSE Hassan against Robert", True),
        ("REFUSE Hassan against foot", True),
        ("REFUSE Hassan against mounted", False),
    ):
        assert gone(fight(meeting(hassan, order=order), 10)) is goes, order


@pytest.mark.rule("GUI-7.4c")
def test_only_through_empty_hexes_and_nobody_makes_room() -> None:
    friends = [man(f"Ali{i}", at, side="arabs") for i, at in enumerate(("0404", "0503", "0604"))]
    ring = [man("Hassan", "0504", side="arabs"), *friends]
    made = meeting(*ring, man("Omar", "0403", side="arabs"), man("Said", "0603", side="arabs"))
    found = refusing.best_escape(made, TACTICS, made.figures["hassan"], ("robert",))
    assert isinstance(found, Rejection) and found.rule == "GUI-7.4c"
    assert not gone(fight(made, 10))
    blocked = meeting(rider("Hassan", "0504", "0503", side="arabs"), man("Omar", "0501", side="arabs"))
    assert not gone(fight(blocked, 10)), "a rider needs both hexes"


@pytest.mark.rule("GUI-7.4c", "GUI-4.3f", "RUL-742")
def test_the_last_hex_is_tested_too() -> None:
    others = (man("Gui", "0602"), man("Hugh", "0402"), man("Hassan", "0504", side="arabs"))
    made = meeting(*others, order="REFUSE Hassan always")
    found = refusing.best_escape(made, TACTICS, made.figures["hassan"], ("robert",))
    assert not isinstance(found, Rejection) and found.tests == 1
    assert not gone(fight(made, 10)), "no way without a test, and no word of any risk"
    risking = meeting(*others, order="REFUSE Hassan always even if tested")
    away = fight(risking, 5)
    assert gone(away) and kinds(away.events).count("infiltration_tested") == 1


@pytest.mark.rule("GUI-7.4c", "RUL-742")
def test_whoever_is_stopped_at_once_is_fought_where_he_stands() -> None:
    made = meeting(
        rider("Hassan", "0504", "0503", side="arabs"),
        man("Gui", "0602", armoured=True),
        order="REFUSE always even if tested",
    )
    results = {int(n): str(r) for n, r in TACTICS.tables["infiltration"].rows}
    stop = next(n for n, r in sorted(results.items()) if r == "stopped") + 1  # a mounted mover has -1
    done = fight(made, stop, 10)
    assert gone(done)
    assert done.battle.figures["hassan"].hex == "0503"
    assert "combat_fought" not in kinds(done.events) or done.battle.now.attacked == {"robert"}


@pytest.mark.rule("GUI-7.4c")
def test_a_refuser_never_ends_beside_those_who_attack_him() -> None:
    """Beside Hassan only 0404 and 0604 are empty, and both touch Robert; with 0503 empty too
    he goes there."""
    friends = [man(f"Ali{i}", at, side="arabs") for i, at in enumerate(("0403", "0503", "0603"))]
    hassan = man("Hassan", "0504", side="arabs")
    made = meeting(hassan, *friends, order="REFUSE Hassan always even if tested")
    free = [h for h in made.board.neighbours("0504") if not made.living_at(h)]
    assert free and all(made.board.adjacent(h, "0505") for h in free)
    found = refusing.best_escape(made, TACTICS, made.figures["hassan"], ("robert",))
    assert isinstance(found, Rejection) and found.rule == "GUI-7.4c" and "no free way of 1 hex " in found.why
    assert not gone(fight(made, 10))
    fewer = meeting(hassan, friends[0], friends[2], order="REFUSE Hassan always even if tested")
    away = fight(fewer, 5)
    assert gone(away) and away.battle.figures["hassan"].hex == "0503"


@pytest.mark.rule("GUI-7.4c", "GUI-6.5a")
@pytest.mark.parametrize(("goal", "end"), [("0103", "0403"), ("0903", "0603"), ("0501", "0503")])
def test_among_ways_as_safe_he_goes_towards_the_goal_of_his_retreat(goal: str, end: str) -> None:
    hassan = man("Hassan", "0504", side="arabs")
    made = meeting(hassan, order="REFUSE Hassan always")
    made.standing["arabs"] = (*made.standing["arabs"], f"RETREAT Hassan toward {goal}")
    away = fight(made, 5)
    assert gone(away) and away.battle.figures["hassan"].hex == end


@pytest.mark.rule("GUI-7.4c", "RUL-743")
def test_an_attacker_with_another_enemy_beside_him_keeps_his_attack() -> None:
    made = meeting(
        man("Hassan", "0504", side="arabs"), man("Omar", "0506", side="arabs"), order="REFUSE Hassan always"
    )
    done = fight(made)
    assert gone(done) and done.battle.now.attacked == set()
    both = journal(done.battle, 10)
    assert combat.resolve_combat(both, TACTICS, ("robert",), ("omar",)) is None
    assert "combat_fought" in kinds(both.events)


@pytest.mark.rule("GUI-7.4a", "GUI-6.2a")
def test_of_two_defenders_one_may_go_and_the_other_is_fought() -> None:
    made = meeting(
        man("Gui", "0604", mp=6),
        man("Hassan", "0504", side="arabs"),
        man("Omar", "0605", side="arabs"),
        order="REFUSE Hassan always",
    )
    if isinstance(combat.permitted(made, TACTICS, ("robert", "gui"), ("hassan", "omar")), Rejection):
        pytest.fail("both attackers touch both defenders here")
    done = fight(made, 10, by="robert gui", on="hassan omar")
    fought = next(e for e in done.events if e.kind == "combat_fought")
    assert fought.defenders == ("omar",)  # type: ignore[attr-defined]


@pytest.mark.rule("GUI-7.4a")
def test_the_receipt_says_who_is_fast_enough_for_what() -> None:
    made = meeting(rider("Hassan", "0504", "0503", side="arabs"), order="")
    reading = engine.read_orders(made, "arabs", ["hassan refuses combat against foot"])
    assert reading.standing == ("REFUSE Hassan against anyone foot",)
    assert "2 hexes straight back" in reading.lines[0].message[0]
