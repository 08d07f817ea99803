"""Battles of a campaign on boards, for tests: a small land whose players fight them out, the battles that
they call, and how the day goes on behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rules import engine
from rules.campaign import days
from rules.campaign.guiscard import GUISCARD_CAMPAIGN as PAGE
from rules.campaign.plans.plan import ALWAYS, March, Meeting
from rules.events.base import Event
from rules.events.families import GameCalled
from rules.journal import TableJournal
from rules.state.battle import Battle
from rules.state.figure import FigureId, Health
from rules.state.table import Fights, Outcome
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World

FOOT = "light infantry"
FIGHT = Meeting(fight=ALWAYS)
LOTS = {"GUC-14.2b": 1, "GUC-14.2c": 1}
"""The first board of those for the hex, as it is drawn."""


def on_boards(**places: str) -> World:
    world = World(**places)
    options = replace(world.setup.options, fights=Fights.BOARD)
    world.setup = world.at.setup = replace(world.setup, options=options)
    return world


def attacked(ours: int = 9, theirs: int = 9, **kwargs: int) -> World:
    """Normans march from 0503 into 0603, where Byzantines are, and attack."""
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: ours}, hostility=9, unfed=kwargs.get("unfed", 0))
    world.group(BYZANTINES, "0603", {FOOT: theirs})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    return world


def morning(world: World, **faces: int) -> list[Event]:
    """The day as far as it goes; the state goes on."""
    journal = TableJournal(world.at, Script(named=LOTS | faces, otherwise=5))
    today = days.play(journal, PAGE, world.plans, first=world.at.turn)
    world.plans = dict(today.plans)
    world.at, world.events = journal.table, journal.events
    return journal.events


def battles_of(events: Iterable[Event]) -> dict[str, Battle]:
    """Those that were called, by the names of their calls."""
    found = {}
    for event in events:
        if isinstance(event, GameCalled):
            battle = engine.replay(engine.opening_of(event))
            assert isinstance(battle, Battle)
            found[event.call] = battle
    return found


def the_battle(events: Iterable[Event]) -> Battle:
    (battle,) = battles_of(events).values()
    return battle


def over(
    world: World, winner: str, change: Callable[[Battle], object] = lambda battle: None, **more: bool
) -> list[Event]:
    """Every open battle ends so, and what is left of the day is played. ``change``: of the battle in the
    end; ``agreed``: the losers gave up; ``unfinished``: its clock ran out."""
    for call, battle in battles_of(world.events).items():
        change(battle)
        battle.outcome = Outcome(winner=winner, reason="over", **more)  # type: ignore[arg-type]
        told = engine.told(world.at, call, battle, name="k", game="g", head="h", events=9)
        engine.evolve(world.at, told)
    halt = world.at.halted
    assert halt is not None
    journal = TableJournal(world.at, Script(named=LOTS, otherwise=5))
    today = days.go_on(journal, PAGE, world.plans, halt)
    world.plans = dict(today.plans)
    world.at, world.events = journal.table, journal.events
    return journal.events


def harm(battle: Battle, health: Health, *men: FigureId) -> None:
    for name in men:
        battle.figures[name] = replace(battle.figures[name], health=health)
