"""Captains of this checkout against those of another one: who wins more battles?

    git worktree add --detach /tmp/earlier COMMIT
    python -m bench tournament --old /tmp/earlier --games 200
    python -m bench tournament --old /tmp/earlier --games 20 --scenario ford --temper bold

In every scenario bold ones meet bold ones and cautious ones cautious ones, each pair of games with sides
exchanged; the result is the scenario's own. A draw is half a win in the share. Each line of the table has a
sign test of the battles that were decided (two-sided), corrected by Holm for the number of lines. Below it
stand CPU time and how many men were hurt in passing enemies, needlessly where another way was safer.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from itertools import product
from math import comb, sqrt
from pathlib import Path
from typing import NamedTuple

from bench.needless import hurt_on_the_way
from bench.rivals import Captains, captains_of, these_captains
from rules import engine
from rules.scenarios.lobby import scenario_infos

TEMPERS = ("bold", "cautious")
Z = 1.96  # of an interval that holds in 95 of 100 cases


class Result(NamedTuple):
    """One game as the new captains see it: their points (1, 1/2, 0), the CPU seconds of both for their
    orders, with the number of these, and whom they had hurt on the way (bench/needless.py)."""

    points: float
    new_seconds: float
    old_seconds: float
    new_orders: int
    old_orders: int
    new_hurt: Mapping[str, int]
    old_hurt: Mapping[str, int]


class _Game:
    """A game that is played by the rules alone, and the games that it calls."""

    def __init__(self, old: Captains, new_at: int, temper: str, seed: int) -> None:
        self._captains = {True: these_captains, False: old}
        self._new_at, self._temper, self._seed = new_at, temper, seed
        self.seconds = {True: 0.0, False: 0.0}
        self.orders = {True: 0, False: 0}
        self.hurt: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}

    def play(self, log: list[engine.Event], sides: Sequence[str]) -> engine.Battle:
        """From its first events to its end; ``sides`` in the order in which they are numbered."""
        battle = engine.replay(log)
        while battle.outcome is None:
            awaiting = engine.awaiting(battle)
            for call in awaiting.rests:
                self._add(log, battle, self._told(battle, log, call, sides))
            for seat in battle.setup.seats:
                if seat.id in awaiting.seats:
                    lines = self._lines(log, battle, seat.id, sides.index(seat.side) == self._new_at)
                    reading = engine.read_orders(battle, seat.id, lines)
                    self._add(log, battle, engine.accept_orders(battle, seat.id, reading))
            key = f"{battle.setup.scenario}/{self._seed}/{self._new_at}/{battle.phase}/{self._temper}"
            events = engine.adjudicate(battle, engine.KeyedDice(sha256(key.encode()).digest()))
            for (side, harm, needless), times in hurt_on_the_way(battle, events).items():
                told = f"{harm}_needlessly" if needless else harm
                self.hurt[sides.index(side) == self._new_at][told] += times
            self._add(log, battle, *events)
        return battle

    @staticmethod
    def _add(log: list[engine.Event], battle: engine.Battle, *events: engine.Event) -> None:
        log += events
        engine.replay(events, battle)

    def _lines(self, log: list[engine.Event], battle: engine.Battle, seat: str, new: bool) -> list[str]:
        began = time.process_time()
        lines = self._captains[new](log, battle, seat, self._temper)
        self.seconds[new] += time.process_time() - began
        self.orders[new] += 1
        return lines

    def _told(
        self, battle: engine.Battle, log: Sequence[engine.Event], call: str, sides: Sequence[str]
    ) -> engine.GameTold:
        called = next(e for e in log if isinstance(e, engine.GameCalled) and e.call == call)
        opening = engine.opening_of(called)
        child = self.play(opening, sides)
        return engine.told(battle, call, child, name="k", game="", head="", events=len(opening))


def play(scenario: str, temper: str, number: int, old: Captains) -> Result:
    """Game number so and so: two of a pair have their sides exchanged."""
    log = engine.new_game(scenario, commitment="")
    battle = engine.replay(log)
    sides = [side.id for side in battle.setup.sides]
    new_at = number % 2
    game = _Game(old, new_at, temper, seed=number // 2)
    outcome = game.play(log, sides).outcome
    assert outcome is not None
    points = 0.5 if not outcome.winner else float(outcome.winner == sides[new_at])
    seconds, orders, hurt = game.seconds, game.orders, game.hurt
    return Result(points, seconds[True], seconds[False], orders[True], orders[False], hurt[True], hurt[False])


class Row(NamedTuple):
    """The games of one line of the table."""

    scenario: str
    temper: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of the share."""
        n, p = self.games, self.share
        middle, half = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return (middle - half) / (1 + Z * Z / n), (middle + half) / (1 + Z * Z / n)

    @property
    def chance(self) -> float:
        """How likely battles as one-sided as these would be decided by tossing a coin."""
        n, k = self.wins + self.losses, max(self.wins, self.losses)
        return min(1.0, 2 * sum(comb(n, i) for i in range(k, n + 1)) / 2**n)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances corrected for their number, each in its place."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, worst = [0.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, chances[i] * (len(chances) - rank)))
        corrected[i] = worst
    return corrected


def rows(results: dict[tuple[str, str], list[Result]]) -> list[Row]:
    found = []
    for (scenario, temper), played in results.items():
        points = [r.points for r in played]
        found.append(Row(scenario, temper, points.count(1.0), points.count(0.5), points.count(0.0)))
    return found


def added(found: Sequence[Row], scenario: str, temper: str) -> Row:
    """All games of some lines in one."""
    return Row(
        scenario,
        temper,
        sum(r.wins for r in found),
        sum(r.draws for r in found),
        sum(r.losses for r in found),
    )


def table(found: Sequence[Row]) -> Iterator[str]:
    """The lines of the report: each scenario and temper, then all of a temper."""
    yield "scenario   temper     games  won drawn lost  share   95 %          p (Holm)"
    for row, chance in zip(found, holm([r.chance for r in found]), strict=True):
        told = "better" if row.wins > row.losses else "WORSE"
        yield f"{_line(row)}  {chance:.3f} {told if chance < 0.05 else ''}".rstrip()
    for temper in dict.fromkeys(r.temper for r in found):
        of_temper = [r for r in found if r.temper == temper]
        yield _line(added(of_temper, "all", temper))


def _line(row: Row) -> str:
    low, high = row.interval
    return (
        f"{row.scenario:10} {row.temper:9} {row.games:6} {row.wins:4} {row.draws:5} {row.losses:4}"
        f"  {row.share:5.1%}  {low:5.1%} - {high:5.1%}"
    )


Job = tuple[int, str, str]
"""The number of a game, its scenario, the temper of both."""

_play: Callable[[str, str, int], Result]


def _begin(checkout: Path) -> None:
    global _play
    _play = partial(play, old=captains_of(checkout))


def _job(job: Job) -> Result:
    number, scenario, temper = job
    return _play(scenario, temper, number)


def _kept(file: Path | None, wanted: Sequence[Job]) -> dict[Job, Result]:
    """The games that a file holds, as far as they are wanted."""
    lines = file.read_text().splitlines() if file and file.exists() else []
    played = [json.loads(line) for line in lines]
    found = {(number, scenario, temper): Result(*rest) for number, scenario, temper, *rest in played}
    return {job: found[job] for job in wanted if job in found}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench tournament",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--old", type=Path, required=True, help="another checkout of this project")
    parser.add_argument("--games", type=int, default=20, help="of each scenario and temper")
    parser.add_argument("--keep", type=Path, help="a file of games: those in it are not played again")
    parser.add_argument("--scenario", action="append", help="only this one (may be given several times)")
    parser.add_argument("--temper", choices=TEMPERS, help="only these")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    slugs = [s.slug for s in scenario_infos() if not given.scenario or s.slug in given.scenario]
    tempers = [t for t in TEMPERS if given.temper in (None, t)]
    wanted = list(product(range(given.games), slugs, tempers))
    results = _kept(given.keep, wanted)
    jobs = [job for job in wanted if job not in results]
    with ProcessPoolExecutor(given.processes, initializer=_begin, initargs=(given.old,)) as pool:
        for job, result in zip(jobs, pool.map(_job, jobs), strict=True):
            results[job] = result
            if given.keep:
                with given.keep.open("a") as file:
                    print(json.dumps([*job, *result]), file=file)
    by_line: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for slug, temper in product(slugs, tempers):
        by_line[slug, temper] = [results[job] for job in wanted if job[1:] == (slug, temper)]
    for line in table(rows(by_line)):
        print(line)
    played = list(results.values())
    print(json.dumps(_speed(played)))
    print(json.dumps({"new_hurt_in_passing": _hurt(r.new_hurt for r in played)}))
    print(json.dumps({"old_hurt_in_passing": _hurt(r.old_hurt for r in played)}))
    return 0


def _speed(played: Sequence[Result]) -> dict[str, float]:
    """CPU milliseconds of one order mail, the new captains' and the old ones'."""
    new = sum(r.new_seconds for r in played) / sum(r.new_orders for r in played)
    old = sum(r.old_seconds for r in played) / sum(r.old_orders for r in played)
    return {"new_ms": round(1000 * new, 2), "old_ms": round(1000 * old, 2), "ratio": round(new / old, 2)}


def _hurt(found: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """How many men were hurt on their way by somebody whom they passed, and how many of them needlessly."""
    total: Counter[str] = Counter()
    for of_game in found:
        total.update(of_game)
    needless = {harm: total[f"{harm}_needlessly"] for harm in ("killed", "wounded")}
    return {harm: total[harm] + needless[harm] for harm in needless} | {
        f"{harm}_needlessly": times for harm, times in needless.items()
    }


if __name__ == "__main__":
    sys.exit(main())
