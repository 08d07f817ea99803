"""The record sheet as a report shows it: the calendar, the walls, who is there (GUI-11.1.3e, GUI-11.3.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.language import english, named, say, say_many, translated
from rules.events.base import Event
from rules.events.siege import PlaceFell, SiegeLifted
from rules.siege import battering, building, parley, stores
from rules.siege.page import SiegePage, tables_of
from rules.siege.scenarios import victory
from rules.state.figure import Character, SideId
from rules.state.siege import DayRecord, Siege
from rules.views.records import CalendarDay, Company, SiegeSituation


def situation(siege: Siege, page: SiegePage, seat: str | None) -> SiegeSituation:
    """How it stands; open to everybody but for plans, which are not on it."""
    setup = siege.setup
    return SiegeSituation(
        title=named(setup.title),
        turn=siege.day,
        turns=setup.last_day,
        phase_title=translated(day_title(siege)),
        victory=fought_for(siege),
        notes=tuple(standing(siege, page)),
        companies=tuple(_company(siege, side) for side in (siege.besieger, siege.besieged)),
        calendar=calendar(siege, page),
        text_calendar=tuple(text_calendar(siege, page)),
        walls=tuple(walls(siege)),
    )


def fought_for(siege: Siege) -> tuple[str, ...]:
    """Who wins, and when."""
    setup = siege.setup
    sides = {side.id: side.name for side in setup.sides}
    said = victory(setup.stronghold.name, sides[setup.besieger], sides[setup.besieged], setup.last_day)
    return tuple(translated(line) for line in said)


def day_title(siege: Siege) -> str:
    """ "day 3"; in English, for the record."""
    return english("day {day}", day=siege.day)


def fight_title(siege: Siege, page: SiegePage) -> str:
    """The day while it waits for a fight on a board; in English, for the record."""
    assert siege.fight is not None
    if siege.fight_inside is not None:
        return english("day {day}, the battle outside and the fight inside", day=siege.day)
    return english(page.action(siege.fight.deed).waits, day=siege.day)


def calendar(siege: Siege, page: SiegePage) -> tuple[CalendarDay, ...]:
    """A box for each day, to the last one that may come, or came: what was done, and what it cost
    (GUI-11.1.3e)."""
    records = {record.day: record for record in siege.days}
    over = bool(siege.lifted or siege.fallen)
    ends = siege.day if over else max([siege.setup.last_day, siege.fed_until, siege.day])
    return tuple(
        CalendarDay(
            day=day,
            marks="".join(page.action(deed).mark for deed in records[day].deeds) if day in records else "",
            event=str(records[day].total) if day in records and records[day].event else "",
            words=_day_in_words(records[day]) if day in records else "",
            food=not siege.fed_until or day <= siege.fed_until,
            past=day in records and (bool(records[day].deeds) or day < siege.day or over),
        )
        for day in range(1, ends + 1)
    )


def _day_in_words(record: DayRecord) -> str:
    said = [translated(deed) for deed in dict.fromkeys(record.deeds)]
    said += [translated(record.event)] if record.event else []
    said += [say_many("{n} dead", "{n} dead", record.dead, n=record.dead)] if record.dead else []
    said += [say_many("{n} hurt", "{n} hurt", record.hurt, n=record.hurt)] if record.hurt else []
    lost = record.broken
    said += [say_many("{n} engine lost", "{n} engines lost", lost, n=lost)] if lost else []
    return ", ".join(said)


WIDTH = 14
"""Days in a row of the calendar in text."""


def text_calendar(siege: Siege, page: SiegePage) -> list[str]:
    """The calendar in text: a row of days, below each what was done and which event came."""
    days = calendar(siege, page)
    rows: tuple[tuple[str, Callable[[CalendarDay], str]], ...] = (
        (say("day"), lambda day: str(day.day)),
        (say("done"), lambda day: day.marks),
        (say("event"), lambda day: f"e{day.event}" if day.event else ""),
        (say("food"), lambda day: "=" if day.food else "-"),
    )
    wide = max(len(name) for name, _ in rows)
    return [
        f"  {name:<{wide}} {''.join(f'{box(day):>4}' for day in days[start : start + WIDTH])}".rstrip()
        for start in range(0, len(days), WIDTH)
        for name, box in rows
    ]


def walls(siege: Siege) -> list[str]:
    """Damage by hex, a sentence for each that is not whole, and one for the rest (GUI-11.3.1)."""
    tables = tables_of(siege)
    said = []
    for wall in siege.setup.stronghold.walls:
        stage, stages = siege.damage.get(wall.hex, 0), battering.stages(wall, tables)
        part = translated(wall.part.value)
        if stage >= stages:
            said.append(say("{hex} ({part}) is down.", hex=wall.hex, part=part))
        elif stage:
            said.append(
                say(
                    "{hex} ({part}): damaged, {stage} of {stages}.",
                    hex=wall.hex,
                    part=part,
                    stage=stage,
                    stages=stages,
                )
            )
    if not said:
        said.append(say("The walls are whole."))
    refuge = translated(siege.setup.stronghold.refuge)
    if siege.shut_in:
        said.append(say("The besiegers hold all but {refuge}.", refuge=refuge))
    elif siege.holds:
        who = translated(siege.side_of(siege.besieged).name)
        said.append(say("The {side} hold all but {refuge}, and are besieged there.", side=who, refuge=refuge))
    return said


def standing(siege: Siege, page: SiegePage) -> list[str]:
    """Stores, engines, works and chances, in sentences."""
    tables = tables_of(siege)
    said = []
    if siege.stores:
        left = stores.days_left(siege)
        said.append(
            say_many("Food for {left} day more, until day {until}.",
                     "Food for {left} days more, until day {until}.",
                     left, left=left, until=siege.fed_until)
        )  # fmt: skip
    else:
        said.append(say("The stores are counted on the first day."))
    if siege.exchanged:
        refuge = translated(siege.setup.stronghold.refuge)
        said.append(say("In {refuge}: food until day {until}.", refuge=refuge, until=siege.refuge_until))
    engines = [page.thing(what).counted(n) for what, n in siege.engines.items() if n]
    said.append(
        say("Outside: {engines}.", engines=", ".join(engines))
        if engines
        else say("No engines stand outside.")
    )
    if taken_in := [page.thing(what).counted(n) for what, n in siege.aside.items() if n]:
        said.append(say("Taken in, and of no use there: {engines}.", engines=", ".join(taken_in)))
    for team in siege.teams:
        names = ", ".join(siege.men[name].name for name in team.men)
        said.append(
            say("Builders of a {thing}, day {worked} of {needed}: {names}.",
                thing=translated(page.thing(team.what).name), worked=team.worked,
                needed=building.needed(siege, team.what, tables), names=names)
        )  # fmt: skip
    if siege.idle_until >= siege.day:
        said.append(say("The besiegers can do nothing before day {day}.", day=siege.idle_until + 1))
    if siege.battle_spent:
        said.append(say("The one battle outside has been fought."))
    if siege.exchanged:
        said.append(say("Nobody asks for terms any more."))
        return said
    added = sum(parley.bonuses(siege, tables).values())
    enough = tables["siege-figures"].number("surrender", "value")
    needed = enough - added
    said.append(
        say(
            "A parley today: 1D10 + {added}; {needed} or more on the die is needed.",
            added=added,
            needed=needed,
        )
        if needed <= 10
        else say(
            "A parley today has no chance: 1D10 + {added}, and {enough} is needed.",
            added=added,
            enough=enough,
        )
    )
    return said


def _company(siege: Siege, side: SideId) -> Company:
    """A side by kinds, then who is hurt, bound or gone, a sentence each."""
    men = siege.men_of(side)
    here = siege.strength(side)
    commander = siege.commanders.get(side)
    kinds: dict[str, list[str]] = {}
    for man in here:
        leads = say("{name} (commands)", name=man.name) if man.id == commander else man.name
        kinds.setdefault(translated(man.kind), []).append(leads)
    lines = [say("{kind}: {names}.", kind=kind, names=", ".join(names)) for kind, names in kinds.items()]
    hurt = [_hurt(siege, man) for man in here if man.wounded]
    gone = (
        (say("Hurt: {names}."), hurt),
        (say("Building: {names}."), [man.name for man in here if man.id in siege.building]),
        (say("Prisoners: {names}."), [man.name for man in men if man.id in siege.captured and not man.dead]),
        (say("Dead: {names}."), [man.name for man in men if man.dead]),
    )
    lines += [words.replace("{names}", ", ".join(names)) for words, names in gone if names]
    where = say("outside") if siege.besieges(side) else say("inside")
    return Company(
        name=siege.side_of(side).name,
        side=side,
        count=say("{where}: {fit} fit, {hurt} hurt", where=where, fit=siege.fit(side), hurt=len(hurt)),
        lines=tuple(lines),
    )


def _hurt(siege: Siege, man: Character) -> str:
    back = siege.recovers.get(man.id, 0)
    return say("{name} (day {day})", name=man.name, day=back) if back else man.name


def in_short(siege: Siege, page: SiegePage, before: Siege | None, shown: Sequence[Event]) -> tuple[str, ...]:
    """What a player reads first: how it ended, or who acted and what it cost, and where that leaves it."""
    said: list[str] = []
    for event in shown:
        if isinstance(event, SiegeLifted | PlaceFell):
            said.append(translated(page.ends[event.cause].told))
    done = [record for record in siege.days if record.deeds and (before is None or record.day >= before.day)]
    for record in done[-3:]:
        who = translated(siege.side_of(record.initiative).name) if record.initiative else ""
        passed = say(", who passed it on") if record.passed else ""
        said.append(
            say("Day {day}: the initiative was with the {who}{passed}: {what}.",
                day=record.day, who=who, passed=passed, what=_day_in_words(record))
        )  # fmt: skip
    outside, inside = siege.fit(siege.besieger), siege.fit(siege.besieged)
    hurt = [len(siege.strength(side)) - siege.fit(side) for side in (siege.besieger, siege.besieged)]
    said.append(
        say("Outside {outside} fit and {a} hurt, inside {inside} fit and {b} hurt.",
            outside=outside, a=hurt[0], inside=inside, b=hurt[1])
    )  # fmt: skip
    if siege.stores and siege.outcome is None:
        said.append(say("Food until day {day}.", day=siege.fed_until))
    return tuple(said)
