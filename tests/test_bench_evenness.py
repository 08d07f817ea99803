"""How even campaigns are: games of captains, summed up (bench/evenness.py), and their battles on boards
beside the die (bench/campaign_fights.py)."""

from __future__ import annotations

from collections import Counter

from bench.campaign_fights import Fought, fight, lines_of
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


def test_battles_are_told_by_the_ratio_of_their_worth_the_board_beside_the_die() -> None:
    even, die = (
        Fought(100, "attacker", Counter(attacker=4, drawn=2, defender=4)),
        Counter(attacker=6, drawn=4),
    )
    told = list(lines_of([even, even._replace(ratio=84, board="drawn"), Fought(130, "attacker", die)]))
    assert told == [
        "about equal (2): attacker 50 / 40, drawn 50 / 20, defender 0 / 40",
        "120 % to 165 % (1): attacker 100 / 60, drawn 0 / 40, defender 0 / 0",
    ]


def test_a_battle_is_fought_out_and_every_face_of_the_die_is_looked_up() -> None:
    fought = fight("campaign-knight", 0)
    assert fought.board in ("attacker", "drawn", "defender")
    assert sum(fought.die.values()) == 10 and fought.ratio > 0
