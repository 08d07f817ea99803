"""Standing orders and questions of buildings, castles and siege works: ladders, ropes, fires, gates,
flames, cross-fire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.events.asking import DecisionRequested
from rules.events.structures import GateWorked
from rules.evolve import evolve
from rules.journal import Journal, Stopped
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse, print_order
from rules.phases import playing
from rules.state.works import Flame
from rules.tactical.sight.shelter import choice_of
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import SIEGE, a_turn_later, man, narrated, of_kind, play
from tests.rules.test_shelter_order import crossed
from tests.rules.test_tents_and_gates import FOE
from tests.rules.test_tents_and_gates import castle as gate_castle

UP = man("Hugo", "0405", storey=1)
ZAHIR = man("Zahir", "0404", side="arabs")
YUSUF = man("Yusuf", "0604", side="arabs")


def stormed(*pieces, standing=(), **more):
    """Hugo on a ladder before Zahir, who stands on the platform; the Arabs are in phase."""
    at = castle(
        *(pieces or (UP, ZAHIR)), ladders=(upright(kind=more.pop("kind", "ladder")),),
        side="arabs", phase=4, **more,
    )  # fmt: skip
    at.standing = {"arabs": tuple(standing)}
    return at


def filed(at, line, seat="arabs"):
    lexicon = lexicon_of(at, seat)
    return print_order(parse(line, lexicon), lexicon)


def asked(at, *kinds, seat="arabs", answers=(), **faces):
    """The questions of a phase, answered in this order and then not at all, and the journal that
    it ends with."""
    at = at.copy()
    at.asked = {seat: kinds}
    options = replace(at.setup.options, question_hours=12)
    at.setup = replace(at.setup, options=options)
    known: dict[str, str] = {}
    questions: list[DecisionRequested] = []
    while True:
        j = Journal(at, ScriptedDice((), otherwise=5, **faces), known)
        try:
            playing.play_phase(j, SIEGE)
        except Stopped:
            question = j.events[-1]
            assert isinstance(question, DecisionRequested)
            questions.append(question)
            known[question.name] = answers[len(known)] if len(known) < len(answers) else ""
            continue
        return questions, j


# the words


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Zahir topples any ladder with an enemy on it", "TOPPLE Zahir any ladder with an enemy on it"),
        ("topple any ladder toward 0406 at most twice", "TOPPLE any ladder toward 0406 at most twice"),
        ("Zahir: topple never", "TOPPLE Zahir never"),
        ("TOPPLE LADDER Zahir 0405 toward 0406", "TOPPLE LADDER Zahir 0405 TOWARD 0406"),
        ("cut any rope once a turn", "CUT any rope once a turn"),
        ("cut Zahir rope 0405", "CUT ROPE Zahir 0405"),
        ("Zahir douses any fire in 0303 0304", "DOUSE Zahir any fire in 0303 0304"),
        ("douse any enemy fire", "DOUSE any enemy fire"),
        ("douse Zahir 0303", "DOUSE Zahir 0303"),
        ("evacuate Zahir to 0101", "EVACUATE Zahir toward 0101"),
        ("close Zahir gate when an enemy is within 4", "CLOSE Zahir gate when an enemy is within 4"),
        ("Zahir opens the gate when no enemies are within 8 hexes of it",
         "OPEN Zahir gate when no enemy is within 8"),
        ("close the gate always until turn 6", "CLOSE gate always until turn 6"),
        ("close Zahir gate", "CLOSE Zahir gate"),
        ("shelter from 0405 until Hugo is down after that from Hugo",
         "SHELTER FROM 0405 until Hugo is down after that FROM Hugo"),
    ],
)  # fmt: skip
def test_what_players_write_is_understood(line, canonical):
    assert filed(stormed(), line) == canonical


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("CLOSE Zahir gate when no enemy is within 4", "'an enemy is within'"),
        ("CLOSE Zahir gate when an enemy", "'within' and a number"),
        ("TOPPLE Zahir never at most twice", "could be counted"),
        ("DOUSE any ladder", "complete before 'ladder'"),
        ("EVACUATE Zahir", "'toward' and a hex"),
        ("IF Hugo is down THEN TOPPLE never", "cannot stand under IF"),
    ],
)
def test_what_cannot_be_meant_is_told(line, words):
    answer = read_orders(stormed(), SIEGE, "arabs", (line,)).lines[0]
    assert answer.verdict in (Verdict.UNREADABLE, Verdict.ILLEGAL)
    assert words in " ".join(answer.message), answer.message


# ladders and ropes


@pytest.mark.rule("GUI-10.1.6a")
@pytest.mark.parametrize(
    ("order", "up", "empty"),
    [
        ((), False, True),
        (("TOPPLE any ladder with an enemy on it",), False, True),
        (("TOPPLE never",), True, True),
        (("TOPPLE any ladder",), False, False),
        (("TOPPLE never", "TOPPLE Zahir any ladder"), False, False),
        (("TOPPLE any ladder", "TOPPLE Zahir never"), True, True),
    ],
)
def test_which_ladders_are_toppled_without_an_order_of_the_phase(order, up, empty):
    manned = play(stormed(standing=order), named={"GUI-10.1.6a": 1})
    assert manned.battle.ladders["ladder-1"].upright is up
    nobody = stormed(man("Hugo", "0409"), ZAHIR, standing=order)
    assert play(nobody, named={"GUI-10.1.6a": 1}).battle.ladders["ladder-1"].upright is empty


@pytest.mark.rule("GUI-10.1.6b")
def test_a_toppled_ladder_falls_where_the_standing_order_says():
    at = stormed(standing=["TOPPLE any ladder with an enemy on it toward 0305"])
    assert play(at, named={"GUI-10.1.6a": 1}).battle.ladders["ladder-1"].hexes == ("0405", "0305")


@pytest.mark.rule("GUI-10.1.6a")
def test_a_use_is_counted_and_told_and_the_end_too():
    at = stormed(standing=["TOPPLE Zahir any ladder at most once"])
    j = play(at, named={"GUI-10.1.6a": 9})
    assert [e.order for e in of_kind(j, "standing_order_spent")] == ["TOPPLE Zahir any ladder at most once"]
    told = [line.text for line in narrated(at, j.events, "arabs")]
    assert any("As you ordered (TOPPLE Zahir any ladder at most once): Zahir" in text for text in told)
    assert not any("TOPPLE" in line.text for line in narrated(at, j.events, "normans"))
    never = play(stormed(standing=["TOPPLE Zahir never"]))
    assert not of_kind(never, "standing_order_spent", "ladder_tried")


@pytest.mark.rule("GUI-10.6.4")
@pytest.mark.parametrize(
    ("order", "cut"), [((), True), (("CUT never",), False), (("CUT Zahir any rope",), True)]
)
def test_ropes_are_cut_by_standing_orders(order, cut):
    at = stormed(man("Hugo", "0405", storey=1), ZAHIR, standing=order, kind="rope")
    assert ("rope-1" not in play(at, named={"GUI-10.6.4": 1}).battle.ladders) is cut


@pytest.mark.rule("GUI-10.1.6a", "GUI-10.1.6b", "GUI-10.1.6c", "RUL-1063")
def test_who_is_asked_topples_chooses_the_way_and_the_place_of_the_fall():
    questions, j = asked(stormed(), "topple", answers=["0405", "0306"], named={"GUI-10.1.6a": 1})
    first, second = questions
    assert [c.key for c in first.options] == ["0405", "stay"] and first.default == "0405"
    assert second.default == "0406" and {c.key for c in second.options} >= {"0305", "0406", "0506"}
    assert j.battle.ladders["ladder-1"].hexes == ("0405", "0306")
    spared, _ = asked(stormed(), "topple", answers=["stay"])
    assert len(spared) == 1
    falls, j = asked(stormed(), "fall", seat="normans", answers=["0305"], named={"GUI-10.1.6a": 1})
    assert [q.about for q in falls] == ["fall"] and j.battle.figures["hugo"].hex == "0305"


@pytest.mark.rule("GUI-10.1.6c", "RUL-1013")
def test_a_faller_comes_down_on_the_side_of_his_retreat():
    at = stormed()
    at.standing = {"normans": ("RETREAT Hugo toward 0109",)}
    assert play(at, named={"GUI-10.1.6a": 1}).battle.figures["hugo"].hex == "0306"


# fires


def burning(side, **more):
    at = castle(man("Hugo", "0709"), man("Zahir", "0303", side="arabs"), side="arabs", phase=4)
    at.flames = {"0302": Flame(side=side, since=3)}
    at.standing = {"arabs": tuple(more.get("standing", ()))}
    return at


@pytest.mark.rule("GUI-10.2.3", "RUL-1025")
@pytest.mark.parametrize(
    ("order", "enemys", "own"),
    [
        ((), True, False),
        (("DOUSE never",), False, False),
        (("DOUSE any fire",), True, True),
        (("DOUSE any fire in 0101",), False, False),
        (("DOUSE Zahir any enemy fire in 0302",), True, False),
    ],
)
def test_which_fires_are_fought(order, enemys, own):
    tried = [bool(of_kind(play(burning(s, standing=order)), "fire_fought")) for s in ("normans", "arabs")]
    assert tried == [enemys, own]


@pytest.mark.rule("GUI-10.2.3")
def test_who_is_asked_may_let_it_burn():
    questions, j = asked(burning("normans"), "douse", answers=["stay"])
    assert [c.key for c in questions[0].options] == ["0302", "stay"]
    assert not of_kind(j, "fire_fought")


# cross-fire


@pytest.mark.rule("GUI-8.3.5")
def test_a_lasting_shelter_counts_while_it_counts():
    at = crossed()
    at.standing = {"normans": ("SHELTER Robert FROM Yani until Yani is down after that FROM Basil",)}
    robert = at.figures["robert"]
    inside = choice_of(at, SIEGE, robert, "0505")
    assert inside is not None and inside.kept == "inside" and "SHELTER Robert FROM Yani" in inside.order
    assert choice_of(crossed(), SIEGE, robert, "0505").kept != "inside"


@pytest.mark.rule("GUI-8.3.5", "GUI-9.4.3a", "RUL-1062")
def test_who_is_asked_chooses_the_side_once_a_phase():
    at = crossed(side="arabs", phase=2)
    at.sheets = {"arabs": ("FIRE Yani AT Robert", "FIRE Basil AT Robert")}
    questions, j = asked(at, "cover", seat="normans", answers=["inside"])
    assert len(questions) == 1 and questions[0].default != "inside"
    assert {c.key for c in questions[0].options} >= {"inside", questions[0].default}
    assert [(e.shooter, e.cover) for e in of_kind(j, "damage_rolled")] == [("basil", "none")]
    assert j.battle.figures["robert"].sheltered_from == ""
    silent, j = asked(at, "cover", seat="normans")
    assert len(silent) == 1
    assert [(e.shooter, e.cover) for e in of_kind(j, "damage_rolled")] == [("basil", "medium")]


# gates


def gated(*standing, opened=False, others=()):
    """Milo has stood behind the gate in 0404 for a turn; Zahir is two hexes from it."""
    at = gate_castle(man("Milo", "0304"), FOE, *others)
    if opened:
        at = evolve(at, GateWorked(figure="milo", gate=("0404",), opened=True))
    at = a_turn_later(at)
    at.standing = {"normans": standing}
    return at


@pytest.mark.rule("GUI-9.2.3.2")
@pytest.mark.parametrize(
    ("order", "opened", "moves"),
    [
        ((), True, False),
        (("CLOSE Milo gate when an enemy is within 2",), True, True),
        (("CLOSE Milo gate when an enemy is within 1",), True, False),
        (("CLOSE gate always",), True, True),
        (("CLOSE gate always", "CLOSE Milo gate never"), True, False),
        (("CLOSE gate always until turn 1",), True, False),
        (("CLOSE gate always while Milo is wounded",), True, False),
        (("OPEN Milo gate when no enemy is within 1",), False, True),
        (("OPEN Milo gate when no enemy is within 2",), False, False),
        (("OPEN gate always",), False, True),
    ],
)
def test_a_gate_is_worked_by_standing_orders(order, opened, moves):
    at = gated(*order, opened=opened)
    assert at.turn == 2
    assert bool(of_kind(play(at), "gate_worked")) is moves


@pytest.mark.rule("GUI-9.2.3.2", "RUL-1061")
def test_two_orders_do_not_move_a_gate_to_and_fro():
    both = ("OPEN Milo gate when no enemy is within 1", "CLOSE Milo gate when an enemy is within 3")
    at = gated(*both)
    assert not of_kind(play(at), "gate_worked")
    at = gated(*both, opened=True)
    table = play(at)
    assert [e.opened for e in of_kind(table, "gate_worked")] == [False]
    later = a_turn_later(table.battle)
    later.standing = {"normans": both}
    assert not of_kind(play(later), "gate_worked")


@pytest.mark.rule("GUI-9.2.3.2")
def test_nobody_closes_a_gate_on_a_man_nor_without_having_stood_there():
    under = gated("CLOSE gate always", opened=True, others=(man("Fulk", "0404"),))
    assert not of_kind(play(under), "gate_worked", "order_failed")
    fresh = evolve(
        gate_castle(man("Milo", "0304"), FOE), GateWorked(figure="milo", gate=("0404",), opened=True)
    )
    fresh.standing = {"normans": ("CLOSE gate always",)}
    assert not of_kind(play(fresh), "gate_worked")


@pytest.mark.rule("GUI-9.2.3.2")
def test_who_is_asked_works_the_gate_or_leaves_it():
    questions, j = asked(gated(opened=True), "gate", seat="normans", answers=["close"])
    assert questions[0].default == "stay" and [e.opened for e in of_kind(j, "gate_worked")] == [False]


# what TRY tells


@pytest.mark.rule("GUI-10.1.6a", "GUI-9.2.3.2", "GUI-10.2.3")
@pytest.mark.parametrize(
    ("at", "seat", "line", "said"),
    [
        (stormed(), "arabs", "TOPPLE never", "he would leave it"),
        (stormed(), "arabs", "TOPPLE any ladder", "with Hugo on it: he would try to topple it"),
        (burning("arabs"), "arabs", "DOUSE any fire", "try to put it out, on"),
        (burning("arabs"), "arabs", "DOUSE any enemy fire", "he would let it burn"),
        (gated(opened=True), "normans", "CLOSE gate always", "which is open: he would work it"),
        (crossed(), "normans", "SHELTER Robert FROM Yani", "keeps covered from inside"),
        (stormed(), "arabs", "EVACUATE toward 0101", "nothing would call for it"),
    ],
)
def test_try_tells_what_it_would_do_now(at, seat, line, said):
    answer = read_orders(at, SIEGE, seat, (f"TRY {line}",)).lines[0]
    assert said in " ".join(answer.details), answer
