"""What must be true of every siege in the evening of every day, and of all that happens in it, whatever the
plans and the dice were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.events.base import Event
from rules.events.siege import (
    EnginesChanged,
    ManDied,
    ManHurt,
    ManRecovered,
    MenJoined,
    RecoverySet,
    RolesExchanged,
    StoresChanged,
    StoresCounted,
    TeamSet,
)
from rules.evolve import evolve
from rules.siege import battering
from rules.siege.page import SiegePage, tables_of
from rules.state.siege import Siege


def broken(at: Siege, page: SiegePage) -> list[str]:
    """What is wrong with a siege in the evening."""
    return [*_men(at), *works(at), *_sheet(at, page), *_roles(at)]


def _men(at: Siege) -> Iterator[str]:
    """Who was wounded on the day that ended it needs no day to be back on."""
    lasting = not (at.lifted or at.fallen)
    for name, man in at.men.items():
        if man.id != name or man not in (*at.men_of(at.besieger), *at.men_of(at.besieged)) or man.stunned:
            yield f"{name} is not himself"
        if man.dead and (name in at.recovers or name in at.building or man.mounted):
            yield f"{name} is dead and has something to do"
        awaited = name in at.recovers
        if (awaited and not man.wounded) or (man.wounded and lasting and not awaited):
            yield f"{name} is {man.health} and is to be back on {at.recovers.get(name)}"


def works(at: Siege) -> Iterator[str]:
    """What is wrong with builders, engines and walls."""
    builders = Counter(name for team in at.teams for name in team.men)
    for name, teams in builders.items():
        if teams > 1 or at.men[name].dead or at.men[name] not in at.men_of(at.besieger):
            yield f"{name} builds in {teams} teams and is {at.men[name].health}"
    for team in at.teams:
        if not 0 <= team.worked < tables_of(at)["siege-building"].number(team.what, "days"):
            yield f"{team} has worked so long"
    for what, number in at.engines.items():
        if number < 0:
            yield f"there are {number} {what}"
    for label, stage in at.damage.items():
        wall = at.setup.stronghold.wall(label)
        if wall is None or not 0 < stage <= battering.stages(wall, tables_of(at)):
            yield f"{label} has a damage of {stage}"


def _sheet(at: Siege, page: SiegePage) -> Iterator[str]:
    if at.stores < 2 or at.fed_until < at.day - 1:
        yield f"there was food for {at.stores} days, until {at.fed_until}"
    if at.setup.last_day and at.day > at.setup.last_day:
        yield f"it goes on after day {at.setup.last_day}"
    if at.lifted and at.fallen:
        yield "the siege is lifted and the place has fallen"
    if [record.day for record in at.days] != list(range(1, at.day + 1)):
        yield f"days {[record.day for record in at.days]}"
    for record in at.days:
        divided = record.event == "relief" and sorted(record.deeds) == ["assault", "battle"]
        if any(page.action(deed).fights for deed in record.deeds) and len(record.deeds) > 1 and not divided:
            yield f"day {record.day} has a fight and {record.deeds}"
    came = [record.event for record in at.days if record.event]
    if len(set(came)) < len(came):
        yield f"of {came} one has come twice"


def _roles(at: Siege) -> Iterator[str]:
    """Roles are exchanged only where besiegers hold all but the refuge, and who is outside is of the other
    side (GUI-11.4.1g)."""
    if at.exchanged and not at.holds:
        yield "the roles are exchanged, and nobody holds anything"
    if not at.holds and (at.relief or at.afield or at.left_behind):
        yield f"{at.relief} and {at.afield} are outside, and nobody holds anything"
    if not {*at.relief} <= {man.id for man in at.men_of(at.setup.besieged)}:
        yield f"{at.relief} are a relief"
    if not {*at.afield} <= {man.id for man in at.men_of(at.setup.besieger)}:
        yield f"{at.afield} have gone out to a relief"


def misdeeds(before: Siege, events: Iterable[Event]) -> Iterator[str]:
    """What is wrong with what happened in a phase: nobody comes or goes untold, nobody is back
    before his day, food is what was counted and all that was added or taken."""
    at = before.copy()
    food = at.fed_until
    for event in events:
        yield from _harm(at, event)
        yield from _gain(at, event)
        if isinstance(event, StoresCounted | StoresChanged):
            food += event.days
        if isinstance(event, RolesExchanged):
            food = at.day - 1 + event.days
        there = set(at.men)
        evolve(at, event)
        come = {man.id for man in event.men} if isinstance(event, MenJoined) else set()
        if set(at.men) != there | come:
            yield f"{there ^ set(at.men)} come or go with {event.kind}"
        if at.fed_until != food:
            yield f"food until {at.fed_until}, and {food} by what has happened"


def _harm(at: Siege, event: Event) -> Iterator[str]:
    match event:
        case ManHurt(figure=name) | ManDied(figure=name) if at.men[name].dead:
            yield f"{name} is dead and comes to harm"
        case ManHurt(figure=name) if at.men[name].wounded:
            yield f"{name} is wounded twice"
        case RecoverySet(figure=name, day=until):
            if not at.men[name].wounded or 0 < until <= at.day:
                yield f"{name} is to be back on {until}, on day {at.day}"
        case EnginesChanged(what=what, by=by) if at.engines.get(what, 0) + by < 0:
            yield f"{by} {what} are too many to lose"


def _gain(at: Siege, event: Event) -> Iterator[str]:
    match event:
        case ManRecovered(figure=name):
            if not at.men[name].wounded or not 0 < at.recovers[name] <= at.day:
                yield f"{name} is back on day {at.day} and was to be on {at.recovers.get(name)}"
        case TeamSet(men=men):
            size = tables_of(at)["siege-figures"].number("builders", "value")
            if len(set(men)) != size or any(at.men[name].wounded or at.men[name].dead for name in men):
                yield f"{men} begin to build"
            if set(men) & at.building:
                yield f"some of {men} build already"
        case MenJoined(men=men) if {man.id for man in men} & set(at.men):
            yield "somebody joins twice"
