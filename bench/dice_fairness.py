"""Are the dice fair, and can anybody know them beforehand? A million of them, by the server's own recipe.

    .venv/bin/python -m bench.dice_fairness [DICE]

A game of captains is imagined whose phases roll fifty dice each: a chain of secrets, its commitment, a digest
of order sheets for every phase. Before a phase's secret is shown, predictors who know everything public
(commitment, all secrets and faces so far, all sheets, the names of the coming rolls) write down each face;
they must not do better than chance. Chi-square and serial tests look at the faces alone. Every figure is
given as a deviation from what chance gives, in standard deviations; the seed is fixed, so the same code
prints the same figures.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.core.dice import KeyedDice

SIDES = 10
DICE_A_PHASE = 50
DICE = 1_000_000
LAGS = (1, 2, 3, 7, DICE_A_PHASE)


class Phase(NamedTuple):
    """A phase: what is public before its secret is, and the secret."""

    number: int
    sheets: str
    names: tuple[str, ...]
    secret: bytes


class Public(NamedTuple):
    """All that anybody can know before the secret of a phase is shown."""

    commitment: str
    last_secret: bytes
    phase: Phase
    faces: Sequence[int]


Recipe = Callable[[bytes, int, str, str], bytes]


def phases(count: int, seed: bytes = b"fair dice") -> Iterator[Phase]:
    """So many phases of one imagined game, the first with the commitment for its secret."""
    secrets = [hashlib.sha256(seed).digest()]
    for _ in range(count):
        secrets.append(hashlib.sha256(secrets[-1]).digest())
    secrets.reverse()
    for number, secret in enumerate(secrets):
        sheets = hashlib.sha256(seed + b"sheets%d" % number).hexdigest()
        names = tuple(f"p{number}/GUI-6.2/Robert/Yusuf/{count}" for count in range(1, DICE_A_PHASE + 1))
        yield Phase(number, sheets, names, secret)


# predictors: each names the face of a roll from what is public


def of_the_last_secret(public: Public, name: str, recipe: Recipe) -> int:
    """The secret before used as if it were this one."""
    phase = public.phase
    return KeyedDice(recipe(public.last_secret, phase.number, "", phase.sheets)).roll(name, SIDES)


def of_the_secret_hashed_on(public: Public, name: str, recipe: Recipe) -> int:
    """The chain walked in the wrong direction."""
    phase, key = public.phase, hashlib.sha256(public.last_secret).digest()
    return KeyedDice(recipe(key, phase.number, "", phase.sheets)).roll(name, SIDES)


def of_the_commitment(public: Public, name: str, recipe: Recipe) -> int:
    phase = public.phase
    return KeyedDice(recipe(bytes.fromhex(public.commitment), phase.number, "", phase.sheets)).roll(
        name, SIDES
    )


def of_the_sheets(public: Public, name: str, _: Recipe) -> int:
    """The digest of the sheets alone, without any secret."""
    digest = hmac.new(public.phase.sheets.encode(), f"{name}#0".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big") % SIDES + 1


def the_same_again(public: Public, _: str, __: Recipe) -> int:
    """The face of the last die but those of this phase."""
    return public.faces[-1] if public.faces else 1


PREDICTORS = (of_the_last_secret, of_the_secret_hashed_on, of_the_commitment, of_the_sheets, the_same_again)


class Learner:
    """Counts which face followed a thing that was public, and names the most frequent."""

    def __init__(self, name: str, thing: Callable[[Public, int], int]) -> None:
        self.name, self.thing = name, thing
        self.seen: dict[int, list[int]] = {}

    def predict(self, public: Public, place: int) -> int:
        counts = self.seen.get(self.thing(public, place))
        return counts.index(max(counts)) + 1 if counts else 1

    def learn(self, public: Public, place: int, face: int) -> None:
        self.seen.setdefault(self.thing(public, place), [0] * SIDES)[face - 1] += 1


def learners() -> tuple[Learner, ...]:
    return (
        Learner("learns from the place in the phase", lambda public, place: place),
        Learner("learns from the last secret", lambda public, place: public.last_secret[place % 32]),
        Learner("learns from the sheets",
                lambda public, place: int(public.phase.sheets[place : place + 2], 16)),
        Learner(
            "learns from the same roll of the phase before",
            lambda public, place: public.faces[place - DICE_A_PHASE] if public.faces else 0,
        ),
    )  # fmt: skip


# what came out


class Finding(NamedTuple):
    """A test and how far from chance it came out, in standard deviations."""

    test: str
    sigmas: float


def findings(dice: int, recipe: Recipe) -> list[Finding]:
    """Roll so many dice and test them. ``recipe`` makes the key of a phase's dice
    (games.record.dice.phase_key)."""
    game = phases(dice // DICE_A_PHASE)
    start = next(game)
    commitment, last_secret = start.secret.hex(), start.secret
    learning = learners()
    hits = dict.fromkeys([p.__name__ for p in PREDICTORS] + [one.name for one in learning], 0)
    faces: list[int] = []
    for phase in game:
        public = Public(commitment, last_secret, phase, faces)
        told = [[predict(public, name, recipe) for name in phase.names] for predict in PREDICTORS]
        learnt = [[one.predict(public, place) for place in range(DICE_A_PHASE)] for one in learning]
        table = KeyedDice(recipe(phase.secret, phase.number, "", phase.sheets))
        fell = [table.roll(name, SIDES) for name in phase.names]
        for name, guesses in zip(hits, [*told, *learnt], strict=True):
            hits[name] += sum(guess == face for guess, face in zip(guesses, fell, strict=True))
        for place, face in enumerate(fell):
            for one in learning:
                one.learn(public, place, face)
        faces += fell
        last_secret = phase.secret
    found = [
        Finding(f"predictor {name.replace('_', ' ')}", _lucky(n, len(faces))) for name, n in hits.items()
    ]
    return [*found, *statistics(faces)]


def statistics(faces: Sequence[int]) -> list[Finding]:
    """Faces alone: how often each fell, which followed which at several distances, rises and falls."""
    found = [Finding("chi-square of the faces", _chi_square(_counts(faces, SIDES)))]
    for lag in LAGS:
        pairs = [(a - 1) * SIDES + b for a, b in zip(faces, faces[lag:], strict=False)]
        found.append(Finding(f"serial test, distance {lag}", _chi_square(_counts(pairs, SIDES * SIDES))))
    repeats = sum(a == b for a, b in pairwise(faces))
    found.append(Finding("the same face twice running", _lucky(repeats, len(faces) - 1)))
    return found


def _counts(values: Sequence[int], kinds: int) -> list[int]:
    counts = [0] * kinds
    for value in values:
        counts[value - 1] += 1
    return counts


def _lucky(hits: int, tries: int) -> float:
    chance = 1 / SIDES
    return round((hits - tries * chance) / math.sqrt(tries * chance * (1 - chance)), 2)


def _chi_square(counts: Sequence[int]) -> float:
    """Chi-square as standard deviations (Wilson and Hilferty)."""
    expected, free = sum(counts) / len(counts), len(counts) - 1
    chi = sum((count - expected) ** 2 / expected for count in counts)
    spread = 2 / (9 * free)
    return round(((chi / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread), 2)


def main(dice: int = DICE) -> int:
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from games.record.dice import phase_key

    found = findings(dice, phase_key)
    for finding in found:
        print(json.dumps({"measure": finding.test, "value": finding.sigmas, "unit": "standard deviations"}))
    worst = max(abs(finding.sigmas) for finding in found)
    print(json.dumps({"measure": f"worst of {len(found)} tests over {dice} dice", "value": worst}))
    return 0 if worst < 4 else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
