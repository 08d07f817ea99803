"""What befalls men, in the words of a report: many at once are told together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.campaign import naming
from rules.campaign.calendar import date_of
from rules.campaign.telling import Kept, Run, Runs, Teller
from rules.core.language import english, say, say_many, translated
from rules.events import campaign_fights as fights
from rules.events import campaign_secrets as secret
from rules.events.base import Event
from rules.narrate.lines import TableCell
from rules.siege import quick
from rules.state.campaign_counters import GroupId, PlaceId
from rules.state.figure import FigureId

FEW = 3
"""So many men are called by their names; more are counted by kinds."""
FELL = {
    "battle": english("Killed in the battle: {men}."),
    "massacre": english("Prisoners put to death: {men}."),
    "surrender": english("Put to death after the surrender: {men}."),
    "wild": english("Lost in the wild, too few to be a group: {men}."),
    "scattered": english("Shut in and scattered: {men}."),
    "prison": english("Delivered as prisoners, and out of the campaign: {men}."),
    "home": english("Gone home: {men}."),
}
FELL_BY = {
    "battle": "GUC-17.3",
    "massacre": "GUC-14.8c",
    "surrender": "GUC-15.1",
    "wild": "GUC-8.1a",
    "scattered": "RUL-1222",
    "prison": "GUC-14.8b",
    "home": "GUC-13.6b",
}
HURT = english("Wounded in the battle: {men}.")
ELSEWHERE = ("refusing", "siege")
"""Causes that are told with a man's die, or with what happened at a siege."""
SLIPPED = {
    "unharmed": english("unharmed"),
    "taken": english("taken"),
    "wounded": english("wounded"),
    "killed": english("killed"),
}
LEADERS = {"": english("unhurt"), quick.WOUNDED: english("wounded"), quick.DEAD: english("killed")}


def names_told(t: Teller, men: Iterable[FigureId]) -> str:
    """A few by their names, more by kinds; of others' men, whom the reader does not know, their number."""
    names = list(men)
    known = [t.at.men[name] for name in names if name in t.at.men]
    told = []
    if len(known) <= FEW:
        told += [naming.called(man) for man in known]
    else:
        told.append(f"{naming.men_counted(len(known))} ({naming.kinds_told(naming.kinds_of(known))})")
    if others := len(names) - len(known):
        told.append(say_many("{n} man of theirs", "{n} men of theirs", others, n=others))
    return ", ".join(told)


def name_told(t: Teller, figure: FigureId) -> str:
    return t.at.men[figure].name if figure in t.at.men else figure


def _losses(t: Teller, kept: Sequence[Kept]) -> None:
    """Who slipped away, was hurt or killed, and which leader's die said so. What a man's die said when he
    slipped away is told with the die."""
    events: list[Event] = [one.event for one in kept]
    _slips(t, [event for event in events if isinstance(event, fights.SlipTested)])
    for event in events:
        if isinstance(event, fights.LeaderTested):
            t.line(
                say(
                    "{man}: 1D10 = {die} at {dead} % dead: {result}.",
                    man=name_told(t, event.figure),
                    die=event.die,
                    dead=event.dead,
                    result=LEADERS[event.result],
                ),
                rule="GUC-17.4",
                figures=(event.figure,),
            )
    lost: dict[str, list[FigureId]] = {}
    for event in events:
        if isinstance(event, secret.ManLost) and event.cause not in ELSEWHERE:
            lost.setdefault(event.cause, []).append(event.figure)
    for cause, names in lost.items():
        t.line(say(FELL[cause], men=names_told(t, names)), rule=FELL_BY[cause], figures=tuple(names))
    hurt = [e.figure for e in events if isinstance(e, secret.ManHurt) and e.cause not in ELSEWHERE]
    if hurt:
        t.line(say(HURT, men=names_told(t, hurt)), rule="GUC-17.3", figures=tuple(hurt))
    on_foot = [name for e in events if isinstance(e, secret.HorsesLost) for name in e.men]
    if on_foot:
        t.line(say("Without horses from now on: {men}.", men=names_told(t, on_foot)), rule="GUC-15.2b")


def _slips(t: Teller, slips: Sequence[fights.SlipTested]) -> None:
    """One's own man by man; of others how many."""
    if not slips:
        return
    own = [slip for slip in slips if slip.figure in t.at.men]
    said = []
    for slip in own:
        die = f"{slip.die}{slip.modifier:+d}" if slip.modifier else f"{slip.die}"
        said.append(f"{name_told(t, slip.figure)} {die} {translated(SLIPPED[slip.result])}")
    for result, word in SLIPPED.items():
        number = sum(slip.result == result for slip in slips if slip.figure not in t.at.men)
        if number:
            said.append(f"{number} {translated(word)}")
    t.line(
        say("1D10 for each man, riders and armoured ones -1, wounded +2: {men}.", men=", ".join(said)),
        rule="GUC-14.5a",
        figures=tuple(slip.figure for slip in own),
        cell=TableCell("campaign-refusing"),
    )


def _captive(t: Teller, event: secret.ManTaken) -> bool:
    """Whether they had him already."""
    return t.at.captors.get(event.man.id) == event.by


def _taken(t: Teller, kept: Sequence[Kept]) -> None:
    found: dict[tuple[bool, str, GroupId, PlaceId], list[str]] = {}
    for event, again in kept:
        found.setdefault((again, event.by, event.group, event.place), []).append(naming.called(event.man))
    for (again, by, group, place), names in found.items():
        men, side = ", ".join(names), t.at.side_of(by).name if by else ""
        if place:
            words = say("Held in {place} until a ransom is paid: {men}.", place=t.place(place), men=men)
        elif again:
            words = say("Led on by {group}: {men}.", group=t.group(group), men=men)
        elif group:
            words = say(
                "Prisoners of the {side}, led by {group}: {men}.", side=side, group=t.group(group), men=men
            )
        else:
            words = say("Prisoners of the {side}: {men}.", side=side, men=men)
        t.line(
            words, rule="GUC-14.8b" if place else "GUC-14.8a", figures=tuple(one.event.man.id for one in kept)
        )


def _known(t: Teller, event: secret.ManFreed) -> str:
    """What he is called; whoever had him knows it still when he goes."""
    return event.man.name if event.man is not None else name_told(t, event.figure)


def _freed(t: Teller, kept: Sequence[Kept]) -> None:
    names = [name for _, name in kept]
    ransomed = any(event.cause == "ransomed" for event, _ in kept)
    words = english("Free, for a ransom: {men}.") if ransomed else english("Free again: {men}.")
    t.line(
        say(words, men=", ".join(names)),
        rule="GUC-14.8d" if ransomed else "RUL-1220",
        figures=tuple(event.figure for event, _ in kept),
    )


def _cures(t: Teller, kept: Sequence[Kept]) -> None:
    events: list[Event] = [one.event for one in kept]
    healed = [e.figure for e in events if isinstance(e, secret.ManHealed)]
    if healed:
        t.line(say("Healed: {men}.", men=names_told(t, healed)), rule="GUC-14.7b", figures=tuple(healed))
    began = [e for e in events if isinstance(e, secret.CureBegan)]
    if began:
        said = [
            say(
                "{name} 1D10 = {die}, until {date}",
                name=name_told(t, e.figure),
                die=e.die,
                date=date_of(t.at.setup, e.day),
            )
            for e in began
        ]
        places = translated(" and ").join(dict.fromkeys(t.place(e.place) for e in began))
        t.line(
            say("In the care of {place}: {men}.", place=places, men="; ".join(said)),
            rule="GUC-14.7b",
            figures=tuple(e.figure for e in began),
            cell=TableCell("siege-healing"),
        )
    broken = [e.figure for e in events if isinstance(e, secret.CureBroken)]
    if broken:
        t.line(
            say("Out of their beds before they were healed: {men}.", men=names_told(t, broken)),
            rule="GUC-14.7b",
            figures=tuple(broken),
        )


LOSSES, CURES = Run(_losses), Run(_cures)
MEN_RUNS: Runs = {
    **dict.fromkeys(
        (secret.ManHurt, secret.ManLost, secret.HorsesLost, fights.LeaderTested, fights.SlipTested), LOSSES
    ),
    secret.ManTaken: Run(_taken, _captive),
    secret.ManFreed: Run(_freed, _known),
    **dict.fromkeys((secret.ManHealed, secret.CureBegan, secret.CureBroken), CURES),
}
