"""What one side of a battle hides, field by field: changing it changes nothing that anybody else is answered,
and were the field shown to all, that would be found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules import engine
from rules.state.audience import To
from rules.state.battle import Battle, PhaseRecord
from rules.state.figure import Health
from rules.state.table import Progress
from tests.rules.setup_kit import game, played

PROBES = (
    "FIRE Arnolfo AT Tancred",
    "WATCH Arnolfo fire at Tancred",
    "TRY IF Tancred is down THEN FIRE Arnolfo AT best",
    "TEST IF Serlo is down",
    "ATTACK Teobaldo ON Gui",
    "MOVE Teobaldo to 1316",
    "STATUS",
    "HELP",
    "CLEAR",
)


@pytest.fixture(scope="module")
def battle() -> Battle:
    """The grange in turn 1, with three riders of the Normans of whom the Lombards know nothing."""
    at = game()
    at, _ = played(at)
    at, _ = played(at, "ENTER Tancred by east turn 7", "ENTER Gui by south turn 5", "ENTER Serlo turn 9")
    assert {"tancred", "gui", "serlo"} <= at.reserves.keys() and at.turn == 1
    return at


def wounded(at: Battle) -> None:
    at.figures["tancred"] = replace(at.figures["tancred"], health=Health.WOUNDED)


def barded(at: Battle) -> None:
    at.horses["tancred-horse"] = replace(at.horses["tancred-horse"], armoured=True)


def later(at: Battle) -> None:
    at.reserves["tancred"] = replace(at.reserves["tancred"], turn=8)


HIDDEN: dict[str, Callable[[Battle], object]] = {
    "sheets": lambda at: at.sheets.update(normans=("MOVE Robert to 1316",)),
    "standing": lambda at: at.standing.update(normans=("RETREAT Robert toward 0101",)),
    "spent_orders": lambda at: at.spent_orders.update(normans=("WATCH Gilbert hold",)),
    "progress": lambda at: at.progress.update(normans={"WATCH Gilbert hold": Progress(times=1)}),
    "salts": lambda at: at.salts.update(normans="fig"),
    "figures": wounded,
    "horses": barded,
    "reserves": later,
    "calls": lambda at: at.calls.update(sequel=engine.Call(1, {"normans": "normans"}, ("normans",))),
}
CHECKED = "checked"  # of the records of the last three phases


def hidden_fields() -> set[str]:
    """Of a battle, all that not everybody may know as a whole."""
    return {name for name, audience in Battle.audiences.items() if audience not in (To.ALL, To.WITHIN)}


def answered(at: Battle, seat: str) -> list[Any]:
    """Everything that the engine says to a seat, or to everybody."""
    reading = engine.read_orders(at, seat, PROBES)
    return [
        engine.view_for(at, seat),
        engine.situation(at, seat),
        engine.situation(at, None),
        engine.picture(at, seat),
        engine.picture(at, None),
        engine.order_form(at, seat),
        engine.short_help(at, seat),
        engine.could_act(at, seat, reading),
        reading,
        [engine.captain_orders(at, seat, temper) for temper in ("bold", "cautious")],
        engine.asking(at),
        engine.awaiting(at),
    ]


def changed(at: Battle, name: str) -> Battle:
    other = at.copy()
    HIDDEN[name](other)
    assert getattr(other, name) != getattr(at, name)
    return other


def test_every_hidden_field_is_changed_here() -> None:
    assert hidden_fields() == HIDDEN.keys()
    assert {n for n, audience in PhaseRecord.audiences.items() if audience is not To.ALL} == {CHECKED}


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_nobody_else_is_answered_otherwise_for_what_is_hidden(battle: Battle, name: str) -> None:
    other = changed(battle, name)
    assert answered(other, "lombards") == answered(battle, "lombards")
    assert engine.view_for(other, None) == engine.view_for(battle, None)
    assert engine.view_for(other, "normans") != engine.view_for(battle, "normans")


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_a_hidden_field_that_were_shown_would_be_found(
    battle: Battle, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Battle.audiences, name, To.ALL)
    assert answered(changed(battle, name), "lombards") != answered(battle, "lombards")


@pytest.mark.parametrize("record", ["now", "last", "before"])
@pytest.mark.parametrize("leak", [False, True])
def test_what_an_if_of_theirs_came_to_is_hidden_too(
    battle: Battle, record: str, leak: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = battle.copy()
    getattr(other, record).checked["normans: IF Arnolfo is down THEN FIRE Gilbert AT Ursone"] = True
    if leak:
        monkeypatch.setitem(PhaseRecord.audiences, CHECKED, To.ALL)
    assert (answered(other, "lombards") == answered(battle, "lombards")) is not leak
