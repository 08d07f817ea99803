"""What typical fights and shots come to, played through the real engine: the figures of docs/tables.md.

    .venv/bin/python -m bench.calibrate            1000 runs of each
    .venv/bin/python -m bench.calibrate 5000       more
    .venv/bin/python -m bench.calibrate 500 older  with the older columns of the combat tables

The dice are derived from the run's number, so the same call prints the same figures. Give a game master's own
tables a try by putting them into ``rules`` with Tables.with_pack.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from rules.books.guiscard import GUISCARD
from rules.core.dice import KeyedDice
from rules.core.rejection import Rejection
from rules.events.combat import Retreated
from rules.events.harm import HorseKilled
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.fighting import combat
from rules.tactical.shooting import missile
from tests.rules.kit import battle, field, man, rider

OPEN = field(30, 16)
HERE, NORTH, NORTH_EAST = "0508", "0507", "0607"


class Trial(NamedTuple):
    """One situation and what is done in it."""

    words: str
    start: Battle
    play: Callable[[Journal, Ruleset], None]


def fights() -> list[Trial]:
    """Attackers are Normans north of the defender, both on open ground."""

    def foot(defence: int = 7, armoured: bool = False) -> Character:
        return man("Target", HERE, side="arabs", defence=defence, armoured=armoured)

    def horseman(defence: int = 9, armoured: bool = False) -> Character:
        return rider("Target", HERE, "0509", side="arabs", defence=defence, armoured=armoured)

    def knight(attack: int, name: str = "Robert", front: str = NORTH, rear: str = "0506") -> Character:
        return rider(name, front, rear, attack=attack)

    pairs: list[tuple[str, tuple[Character, ...], Character]] = [
        ("foot 12 v foot 7", (man("Robert", NORTH, attack=12),), foot()),
        ("foot 12 v foot 7 in armour", (man("Robert", NORTH, attack=12),), foot(armoured=True)),
        ("foot 7 v foot 12", (man("Robert", NORTH, attack=7),), foot(12)),
        (
            "two foot 12 + 12 v foot 7",
            (man("Robert", NORTH, attack=12), man("Drogo", NORTH_EAST, attack=12)),
            foot(),
        ),
        ("rider 28 v foot 7", (knight(28),), foot()),
        ("rider 28 v foot 7 in armour", (knight(28),), foot(armoured=True)),
        ("foot 12 v rider 9", (man("Robert", NORTH, attack=12),), horseman()),
        (
            "two foot 12 + 12 v rider 9",
            (man("Robert", NORTH, attack=12), man("Drogo", NORTH_EAST, attack=12)),
            horseman(),
        ),
        ("rider 22 v rider 9", (knight(22),), horseman()),
        ("rider 22 v rider 9 in armour", (knight(22),), horseman(armoured=True)),
        (
            "two riders 22 + 22 v rider 9",
            (knight(22), knight(22, "Drogo", NORTH_EAST, "0606")),
            horseman(),
        ),
    ]
    return [Trial(words, battle(OPEN, *ours, theirs), _attack(ours)) for words, ours, theirs in pairs]


def _attack(ours: tuple[Character, ...]) -> Callable[[Journal, Ruleset], None]:
    attackers = tuple(f.id for f in ours)

    def play(journal: Journal, rules: Ruleset) -> None:
        refusal = combat.resolve_combat(journal, rules, attackers, ("target",))
        assert not isinstance(refusal, Rejection), refusal

    return play


def shots() -> list[Trial]:
    """One offensive shot along a row of hexes at somebody without cover."""

    def trial(words: str, weapon: str, hexes: int, *, mounted: bool = False, armoured: bool = False) -> Trial:
        shooter = man("Yani", "0108", weapon=weapon, code="Bia")
        column = 1 + hexes
        row = 8 + hexes // 2  # along a row of hexsides to the south-east
        at, behind = f"{column:02d}{min(row, 15):02d}", f"{column + 1:02d}{min(row, 15):02d}"
        target = (
            rider("Target", at, behind, side="arabs", armoured=armoured)
            if mounted
            else man("Target", at, side="arabs", armoured=armoured)
        )
        return Trial(words, battle(OPEN, shooter, target), _shoot(weapon, at))

    return [
        trial("short bow, 4 hexes, foot", "short_bow", 4),
        trial("short bow, 7 hexes, foot", "short_bow", 7),
        trial("short bow, 12 hexes, foot", "short_bow", 12),
        trial("short bow, 7 hexes, foot in armour", "short_bow", 7, armoured=True),
        trial("short bow, 7 hexes, rider", "short_bow", 7, mounted=True),
        trial("composite bow, 10 hexes, foot", "composite_bow", 10),
        trial("composite bow, 10 hexes, rider", "composite_bow", 10, mounted=True),
        trial("composite bow, 10 hexes, rider in armour", "composite_bow", 10, mounted=True, armoured=True),
        trial("javelin, 2 hexes, foot", "javelin", 2),
        trial("sling, 6 hexes, foot", "sling", 6),
    ]


def _shoot(weapon: str, at: str) -> Callable[[Journal, Ruleset], None]:
    def play(journal: Journal, rules: Ruleset) -> None:
        missile.resolve_shot(journal, rules, "yani", "target", at, weapon, "offensive")

    return play


def run(trial: Trial, rules: Ruleset, times: int) -> Counter[str]:
    """How often each outcome came up."""
    found: Counter[str] = Counter()
    for number in range(times):
        journal = Journal(trial.start, KeyedDice(f"{trial.words}/{number}".encode()))
        trial.play(journal, rules)
        found.update(outcome(trial.start, journal))
    return found


def outcome(before: Battle, journal: Journal) -> set[str]:
    """What a reader would say happened, the two sides told apart; advances are left out."""
    said = set()
    for figure in journal.battle.figures.values():
        was = before.figures[figure.id]
        who = "target" if figure.id == "target" else "attacker"
        if figure.health is not was.health:
            said.add(f"{who} {figure.health.value}")
        if was.mounted and not figure.mounted and not figure.dead:
            said.add(f"{who} unhorsed")
    for event in journal.events:
        if isinstance(event, Retreated):
            said.add("target falls back" if event.figure == "target" else "attacker falls back")
        elif isinstance(event, HorseKilled):
            said.add("horse killed")
    return said or {"nothing"}


def main(arguments: list[str]) -> None:
    times = int(arguments[0]) if arguments else 1000
    rules = GUISCARD.rules(printing="older" if "older" in arguments else "revised")
    for title, trials in (("Hand-to-hand", fights()), ("Missiles", shots())):
        print(f"{title}, {times} runs each, in percent\n")
        for trial in trials:
            found = run(trial, rules, times)
            told = ", ".join(f"{what} {100 * n / times:.0f}" for what, n in sorted(found.items()))
            print(f"  {trial.words:42} {told}")
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
