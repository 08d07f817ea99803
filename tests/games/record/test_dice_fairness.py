"""Nobody can know the dice beforehand, and they are fair: fewer dice than bench.dice_fairness rolls,
the same tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from bench import dice_fairness
from games.record import dice
from rules import engine

SIGMAS = 4


def test_no_predictor_beats_chance_and_the_faces_are_even() -> None:
    found = dice_fairness.findings(20_000, dice.phase_key)
    assert len(found) == 16
    assert all(abs(finding.sigmas) < SIGMAS for finding in found), found


def test_a_recipe_that_leaks_is_seen() -> None:
    """If the secret before gave the dice, or the sheets alone, the predictors would know."""

    def of_the_sheets(_: bytes, __: int, ___: str, sheets: str) -> bytes:
        return sheets.encode()

    found = {f.test: f.sigmas for f in dice_fairness.findings(2_000, of_the_sheets)}
    assert found["predictor of the sheets"] > 100

    def of_no_secret(_: bytes, phase: int, step: str, sheets: str) -> bytes:
        return dice.phase_key(b"always the same", phase, step, sheets)

    found = {f.test: f.sigmas for f in dice_fairness.findings(2_000, of_no_secret)}
    assert found["predictor of the last secret"] > 100 and found["predictor of the commitment"] > 100


@pytest.mark.parametrize(
    "faces",
    [
        [n % 10 + 1 for n in range(10_000)],  # even, and each follows the other
        [n % 10 + 1 if n % 4 else 1 for n in range(10_000)],  # too many ones
        [n // 2 % 10 + 1 for n in range(10_000)],  # everything twice
    ],
)
def test_dice_that_are_not_fair_are_seen(faces: Sequence[int]) -> None:
    assert any(abs(finding.sigmas) > SIGMAS for finding in dice_fairness.statistics(faces))


def test_one_letter_of_one_order_changes_the_dice() -> None:
    """Every letter of a sheet, changed by itself: the dice of the phase are others, each as chance
    would have it."""
    order = "MOVE Robert to 0407, face south-east"
    battle = engine.replay(engine.new_game("orchard"))
    secret = hashlib.sha256(b"secret").digest()

    def faces(text: str) -> tuple[int, ...]:
        accepted = engine.OrdersAccepted(seat="normans", phase=1, orders=(text,), standing=())
        sheets = engine.sheets_digest(engine.evolve(battle.copy(), accepted))
        table = engine.KeyedDice(dice.phase_key(secret, 1, "", sheets))
        return tuple(table.roll(f"p1/GUI-6.2/Robert//{n}", 10) for n in range(100))

    before, same, seen = faces(order), 0, set()
    for place, letter in enumerate(order):
        after = faces(order[:place] + chr(ord(letter) ^ 1) + order[place + 1 :])
        assert after != before
        seen.add(after)
        same += sum(a == b for a, b in zip(before, after, strict=True))
    assert len(seen) == len(order)
    expected = 100 * len(order) / 10
    assert abs(same - expected) < SIGMAS * (expected * 0.9) ** 0.5
