"""Orders as they stand: lines that read the same again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rules.campaign.picking import ANY
from rules.campaign.plans import plan as orders
from rules.campaign.plans import terms
from rules.campaign.plans.clauses import NEAR
from rules.campaign.plans.counted import in_numbers, money, so_many
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import ALWAYS, NEVER, Cases, Meeting, Pick
from rules.orders.trouble import Misread
from rules.state.campaign_counters import GroupId, PlaceId

_Writer = Callable[[Any, Known], str]


def written(order: orders.Order, known: Known) -> str:
    """A line as it stands."""
    return _WRITERS[type(order)](order, known)


def _place(place: PlaceId, known: Known) -> str:
    return known.at.founded(place).name


def _with(group: GroupId, known: Known) -> str:
    return f" with {known.called(group)}" if group else ""


def picked(pick: Pick, known: Known) -> str:
    """ "3 knights, Hugo, 2 men, the wounded"."""
    parts = [so_many(number, kind) for kind, number in pick.kinds.items()]
    parts += [known.at.men[name].name for name in pick.names]
    parts += [so_many(pick.number, ANY)] if pick.number else []
    parts += ["the wounded"] if pick.wounded else []
    return ", ".join(parts)


def _march(order: orders.March, known: Known) -> str:
    if order.toward:
        words = f"MARCH {known.called(order.group)} toward {known.called(order.toward)}"
    else:
        words = f"MARCH {known.called(order.group)} to {known.where(order.to)}"
    words += " by road" if order.road else ""
    words += f" via {', '.join(known.where(at) for at in order.via)}" if order.via else ""
    clauses = ["avoid strangers"] if order.avoid else []
    for at, far in order.shun:
        how = "near" if far == NEAR else f"within {far} of" if far else "through"
        clauses.append(f"never {how} {known.where(at)}")
    if order.meeting is not None:
        clauses += [found] if (found := _against(order.meeting, known)) else []
        clauses += _meeting(order.meeting)
    return "; ".join([words, *clauses])


def _against(meeting: Meeting, known: Known) -> str:
    names = [known.at.side_of(side).name for side in meeting.against]
    return f"against {' and '.join(names)}" if names else ""


def _meeting(meeting: Meeting) -> list[str]:
    clauses = []
    otherwise = _otherwise(meeting.fight)
    for word, cases in (("fight", meeting.fight), ("refuse", meeting.refuse), ("yield", meeting.give_up)):
        if cases is None:
            continue
        other = word == "refuse" or (word == "yield" and meeting.refuse is None)
        if other and cases == otherwise:
            clauses.append(f"else {word}")
        else:
            clauses.append(f"{word}{_when(cases)}")
    return clauses


def _otherwise(cases: Cases | None) -> Cases | None:
    """What ELSE means behind them; None where it means nothing, or too much."""
    if cases in (None, ALWAYS, NEVER):
        return None
    with suppress(Misread):
        return terms.negated(cases)
    return None


def _when(cases: Cases) -> str:
    if cases == ALWAYS:
        return ""
    return " never" if cases == NEVER else f" if {terms.in_words(cases)}"


def _join(order: orders.Join, known: Known) -> str:
    words = "JOIN no battle" if order.never else "JOIN any battle"
    words += f" of {known.called(order.beside)}" if order.beside else ""
    words += f" next to {known.called(order.group)}" if order.group else ""
    if order.fights:
        names = [known.called(group) for group in order.fights]
        words += f" if {' or '.join(names)} {'fights' if len(names) == 1 else 'fight'}"
    if order.terms != ALWAYS:
        words += f"; only if {terms.in_words(order.terms)}"
    return words


def _garrison(order: orders.Garrison, known: Known) -> str:
    words = f"GARRISON {known.at.founded(order.place).name}"
    if order.pick is not None:
        return f"{words} with {picked(order.pick, known)} of {known.called(order.group)}"
    words += f" at least {order.least}"
    return words + (f" from {known.called(order.group)}" if order.group else "")


def _hire(order: orders.Hire, known: Known) -> str:
    words = f"HIRE {order.band or 'mercenaries'}" + (
        f" with {known.called(order.group)}" if order.group else ""
    )
    if order.most == 0:
        return f"{words} for a share"
    words += f" up to {money(order.most)}" if order.most is not None else ""
    return words + (", else promise a share" if order.share else "")


def _meet(order: orders.Meet, known: Known) -> str:
    whom = [known.called(order.group)] if order.group else []
    whom += [against] if (against := _against(order.meeting, known)) else []
    return f"MEET {' '.join(whom) or 'all'}: {'; '.join(_meeting(order.meeting))}"


def _split(order: orders.Split, known: Known) -> str:
    words = f"SPLIT {known.called(order.group)}: {picked(order.pick, known)}"
    words += f" under {known.at.men[order.leader].name}" if order.leader else ""
    return words + (f" with {money(order.purse)}" if order.purse else "")


def _merge(order: orders.Merge, known: Known) -> str:
    group, into = known.called(order.group), known.called(order.into)
    if order.pick is None:
        return f"MERGE {group} with {into}"
    return f"MOVE {picked(order.pick, known)} from {group} to {into}"


def _pass(order: orders.Pass, known: Known) -> str:
    return f"PASS {money(order.halves)} from {known.called(order.group)} to {known.called(order.into)}"


def _draw(order: orders.Draw, known: Known) -> str:
    place, group = _place(order.place, known), known.called(order.group)
    return f"DRAW {picked(order.pick, known)} from {place} for {group}"


def _fetch(order: orders.Fetch, known: Known) -> str:
    words = f"FETCH {known.called(order.group)}"
    return words + (f" from {_place(order.place, known)}" if order.place else "")


def _recruit(order: orders.Recruit, known: Known) -> str:
    return f"RECRUIT {known.called(order.group)} {in_numbers(order.kinds)}"


def _share(order: orders.Share, known: Known) -> str:
    points = "one a man" if order.points is None else f"{order.points} points"
    return f"SHARE {order.band or 'all'} {points}"


def _convoy(order: orders.Convoy, known: Known) -> str:
    way = f"from {_place(order.start, known)} to {_place(order.goal, known)}"
    return f"CONVOY {order.points} {way}{_with(order.escort, known)}"


def _send(order: orders.Send, known: Known) -> str:
    goal = f" to {_place(order.goal, known)}" if order.goal else ""
    return f"SEND {order.convoy}{goal}{_with(order.escort, known)}"


def _scout(order: orders.Scout, known: Known) -> str:
    to = f" to {known.where(order.to)}" if order.to else " home"
    back = " and back" if order.back and order.to else ""
    return f"SPY {known.at.spies[order.spy].name}{to}{back}"


def _ransom(order: orders.Ransom, known: Known) -> str:
    name = known.at.men[order.leader].name
    if order.never:
        return f"NO RANSOM for {name}"
    purse = known.called(order.group) if order.group else _place(order.place, known) if order.place else ""
    return f"RANSOM {name}" + (f" from the purse of {purse}" if purse else "")


def _attack(order: orders.Attack, known: Known) -> str:
    words = f"ATTACK {_place(order.place, known)}{_with(order.group, known)}"
    return words + (f" if {terms.in_words(order.terms)}" if order.terms != ALWAYS else "")


def _loot(order: orders.Loot, known: Known) -> str:
    return f"LOOT {'all' if order.points is None else order.points}{_with(order.group, known)}"


def _bargain(order: orders.Bargain, known: Known) -> str:
    return f"{'NO BARGAIN' if order.never else 'BARGAIN'} for {_place(order.place, known)}"


def _panels(order: orders.Panels, known: Known) -> str:
    ground = f"{order.ground}: " if order.ground else ""
    return f"PANELS {ground}{', '.join(order.panels)}"


def _quiet(order: orders.Quiet, known: Known) -> str:
    return f"QUIET up to {order.days} {'day' if order.days == 1 else 'days'}"


_WRITERS: dict[type[orders.Order], _Writer] = {
    orders.March: _march,
    orders.Hold: lambda order, known: f"HOLD {known.called(order.group)}",
    orders.Meet: _meet,
    orders.Join: _join,
    orders.Split: _split,
    orders.Merge: _merge,
    orders.Pass: _pass,
    orders.Garrison: _garrison,
    orders.Draw: _draw,
    orders.Lay: lambda order, known: f"LAY wounded of {known.called(order.group)}",
    orders.Fetch: _fetch,
    orders.Recruit: _recruit,
    orders.Hire: _hire,
    orders.PayBand: lambda order, known: f"PAY {order.band}",
    orders.Share: _share,
    orders.Lure: lambda order, known: f"LURE {order.band} toward {known.called(order.group)}",
    orders.Convoy: _convoy,
    orders.Send: _send,
    orders.Scout: _scout,
    orders.Ransom: _ransom,
    orders.Attack: _attack,
    orders.Summon: lambda order, known: f"SUMMON {_place(order.place, known)}{_with(order.group, known)}",
    orders.Besiege: lambda order, known: f"SIEGE {_place(order.place, known)}{_with(order.group, known)}",
    orders.Conduct: lambda order, known: f"SIEGE {_place(order.place, known)}: {order.line}",
    orders.Loot: _loot,
    orders.Bargain: _bargain,
    orders.Panels: _panels,
    orders.Quiet: _quiet,
}
