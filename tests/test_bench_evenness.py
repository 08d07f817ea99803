"""How even campaigns are: games of captains, summed up (bench/evenness.py)."""

from __future__ import annotations

from bench.evenness import Ended, ended, summary
from rules.state.table import Fights


def test_whoever_has_most_points_has_won_a_game_that_lasts() -> None:
    game = ended("campaign-demone", Fights.QUICK, 1000)
    points: dict[str, int] = {}
    for goal, worth in game.goals.items():
        side = goal.split()[0]
        points[side] = points.get(side, 0) + worth
    most = [side for side, worth in points.items() if worth == max(points.values())]
    assert game.winner == (most[0] if len(most) == 1 else "draw")
    assert {"normans hold troina", "catania prestige"} <= game.goals.keys()


def test_of_the_games_that_somebody_won_it_tells_who_in_percent() -> None:
    games = [Ended(winner, {"normans prestige": n}) for n, winner in enumerate(("n", "b", "b", "draw"))]
    told = summary("campaign-canne", Fights.BOARD, games)
    assert told["winners"] == {"b": 2, "n": 1, "draw": 1}
    assert told["percent"] == {"b": 67, "n": 33}
    assert told["goals"] == {"normans prestige": 1.5}
