"""Chances as whole percentages that a reader can add up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key")

UNDER_ONE = "under 1 %"


def percents(shares: Mapping[Key, Fraction]) -> dict[Key, str]:
    """Shares of one whole in percent, rounded so that together they give what their sum gives, 100 as a
    rule; those of nothing are left out, and small ones never vanish. What is lacking goes to the largest
    remainders first."""
    exact = {key: share * 100 for key, share in shares.items() if share}
    whole = {key: int(share) for key, share in exact.items()}
    lacking = round(sum(exact.values(), Fraction(0))) - sum(whole.values())
    by_remainder = sorted(exact, key=lambda key: (whole[key] - exact[key], -exact[key]))
    for key in by_remainder[:lacking]:
        whole[key] += 1
    return {key: f"{whole[key]} %" if whole[key] else UNDER_ONE for key in exact}


def in_words(shares: Mapping[str, Fraction]) -> str:
    """ "70 % nothing, 20 % stopped, 10 % wounded"."""
    return ", ".join(f"{share} {words}" for words, share in percents(shares).items())
