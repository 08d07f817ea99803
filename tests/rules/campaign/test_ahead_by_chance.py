"""Campaigns whose groups go days ahead of battles: whatever ends when, nothing breaks."""

from __future__ import annotations

from collections import defaultdict

import pytest

from rules import engine
from rules.campaign import ahead
from rules.campaign.invariants import broken, misdeeds, unbalanced
from rules.campaign.judging import reading
from rules.events import codec
from rules.events.base import Event, Knowledge
from rules.events.campaign import CampaignDayBegan, CampaignDayEnded, GroupMoved
from rules.events.campaign_fights import DayMadeUp
from rules.events.campaign_secrets import GroupFed
from rules.evolve import replay
from rules.evolve.fingerprint import digest
from rules.state.campaign import Campaign
from rules.umpires.campaign import PAGES
from rules.views.masking import view_for
from tests.rules.campaign.ahead_kit import begins, played
from tests.sampling import some

SCENARIOS = ("campaign-apulia", "campaign-valley", "campaign-relief", "campaign-demone")
# a step that shares no divisor with their number takes every one of them
PLAYED = [(scenario, seed) for seed in range(24) for scenario in SCENARIOS]


@pytest.mark.parametrize(("scenario", "seed"), some(PLAYED, 25))
class TestEachCampaign:
    """Together, so that each is played once."""

    def test_nothing_breaks_and_the_books_balance(self, scenario: str, seed: int) -> None:
        for before, events in played(seed, scenario):
            assert not list(misdeeds(before, events)) and not unbalanced(events)
            after = replay(events, before.copy())
            assert isinstance(after, Campaign)
            waiting = ahead.held(after, max([after.day, *(halt.day for halt in after.ahead)]) + 1)
            stormed = {fight.place for fight in after.fights.values()}
            for found in broken(after):  # where it is not evening yet strangers may share a hex
                name, _, wrong = found.replace(":", "").partition(" ")
                assert (
                    ("are both in" in wrong and name in waiting)
                    or (
                        any(what in wrong for what in ("on one record alone", "who is not there"))
                        and ahead.of_place(name) in waiting
                    )
                    or ("has food until" in wrong and name in stormed)
                ), found

    def test_every_group_has_each_day_once_and_days_end_in_their_order(
        self, scenario: str, seed: int
    ) -> None:
        """Nobody is fed or marches on a day that he has had, or before the one before."""
        fed: dict[str, int] = defaultdict(int)
        marched: dict[str, int] = defaultdict(int)
        ended = day = 0
        for before, events in played(seed, scenario):
            day = before.day
            now: dict[str, int] = {}
            for event in events:
                match event:
                    case CampaignDayBegan(day=day) | DayMadeUp(day=day):
                        assert day <= ended + 1 + before.setup.options.days_ahead
                    case GroupFed(group=group, convoy=convoy) if not convoy:
                        assert fed[group] < day, (group, day)
                        fed[group] = day
                    case GroupMoved(group=group, cause="march"):
                        assert marched[group] < day, (group, day)
                        now[group] = day
                    case CampaignDayEnded():
                        assert event.day == ended + 1
                        ended, day = event.day, event.day
                        marched.update(now)
            marched.update(now)

    def test_what_is_stored_replays_to_the_same(self, scenario: str, seed: int) -> None:
        log = begins(scenario, 2)
        state = replay(log)
        for before, events in played(seed, scenario, most=20):
            state = replay(events, before.copy())
            stored = [codec.encode(event) for event in events]
            again = replay([codec.decode(one.type, one.version, one.data) for one in stored], before.copy())
            assert digest(again) == digest(state)

    def test_what_a_seat_is_shown_comes_to_what_it_knows(self, scenario: str, seed: int) -> None:
        for before, events in played(seed, scenario, most=16):
            for seat in (None, *(seat.id for seat in before.setup.seats)):
                truth, view = before.copy(), view_for(before, seat)
                for event in events:
                    _follow(truth, view, event, seat)
            after = replay(events, before.copy())
            for one in before.setup.seats:
                assert engine.awaiting(view_for(after, one.id)).seats == engine.awaiting(after).seats

    def test_who_waits_is_told_by_hexes_and_markers_alone(self, scenario: str, seed: int) -> None:
        """The same counters with other men in them, other purses and other orders wait alike."""
        for before, events in played(seed, scenario, most=16):
            after = replay(events, before.copy())
            assert isinstance(after, Campaign)
            if after.still and ahead.is_ahead(after):
                public = view_for(after, None)
                seen = ahead.held(_with_open_days(public, after), after.day)
                assert tuple(sorted(seen)) == after.still


def _follow(truth: Campaign, view: Campaign, event: Event, seat: str | None) -> None:
    shown = event.seen_by(Knowledge(seat))
    replay([event], truth)
    if shown is not None:
        replay([shown], view)
    assert view_for(truth, seat) == view, (seat, event)


def _with_open_days(public: Campaign, truth: Campaign) -> Campaign:
    public.halted, public.ahead = truth.halted, truth.ahead
    return public


def test_a_position_of_a_day_ahead_reads_back() -> None:
    found = 0
    for before, events in played(1, most=30):
        after = replay(events, before.copy())
        assert isinstance(after, Campaign)
        if after.still:
            text = engine.position_of(after, truth=True)
            again = reading.read(text, PAGES).at
            assert (again.still, again.ahead, again.halted) == (after.still, after.ahead, after.halted)
            assert again.setup.options.days_ahead == 2 and again.fights == after.fights
            found += 1
    assert found


def test_days_ahead_are_played() -> None:
    kinds: dict[str, int] = defaultdict(int)
    for seed in range(3):
        for before, _ in played(seed):
            kinds[engine.awaiting(before).key.partition("-")[2].rstrip("0123456789")] += 1
    assert kinds["ahead"] and kinds["later"] and kinds["battles"], dict(kinds)
