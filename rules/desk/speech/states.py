"""How people say in which state somebody is, for each state that a condition knows."""

from __future__ import annotations

STATES: dict[str, tuple[str, ...]] = {
    "dead": ("dead", "killed", "shot dead", "slain", "dies", "finished", "finished off", "dead already"),
    "down": (
        "down", "out", "out of action", "fallen", "falls", "drops", "gone", "dropped", "out of it",
        "down already", "goes down", "out of the way", "taken out", "dealt with", "felled", "falls first",
    ),
    "up": ("up", "standing", "alive", "on his feet", "there", "stands", "lives", "in the fight", "around",
           "standing then", "alive then", "fighting", "up and about", "alive by then", "standing by then"),
    "wounded": ("wounded", "hurt", "hit", "injured"),
    "stunned": ("stunned", "knocked out", "knocked down", "out cold"),
    "mounted": ("mounted", "on horseback", "in the saddle", "on his horse"),
    "on foot": ("on foot", "dismounted", "unhorsed", "off his horse"),
    "fired at": ("fired at", "shot at", "fired upon"),
}  # fmt: skip
OUT = (*STATES["dead"], *STATES["down"], "dies", "is down", "is dead", "is gone")
"""Out of the fight, so that somebody else takes his place as a target."""
