"""The engines of the siege works: the stone thrower and the siphon of Greek fire (GUI-10.4, GUI-10.5)."""

from __future__ import annotations

from rules.assault import greek_fire, stone_thrower
from rules.assault.siege_engines import in_arc, may_shoot, unburnt, unjammed, whole
from rules.captains.siege_engines import worth_of_a_jet, worth_of_a_stone
from rules.captains.temper import siege
from rules.core.language import english
from rules.ruleset import EngineKind

_NEEDS = (whole, unjammed, unburnt)

STONE_THROWER = EngineKind(
    "stone_thrower",
    arc=in_arc,
    needs=_NEEDS,
    working=may_shoot,
    shoot=stone_thrower.shoot,
    spreads=2,
    worth=worth_of_a_stone,
    worth_from=lambda: siege().stone_from,
)
GREEK_FIRE = EngineKind(
    "greek_fire",
    arc=in_arc,
    needs=_NEEDS,
    working=greek_fire.may_throw,
    shoot=greek_fire.shoot,
    spreads=1,
    warning=english("Before it the siphon is tried: on 1 it bursts, on 2 it jams for good (GUI-10.5.2)."),
    worth=worth_of_a_jet,
    worth_from=lambda: siege().naphtha_from,
)
