"""Orders given to those who handle ladders."""

from __future__ import annotations

from tests.rules.castle_kit import castle, upright
from tests.rules.kit import man


def escalade(**more):
    return castle(
        man("Hugo", "0405", storey=1, weapon="short_bow"),
        man("Zahir", "0404", side="arabs", weapon="short_bow"),
        man("Yusuf", "0504", side="arabs"),
        man("Omar", "0408", side="arabs", weapon="short_bow"),
        ladders=(upright(),),
        **more,
    )
