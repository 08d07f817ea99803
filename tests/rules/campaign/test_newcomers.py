"""Men who join while a campaign goes on: what they are called tells nothing of the men of others."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules import engine
from rules.campaign import muster
from rules.campaign.muster import joining, mustered
from rules.core.language import speaking, translated
from rules.state.campaign import Campaign

KINDS = ["light infantry"] * 300


def opened(slug: str = "campaign-demone") -> Campaign:
    at = engine.replay(engine.new_game(slug))
    assert isinstance(at, Campaign)
    return at


def names(at: Campaign, side: str, letter: str = "A") -> list[str]:
    return [man.name for man in joining(at, KINDS, letter, side, side)]


@pytest.mark.rule("GUC-12.1")
def test_names_of_recruits_do_not_hang_on_the_men_of_others() -> None:
    at = opened()
    before = names(at, "castrogiovanni")
    others = [name for name, man in at.men.items() if man.side == "catania"]
    assert others
    at.men = {name: man for name, man in at.men.items() if name not in others}
    assert names(at, "castrogiovanni") == before


@pytest.mark.rule("GUC-13.6a")
def test_names_of_townsmen_do_not_hang_on_who_was_recruited_elsewhere() -> None:
    at = opened()
    before = [man.name for man in joining(at, KINDS[:9], "A", "catania", "catania", "Troina")]
    recruits = joining(at, KINDS[:40], "A", "catania", "catania", "Adrano")
    at.men = {**at.men, **{man.id: man for man in recruits}}
    assert [man.name for man in joining(at, KINDS[:9], "A", "catania", "catania", "Troina")] == before
    assert all(name.endswith(" di Troina") for name in before)


def test_no_two_sides_call_anybody_by_the_same_name() -> None:
    at = opened()
    found = {side.id: set(names(at, side.id)) for side in at.setup.sides}
    found[""] = set(names(at, ""))
    assert sum(map(len, found.values())) == len(set().union(*found.values())) == len(KINDS) * len(found)


def test_names_do_not_run_out() -> None:
    at = opened()
    first = joining(at, KINDS, "A", "catania", "catania")
    at.men = {**at.men, **{man.id: man for man in first}}
    again = joining(at, KINDS, "A", "catania", "catania")
    assert len({man.id for man in (*first, *again)}) == 2 * len(KINDS)


@pytest.mark.parametrize(
    "slug", [info.slug for info in engine.scenarios() if info.slug.startswith("campaign-")]
)
def test_nobody_who_is_there_from_the_beginning_is_called_as_newcomers_are(slug: str) -> None:
    at = opened(slug)
    started, at.men = set(at.men), {}
    letters = at.setup.factions
    made = {man.id for side in at.setup.sides for man in joining(at, KINDS, letters[side.id], side.id, "")}
    assert len(made) == len(KINDS) * len(at.setup.sides)
    assert not started & made


def test_men_who_are_mustered_together_have_many_bynames() -> None:
    men = mustered(KINDS, "N", "normans", "normans", (), "Melfi")
    assert len({man.id for man in men}) == 300
    bynames = [man.name.partition(" the ")[2] for man in men if " the " in man.name]
    assert len(bynames) > 200
    assert all(one != other for one, other in pairwise(bynames)), "a group of lame men"


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_first_name_means_something_in_another_language(language: str) -> None:
    """Names are told as they are: one that is a word of the catalogue would be translated with the rest."""
    with speaking(language):
        for first in muster._names().first.values():
            assert [name for name in first if translated(name) != name] == []
