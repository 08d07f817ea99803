"""How even campaigns are between captains of equal temper, half of the games bold, half cautious, and what
each goal brings each side.

python -m bench.evenness campaign-canne campaign-demone --fights board --games 60

Battles are settled by one die each, or on boards (``--fights``). Captains do not look at goals: whoever
changes the points of a scenario changes who has won these games and nothing else of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import NamedTuple

from bench import fuzz
from rules import engine
from rules.campaign import ends
from rules.campaign.scenarios import infos
from rules.state.campaign import Campaign
from rules.state.table import Fights

FIRST = 1000
"""The first seed of the table in docs/scenarios.md."""


class Ended(NamedTuple):
    """One campaign: who has won it ("draw": nobody), and what each goal was worth in the end, by its side,
    kind and place."""

    winner: str
    goals: dict[str, int]


def ended(scenario: str, fights: Fights, seed: int) -> Ended:
    """A campaign of captains, played to its end."""
    log = engine.new_game(scenario, options=engine.Options(fights=fights), commitment="")
    table = fuzz.played_out(
        engine.replay(log), seed, fuzz.EVEN[seed % len(fuzz.EVEN)], log, {"unreadable": 0}
    )
    assert isinstance(table, Campaign) and table.outcome is not None
    goals = table.setup.goals
    worth = {" ".join(filter(None, (g.side, g.kind, g.place))): ends.reached(table, g) for g in goals}
    return Ended(table.outcome.winner or "draw", worth)


def summary(scenario: str, fights: Fights, games: list[Ended]) -> dict[str, object]:
    """How often who has won, of the games that somebody won in percent too, and the mean of each goal."""
    won = Counter(game.winner for game in games)
    decided = len(games) - won["draw"]
    goals = {goal: sum(game.goals[goal] for game in games) / len(games) for goal in games[0].goals}
    return {
        "scenario": scenario,
        "fights": fights.value,
        "games": len(games),
        "winners": dict(won.most_common()),
        "percent": {side: round(100 * n / decided) for side, n in won.most_common() if side != "draw"},
        "goals": {goal: round(points, 1) for goal, points in goals.items()},
    }


def main() -> int:
    known = [info.slug for info in infos()]
    parser = argparse.ArgumentParser(
        prog="python -m bench.evenness",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenarios", nargs="*", help=f"of {', '.join(known)}; all, if nothing is said")
    parser.add_argument("--fights", type=Fights, choices=list(Fights), default=Fights.QUICK)
    parser.add_argument("--games", type=int, default=60, help="of each scenario")
    parser.add_argument("--first", type=int, default=FIRST, help="first seed")
    given = parser.parse_args()
    for scenario in given.scenarios or known:
        seeds = range(given.first, given.first + given.games)
        games = [ended(scenario, given.fights, seed) for seed in seeds]
        print(json.dumps(summary(scenario, given.fights, games)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
