"""Exhaustion, the house rule that docs/developers.md takes as its example (HSE-1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.books.guiscard import GUISCARD
from rules.core.dice import ScriptedDice
from rules.desk.briefing.situation import situation
from rules.desk.read import read_orders
from rules.journal import Journal
from rules.options.exhaustion import is_exhausted
from rules.phases import playing
from rules.state.battle import Battle
from tests.rules.kit import battle, field, man, play, reported, rider

RULES = GUISCARD.rules(modules=("exhaustion",))
BOW = {"weapon": "short_bow", "code": "Nia"}
THERE, BACK = ["0202", "0302", "0402", "0502", "0602", "0702"], ["0602", "0502", "0402", "0302", "0202"]


def yard(*pieces: object, spent: int = 0) -> Battle:
    """Hugo (armoured, 5 MP) who may have spent his MP in so many own turns before this phase."""
    at = battle(field(12, 8), *pieces, step=None, rules=RULES)  # type: ignore[arg-type]
    at.marks = {"hugo": {"exhaustion": spent}} if spent else {}
    return at


def hugo(at: str = "0202", **more: object) -> object:
    return man("Hugo", at, **{"armoured": True, "mp": 5, **more})  # type: ignore[arg-type]


ZAHIR = man("Zahir", "1107", side="arabs")


def turn(at: Battle, *lines: str, otherwise: int = 5) -> Journal:
    """A whole game turn: the Normans with these orders, then the Arabs with none."""
    at = at.copy()
    reading = read_orders(at, RULES, "normans", lines)
    assert all(line.code == "" for line in reading.lines), reading.lines
    at.sheets = {"normans": reading.orders}
    journal = Journal(at, ScriptedDice((), otherwise=otherwise))
    for _ in range(2):
        assert playing.play_phase(journal, RULES)
        playing.close_phase(journal, RULES)
    return journal


def told(journal: Journal, before: Battle) -> list[str]:
    return [line.text for line in reported(before, journal.events, "normans")]


@pytest.mark.rule("HSE-1a", "HSE-1c")
def test_two_own_turns_at_full_allowance_exhaust_an_armoured_man_until_he_rests_a_turn() -> None:
    at = yard(hugo(), ZAHIR)
    first = turn(at, f"MOVE Hugo {' '.join(THERE[1:])}")
    assert not is_exhausted(first.battle, RULES, first.battle.figures["hugo"])
    second = turn(first.battle, f"MOVE Hugo {' '.join(BACK)}")
    assert is_exhausted(second.battle, RULES, second.battle.figures["hugo"])
    assert "Hugo is exhausted until he rests a turn." in told(second, first.battle)
    [row] = [r for s in situation(second.battle, RULES, None).sides for r in s.rows if r.id == "hugo"]
    assert row.remarks == "exhausted"
    third = turn(second.battle, "MOVE Hugo 0302")
    assert is_exhausted(third.battle, RULES, third.battle.figures["hugo"])
    rested = turn(third.battle, "MOVE Hugo stay")
    assert not is_exhausted(rested.battle, RULES, rested.battle.figures["hugo"])
    assert "Hugo has got his breath back." in told(rested, third.battle)


@pytest.mark.rule("HSE-1a")
@pytest.mark.parametrize("figure", [hugo(armoured=False), rider("Hugo", "0202", "0102", mp=5, armoured=True)])
def test_who_wears_no_armour_or_rides_is_never_exhausted(figure: object) -> None:
    done = turn(yard(figure, ZAHIR, spent=1), f"MOVE Hugo {' '.join(THERE[1:])}")
    assert done.battle.marks == {}


@pytest.mark.rule("HSE-1a")
def test_the_turns_must_follow_one_another() -> None:
    done = turn(yard(hugo(), ZAHIR, spent=1), "MOVE Hugo 0302")
    assert done.battle.marks == {}


@pytest.mark.rule("HSE-1c")
def test_whoever_fights_or_shoots_does_not_rest() -> None:
    done = turn(
        yard(hugo(**BOW), man("Omar", "0206", side="arabs"), spent=2), "FIRE Hugo AT Omar", "MOVE Hugo stay"
    )
    assert is_exhausted(done.battle, RULES, done.battle.figures["hugo"])


@pytest.mark.rule("HSE-1b")
def test_an_exhausted_man_fights_one_column_worse_and_try_says_so() -> None:
    omar = man("Omar", "0203", side="arabs")
    fresh, tired = yard(hugo(), omar), yard(hugo(), omar, spent=2)
    columns = list(map(str, RULES.tables["combat-columns"].keys()))
    fought = []
    for at in (fresh, tired):
        [combat] = [e for e in turn(at, "ATTACK Hugo ON Omar").events if e.kind == "combat_fought"]
        fought.append(columns.index(combat.column))  # type: ignore[attr-defined]
    assert fought[1] == fought[0] - 1
    [answer] = read_orders(tired, RULES, "normans", ("TRY ATTACK Hugo ON Omar",)).lines
    assert "exhausted attacker -1" in " ".join(answer.message)


@pytest.mark.rule("HSE-1b")
def test_attacking_an_exhausted_man_is_one_column_better_and_two_of_them_cancel() -> None:
    tired = yard(hugo(), man("Omar", "0203", side="arabs", armoured=True))
    tired.marks = {"omar": {"exhaustion": 2}}
    [combat] = [e for e in turn(tired, "ATTACK Hugo ON Omar").events if e.kind == "combat_fought"]
    assert [(s.value, s.rule) for s in combat.shifts] == [(1, "HSE-1b")]  # type: ignore[attr-defined]
    tired.marks = {"omar": {"exhaustion": 2}, "hugo": {"exhaustion": 2}}
    [combat] = [e for e in turn(tired, "ATTACK Hugo ON Omar").events if e.kind == "combat_fought"]
    assert combat.shifts == ()  # type: ignore[attr-defined]


@pytest.mark.rule("HSE-1b")
def test_he_shoots_as_if_the_target_were_covered_better_as_play_report_and_try_say() -> None:
    omar = man("Omar", "0204", side="arabs")
    at = yard(hugo(**BOW), omar, spent=2)
    done = turn(at, "FIRE Hugo AT Omar")
    hit, *_ = [e for e in done.events if e.kind == "damage_rolled"]
    table = RULES.tables[hit.table]  # type: ignore[attr-defined]
    assert hit.cover == "none" and hit.letter == table.text(hit.row, "light")  # type: ignore[attr-defined]
    assert any("no cover, exhausted shooter: 1 column right" in line for line in told(done, at))
    [answer] = read_orders(at, RULES, "normans", ("TRY FIRE Hugo AT Omar",)).lines
    assert "Column of cover: exhausted shooter: 1 column right." in " ".join(
        (*answer.message, *answer.details)
    )


@pytest.mark.rule("HSE-1a")
def test_without_the_module_nobody_is_ever_exhausted() -> None:
    plain = GUISCARD.rules()
    at = battle(field(12, 8), hugo(), ZAHIR, step=None, rules=plain)  # type: ignore[arg-type]
    journal = play(at, normans=(f"MOVE Hugo {' '.join(THERE[1:])}",))
    assert journal.battle.marks == {} and replace(plain) == plain
