"""Dice come from outside: the rules ask an umpire for a face by name and never make one up.

A roll is named by phase, rule, actor, target and count, so that one more roll never shifts the others.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Protocol


class Dice(Protocol):
    """Whoever holds the dice."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        """A face from 1 to sides for the roll of this name; the same name always gives the same face.
        ``chain`` names who may know of it; "" is everybody."""


class KeyedDice:
    """Dice derived from a secret key: HMAC-SHA256 of the roll's name, with rejection sampling (no bias). Dice
    that not all may know of come from keys of their own.

    The keys are committed before the orders are known and mixed with them afterwards; see games.record.dice.
    """

    def __init__(self, key: bytes, closed: Mapping[str, bytes] | None = None) -> None:
        self._keys = {"": key, **(closed or {})}

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        key = self._keys[chain]
        limit = 2**64 - 2**64 % sides
        counter = 0
        while True:
            message = f"{name}#{counter}".encode()
            number = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
            if number < limit:
                return number % sides + 1
            counter += 1


class DiceExhausted(AssertionError):
    """A scripted game asked for a die that the script does not hold."""


class ScriptedDice:
    """Dice for tests and examples: faces in order, or by (part of) the roll's name; the rest by default."""

    def __init__(
        self,
        faces: Iterable[int] = (),
        *,
        named: Mapping[str, int] | None = None,
        otherwise: int | None = None,
    ) -> None:
        self._faces = list(faces)
        self._named = dict(named or {})
        self._otherwise = otherwise
        self.asked: list[str] = []

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        self.asked.append(name)
        for part, face in self._named.items():
            if part in name:
                return face
        if self._faces:
            return self._faces.pop(0)
        if self._otherwise is not None:
            return self._otherwise
        raise DiceExhausted(f"no face left for {name}")
