"""Books as pages: modules, tables as an overlay, policies, and what becomes of names that no book has."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books import registry
from rules.books.book import UnknownChoice
from rules.books.guiscard import GUISCARD
from rules.captains.random_player import random_orders
from rules.core.dice import KeyedDice
from rules.core.modules import ModuleName
from rules.core.tables import TableError, shipped_tables
from rules.ruleset import CHOOSABLE, Module
from rules.scenarios.creation import created
from rules.scenarios.loader import ScenarioError, load, scenario_from_toml
from rules.state.terrain import works_of
from rules.umpires import battle as umpire
from tests.rules.kit import RULES, battle, field, man
from tests.rules.test_scenarios import TINY

FLAT = replace(shipped_tables()["turning"], title="another book's own")


def test_a_book_lays_its_own_tables_over_those_of_all() -> None:
    other = replace(GUISCARD, id="other-1", name="other", overlay=(FLAT,))
    assert other.tables["turning"] == FLAT and other.tables["terrain"] == GUISCARD.tables["terrain"]
    assert other.tables.digest != GUISCARD.tables.digest == shipped_tables().digest


def test_a_game_of_another_book_is_played_by_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(GUISCARD, id="other-1", name="other", overlay=(FLAT,), modules=())
    monkeypatch.setitem(registry.BOOKS, other.id, other)
    file = scenario_from_toml(TINY.replace('"guiscard"', '"other"'), "tiny")
    monkeypatch.setattr(umpire, "load", lambda slug: file)
    monkeypatch.setattr(umpire, "slugs", lambda: ("tiny",))
    at = engine.replay(engine.new_game("tiny"))
    assert (at.setup.ruleset, at.setup.tables["turning"]) == ("other-1", FLAT)
    assert registry.rules_of(at).title == other.title
    with pytest.raises(ScenarioError, match=r"tiny\.toml: there is no module 'tactics'"):
        scenario_from_toml(TINY.replace('"guiscard"', '"other"\nmodules = ["tactics"]'), "tiny")
    monkeypatch.delitem(registry.BOOKS, other.id)
    assert "does not know the rules 'other-1'" in engine.missing_rules(at.setup)


def test_a_book_that_does_not_exist_is_named_with_the_nearest() -> None:
    with pytest.raises(ScenarioError, match=r"ruleset: there is no book 'guiscart'; 'guiscard' is meant"):
        scenario_from_toml(TINY.replace('"guiscard"', '"guiscart"'), "tiny")


def test_a_module_whose_table_is_missing_is_refused_by_name() -> None:
    drums = Module(ModuleName("drums", "", "drums"), tables=("drums",))
    with pytest.raises(TableError, match="the module 'drums' needs a table 'drums'"):
        replace(GUISCARD, modules=(drums,)).rules(modules=("drums",))


def test_modules_stand_in_the_order_of_the_book_however_a_scenario_names_them() -> None:
    assert GUISCARD.rules(modules=("works", "tactics")).switched_on == ("tactics", "works")


# policies


@pytest.mark.parametrize("policy", CHOOSABLE)
@pytest.mark.parametrize("chosen", [False, True])
def test_every_policy_is_played_on_both_sides(policy: str, chosen: bool) -> None:
    """A scenario chooses, the game pins it, and two turns are played by it."""
    file = replace(load("lances"), policies={policy: chosen})
    rules = GUISCARD.rules(modules=file.modules, policies=file.policies)
    assert getattr(rules.policies, policy) is chosen
    first = created(file, rules)
    at = engine.replay([first, engine.PhaseOpened(number=1, turn=1, side=first.setup.sides[0].id)])
    assert getattr(registry.rules_of(at).policies, policy) is chosen
    while at.outcome is None and at.turn < 3:
        for seat in at.setup.seats:
            lines = random_orders(at, rules, seat.id, f"{policy} {at.phase}")
            reading = engine.read_orders(at, seat.id, lines)
            at = engine.evolve(at, engine.accept_orders(at, seat.id, reading))
        at = engine.replay(engine.adjudicate(at, KeyedDice(f"{policy}{at.phase}".encode().ljust(32))), at)
    assert at.turn == 3 or at.outcome is not None


@pytest.mark.parametrize("printing", GUISCARD.printings)
def test_every_printing_is_played(printing: str) -> None:
    at = engine.replay(engine.new_game("ford", options=engine.Options(combat_columns=printing)))
    fought = 0
    while at.outcome is None and at.turn < 5:
        for seat in engine.awaiting(at).seats:
            reading = engine.read_orders(at, seat, engine.captain_orders(at, seat, "bold"))
            at = engine.evolve(at, engine.accept_orders(at, seat, reading))
        events = engine.adjudicate(at, KeyedDice(bytes(32)))
        tables = {e.table for e in events if e.kind == "combat_fought"}  # type: ignore[attr-defined]
        assert all(table.endswith("older") is (printing == "older") for table in tables)
        fought += len(tables)
        at = engine.replay(events, at)
    assert fought


def test_a_policy_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(UnknownChoice, match="no policy 'stunned_blocks_fire'; 'stunned_block_fire' is meant"):
        GUISCARD.rules(policies={"stunned_blocks_fire": True})
    with pytest.raises(ScenarioError, match=r"tiny\.toml: there is no policy 'weather'"):
        scenario_from_toml(TINY.replace("order = 1", "order = 1\npolicies = { weather = true }"), "tiny")
    setup = replace(battle(field(4, 4), man("Robert", "0202")).setup, policies={"weather": True})
    assert "there is no policy 'weather'" in engine.missing_rules(setup)


def test_what_is_remembered_of_a_board_is_kept_apart_by_the_policies_and_modules_in_play() -> None:
    at = battle(field(4, 4), man("Robert", "0202"), rules=RULES)
    other, same = at.copy(), at.copy()
    other.setup = replace(at.setup, policies={"stunned_block_fire": True})
    assert works_of(at) == works_of(same) != works_of(other)
