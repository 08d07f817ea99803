"""The odds of the infiltration tests on a way, in words for a player who is asked."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.core.percent import in_words
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.harm import infiltration
from rules.tactical.harm.infiltration import Meeting
from rules.tactical.instructions.questions import named


def dangers(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    tested: Sequence[Hex],
    excluded: frozenset[FigureId] = frozenset(),
) -> str:
    """The exact odds of the infiltration tests that may be taken in these hexes, each enemy testing once
    (GUI-4.3a): "; Tancred may test him: 50 % nothing, 20 % stopped, ..."; empty where nobody can."""
    names, told = _odds(battle, rules, figure, tested, excluded)
    return "; " + english("{names} may test him: {told}", names=named(names), told=told) if names else ""


def dangers_in(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> str:
    """The same for somebody who is pushed into a hex by another of whom is spoken."""
    names, told = _odds(battle, rules, figure, [at], frozenset())
    if not names:
        return ""
    text = english(
        "{names} may test {figure} in {at}: {told}", names=named(names), figure=figure.name, at=at, told=told
    )
    return f"; {text}"


def _odds(
    battle: Battle, rules: Ruleset, figure: Character, tested: Sequence[Hex], excluded: frozenset[FigureId]
) -> tuple[list[Character], str]:
    """Who may test him, and what may come of it, in words."""
    met = excluded
    meetings: list[Meeting] = []
    names: list[Character] = []
    for at in tested:
        enemies = tuple(infiltration.opponents(battle, rules, figure, at, met))
        met |= {enemy.id for enemy in enemies}
        names += list(enemies)
        meetings.append(Meeting(figure, enemies, True))
    if not names:
        return names, ""
    odds = infiltration.chances(battle, rules, meetings)
    return names, in_words(dict(zip(("nothing", "stopped", "wounded", "killed"), odds, strict=True)))
