"""Men of a seat who are described: whoever fits all that is said is meant, and nobody where a part of it is
not understood."""

from __future__ import annotations

import pytest

from rules.desk.draft import Draft
from rules.desk.speech.bands import Bands
from rules.orders.text import written
from tests.rules.spoken_scenes import opened, rules_at


def meant(phrase: str, *busy: str) -> tuple[str, ...] | None:
    """The men; None where it is not known who is meant, or nothing is described."""
    draft = Draft(opened("cannae"), rules_at("cannae"), "normans")
    men = [man for man in draft.battle.figures.values() if man.seat == "normans"]
    band = Bands(draft.battle, draft.lexicon, men).at(written(phrase).words, frozenset(busy))
    return band.figures if band is not None and band.clear else None


@pytest.mark.parametrize(
    ("phrase", "men"),
    [
        ("everyone with a bow", ("anquetil", "gilbert", "ralph")),
        ("all those without a bow or a lance", ("robert", "humphrey", "richard", "gui", "ranulf", "mauger")),
        ("my riders next to Argyris", ("mauger",)),
        ("the men within 2 hexes of Gilbert", ("anquetil", "gilbert")),
        ("the rider nearest to Bardas", ("gui",)),
        ("the other two archers", ("gilbert", "ralph")),
    ],
)
def test_whoever_fits_all_that_is_said_is_meant(phrase: str, men: tuple[str, ...]) -> None:
    assert meant(phrase, "anquetil" if "other" in phrase else "") == men


@pytest.mark.parametrize(
    "phrase",
    [
        "my men by the wagon", "everyone who likes wine", "four archers", "the archer next to an angel",
        "both riders next to Argyris", "the men with a plan", "everybody",
    ],
)  # fmt: skip
def test_nobody_is_meant_where_a_part_is_not_understood_or_the_number_does_not_fit(phrase: str) -> None:
    assert meant(phrase) is None
