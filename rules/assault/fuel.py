"""What there is in a hex for a fire to live on (GUI-10.2.1, GUI-10.2.2, GUI-10.3)."""

from __future__ import annotations

from rules.core.language import english
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Hex
from rules.state.terrain import engine_at, terrain_at
from rules.works.wood import wood_at

IN_WORDS = {
    "engine": english("an engine"),
    "wood": "wood",
    "gate": english("the gate"),
    "tent": english("a tent"),
    "naphtha": "naphtha",
}


def work_at(battle: Battle, rules: Ruleset, at: Hex) -> str:
    """The work in a hex that burns: stockade, platform, gate, jetty, tent or tent_opening; "" for none.

    The book names siege engines and wooden structures. Ruling RUL-1020: tents burn too, platforms of
    stone do not."""
    wood = wood_at(battle, at)
    if wood:
        return wood
    terrain = terrain_at(battle, at)
    return terrain if terrain != "platform" and rules.tables["fuel"].has(terrain) else ""


def fuel_at(battle: Battle, rules: Ruleset, at: Hex) -> str:
    """The column of the fire table for a hex: naphtha before an engine before what is built there; "" for
    nothing that burns."""
    if at in battle.naphtha:
        return "naphtha"
    if engine_at(battle, at) is not None:
        return "engine"
    if _ladder_of_the_camp(battle, at):
        return "wood"
    work = work_at(battle, rules, at)
    return rules.tables["fuel"].text(work, "fuel") if work else ""


def _ladder_of_the_camp(battle: Battle, at: Hex) -> bool:
    """Whether a ladder lies there that whoever has come out may burn with the other engines (GUI-11.4.2c)."""
    if battle.setup.victory.sortie is None:
        return False
    lying = (la for la in battle.ladders.values() if not la.upright and not la.bearers)
    return any(at in ladder.hexes for ladder in lying)
