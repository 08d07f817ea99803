"""Fighting over a rope (GUI-10.6): struck at, driven back, caught and cut."""

from __future__ import annotations

import pytest

from rules.assault.grapnels import can_cut
from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.orders.records import CutOrder
from rules.tactical.fighting import odds
from rules.tactical.retreating import ropes
from rules.tactical.sight import line_of_fire
from tests.rules.castle_kit import INSIDE, MAP, castle, upright
from tests.rules.grapnels_kit import hanging, house, rope
from tests.rules.kit import SIEGE, battle, failures, man, play
from tests.rules.test_siege_standing import asked

# fighting over it


@pytest.mark.rule("GUI-10.6.3a")
def test_struck_at_from_a_platform_two_columns_further_right():
    found = odds.assess(hanging(), SIEGE, ("argyros",), ("vladko",))
    assert not isinstance(found, Rejection)
    assert [(m.value, m.rule) for m in found.shifts if m.rule == "GUI-10.6.3a"] == [(2, "GUI-10.6.3a")]
    back = odds.assess(hanging(), SIEGE, ("vladko",), ("argyros",))
    assert not isinstance(back, Rejection) and all(m.rule != "GUI-10.6.3a" for m in back.shifts)


@pytest.mark.rule("GUI-10.6.3a", "GUI-10.1.5b", "RUL-1064")
@pytest.mark.parametrize("ground", [".", "s", "/"])
def test_a_rope_is_no_ladder_two_columns_are_all_in_odds_and_in_result(ground):
    """The ladder's unfavourable ground is not counted beside them, nor the ground above which he hangs."""
    at = on_ground(ground, kind="rope")
    for attackers, defenders, columns in ((("argyros",), ("vladko",), 2), (("vladko",), ("argyros",), 0)):
        found = odds.assess(at, SIEGE, attackers, defenders)
        assert not isinstance(found, Rejection) and total(found.shifts) == columns
    found = odds.assess(at, SIEGE, ("argyros",), ("vladko",))
    journal = play(at, named={"GUI-6c": 8}, arabs=("ATTACK Argyros ON Vladko",))
    fought = next(e for e in journal.events if e.kind == "combat_fought")
    assert (fought.shifts, fought.column, fought.letter) == (found.shifts, found.column, found.letters[7])
    ladder = odds.assess(on_ground(ground, kind="ladder"), SIEGE, ("argyros",), ("vladko",))
    assert not isinstance(ladder, Rejection) and total(ladder.shifts) == 1


def on_ground(code, *, kind):
    """Vladko up before the platform on which Argyros stands; the ground below him is of this kind."""
    rows = MAP.split("\n")
    rows[4] = f". . . {code} . . ."
    return battle(
        "\n".join(rows), man("Vladko", "0405", storey=1), man("Argyros", "0404", side="arabs", attack=20),
        walls=("stockade " + " ".join(INSIDE),), ladders=(upright(kind=kind),), rules=SIEGE, step=None,
        side="arabs", phase=4,
    )  # fmt: skip


@pytest.mark.rule("RUL-1064")
def test_nobody_has_cover_on_a_rope():
    at = castle(
        man("Vladko", "0405", storey=1), man("Omar", "0408", side="arabs", weapon="short_bow"),
        ladders=(rope(),)
    )  # fmt: skip
    seen = line_of_fire.check(at, SIEGE, at.figures["omar"], "short_bow", "0405", "vladko")
    assert not isinstance(seen, Rejection) and seen.cover == "none"
    assert [(m.rule, m.words) for m in seen.cover_why] == [("RUL-1064", "up on a rope")]


@pytest.mark.rule("GUI-10.6.3a")
def test_wounds_and_stuns_kill_and_retreats_do_nothing():
    seen = {}
    for attack in (4, 8, 12, 20, 30):
        for face in range(1, 11):
            journal = play(
                hanging(attack=attack), named={"GUI-6c": face}, arabs=("ATTACK Argyros ON Vladko",)
            )
            fought = next(e for e in journal.events if e.kind == "combat_fought")
            seen[fought.letter] = journal.battle.figures["vladko"]
    assert {"C", "D", "E"} <= set(seen)
    assert seen["C"].storey == 1 and not seen["C"].wounded
    assert seen["D"].dead and seen["E"].dead


@pytest.mark.rule("GUI-10.6.3a")
def test_from_elsewhere_than_a_platform_a_wound_only_wounds_and_a_retreat_drives_him_off():
    """0104 is bare ground behind the stockade: no columns, and the letters do what they always do."""
    seen = {}
    for face in range(1, 11):
        at = castle(
            man("Vladko", "0105", storey=1, defence=6), man("Argyros", "0104", side="arabs", attack=14),
            ladders=(rope("0105"),), side="arabs", phase=4,
        )  # fmt: skip
        journal = play(at, named={"GUI-6c": face}, arabs=("ATTACK Argyros ON Vladko",))
        fought = next(e for e in journal.events if e.kind == "combat_fought")
        assert fought.shifts == ()
        seen[fought.letter] = journal.battle.figures["vladko"]
    assert {"C", "E"} & set(seen)
    assert "C" not in seen or (not seen["C"].storey and not seen["C"].wounded)
    assert "E" not in seen or (seen["E"].wounded and seen["E"].storey)


@pytest.mark.rule("RUL-1052")
def test_nobody_shoots_from_a_rope():
    at = castle(
        man("Vladko", "0405", storey=1, weapon="short_bow"), man("Argyros", "0404", side="arabs"),
        ladders=(rope(),),
    )  # fmt: skip
    refused = line_of_fire.check(at, SIEGE, at.figures["vladko"], "short_bow", "0404", "argyros")
    assert isinstance(refused, Rejection) and refused.rule == "RUL-1052"


def cornered(face, *, health="healthy", armoured=False, escape=False, orders=(), answer=""):
    """Drogo beside him on the platform drives Argyros back; Milo holds the platform on his other side, unless
    there is to be an ``escape``. Behind the platform it goes down without stairs; outside hangs a rope. The
    journal, or the question put to his owner and the journal, if he is asked and gives this ``answer``."""
    other = () if escape else (man("Milo", "0504"),)
    argyros = man("Argyros", "0404", side="arabs", health=health, armoured=armoured)
    at = castle(
        man("Drogo", "0304", attack=14), *other, argyros, ladders=(rope(),), standing={"arabs": orders}
    )
    for die in range(1, 11):
        dice = {"GUI-6c": die, "GUI-10.6.3b": face}
        sheet = ("ATTACK Drogo ON Argyros",)
        if answer:
            at.sheets = {"normans": sheet}
            questions, journal = asked(at, "retreat", answers=[answer], named=dice)
        else:
            questions, journal = [], play(at, named=dice, normans=sheet)
        if any(e.kind == "combat_fought" and e.letter == "C" for e in journal.events):
            return (questions[0], journal) if answer else journal
    raise AssertionError("no retreat")


@pytest.mark.rule("GUI-10.6.3b")
@pytest.mark.parametrize(
    ("face", "health", "alive"),
    [(3, "healthy", False), (4, "healthy", True), (6, "wounded", False), (7, "wounded", True)],
)
def test_driven_off_the_platform_he_may_catch_the_rope(face, health, alive):
    journal = cornered(face, health=health)
    argyros = journal.battle.figures["argyros"]
    assert argyros.dead is not alive
    (tried,) = [e for e in journal.events if e.kind == "ladder_tried"]
    assert (tried.what, tried.done) == ("catch", alive)
    assert argyros.hex == "0405" and not argyros.storey


@pytest.mark.rule("GUI-10.6.3b")
def test_not_in_armour_and_unasked_not_if_another_way_is_open():
    argyros = cornered(10, armoured=True).battle.figures["argyros"]
    assert argyros.hex == "0404" and argyros.wounded
    assert cornered(10, escape=True).battle.figures["argyros"].hex == "0504"


@pytest.mark.rule("GUI-10.6.3b", "GUI-6.5a")
@pytest.mark.parametrize(
    ("orders", "ends"),
    [((), "0504"), (("RETREAT Argyros toward 0405",), "0405"), (("RETREAT Argyros toward 0409",), "0504")],
)
def test_the_owner_may_choose_the_rope_by_naming_its_foot(orders, ends):
    """A hex farther out names no rope: nobody leaps to his death because it lies that way."""
    assert cornered(10, escape=True, orders=orders).battle.figures["argyros"].hex == ends
    if ends == "0405":
        assert cornered(3, escape=True, orders=orders).battle.figures["argyros"].dead


@pytest.mark.rule("GUI-10.6.3b", "GUI-6.5a")
@pytest.mark.parametrize(("answer", "ends"), [("0405", "0405"), ("0504", "0504")])
def test_the_rope_is_offered_to_the_owner_who_is_asked_beside_the_other_ways(answer, ends):
    question, journal = cornered(10, escape=True, answer=answer)
    offered = {c.key: c.words for c in question.options}
    assert question.default == "0504" and "down the rope: on 1 to 3 he falls to his death" in offered["0405"]
    assert "rope" not in offered["0504"]
    assert journal.battle.figures["argyros"].hex == ends


@pytest.mark.rule("GUI-10.6.3b")
def test_the_rope_is_a_way_back_from_a_platform_only():
    at = house(1, man("Drogo", "0203", attack=14), man("Milo", "0403"), ladders=(rope("0304", "N"),))
    argyros = man("Argyros", "0303", side="arabs")
    at.figures["argyros"] = argyros
    assert not ropes.hang_from(at, argyros)


@pytest.mark.rule("GUI-10.6.4", "RUL-1057")
@pytest.mark.parametrize(("face", "cut"), [(3, True), (4, False)])
def test_cut_on_one_to_three_and_the_man_on_it_falls(face, cut):
    journal = play(hanging(), named={"GUI-10.6.4": face}, arabs=("CUT ROPE Argyros 0405",))
    vladko = journal.battle.figures["vladko"]
    assert vladko.wounded is cut and bool(vladko.storey) is not cut
    assert ("rope-1" in journal.battle.ladders) is not cut


@pytest.mark.rule("GUI-10.6.4")
def test_cut_without_an_order_if_an_enemy_hangs_on_it_and_no_attack_is_ordered():
    assert "rope-1" not in play(hanging(), named={"GUI-10.6.4": 1}).battle.ladders
    fights = play(hanging(), named={"GUI-10.6.4": 1, "GUI-6c": 8}, arabs=("ATTACK Argyros ON Vladko",))
    assert not any(e.kind == "ladder_tried" for e in fights.events)


@pytest.mark.rule("GUI-10.6.4", "RUL-1057")
def test_who_has_shot_or_attacked_cuts_nothing():
    for done in ("fired", "attacked"):
        at = hanging()
        getattr(at.now, done).add("argyros")
        refused = can_cut(at, SIEGE, CutOrder("argyros", "0405"))
        assert isinstance(refused, Rejection) and refused.rule == "GUI-10.6.4"


@pytest.mark.rule("GUI-10.6.4")
def test_only_from_the_top_of_the_wall():
    at = castle(man("Vladko", "0405", storey=1), man("Argyros", "0504", side="arabs"), ladders=(rope(),),
                side="arabs", phase=4)  # fmt: skip
    assert failures(play(at, arabs=("CUT ROPE Argyros 0405",)))[0][0] == "GUI-10.6.4"
