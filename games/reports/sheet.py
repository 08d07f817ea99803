"""What the sheet of each scale says, for reports: the one place that asks of which scale a situation is."""

from __future__ import annotations

from rules import engine


def sides(situation: engine.Situation) -> tuple[engine.MusterSide, ...]:
    """Who stands on each side, figure by figure; nothing where there are no figures."""
    return situation.sides if isinstance(situation, engine.BattleSituation) else ()


def near(situation: engine.Situation) -> tuple[str, ...]:
    """What each figure has around it."""
    if not isinstance(situation, engine.BattleSituation):
        return ()
    return tuple(place.text for place in situation.neighbourhoods)


def works(situation: engine.Situation) -> tuple[str, ...]:
    """What ladders, engines and fires there are, a sentence each."""
    return situation.works if isinstance(situation, engine.BattleSituation) else ()
