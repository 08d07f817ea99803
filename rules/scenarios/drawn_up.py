"""Hoplites whom a scenario file draws up in formation before the first phase (GUI-7.3.1a, GUI-7.3.2a)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ruleset import Ruleset
from rules.scenarios.loader import DrawnUp, ScenarioError, ScenarioFile
from rules.scenarios.rosters import plain_name
from rules.state.battle import Formation
from rules.state.board import Board
from rules.state.figure import Character
from rules.tactical.formations import close_order


def formations_drawn_up(
    scenario: ScenarioFile, figures: Iterable[Character], board: Board, rules: Ruleset
) -> tuple[Formation, ...]:
    """The formations of a scenario file. Raises ScenarioError for men who cannot be drawn up as
    the file says."""
    by_name = {plain_name(figure.name): figure for figure in figures}
    taken: set[str] = set()
    found = []
    for number, drawn in enumerate(scenario.formations, start=1):
        where = f"{scenario.slug}.toml: formation {number}"
        if "tactics" not in scenario.modules:
            raise ScenarioError(f'{where}: formations need modules = ["tactics"] (GUI-7.3)')
        men = [_hoplite(by_name, name, where) for name in drawn.figures]
        if twice := [man.name for man in men if man.id in taken]:
            raise ScenarioError(f"{where}: {twice[0]} stands in a formation already")
        taken.update(man.id for man in men)
        found.append(_formation(drawn, men, board, rules, where))
    return tuple(found)


def _hoplite(by_name: dict[str, Character], name: str, where: str) -> Character:
    man = by_name.get(plain_name(name))
    if man is None:
        raise ScenarioError(f"{where}: {name} is not called up")
    if not man.hoplite or man.mounted:
        raise ScenarioError(f"{where}: {name} is no hoplite on foot (GUI-7.3.1a)")
    return man


def _formation(drawn: DrawnUp, men: list[Character], board: Board, rules: Ruleset, where: str) -> Formation:
    front, clockwise = drawn.facing
    if clockwise is not front.turned(1):
        right = f'["{front}", "{front.turned(1)}"]'
        raise ScenarioError(
            f"{where}: a row looks between two neighbouring directions, clockwise: facing = {right} for "
            "example"
        )
    if len({man.side for man in men}) != 1:
        raise ScenarioError(f"{where}: a formation is of one side")
    places = {man.id: man.hex or "" for man in men}
    ranks = close_order.arranged(board, rules, places, front)
    standing = {name for rank in ranks for name in rank}
    if out := [man.name for man in men if man.id not in standing]:
        raise ScenarioError(f"{where}: {' and '.join(out)} would stand in no rank of three (GUI-7.3.1a)")
    if drawn.tortoise and len(ranks) < close_order.value(rules, "tortoise ranks"):
        raise ScenarioError(f"{where}: a tortoise takes two ranks (GUI-7.3.2a)")
    # by name, as a stored event lists them: a game read back goes on as it would have gone on
    in_order = dict(sorted(places.items()))
    return Formation(f"{men[0].id}-0", men[0].side, front, in_order, tortoise=drawn.tortoise)
