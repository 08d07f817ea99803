"""What a day brought, in the words of a report, each with its rule and its dice."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.language import english, say, say_many, translated
from rules.events import siege as happens
from rules.events.base import Event
from rules.events.umpire import DecisionMade, OrderFailed
from rules.evolve import evolve
from rules.narrate.lines import ReportLine, TableCell
from rules.siege.narrate_fights import FIGHTS
from rules.siege.page import SiegePage, tables_of
from rules.siege.telling import Teller, Tellers
from rules.state.siege import Siege


def narrated(before: Siege, page: SiegePage, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """The lines of a report of some events, told from the state before them, in a book's words."""
    teller = Teller(before.copy(), page, seat, _TELLERS)
    for event in events:
        teller.tell(event)
        evolve(teller.siege, event)
    return teller.lines


def _day(t: Teller, event: happens.DayBegan) -> None:
    t.line(say("Day {day}.", day=event.day))


def _stores(t: Teller, event: happens.StoresCounted) -> None:
    t.line(
        say_many(
            "The garrison counts its stores: the dice show {sum}, {modifier:+d} for {mouths} mouths:"
            " food for {days} day.",
            "The garrison counts its stores: the dice show {sum}, {modifier:+d} for {mouths} mouths:"
            " food for {days} days.",
            event.days, sum=event.sum, modifier=event.modifier, mouths=event.mouths, days=event.days),
        rule="GUI-11.1.1a", cell=TableCell("siege-stores", t.siege.setup.stronghold.kind),
    )  # fmt: skip


def _drawn(t: Teller, event: happens.EventDrawn) -> None:
    added = ""
    if event.first_days:
        added += say(", first nine days +{bonus}", bonus=event.first_days)
    if event.blockade:
        added += say(", thin blockade +{bonus}", bonus=event.blockade)
    what = translated(t.page.said[event.event])
    if not event.happens and event.event != "nothing":
        day = t.siege.happened.get(event.event, 0)
        what = say("{event}: that was on day {day}, nothing comes of it", event=what, day=day)
    t.line(
        say(
            "Event: 2D10 = {sum}{added}: {what}.",
            sum=event.sum,
            added=_summed(added, event.total),
            what=what,
        ),
        rule="GUI-11.1.2a",
        cell=TableCell("siege-events", str(event.total)),
    )


def _summed(added: str, total: int) -> str:
    """What was added to dice, and the sum; nothing where nothing was."""
    return f"{added} = {total}" if added else ""


def _initiative(t: Teller, event: happens.InitiativeTaken) -> None:
    who = t.side(event.side)
    if event.given:
        t.line(say("Initiative without a roll: {who}.", who=who), rule="GUI-11.1.3a")
        return
    bonus = say(" ({bonus:+d} in it)", bonus=event.bonus) if event.bonus else ""
    added = tables_of(t.siege)["siege-figures"].number("initiative besieger", "value")
    t.line(
        say("Initiative: besiegers {outside} ({added:+d} in it), besieged {inside}{bonus}: {who}.",
            outside=event.besieger, added=added, inside=event.besieged, bonus=bonus, who=who),
        rule="GUI-11.1.3a",
    )  # fmt: skip


def _passed(t: Teller, event: happens.InitiativePassed) -> None:
    t.line(say("{who} pass the initiative on.", who=t.side(event.side)), rule="GUI-11.1.3d")


def _deed(t: Teller, event: happens.DeedDone) -> None:
    action = t.page.done_by(t.siege, event.side, event.deed)
    done = say(action.told, side=t.side(event.side), place=t.siege.setup.stronghold.name)
    names = ", ".join(t.siege.men[name].name for name in event.men)
    words = say("{done}: {names}.", done=done, names=names) if names else f"{done}."
    t.line(words, rule=action.rule, figures=event.men)


def _hurt(t: Teller, event: happens.ManHurt) -> None:
    verb = (
        english("{name} falls ill {cause}.")
        if event.cause in ("dysentery", "poison")
        else english("{name} is wounded {cause}.")
    )
    t.line(
        say(verb, name=t.name(event.figure), cause=t.cause(event.cause)),
        depth=1,
        figures=(event.figure,),
    )


def _died(t: Teller, event: happens.ManDied) -> None:
    t.line(
        say(
            "{name} is killed {cause}.",
            name=t.name(event.figure),
            cause=t.cause(event.cause),
        ),
        depth=1,
        figures=(event.figure,),
    )


def _recovery(t: Teller, event: happens.RecoverySet) -> None:
    name = t.name(event.figure)
    words = (
        say("{name}: 1D10 = {die}, back on day {day}.", name=name, die=event.die, day=event.day)
        if event.day
        else say("{name}: 1D10 = {die}, not during this siege.", name=name, die=event.die)
    )
    t.line(
        words,
        depth=1,
        rule="GUI-11.1.5a",
        figures=(event.figure,),
        cell=TableCell("siege-healing", str(event.die)),
    )


def _recovered(t: Teller, event: happens.ManRecovered) -> None:
    t.line(say("{name} is healed.", name=t.name(event.figure)), rule="GUI-11.1.5b", figures=(event.figure,))


def _commander(t: Teller, event: happens.CommanderNamed) -> None:
    t.line(
        say("{name} now commands the {side}.", name=t.name(event.figure), side=t.side(event.side)),
        depth=1,
        rule="GUI-11.6d",
        figures=(event.figure,),
    )


def _joined(t: Teller, event: happens.MenJoined) -> None:
    kinds: dict[str, int] = {}
    for man in event.men:
        kinds[man.kind] = kinds.get(man.kind, 0) + 1
    who = ", ".join(f"{translated(kind)} {number}" for kind, number in kinds.items())
    names = ", ".join(man.name for man in event.men)
    paid = say(" for {points} points", points=event.points) if event.points else ""
    rule = {"relief": "GUI-11.6b", "reinforcement": "GUI-11.6j"}.get(event.cause, "GUI-11.6g")
    t.line(say("They come{paid}: {who} ({names}).", paid=paid, who=who, names=names), depth=1, rule=rule)


def _stores_changed(t: Teller, event: happens.StoresChanged) -> None:
    until = t.siege.fed_until + event.days
    words = say_many("{days:+d} day of stores", "{days:+d} days of stores", abs(event.days), days=event.days)
    t.line(say("{words}: food until day {until}.", words=words, until=until), depth=1, rule="GUI-11.1.1e")


def _engines(t: Teller, event: happens.EnginesChanged) -> None:
    things = t.page.thing(event.what).counted(abs(event.by))
    left = t.siege.engines.get(event.what, 0) + event.by
    words = {
        "built": say("{things} ready ({left} in all).", things=things, left=left),
        "sabotage": say("{things} destroyed ({left} left).", things=things, left=left),
        "broken": say("{things} broken ({left} left).", things=things, left=left),
        "burnt": say("{things} burnt ({left} left).", things=things, left=left),
    }[event.cause]
    t.line(words, depth=1, rule="GUI-11.2a" if event.cause == "built" else "")


def _team(t: Teller, event: happens.TeamSet) -> None:
    names = ", ".join(t.siege.men[name].name for name in event.men)
    t.line(
        say("They begin a {thing}: {names}.", thing=t.thing(event.what), names=names),
        depth=1, rule="GUI-11.2b", figures=event.men,
    )  # fmt: skip


def _worked(t: Teller, event: happens.TeamWorked) -> None:
    thing = t.thing(t.siege.teams[event.team].what)
    t.line(
        say(
            "Work on a {thing}: day {worked} of {needed}.",
            thing=thing,
            worked=event.worked,
            needed=event.needed,
        ),
        rule="GUI-11.2a",
    )


def _left(t: Teller, event: happens.TeamLeft) -> None:
    thing = t.thing(t.siege.teams[event.team].what)
    t.line(
        say("The builders of a {thing} leave off; what is done is kept.", thing=thing),
        depth=1,
        rule="GUI-11.2b",
    )


def _battered(t: Teller, event: happens.WallBattered) -> None:
    wall = t.siege.setup.stronghold.wall(event.hex)
    assert wall is not None
    points = say_many("{points} point", "{points} points", event.points, points=event.points)
    if event.down and "D" in event.result:
        came = say("it is down")
    elif "D" in event.result:
        came = say("damaged, {stage} of {stages}", stage=event.stage, stages=event.stages)
    else:
        came = say("no harm")
    t.line(
        say("{hex} ({part}): {points}, 1D10 = {die}: {result}: {came}.",
            hex=event.hex, part=translated(wall.part.value), points=points, die=event.die,
            result=event.result, came=came),
        depth=1, rule="GUI-11.3.4a", cell=TableCell("siege-battering", str(event.die), event.column),
    )  # fmt: skip


def _parleyed(t: Teller, event: happens.Parleyed) -> None:
    added = "".join(f" + {bonus} ({translated(factor)})" for factor, bonus in event.bonuses.items())
    came = say("they give in") if event.agreed else say("they will not hear of it")
    t.line(
        say("1D10 = {die}{added}, {needed} needed: {came}.",
            die=event.die, added=_summed(added, event.total), needed=event.needed, came=came),
        depth=1, rule="GUI-11.5.1",
    )  # fmt: skip


def _lifted(t: Teller, event: happens.SiegeLifted) -> None:
    _ended(t, event.cause)


def _fell(t: Teller, event: happens.PlaceFell) -> None:
    _ended(t, event.cause)


def _ended(t: Teller, cause: str) -> None:
    end = t.page.ends[cause]
    t.line(translated(end.told), rule=end.rule)


def _planned(t: Teller, event: DecisionMade) -> None:
    t.line(say("As you planned: {order}.", order=event.order), depth=1, private=True)


def _refused(t: Teller, event: OrderFailed) -> None:
    t.line(
        say("Not done: {order}: {why}.", order=event.order, why=translated(event.why)), depth=1, private=True
    )


_TELLERS: Tellers = {
    **FIGHTS,
    happens.DayBegan: _day,
    happens.StoresCounted: _stores,
    happens.EventDrawn: _drawn,
    happens.InitiativeTaken: _initiative,
    happens.InitiativePassed: _passed,
    happens.DeedDone: _deed,
    happens.ManHurt: _hurt,
    happens.ManDied: _died,
    happens.RecoverySet: _recovery,
    happens.ManRecovered: _recovered,
    happens.CommanderNamed: _commander,
    happens.MenJoined: _joined,
    happens.StoresChanged: _stores_changed,
    happens.EnginesChanged: _engines,
    happens.TeamSet: _team,
    happens.TeamWorked: _worked,
    happens.TeamLeft: _left,
    happens.WallBattered: _battered,
    happens.Parleyed: _parleyed,
    happens.SiegeLifted: _lifted,
    happens.PlaceFell: _fell,
    DecisionMade: _planned,
    OrderFailed: _refused,
}
