"""What a seat knows is what it was shown: folding that gives its view of the truth, and every field of every
state says who may know it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, get_args

import msgspec
import pytest

from rules import engine
from rules.events.base import Event, Knowledge
from rules.state.audience import By, To
from rules.state.battle import Battle
from rules.state.table import Table
from tests.games.pocket_rules import Pocket, agreed
from tests.games.veiled_table import Veiled
from tests.golden.files import FOLDER, read
from tests.rules.setup_kit import first_events, played

STATES = (Table, Battle, Pocket, Veiled)
# with which commands end
ENDS = {"orders_accepted", "phase_opened", "step_began", "decision_requested", "game_ended"}
FILES = sorted(FOLDER.glob("*.jsonl"))


class Piece(msgspec.Struct, frozen=True):
    """Something on a board that shows its owner more than others."""

    audiences: ClassVar = {"seat": To.ALL, "content": To.OWNER}
    seat: str
    content: str = ""


def readers(table: Table) -> tuple[str | None, ...]:
    return (None, *(seat.id for seat in table.setup.seats))


def strays(events: Iterable[Event], most: int = 3) -> list[str]:
    """Where somebody who folds what he was shown comes to another state than his view of the truth."""
    rows = iter(events)
    first = next(rows)
    truth = engine.replay([first])
    known = {seat: engine.replay(engine.seen(None, [first], seat)) for seat in readers(truth)}
    found: list[str] = []
    for number, event in enumerate(rows, start=2):
        for seat in known:
            for shown in engine.seen(truth, [event], seat):
                engine.evolve(known[seat], shown)
        engine.evolve(truth, event)
        if event.kind in ENDS:
            wrong = [seat for seat, folded in known.items() if folded != engine.view_for(truth, seat)]
            found += [f"{seat} behind event {number}, {event.kind}" for seat in wrong]
        if len(found) >= most:
            break
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_folding_what_a_seat_was_shown_gives_its_view_of_a_golden_game(path: Path) -> None:
    assert strays(read(path)) == []


def with_reserves() -> list[Event]:
    """A set-up with men held back, of whom the enemy knows nothing until they come, one after the other."""
    log = first_events()
    battle = engine.replay(log)
    setup = ("ENTER Gui by east turn 2", "ENTER Tancred by south turn 3", "ENTER Serlo turn 9")
    while battle.turn < 4:
        placing = battle.turn == 0 and battle.side == "normans"
        _, events = played(battle, *(setup if placing else ()))
        log += events
        battle = engine.replay(events, battle)
    return log


def test_folding_what_a_seat_was_shown_gives_its_view_while_reserves_are_hidden() -> None:
    log = with_reserves()
    assert {"reserves_called", "reserves_set", "reserves_shown"} <= {event.kind for event in log}
    assert strays(log) == []


def test_a_view_is_its_own_view() -> None:
    battle = engine.replay(with_reserves()[:40])
    for seat in readers(battle):
        view = engine.view_for(battle, seat)
        assert engine.view_for(view, seat) == view and (view != battle or seat == "normans")


def undeclared(kind: Any) -> list[str]:
    """The fields of a record, and of the records within it that say it themselves, of which nobody says who
    may know them; and declarations of no field."""
    names = set(kind.__struct_fields__)
    found = [f"{kind.__name__}.{name}" for name in names ^ set(kind.audiences)]
    for field in msgspec.structs.fields(kind):
        if kind.audiences.get(field.name) is To.WITHIN:
            inner = [part for part in (field.type, *get_args(field.type)) if hasattr(part, "audiences")]
            assert inner, f"{kind.__name__}.{field.name} holds nothing that says who may know it"
            found += [name for part in inner for name in undeclared(part)]
    return found


def mutable_within(kind: Any) -> list[Any]:
    """The changing records that a state holds directly."""
    types = [part for f in msgspec.structs.fields(kind) for part in (f.type, *get_args(f.type))]
    return [t for t in types if isinstance(t, type) and issubclass(t, msgspec.Struct)
            and not t.__struct_config__.frozen]  # fmt: skip


@pytest.mark.parametrize("kind", STATES, ids=lambda kind: kind.__name__)
def test_every_field_of_every_state_says_who_may_know_it(kind: Any) -> None:
    assert undeclared(kind) == []
    for inner in mutable_within(kind):
        assert undeclared(inner) == []


def test_a_field_of_which_nobody_says_who_may_know_it_is_named_and_makes_no_view() -> None:
    class Forgetful(Table, kw_only=True):
        secret: str = ""

    table = Forgetful(setup=agreed())
    assert undeclared(Forgetful) == ["Forgetful.secret"]
    with pytest.raises(KeyError, match="secret"):
        engine.view_for(table, None)


def test_who_may_know_what_can_be_said_in_five_words() -> None:
    class Hiding(Table, kw_only=True):
        audiences: ClassVar = {
            **Table.audiences,
            "pieces": To.WITHIN,
            "purse": To.UMPIRE,
            "tale": By(lambda value, *_: value[:3]),
        }
        pieces: dict[str, Piece] = {}
        purse: int = 0
        tale: str = ""

        def _unshare(self) -> None:
            super()._unshare()
            self.pieces = dict(self.pieces)

    pieces = {"x": Piece("normans", "gold"), "y": Piece("arabs", "salt")}
    truth = Hiding(setup=agreed(), pieces=pieces, purse=7, tale="long", sheets={"normans": ("HOLD",)})
    seen = engine.view_for(truth, "arabs")
    assert seen.pieces == {"x": Piece("normans"), "y": Piece("arabs", "salt")}
    assert (seen.purse, seen.tale, seen.sheets) == (0, "lon", {})
    assert engine.view_for(truth, None).pieces["y"] == Piece("arabs")
    assert truth.pieces == pieces and engine.view_for(truth, "normans").sheets == truth.sheets


def test_a_kind_that_asks_what_is_known_has_to_say_so() -> None:
    class Curious(Event, frozen=True):
        kind: ClassVar[str] = "curious"

        def seen_by(self, knowledge: Knowledge) -> Event | None:
            return self if knowledge.state else None

    with pytest.raises(LookupError, match="by_knowledge"):
        engine.seen(None, [Curious()], "normans")
