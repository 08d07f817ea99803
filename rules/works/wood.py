"""Stockades, platforms and gates: what they are while they stand, and how they end.

Fire (GUI-9.2.1c, GUI-9.2.4), stones (GUI-9.2.5) and grapnels (GUI-10.6.5a) destroy them a hex at a time, each
by rules of its own; they all come here for what is left.
"""

from __future__ import annotations

from rules.events.structures import WoodDestroyed
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Hex
from rules.state.terrain import hexside_between, terrain_at

_GATES = frozenset({"gate", "open_gate"})


def wood_at(battle: Battle, at: Hex) -> str:
    """The wooden work that stands in a hex: gate, platform, stockade, or "" for none (GUI-9.2).

    A platform behind a stockade is a platform; one with a stone parapet is not of wood."""
    terrain = terrain_at(battle, at)
    if terrain in _GATES:
        return "gate"
    if terrain == "platform":
        return "" if at in battle.board.owners("parapet") else "platform"
    return "stockade" if is_fenced(battle, at) else ""


def is_fenced(battle: Battle, at: Hex) -> bool:
    """Whether a stockade of its own still stands on some side of a hex."""
    if at not in battle.board.owners("stockade"):
        return False
    return any("stockade" in hexside_between(battle, at, near) for near in battle.board.neighbours(at))


def destroy_wood(journal: Journal, rules: Ruleset, at: Hex, by: str, rule: str = "GUI-9.2.1d") -> str:
    """Bring down the wooden work in a hex, if there is one; what it was. ``by``: what did it, in
    words ("fire").

    A stockade or a platform leaves wreckage that is passable at 1 MP more and poor ground to fight on
    (GUI-9.2.1d); a platform falls together with its stockade (RUL-946). A gate is open for good (GUI-9.2.3.1,
    GUI-9.2.4); so it is for a single D on the column of wood (GUI-9.2.5, RUL-947), and burning three turns
    does it too (GUI-9.2.1c)."""
    what = wood_at(journal.battle, at)
    if what:
        journal.record(WoodDestroyed(hex=at, what=what, by=by, rule=rule))
    return what
