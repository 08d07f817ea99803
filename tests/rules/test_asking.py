"""Players who are asked: the journal's order of answers, exact re-runs, what is read of ASK
and of replies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.choices import Choice, joined
from rules.core.dice import ScriptedDice
from rules.desk.asking import read_asking, read_reply
from rules.events.asking import DecisionAnswered, DecisionRequested
from rules.events.umpire import DecisionMade
from rules.journal import Journal, Stopped
from rules.orders.trouble import Trouble
from rules.state import invariants
from rules.state.battle import Battle
from tests.rules.kit import RULES, SIEGE, battle, field, is_visible, man

TWO = (Choice("stay", "nobody follows"), Choice("robert 0507", "Robert to 0507, flat"))


def asked(*kinds: str, seat: str = "normans") -> Battle:
    at = battle(field(6, 6), man("Robert", "0202"), man("Zahir", "0505", side="arabs"))
    at.asked[seat] = kinds
    return at


def decide(journal: Journal, options: tuple[Choice, ...] = TWO, order: str = "") -> str:
    return journal.decide(
        "normans", "advance", "stay", "GUI-6.6a", question="Who?", options=lambda: options, order=order
    )


FIRST = "p1/movement/advance/normans/1"


def test_who_did_not_choose_to_be_asked_is_not_asked() -> None:
    journal = Journal(asked("retreat"), ScriptedDice(()))
    assert decide(journal, order="ADVANCE never") == "stay"
    assert journal.events == [DecisionMade("normans", "advance", "stay", "GUI-6.6a", order="ADVANCE never")]


def test_a_question_stops_the_phase_and_says_what_happens_without_an_answer() -> None:
    journal = Journal(asked("advance"), ScriptedDice(()))
    with pytest.raises(Stopped):
        decide(journal, order="ADVANCE never")
    [question] = journal.events
    assert question == DecisionRequested(
        "normans", FIRST, "advance", 1, "Who?", TWO, "stay", "GUI-6.6a", order="ADVANCE never"
    )


def test_the_live_answer_goes_before_the_standing_order() -> None:
    journal = Journal(asked("advance"), ScriptedDice(()), {FIRST: "robert 0507"})
    assert decide(journal, order="ADVANCE never") == "robert 0507"
    assert [e.kind for e in journal.events] == ["decision_requested", "decision_answered", "decision_made"]
    assert journal.events[-1] == DecisionMade("normans", "advance", "robert 0507", "GUI-6.6a", answered=True)


def test_silence_is_answered_by_the_standing_order_and_nothing_more_is_asked() -> None:
    """RUL-522."""
    journal = Journal(asked("advance", "wound"), ScriptedDice(()), {FIRST: ""})
    assert decide(journal, order="ADVANCE never") == "stay"
    assert decide(journal) == "stay"
    assert [e.kind for e in journal.events].count("decision_requested") == 1
    assert not journal.asks("normans", "wound")


def test_a_single_option_is_no_question() -> None:
    journal = Journal(asked("advance"), ScriptedDice(()))
    assert decide(journal, options=TWO[:1]) == "stay"
    assert [e.kind for e in journal.events] == ["decision_made"]


def test_a_game_without_questions_asks_nobody() -> None:
    at = asked("advance")
    options = replace(at.setup.options, question_hours=0)
    journal = Journal(replace(at, setup=replace(at.setup, options=options)), ScriptedDice(()))
    assert decide(journal) == "stay"


def test_the_same_decision_taken_twice_has_two_names() -> None:
    journal = Journal(asked("advance"), ScriptedDice(()), {FIRST: "stay"})
    decide(journal)
    with pytest.raises(Stopped, match=r"/2$"):
        decide(journal)
    assert [e.number for e in journal.events if isinstance(e, DecisionRequested)] == [1, 2]


def test_an_answer_that_was_not_offered_is_refused() -> None:
    journal = Journal(asked("advance"), ScriptedDice(()), {FIRST: "drogo 0101"})
    with pytest.raises(ValueError, match="not offered"):
        decide(journal)


def test_choices_of_different_groups_go_together() -> None:
    shots = (
        Choice("wait", "nobody"),
        Choice("a", "Arnolfo", "a"),
        Choice("b", "Yani", "b"),
        Choice("c", "Yani at Z", "b"),
    )
    assert joined(shots, ["b", "a"]) == "a + b"
    for wrong in (["b", "c"], ["wait", "a"], ["nonsense"], []):
        with pytest.raises(ValueError):
            joined(shots, wrong)


# words


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("advance, retreat", ("retreat", "advance")),
        ("me about advance and retreat path", ("retreat", "advance")),
        ("defensive fire", ("watch",)),
        ("infiltration tests", ("oppose",)),
        ("advnce", ("advance",)),
        ("all", ("watch", "oppose", "wound", "retreat", "advance")),
        ("nothing", ()),
        ("me nothing", ()),
    ],
)
def test_what_ask_asks_for(said: str, kinds: tuple[str, ...]) -> None:
    assert read_asking(asked(), RULES, said) == kinds


@pytest.mark.parametrize(
    "said", ["", "bananas", "advance, bananas", "nothing but advance", "\x00" * 9, "x" * 9999]
)
def test_an_ask_that_cannot_be_taken_says_what_can(said: str) -> None:
    found = read_asking(asked(), RULES, said)
    assert isinstance(found, Trouble) and "advance" in found.message


def test_ask_is_a_command_and_changes_no_order() -> None:
    at = engine.replay(engine.new_game("orchard"))
    reading = engine.read_orders(at, "normans", ["ASK advance", "ASK wound, watch"])
    assert (reading.orders, reading.standing, reading.changed) == ((), (), False)
    event = engine.choose_asking(at, "normans", reading)
    assert event == engine.AskingChosen("normans", ("watch", "wound"))
    assert is_visible(event, "lombards") and is_visible(event, None)
    after = engine.evolve(at, event)
    assert engine.choose_asking(after, "normans", reading) is None
    assert engine.asking(after) == {
        "normans": tuple(q.words for q in SIEGE.questions if q.kind in ("watch", "wound"))
    }
    nothing = engine.read_orders(after, "normans", ["ASK nothing"])
    assert engine.evolve(after, engine.choose_asking(after, "normans", nothing)).asked == {}


def test_an_ask_under_try_is_only_tried() -> None:
    at = engine.replay(engine.new_game("orchard"))
    reading = engine.read_orders(at, "normans", ["TRY", "ASK advance"])
    assert engine.choose_asking(at, "normans", reading) is None


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("2", "robert 0507"), ("#2", "robert 0507"), (" 2. thanks!", "robert 0507"), ("option 1", "stay"),
        ("nobody", "stay"), ("Robert", "robert 0507"), ("rober", "robert 0507"), ("0507", "robert 0507"),
        ("Robert to 0507, flat", "robert 0507"),
        ("see you, our 2 kids are ill today", ""), ("not 2", ""), ("don't take 2", ""), ("2?", ""),
        ("// 2", ""), ("-- 2", ""),
        ("~~2~~", ""), ("~~2~~ 1", "stay"), ("I will answer in 2 days", ""), ("in 2 hours", ""),
        ("(2)", "robert 0507"),
        ("7", ""), ("0", ""), ("1 or 2?", ""), ("1 2", ""), ("hello", ""), ("", ""), ("\x00\ud800", ""),
        ("9" * 5000, ""),
    ],
)  # fmt: skip
def test_how_an_answer_is_read(said: str, key: str) -> None:
    found = read_reply(TWO, said)
    assert found.key == key
    assert bool(found.trouble) is not bool(key)


def test_words_that_fit_several_choices_are_not_guessed() -> None:
    both = (*TWO, Choice("drogo 0507", "Drogo to 0507, flat"))
    assert "choices 2, 3" in read_reply(both, "0507").trouble


# a whole phase


@pytest.mark.rule("GUI-6.6a", "GUI-6.5a", "GUI-5.3b", "GUI-7.4a", "GUI-7.2.2a", "GUI-4.3a")
@pytest.mark.parametrize("scenario", ["orchard", "spears"])
def test_whatever_is_answered_a_run_with_one_answer_more_begins_with_the_same_events(scenario: str) -> None:
    """Every choice that is offered can be taken: the board stays sound, and the phase comes to its end."""
    at = engine.replay(engine.new_game(scenario))
    for seat in (s.id for s in at.setup.seats):
        at = engine.evolve(at, engine.AskingChosen(seat, tuple(q.kind for q in RULES.questions)))
    questions = 0
    for phase in range(6):
        for seat in engine.awaiting(at).seats:
            reading = engine.read_orders(at, seat, engine.captain_orders(at, seat, "bold"))
            at = engine.evolve(at, engine.accept_orders(at, seat, reading))
        answers: dict[str, str] = {}
        known: list[engine.Event] = []
        while True:
            events = engine.adjudicate(at, engine.KeyedDice(bytes([phase])), answers)
            assert events[: len(known)] == known
            known, last = events, events[-1]
            if not isinstance(last, DecisionRequested):
                break
            questions += 1
            answers[last.name] = last.options[questions % len(last.options)].key
            assert last.default in {o.key for o in last.options} or all(
                key in {o.key for o in last.options} for key in engine.parts(last.default)
            )
        assert {e.name: e.choice for e in events if isinstance(e, DecisionAnswered)} == answers
        at = engine.replay(events, at)
        assert invariants.broken(at) == []
        if at.outcome is not None:
            break
    assert questions > 10
