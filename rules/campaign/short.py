"""What a player reads first of a day: battles, places taken, whom his groups met, prisoners and ransoms, who
goes hungry, what has arrived. The first sentence of all is the subject of the mail as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.campaign import naming, waiting
from rules.campaign.narrate import failed_told
from rules.campaign.narrate_fights import called_told, defenders_named, end_told, waiting_told
from rules.campaign.narrate_places import WHY_RAISED, WHY_TAKEN
from rules.campaign.sheet_own import food_told
from rules.campaign.sieges.telling import called_told as siege_fight_told
from rules.campaign.sieges.telling import told_in_short
from rules.core.language import english, say, say_many
from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.events import campaign_secrets as secret
from rules.events.base import Event
from rules.events.campaign_sieges import InSiege, SiegeFightCalled
from rules.events.umpire import OrderFailed
from rules.evolve import evolve
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import Fate, GroupId

MOST = 12
"""So many sentences; what is less important is left to the report itself."""
FIRST, SECOND, THIRD = 0, 1, 2
"""How important a sentence is."""


def in_short(
    at: Campaign, seat: str | None, before: Campaign | None, shown: Sequence[Event]
) -> tuple[str, ...]:
    """The weightiest sentences of what a seat was shown since a state (None: nothing is told of), then what
    of its own has a turn on a day that is not everybody's, and who goes hungry now."""
    found = Short(before.copy(), seat) if before is not None else None
    told: list[str] = []
    if found is not None:
        for event in shown:
            found.see(event)
            evolve(found.at, event)
        found.end()
        told = found.told()
    side = side_of(at, seat)
    told += [on] if (on := waiting.goes_on_told(at, side)) else []
    told += [
        say("Food: {group} {food}.", group=naming.group_name(at, group.id), food=food_told(at, group.id))
        for group in at.groups_of(side)
        if side and not group.mercenaries and at.content(group.id).unfed
    ]
    return tuple(told)


class Short:
    """Sees one event after another, each from the state before it, and keeps a sentence of what matters."""

    def __init__(self, at: Campaign, seat: str | None) -> None:
        self.at, self.seat = at, seat
        self.side = side_of(at, seat)
        self.kept: list[tuple[int, str]] = []
        self.met: dict[GroupId, list[GroupId]] = {}
        self.fell: Counter[str] = Counter()
        self.ends_in: dict[GroupId, str] = {}  # of groups whose last march has led into a place

    def see(self, event: Event) -> None:
        teller = _SHORT.get(type(event))
        if teller is not None:
            teller(self, event)

    def keep(self, weight: int, text: str) -> None:
        text = text[:1].upper() + text[1:]
        if (weight, text) not in self.kept:
            self.kept.append((weight, text))

    def owns(self, group: GroupId) -> bool:
        found = self.at.groups.get(group)
        return found is not None and bool(self.side) and found.side == self.side

    def end(self) -> None:
        """What the day has cost the reader's side."""
        told = [_fell(what, self.fell[what]) for what in FELL if self.fell[what]]
        if told:
            self.keep(FIRST, say("It cost you {losses}.", losses=", ".join(told)))
        for arrived in self.ends_in.values():
            self.keep(SECOND, arrived)
        for group, others in self.met.items():
            self.keep(
                THIRD,
                say(
                    "{group} met {others}.",
                    group=naming.group_name(self.at, group),
                    others=naming.groups_named(self.at, others),
                ),
            )

    def told(self) -> list[str]:
        """The weightiest first; what weighs the same in the order of the day."""
        return [text for _, text in sorted(self.kept, key=lambda one: one[0])[:MOST]]


FELL = ("dead", "hurt", "taken", "lost")


def _fell(what: str, n: int) -> str:
    match what:
        case "dead":
            return say_many("{n} dead", "{n} dead", n, n=n)
        case "hurt":
            return say_many("{n} hurt", "{n} hurt", n, n=n)
        case "taken":
            return say_many("{n} taken", "{n} taken", n, n=n)
        case _:
            return say_many("{n} lost", "{n} lost", n, n=n)


def _tested(s: Short, event: fights.HostilityTested) -> None:
    for own, other in ((event.comer, event.other), (event.other, event.comer)):
        if other.group and s.owns(own.group):
            others = s.met.setdefault(own.group, [])
            if other.group not in others:
                others.append(other.group)


def _attack(s: Short, event: fights.AttackMade) -> None:
    """A meeting that comes to a fight is told as one."""
    for own, other in ((event.attacker, event.defender), (event.defender, event.attacker)):
        if other in s.met.get(own, ()):
            s.met[own].remove(other)
            if not s.met[own]:
                del s.met[own]


def _called(s: Short, event: fights.BattleCalled) -> None:
    mine = any(map(s.owns, (*event.attackers, *event.defenders)))
    s.keep(FIRST if mine else SECOND, called_told(s.at, event))


def _siege_fight(s: Short, event: SiegeFightCalled) -> None:
    s.keep(FIRST if event.place in s.at.sieges else SECOND, siege_fight_told(s.at, event))


def _in_siege(s: Short, event: InSiege) -> None:
    if told := told_in_short(s.at, event, s.seat):
        s.keep(FIRST, told)


def _day_opened(s: Short, event: fights.DayOpened) -> None:
    if event.still:
        s.keep(FIRST, waiting_told(s.at, event))


def _fought(s: Short, event: fights.CampaignFought) -> None:
    ours = naming.groups_named(s.at, event.attackers)
    defenders = defenders_named(s.at, event.place, event.defenders)
    mine = any(map(s.owns, (*event.attackers, *event.defenders)))
    where = naming.hex_name(s.at, event.hex)
    s.keep(FIRST if mine else SECOND, end_told(event, ours, defenders, where))


def _refused(s: Short, event: fights.FightRefused) -> None:
    s.keep(
        FIRST if s.owns(event.group) else SECOND,
        say("{group}: no fight; the men slip away one by one.", group=naming.group_name(s.at, event.group)),
    )


def _yielded(s: Short, event: fights.GroupYielded) -> None:
    s.keep(
        FIRST if s.owns(event.group) else SECOND,
        say("{group}: the men lay down their arms.", group=naming.group_name(s.at, event.group)),
    )


def _place_taken(s: Short, event: happens.PlaceTaken) -> None:
    words = WHY_TAKEN[event.cause][0]
    s.keep(FIRST, say(words, place=naming.place_name(s.at, event.place), side=s.at.side_of(event.side).name))


def _besieged(s: Short, event: happens.SiegeBegan) -> None:
    s.keep(
        SECOND,
        say(
            "{group} besieges {place}.",
            group=naming.group_name(s.at, event.group),
            place=naming.place_name(s.at, event.place),
        ),
    )


def _passed(s: Short, event: happens.SiegePassed) -> None:
    s.keep(
        SECOND,
        say(
            "{group} goes on besieging {place}.",
            group=naming.group_name(s.at, event.group),
            place=naming.place_name(s.at, event.place),
        ),
    )


def _raised(s: Short, event: happens.SiegeRaised) -> None:
    s.keep(SECOND, say(WHY_RAISED[event.cause], place=naming.place_name(s.at, event.place)))


def _taken(s: Short, event: secret.ManTaken) -> None:
    if event.man.id in s.at.captors:
        return
    if event.man.side == s.side:
        s.fell["taken"] += 1
    if event.prestige and event.by:
        s.keep(
            FIRST,
            say("{man} is a prisoner of the {side}.", man=event.man.name, side=s.at.side_of(event.by).name),
        )


def _freed(s: Short, event: secret.ManFreed) -> None:
    man = event.man or s.at.men.get(event.figure)
    if man is not None and (event.prestige or event.figure in s.at.prestige):
        s.keep(FIRST, say("{man} is free.", man=man.name))


def _hurt(s: Short, event: secret.ManHurt) -> None:
    s.fell["hurt"] += 1
    if event.figure in s.at.prestige:
        s.keep(FIRST, say("{man} is wounded.", man=s.at.men[event.figure].name))


def _lost(s: Short, event: secret.ManLost) -> None:
    man = s.at.men.get(event.figure)
    if man is None or man.side != s.side:
        return
    if event.fate in (Fate.DEAD, Fate.LOST):
        s.fell["dead" if event.fate is Fate.DEAD else "lost"] += 1
    if event.figure in s.at.prestige and event.fate is Fate.DEAD:
        s.keep(FIRST, say("{man} is dead.", man=man.name))


def _led(s: Short, event: secret.LeaderNamed) -> None:
    man = s.at.men.get(event.leader)
    if man is not None and event.prestige and event.leader not in s.at.prestige:
        s.keep(SECOND, say("{man} is a leader from now on.", man=man.name))


def _ransom(s: Short, event: fights.RansomPaid) -> None:
    man = s.at.men.get(event.leader)
    s.keep(
        FIRST,
        say(
            "{deniers} D of ransom for {man}, from the {side} to the {others}.",
            deniers=event.deniers,
            man=man.name if man is not None else event.leader,
            side=s.at.side_of(event.by).name,
            others=s.at.side_of(event.to_side).name,
        ),
    )


def _hired(s: Short, event: happens.BandUnder) -> None:
    band = naming.group_name(s.at, event.group)
    if event.side:
        s.keep(
            SECOND,
            say(
                "{band} are in the service of {group} from now on.",
                band=band,
                group=naming.group_name(s.at, event.under),
            ),
        )
    elif s.owns(event.group):
        s.keep(FIRST, say("{band} serve nobody from now on.", band=band))


def _convoy(s: Short, event: happens.ConvoyTaken) -> None:
    if event.cause not in ("taken", "joins"):
        return
    before = s.at.convoys[event.convoy].side
    words = (
        english("{convoy} is taken by {group}.")
        if event.cause == "taken"
        else english("{convoy} goes with {group} from now on.")
    )
    mine = s.side and s.side in (before, event.side)
    s.keep(
        FIRST if mine else THIRD,
        say(
            words, convoy=naming.convoy_name(s.at, event.convoy), group=naming.group_name(s.at, event.escort)
        ),
    )


def _unloaded(s: Short, event: happens.ConvoyGone) -> None:
    convoy = s.at.convoys[event.convoy]
    if convoy.side == s.side and event.cause == "unloaded":
        s.keep(
            SECOND,
            say(
                "{convoy} has reached {place}: {points}.",
                convoy=naming.convoy_name(s.at, convoy.id),
                place=naming.place_name(s.at, convoy.goal),
                points=naming.points(s.at.loads.get(convoy.id, 0)),
            ),
        )


def _moved(s: Short, event: happens.GroupMoved) -> None:
    """Where a march has ended; of a place that it went through nothing is said."""
    s.ends_in.pop(event.group, None)
    place = s.at.place_in(event.path[-1])
    if event.cause == "march" and place is not None and s.owns(event.group):
        s.ends_in[event.group] = say(
            "{group} has reached {place}.", group=naming.group_name(s.at, event.group), place=place.name
        )


def _spy(s: Short, event: happens.SpyTested) -> None:
    spy = s.at.spies[event.spy]
    if event.caught and s.side:
        words = (
            english("Your spy {name} is discovered and killed by {group}.")
            if spy.side == s.side
            else english("The spy {name} is discovered and killed by {group}.")
        )
        s.keep(SECOND, say(words, name=spy.name, group=naming.group_name(s.at, event.by)))


def _told(s: Short, event: secret.SpyTold) -> None:
    spy = s.at.spies.get(event.spy)
    if spy is not None:
        s.keep(SECOND, say("Your spy {name} has told what he has seen.", name=spy.name))


def _failed(s: Short, event: OrderFailed) -> None:
    if s.side:
        s.keep(SECOND, failed_told(event))


_SHORT: Mapping[type[Event], Callable[[Short, Any], None]] = {
    OrderFailed: _failed,
    fights.HostilityTested: _tested,
    fights.AttackMade: _attack,
    fights.BattleCalled: _called,
    fights.DayOpened: _day_opened,
    fights.CampaignFought: _fought,
    fights.FightRefused: _refused,
    fights.GroupYielded: _yielded,
    fights.RansomPaid: _ransom,
    SiegeFightCalled: _siege_fight,
    InSiege: _in_siege,
    happens.PlaceTaken: _place_taken,
    happens.SiegeBegan: _besieged,
    happens.SiegePassed: _passed,
    happens.SiegeRaised: _raised,
    secret.ManTaken: _taken,
    secret.ManFreed: _freed,
    secret.ManHurt: _hurt,
    secret.ManLost: _lost,
    secret.LeaderNamed: _led,
    happens.BandUnder: _hired,
    happens.ConvoyTaken: _convoy,
    happens.ConvoyGone: _unloaded,
    happens.GroupMoved: _moved,
    happens.SpyTested: _spy,
    secret.SpyTold: _told,
}
