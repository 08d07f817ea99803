"""What is done on a day by GUISCARD: as on any other, but for the day on which a relief is met, and for days
on which those who hold the place are besieged in it (GUI-11.4.1e)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.siege import DeedDone
from rules.siege import days, fights, initiative, relieved
from rules.siege.plans.choosing import Occasion
from rules.siege.plans.plan import Act, Line
from rules.siege.today import Today
from rules.state.figure import SideId
from rules.state.siege import Deed, Meeting

BATTERED = Occasion(initiative=False, battered=True)


def act(today: Today) -> None:
    """Besiegers who came out to a relief fight it with everybody (GUI-11.4.1f). Whoever only batters those
    who are besieged in what they hold may be assaulted instead (GUI-11.4.1g, RUL-1142)."""
    relieved.choose(today)
    siege = today.siege
    if siege.divided:
        on_both_sides(today)
        return
    if siege.met == Meeting.FIGHT and siege.today.event == relieved.RELIEF:
        fights.battle(today, Act(Deed.BATTLE))
        return
    side, acts = days.decided(today)
    if siege.exchanged and siege.besieges(side) and any(one.deed == Deed.BATTER for one in acts):
        line = storming(today, siege.besieged, BATTERED)
        if line is not None:
            side, acts = siege.besieged, line.acts
    days.carry_out(today, side, acts)


def on_both_sides(today: Today) -> None:
    """The battle outside, of those who went out and the relief alone, and the fight inside: the garrison has
    the initiative there, and leaves it to the besiegers if it does not assault (GUI-11.4.1f)."""
    siege = today.siege
    host = [man for man in siege.strength(siege.besieger) if man.id in siege.afield]
    relief = [man for man in siege.strength(siege.besieged) if man.id in siege.relief]
    today.record(DeedDone(siege.besieged, Deed.BATTLE, siege.relief))
    lost = fights.meet(today, Act(Deed.BATTLE), host, relief)
    inside = _inside(today)
    if not today.waits:
        relieved.evening(today, lost=lost, inside=inside)


def _inside(today: Today) -> str:
    siege = today.siege
    line = storming(today, siege.besieged, Occasion(initiative=True))
    if line is not None:
        return _retake(today, line.acts[0])
    initiative.passed_on(today)
    line = storming(today, siege.besieger, Occasion(initiative=False, passed=True))
    if line is not None and fights.storm(today, siege.besieger, line.acts[0]) == fights.TAKEN:
        return relieved.FALLEN
    return ""


def _retake(today: Today, one: Act) -> str:
    """Those who hold the place lay down their arms there, or give way to those outside (RUL-1140)."""
    siege = today.siege
    ended = fights.storm(today, siege.besieged, one)
    if ended == fights.TAKEN:
        for man in siege.strength(siege.besieger):
            if man.id not in siege.afield:
                today.take(man.id, siege.besieged)
    return relieved.RETAKEN if ended in (fights.TAKEN, fights.HELD) else ""


def storming(today: Today, side: SideId, occasion: Occasion) -> Line | None:
    """The line of a side's plan by which it assaults; others are not looked at."""
    plan = today.plans[side]
    lines = tuple(line for line in plan.lines if line.acts[0].deed == Deed.ASSAULT)
    return days.line_of(today, side, occasion, replace(plan, lines=lines))
