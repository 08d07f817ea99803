"""Which way out of the flames: by a standing order, by an answer, by default, in naphtha too (GUI-10.2.4a,
GUI-10.5.3).

The fire is in 0303; beside it lie 0302 (N), 0402 (NE), 0403 (SE), 0304 (S), 0203 (SW) and 0202 (NW)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.assault import evacuation, flames
from rules.core.dice import ScriptedDice
from rules.events.asking import DecisionRequested
from rules.events.burning import NaphthaBurned
from rules.events.combat import Retreated
from rules.events.movement import InfiltrationTested
from rules.events.umpire import DecisionMade
from rules.journal import Journal, Stopped
from rules.state.battle import Battle
from rules.state.figure import Character, Horse
from rules.state.invariants import broken
from rules.state.works import Flame
from tests.rules.kit import SIEGE, battle, field, journal, man, rider

AROUND = {"0302", "0402", "0403", "0304", "0203", "0202"}
HUGO = man("Hugo", "0303", side="arabs")


def scene(*pieces: Character | Horse, orders: tuple[str, ...] = (), board: str = "") -> Battle:
    b = battle(board or field(5, 6), *(pieces or (HUGO,)), rules=SIEGE)
    b.standing["arabs"] = orders
    return b


def caught(b: Battle, *faces: int, named: dict[str, int] | None = None) -> Journal:
    """0303 catches fire."""
    j = journal(b, *faces, named=named)
    flames.catch(j, SIEGE, "0303", "normans", "spread", "GUI-10.2.2")
    assert broken(j.battle) == []
    return j


def naphtha(b: Battle, *hexes: str) -> Battle:
    for at in hexes:
        b.flames[at] = Flame(side="normans", since=1, greek=True)
    return b


def decided(j: Journal) -> list[tuple[str, str, bool]]:
    """(where to, by which order, whether he was asked) of every way out."""
    return [
        (e.chosen, e.order, e.answered)
        for e in j.events
        if isinstance(e, DecisionMade) and e.about == "evacuate"
    ]


def asked(b: Battle, *answers: str, dice: tuple[int, ...] = ()) -> tuple[list[DecisionRequested], Journal]:
    """0303 catches fire, or what burns already is left, and the Arabs are asked which way; they answer in
    this order and then not at all."""
    b = b.copy()
    b.asked = {"arabs": ("evacuate",)}
    b.setup = replace(b.setup, options=replace(b.setup.options, question_hours=12))
    known: dict[str, str] = {}
    questions: list[DecisionRequested] = []
    while True:
        j = Journal(b, ScriptedDice(dice), known)
        try:
            if b.flames:
                evacuation.evacuate(j, SIEGE, tuple(b.flames))
            else:
                flames.catch(j, SIEGE, "0303", "normans", "spread", "GUI-10.2.2")
        except Stopped:
            question = j.events[-1]
            assert isinstance(question, DecisionRequested)
            questions.append(question)
            known[question.name] = answers[len(known)] if len(known) < len(answers) else ""
            continue
        assert broken(j.battle) == []
        return questions, j


# by a standing order


@pytest.mark.rule("GUI-10.2.4a")
@pytest.mark.parametrize(
    ("goal", "ends"),
    [
        ("0301", "0302"),
        ("0502", "0402"),
        ("0504", "0403"),
        ("0306", "0304"),
        ("0105", "0203"),
        ("0101", "0202"),
    ],
)
def test_he_leaves_by_the_way_that_leads_nearest_to_the_hex_of_his_order(goal: str, ends: str) -> None:
    j = caught(scene(orders=(f"EVACUATE Hugo toward {goal}",)))
    assert j.battle.figures["hugo"].hex == ends
    assert decided(j) == [(ends, f"EVACUATE Hugo toward {goal}", False)]
    assert [(e.hex, e.cause) for e in j.events if isinstance(e, Retreated)] == [(ends, "fire")]


@pytest.mark.rule("GUI-10.2.4a")
@pytest.mark.parametrize(
    ("orders", "ends"),
    [
        (("EVACUATE toward 0301",), "0302"),
        (("EVACUATE toward 0301", "EVACUATE Hugo toward 0306"), "0304"),
        (("EVACUATE Hugo toward 0306", "EVACUATE toward 0301"), "0304"),
        (("RETREAT toward 0306",), "0304"),
        (("EVACUATE toward 0301", "RETREAT Hugo toward 0306"), "0302"),
        (("EVACUATE toward 0301 until turn 1",), "0302"),
        (("EVACUATE Hugo toward 0301 while Hugo is wounded", "RETREAT toward 0306"), "0304"),
        (("EVACUATE Hugo toward 0301 from turn 2", "RETREAT toward 0306"), "0304"),
    ],
    ids=["all", "own first", "own last", "retreat", "before retreat", "in time", "while", "from turn"],
)
def test_which_of_his_orders_counts(orders: tuple[str, ...], ends: str) -> None:
    """His own before the seat's, EVACUATE before RETREAT, and only as long as its terms hold."""
    assert caught(scene(orders=orders)).battle.figures["hugo"].hex == ends


@pytest.mark.rule("GUI-10.2.4a")
def test_an_order_whose_turns_are_over_leads_nobody() -> None:
    b = scene(orders=("EVACUATE toward 0301 until turn 1", "RETREAT toward 0306"))
    b.phase, b.turn = 3, 2
    assert caught(b).battle.figures["hugo"].hex == "0304"


@pytest.mark.rule("GUI-10.2.4a", "GUI-4.3f")
def test_of_ways_that_lead_as_near_he_takes_that_past_fewer_enemies() -> None:
    """0202 and 0302 lie two hexes from his goal; Norman in 0102 stands beside 0202."""
    board = scene(HUGO).board
    assert board.distance("0202", "0101") == board.distance("0302", "0101") == 2
    j = caught(scene(HUGO, man("Norman", "0102"), orders=("EVACUATE toward 0101",)))
    assert j.battle.figures["hugo"].hex == "0302"
    assert "infiltration_tested" not in [e.kind for e in j.events]


@pytest.mark.rule("GUI-10.2.4a", "GUI-4.3a")
@pytest.mark.parametrize(("face", "results", "lives"), [(1, ["none", "none"], True), (10, ["killed"], False)])
def test_where_every_way_leads_past_enemies_they_test_him_on_it(
    face: int, results: list[str], lives: bool
) -> None:
    """Every hex beside the fire but 0302 holds a Norman; those in 0202 and 0402 stand beside it too."""
    ring = [man(f"N{at}", at) for at in sorted(AROUND - {"0302"})]
    j = caught(scene(HUGO, *ring, orders=("EVACUATE toward 0306",)), named={"GUI-4.3": face})
    assert decided(j) == [("0302", "EVACUATE toward 0306", False)]
    assert [e.result for e in j.events if isinstance(e, InfiltrationTested)] == results
    assert j.battle.figures["hugo"].living is lives


@pytest.mark.rule("GUI-10.2.4a", "GUI-6.5b")
def test_a_friend_makes_room_where_no_hex_is_free() -> None:
    ring = [man(f"N{at}", at) for at in sorted(AROUND - {"0304"})]
    friend = man("Zahir", "0304", side="arabs")
    j = caught(scene(HUGO, friend, *ring, orders=("EVACUATE toward 0306",)), named={"GUI-4.3": 1})
    assert j.battle.figures["hugo"].hex == "0304"
    assert j.battle.figures["zahir"].hex not in ("0304", "0303")


@pytest.mark.rule("GUI-10.2.4a", "RUL-1027")
@pytest.mark.parametrize(
    ("front", "rear", "hexes"), [("0303", "0304", ("0304", "0305")), ("0304", "0303", ("0305", "0304"))]
)
@pytest.mark.parametrize("goal", ["0301", "0306"])
def test_a_rider_has_one_way_whatever_his_order_says_and_is_not_asked(
    front: str, rear: str, hexes: tuple[str, str], goal: str
) -> None:
    """One half of him burns, and a move towards that side would leave the other half in the flames."""
    b = scene(rider("Drogo", front, rear, side="arabs"), orders=(f"EVACUATE Drogo toward {goal}",))
    questions, j = asked(b)
    assert questions == [] and j.battle.figures["drogo"].hexes == hexes
    assert caught(b).battle.figures["drogo"].hexes == hexes


@pytest.mark.rule("GUI-10.2.4a", "GUI-6.5a")
@pytest.mark.parametrize(
    "order", ["EVACUATE Hugo toward 0301", "RETREAT Hugo toward 0301", "RETREAT Hugo via 0302 0301"]
)
def test_where_his_order_sends_him_is_not_overruled_by_fewer_tests(order: str) -> None:
    b = scene(HUGO, man("Odo", "0201"), orders=(order,))
    j = caught(b, 1)
    assert decided(j) == [("0302", order, False)]
    assert [e.enemy for e in j.events if isinstance(e, InfiltrationTested)] == ["odo"]
    assert decided(caught(scene(HUGO, man("Odo", "0201"))))[0][0] not in ("0302", "0202")


# by default


@pytest.mark.rule("GUI-10.2.4a")
def test_without_an_order_he_leaves_towards_the_best_cover() -> None:
    """0203 is a tree; everything else is open ground."""
    trees = [". . . . ."] * 2 + [". t . . ."] + [". . . . ."] * 3
    j = caught(scene(board="\n".join(trees)))
    assert decided(j) == [("0203", "", False)]


@pytest.mark.rule("GUI-10.2.4a")
def test_without_an_order_too_he_passes_as_few_enemies_as_can_be() -> None:
    """The tree in 0203 is beside the Norman in 0104; no other hex next to the fire is."""
    trees = [". . . . ."] * 2 + [". t . . ."] + [". . . . ."] * 3
    j = caught(scene(HUGO, man("Norman", "0104"), board="\n".join(trees)))
    [(chosen, order, answered)] = decided(j)
    assert chosen in AROUND - {"0203"} and (order, answered) == ("", False)
    assert "infiltration_tested" not in [e.kind for e in j.events]


# by an answer


@pytest.mark.rule("GUI-10.2.4a")
def test_who_is_asked_is_offered_every_way_and_takes_the_one_he_names() -> None:
    [question], j = asked(scene(orders=("EVACUATE toward 0301",)), "0203")
    assert {choice.key for choice in question.options} == AROUND
    assert (question.about, question.figure, question.rule) == ("evacuate", "hugo", "GUI-10.2.4a")
    assert (question.default, question.order) == ("0302", "EVACUATE toward 0301")
    assert "0303" in question.question and "in the flames" in question.question
    assert decided(j) == [("0203", "", True)]
    assert [(e.hex, e.cause) for e in j.events if isinstance(e, Retreated)] == [("0203", "fire")]


@pytest.mark.rule("GUI-10.2.4a")
@pytest.mark.parametrize(
    ("orders", "ends"), [(("EVACUATE toward 0301",), "0302"), (("RETREAT toward 0306",), "0304"), ((), "")]
)
def test_silence_leaves_it_to_his_order_or_the_default(orders: tuple[str, ...], ends: str) -> None:
    unasked = caught(scene(orders=orders))
    [question], j = asked(scene(orders=orders))
    assert question.default == (ends or decided(unasked)[0][0])
    assert decided(j) == decided(unasked) == [(question.default, orders[0] if orders else "", False)]
    assert j.battle.figures["hugo"].hex == unasked.battle.figures["hugo"].hex == question.default


@pytest.mark.rule("GUI-10.2.4a")
def test_an_answer_may_lead_past_enemies_whom_the_default_avoids() -> None:
    """The Norman in 0102 stands beside 0202; his owner goes there all the same, and is tested."""
    b = scene(HUGO, man("Norman", "0102"), orders=("EVACUATE toward 0101",))
    [question], j = asked(b, "0202", dice=(1,))
    assert question.default == "0302"
    there = next(choice for choice in question.options if choice.key == "0202")
    assert "Norman" in there.words
    assert [(e.enemy, e.hex) for e in j.events if isinstance(e, InfiltrationTested)] == [("norman", "0202")]
    assert j.battle.figures["hugo"].hex == "0202"


@pytest.mark.rule("GUI-10.2.4a")
def test_one_way_out_is_no_question_and_none_is_a_wound() -> None:
    ring = [man(f"N{at}", at) for at in sorted(AROUND - {"0302"})]
    questions, j = asked(scene(HUGO, *ring), dice=(1, 1))
    assert questions == [] and decided(j) == [("0302", "", False)]
    questions, j = asked(scene(HUGO, *ring, man("N0302", "0302")))
    assert questions == [] and decided(j) == []
    assert next(e.kind for e in j.events if e.kind != "fire_caught") == "retreat_blocked"
    assert j.battle.figures["hugo"].wounded


@pytest.mark.rule("GUI-10.2.4b")
def test_a_stunned_man_is_asked_only_when_he_has_come_to_his_senses() -> None:
    stunned = man("Hugo", "0303", side="arabs", health="stunned", stunned_in=1)
    [_question], j = asked(scene(stunned), "0203", dice=(6,))
    assert j.battle.figures["hugo"].hex == "0203" and j.battle.figures["hugo"].active
    questions, j = asked(scene(stunned), "0203", dice=(7,))
    assert questions == [] and j.battle.figures["hugo"].dead


@pytest.mark.rule("GUI-10.2.4a")
def test_of_several_in_the_flames_each_is_asked_and_the_second_knows_where_the_first_went() -> None:
    both = (HUGO, man("Zahir", "0304", side="arabs"))
    b = scene(*both)
    for at in ("0303", "0304"):
        b.flames[at] = Flame(side="normans", since=1)
    (first, second), j = asked(b, "0403", "0305")
    assert (first.figure, second.figure) == ("hugo", "zahir")
    assert "0304" not in {c.key for c in first.options} and "0303" not in {c.key for c in second.options}
    assert (j.battle.figures["hugo"].hex, j.battle.figures["zahir"].hex) == ("0403", "0305")


# burning naphtha


@pytest.mark.rule("GUI-10.5.3")
@pytest.mark.parametrize(
    ("face", "result", "asks"), [(5, "killed", 0), (6, "wounded", 1), (8, "wounded", 1), (9, "retreat", 1)]
)
def test_in_naphtha_the_die_comes_before_the_question(face: int, result: str, asks: int) -> None:
    b = naphtha(scene(orders=("EVACUATE toward 0301",)), "0303")
    questions, j = asked(b, "0203", dice=(face,))
    assert [e.result for e in j.events if isinstance(e, NaphthaBurned)] == [result]
    assert len(questions) == asks and all(q.rule == "GUI-10.5.3" for q in questions)
    hugo = j.battle.figures["hugo"]
    assert hugo.dead if result == "killed" else hugo.hex == "0203"
    assert hugo.wounded is (result == "wounded")


@pytest.mark.rule("GUI-10.5.3")
def test_in_naphtha_his_order_leads_him_to_a_hex_that_does_not_burn() -> None:
    """0302, which his order would choose, burns too; of the others 0402 and 0202 lead nearest to 0301."""
    b = naphtha(scene(orders=("EVACUATE toward 0301",)), "0303", "0302")
    j = journal(b, 9)
    evacuation.evacuate(j, SIEGE, ("0303",))
    [(chosen, order, _)] = decided(j)
    assert chosen in ("0402", "0202") and order == "EVACUATE toward 0301"
    assert [e.result for e in j.events if isinstance(e, NaphthaBurned)] == ["retreat"]


@pytest.mark.rule("GUI-10.5.3", "RUL-1047")
def test_where_all_around_burns_he_goes_through_it_and_rolls_again() -> None:
    b = naphtha(scene(board=field(7, 8)), "0303", *AROUND)
    j = journal(b, 9, 9)
    evacuation.evacuate(j, SIEGE, ("0303",))
    ways = [e.hex for e in j.events if isinstance(e, Retreated)]
    assert len(ways) == 2 and ways[0] in AROUND and ways[1] not in {*AROUND, "0303"}
    assert [e.result for e in j.events if isinstance(e, NaphthaBurned)] == ["retreat", "retreat"]


@pytest.mark.rule("GUI-10.5.3", "RUL-1047")
@pytest.mark.parametrize(
    ("goal", "ends"), [("0301", "0302"), ("0502", "0402"), ("0306", "0304"), ("0101", "0202")]
)
def test_among_ways_as_long_through_naphtha_the_goal_of_his_order_decides(goal: str, ends: str) -> None:
    b = naphtha(scene(board=field(7, 8), orders=(f"EVACUATE Hugo toward {goal}",)), "0303", *AROUND)
    j = journal(b, 9, 9)
    evacuation.evacuate(j, SIEGE, ("0303",))
    assert decided(j)[0] == (ends, f"EVACUATE Hugo toward {goal}", False)


@pytest.mark.rule("GUI-10.5.3", "RUL-1047")
def test_who_is_asked_chooses_his_way_through_naphtha_too() -> None:
    b = naphtha(scene(board=field(7, 8)), "0303", *AROUND)
    (first, second), j = asked(b, "0403", "0503", dice=(9, 9))
    assert {c.key for c in first.options} == AROUND
    assert not {c.key for c in second.options} & {*AROUND, "0303"}
    assert [e.hex for e in j.events if isinstance(e, Retreated)] == ["0403", "0503"]
    assert j.battle.figures["hugo"].hex == "0503" and not j.battle.figures["hugo"].wounded


@pytest.mark.rule("GUI-10.5.3", "GUI-6.5e")
def test_who_dies_of_his_second_wound_in_naphtha_is_asked_nothing() -> None:
    hurt = man("Hugo", "0303", side="arabs", health="wounded")
    questions, j = asked(naphtha(scene(hurt), "0303"), "0203", dice=(6,))
    assert questions == [] and decided(j) == [] and j.battle.figures["hugo"].dead


@pytest.mark.rule("GUI-10.5.3", "RUL-1047")
def test_a_rider_all_in_naphtha_may_ride_on_or_back_through_it() -> None:
    """Forelegs in 0303, hind legs in 0304, 0302 and 0305 burn too: both ways lead through the fire."""
    b = naphtha(
        scene(rider("Drogo", "0303", "0304", side="arabs"), board=field(5, 8)), "0303", "0304", "0302", "0305"
    )
    [first, *_], j = asked(b, "0302", dice=(9, 9, 9, 9))
    assert {choice.key for choice in first.options} == {"0302", "0304"}
    assert decided(j)[0] == ("0302", "", True)
    assert next((e.hex, e.rear) for e in j.events if isinstance(e, Retreated)) == ("0302", "0303")
