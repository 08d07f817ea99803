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
    work = work_at(battle, rules, at)
    return rules.tables["fuel"].text(work, "fuel") if work else ""
