"""Campaigns by chance: whatever is ordered, nothing breaks, nobody vanishes, and no seat sees more than it
may."""

from __future__ import annotations

import pytest

from rules.campaign.invariants import broken, misdeeds, unbalanced
from rules.events import codec
from rules.events.base import Event, Knowledge
from rules.evolve import replay
from rules.evolve.fingerprint import digest
from rules.state.campaign import Campaign
from rules.views.masking import view_for
from tests.rules.campaign.worlds import first_events, lines_played
from tests.sampling import some

SEEDS = range(200)


@pytest.mark.parametrize("seed", some(SEEDS, 25))
def test_nothing_breaks_and_the_books_balance(seed: int) -> None:
    for before, events in lines_played(seed):
        assert not list(misdeeds(before, events)) and not unbalanced(events)
        assert not broken(replay(events, before.copy()))


@pytest.mark.parametrize("seed", some(SEEDS, 100))
def test_what_is_stored_replays_to_the_same(seed: int) -> None:
    log: list[Event] = first_events()
    state = replay(log)
    for _, events in lines_played(seed):
        log += events
        state = replay(events, state)
    stored = [codec.encode(event) for event in log]
    assert digest(replay([codec.decode(one.type, one.version, one.data) for one in stored])) == digest(state)


@pytest.mark.parametrize("seed", some(SEEDS, 100))
def test_what_a_seat_is_shown_comes_to_what_it_knows(seed: int) -> None:
    """Its view, moved on by the events that it is shown, is the view of the state behind them, after each."""
    for before, events in lines_played(seed, most=6):
        for seat in (None, *(seat.id for seat in before.setup.seats)):
            truth, view = before.copy(), view_for(before, seat)
            for event in events:
                _follow(truth, view, event, seat)


def _follow(truth: Campaign, view: Campaign, event: Event, seat: str | None) -> None:
    shown = event.seen_by(Knowledge(seat))
    replay([event], truth)
    if shown is not None:
        replay([shown], view)
    assert view_for(truth, seat) == view, (seat, event)
