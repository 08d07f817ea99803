"""A toy book that weighs by odds ("2:1") in place of a differential: a policy and two tables, and
nothing else knows."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from rules.captains.captain import captain_orders
from rules.core.language import english
from rules.core.tables import RuleTable, Tables
from rules.core.weights import Strengths, Weighing, Weight
from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Verdict
from rules.desk.receipts.tested import walk_through
from rules.events.codec import decode
from rules.events.combat import CombatFought
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.tactical.fighting import combat, odds, refusing
from tests.rules import payloads
from tests.rules.kit import RULES, TACTICS, battle, field, journal, kinds, man, narrated, play
from tests.rules.referee import opened

COLUMNS = ("1:2", "1:1", "2:1", "3:1")


def by_odds(strengths: Strengths, columns: RuleTable) -> Weight:
    """The stronger in whole times of the weaker, in the defender's favour."""
    attack, defence = sum(strengths.attack), sum(strengths.defence)
    times = attack // defence if attack >= defence else -(-defence // attack)
    rank = times - 1 if attack >= defence else 1 - times
    keys = columns.keys()
    column = str(keys[min(max(rank + 1, 0), len(keys) - 1)])
    return Weight(column, f"{attack} against {defence} = {written(rank)}", written(rank), rank)


def written(rank: int) -> str:
    return f"{rank + 1}:1" if rank >= 0 else f"1:{1 - rank}"


def rank_of(threshold: str) -> int | None:
    one, _, other = threshold.partition(":")
    if not (one.isdecimal() and other.isdecimal() and "1" in (one, other)):
        return None
    return int(one) - 1 if other == "1" else 1 - int(other)


ODDS = Weighing(
    weigh=by_odds,
    rank_of=rank_of,
    written=written,
    even="1:1",
    example="odds such as 2:1",
    too_low="the odds are {weight}, {at_least} was asked for",
    one_attacks="{attackers} attacks {defender} at {weight}.",
    several_attack="{attackers} attack {defender} at {weight}.",
)


def toy(book: Ruleset) -> Ruleset:
    """A book with its columns called by odds and everything else as in the given one."""
    own = dict(book.tables.as_dict())
    own["odds-columns"] = replace(
        own["combat-columns"],
        id="odds-columns",
        columns=("column",),
        rows=tuple((c,) for c in COLUMNS),
        origins=(),
    )
    for kind in ("combat-foot", "combat-mounted"):
        table = own[kind]
        own[f"odds-{kind}"] = replace(
            table, id=f"odds-{kind}", columns=(table.columns[0], *COLUMNS),
            rows=tuple(row[:1] + row[3:7] for row in table.rows), origins=()
        )  # fmt: skip
    policies = replace(
        book.policies, weighing=ODDS, combat_columns="odds-columns", combat_foot="odds-combat-foot",
        combat_mounted="odds-combat-mounted",
    )  # fmt: skip
    return replace(book, tables=Tables(own), policies=policies)


BOOK = toy(RULES)


def facing(attack: int = 20, **more: object) -> Battle:
    robert = man("Robert", "0304", attack=attack)
    return opened(robert, man("Zahir", "0303", side="arabs", defence=8), board=field(6, 6), **more)


def receipt(line: str, at: Battle, rules: Ruleset = BOOK, seat: str = "normans") -> LineReading:
    (found,) = read_orders(at, rules, seat, [line]).lines
    return found


def played(at: Battle, rules: Ruleset, *sheet: str, face: int = 5) -> Journal:
    return play(at, otherwise=face, rules=rules, normans=sheet)


@pytest.mark.parametrize(
    ("attack", "column", "short"),
    [(7, "1:2", "1:2"), (2, "1:2", "1:4"), (8, "1:1", "1:1"), (20, "2:1", "2:1"), (80, "3:1", "10:1")]
)  # fmt: skip
def test_a_combat_is_fought_on_the_column_of_its_odds(attack: int, column: str, short: str) -> None:
    found = odds.assess(facing(attack), BOOK, ("robert",), ("zahir",))
    assert isinstance(found, odds.Assessment)
    assert (found.weight.column, found.column, found.weight.short) == (column, column, short)


def test_its_report_lines_tell_the_odds() -> None:
    before = facing()
    made = played(before.copy(), BOOK, "ATTACK Robert ON Zahir")
    (fought,) = (e for e in made.events if isinstance(e, CombatFought))
    assert (fought.weight, fought.column) == (Weight("2:1", "20 against 8 = 2:1", "2:1", 1), "2:1")
    told = [line.text for line in narrated(before, made.events, None)]
    assert "20 against 8 = 2:1: column 2:1" in told


def test_receipts_and_try_tell_the_odds() -> None:
    answer = receipt("TRY ATTACK Robert ON Zahir", facing())
    assert any("as planned: 20 against 8 = 2:1, column 2:1;" in said for said in answer.message)
    assert any("table odds-combat-foot, column 2:1:" in line for line in answer.details)
    form = order_form(facing(), BOOK, "normans")
    assert "Robert can attack Zahir: 2:1, column 2:1." in form and "at 1:1 or better" in form


@pytest.mark.parametrize(("least", "fights"), [("1:1", True), ("2:1", True), ("3:1", False)])
def test_an_attack_may_ask_for_odds(least: str, fights: bool) -> None:
    for on in ("ON Zahir", "anyone"):
        made = played(facing(), BOOK, f"ATTACK Robert {on} at {least} or better")
        assert ("combat_fought" in kinds(made.events)) is fights
    said = " ".join(receipt(f"ATTACK Robert ON Zahir at {least} or better", facing()).message)
    assert (f"less than {least}" in said) is not fights
    failed = [
        getattr(e, "why", "")
        for e in played(facing(), BOOK, "ATTACK Robert ON Zahir at 3:1 or better").events
    ]
    assert "the odds are 2:1, 3:1 was asked for" in failed


@pytest.mark.parametrize("order", ["ATTACK Robert ON Zahir at {} or better",
                                   "IF Zahir is up THEN ATTACK Robert best at {} or better"])  # fmt: skip
def test_each_book_says_what_it_writes(order: str) -> None:
    for rules, ours, theirs, example in (
        (BOOK, "2:1", "+5", "odds such as 2:1"),
        (RULES, "+5", "2:1", english("a differential such as +5")),
    ):
        assert receipt(order.format(ours), facing(), rules).verdict is not Verdict.ILLEGAL
        answer = receipt(order.format(theirs), facing(), rules)
        assert answer.verdict is Verdict.ILLEGAL
        assert f"nobody writes {theirs}, but {example}" in " ".join(answer.message)
        assert "combat_fought" not in kinds(played(facing(), rules, order.format(theirs)).events)


def test_who_goes_out_of_the_way_asks_for_odds_too() -> None:
    book = toy(TACTICS)
    for least, goes in (("3:1", True), ("4:1", False)):
        order = f"REFUSE Hassan always at {least} or better"
        at = battle(
            field(10, 10), man("Robert", "0505", attack=30, armoured=True),
            man("Hassan", "0504", side="arabs", defence=10),
            rules=TACTICS, standing={"arabs": (order,)},
        )  # fmt: skip
        made = journal(at, 10)
        assert combat.resolve_combat(made, book, ("robert",), ("hassan",)) is None
        assert ("combat_refused" in kinds(made.events)) is goes
        (found,) = walk_through(at, book, made.events, "arabs", [order])
        assert goes or any("it does not mean this attack at 3:1" in said for said in found.would_not)
        tried = receipt(f"TRY {order}", at, book, "arabs")
        assert any("Attacked by Robert alone (3:1), Hassan would" in line for line in tried.details)
    answer = receipt("REFUSE Hassan always at +3 or better", at, book, "arabs")
    assert "nobody writes +3" in " ".join(answer.message)
    found = odds.assess(at, book, ("robert",), ("hassan",))
    assert (
        isinstance(found, odds.Assessment)
        and refusing.may_refuse(at, book, at.figures["hassan"], ("robert",)) is None
    )


def test_captains_write_the_thresholds_of_the_book() -> None:
    lines = captain_orders(facing(), BOOK, "normans", "cautious")
    assert "ATTACK anyone adjacent at 6:1 or better" in lines
    assert all(r.verdict is not Verdict.ILLEGAL for r in read_orders(facing(), BOOK, "normans", lines).lines)


def test_combats_stored_before_are_told_word_for_word_as_they_were() -> None:
    (old,) = (p for p in payloads.stored() if (p.type, p.version) == ("combat_fought", 1))
    event, plain = decode(*old), json.loads(old.data)
    assert isinstance(event, CombatFought)
    attack, defence = " + ".join(map(str, plain["attack"])), " - ".join(map(str, plain["defence"]))
    assert event.weight.words == f"{attack} - {defence} = {plain['differential']}" == "23 + 11 - 11 = 23"
    assert (event.weight.column, event.column) == (plain["base_column"], plain["column"])
    assert RULES.policies.weighing.rank_of(event.weight.short) == event.weight.rank == plain["differential"]
