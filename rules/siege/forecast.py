"""What a plan would do today under each outcome of the initiative: for receipts and TRY. By the same function
as play."""

from __future__ import annotations

from rules.core.language import say
from rules.siege import parley, quick
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.choosing import Choice, Occasion, chosen
from rules.siege.plans.plan import Plan
from rules.state.figure import SideId
from rules.state.siege import Deed, Siege


def told(siege: Siege, page: SiegePage, side: SideId, plan: Plan) -> tuple[str, ...]:
    """A sentence for each outcome. Events of the day may change it."""
    if siege.outcome is not None:
        return ()
    occasions = [(say("With the initiative"), Occasion(initiative=True))]
    if siege.besieges(side):
        occasions.append((say("If they pass it on"), Occasion(initiative=False, passed=True)))
    said = []
    for words, occasion in occasions:
        found = chosen(siege, page, tables_of(siege), side, plan, occasion)
        said.append(say("{occasion}: {act}", occasion=words, act=_in_words(siege, side, found)))
        said += ["  " + say("{order}: {why}.", order=line.text, why=why) for line, why in found.refused]
    return tuple(said)


def _in_words(siege: Siege, side: SideId, found: Choice) -> str:
    if found.line is None:
        if siege.besieges(side):
            return say("you rest.")
        return say("you pass it on.")
    text = found.line.text.partition(" THEN ")[2] or found.line.text
    if found.line.acts[0].deed == Deed.PARLEY:
        tables = tables_of(siege)
        added = sum(parley.bonuses(siege, tables).values())
        needed = tables["siege-figures"].number("surrender", "value") - added
        return say("{act} ({added} is added to the die: {needed} or more is needed).",
                   act=text, added=added, needed=needed)  # fmt: skip
    if found.line.acts[0].deed == Deed.ASSAULT:
        return say("{act} ({values}).", act=text, values=values(siege))
    return f"{text}."


def values(siege: Siege) -> str:
    """What both sides are worth in an assault, the garrison by its walls (GUC-17.1)."""
    tables = tables_of(siege)
    wall = tables["quick-modifiers"].number(siege.setup.stronghold.kind, "percent")
    outside = quick.value(siege.at_hand(siege.besieger), True, tables)
    inside = quick.value(siege.strength(siege.besieged), True, tables, wall)
    return say("value {outside} against {inside}", outside=outside, inside=inside)
