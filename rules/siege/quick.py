"""Quick resolution of a fight (GUC-17): values, what changes them, the letter, losses.

A pure function of men, ground and one die; campaigns resolve their battles by it too. Dice for the names of
those who fall are thrown by whoever applies it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.core.tables import Tables
from rules.state.figure import Character

COLUMNS = ("less", "-120", "-80", "-40", "-20", "1", "21", "41", "81", "121")
OUTNUMBER = (200, 150)


class Found(NamedTuple):
    """What a quick fight comes to. ``values``: attacker's and defender's after what was added in percent;
    losses are percentages of dead and wounded for attacker and defender."""

    values: tuple[int, int]
    percent: tuple[int, int]
    column: str
    modifier: int
    letter: str
    ends: tuple[str, str]
    dead: tuple[int, int]
    wounded: tuple[int, int]


def line_of(man: Character, on_foot: bool) -> str:
    """The row of a man in the table of values; ``on_foot``: a siege, in which riders count by the lines for
    men on foot (GUC-17.1; an unarmoured rider as infantry, RUL-1118)."""
    rides = man.mounted and not on_foot
    shoots = bool(man.weapon)
    armour = " armour" if man.armoured else ""
    if rides:
        return f"mounted shooter{armour}" if shoots else f"rider{armour}"
    if shoots:
        return f"shooter{armour}"
    return "rider on foot armour" if man.rider and man.armoured else f"infantry{armour}"


def value(men: Iterable[Character], on_foot: bool, tables: Tables, percent: int = 0) -> int:
    """What men are worth together: points by class, half for the wounded, raised by a percentage and rounded
    up (GUC-17.1, GUC-17.1b)."""
    halves = sum(
        tables["quick-values"].number(line_of(man, on_foot), "points") * (1 if man.wounded else 2)
        for man in men
    )
    return -(-halves * (100 + percent) // 200)


def column_of(difference: int) -> str:
    """The column of a difference, attacker less defender (GUC-17.2)."""
    named = [int(column) for column in COLUMNS[1:]]
    fits = [least for least in named if difference >= least]
    return str(max(fits)) if fits else COLUMNS[0]


def resolved(
    attackers: Sequence[Character],
    defenders: Sequence[Character],
    ground: str,
    die: int,
    tables: Tables,
    *,
    percent: tuple[int, int] = (0, 0),
    cases: Sequence[str] = (),
) -> Found:
    """All that one die decides (GUC-17.1, GUC-17.1b, GUC-17.2, GUC-17.3). ``ground``: "siege" or "field";
    ``cases``: rows of the table of modifiers that change the die ("engine", "rubble"), each once. In the
    field attackers who are half as many again, or twice as many, change it too. A die below 1 counts as 1,
    one above 10 as 10."""
    on_foot = ground == "siege"
    values = (value(attackers, on_foot, tables, percent[0]), value(defenders, on_foot, tables, percent[1]))
    modifier = sum(tables["quick-modifiers"].number(case, "die") for case in dict.fromkeys(cases))
    if ground == "field" and defenders:
        many = next((n for n in OUTNUMBER if 100 * len(attackers) >= n * len(defenders)), 0)
        modifier += tables["quick-modifiers"].number(f"outnumber {many}", "die") if many else 0
    column = column_of(values[0] - values[1])
    letter = tables["quick-results"].text(min(max(die + modifier, 1), 10), column)
    row = tables["quick-losses"].row(letter)
    return Found(
        values=values,
        percent=percent,
        column=column,
        modifier=modifier,
        letter=letter,
        ends=(str(row[f"{ground} attacker end"]), str(row[f"{ground} defender end"])),
        dead=(int(row[f"{ground} attacker dead"]), int(row[f"{ground} defender dead"])),
        wounded=(int(row[f"{ground} attacker wounded"]), int(row[f"{ground} defender wounded"])),
    )


def of_hundred(number: int, percent: int) -> int:
    """So many of a class, half a man rounded up (GUC-17.3)."""
    return (2 * number * percent + 100) // 200


def by_class(men: Iterable[Character], on_foot: bool) -> Mapping[str, list[Character]]:
    """Men by the rows of the table of values; leaders are no part of the losses of a class (GUC-17.4)."""
    found: dict[str, list[Character]] = {}
    for man in men:
        if not man.leader:
            found.setdefault(line_of(man, on_foot), []).append(man)
    return found


def fate_of_leader(die: int, dead: int) -> str:
    """What befalls a leader: his die times the percentage of his side's dead, as a fraction; above 2 (and at
    2, RUL-1118) he is "dead", from 1 "wounded", below unharmed, which is "" (GUC-17.4)."""
    product = die * dead
    return "dead" if product >= 200 else "wounded" if product >= 100 else ""


DEAD, WOUNDED = "dead", "wounded"


def fallen(
    men: Sequence[Character],
    dead: int,
    wounded: int,
    on_foot: bool,
    leader_die: Callable[[Character], int],
    draw: Callable[[str, int], int],
) -> Iterator[tuple[Character, str]]:
    """Who of a side falls, one after the other, and how: losses in percent, of every class alike (GUC-17.3,
    RUL-1119), the dead before the wounded, of whom only the unhurt can be. Leaders have a die of their own
    (GUC-17.4), where anybody dies at all. ``draw``: a die for a class, with so many faces."""
    for man in men:
        if man.leader and dead and (fate := fate_of_leader(leader_die(man), dead)):
            yield man, fate
    for line, of_class in by_class(men, on_foot).items():
        left = list(of_class)
        for _ in range(of_hundred(len(of_class), dead)):
            yield _drawn(left, line, draw), DEAD
        unhurt = [man for man in left if not man.wounded]
        for _ in range(min(of_hundred(len(of_class), wounded), len(unhurt))):
            yield _drawn(unhurt, line, draw), WOUNDED


def _drawn(men: list[Character], line: str, draw: Callable[[str, int], int]) -> Character:
    """One of them, by a die with as many faces where there is more than one; he is taken off the list."""
    return men.pop((draw(line, len(men)) if len(men) > 1 else 1) - 1)
