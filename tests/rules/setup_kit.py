"""The grange in its set-ups, played with a few lines."""

from __future__ import annotations

from rules import engine
from rules.core.dice import ScriptedDice
from rules.scenarios import loader
from rules.scenarios.creation import opened
from rules.scenarios.loader import scenario_from_toml
from rules.state.invariants import broken

GRANGE = (loader.SCENARIOS / "grange.toml").read_text("utf-8")


def game(*changes: tuple[str, str]) -> engine.Battle:
    """The grange, perhaps changed, in its first set-up."""
    battle = engine.replay(first_events(*changes))
    assert isinstance(battle, engine.Battle)
    return battle


def first_events(*changes: tuple[str, str]) -> list[engine.Event]:
    """Those with which it begins."""
    text = GRANGE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return opened(scenario_from_toml(text, "grange"))


def played(battle: engine.Battle, *lines: str) -> tuple[engine.Battle, list[engine.Event]]:
    """The open phase, played with these lines of those who owe orders; all must stand."""
    for seat in engine.awaiting(battle).seats:
        reading = engine.read_orders(battle, seat, lines)
        bad = [r for r in reading.lines if r.verdict not in (engine.Verdict.OK, engine.Verdict.NOTE)]
        assert not bad, bad
        battle = engine.evolve(battle.copy(), engine.accept_orders(battle, seat, reading))
    events = engine.adjudicate(battle, ScriptedDice((), otherwise=5))
    after = engine.replay(events, battle.copy())
    assert broken(after) == []
    return after, events


def said(battle: engine.Battle, line: str, seat: str = "lombards") -> engine.LineReading:
    [answer] = engine.read_orders(battle, seat, [line]).lines
    return answer


def places(battle: engine.Battle, *names: str) -> list[str]:
    return ["-".join(battle.figures[name].hexes) for name in names]
