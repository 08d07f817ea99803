"""What each man of a siege has lived through: fights, wounds, sickness, healing, works, prison, each with its
day and the event that tells it. All of it lies open to both sides, as the sheet does (GUI-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.language import english, say, say_many, translated
from rules.events import siege as happens
from rules.events.base import Event
from rules.siege import facing
from rules.siege.page import SiegePage
from rules.siege.plans.plan import Act
from rules.state.figure import Character, FigureId, SideId
from rules.state.siege import Deed, Meeting, Siege
from rules.views.chronicle import Chronicle
from rules.views.records import Life


def lives(events: Iterable[Event], pages: Mapping[str, SiegePage]) -> list[Life]:
    """The lives of all of whom there is something to tell, from the events of a siege from its first on:
    whoever commands first, then who has lived through most."""
    found = _Chronicle(pages)
    at = found.follow(events)
    if at is None:
        return []
    told = [found.life(at, name) for name in found.entries]
    leads = set(at.commanders.values())
    return sorted(told, key=lambda life: (life.figure not in leads, -len(life.entries), life.name))


class _Chronicle(Chronicle[Siege]):
    """``deed``: what was told last of what a side does."""

    deed = happens.DeedDone("", "")

    def __init__(self, pages: Mapping[str, SiegePage]) -> None:
        super().__init__(Siege)
        self.pages = pages

    @property
    def page(self) -> SiegePage:
        return self.pages[self.at.setup.ruleset]

    def note(self, figure: FigureId, words: str, closer: str = "") -> None:
        day = self.at.day
        self.enter(figure, day, say("day {day}", day=day) if day else say("before the siege"), words, closer)

    def life(self, at: Siege, figure: FigureId) -> Life:
        man = at.men[figure]
        return Life(
            figure=figure,
            name=man.name,
            kind=translated(man.kind),
            side=at.side_of(man.side).name,
            prestige=0,
            now=now(at, man),
            entries=tuple(self.entries[figure]),
        )

    def closer(self, cause: str) -> str:
        """The call of the fight on a board in which this came about, if it did."""
        fought = any(fight.deed == cause and fight.back is not None for fight in self.at.fights)
        return f"day{self.at.day}-{cause}" if fought else ""

    def cause(self, word: str) -> str:
        return translated(self.page.causes.get(word, word))


def now(at: Siege, man: Character) -> str:
    """How somebody is: "dead", "commands", "wounded, back on day 8", ..."""
    if man.dead:
        return say("dead")
    if by := at.captured.get(man.id):
        return say("a prisoner of the {side}", side=at.side_of(by).name)
    said = [say("commands the {side}", side=at.side_of(man.side).name)] * (man.id in at.commanders.values())
    if man.wounded:
        back = at.recovers.get(man.id, 0)
        said.append(say("wounded, back on day {day}", day=back) if back else say("wounded"))
    said += [say("bound to build")] * (man.id in at.building)
    return ", ".join(said)


def _deed(c: _Chronicle, event: happens.DeedDone) -> None:
    c.deed = event


def _took_part(c: _Chronicle, men: Iterable[FigureId], deed: str, side: SideId) -> None:
    """``side``: who attacks, unless a deed says who has begun it."""
    by = c.deed.side if c.deed.deed == deed else side
    told = c.page.done_by(c.at, by, deed).told
    what = say(told, side=c.at.side_of(by).name, place=c.at.setup.stronghold.name)
    for name in men:
        c.note(name, say("Took part: {what}.", what=what))


def _called(c: _Chronicle, event: happens.FightCalled) -> None:
    _took_part(c, (*event.attackers, *event.defenders), event.deed, c.at.men[event.attackers[0]].side)


def _fought_quickly(c: _Chronicle, event: happens.FoughtQuickly) -> None:
    """Who guards a camp, and which patrols come, is not told: no more than who they are who fall."""
    at, side = c.at, event.attacker
    went: Iterable[Character]
    if event.deed == Deed.ASSAULT:
        able = facing.able(at, side, Act(event.deed))
        named = [man for man in able if man.id in c.deed.men] if c.deed.men else able
        went = (*named, *facing.withstanding(at, side))
    elif event.deed == Deed.BATTLE:
        out = (*c.deed.men, *at.afield) if c.deed.men else at.men
        went = (
            man for man in at.men.values() if man.id in out and not man.dead and man.id not in at.captured
        )
    else:
        went = (at.men[name] for name in c.deed.men)
    _took_part(c, [man.id for man in went], event.deed, side)


def _fetched(c: _Chronicle, event: happens.PartyFetched) -> None:
    words = say_many(
        "{home} packhorse came home with him.", "{home} packhorses came home with him.", event.home,
        home=event.home,
    )  # fmt: skip
    for name in c.deed.men:
        if event.home and not c.at.men[name].dead and name not in c.at.captured:
            c.note(name, words)


_ILL = ("dysentery", "poison")


def _hurt(c: _Chronicle, event: happens.ManHurt) -> None:
    told = english("Fell ill {cause}.") if event.cause in _ILL else english("Wounded {cause}.")
    c.note(event.figure, say(told, cause=c.cause(event.cause)), c.closer(event.cause))


def _died(c: _Chronicle, event: happens.ManDied) -> None:
    c.note(event.figure, say("Killed {cause}.", cause=c.cause(event.cause)), c.closer(event.cause))


def _recovery(c: _Chronicle, event: happens.RecoverySet) -> None:
    words = (
        say("1D10 = {die}: back on day {day}.", die=event.die, day=event.day)
        if event.day
        else say("1D10 = {die}: hurt for the rest of the siege.", die=event.die)
    )
    c.note(event.figure, words)


def _healed(c: _Chronicle, event: happens.ManRecovered) -> None:
    c.note(event.figure, say("Healed."))


def _commander(c: _Chronicle, event: happens.CommanderNamed) -> None:
    side = c.at.side_of(event.side).name
    c.note(event.figure, say("Commands the {side} from now on.", side=side))


def _joined(c: _Chronicle, event: happens.MenJoined) -> None:
    """He is not there before."""
    for man in event.men:
        c.note(man.id, say("Came to the {side}.", side=c.at.side_of(man.side).name))


def _team(c: _Chronicle, event: happens.TeamSet) -> None:
    thing = translated(c.page.thing(event.what).name)
    for name in event.men:
        c.note(name, say("Began to build a {thing}.", thing=thing))


def _worked(c: _Chronicle, event: happens.TeamWorked) -> None:
    if event.done:
        team = c.at.teams[event.team]
        for name in team.men:
            c.note(name, say("Has built a {thing}.", thing=translated(c.page.thing(team.what).name)))


def _taken(c: _Chronicle, event: happens.ManTaken) -> None:
    c.note(event.figure, say("Taken by {whom}.", whom=say("the {side}", side=c.at.side_of(event.by).name)))


def _unhorsed(c: _Chronicle, event: happens.HorseLost) -> None:
    c.note(event.figure, say("Lost his horse."))


def _met(c: _Chronicle, event: happens.ReliefMet) -> None:
    if event.choice == Meeting.DIVIDE:
        for name in event.men:
            c.note(name, say("Went out to fight the relief."))


def _parleyed(c: _Chronicle, event: happens.Parleyed) -> None:
    """Commanders speak with each other."""
    came = say("they give in") if event.agreed else say("they will not hear of it")
    if (name := c.at.commanders.get(c.at.besieger)) is not None:
        c.note(name, say("Asked for surrender: {came}.", came=came))
    if (name := c.at.commanders.get(c.at.besieged)) is not None and event.agreed:
        c.note(name, say("Handed {place} over.", place=c.at.setup.stronghold.name))


_Chronicle.tellers = {
    happens.DeedDone: _deed,
    happens.FightCalled: _called,
    happens.FoughtQuickly: _fought_quickly,
    happens.PartyFetched: _fetched,
    happens.ManHurt: _hurt,
    happens.ManDied: _died,
    happens.RecoverySet: _recovery,
    happens.ManRecovered: _healed,
    happens.CommanderNamed: _commander,
    happens.MenJoined: _joined,
    happens.TeamSet: _team,
    happens.TeamWorked: _worked,
    happens.ManTaken: _taken,
    happens.HorseLost: _unhorsed,
    happens.ReliefMet: _met,
    happens.Parleyed: _parleyed,
}
