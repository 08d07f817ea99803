"""Table and field: what serves games of every scale, tried on battles and on the smallest scale there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from rules import engine
from rules.core.dice import ScriptedDice
from rules.events.base import Event
from rules.events.codec import EVENT_TYPES, UnknownEvent, admit, dismiss
from rules.events.creation import Created, GameCreated
from rules.events.kinds import BATTLE, TABLE, Kinds
from rules.events.movement import StayDeclared
from rules.events.sequence import PhaseOpened
from rules.events.umpire import ConditionChecked, DieRolled, OrdersAccepted
from rules.events.upcasting import Upcaster
from rules.evolve import HANDLERS, begins, evolve, fold, handles, replay
from rules.evolve.fingerprint import digest
from rules.evolve.snapshot import restored, snapshot
from rules.state.battle import Battle, BattleSetup
from rules.state.table import Setup, Table
from tests.games.pocket_rules import CoinPaid, Pocket, PocketCreated, PocketRules, PocketSituation
from tests.rules.kit import reported


@pytest.fixture
def pocket() -> Iterator[PocketRules]:
    rules = PocketRules()
    rules.admit()
    yield rules
    PocketRules.leave()


def played(rules: PocketRules, phases: int = 3) -> list[Event]:
    events = engine.new_game("pocket")
    at = replay(events)
    for _ in range(phases):
        reading = engine.read_orders(at, at.side, ["HOLD the line", "WATCH the gate"])
        filed = engine.accept_orders(at, at.side, reading)
        at = evolve(at, filed)
        new = engine.adjudicate(at, ScriptedDice((3, 7)))
        at = replay(new, at)
        events += [filed, *new]
    return events


# events, states, snapshots


def test_events_of_the_table_do_the_same_at_every_scale(pocket: PocketRules) -> None:
    for scenario in ("ford", "pocket"):
        at = replay(engine.new_game(scenario))
        assert (at.turn, at.phase, at.step) == (1, 1, None) and at.side
        seat = at.setup.seats[0].id
        evolve(at, OrdersAccepted(seat=seat, phase=1, orders=("HOLD",), standing=("WATCH",), salt="word"))
        assert (at.sheets, at.standing, at.salts) == ({seat: ("HOLD",)}, {seat: ("WATCH",)}, {seat: "word"})


def test_a_field_has_what_its_table_handles_and_may_have_its_own() -> None:
    of_table, of_battle, of_pocket = HANDLERS[Table], HANDLERS[Battle], HANDLERS[Pocket]
    assert of_table.keys() < of_battle.keys() and of_table.keys() < of_pocket.keys()
    assert of_battle[PhaseOpened] is not of_table[PhaseOpened] is of_pocket[PhaseOpened]
    assert of_pocket.keys() - of_table.keys() == {CoinPaid}
    assert of_battle.keys() == {*TABLE.events, *BATTLE.events} - {GameCreated}
    assert of_table.keys() == set(TABLE.events) - {ConditionChecked}  # of the figures of a battle


def test_what_cannot_happen_at_a_scale_is_refused_with_its_name(pocket: PocketRules) -> None:
    at, battle = replay(engine.new_game("pocket")), replay(engine.new_game("ford"))
    for state, event in (
        (at, StayDeclared(figure="drogo")),
        (at, engine.new_game("pocket")[0]),
        (at, engine.new_game("ford")[0]),
        (battle, CoinPaid(side="normans")),
        (battle, engine.new_game("ford")[0]),
    ):
        with pytest.raises(UnknownEvent, match=event.kind):
            evolve(state, event)
        with pytest.raises(UnknownEvent, match=event.kind):
            fold([engine.encode(event)], state)
    for event in (DieRolled("n", 10, 3, "GUI-6.2"), CoinPaid(side="normans")):
        with pytest.raises(UnknownEvent, match="begins with the event that creates the game"):
            evolve(None, event)
        with pytest.raises(UnknownEvent, match=event.kind):
            fold([engine.encode(event)])


def test_folding_replaying_and_snapshots_agree_at_every_scale(pocket: PocketRules) -> None:
    events = played(pocket)
    live = replay(events)
    assert isinstance(live, Pocket) and live.coins == {"normans": 2, "arabs": 1}
    assert fold(map(engine.encode, events)) == live
    created = events[0]
    assert isinstance(created, PocketCreated)
    again = restored(created, snapshot(live))
    assert again == live and digest(again) == digest(live) != digest(replay(events[:-1]))
    ford = engine.new_game("ford")[0]
    assert isinstance(ford, GameCreated)
    with pytest.raises(msgspec.MsgspecError):
        restored(ford, snapshot(live))
    with pytest.raises(msgspec.MsgspecError):
        restored(created, b"\xff")


def test_a_copy_shares_nothing_that_changes(pocket: PocketRules) -> None:
    for state in (replay(played(pocket)), replay(engine.new_game("ford"))):
        copied, before = state.copy(), digest(state)
        assert copied == state and type(copied) is type(state)
        for name in state.__struct_fields__:
            value = getattr(state, name)
            if isinstance(value, dict):
                assert getattr(copied, name) is not value, name
                getattr(copied, name).clear()
        assert digest(state) == before


def test_a_handler_is_registered_once() -> None:
    with pytest.raises(ValueError, match="CoinPaid is applied twice to a Pocket"):
        handles(Pocket, CoinPaid)(lambda state, event: None)
    with pytest.raises(ValueError, match="PocketCreated begins two things"):
        begins(PocketCreated)(lambda event: Pocket(setup=event.setup))


# which events there are


class TwiceNamed(Event, frozen=True):
    kind: ClassVar[str] = "die_rolled"


class NotCalledSo(Created, frozen=True):
    kind: ClassVar[str] = "siege_begun"


class NoBeginning(Event, frozen=True):
    kind: ClassVar[str] = "tower_created"


class Third(Event, frozen=True):
    kind: ClassVar[str] = "third"
    version: ClassVar[int] = 3


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (Kinds("s", (TwiceNamed,)), "two events are called die_rolled"),
        (Kinds("s", (CoinPaid, CoinPaid)), "two events are called coin_paid"),
        (Kinds("s", (NotCalledSo,)), "siege_begun is not called as it should"),
        (Kinds("s", (NoBeginning,)), "tower_created is not called as it should"),
        (
            Kinds("s", (Third,), {("third", 2): Upcaster(("third", 3), dict)}),
            "no upcaster leads from third version 1",
        ),
    ],
)
def test_kinds_that_could_not_be_read_or_told_apart_are_refused(kinds: Kinds, why: str) -> None:
    known = dict(EVENT_TYPES)
    with pytest.raises(UnknownEvent, match=why):
        admit(kinds)
    assert known == EVENT_TYPES


def test_what_a_scale_brings_goes_with_it() -> None:
    kinds = Kinds("s", (Third,), {("third", n): Upcaster(("third", n + 1), dict) for n in (1, 2)})
    admit(kinds)
    assert engine.decode("third", 1, b"{}") == Third() and engine.readable("third", 2)
    dismiss(kinds)
    assert not engine.readable("third", 1) and not engine.readable("third", 3)
    with pytest.raises(UnknownEvent, match="third"):
        engine.decode("third", 3, b"{}")


def test_no_scale_is_admitted_twice(pocket: PocketRules) -> None:
    with pytest.raises(UnknownEvent, match="pocket_created"):
        engine.admit(pocket.umpire)
    assert engine.awaiting(replay(engine.new_game("pocket"))).seats == ("normans",)


# the order in which a battle's first event is written


def test_a_battles_set_up_is_written_as_it_was_before_there_were_other_scales() -> None:
    created = engine.new_game("ford")[0]
    plain = msgspec.json.decode(engine.encode(created).data)
    assert list(plain["setup"]) == [
        "scenario", "title", "ruleset", "board", "sides", "seats", "victory", "options", "tables_digest",
        "tables",
    ]  # fmt: skip
    assert engine.decode(*engine.encode(created)) == created
    assert isinstance(created, GameCreated) and isinstance(created.setup, BattleSetup | Setup)


# the umpires


def test_the_smallest_umpire_answers_everything_that_is_asked_of_one(pocket: PocketRules) -> None:
    at, events = replay(engine.new_game("pocket")), played(pocket)
    assert engine.picture(at, None) is None and engine.asking(at) == {}
    assert engine.short_help(at, "normans") == () and engine.battle_help(at) == ""
    assert engine.try_out_standing(at, events, "normans", ["WATCH the gate"]) == ()
    assert engine.could_act(at, "normans", engine.read_orders(at, "normans", [])) == ()
    assert engine.cited(at, "GUI-6.2") == "GUI-6.2" and engine.missing_rules(at.setup) == ""
    assert engine.table_changes(at.setup) == () and engine.with_shipped_tables(at) is at
    assert engine.names_in(at)[0] == "The pocket field" and len(reported(at, events, None)) == 3
    sheet = engine.situation(replay(events), None)
    assert isinstance(sheet, PocketSituation) and not isinstance(sheet, engine.BattleSituation)
    assert (
        msgspec.json.decode(msgspec.json.encode(sheet), type=PocketSituation | engine.BattleSituation)
        == sheet
    )


def test_a_view_holds_no_papers_of_others_at_any_scale(pocket: PocketRules) -> None:
    at = replay(engine.new_game("pocket"))
    for seat in ("normans", "arabs"):
        evolve(at, OrdersAccepted(seat=seat, phase=1, orders=("HOLD",), standing=("WATCH",), salt=seat))
    assert engine.view_for(at, "arabs").sheets.keys() == {"arabs"}
    assert engine.view_for(at, None).salts == {} and at.sheets.keys() == {"normans", "arabs"}


def test_what_nobody_plays_is_refused() -> None:
    at = Pocket(setup=PocketRules().new_game("pocket", engine.Options(), "", {})[0].setup)
    with pytest.raises(engine.UnknownRuleset, match="plays no pocket"):
        engine.awaiting(at)
    with pytest.raises(KeyError):
        engine.new_game("pocket")
    assert engine.missing_rules(at.setup) == "this server plays no games of that scale"
    assert engine.table_changes(at.setup) == ()
