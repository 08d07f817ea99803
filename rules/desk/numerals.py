"""Numbers in words, as plans of campaigns and of sieges are written."""

from __future__ import annotations

UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
          "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {word: n for n, word in enumerate(UNITS, 1)} | {word: 10 * n for n, word in enumerate(TENS, 2)}
