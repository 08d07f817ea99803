"""What the sheet of each scale says, for reports: the one place that asks of which scale a situation is.

Templates word what is around a sheet by its ``scale``: "battle", "siege" or "campaign"."""

from __future__ import annotations

from rules import engine


def sides(situation: engine.Situation) -> tuple[engine.MusterSide, ...]:
    """Who stands on each side, figure by figure; nothing where there are no figures."""
    return situation.sides if isinstance(situation, engine.BattleSituation) else ()


def strengths(situation: engine.Situation) -> tuple[str, ...]:
    """How many stand on each side, in a few words a side."""
    if isinstance(situation, engine.CampaignSituation):
        return situation.strengths
    if isinstance(situation, engine.SiegeSituation):
        return tuple(f"{company.name} {company.count}" for company in situation.companies)
    return tuple(f"{side.name} {side.standing}/{side.total}" for side in sides(situation))


def by_days(situation: engine.Situation) -> bool:
    """Whether days go by in it, which have their names, and not turns."""
    return isinstance(situation, engine.SiegeSituation | engine.CampaignSituation)


def rounds(situation: engine.Situation) -> str:
    """What goes by in it, in English: turns or days."""
    return "days" if by_days(situation) else "turns"


def near(situation: engine.Situation) -> tuple[str, ...]:
    """What each figure has around it."""
    if not isinstance(situation, engine.BattleSituation):
        return ()
    return tuple(place.text for place in situation.neighbourhoods)


def works(situation: engine.Situation) -> tuple[str, ...]:
    """What ladders, engines and fires there are, how the walls of a place stand, or how far the goals of a
    campaign are reached, a sentence each."""
    if isinstance(situation, engine.CampaignSituation):
        return situation.score
    if isinstance(situation, engine.SiegeSituation):
        return situation.walls
    return situation.works if isinstance(situation, engine.BattleSituation) else ()


def calendar(situation: engine.Situation) -> tuple[engine.CalendarDay, ...]:
    """The boxes of a siege's days."""
    return situation.calendar if isinstance(situation, engine.SiegeSituation) else ()


def text_calendar(situation: engine.Situation) -> tuple[str, ...]:
    """The same in lines of text, in columns."""
    return situation.text_calendar if isinstance(situation, engine.SiegeSituation) else ()


def companies(situation: engine.Situation) -> tuple[engine.Company, ...]:
    """The sides of a siege, its men by kinds."""
    return situation.companies if isinstance(situation, engine.SiegeSituation) else ()


def listings(situation: engine.Situation) -> tuple[engine.SheetTable, ...]:
    """The tables of a campaign: what one has, and what one knows of others."""
    return situation.tables if isinstance(situation, engine.CampaignSituation) else ()
