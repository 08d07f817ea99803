"""What a list of panels comes to."""

from __future__ import annotations

from rules.campaign.boards import panels
from rules.campaign.plans.checks.facts import Checked, Facts
from rules.campaign.plans.plan import Panels
from rules.core.language import english, say
from rules.state.table import Fights


def lay(facts: Facts, order: Panels) -> Checked:
    """Which panel would be the first one, ground by ground, if its side is attacked there."""
    if facts.at.setup.options.fights is not Fights.BOARD:
        return Checked(note=english("battles of this campaign are settled by one die each"))
    lines = facts.plan.of(Panels)
    first = {
        ground: next((name for name in panels.preferred(lines, ground) if name in own), "")
        for ground in (panels.grounds(facts.tables) if not order.ground else (order.ground,))
        if (own := panels.of_ground(facts.tables, ground))
    }
    found = ", ".join(f"{ground}: {name}" for ground, name in first.items() if name)
    if not found:
        return Checked(details=(say("The first panel is drawn by lot: none of these is one for it."),))
    return Checked(details=(say("First, where you are attacked: {found}.", found=found),))
