"""Driven off a platform: a rope that hangs from it may be the way down (GUI-10.6.3b)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import english
from rules.events.ladders import Fell, LadderTried
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.ladders import ROPE, against, climber
from rules.state.terrain import terrain_at
from rules.tactical.harm import wounds
from rules.tactical.ways import ground
from rules.tactical.ways.stacking import closed_by_enemy


def hang_from(battle: Battle, figure: Character) -> bool:
    """Whether a rope hangs down from the platform on which somebody without armour stands (GUI-10.6.3b)."""
    if not battle.ladders or figure.hex is None or figure.mounted or figure.armoured or figure.storey:
        return False
    return terrain_at(battle, figure.hex) == "platform" and any(
        la.kind == ROPE for la in against(battle, figure.hex)
    )


def ways_down(battle: Battle, figure: Character, at: Hex) -> Iterator[Hex]:
    """The feet of the free ropes that hang down from a hex, where no enemy stands."""
    for ladder in against(battle, at):
        foot = ladder.hexes[0]
        if (
            ladder.kind == ROPE
            and climber(battle, ladder) is None
            and closed_by_enemy(battle, figure.side, foot) is None
        ):
            yield foot


def caught(journal: Journal, rules: Ruleset, figure: Character, foot: Hex) -> bool:
    """Whether somebody driven off a platform gets hold of the rope: not on 1 to 3, wounded not on 1 to 6;
    else he falls to his death (GUI-10.6.3b)."""
    rope = next(la for la in against(journal.battle, figure.hex or "") if la.hexes[0] == foot)
    missed = highest_miss(rules, figure)
    face = journal.roll("GUI-10.6.3b", figure.id)
    journal.record(
        LadderTried(
            what="catch", figures=(figure.id,), ladder=rope.id, at=foot, face=face, done=face > missed,
            rule="GUI-10.6.3b",
        )
    )  # fmt: skip
    if face <= missed:
        journal.record(Fell(figure=figure.id, hex=foot, rule="GUI-10.6.3b"))
        wounds.kill(journal, rules, figure.id, "GUI-10.6.3b", english("by the fall"))
    return face > missed


def highest_miss(rules: Ruleset, figure: Character) -> int:
    """The highest face with which somebody misses the rope (GUI-10.6.3b)."""
    return rules.tables["grapnels"].number("slip wounded" if figure.wounded else "slip", "value")


def alone_leads(battle: Battle, rules: Ruleset, figure: Character, end: Hex) -> bool:
    """Whether somebody can get into a neighbouring hex by the rope alone."""
    return figure.hex is not None and not ground.passable(battle, rules, figure, figure.hex, end)
