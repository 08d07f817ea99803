"""GUISCARD: the choices of the book, on one page.

Basic module: chapters 1 to 6 (GUI-1 to GUI-6).
"""

from __future__ import annotations

from rules.assault import engines, flames, holding
from rules.core.modules import SETUP, fault_in
from rules.core.tables import Tables, shipped_tables
from rules.phases.sequence import OPEN_BATTLE
from rules.ruleset import Extension, Policies, Ruleset
from rules.tactical import arcs, charge_combat, damage, formations, infiltration, line_of_fire, odds, scatter

ID = "guiscard-basic-1"

SEAMS = Extension(
    impact_modifiers=(
        scatter.range_band_modifier,
        scatter.wounded_shooter_modifier,
        scatter.byzantine_horse_archer_modifier,
        scatter.close_range_modifier,
    ),
    damage_modifiers=(damage.armour_modifier,),
    column_shifts=(odds.terrain_shift, odds.joint_attack_shift),
    combat_modifiers=(odds.armour_modifier,),
    mover_modifiers=infiltration.MOVER_MODIFIERS,
    opposer_modifiers=infiltration.OPPOSER_MODIFIERS,
)

# The advanced modules that a scenario may switch on, each with its functions at the seams (GUI-7).
MODULES: dict[str, tuple[Extension, ...]] = {
    "tactics": (arcs.SEAMS, charge_combat.SEAMS, formations.SEAMS),
    "buildings": (),
    "castles": (line_of_fire.CASTLES,),
    "works": (flames.SEAMS, engines.SEAMS, holding.SEAMS),
    SETUP: (),
}


# The bands of the two printings.
COMBAT_COLUMNS = ("revised", "older")


class UnknownModule(LookupError):
    """Rules were asked for with something that this book does not have; the message names it and the nearest."""


def guiscard(
    tables: Tables | None = None, *, combat_columns: str = "revised", modules: tuple[str, ...] = ()
) -> Ruleset:
    """The rules of Guiscard: the basic module and those named. ``combat_columns``: "revised" (2021) or "older"
    bands. Raises UnknownModule for a module or for bands that do not exist."""
    if fault := fault_in([name for name in modules if name != SETUP]) or fault_in(
        (combat_columns,), "set of combat columns", COMBAT_COLUMNS
    ):
        raise UnknownModule(fault)
    older = combat_columns == "older"
    suffix = "-older" if older else ""
    rules = Ruleset(
        id=ID,
        title="Guiscard, chapters 1 to 6",
        books=("GUI",),
        sequence=OPEN_BATTLE,
        tables=tables or shipped_tables(),
        seams=SEAMS,
        policies=Policies(
            combat_foot=f"combat-foot{suffix}",
            combat_mounted=f"combat-mounted{suffix}",
            combat_columns=f"combat-columns{suffix}",
        ),
        modules=modules,
    )
    for module in modules:
        for extension in MODULES[module]:
            rules = rules.extended(extension)
    return rules


GUISCARD = guiscard()
