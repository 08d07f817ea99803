"""Grapnels (GUI-10.6): thrown, climbed, pulled up, and tearing a stockade down."""

from __future__ import annotations

import pytest

from rules.assault.grapnels import can_pull, pull_modifiers, two_files
from rules.core.facing import Facing
from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.orders.records import PullOrder
from rules.state.terrain import terrain_at
from rules.state.works import Ladder
from rules.tactical.moving.planning import plan
from tests.rules.castle_kit import castle, rope_of
from tests.rules.grapnels_kit import hanging, house, rope
from tests.rules.kit import SIEGE, a_turn_later, failures, man, narrated, next_phase, ordered, play

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
    enemy = play(next_phase(journal))
    mine = next_phase(enemy)
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


@pytest.mark.rule("GUI-10.6.1b", "RUL-1054")
def test_two_levels_take_two_turns_and_the_man_hangs_between():
    at = house(2, man("Vladko", "0304"), ladders=(rope("0304", "N"),))
    first = play(at, normans=("MOVE Vladko climb",))
    assert first.battle.figures["vladko"].storey == 1
    half = a_turn_later(first)
    refused = plan(half, SIEGE, ordered(half, "MOVE Vladko 0303"))
    assert isinstance(refused, Rejection) and "has not climbed to the top" in refused.why
    second = play(half, normans=("MOVE Vladko climb",))
    assert second.battle.figures["vladko"].storey == 2
    third = play(a_turn_later(second), normans=("MOVE Vladko 0303",))
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
    second = play(a_turn_later(first), normans=("COIL ROPE Fulk",))
    assert second.battle.ladders["rope-1"].bearers == ("fulk",)


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
    text = " ".join(line.text for line in narrated(hanging(), journal.events, None))
    assert "hacks at the rope in 0405" in text and "Vladko falls into" in text
    (answer,) = read_orders(hanging(), SIEGE, "arabs", ["Argyros cuts the rope"]).lines
    assert (
        answer.canonical == "CUT ROPE Argyros"
        and "30 % that it is cut, and Vladko with it" in answer.message[0]
    )
