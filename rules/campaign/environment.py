"""The weather of the year and the season, drawn once before the first day, where the players want it
(GUC-18)."""

from __future__ import annotations

from rules.campaign.today import Today
from rules.events.campaign import RotationDrawn, SeasonSet, WeatherSet
from rules.events.campaign_secrets import ResourcesChanged

OPTION = "environment"


def begin(today: Today) -> None:
    """On the first day: who moves unhired mercenaries first (RUL-1214); with the option, weather and
    season."""
    at = today.at
    if any(group.mercenaries for group in at.groups.values()):
        seats = len(at.setup.seats)
        lot = today.journal.roll("GUC-12.2a", "seats", sides=seats) - 1 if seats > 1 else 0
        today.record(RotationDrawn(lot))
    if OPTION in at.setup.modules:
        weather(today)
        season(today)


def weather(today: Today) -> None:
    """Every place but the cities has so many points more or less, between none and ten (GUC-18.1)."""
    at = today.at
    die = today.journal.roll("GUC-18.1", "weather")
    by = today.tables["campaign-weather"].number(die, "resources")
    today.record(WeatherSet(die, by))
    for place in at.places.values():
        resources = at.holdings[place.id].resources
        if resources is None:
            continue
        change = min(max(resources + by, 0), today.figure("most resources")) - resources
        if change:
            to = today.of(place.side)
            today.record(ResourcesChanged(to=to, place=place.id, by=change, cause="weather"))


def season(today: Today) -> None:
    """What the season adds to the movement of every counter (GUC-18.2)."""
    die = today.journal.roll("GUC-18.2", "season")
    row = today.tables["campaign-season"].row(die)
    today.record(SeasonSet(die, str(row["season"]), int(row["movement"])))
