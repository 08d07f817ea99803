"""A place is stormed: by whom it is defended, and what comes of it (GUC-12.3, GUC-13.5, GUC-13.6)."""

from __future__ import annotations

from collections.abc import Collection

from rules.campaign import battles, field, resolving
from rules.campaign.boards import calling
from rules.campaign.levies import called_up, sent_home
from rules.campaign.lines import Line, drawn_up_with, fighters, standing
from rules.campaign.places import change_hands, loot, prison_opened, staffed
from rules.campaign.plans.plan import Attack
from rules.campaign.prisoners import guarded
from rules.campaign.today import Today
from rules.core.language import english
from rules.events.campaign_fights import AttackMade
from rules.state.campaign import Levy
from rules.state.campaign_counters import Founded, Group, GroupId, Kind
from rules.state.figure import FigureId


def storm(today: Today, group: Group, place: Founded, order: Attack) -> None:
    """A settlement is defended by its men, who are as many as it is rich (GUC-13.6a), on a board if that was
    agreed; a castle by its garrison behind walls, and by one die without a siege (RUL-1294). Cities are too
    large to be attacked (GUC-13.5)."""
    at = today.at
    if place.kind is Kind.CITY:
        today.line_done(group.seat, order)
        today.failed(group.seat, order, "GUC-13.5", english("a city is too large to be attacked"))
        return
    today.noted = True
    today.record(AttackMade(group.id, group.hex, place=place.id))
    side = at.places[place.id].side
    within = list(standing(at, group.hex, side))
    outside = list(drawn_up_with(at, group))
    battles.join(today, group.hex, outside, within, group.side, side, place.id)
    levy = called_up(today, place.id)
    today.done |= {*outside, *within}
    ours, theirs = lines(outside, within, levy)
    if not fighters(at, theirs):
        _walked_into(today, place, ours)
        return
    if place.kind is not Kind.CASTLE and calling.is_fought_out(today, ours, theirs):
        calling.call(today, group.hex, ours, theirs, storms=place.id)
        return
    ended(today, place, ours, theirs, resolving.resolved(today, group.hex, ours, theirs, place=place.id))


def _walked_into(today: Today, place: Founded, ours: Line) -> None:
    """There is nobody in it: no fight, no losses, no honour (RUL-1242, RUL-1312)."""
    group = today.at.groups[ours.groups[0]]
    lacks = ""
    if place.kind is Kind.CASTLE:
        change_hands(today, place, group, "empty")
        staffed(today, place, group)
    else:
        lacks = english("nobody is in {place} and nothing to be had there", place=place.name)
    _won(today, place, group, lacks)


def lines(
    attackers: Collection[GroupId], defenders: Collection[GroupId], levy: Levy | None
) -> tuple[Line, Line]:
    return Line(tuple(attackers)), Line(tuple(defenders), levy)


def ended(
    today: Today,
    place: Founded,
    ours: Line,
    theirs: Line,
    ends: tuple[str, str],
    taken: Collection[FigureId] = (),
) -> None:
    """Who wins may plunder the place (GUC-12.3), and a castle is his, its garrison his prisoners (RUL-1223).
    Where both give way nobody has won, and who attacked leaves (GUC-17.3, GUC-14.6d). Those who took up arms
    go home (GUC-13.6b)."""
    at = today.at
    outside, inside = field.ended(today, place.hex, ours, theirs, ends, taken)
    left = [at.groups[group] for group in ours.groups if group in at.groups]
    victor = left[0] if left and inside and not outside else None
    if victor is not None and place.kind is Kind.CASTLE:
        guarded(today, list(field.standing_in(at, theirs)), ours.groups)
        change_hands(today, place, victor, "assault")
        staffed(today, place, victor)
    if theirs.levy is not None:
        sent_home(today, theirs.levy)
    if victor is not None:
        _won(today, place, victor)


def _won(today: Today, place: Founded, group: Group, lacks: str = "") -> None:
    if today.at.places[place.id].side != group.side:
        prison_opened(today, group, place)
    loot(today, group, place)
    for order in today.orders(group.seat, Attack):
        if (order.group, order.place) == (group.id, place.id):
            today.line_done(group.seat, order, lacks)
            break
