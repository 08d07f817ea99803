"""The form that goes out with a day: the lines as they stand, and for groups without one what a sane leader
would do. Sending it back unchanged is a legal day."""

from __future__ import annotations

from textwrap import wrap

from rules.campaign import supply
from rules.campaign.calendar import date_of
from rules.campaign.plans import plan as orders
from rules.campaign.plans.checking import checked
from rules.campaign.plans.checks.facts import Facts
from rules.campaign.plans.reading import Reader, read_all
from rules.campaign.plans.words import VERBS
from rules.campaign.plans.writing import written
from rules.campaign.routes import days_to, way
from rules.campaign.sieges.captain import conducted
from rules.campaign.waiting import goes_on_told
from rules.core.language import say, say_many, translated
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, GroupId, PlaceId
from rules.state.figure import SeatId

WIDTH = 72
"""Columns of a form."""
ENDLESS = 99
FAR = 10
"""Days beyond which no place is too near to be proposed."""


def order_form(at: Campaign, seat: SeatId) -> str:
    """The lines that stand, and proposals, with remarks."""
    plan, lapsed = read_all(at, seat, at.standing.get(seat, ()))
    reader = Reader(at, seat, plan)
    remarks = [
        say("Orders for {date}. What is not said goes on as it stands.", date=date_of(at.setup, at.day))
    ]
    remarks += [on] if (on := goes_on_told(at, at.seat(seat).side)) else []
    remarks += [say("Counts no more: {line} ({why})", line=line, why=translated(why)) for line, why in lapsed]
    facts, lines = Facts(reader.known, plan), []
    for order in plan.orders:
        found = checked(facts, order)
        if found.trouble is None:
            lines.append(order.text)
        else:
            why = translated(found.trouble.message)
            remarks.append(say("Stands, and cannot be done now: {line} ({why})", line=order.text, why=why))
    for group in reader.known.own_groups():
        if any(march.group == group for march in plan.of(orders.March)) or _is_at_work(at, plan, group):
            continue
        errand, why = proposed(reader, group)
        line = written(errand, reader.known)
        remarks += [why] if why else []
        if not any(hold.group == group for hold in plan.of(orders.Hold)):
            lines.append(line)
        elif isinstance(errand, orders.March):
            remarks.append(line)
    planned = {conduct.place for conduct in plan.of(orders.Conduct)}
    lines += [
        written(line, reader.known) for line in conducted(at, seat, "cautious") if line.place not in planned
    ]
    remarks.append(
        say("Words: {verbs}. HELP MARCH explains one.", verbs=", ".join(verb.upper() for verb in VERBS))
    )
    commented = [f"# {line}" for remark in remarks for line in wrap(remark, WIDTH - 2)]
    return "\n".join([*commented, *(part for line in lines for part in _broken(line))])


def _is_at_work(at: Campaign, plan: orders.Plan, group: GroupId) -> bool:
    """Whether a line that stands has a group do something with the place where it is: to march away would be
    against it."""
    here = at.place_in(at.groups[group].hex)
    works: list[tuple[GroupId, PlaceId]] = [(order.group, order.place) for order in plan.of(orders.Attack)]
    works += [(order.group, order.place) for order in plan.of(orders.Summon)]
    works += [(order.group, order.place) for order in plan.of(orders.Besiege)]
    return here is not None and (group, here.id) in works


def _broken(line: str) -> list[str]:
    """A long line at its semicolons, and what is longer still at blanks, with a backslash: the desk puts both
    together again."""
    parts = [""]
    for clause in line.split("; "):
        joined = f"{parts[-1]}; {clause}" if parts[-1] else clause
        if parts[-1] and len(joined) > WIDTH:
            parts[-1] += ";"
            parts.append(f"   {clause}")
        else:
            parts[-1] = joined
    return [short for part in parts for short in _folded(part)]


def _folded(part: str) -> list[str]:
    if len(part) <= WIDTH:
        return [part]
    found = wrap(part, WIDTH - 2, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return [*(f"{line} \\" for line in found[:-1]), found[-1]]


def proposed(reader: Reader, group: GroupId) -> tuple[orders.March | orders.Hold, str]:
    """To stay, or, where there is too little to eat, to go to the nearest place of the own side that has
    enough; with a remark on it."""
    known, at = reader.known, reader.at
    facts = Facts(known, reader.plan)
    hold = orders.Hold(group=group)
    men = len(facts.men_of(group))
    wants = supply.needed(men, facts.tables)
    here = at.place_in(at.groups[group].hex)
    if not wants or (here is not None and _feeds(reader, here, wants)) or _has_convoy(reader, group):
        return hold, ""
    far: dict[PlaceId, int] = {}
    for place in at.setup.places:
        if known.ours(place.id) and _feeds(reader, place, wants):
            path = way(known.land, facts.terrain, at.groups[group].hex, place.hex)
            if path:
                far[place.id] = days_to(known.land, facts.terrain, path, facts.pace(group))
    nearest = min(far, key=lambda place: (far[place], -_points(at, place), place), default="")
    called = known.called(group)
    if not nearest or far[nearest] > FAR:
        return hold, say_many(
            "{group}: {men} man finds nothing to eat, and no place of yours is near.",
            "{group}: {men} men find nothing to eat, and no place of yours is near.",
            men, group=called, men=men,
        )  # fmt: skip
    order = orders.March(
        group=group,
        to=at.founded(nearest).hex,
        road=True,
        avoid=at.groups[group].hex != at.founded(nearest).hex,
    )
    return order, say_many(
        "{group}: {men} man finds too little to eat where he is. The march below is only proposed.",
        "{group}: {men} men find too little to eat where they are. Their march below is only proposed.",
        men,
        group=called,
        men=men,
    )


def _feeds(reader: Reader, place: Founded, wants: int) -> bool:
    """Whether a place of one's own has enough for a day."""
    at = reader.at
    if not reader.known.ours(place.id) or at.places[place.id].siege:
        return False
    resources = at.holdings[place.id].resources
    return resources is None or resources >= wants


def _points(at: Campaign, place: PlaceId) -> int:
    resources = at.holdings[place].resources
    return ENDLESS if resources is None else resources


def _has_convoy(reader: Reader, group: GroupId) -> bool:
    at = reader.at
    return any(
        reader.known.own(convoy.side) and convoy.hex == at.groups[group].hex and at.loads.get(convoy.id, 0)
        for convoy in at.convoys.values()
    )
