"""A conditional random field of first order over the words of a line: weights from a data file, the likeliest
tags of a line, and how likely they are as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp, log
from typing import NamedTuple

SCALE = 100  # weights are kept as whole hundredths
_KEPT = 10  # tags weighed for one word: all others are far behind


class Tagged(NamedTuple):
    """The likeliest tags of a line's words, and their probability all together."""

    tags: tuple[str, ...]
    probability: float


class Model:
    """``weights``: for each feature the tags that it speaks for or against, by number; ``following``:
    of each pair of neighbouring tags, row after row."""

    def __init__(self, text: str) -> None:
        lines = iter(text.splitlines())
        self.tags: tuple[str, ...] = tuple(next(lines).split())
        number = {tag: at for at, tag in enumerate(self.tags)}
        self.following = [tuple(float(weight) / SCALE for weight in next(lines).split()) for _ in self.tags]
        self.weights: dict[str, tuple[tuple[int, float], ...]] = {}
        for line in lines:
            feature, *votes = line.split()
            pairs = (vote.rpartition(":") for vote in votes)
            self.weights[feature] = tuple((number[tag], int(weight) / SCALE) for tag, _, weight in pairs)

    def knows(self, word: str, tag: str) -> bool:
        """Whether a word by itself speaks for a tag."""
        return self.weight(word, tag) > 0

    def weight(self, word: str, tag: str) -> float:
        """How much a word by itself speaks for a tag."""
        votes = self.weights.get(f"w={word}", ())
        return next((weight for at, weight in votes if self.tags[at] == tag), 0.0)

    def tag(self, seen: Sequence[Sequence[str]]) -> Tagged:
        """The likeliest tags for words of which these features are seen."""
        if not seen:
            return Tagged((), 1.0)
        scores = [self._scores(features) for features in seen]
        best = [dict(scores[0])]
        back: list[dict[int, int]] = []
        sums = [dict(scores[0])]
        for score in scores[1:]:
            reached: dict[int, float] = {}
            came: dict[int, int] = {}
            summed: dict[int, float] = {}
            for tag, own in score.items():
                ways = [(value + self.following[before][tag], before) for before, value in best[-1].items()]
                value, came[tag] = max(ways)
                reached[tag] = value + own
                summed[tag] = own + _log_sum(
                    [value + self.following[before][tag] for before, value in sums[-1].items()]
                )
            best.append(reached)
            back.append(came)
            sums.append(summed)
        value, last = max((value, tag) for tag, value in best[-1].items())
        path = [last]
        for came in reversed(back):
            path.append(came[path[-1]])
        return Tagged(
            tuple(self.tags[tag] for tag in reversed(path)), exp(value - _log_sum(list(sums[-1].values())))
        )

    def _scores(self, features: Sequence[str]) -> dict[int, float]:
        totals = [0.0] * len(self.tags)
        for feature in features:
            for tag, weight in self.weights.get(feature, ()):
                totals[tag] += weight
        kept = sorted(range(len(totals)), key=lambda tag: (-totals[tag], tag))[:_KEPT]
        return {tag: totals[tag] for tag in kept}


def _log_sum(values: Sequence[float]) -> float:
    most = max(values)
    return most + log(sum(exp(value - most) for value in values))


@cache
def model() -> Model:
    """The trained tagger (`python -m bench.tagger` trains it anew)."""
    return Model(resources.files("rules.data").joinpath("tagger.txt").read_text(encoding="utf-8"))
