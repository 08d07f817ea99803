"""Do the odds that TRY computes agree with what happens? Fifty cases, each played 100,000 times
with fair dice.

python -m bench.odds --runs 100000 --processes 2
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from typing import NamedTuple

from bench.odds_cases import Case, ThrownDice, cases

RUNS = 100_000
SIGMAS = 4.5  # how far a count may lie from what is expected, in standard deviations


class Finding(NamedTuple):
    """What the plays of a case came to: how many outcomes were compared, the largest deviation in standard
    deviations with its outcome, and outcomes that should have been impossible."""

    kind: str
    words: str
    compared: int
    deviation: float
    worst: str
    impossible: tuple[str, ...]
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        return not self.impossible and self.deviation <= SIGMAS


def played(case: Case, runs: int, seed: int = 1) -> Finding:
    """Play a case and compare."""
    began = time.perf_counter()
    dice = ThrownDice(seed)
    counts: dict[str, Counter[str]] = {who: Counter() for who in case.expected}
    for _ in range(runs):
        for who, outcome in case.play(dice).items():
            counts[who][outcome] += 1
    compared, worst, impossible = 0, (0.0, ""), []
    for who, expected in case.expected.items():
        impossible += [f"{who} {o}" for o in counts[who] if not expected.get(o)]
        for outcome, share in expected.items():
            chance = float(share)
            spread = sqrt(runs * chance * (1 - chance))
            off = abs(counts[who][outcome] - runs * chance)
            compared += 1
            deviation = off / spread if spread else off
            said = f"{who} {outcome}: {counts[who][outcome] / runs:.4%} for {chance:.4%}".strip()
            worst = max(worst, (deviation, said))
    seconds = time.perf_counter() - began
    return Finding(case.kind, case.words, compared, *worst, tuple(impossible), seconds)


@cache
def _all_cases() -> list[Case]:
    return cases()


def _one(number: int, runs: int) -> Finding:
    return played(_all_cases()[number], runs, seed=number + 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    numbers = range(len(_all_cases()))
    findings: list[Finding] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for found in pool.map(_one, numbers, [asked.runs] * len(numbers)):
            findings.append(found)
            verdict = "agrees" if found.agrees else "DIFFERS"
            print(
                f"{len(findings):3} {verdict} {found.deviation:4.2f} sigma  {found.kind}: {found.words}",
                flush=True,
            )
            print(f"      {found.worst}  ({found.compared} outcomes, {found.seconds:.0f} s)", flush=True)
            for outcome in found.impossible:
                print(f"      should not be possible: {outcome}", flush=True)
    wrong = [f for f in findings if not f.agrees]
    compared = sum(f.compared for f in findings)
    largest = max(f.deviation for f in findings)
    print(
        f"{len(findings) - len(wrong)} of {len(findings)} cases agree, {asked.runs} plays each, {compared} "
        f"outcomes compared; the largest deviation is {largest:.2f} sigma, {SIGMAS} are allowed"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
