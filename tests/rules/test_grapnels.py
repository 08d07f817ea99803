"""Grapnels (GUI-10.6): thrown, climbed, fought over, cut, pulled up, and tearing a stockade down."""

from __future__ import annotations

import pytest

from rules.assault.grapnels import can_cut, can_pull, pull_modifiers, two_files
from rules.core.facing import Facing
from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.narrate import narrate
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse
from rules.orders.records import CutOrder, PullOrder
from rules.state.terrain import terrain_at
from rules.state.works import Ladder
from rules.tactical import line_of_fire, odds, ropes
from rules.tactical.move_planning import plan
from tests.rules.castle_kit import INSIDE, MAP, castle, failures, next_phase, play, rope_of, upright
from tests.rules.kit import SIEGE, battle, man
from tests.rules.test_siege_standing import asked


def ordered(at, line, seat="normans"):
    return parse(line, lexicon_of(at, seat))


def rope(foot: str = "0405", facing: str = "N", *, since: int = 1) -> Ladder:
    return upright(foot, facing, kind="rope", since=since)


# throwing


@pytest.mark.rule("GUI-10.6.1a", "GUI-10.6.2", "GUI-10.6")
@pytest.mark.parametrize(("face", "holds"), [(2, False), (3, True), (10, True)])
def test_the_hook_holds_from_three_on(face, holds):
    at = castle(man("Vladko", "0405"), ladders=(rope_of("vladko"),))
    done = play(at, named={"GUI-10.6.1a": face}, normans=("THROW GRAPNEL Vladko AT 0404",)).battle
    hook = done.ladders["rope-1"]
    assert hook.upright is holds
    assert (hook.hexes, hook.bearers) == ((("0405",), ()) if holds else ((), ("vladko",)))
    assert "vladko" in done.now.busy


@pytest.mark.rule("GUI-10.6.1a")
def test_a_direction_names_the_wall_as_well():
    at = castle(man("Vladko", "0405"), ladders=(rope_of("vladko"),))
    done = play(at, named={"GUI-10.6.1a": 3}, normans=("THROW GRAPNEL Vladko AT N",)).battle
    assert done.ladders["rope-1"].facing is Facing.N


@pytest.mark.rule("GUI-10.6.1a", "RUL-1050", "RUL-1051")
@pytest.mark.parametrize(
    ("figure", "more", "line", "rule"),
    [
        ({"armoured": True}, {}, "THROW GRAPNEL Vladko AT 0404", "GUI-10.6.1a"),
        ({}, {"traits": ("tower 0404",)}, "THROW GRAPNEL Vladko AT 0404", "GUI-10.6.1a"),
        ({}, {}, "THROW GRAPNEL Vladko AT 0406", "GUI-10.6.1a"),
        ({}, {}, "THROW GRAPNEL Vladko AT 0708", "GUI-10.6.1a"),
        ({}, {"ladders": ()}, "THROW GRAPNEL Vladko AT 0404", "GUI-10.6.2"),
    ],
)
def test_who_cannot_throw_and_where(figure, more, line, rule):
    at = castle(man("Vladko", "0405", **figure), **{"ladders": (rope_of("vladko"),), **more})
    assert failures(play(at, normans=(line,)))[0][0] == rule
    (answer,) = read_orders(at, SIEGE, "normans", [line]).lines
    assert answer.verdict is Verdict.ILLEGAL and answer.rule == rule


@pytest.mark.rule("GUI-10.6.1a")
def test_who_throws_neither_moves_nor_fights():
    at = castle(man("Vladko", "0406"), man("Zahir", "0506", side="arabs"), ladders=(rope_of("vladko"),))
    moved = play(at, normans=("MOVE Vladko 0405", "THROW GRAPNEL Vladko AT 0404"))
    assert not moved.battle.ladders["rope-1"].upright
    at = castle(man("Vladko", "0405"), man("Zahir", "0506", side="arabs"), ladders=(rope_of("vladko"),))
    sheet = ("THROW GRAPNEL Vladko AT 0404", "ATTACK Vladko ON Zahir")
    journal = play(at, named={"GUI-10.6.1a": 5}, normans=sheet)
    assert journal.battle.ladders["rope-1"].upright and not journal.battle.now.attacked


# climbing


@pytest.mark.rule("GUI-10.6.1b", "GUI-10.6.2", "RUL-1053", "RUL-1068")
def test_worked_example_vladko_waits_at_the_top_and_crosses_in_the_next_turn():
    """EX-10.6-1: a level takes his 8 MP; he is between hook and rope, ready to cross."""
    at = castle(man("Vladko", "0405"), man("Argyros", "0604", side="arabs"), ladders=(rope(),))
    too_far = plan(at, SIEGE, ordered(at, "MOVE Vladko climb 0404"))
    assert isinstance(too_far, Rejection) and too_far.why == "that costs 9 MP, Vladko has 8"
    journal = play(at, normans=("MOVE Vladko climb",))
    vladko = journal.battle.figures["vladko"]
    assert vladko.place == ("0405", 1)
    assert journal.battle.figures["vladko"].storey == 1 and journal.battle.now.left["vladko"] == 0
    enemy = play(next_phase(journal, "arabs"))
    mine = next_phase(enemy, "normans")
    done = play(mine, named={"GUI-9.2.2": 1}, normans=("MOVE Vladko 0404",)).battle
    assert done.figures["vladko"].hex == "0404" and done.now.left["vladko"] == 7


@pytest.mark.rule("GUI-10.6.1b")
def test_down_a_rope_four_mp_a_level():
    at = castle(man("Vladko", "0405", storey=1), ladders=(rope(),))
    done = play(at, normans=("MOVE Vladko down",)).battle
    assert done.figures["vladko"].hex == "0405" and not done.figures["vladko"].storey
    assert done.now.left["vladko"] == 4


@pytest.mark.rule("GUI-10.6.1a", "GUI-10.6.1b")
def test_neither_armour_nor_a_wounded_man_goes_up():
    armoured = castle(man("Hugo", "0405", armoured=True, mp=8), ladders=(rope(),))
    refused = plan(armoured, SIEGE, ordered(armoured, "MOVE Hugo climb"))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-10.6.1a"
    wounded = castle(man("Hugo", "0405", health="wounded"), ladders=(rope(),))
    refused = plan(wounded, SIEGE, ordered(wounded, "MOVE Hugo climb"))
    assert isinstance(refused, Rejection) and "8 MP" in refused.why


HOUSE = "\n".join([". . . . ."] * 2 + [". i{0} i{0} i{0} ."] + [". . . . ."] * 3)


def house(level: int, *pieces, traits=(), **more):
    drawn = HOUSE.replace("{0}", str(level) if level else "")
    far = man("Zahir", "0506", side="arabs", health="stunned", stunned_in=1)
    return battle(
        drawn,
        *pieces,
        far,
        walls=("wall 0203 0303 0403",),
        traits=traits,
        rules=SIEGE,
        step=None,
        phase=3,
        **more,
    )


@pytest.mark.rule("GUI-10.6.1b", "RUL-1054")
def test_two_levels_take_two_turns_and_the_man_hangs_between():
    at = house(2, man("Vladko", "0304"), ladders=(rope("0304", "N"),))
    first = play(at, normans=("MOVE Vladko climb",))
    assert first.battle.figures["vladko"].storey == 1
    half = next_phase(first, "normans")
    refused = plan(half, SIEGE, ordered(half, "MOVE Vladko 0303"))
    assert isinstance(refused, Rejection) and "has not climbed to the top" in refused.why
    second = play(half, normans=("MOVE Vladko climb",))
    assert second.battle.figures["vladko"].storey == 2
    third = play(next_phase(second, "normans"), normans=("MOVE Vladko 0303",))
    assert third.battle.figures["vladko"].hex == "0303"


BARN = ("barn 0203 0303 0403",)


@pytest.mark.rule("GUI-10.6.1b", "RUL-1068")
@pytest.mark.parametrize(("traits", "cost"), [((), 2), (BARN, 0)])
def test_every_building_has_a_parapet_but_the_barn(traits, cost):
    at = house(1, man("Vladko", "0304", storey=1), traits=traits, ladders=(rope("0304", "N"),))
    way = plan(at, SIEGE, ordered(at, "MOVE Vladko 0303"))
    assert not isinstance(way, Rejection) and way.cost == cost
    journal = play(at, normans=("MOVE Vladko 0303",))
    assert journal.battle.figures["vladko"].hex == "0303"
    assert not any(e.kind == "jumped" for e in journal.events)
    back = house(1, man("Vladko", "0303"), traits=traits, ladders=(rope("0304", "N"),))
    down = plan(back, SIEGE, ordered(back, "MOVE Vladko down"))
    assert not isinstance(down, Rejection) and down.cost == cost


@pytest.mark.rule("GUI-10.6.1b", "RUL-1068")
def test_eight_mp_take_a_man_up_and_over_at_the_barn_and_nowhere_else():
    barn = house(1, man("Vladko", "0304"), traits=BARN, ladders=(rope("0304", "N"),))
    for line in ("MOVE Vladko climb 0303", "MOVE Vladko to 0303"):
        over = plan(barn, SIEGE, ordered(barn, line))
        assert not isinstance(over, Rejection) and (over.cost, over.left) == (8, 0), line
    (answer,) = read_orders(barn, SIEGE, "normans", ["MOVE Vladko climb 0303"]).lines
    assert answer.verdict is Verdict.OK and "8 of 8 MP" in answer.message[0]
    done = play(barn, normans=("MOVE Vladko climb 0303",)).battle
    assert done.figures["vladko"].hex == "0303" and done.now.left["vladko"] == 0
    other = house(1, man("Vladko", "0304"), ladders=(rope("0304", "N"),))
    refused = plan(other, SIEGE, ordered(other, "MOVE Vladko climb 0303"))
    assert isinstance(refused, Rejection) and refused.why == "that costs 10 MP, Vladko has 8"


# pulling up


@pytest.mark.rule("GUI-10.6.1c", "RUL-1056")
def test_pulled_up_from_above_it_is_used_again():
    at = castle(man("Vladko", "0404"), ladders=(rope(),))
    done = play(at, normans=("COIL ROPE Vladko 0405",)).battle
    assert done.ladders["rope-1"].bearers == ("vladko",) and done.ladders["rope-1"].hexes == ()


@pytest.mark.rule("GUI-10.6.1c")
@pytest.mark.parametrize(
    "other",
    [
        man("Fulk", "0405", storey=1),
        man("Zahir", "0406", side="arabs"),
        man("Zahir", "0405", side="arabs"),
    ],
)
def test_not_while_somebody_is_on_it_or_an_enemy_beside_its_foot(other):
    at = castle(man("Vladko", "0404"), other, ladders=(rope(),))
    assert failures(play(at, normans=("COIL ROPE Vladko",)))[0][0] == "GUI-10.6.1c"


@pytest.mark.rule("RUL-1056", "GUI-10.6.2")
def test_the_rope_of_a_fallen_bearer_lies_about_and_is_taken():
    at = castle(man("Vladko", "0406", health="dead"), man("Fulk", "0406"), ladders=(rope_of("vladko"),))
    first = play(at)
    assert first.battle.ladders["rope-1"] == Ladder("rope-1", "rope", ("0406",))
    second = play(next_phase(first, "normans"), normans=("COIL ROPE Fulk",))
    assert second.battle.ladders["rope-1"].bearers == ("fulk",)


# fighting over it


def hanging(*more, attack: int = 20, **health):
    return castle(
        man("Vladko", "0405", storey=1, **health), man("Argyros", "0404", side="arabs", attack=attack), *more,
        ladders=(rope(),), side="arabs", phase=4,
    )  # fmt: skip


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
        man("Vladko", "0405", storey=1), man("Omar", "0408", side="arabs", weapon="short_bow"), ladders=(rope(),)
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
    """Drogo beside him on the platform drives Argyros back; Milo holds the platform on his other side, unless there is
    to be an ``escape``. Behind the platform it goes down without stairs; outside hangs a rope. The journal, or the question
    put to his owner and the journal, if he is asked and gives this ``answer``."""
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


# cutting


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


# tearing down


FILES = {"Hugo": "0706", "Fulk": "0707", "Odo": "0606", "Milo": "0607"}
LINE = "PULL ROPE Hugo + Fulk + Odo + Milo"


def pulling(health=None, places=None, **more):
    places = {**FILES, **(places or {})}
    men = [man(n, at, health=(health or {}).get(n, "healthy"), stunned_in=3) for n, at in places.items()]
    return castle(*men, **{"ladders": (rope("0705", "N"),), **more})


@pytest.mark.rule("GUI-10.6.5a", "GUI-9.2.1d")
@pytest.mark.parametrize(("face", "down"), [(2, True), (3, False)])
def test_four_in_two_files_tear_a_stockade_down_on_one_or_two(face, down):
    done = play(pulling(), named={"GUI-10.6.5a": face}, normans=(LINE,)).battle
    assert (terrain_at(done, "0704") == "stockade_down") is down
    assert ("rope-1" in done.ladders) is not down
    assert {"hugo", "fulk", "odo", "milo"} <= done.now.busy
    walker = plan(done.copy(), SIEGE, ordered(done, "MOVE Odo stay"))
    assert walker is not None


@pytest.mark.rule("GUI-10.6.5b")
def test_worked_example_one_wounded_adds_one_to_the_die():
    """EX-10.6.5-1: with one wounded man only a 1 will do."""
    at = pulling({"Odo": "wounded"})
    order = PullOrder(("hugo", "fulk", "odo", "milo"))
    assert total(pull_modifiers(at, SIEGE, order)) == 1
    assert terrain_at(play(at, named={"GUI-10.6.5a": 1}, normans=(LINE,)).battle, "0704") == "stockade_down"
    assert terrain_at(play(at, named={"GUI-10.6.5a": 2}, normans=(LINE,)).battle, "0704") != "stockade_down"


@pytest.mark.rule("GUI-10.6.5b")
@pytest.mark.parametrize(
    "health", [{"Odo": "wounded", "Milo": "wounded"}, {"Odo": "stunned"}, {"Odo": "dead"}]
)
def test_worked_examples_two_wounded_or_one_down_cannot(health):
    """EX-10.6.5-2 and EX-10.6.5-3."""
    refused = can_pull(pulling(health), SIEGE, PullOrder(("hugo", "fulk", "odo", "milo")))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-10.6.5b"


@pytest.mark.rule("GUI-10.6.5a", "RUL-1058", "RUL-1059")
@pytest.mark.parametrize(
    ("places", "words"),
    [
        ({"Hugo": "0705"}, "keep one hex away"),
        ({"Milo": "0508"}, "two files"),
        ({"Hugo": "0108", "Fulk": "0109", "Odo": "0208", "Milo": "0207"}, "too short"),
    ],
)
def test_how_the_four_must_stand(places, words):
    (rule, why), *_ = failures(play(pulling(places=places), normans=(LINE,)))
    assert rule == "GUI-10.6.5a" and words in why


@pytest.mark.rule("GUI-10.6.5a")
def test_two_files_are_a_block_of_four():
    board = pulling().board
    assert two_files(board, ["0706", "0707", "0606", "0607"])
    assert two_files(board, ["0606", "0706", "0707", "0607"])
    assert not two_files(board, ["0706", "0707", "0708", "0709"])


@pytest.mark.rule("GUI-10.6.5a", "GUI-9.2.2")
def test_a_platform_does_not_come_down_and_three_are_too_few():
    at = castle(
        *[man(n, at) for n, at in {"Hugo": "0406", "Fulk": "0407", "Odo": "0506", "Milo": "0507"}.items()],
        ladders=(rope(),),
    )
    (answer,) = read_orders(at, SIEGE, "normans", [LINE]).lines
    assert answer.verdict is Verdict.ILLEGAL and answer.rule == "GUI-9.2.2"
    (answer,) = read_orders(at, SIEGE, "normans", ["PULL ROPE Hugo + Fulk + Odo"]).lines
    assert answer.verdict is Verdict.ILLEGAL and "four" in answer.message[0]


def test_what_is_told_of_a_rope():
    journal = play(hanging(), named={"GUI-10.6.4": 1}, arabs=("CUT ROPE Argyros 0405",))
    text = " ".join(line.text for line in narrate(hanging(), journal.events, None))
    assert "hacks at the rope in 0405" in text and "Vladko falls into" in text
    (answer,) = read_orders(hanging(), SIEGE, "arabs", ["Argyros cuts the rope"]).lines
    assert (
        answer.canonical == "CUT ROPE Argyros"
        and "30 % that it is cut, and Vladko with it" in answer.message[0]
    )
