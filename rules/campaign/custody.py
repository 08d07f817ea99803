"""Somebody is taken prisoner, or is free again (GUC-14.6c, GUC-14.8)."""

from __future__ import annotations

from rules.campaign.marking import mark
from rules.campaign.muster import in_hand
from rules.campaign.today import Today
from rules.events.campaign_secrets import ManFreed, ManTaken
from rules.state.campaign_counters import GroupId, PlaceId
from rules.state.figure import FigureId, SideId


def take(today: Today, name: FigureId, by: SideId, *, group: GroupId = "", place: PlaceId = "") -> None:
    """A prisoner, on foot. Both sides know of it."""
    at = today.at
    man = at.men[name]
    prestige = at.prestige.get(name, 0)
    to = today.of(man.side, by)
    today.record(ManTaken(to=to, man=man, by=by, prestige=prestige, group=group, place=place))


def free(today: Today, name: FigureId, why: str, into: GroupId, *, in_fight: bool = False) -> None:
    """A prisoner is free again, in a group of his side, and has a horse if he is a rider. Whoever makes a new
    group of those who are free marks it when it has all of them. ``in_fight``: it has still to be decided; he
    leads nobody before that (RUL-1295)."""
    at = today.at
    joins = bool(at.content(into).men)
    man, by = at.men[name], at.captors.get(name, "")
    mine = today.of(man.side)
    today.record(
        ManFreed(
            to=today.of(man.side, by),
            figure=name,
            cause=why,
            man=in_hand(man),
            prestige=at.prestige.get(name, 0),
            of=mine,
            group=into,
        )
    )
    if joins and not in_fight:
        mark(today, into)
