"""Whatever the ground, the pieces and the dice: a combat leaves the board in order."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core.dice import ScriptedDice
from rules.journal import Journal
from rules.state.battle import Battle
from rules.state.figure import Character, Health, Horse
from rules.state.invariants import broken
from rules.tactical.fighting import combat, odds
from rules.tactical.fighting.odds import Assessment
from rules.tactical.retreating import retreat
from tests.rules.kit import RULES, battle, horse, man, rider

COLUMNS, ROWS = 6, 6
LABELS = [f"{c:02d}{r:02d}" for c, r in product(range(1, COLUMNS + 1), range(1, ROWS + 1))]
RANK = {Health.HEALTHY: 0, Health.WOUNDED: 1, Health.STUNNED: 1, Health.DEAD: 2}


class Seeded(ScriptedDice):
    """Faces drawn by Hypothesis, then fives."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__(faces, otherwise=5)


@st.composite
def melees(draw: st.DrawFn) -> tuple[Battle, list[int]]:
    ground = [
        " ".join(draw(st.sampled_from([".", ".", ".", ".", "s", "t", "W", "w", "r"])) for _ in range(COLUMNS))
        for _ in range(ROWS)
    ]
    board = "\n".join(ground)
    bare = battle(board).board
    free = set(LABELS)
    pieces: list[Character | Horse] = []
    for number in range(draw(st.integers(4, 14))):
        here = draw(st.sampled_from(sorted(free))) if free else None
        if here is None:
            break
        side = "normans" if number % 2 else "arabs"
        kind = draw(st.sampled_from(["foot", "foot", "foot", "rider", "horse"]))
        rears = [n for n in bare.neighbours(here) if n in free]
        name = f"P{number}"
        armoured = draw(st.booleans())
        if kind != "foot" and rears:
            rear = draw(st.sampled_from(rears))
            free -= {here, rear}
            pieces.append(
                rider(
                    name,
                    here,
                    rear,
                    side=side,
                    armoured=armoured,
                    health=draw(st.sampled_from(["healthy", "wounded"])),
                )
                if kind == "rider"
                else horse(name, here, rear, side=side)
            )
            continue
        free -= {here}
        health = draw(st.sampled_from(["healthy", "healthy", "wounded", "stunned"]))
        attack = draw(st.integers(1, 40))
        pieces.append(
            man(
                name,
                here,
                side=side,
                armoured=armoured,
                health=health,
                attack=attack,
                stunned_in=int(health == "stunned"),
            )
        )
    return battle(board, *pieces), draw(st.lists(st.integers(1, 10), max_size=30))


def in_order(before: Battle, after: Battle) -> None:
    """No piece has vanished, no two living ones share a hex, nobody was healed, halves and saddles agree."""
    assert broken(after) == []
    assert before.figures.keys() == after.figures.keys() and before.horses.keys() == after.horses.keys()
    for figure in after.figures.values():
        was = before.figures[figure.id]
        assert RANK[figure.health] >= RANK[was.health], figure.id
        assert not (was.wounded and figure.stunned)
        assert figure.hex in after.board or (figure.hex is None and figure.dead)
        assert (figure.rear is None) == (figure.mount is None)
        if figure.mount is not None:
            steed = after.horses[figure.mount]
            assert steed.alive and steed.ridden_by == figure.id and steed.front is None
            assert not figure.stunned and not figure.dead
            assert after.board.adjacent(figure.hex, figure.rear)
    for steed in after.horses.values():
        if steed.ridden_by is None:
            assert len(steed.hexes) == 2 and after.board.adjacent(*steed.hexes)
    for label in LABELS:
        living = [f.id for f in after.living_at(label)]
        horses = [h.id for h in after.horses.values() if h.alive and label in h.hexes]
        assert len(living) + len(horses) <= 1, f"{label}: {living} {horses}"


def legal_fights(at: Battle) -> list[Assessment]:
    ours = [f.id for f in at.figures.values() if f.side == "normans"]
    theirs = [f.id for f in at.figures.values() if f.side == "arabs"] + list(at.horses)
    groups = [(a,) for a in ours] + [(a, b) for a in ours for b in ours if a < b]
    found = [odds.assess(at, RULES, group, (target,)) for group in groups for target in theirs]
    return [f for f in found if isinstance(f, Assessment)]


@pytest.mark.rule("GUI-6.5e", "GUI-4.1a", "GUI-6.8b")
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(melees(), st.integers(0, 1000))
def test_after_any_combats_the_board_is_in_order(melee: tuple[Battle, list[int]], choice: int) -> None:
    start, faces = melee
    journal = Journal(start, Seeded(faces))
    for _ in range(3):
        fights = legal_fights(journal.battle)
        if not fights:
            break
        fight = fights[choice % len(fights)]
        before = journal.battle.copy()
        assert combat.resolve_combat(journal, RULES, fight.attackers, fight.defenders) is None
        in_order(before, journal.battle)
        assert set(fight.attackers) <= journal.battle.now.attacked


@pytest.mark.rule("GUI-5.4.4a", "GUI-5.4.4d")
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(melees(), st.integers(0, 1000), st.sampled_from(LABELS))
def test_after_any_retreat_under_fire_the_board_is_in_order(
    melee: tuple[Battle, list[int]], choice: int, shot_from: str
) -> None:
    start, faces = melee
    journal = Journal(start, Seeded(faces))
    ids = list(start.figures)
    if not ids:
        return
    retreat.resolve_retreat(journal, RULES, [ids[choice % len(ids)]], 2, "missile", frozenset(), shot_from)
    in_order(start, journal.battle)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(melees())
def test_the_chances_are_exact_and_weighing_changes_nothing(melee: tuple[Battle, list[int]]) -> None:
    start, _ = melee
    figures = dict(start.figures)
    for fight in legal_fights(start):
        assert sum(fight.percent.values()) == 100 and len(fight.letters) == 10
    assert start.figures == figures
