"""The sheets of a campaign as a report shows them: what a side has, what it knows of others, how its goals
stand (GUC-3). Made from what a seat knows; whatever is not in that is not on it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaign import ends, naming, short
from rules.campaign.calendar import date_of
from rules.campaign.sheet_others import of_others
from rules.campaign.sheet_own import owed, own
from rules.campaign.sieges.telling import at_sieges
from rules.core.language import named, say, say_many
from rules.events.base import Event
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import Goal
from rules.views.records import CampaignSituation


def situation(at: Campaign, seat: str | None) -> CampaignSituation:
    """How it stands, as far as a seat (None: the public) knows."""
    side = side_of(at, seat)
    return CampaignSituation(
        title=named(at.setup.title),
        turn=at.day,
        turns=at.setup.last_day,
        phase_title=day_title(at),
        victory=fought_for(at),
        notes=tuple(owed(at, side)) if side else (),
        tables=(*own(at, side), *at_sieges(at), *of_others(at, side)),
        score=tuple(score(at, side)) if side else (),
        strengths=tuple(strengths(at)),
    )


def day_title(at: Campaign) -> str:
    """ "12 May 1057, day 9 of 10", in the language spoken."""
    return say(
        "{date}, day {day} of {last}", date=date_of(at.setup, at.day), day=at.day, last=at.setup.last_day
    )


def fought_for(at: Campaign) -> tuple[str, ...]:
    """What scores for each side on the last day."""
    said = []
    for side in at.setup.sides:
        goals = [goal_told(at, goal) for goal in at.setup.goals if goal.side == side.id]
        if goals:
            said.append(say("{side}: {goals}.", side=side.name, goals="; ".join(goals)))
    last = date_of(at.setup, at.setup.last_day)
    said.append(say("Most points at the end of {date} win.", date=last))
    if most := at.setup.options.days_ahead:
        said.append(
            say_many(
                "Groups that a battle on a board cannot touch go on with {n} day ahead of it.",
                "Groups that a battle on a board cannot touch go on with up to {n} days ahead of it.",
                most,
                n=most,
            )
        )
    return tuple(said)


def goal_told(at: Campaign, goal: Goal) -> str:
    """ "3 points for Venosa", "1 point for each 5 D"."""
    points = naming.points(goal.points)
    match goal.kind:
        case "hold":
            return say(
                "{points} for {place}, if it is theirs",
                points=points,
                place=naming.place_name(at, goal.place),
            )
        case "deniers":
            return say_many(
                "{points} for each denier",
                "{points} for each {n} deniers",
                goal.each,
                points=points,
                n=goal.each,
            )
        case "prestige":
            return say_many(
                "{points} for each point of prestige of their leaders",
                "{points} for each {n} points of prestige of their leaders",
                goal.each,
                points=points,
                n=goal.each,
            )
        case "captive":
            return say("{points} for each leader whom they hold", points=points)
        case _:
            place = naming.place_name(at, goal.place)
            return say("{points} if a leader of theirs is in {place}", points=points, place=place)


def strengths(at: Campaign) -> list[str]:
    """What everybody sees of each side: "Normans: 3 groups, 2 places"."""
    told = []
    for side in at.setup.sides:
        groups = sum(not group.mercenaries for group in at.groups_of(side.id))
        places = sum(place.side == side.id for place in at.places.values())
        n = say_many("{n} group", "{n} groups", groups, n=groups)
        m = say_many("{n} place", "{n} places", places, n=places)
        told.append(f"{named(side.name)}: {n}, {m}")
    return told


def score(at: Campaign, side: str) -> list[str]:
    """How the goals of the reader's side stand, one to a line; what others have reached is their own to
    know."""
    goals = [goal for goal in at.setup.goals if goal.side == side]
    if not goals:
        return []
    reached = [ends.reached(at, goal) for goal in goals]
    told = [_reached(at, goal, points) for points, goal in zip(reached, goals, strict=True)]
    return [say("So far {n}.", n=naming.points(sum(reached))), *told]


def _reached(at: Campaign, goal: Goal, now: int) -> str:
    """What ``goal_told`` says, to who has it: "3 points for Venosa, if it is yours: now 0."."""
    points = naming.points(goal.points)
    match goal.kind:
        case "hold":
            place = naming.place_name(at, goal.place)
            return say(
                "{points} for {place}, if it is yours: now {now}.", points=points, place=place, now=now
            )
        case "deniers":
            return say_many(
                "{points} for each denier: now {now}.",
                "{points} for each {n} deniers: now {now}.",
                goal.each,
                points=points,
                n=goal.each,
                now=now,
            )
        case "prestige":
            return say_many(
                "{points} for each point of prestige of your leaders: now {now}.",
                "{points} for each {n} points of prestige of your leaders: now {now}.",
                goal.each,
                points=points,
                n=goal.each,
                now=now,
            )
        case "captive":
            return say("{points} for each leader whom you hold: now {now}.", points=points, now=now)
        case _:
            place = naming.place_name(at, goal.place)
            return say(
                "{points} if a leader of yours is in {place}: now {now}.", points=points, place=place, now=now
            )


def in_short(
    at: Campaign, seat: str | None, before: Campaign | None, shown: Sequence[Event]
) -> tuple[str, ...]:
    """What a player reads first."""
    return short.in_short(at, seat, before, shown)
