"""What a list of panels comes to."""

from __future__ import annotations

from rules.campaign.boards import panels
from rules.campaign.plans.checks.facts import Checked, Facts
from rules.campaign.plans.plan import Panels
from rules.core.language import english, say, translated
from rules.state.table import Fights


def lay(facts: Facts, order: Panels) -> Checked:
    """Which panel would be the first one if its side is attacked, and on which ground."""
    if facts.at.setup.options.fights is not Fights.BOARD:
        return Checked(note=english("battles of this campaign are settled by one die each"))
    lines = facts.plan.of(Panels)
    first: dict[str, list[str]] = {}
    for ground in panels.grounds(facts.tables) if not order.ground else (order.ground,):
        own = panels.of_ground(facts.tables, ground)
        if own and (name := next((one for one in panels.preferred(lines, ground) if one in own), "")):
            first.setdefault(name, []).append(translated(ground))
    if not first:
        return Checked(details=(say("The first panel is drawn by lot: none of these is one for it."),))
    return Checked(
        details=tuple(
            say(
                "Where you are attacked, the first panel will be {panel} on this ground: {grounds}.",
                panel=name,
                grounds=", ".join(grounds),
            )
            for name, grounds in first.items()
        )
    )
