"""What each man of a campaign has lived through: battles, wounds, deeds, prison, ransom, each with its day
and the event that tells it. Made of what a side was shown: its own men, and those whom it has taken."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import naming
from rules.campaign.calendar import date_of
from rules.campaign.narrate_men import WHY_PRESTIGE
from rules.core.language import english, say, translated
from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.events import campaign_secrets as secret
from rules.events.base import Event
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import Fate, GroupId
from rules.state.figure import Character, FigureId, SideId
from rules.views.chronicle import Chronicle
from rules.views.records import Life


def lives(events: Iterable[Event], seat: str | None) -> list[Life]:
    """The lives of all of whom there is something to tell, from the events of a campaign that a seat (None:
    the public, or whoever may see everything) was shown, from its first on: leaders first, then who has
    lived through most."""
    found = _Chronicle(seat)
    at = found.follow(events)
    if at is None:
        return []
    told = [found.life(at, name) for name in found.entries]
    return sorted(told, key=lambda life: (-life.prestige, -len(life.entries), life.name))


class _Chronicle(Chronicle[Campaign]):
    """As a seat may know them: ``known`` are those who were shown to it and are in no group of its own."""

    def __init__(self, seat: str | None) -> None:
        super().__init__(Campaign)
        self.seat = seat
        self.known: dict[FigureId, Character] = {}

    def note(self, figure: FigureId, words: str) -> None:
        """An entry in somebody's life; of men who are not known nothing is told."""
        man = self.at.men.get(figure, self.known.get(figure))
        if man is None:
            return
        self.known[figure] = man
        self.enter(figure, self.at.day, date_of(self.at.setup, max(self.at.day, 1)), words)

    def life(self, at: Campaign, figure: FigureId) -> Life:
        man = at.men.get(figure, self.known[figure])
        return Life(
            figure=figure,
            name=man.name,
            kind=translated(man.kind),
            side=naming.side_name(at, man.side) if man.side else say("mercenaries"),
            prestige=at.prestige.get(figure, 0) if figure not in at.fates else 0,
            now=now(at, figure),
            entries=tuple(self.entries[figure]),
        )


_FATES = {
    Fate.DEAD: english("dead"),
    Fate.LOST: english("lost in the wild"),
    Fate.TAKEN: english("a prisoner, out of the campaign"),
    Fate.GONE: english("gone home"),
}


def now(at: Campaign, figure: FigureId) -> str:
    """Where somebody is, as far as it is known: "with Robert, in 1809, ..."."""
    if figure in at.fates:
        return translated(_FATES[at.fates[figure]])
    for group, content in at.contents.items():
        if figure not in content.men and figure not in content.captives:
            continue
        where = naming.hex_name(at, at.groups[group].hex)
        if figure == content.leader:
            return say("leads group {counter}, in {hex}", counter=group, hex=where)
        if figure in content.men:
            return say("with {group}, in {hex}", group=naming.group_name(at, group), hex=where)
        return say("a prisoner of {group}, in {hex}", group=naming.group_name(at, group), hex=where)
    for place, holding in at.holdings.items():
        if figure not in (*holding.garrison, *holding.patients, *holding.held):
            continue
        name = naming.place_name(at, place)
        if figure in holding.garrison:
            return say("in the garrison of {place}", place=name)
        if figure in holding.patients:
            return say("in the care of {place}", place=name)
        return say("held for ransom in {place}", place=name)
    if by := at.captors.get(figure):
        return say("a prisoner of the {side}", side=at.side_of(by).name)
    return ""


def _company(at: Campaign, groups: Iterable[GroupId]) -> list[FigureId]:
    return [name for group in groups if group in at.contents for name in at.contents[group].men]


def _fought(c: _Chronicle, event: fights.CampaignFought) -> None:
    """Everybody of the reader's who was in it."""
    at = c.at
    attackers, defenders = event.attackers, event.defenders
    where = naming.hex_name(at, event.hex)
    for mine, others, own, theirs in (
        (attackers, defenders, event.ends[0], event.ends[1]),
        (defenders, attackers, event.ends[1], event.ends[0]),
    ):
        foe = naming.groups_named(at, others)
        if event.place and not others:
            words = _against_a_place(naming.place_name(at, event.place), own=own, theirs=theirs)
        elif theirs and not own:
            words = say("Fought {enemy} in {hex}, and won.", enemy=foe, hex=where)
        elif own and not theirs:
            words = say("Fought {enemy} in {hex}, and was beaten.", enemy=foe, hex=where)
        else:
            words = say("Fought {enemy} in {hex}.", enemy=foe, hex=where)
        for name in _company(at, mine):
            c.note(name, words)
    if event.place and event.place in at.holdings:
        words = say(
            "Defended {place} against {enemy}.",
            place=naming.place_name(at, event.place),
            enemy=naming.groups_named(at, attackers),
        )
        for name in at.holdings[event.place].garrison:
            c.note(name, words)


def _against_a_place(place: str, *, own: str, theirs: str) -> str:
    """Its townsmen alone stood there: it is named once."""
    if theirs and not own:
        return say("Attacked {place}, and won.", place=place)
    if own and not theirs:
        return say("Attacked {place}, and was beaten off.", place=place)
    return say("Attacked {place}.", place=place)


def _slipped(c: _Chronicle, event: fights.SlipTested) -> None:
    if event.result == "unharmed":
        c.note(event.figure, say("Slipped away from a fight: 1D10 = {die}.", die=event.die))


_HURT = {
    "battle": english("Wounded in the battle."),
    "siege": english("Wounded at a siege."),
    "refusing": english("Wounded as his group slipped away."),
}
_LOST = {
    "battle": english("Killed in the battle."),
    "siege": english("Killed at a siege."),
    "refusing": english("Killed as his group slipped away."),
    "massacre": english("Put to death as a prisoner."),
    "surrender": english("Put to death after the surrender."),
    "wild": english("Lost in the wild."),
    "scattered": english("Lost, shut in between enemies."),
    "prison": english("Delivered as a prisoner, out of the campaign."),
    "home": english("Went home."),
}


def _hurt(c: _Chronicle, event: secret.ManHurt) -> None:
    c.note(event.figure, translated(_HURT.get(event.cause, event.cause)))


def _lost(c: _Chronicle, event: secret.ManLost) -> None:
    """That a townsman goes home again is nobody's deed."""
    if event.cause != "home" or event.figure in c.entries:
        c.note(event.figure, translated(_LOST.get(event.cause, event.cause)))


def _leader_tested(c: _Chronicle, event: fights.LeaderTested) -> None:
    if not event.result:
        c.note(event.figure, say("Unhurt where many fell: 1D10 = {die}.", die=event.die))


def _taken(c: _Chronicle, event: secret.ManTaken) -> None:
    c.known.setdefault(event.man.id, event.man)
    before = c.at.captors.get(event.man.id)
    if event.place:
        c.note(event.man.id, say("Held for ransom in {place}.", place=naming.place_name(c.at, event.place)))
    elif before != event.by:
        c.note(event.man.id, say("Taken by {whom}.", whom=_captor(c.at, event.by, event.group)))


def _captor(at: Campaign, by: SideId, group: GroupId) -> str:
    if group:
        return naming.group_name(at, group)
    return say("the {side}", side=at.side_of(by).name) if by else say("mercenaries")


def _freed(c: _Chronicle, event: secret.ManFreed) -> None:
    words = say("Free, for a ransom.") if event.cause == "ransomed" else say("Free again.")
    c.note(event.figure, words)


def _ransom(c: _Chronicle, event: fights.RansomPaid) -> None:
    c.note(event.leader, say("{deniers} D of ransom paid for him.", deniers=event.deniers))


def _cure(c: _Chronicle, event: secret.CureBegan) -> None:
    c.note(
        event.figure,
        say(
            "In the care of {place}: 1D10 = {die}, until {date}.",
            place=naming.place_name(c.at, event.place),
            die=event.die,
            date=date_of(c.at.setup, event.day),
        ),
    )


def _healed(c: _Chronicle, event: secret.ManHealed) -> None:
    c.note(event.figure, say("Healed."))


def _led(c: _Chronicle, event: secret.LeaderNamed) -> None:
    content = c.at.contents.get(event.group)
    if not event.leader or (content is not None and content.leader == event.leader):
        return
    if event.prestige and event.leader not in c.at.prestige:
        words = say(
            "Made leader of group {counter}, prestige {prestige}.",
            counter=event.group,
            prestige=event.prestige,
        )
    else:
        words = say("Leads group {counter}.", counter=event.group)
    c.note(event.leader, words)


def _joined(c: _Chronicle, event: secret.MenJoined) -> None:
    c.known.update({man.id: man for man in event.men})
    if event.cause == "recruited":
        for man in event.men:
            c.note(man.id, say("Recruited for {group}.", group=naming.group_name(c.at, event.group)))


def _honoured(c: _Chronicle, event: secret.PrestigeChanged) -> None:
    why = WHY_PRESTIGE.get(event.cause, event.cause)
    before = c.at.prestige.get(event.leader)
    if before is None:
        return c.note(event.leader, say("Prestige {n} ({why}).", n=event.prestige, why=why))
    words = say("Prestige {before}, now {n} ({why}).", before=before, n=event.prestige, why=why)
    return c.note(event.leader, words)


def _place_taken(c: _Chronicle, event: happens.PlaceTaken) -> None:
    """A deed of everybody who stands before it."""
    hex_ = c.at.founded(event.place).hex
    side = side_of(c.at, c.seat)
    there = [g.id for g in c.at.groups_of(event.side) if g.hex == hex_ and (not side or g.side == side)]
    for name in _company(c.at, there):
        c.note(name, say("Was there when {place} was taken.", place=naming.place_name(c.at, event.place)))


_Chronicle.tellers = {
    fights.CampaignFought: _fought,
    fights.SlipTested: _slipped,
    fights.LeaderTested: _leader_tested,
    fights.RansomPaid: _ransom,
    secret.ManHurt: _hurt,
    secret.ManLost: _lost,
    secret.ManTaken: _taken,
    secret.ManFreed: _freed,
    secret.CureBegan: _cure,
    secret.ManHealed: _healed,
    secret.LeaderNamed: _led,
    secret.MenJoined: _joined,
    secret.PrestigeChanged: _honoured,
    happens.PlaceTaken: _place_taken,
}
