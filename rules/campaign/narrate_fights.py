"""Encounters and fights of a campaign in the words of a report."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaign import ahead, naming, waiting
from rules.campaign.meeting import may_fight
from rules.campaign.telling import Teller, Tellers
from rules.core.language import english, say, say_many, translated
from rules.events import campaign_fights as fights
from rules.narrate.lines import TableCell
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId, PlaceId

ENDS = {
    "rout": english("{side} routed"),
    "retreat": english("{side} driven off"),
    "lifted": english("{side} thrown back"),
    "surrender": english("{side} made to surrender"),
    "flight": english("{side} put to flight"),
    "destroyed": english("{side} destroyed"),
    "draw": english("{side} marched off"),
}
FATES = {
    "slain": english("all are slain but leaders"),
    "half": english("half of them are slain"),
    "prisoners": english("all are prisoners"),
    "foot": english("they leave with their arms, on foot"),
    "free": english("they leave with arms and horses"),
}
BANDS = {
    "loyal": english("they are loyal"),
    "quit": english("they quit"),
    "revolt": english("they turn on their employer"),
}


def _tested(t: Teller, event: fights.HostilityTested) -> None:
    one, other = event.comer, event.other
    t.line(
        say(
            "Test: {one} = {a}; {other} = {b}. {may}",
            one=_sum(t, event, one, other),
            a=one.total,
            other=_sum(t, event, other, one),
            b=other.total,
            may=_may(t, event),
        ),
        rule="GUC-7b GUC-7c GUC-7d",
    )


def _sum(t: Teller, event: fights.HostilityTested, own: fights.Tested, other: fights.Tested) -> str:
    """ "theirs 8, no leader, 14 against 22 men -1"."""
    leads = (
        say("prestige {prestige} {by:+d}", prestige=own.prestige, by=own.by_prestige)
        if own.prestige
        else say("no leader")
    )
    men = say("{n} against {others} men {by:+d}", n=own.men, others=other.men, by=own.by_headcount)
    return f"{_whose(t, event, own)} {own.level}, {leads}, {men}"


def _divided(t: Teller, event: fights.HostilityTested) -> bool:
    """Whether one of the two is the reader's and the other is not."""
    return t.owns(event.comer.side) != t.owns(event.other.side)


def _whose(t: Teller, event: fights.HostilityTested, own: fights.Tested) -> str:
    if _divided(t, event):
        return say("yours") if t.owns(own.side) else say("theirs")
    return t.group(own.group) if own.group else t.place(event.place)


def _may(t: Teller, event: fights.HostilityTested) -> str:
    able = [one for one in (event.comer, event.other) if may_fight(t.tables, one)]
    if len(able) == 2:
        return say("Both may open a fight.")
    if not able:
        return say("Neither may open a fight.")
    if not _divided(t, event):
        return say("Only {group} may open a fight.", group=_whose(t, event, able[0]))
    if t.owns(able[0].side):
        return say("You may open a fight, they may not.")
    return say("They may open a fight, you may not.")


def _peace(t: Teller, event: fights.MetInPeace) -> None:
    if event.could:
        t.line(say("No fight: whoever might open one does not want it."), rule="GUC-13.2")
    else:
        t.line(say("No fight."), rule="GUC-7e")


def _attack(t: Teller, event: fights.AttackMade) -> None:
    attacker, where = t.group(event.attacker), t.hex(event.hex)
    if event.defender:
        words = say(
            "{attacker} attacks {defender} in {hex}.",
            attacker=attacker,
            defender=t.group(event.defender),
            hex=where,
        )
    else:
        words = say("{attacker} attacks {place}.", attacker=attacker, place=t.place(event.place))
    if t.scene and t.scene in (event.attacker, event.defender):
        t.line(words, rule="GUC-13.2" if event.defender else "GUC-13.6")
    else:
        t.paragraph(words, scene=event.attacker, rule="GUC-13.2" if event.defender else "GUC-13.6")
    t.fighting |= {event.attacker, event.defender}


def _refused(t: Teller, event: fights.FightRefused) -> None:
    t.line(
        say("{group}: no fight; the men slip away one by one.", group=t.group(event.group)), rule="GUC-14.5a"
    )


def _yielded(t: Teller, event: fights.GroupYielded) -> None:
    t.line(say("{group}: the men lay down their arms.", group=t.group(event.group)), rule="GUC-14.6c")


def _battle_joined(t: Teller, event: fights.BattleJoined) -> None:
    who = t.group(event.group)
    other = t.group(event.beside) if event.beside else t.place(event.place)
    if event.beside and t.at.groups[event.group].hex == t.at.groups[event.beside].hex == event.from_hex:
        told = say("{group} comes to the help of {other}.", group=who, other=other)
    else:
        told = say(
            "{group} comes from {hex} to the help of {other}.",
            group=who, hex=t.hex(event.from_hex), other=other,
        )  # fmt: skip
    t.line(told, rule="GUC-14.3")


def _called(t: Teller, event: fights.BattleCalled) -> None:
    t.line(called_told(t.at, event), rule="GUC-14.4")


def called_told(at: Campaign, event: fights.BattleCalled) -> str:
    return say(
        "The battle in {hex}, {one} against {other}, is fought out on a board; the day waits for it.",
        hex=naming.hex_name(at, event.hex),
        one=naming.groups_named(at, event.attackers),
        other=defenders_named(at, event.storms, event.defenders),
    )


def defenders_named(at: Campaign, place: PlaceId, groups: Sequence[GroupId]) -> str:
    """Who is attacked: a place, groups, or a place and the groups in it."""
    named = naming.place_name(at, place) if place else "", naming.groups_named(at, groups)
    return translated(" and ").join(name for name in named if name)


def _fought(t: Teller, event: fights.CampaignFought) -> None:
    """Who was in it and how it ended; for those who were, values, dice and losses too."""
    if event.ground == "board":
        _fought_out(t, event)
        return
    if event.call:
        t.paragraph(
            say(
                "The time for the battle in {hex} is over: those who still stand decide it.",
                hex=t.hex(event.hex),
            )
        )
    ours = naming.groups_named(t.at, event.attackers)
    defenders = defenders_named(t.at, event.place, event.defenders)
    if event.column:
        added = (
            f"{event.die}{event.modifier:+d} = {event.die + event.modifier}"
            if event.modifier
            else f"{event.die}"
        )
        read = min(max(event.die + event.modifier, 1), 10)
        raised = "".join(
            say(" ({who} +{percent} % for the ground)", who=who, percent=percent)
            for who, percent in zip((ours, defenders), event.percent, strict=True)
            if percent
        )
        t.line(
            say(
                "{one}, {n} worth {a}, against {other}, {m} worth {b}{raised}: 1D10 = {die}: {letter}.",
                one=ours,
                n=naming.men_counted(event.men[0]),
                a=event.values[0],
                other=defenders,
                m=naming.men_counted(event.men[1]),
                b=event.values[1],
                raised=raised,
                die=added,
                letter=event.letter,
            ),
            rule="GUC-17.2",
            cell=TableCell("quick-results", str(read), event.column),
        )
        t.line(
            say(
                "{one}: {a} % dead, {c} % wounded; {other}: {b} % dead, {d} % wounded.",
                one=ours,
                a=event.dead[0],
                c=event.wounded[0],
                other=defenders,
                b=event.dead[1],
                d=event.wounded[1],
            ),
            rule="GUC-17.3",
            cell=TableCell("quick-losses", event.letter),
        )
        t.line(f"{ends_told(event, ours, defenders)}.", rule="GUC-14.6b")
    else:
        t.line(outcome_told(event, ours, defenders), rule="GUC-14.6b")


def _fought_out(t: Teller, event: fights.CampaignFought) -> None:
    """A battle that was fought out on a board: a paragraph of its own, since it began on an earlier page."""
    ours = naming.groups_named(t.at, event.attackers)
    theirs = defenders_named(t.at, event.place, event.defenders)
    t.paragraph(outcome_told(event, ours, theirs, t.hex(event.hex)), rule="GUC-14.6b")
    if not any(event.men):
        return
    for who, men, dead, wounded in zip((ours, theirs), event.men, event.dead, event.wounded, strict=True):
        t.line(
            say(
                "{who}: {men}, {dead} dead, {wounded} wounded.",
                who=who,
                men=naming.men_counted(men),
                dead=dead,
                wounded=wounded,
            )
        )


def waiting_told(at: Campaign, event: fights.DayOpened) -> str:
    """Which groups wait for which battles while others begin a day ahead of these, and for how long; or which
    have no turn, since they are ahead."""
    groups = naming.groups_named(at, waiting.own_first(at, ahead.groups_in(at, event.still)))
    if not event.ahead and not groups:
        return say("Day {day} is made up by those who waited.", day=event.day)
    if not event.ahead:
        return say(
            "Day {day} is made up by those who waited. Ahead of them, and without a turn: {groups}.",
            day=event.day,
            groups=groups,
        )
    hexes = dict.fromkeys(naming.hex_name(at, fight.hex) for fight in at.fights.values())
    return say(
        "These wait until the battle is over in {hexes}, and make their days up then: {groups}. All others "
        "go on with day {day}: at most {n} days ahead.",
        groups=groups,
        hexes=", ".join(hexes),
        day=event.day,
        n=at.setup.options.days_ahead,
    )


def outcome_told(event: fights.CampaignFought, attackers: str, defenders: str, where: str = "") -> str:
    """ "Battle in 1809, Robert against group b2 of the Byzantines: Robert driven off."."""
    if event.place:
        what = english("Assault, {one} against {other}: {end}.")
    elif where:
        what = english("Battle in {hex}, {one} against {other}: {end}.")
    else:
        what = english("Battle, {one} against {other}: {end}.")
    came = ends_told(event, attackers, defenders)
    return say(what, hex=where, one=attackers, other=defenders, end=came)


def end_told(event: fights.CampaignFought, attackers: str, defenders: str, where: str) -> str:
    """The same with what came of it first, since a headline may be cut behind it."""
    what = english("{end}, in the battle in {hex}, {one} against {other}.")
    if event.place:
        what = english("{end}, in the assault of {one} against {other}.")
    end = ends_told(event, attackers, defenders)
    return say(what, end=end[:1].upper() + end[1:], hex=where, one=attackers, other=defenders)


def ends_told(event: fights.CampaignFought, attackers: str, defenders: str) -> str:
    """ "Robert driven off"; of a place without groups its men."""
    if event.place and not event.defenders:
        defenders = say("the men of {place}", place=defenders)
    ends = [
        say(ENDS[end], side=who) for end, who in zip(event.ends, (attackers, defenders), strict=True) if end
    ]
    return translated(" and ").join(ends) if ends else say("nobody driven off")


def _prisoners_killed(t: Teller, event: fights.PrisonersKilled) -> None:
    side = t.called(event.by) if event.by else say("mercenaries")
    t.line(
        say_many(
            "Nobody can guard them: {n} prisoner of the {side} is put to death.",
            "Nobody can guard them: {n} prisoners of the {side} are put to death.",
            event.number,
            n=event.number,
            side=side,
        ),
        rule="GUC-14.8c",
    )


def _summoned(t: Teller, event: fights.Summoned) -> None:
    t.line(
        say(
            "{group} summons {place}: {above} above it, 1D6 = {die}: {percent} % of its stores, {points}.",
            group=t.group(event.group),
            place=t.place(event.place),
            above=event.difference,
            die=event.die,
            percent=event.percent,
            points=naming.points(event.price),
        ),
        rule="GUC-15.3b",
        cell=TableCell("campaign-capitulation"),
    )


def _fate(t: Teller, event: fights.FateDrawn) -> None:
    t.line(
        say(
            "{place} has nothing left to eat and surrenders: 1D10 = {die}: {fate}.",
            place=t.place(event.place),
            die=event.die,
            fate=FATES[event.fate],
        ),
        rule="GUC-15.1",
        cell=TableCell("campaign-fate", str(event.die)),
    )


def _band(t: Teller, event: fights.BandTested) -> None:
    added = f"{event.die}{event.modifier:+d} = {event.total}" if event.modifier else f"{event.die}"
    words = (
        english("{band} and their part of the loot: 1D10 = {die}: {result}.")
        if event.shared
        else english("{band} wait for their share, test {n}: 1D10 = {die}: {result}.")
    )
    service = t.at.bands.get(event.group)
    t.line(
        say(
            words,
            band=t.group(event.group),
            n=service.checks if service is not None else 0,
            die=added,
            result=BANDS[event.result],
        ),
        rule="GUC-12.2g" if event.shared else "GUC-12.2d",
    )


def _ransom(t: Teller, event: fights.RansomPaid) -> None:
    man = t.at.men.get(event.leader)
    t.line(
        say(
            "The {side} pay {deniers} D to the {others} for {man}.",
            side=t.at.side_of(event.by).name,
            deniers=event.deniers,
            others=t.at.side_of(event.to_side).name,
            man=man.name if man is not None else event.leader,
        ),
        rule="GUC-14.8d",
        figures=(event.leader,),
    )


FIGHTS: Tellers = {
    fights.HostilityTested: _tested,
    fights.MetInPeace: _peace,
    fights.AttackMade: _attack,
    fights.FightRefused: _refused,
    fights.GroupYielded: _yielded,
    fights.BattleJoined: _battle_joined,
    fights.BattleCalled: _called,
    fights.CampaignFought: _fought,
    fights.PrisonersKilled: _prisoners_killed,
    fights.Summoned: _summoned,
    fights.FateDrawn: _fate,
    fights.BandTested: _band,
    fights.RansomPaid: _ransom,
}
