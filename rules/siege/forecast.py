"""What a plan would do today under each outcome of the initiative: for receipts and TRY. By the same function
as play."""

from __future__ import annotations

from rules.core.language import say
from rules.siege import parley
from rules.siege.page import SiegePage, tables_of
from rules.siege.plans.choosing import Choice, Occasion, chosen, values
from rules.siege.plans.plan import Measure, Plan
from rules.state.figure import SideId
from rules.state.siege import Deed, Meeting, Siege

MANY_DAYS = 99
"""More than the stores of any place can be counted to."""


def told(siege: Siege, page: SiegePage, side: SideId, plan: Plan) -> tuple[str, ...]:
    """A sentence for each outcome. Events of the day may change it."""
    if siege.outcome is not None:
        return ()
    occasions = [(say("With the initiative"), Occasion(initiative=True))]
    if siege.besieges(side):
        occasions.append((say("If they pass it on"), Occasion(initiative=False, passed=True)))
    said = [_before_a_relief(plan)] if siege.besieges(side) and siege.shut_in else []
    for words, occasion in occasions:
        if open_stores := _by_the_stores(siege, page, side, plan, occasion):
            said.append(say("{occasion}: {act}", occasion=words, act=open_stores))
            continue
        found = chosen(siege, page, tables_of(siege), side, plan, occasion)
        said.append(say("{occasion}: {act}", occasion=words, act=_in_words(siege, side, found)))
        said += ["  " + say("{order}: {why}.", order=line.text, why=why) for line, why in found.refused]
    return tuple(said)


def _by_the_stores(siege: Siege, page: SiegePage, side: SideId, plan: Plan, occasion: Occasion) -> str:
    """What is done before the stores are counted, if it hangs on what they come to; "" where it does not
    (GUI-11.1.1a)."""
    if siege.stores or not any(
        term.measure is Measure.STORES for line in plan.lines for case in line.cases for term in case
    ):
        return ""
    acts = []
    for days in (tables_of(siege)["siege-figures"].number("least stores", "value"), MANY_DAYS):
        counted = siege.copy()
        counted.stores, counted.fed_until = days, siege.day + days - 1
        acts.append(_in_words(counted, side, chosen(counted, page, tables_of(siege), side, plan, occasion)))
    few, many = acts
    if few == many:
        return few
    return say("{few} if the stores, which are counted this morning, are small; else {many}",
               few=few.rstrip("."), many=many)  # fmt: skip


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
