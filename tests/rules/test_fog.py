"""What a seat cannot know changes nothing that it sees."""

from __future__ import annotations

import pytest

from rules import engine
from tests.rules.kit import is_visible, reported


def file_orders(battle: engine.Battle, seat: str, lines: list[str]) -> engine.Battle:
    reading = engine.read_orders(battle, seat, lines)
    return engine.evolve(battle, engine.accept_orders(battle, seat, reading))


def played(scenario: str, phases: int) -> tuple[engine.Battle, engine.Battle, list[engine.Event]]:
    """A game after some phases between captains: the battle before the last of them, after it,
    and its events."""
    battle = engine.replay(engine.new_game(scenario))
    before, events = battle, []
    for number in range(phases):
        for seat in engine.awaiting(battle).seats:
            battle = file_orders(battle, seat, engine.captain_orders(battle, seat, "bold"))
        before = battle.copy()
        events = engine.adjudicate(battle, engine.KeyedDice(bytes([number])))
        battle = engine.replay(events, battle)
    return before, battle, events


@pytest.mark.parametrize("scenario", ["orchard", "strand"])
def test_the_others_orders_change_nothing_that_a_seat_reads(scenario: str) -> None:
    _, battle, _ = played(scenario, 3)
    mine, other = (seat.id for seat in battle.setup.seats)
    changed = file_orders(battle.copy(), other, ["RETREAT toward 0202", "ADVANCE never"])
    changed.sheets[other] = ("MOVE nobody stay",)
    changed.spent_orders[other] = ("WATCH anybody",)
    changed.now.checked[f"{other}: IF"] = True
    assert (changed.standing, changed.sheets) != (battle.standing, battle.sheets)
    lines = ["MOVE nobody 0101", *engine.captain_orders(battle, mine, "bold")]
    for seat in (mine, None):
        assert engine.situation(changed, seat) == engine.situation(battle, seat)
        assert engine.picture(changed, seat) == engine.picture(battle, seat)
    assert engine.order_form(changed, mine) == engine.order_form(battle, mine)
    assert engine.read_orders(changed, mine, lines) == engine.read_orders(battle, mine, lines)
    assert engine.captain_orders(changed, mine, "bold") == engine.captain_orders(battle, mine, "bold")
    assert engine.awaiting(changed) == engine.awaiting(battle)


@pytest.mark.parametrize("scenario", ["orchard", "strand"])
def test_reports_are_made_of_visible_events_alone(scenario: str) -> None:
    before, _, events = played(scenario, 6)
    for seat in (*(s.id for s in before.setup.seats), None):
        told = reported(before, events, seat)
        assert all(not line.private for line in told) or seat is not None
        hidden = {id(e) for e in events if not is_visible(e, seat)}
        without = [e for e in events if id(e) not in hidden]
        assert [line.text for line in reported(before, without, seat)] == [line.text for line in told]


def test_public_report_tells_no_order() -> None:
    before, _, events = played("orchard", 5)
    public = " ".join(line.text for line in reported(before, events, None))
    assert "As you ordered" not in public
    assert "your order" not in public
