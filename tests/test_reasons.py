"""Reasons are codes: nothing in the rules or the games is steered by the id of a rule or by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.steering import steering

ROOT = Path(__file__).resolve().parent.parent

_READ = "reads what a player wrote, in the words of the order language"
_ANSWERS = "reads what a player wrote"
_POSITION = "reads what a position file says"
_TELLS = "keys that are printed as they stand; nothing is looked up by them"
_FILE = "the word that a scenario file has in place of a hex"
_FORM = "the value of a button in our own form"

# Where rule ids and words are keys all the same, and why that steers nothing.
DESCRIBES = {
    # of the rules themselves
    "rules/core/rule_ids.py:rulings_on": "the index: which rulings are about a rule",
    "rules/core/rule_ids.py:same_rules": "the index: which rules a paragraph repeats",
    "rules/core/rule_ids.py:book_of": "the index: the book of an id, for the table of what is cited",
    "games/views/handbook.py:_CHAPTERS": "titles of chapters, for the page of rules",
    "games/views/handbook.py:rule_page": "the page of a rule finds the rulings about it",
    "games/views/handbook.py:_covers": "the page of a section shows what is said of its rules",
    # of stored events, whose older versions held nothing else
    "rules/events/upcasting.py:_why_it_ended": "version 1 had only rule and reason",
    "rules/events/upcasting.py:_whether_by_die": "version 1 had only the rule",
    "rules/events/upcasting.py:_LOSSES": "version 1 had only the words",
    "games/static/games/verify_game.py:Umpire._in_its_place": "stands alone: the stored values of Taking",
    "rules/campaign/plans/reading.py:_READERS": "order words, as players write them",
    "rules/campaign/plans/lines/panels.py:_ALSO": _READ,
    "rules/campaign/plans/counted.py:_COUNTED": "numbers of men in words, by kind",
    # of tables
    "rules/tactical/fighting/results.py:_SIDES": "the cells of combat-effects, in words",
    "rules/narrate/table.py:_DECIDED": "what was answered, in words: the stored keys of answers",
    # what players write
    "rules/desk/speech/band_words.py:KINDS": _READ,
    "rules/desk/speech/described.py:_KINDS": _READ,
    "rules/desk/speech/states.py:STATES": _READ,
    "rules/desk/speech/features.py:FEATURES": _READ,
    "rules/desk/speech/aways.py:out_of": _READ,
    "rules/desk/speech/distances.py:Distances._from": _READ,
    "rules/orders/advance.py:_WHEN": _READ,
    "rules/orders/condition.py:TESTS": _READ,
    "rules/orders/move.py:_STOPS": _READ,
    "rules/orders/move.py:_path": _READ,
    "rules/orders/move.py:_LEGS": _READ,
    "rules/orders/picks.py:KINDS": _READ,
    "rules/orders/groups.py:_KINDS": _READ,
    "rules/orders/qualities.py:read": _READ,
    "rules/orders/terms.py:_COUNTS": _READ,
    "rules/desk/speech/phrases.py:_all_of_them_first": _READ,
    "rules/desk/speech/phrases.py:_staying": _READ,
    "rules/desk/speech/placed.py:Placed._whither": _READ,
    "rules/desk/tagging/acts.py:_Gathering._term": _READ,
    "rules/desk/tagging/standing.py:Standing.without": "puts orders of the language together and reads them",
    "rules/desk/commands.py:_taken_back": _ANSWERS,
    "rules/desk/lines.py:end_in": _ANSWERS,
    "rules/desk/tested_lines.py:read_test": _ANSWERS,
    "rules/desk/asking.py:read_reply": "a player may answer with a word of a choice as it was worded",
    "games/letters/addressees.py:addressee_of": _ANSWERS,
    "games/letters/addressees.py:is_game_master": _ANSWERS,
    "games/answers/repeats.py:_asks": _ANSWERS,
    "games/views/asked.py:_answer": _FORM,
    "games/views/confirm.py:_answer": _FORM,
    # what scenario files write
    "rules/scenarios/setup_section.py:waits": _FILE,
    "rules/scenarios/creation.py:_placed": _FILE,
    # what position files write
    "rules/positions/asking.py:QUESTIONS": _POSITION,
    "rules/positions/counters.py:_FACES": _POSITION,
    "rules/positions/counters.py:_OTHERS": _POSITION,
    "rules/positions/counters.py:Counter._face": _POSITION,
    "rules/positions/counters.py:Counter._other": _POSITION,
    "rules/positions/counters.py:Counter._weapon": _POSITION,
    "rules/positions/dice.py:_Given.fits": "dice are named by the rule that asks for them",
    "rules/positions/imposing.py:JudgedJournal.roll": "dice are named by the rule that asks for them",
    "rules/positions/fittings.py:_Words.behind": _POSITION,
    "rules/positions/fittings.py:_Words.has": _POSITION,
    "rules/positions/fittings.py:_ladder": _POSITION,
    # what is told
    "rules/desk/receipts/tested_account.py:Account.pass_over": "puts a man's name before a reason without it",
    "rules/desk/receipts/drills.py:_told_opposition": _TELLS,
    "rules/narrate/fighting.py:_harmed": _TELLS,
    "games/answers/asked_beside.py:_status": _TELLS,
    "games/record/append_only.py:_forbidden": _TELLS,
    "games/proof/consistency.py:_state": _TELLS,
    "games/management/commands/verify.py:Command.handle": _TELLS,
    "rules/siege/cheat_sheet.py:_BONUS_OF": "rows of a table by their ids, here put into words",
    # a column that is called reason, and holds a code
    "games/gate/confirmations.py:ask": (
        "the reason of a held mail is a code of gate/permission.py, here put into words"
    ),
    "games/models/game.py:Adjudication.by_deadline": "the reason of an adjudication is a code of Due",
    "games/gate/decision.py:_waited": "the reason of a mail is a code of not_carried_out.py",
}


def found() -> dict[str, list[str]]:
    """All that steers by ids and words, by the place in which it stands."""
    places: dict[str, list[str]] = {}
    for path in (*ROOT.glob("rules/**/*.py"), *ROOT.glob("games/**/*.py")):
        for finding in steering(path.read_text("utf-8")):
            place = f"{path.relative_to(ROOT).as_posix()}:{finding.where}"
            places.setdefault(place, []).append(f"line {finding.line}: {finding.code}")
    return places


def test_nothing_is_steered_by_rule_ids_or_words() -> None:
    assert {place: lines for place, lines in found().items() if place not in DESCRIBES} == {}


def test_what_is_let_through_still_stands_there() -> None:
    assert sorted(set(DESCRIBES) - set(found())) == []


@pytest.mark.parametrize(
    "planted",
    [
        'if refusal.rule == "GUI-5.2a": pass',
        'if found.rule in ("GUI-10.6.5b", "GUI-9.2.2"): pass',
        'if rule != "RUL-404": pass',
        'TAKEN = frozenset({"GUI-4.1a", "GUI-4.2"})\nif kind in TAKEN: pass',
        'LIGHT, DOUSE = "GUI-10.2.1", "GUI-10.2.3"\nif rule_of(x) == LIGHT: pass',
        "if a.rule == b.rule: pass",
        'taken = "GUI-4.1a"\nif kind == taken: pass',
        'if all(r.rule != "GUI-4.1a" for r in refusals): pass',
        'if (found := why_not(x)) and found.why.endswith("for a whole turn"): pass',
        "if refusal.rule != rule: pass",
        'if "a whole turn" in found.why: pass',
        'if event.reason.startswith("stopped"): pass',
        'if told.startswith("stopped as ordered"): pass',
        'if event.why == "cut": pass',
        'if why in ("ours", "theirs"): pass',
        'if event.words.split()[0] == x: pass',
        'if answer == "handed over": pass',
        'match answer:\n    case "next to": pass',
        'match found.rule:\n    case "GUI-4.1a" | "GUI-4.2": pass',
        'STEPS = {"GUI-4.1a": go, "GUI-4.2": stay}',
        "act = acts[found.rule]",
        "act = acts.get(refusal.why)",
        'cost = costs["GUI-4.1a"]',
        'cost = costs.get("GUI-4.1a", 0)',
        'does = {"is dead": bury, "is stunned": wake}',
        "steps = [s for s in ways if s.rule not in {r.rule for r in refusals}]",
        'code = 1 if side.rule == "GUI-8.4.2a" else 2',
        'while stop.why != "no more": pass',
    ],
)  # fmt: skip
def test_a_planted_example_is_found(planted: str) -> None:
    assert steering(planted)
    inside = "\n".join(f"        {line}" for line in planted.splitlines())
    if "LIGHT, DOUSE" not in planted and "TAKEN" not in planted:
        (place,) = {f.where for f in steering(f"class A:\n    def go(self, x):\n{inside}\n")}
        assert place == "A.go"


@pytest.mark.parametrize(
    "plain",
    [
        "if refusal.code is Reason.OCCUPIED: pass",
        "if found.code in _NEVER: pass",
        "if event.why == HorseCause.LED: pass",
        "if stop.why: pass",
        'if stop.why != "": pass',
        "if why is None: pass",
        'return Rejection("GUI-5.2a", english("he is next to somebody"), Reason.IN_CONTACT)',
        "rule = rule or found.rule",
        "if leg.kind is LegKind.BACK: pass",
    ],
)
def test_citing_and_asking_for_codes_is_let_through(plain: str) -> None:
    assert not steering(plain)
