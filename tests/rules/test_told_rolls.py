"""What a report tells of a roll: its odds in words, what the weapon adds, letters behind words, and one line
for all who shoot as they were told to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.core.tables import shipped_tables
from rules.events.base import Event
from rules.events.missile import ImpactFound
from rules.events.movement import InfiltrationTested
from rules.events.umpire import ConditionChecked, DecisionMade
from rules.narrate.lines import ReportLine
from rules.narrate.sums import needed
from rules.state.battle import Battle
from tests.rules.combat_kit import duel, fight
from tests.rules.kit import battle, field, man, narrated
from tests.rules.missile_kit import BOW, shoot


def lines(at: Battle, events: Sequence[Event], seat: str | None = None) -> list[ReportLine]:
    return narrated(at, events, seat)


def told_of(attack: int, defence: int = 7, face: int = 5, **more: object) -> str:
    at = duel(attack, defence, **more)
    return "\n".join(line.text for line in lines(at.copy(), fight(at, ("robert",), ("zahir",), face).events))


@pytest.mark.parametrize(
    ("attack", "odds"),
    [
        (9, "column 0/4; odds 4 to 3 against the attackers"),
        (7, "column 0/4; odds 4 to 3 against the attackers"),
        (13, "column 5/8; odds 4 to 3 for the attackers"),
        (34, "column 21/30; 9 faces of 10 for the attackers, none against them"),
        (48, "column 31/50; every face is for the attackers"),
    ],
)
def test_the_odds_of_a_combat_are_told_in_words(attack: int, odds: str) -> None:
    assert odds in told_of(attack)


def test_nothing_speaks_against_who_attacks_the_stunned() -> None:
    assert "faces of 10 for the attackers, none against them" in told_of(9, health="stunned")


def test_words_come_first_and_the_letter_behind_them() -> None:
    assert "1D10 = 1: the defender is stunned (D)" in told_of(9, face=1)


def test_the_columns_of_a_combat_are_linked_at_the_one_that_the_difference_reads() -> None:
    at = duel(13)
    found = lines(at.copy(), fight(at, ("robert",), ("zahir",), 5).events)
    cells = [line.cell for line in found if line.source == "combat-columns"]
    assert [(cell.table, cell.row) for cell in cells if cell] == [("combat-columns", "5/8")]


def test_what_the_weapon_adds_stands_in_the_sum_of_the_row() -> None:
    at = battle(field(5, 9), man("Yani", "0302", weapon=BOW), man("Jemal", "0304", side="arabs"))
    text = "\n".join(line.text for line in lines(at.copy(), shoot(at, 4).events))
    assert "damage on Jemal: 1D10 = 4, composite bow +1 = 5, harm at 8 or less; no cover: wounded (B)" in text
    at = battle(field(5, 9), man("Yani", "0302", weapon="sling"), man("Jemal", "0304", side="arabs"))
    assert "1D10 = 10, sling +2 = 12, read as 9, harm at 8 or less; no cover: no harm" in "\n".join(
        line.text for line in lines(at.copy(), shoot(at, 10).events)
    )


@pytest.mark.parametrize(("aim", "column"), [("0109", "hexside"), ("0501", "corner")])
def test_an_impact_is_marked_in_the_column_of_its_flight(aim: str, column: str) -> None:
    at = battle(field(9, 9), man("Yani", "0101", weapon=BOW))
    event = ImpactFound(shooter="yani", aim=aim, face=3, modifiers=(), total=3, hex=aim, rule="GUI-5.4.1a")
    cell = lines(at, [event])[0].cell
    assert cell is not None and (cell.row, cell.column) == ("3", column)


def watched(*shooters: str, order: str = "") -> list[str]:
    at = battle(
        field(9, 9), *(man(name, f"010{n}", weapon=BOW) for n, name in enumerate(("Yani", "Kamal", "Ali"), 1))
    )
    events = [
        DecisionMade(
            seat="normans", about="watch", chosen=who, rule="GUI-5.3b", figure=who,
            order=order or f"WATCH {who.capitalize()} fire at first",
        )
        for who in shooters
    ]  # fmt: skip
    return [line.text for line in lines(at, events, "normans")]


def test_all_who_shoot_together_as_ordered_are_told_in_one_line() -> None:
    assert watched("yani", "kamal", "ali") == ["As you ordered (WATCH): Yani, Kamal and Ali shoot."]
    assert watched("yani") == ["As you ordered (WATCH Yani fire at first): Yani shoots."]
    assert watched("yani", "ali", order="WATCH all fire at first") == [
        "As you ordered (WATCH all fire at first): Yani and Ali shoot."
    ]


def test_a_condition_is_told_once_and_again_where_it_has_changed() -> None:
    at = battle(field(3, 3), man("Yani", "0101"))
    checked = [
        ConditionChecked(seat="normans", order=f"IF {n}", condition="Jemal is down", holds=holds)
        for n, holds in enumerate((False, False, True, True))
    ]
    assert [line.text for line in lines(at, checked, "normans")] == [
        "You said IF Jemal is down: it is not so.",
        "You said IF Jemal is down: so it is.",
    ]


def test_a_roll_against_a_number_tells_the_number() -> None:
    """Needed is what the column of the table says for what the roller hopes."""
    at = battle(field(9, 9), man("Yani", "0101", weapon=BOW))
    missed = ImpactFound(
        shooter="yani", aim="0109", face=9, modifiers=(), total=9, hex="0208", rule="GUI-5.4.1a"
    )
    assert lines(at, [missed])[0].text.startswith("impact 1D10 = 9, needs 4 or less: it falls in 0208")
    barred = InfiltrationTested(
        mover="yani", enemy="yani", hex="0102", face=7, modifiers=(), total=7, result="stopped"
    )
    assert "1D10 = 7, needs 5 or less: he is stopped" in lines(at, [barred])[0].text
    table = shipped_tables()["impact"]
    assert needed(table, "hexside", "aim") == needed(table, "corner", "aim") == "needs 4 or less"
    assert needed(table, "hexside", 60) == "" and needed(None, "x", "aim") == ""
