"""Counters on the map in the words of a report: groups, convoys and spies come, go and leave."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.campaign import groups, naming
from rules.campaign.gazetteer import GROUNDS
from rules.campaign.routes import cost
from rules.campaign.telling import Kept, Run, Runs, Teller, Tellers
from rules.campaign.today import company
from rules.core.language import english, say, say_many, translated
from rules.events import campaign as happens
from rules.events import campaign_secrets as secret
from rules.state.campaign_counters import Group, SpyId
from rules.state.figure import Hex

FORD = english("river without a bridge")

WHY_MOVED = {
    "withdraws": english("{group} withdraws: {path}."),
    "flees": english("{group} flees: {path}."),
    "leaves": english("{group} marches off: {path}."),
    "seeks": english("{group} without an employer: {path}."),
}
MOVED_BY = {
    "withdraws": "GUC-8.3b",
    "flees": "GUC-14.6b",
    "leaves": "GUC-15.1",
    "seeks": "GUC-12.2a",
}
WHY_GONE = {
    "merged": english("{group} joins {into}."),
    "dissolved": english("{group} is no more: too few are left."),
    "destroyed": english("{group} is destroyed."),
    "taken": english("{group} is taken."),
    "garrison": english("{group} stays in the place as its garrison."),
}
GONE_BY = {
    "merged": "GUC-8.1c",
    "dissolved": "GUC-8.1a",
    "destroyed": "GUC-14.6a",
    "taken": "GUC-14.6c",
    "garrison": "GUC-5.2b",
}


def path_told(t: Teller, path: Sequence[Hex], priced: bool) -> str:
    """ "Melfi 3822 > 3922 > 4023 (hills, 2), 2 hexes east of Melfi"; ``priced``: with what dear ones cost."""
    said = [naming.hex_short(t.at, path[0]), *(_entered(t, label, priced) for label in path[1:])]
    lies = naming.hex_lies(t.at, path[-1])
    return f"{' > '.join(said)}, {lies}" if lies else " > ".join(said)


def _entered(t: Teller, label: Hex, priced: bool) -> str:
    name, price = naming.hex_short(t.at, label), cost(t.land, label, t.tables["campaign-terrain"]) or 0
    if not priced or price < 2:
        return name
    ground = t.land.at(label)
    what = FORD if ground.river and not (ground.road or ground.bridge) else GROUNDS[ground.terrain]
    return f"{name} ({translated(what)}, {price})"


def _moved(t: Teller, event: happens.GroupMoved) -> None:
    group = t.at.groups[event.group]
    if event.cause == "march":
        _marched(t, group, event.path)
        return
    if event.cause in (
        "joins",
        "stacked",
    ):  # told with the battle, and with the group
        return
    words = say(WHY_MOVED[event.cause], group=t.group(group.id), path=path_told(t, event.path, False))
    in_the_evening = event.cause == "withdraws" and group.id not in t.fighting
    if event.cause == "seeks" or in_the_evening:
        t.paragraph(words, scene=group.id, rule=MOVED_BY[event.cause])
    else:
        t.line(words, rule=MOVED_BY[event.cause])


def _marched(t: Teller, group: Group, path: tuple[Hex, ...]) -> None:
    """One's own with what it costs, and how much of its MP is spent; others as all see them."""
    known = group.id in t.at.contents
    goes_on = t.scene == group.id
    way = path_told(t, path, known)
    if not known:
        if goes_on:
            t.line(say("It goes on: {path}.", path=way), rule="GUC-8.3a")
        else:
            t.paragraph(
                say(
                    "{group}, {pace}: {path}.",
                    group=t.group(group.id),
                    pace=naming.pace(group.riders),
                    path=way,
                ),
                scene=group.id,
                rule="GUC-8.3a",
            )
        return
    whole = groups.allowance(t.at, group, t.tables)
    before = t.spent.get(group.id, 0) if goes_on else 0
    prices = sum(cost(t.land, label, t.tables["campaign-terrain"]) or 0 for label in path[1:])
    spent = min(before + prices, whole)
    if goes_on:
        t.line(
            say("It goes on: {path}: {spent} of {whole}.", path=way, spent=spent, whole=whole),
            rule="GUC-8.3a",
        )
    else:
        men = len(company(t.at, group))
        t.paragraph(
            say(
                "{group} ({men}, {pace}, {whole} MP): {path}: {spent} of {whole}.",
                group=t.group(group.id),
                men=naming.men_counted(men),
                pace=naming.pace(group.riders),
                whole=whole,
                path=way,
                spent=spent,
            ),
            scene=group.id,
            rule="GUC-2.1 GUC-8.3a",
        )
    t.spent[group.id] = spent


def _formed(t: Teller, event: happens.GroupFormed) -> None:
    group, where = event.group, t.hex(event.group.hex)
    name = (
        say("group {counter}", counter=group.id)
        if t.owns(group.side)
        else say("group {counter} of the {side}", counter=group.id, side=t.at.side_of(group.side).name)
    )
    if event.from_group:
        words = say(
            "A new counter in {hex}: {group}, out of {other}.",
            hex=where,
            group=name,
            other=t.group(event.from_group),
        )
    else:
        words = say("A new counter in {hex}: {group}.", hex=where, group=name)
    t.line(words, rule="GUC-8.1c")


def _marked(t: Teller, event: happens.GroupMarked) -> None:
    words = (
        say("{group} has the cavalry marker from now on: all of it ride.", group=t.group(event.group))
        if event.riders
        else say("{group} has the cavalry marker no more: some of it walk.", group=t.group(event.group))
    )
    t.line(words, rule="GUC-8.1d")


def _gone(t: Teller, event: happens.GroupGone) -> None:
    into = t.group(event.into) if event.into else ""
    t.line(say(WHY_GONE[event.cause], group=t.group(event.group), into=into), rule=GONE_BY[event.cause])


def _under(t: Teller, event: happens.BandUnder) -> None:
    band = t.group(event.group)
    words = (
        say("{band} are in the service of {group} from now on.", band=band, group=t.group(event.under))
        if event.side
        else say("{band} serve nobody from now on.", band=band)
    )
    t.line(words, rule="GUC-12.2b" if event.side else "GUC-12.2e")


def _safe(t: Teller, event: happens.SafeConduct) -> None:
    t.line(say("Nobody molests {group} today.", group=t.group(event.group)), rule="GUC-14.8d")


# convoys


def _convoy_formed(t: Teller, event: happens.ConvoyFormed) -> None:
    convoy = event.convoy
    t.line(
        say(
            "A convoy of the {side}, {counter}, from {start} to {goal}.",
            side=t.at.side_of(convoy.side).name,
            counter=convoy.id,
            start=t.place(convoy.start),
            goal=t.place(convoy.goal),
        ),
        rule="GUC-11a",
    )


def _convoy_moved(t: Teller, event: happens.ConvoyMoved) -> None:
    convoy = t.at.convoys[event.convoy]
    words = say(
        "{convoy}: {path}.", convoy=naming.convoy_name(t.at, convoy.id), path=path_told(t, event.path, False)
    )
    if convoy.escort and convoy.escort == t.scene:
        t.line(words, rule="GUC-11a")
    else:
        t.paragraph(words, rule="GUC-11a")


def _convoy_taken(t: Teller, event: happens.ConvoyTaken) -> None:
    name = naming.convoy_name(t.at, event.convoy)
    goal = t.place(event.goal) if event.goal else ""
    escort = t.group(event.escort) if event.escort else ""
    match event.cause:
        case "plies":  # nobody's scene but its own
            return t.paragraph(say("{convoy} turns round.", convoy=name), rule="GUC-11c")
        case "joins":
            words = say("{convoy} goes with {group} from now on.", convoy=name, group=escort)
        case "taken":
            words = say("{convoy} is taken by {group}.", convoy=name, group=escort)
        case _ if escort and goal:
            words = say("{convoy} is sent to {place}, with {group}.", convoy=name, place=goal, group=escort)
        case _ if escort:
            words = say("{convoy} goes with {group} from now on.", convoy=name, group=escort)
        case _ if goal:
            words = say("{convoy} is sent to {place}.", convoy=name, place=goal)
        case _:
            words = say("{convoy} goes on without an escort.", convoy=name)
    return t.line(words, rule="GUC-13.4b" if event.cause in ("joins", "taken") else "GUC-11c")


def _convoy_gone(t: Teller, event: happens.ConvoyGone) -> None:
    convoy = t.at.convoys[event.convoy]
    name = naming.convoy_name(t.at, convoy.id)
    words = (
        say("{convoy} is unloaded in {place}.", convoy=name, place=t.place(convoy.goal))
        if event.cause == "unloaded"
        else say("{convoy} is plundered.", convoy=name)
    )
    t.line(words, rule="GUC-11b")


# spies


def _spies_moved(t: Teller, kept: Sequence[Kept]) -> None:
    """Hex by hex in the log, in one line of a report."""
    paths: dict[str, tuple[Hex, ...]] = {}
    for event, _ in kept:
        paths[event.spy] = (*paths.get(event.spy, event.path[:1]), *event.path[1:])
    for spy, path in paths.items():
        t.paragraph(
            say("{spy}: {path}.", spy=t.spy(spy), path=path_told(t, path, False)),
            scene=spy,
            rule="GUC-10b",
        )


def _spy_tested(t: Teller, event: happens.SpyTested) -> None:
    added = (
        f"{event.die}{event.modifier:+d} = {event.die + event.modifier}" if event.modifier else f"{event.die}"
    )
    words = (
        english("{spy} and {group} in one hex: 1D10 = {die}: he is discovered and killed.")
        if event.caught
        else english("{spy} and {group} in one hex: 1D10 = {die}: he is not discovered.")
    )
    t.line(say(words, spy=t.spy(event.spy), group=t.group(event.by), die=added), rule="GUC-10c")


def _of_spy(t: Teller, spy: SpyId, words: str) -> None:
    """What a spy sees or tells stands below where he went, else in a paragraph of its own."""
    if t.scene == spy:
        t.line(words, rule="GUC-10a")
    else:
        t.paragraph(words, scene=spy, rule="GUC-10a")


def _spy_told(t: Teller, event: secret.SpyTold) -> None:
    _of_spy(t, event.spy, say("{spy} has told all that he has seen.", spy=t.spy(event.spy)))


def _spy_saw(t: Teller, event: secret.SpySaw) -> None:
    words = say(
        "{spy} sees {group}: {what}.",
        spy=t.spy(event.spy),
        group=t.group(event.group),
        what=naming.sighting_told(event.sighting),
    )
    _of_spy(t, event.spy, words)


def _seen(t: Teller, event: secret.GroupSeen) -> None:
    """One that is met is seen as it is; a spy tells how it was when he saw it. What is known already is not
    told again."""
    shown, group = event.sighting, t.group(event.group)
    known = t.at.seen.get(event.side, {}).get(event.group)
    if known is not None and replace(known, spy=shown.spy) == shown:
        return
    what = naming.sighting_told(shown)
    if not shown.spy:
        tell = t.paragraph if t.is_elsewhere(event.group) else t.line
        tell(
            say("Now you see {group}: {what}.", group=group, what=what)
            if t.owns(event.side)
            else say(
                "The {side} see {group}: {what}.", side=t.at.side_of(event.side).name, group=group, what=what
            ),
            rule="GUC-8.1b",
        )
        return
    ago = t.at.day - shown.day
    when = say_many("{n} day ago", "{n} days ago", ago, n=ago) if ago else say("today")
    words = say(
        "{spy} tells of {group}, seen {when}: {what}.",
        spy=t.spy(shown.spy),
        group=group,
        when=when,
        what=what,
    )
    _of_spy(t, shown.spy, words)


COUNTERS: Tellers = {
    happens.GroupFormed: _formed,
    happens.GroupMoved: _moved,
    happens.GroupMarked: _marked,
    happens.GroupGone: _gone,
    happens.BandUnder: _under,
    happens.SafeConduct: _safe,
    happens.ConvoyFormed: _convoy_formed,
    happens.ConvoyMoved: _convoy_moved,
    happens.ConvoyTaken: _convoy_taken,
    happens.ConvoyGone: _convoy_gone,
    happens.SpyTested: _spy_tested,
    secret.SpyTold: _spy_told,
    secret.SpySaw: _spy_saw,
    secret.GroupSeen: _seen,
}
COUNTER_RUNS: Runs = {happens.SpyMoved: Run(_spies_moved)}
