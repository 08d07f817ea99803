"""Fights of a siege before the walls, for tests: sieges whose players fight on boards, the battles that they
call, and the evening behind one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.events.base import Event
from rules.events.families import GameCalled
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.siege import days
from rules.siege.guiscard import GUISCARD_SIEGE as PAGE
from rules.state.battle import Battle
from rules.state.families import Returned
from rules.state.siege import Siege
from rules.state.table import Fights, Outcome
from rules.umpires.battle import BATTLE
from tests.rules.siege.kit import Dice, besieged, day, only, theirs


def place(kind: str = "castle", **fields: object) -> Siege:
    at = besieged(kind, **({"day": 3, "stores": 30} | fields))  # type: ignore[arg-type]
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=Fights.BOARD))
    return at


def called(at: Siege, *plan: str, dice: Mapping[str, int] | None = None) -> tuple[Battle, Siege]:
    """The fight that the garrison's plan leads to on a day that it has, and the siege that waits for it."""
    events, after = day(at, theirs(at) | dict(dice or {}), inside=list(plan))
    battle = engine.replay(engine.opening_of(only(events, GameCalled)))
    assert isinstance(battle, Battle)
    return battle, after


def rules(battle: Battle) -> Ruleset:
    return rules_of(battle)


def journal(battle: Battle, dice: Mapping[str, int] | None = None) -> Journal:
    return Journal(battle, Dice(named=dict(dice or {}), otherwise=5))


def lay(battle: Battle, **places: str) -> Battle:
    """These men stand in these hexes, on foot, and wait no more ("inside_2": "inside-2")."""
    for word, at in places.items():
        name = word.replace("_", "-")
        man = battle.figures[name]
        if man.mount is not None:
            del battle.horses[man.mount]
        battle.figures[name] = replace(man, hex=at, rear=None, mount=None)
        battle.reserves.pop(name, None)
    battle.phase_name, battle.turn = "", max(battle.turn, 1)
    return battle


def evening(
    at: Siege, battle: Battle, outcome: Outcome | None = None, **changes: object
) -> tuple[list[Event], Siege]:
    """What is left of the day when a fight has ended like this: ``changes``: of what came back."""
    battle.outcome = outcome or battle.outcome or Outcome(winner="", reason="over")
    back: Returned = replace(BATTLE.returned(battle), **changes)
    assert at.fight is not None
    after = at.copy()
    after.fight = replace(at.fight, outcome=battle.outcome, back=back)
    events = days.adjudicated(after, PAGE, Dice(named={}, otherwise=5))
    for event in events:
        engine.evolve(after, event)
    return events, after
