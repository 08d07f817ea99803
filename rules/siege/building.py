"""Building siege equipment (GUI-11.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.siege import EnginesChanged, TeamLeft, TeamSet, TeamWorked
from rules.siege.plans.plan import Act
from rules.siege.today import Today, names
from rules.state.figure import Character
from rules.state.siege import Siege

BUILT_BY_EVENT = "engineer"


def needed(siege: Siege, what: str, tables: Tables) -> int:
    """Days of work: fewer for a thrower once an engineer is there, for one that is under way too (GUI-11.2a,
    GUI-11.6k)."""
    return tables["siege-building"].number(what, "engineer" if BUILT_BY_EVENT in siege.happened else "days")


def can_build(siege: Siege) -> tuple[Character, ...]:
    """Who may: the unhurt who are not at it already (GUI-11.2b, RUL-1101), those who fight worst
    and wear no armour first."""
    free = [man for man in siege.at_hand(siege.besieger) if not man.wounded]
    return tuple(sorted(free, key=lambda man: (man.leader, man.rider, man.armoured, man.values.attack)))


def unasked(siege: Siege) -> tuple[Character, ...]:
    """Who is set to work if nobody is named: no rider and no leader is."""
    return tuple(man for man in can_build(siege) if not man.rider and not man.leader)


def why_not(siege: Siege, tables: Tables, act: Act) -> str:
    """Why a work cannot be begun."""
    size = tables["siege-figures"].number("builders", "value")
    able = names(can_build(siege))
    bound = [siege.men[name].name for name in act.men if name not in able]
    if bound:
        return english("{names} cannot build today", names=", ".join(bound))
    if act.men and len(act.men) != size:
        return english("{number} men build together, not {named}", number=size, named=len(act.men))
    return why_not_together(siege, tables, [act])


def why_not_together(siege: Siege, tables: Tables, acts: Sequence[Act]) -> str:
    """Why works cannot all be begun on one day: every team has five men of its own (GUI-11.2b)."""
    named = [name for act in acts for name in act.men]
    if len(set(named)) < len(named):
        return english("a man is to build two things")
    needed = tables["siege-figures"].number("builders", "value") * sum(not act.men for act in acts)
    free = len([man for man in unasked(siege) if man.id not in named])
    if free >= needed:
        return ""
    return english("building takes {number} unhurt men on foot, and {left} are free: name others",
                   number=needed, left=free)  # fmt: skip


def begin(today: Today, act: Act) -> None:
    """Five men are set to a work until it is done (GUI-11.2b); what was left of one is gone on with
    (RUL-1102)."""
    size = today.figure("builders")
    today.record(TeamSet(act.what, act.men or names(unasked(today.siege))[:size]))


def work(today: Today) -> None:
    """A day's work of every team. One that is short of a man or has one wounded leaves off and keeps what it
    has done. Done work frees its men (GUI-11.2a, GUI-11.2b)."""
    size = today.figure("builders")
    for place in reversed(range(len(today.siege.teams))):
        team = today.siege.teams[place]
        fit = [name for name in team.men if not today.siege.men[name].wounded]
        if len(fit) < size:
            today.record(TeamLeft(place, "short"))
    place = 0
    while place < len(today.siege.teams):
        team = today.siege.teams[place]
        done = TeamWorked(place, team.worked + 1, needed(today.siege, team.what, today.tables))
        today.record(done)
        if done.done:
            pieces = today.tables["siege-building"].number(team.what, "pieces")
            today.record(EnginesChanged(team.what, pieces, "built"))
        else:
            place += 1
