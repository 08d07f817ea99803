"""How people say in which state somebody is, for each state that a condition knows."""

from __future__ import annotations

from rules.desk.speech.phrase_list import phrases_in

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

HIS_TURN = phrases_in(
    """
    go, turn, move, attack, shot, charge, goes, moves, attacks, charges, shoots, has thrown, throws, has
    shot, has moved, gets there, is there, has attacked, arrives, acts, has his turn, has his go, fires,
    has fired
    """
)
FELLERS = phrases_in(
    """
    we, archers, bowmen, shots, arrows, bows, slingers, slinger, men, they, somebody, someone, others,
    shot, javelins, javelin men, javelinmen, boys, lads
    """
)
FELLS = phrases_in(
    """
    kill, kills, killed, bring down, brings down, bring, brings, fell, fells, finish, finishes,
    finished, drop, drops, dropped, down, take out, takes out, take, takes, get, gets, shoot down,
    shoots down, shoot dead, shoots dead, shoot, shoots, shot down
    """
)
BY_THEN = phrases_in(
    """
    by then, then, before, already, before that, first, by that time, before his go, at that point,
    before his turn, before it is his turn, now, meanwhile, too, still
    """
)
