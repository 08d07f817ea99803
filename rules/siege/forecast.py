"""What a plan would do today under each outcome of the initiative: for receipts and TRY. By the same function
as play."""

from __future__ import annotations

from rules.core.language import say
from rules.siege import parley
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.choosing import Choice, Occasion, chosen, values
from rules.siege.plans.plan import Plan
from rules.state.figure import SideId
from rules.state.siege import Deed, Meeting, Siege


def told(siege: Siege, page: SiegePage, side: SideId, plan: Plan) -> tuple[str, ...]:
    """A sentence for each outcome. Events of the day may change it."""
    if siege.outcome is not None:
        return ()
    occasions = [(say("With the initiative"), Occasion(initiative=True))]
    if siege.besieges(side):
        occasions.append((say("If they pass it on"), Occasion(initiative=False, passed=True)))
    said = [_before_a_relief(plan)] if siege.besieges(side) and siege.shut_in else []
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
        return say("{act} ({values}).", act=text, values=worth(siege, side))
    return f"{text}."


def _before_a_relief(plan: Plan) -> str:
    """How the besiegers would meet one (GUI-11.4.1e)."""
    match plan.relief.choice:
        case Meeting.FIGHT:
            return say("If a relief comes: you leave what you hold, and fight it with everybody.")
        case Meeting.DIVIDE:
            return say(
                "If a relief comes: you divide, and some of you fight it while the others go on inside."
            )
        case _:
            return say("If a relief comes: you shelter in what you hold, and are besieged there.")


def worth(siege: Siege, side: SideId) -> str:
    """What both sides are worth in an assault, whoever withstands it by his walls (GUC-17.1)."""
    outside, inside = values(siege, tables_of(siege), side)
    return say("value {outside} against {inside}", outside=outside, inside=inside)
