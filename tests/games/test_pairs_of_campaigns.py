"""What groups and places hold, what is known of others and what is filed: nobody else can tell of it,
whatever he reads. A leak of any hidden field is found.

Here a sample is played; ``python -m bench.pairs --of campaigns`` plays thousands."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from rules import engine
from rules.campaign import sheet
from rules.campaign.invariants import broken
from rules.events import base, umpire
from rules.events.base import Audience, Event
from rules.evolve import replay
from rules.state.audience import To
from rules.state.campaign import Campaign
from rules.views.masking import view_for
from rules.views.records import CampaignSituation
from tests.games.campaign_deals import DEALT
from tests.games.campaign_worlds import group
from tests.games.pairs import CREATION, differing, looks
from tests.sampling import some

pytestmark = pytest.mark.django_db

OF_A_GROUP = 2
"""Pairs of a group that are played; their names differ from group to group."""


def told_apart(number: int, *what: str, thorough: bool = False) -> dict[str, list[str]]:
    """What tells the worlds of pairs apart, by what differs."""
    base, others = looks(group(number), what, thorough=thorough)
    assert others, "what differs came true"
    return {what: odd for what, seen in others.items() if (odd := differing(base, seen))}


@pytest.mark.parametrize("number", some(range(12), 12))
def test_what_is_hidden_changes_no_byte(number: int) -> None:
    names = list(group(number).others)
    random.Random(number).shuffle(names)
    assert told_apart(number, *names[:OF_A_GROUP], thorough=number % 3 == 0) == {}


def test_names_of_recruits_do_not_tell_how_many_men_others_have() -> None:
    """Two factions of one roster: what was left in the box once told."""
    assert told_apart(0, "garrison") == {}


def test_every_difference_is_there_in_sound_campaigns_that_look_alike() -> None:
    made = [group(number) for number in range(12)]
    assert {what for one in made for what in one.others} >= {*DEALT, "a breach", "a plan for a siege"}
    assert {len(one.others) for one in made} >= {44, 47, 48}
    assert {one.agreed["scenario"] for one in made} == {"campaign-demone", "campaign-canne"}
    for one in made[3:6]:
        state = replay(one.base.first)
        assert isinstance(state, Campaign) and not broken(state)
        for what, (since, world) in one.others.items():
            other = replay(world.first)
            assert isinstance(other, Campaign) and not broken(other), what
            assert (other != state) is (since == CREATION), what
            assert view_for(other, one.cast.observer) == view_for(state, one.cast.observer), what


def test_no_mail_of_a_day_that_is_played_is_held_to_be_mended() -> None:
    for number in range(6):
        made = group(number)
        for what, (since, world) in {**made.others, "base": (0, made.base)}.items():
            at = replay(world.first)
            for seat, mails in world.days[0].items():
                read = engine.read_orders(at, seat, mails[-1].split("\n"))
                assert not [line.line for line in read.lines if line.code], (number, what, seat, since)


# leaks


def telling(at: Campaign, seat: str | None) -> CampaignSituation:
    """A sheet that tells everything that somebody is given who answers a seat."""
    told = {name: getattr(at, name) for name in at.__struct_fields__ if name != "setup"}
    return msgspec.structs.replace(tells_little(at, seat), notes=(repr(told),))


tells_little = sheet.situation

DIFFERS = {
    "contents": "purse of a group", "bands": "terms of a band", "holdings": "stores",
    "loads": "load of a convoy", "men": "names of men", "prestige": "prestige", "recover": "recovery",
    "fates": "fates", "captors": "captives", "seen": "seen", "seen_places": "seen places",
    "carried": "what a spy saw", "standing": "terms of a meeting", "sheets": "nothing filed yet",
    "sieges": "a breach",
}  # fmt: skip
"""By the hidden fields of a campaign pairs that differ in them."""
TOGETHER = {"contents": ("men", "prestige"), "holdings": ("men",), "prestige": ("men",), "captors": ("men",)}
"""What is of no use without another field."""
AT_BOARDS = {"halted", "ahead", "brought"}
"""Of days that wait for battles on boards: see test_pairs_of_boards."""
OF_OTHERS = {"salts", "asking", "calls", "waits", "rests", "progress", "spent_orders"}
"""Fields of every table that a campaign leaves empty: no pair of campaigns differs in them."""


def test_a_pair_differs_in_every_hidden_field() -> None:
    hidden = {name for name, audience in Campaign.audiences.items() if audience is not To.ALL}
    assert set(DIFFERS) <= hidden and hidden - set(DIFFERS) <= OF_OTHERS | AT_BOARDS


@pytest.mark.parametrize("field", some(list(DIFFERS), 7))
def test_a_field_that_is_open_by_mistake_is_found(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "situation", telling)
    for name in (field, *TOGETHER.get(field, ())):
        monkeypatch.setitem(Campaign.audiences, name, To.ALL)
    assert told_apart(2, DIFFERS[field])


def test_whoever_answers_a_seat_is_given_nothing_else_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "situation", telling)
    assert told_apart(2, *some(list(DIFFERS.values()), 14)) == {}


def shows(kind: type[Event]) -> Callable[[pytest.MonkeyPatch], None]:
    """Everybody is shown such events."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(kind, "audience", Audience.ALL)
        base.is_open.cache_clear()

    return plant


@pytest.mark.parametrize(
    ("plant", "number", "what"),
    some(
        [
            (shows(umpire.OrdersAccepted), 0, "promises to mercenaries"),
            (shows(umpire.OrderFailed), 0, "a refused line"),
        ],
        2,
    ),
)
def test_a_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], number: int, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    try:
        assert told_apart(number, what)
    finally:
        monkeypatch.undo()
        base.is_open.cache_clear()
