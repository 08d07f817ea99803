"""Reserves of a set-up: they enter in their turn, and the other side sees nothing of them before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.events.deployment import Entered, EntryDelayed, ReservesShown
from rules.phases.victory import standing_share, verdict
from rules.tactical.deploying.placing import edge_of
from tests.rules.kit import reported
from tests.rules.setup_kit import game, played, said

# reserves


def to_turn(battle: engine.Battle, turn: int, side: str, *setup: str) -> engine.Battle:
    """Play on until the phase of a side in a turn is open."""
    while (battle.turn, battle.side) != (turn, side):
        placing = battle.turn == 0 and bool(setup) and battle.side == side
        battle, _ = played(battle, *(setup if placing else ()))
    return battle


@pytest.mark.rule("GUI-2a", "GUI-2.1c", "RUL-203")
def test_a_reserve_enters_in_its_turn_pays_the_hex_and_may_move_on() -> None:
    at = to_turn(game(), 3, "lombards", "ENTER Melo by 2608 turn 3", "ENTER Gisulfo by 2612 turn 4")
    form = engine.order_form(at, "lombards")
    assert "Melo enters in 2508-2608 before you move" in " ".join(form.replace("#", "").split())
    reading = engine.read_orders(at, "lombards", ["MOVE Melo to 2108"])
    assert reading.lines[0].code == ""
    after, events = played(at, "MOVE Melo to 2208")
    entered = {e.figure: e for e in events if isinstance(e, Entered)}
    assert set(entered) == {"melo", "romualdo", "landolfo"}  # Gisulfo comes a turn later
    melo = entered["melo"]
    assert (melo.hex, melo.rear, melo.mp, melo.left) == ("2508", "2608", 1, 14)
    assert after.figures["melo"].hex == "2208"
    assert after.reserves.keys() == {"gisulfo"}
    assert any("Melo (rider) enters the board in 2508-2608 (1 MP)" in line.text
               for line in reported(at, events, "normans"))  # fmt: skip


def test_he_can_go_no_farther_than_the_rest_of_his_mp_and_do_nothing_before() -> None:
    at = to_turn(game(), 3, "lombards", "ENTER Melo by 2608 turn 3")
    reading = engine.read_orders(at, "lombards", ["CHARGE Melo ON Robert", "MOVE Melo to 0108"])
    assert [line.code for line in reading.lines] == ["E-304", "E-302"]
    assert "comes on to the board in the movement step" in reading.lines[0].message[0]
    early = to_turn(game(), 2, "lombards")
    assert "is not on the board yet" in said(early, "MOVE Melo to 2208").message[0]


def test_the_middle_of_the_edge_the_nearest_free_hex_and_a_turn_of_waiting() -> None:
    at = to_turn(game(), 3, "lombards", "ENTER Melo by 2608 turn 3")
    blocked = at.copy()
    edge = list(edge_of(at.board, "east"))
    normans = [f for f in blocked.figures.values() if f.side == "normans" and f.living]
    extra = [replace(normans[0], id=f"block{n}", name=f"Block {n}", hex=hex, rear=None, mount=None)
             for n, hex in enumerate(edge) if not any(hex in f.hexes for f in normans)]  # fmt: skip
    few = blocked.copy()
    few.figures.update({f.id: f for f in extra if f.hex == "2608"})
    _, events = played(few)
    [melo] = [e for e in events if isinstance(e, Entered) and e.figure == "melo"]
    assert melo.rear != "2608" and few.board.distance(melo.rear or "", "2608") <= 2
    blocked.figures.update({f.id: f for f in extra})
    after, events = played(blocked)
    delayed = [e for e in events if isinstance(e, EntryDelayed)]
    assert {e.figure for e in delayed} == {"gisulfo", "romualdo", "landolfo", "melo"}
    assert all(after.reserves[e.figure].turn == 4 for e in delayed)
    told = " ".join(line.text for line in reported(blocked, events, "lombards"))
    assert "Melo finds no room to enter by 2608 and waits until turn 4." in told


@pytest.mark.rule("RUL-203")
def test_who_is_still_to_come_counts_as_standing() -> None:
    at, _ = played(game())
    for name, figure in list(at.figures.items()):
        if figure.side == "lombards" and figure.hex is not None:
            at.figures[name] = replace(figure, health=type(figure.health).DEAD)
    assert standing_share(at, "lombards") == 24
    reserves_only = replace(at.setup, victory=replace(at.setup.victory, break_at={}))
    at.setup = reserves_only
    assert verdict(at, at_turn_end=False) is None
    [side] = [s for s in engine.situation(at, "lombards").sides if s.id == "lombards"]
    assert side.standing == 4
    row = next(row for row in side.rows if row.id == "melo")
    assert (row.place, row.state, row.remarks) == ("", "in reserve", "enters by the east in turn 3")
    assert "lombards" in rules_of(at).phase_of(replace_phase(at)).owes(replace_phase(at))


@pytest.mark.rule("RUL-203")
def test_who_may_be_held_back_is_still_to_be_placed() -> None:
    """The form places him; whoever has no choice is in reserve from the beginning."""
    rows = {row.id: row for side in engine.situation(game(), "normans").sides for row in side.rows}
    tancred, melo = rows["tancred"], rows["melo"]
    assert (tancred.state, melo.state) == ("to be placed", "in reserve")
    assert tancred.remarks == "may be held back: enters by the west, the east or the south, from turn 2 on"
    assert melo.remarks == "enters by the east, from turn 3 on"


def replace_phase(at: engine.Battle) -> engine.Battle:
    twin = at.copy()
    twin.phase_name, twin.side, twin.turn = "", "lombards", 1
    return twin


# fog
HELD = ("ENTER Tancred by west turn 4", "ENTER Serlo by 0116 turn 5", "ENTER Gui by east turn 3")


def after_both(*lines: str) -> tuple[engine.Battle, engine.Battle, list[engine.Event]]:
    before, _ = played(game())
    after, events = played(before, *lines)
    return before, after, events


@pytest.mark.rule("RUL-203")
def test_the_other_side_sees_nothing_of_an_unannounced_reserve() -> None:
    """Two worlds that differ in nothing but in when and where the hidden riders come."""
    before, one, told_one = after_both(*HELD)
    _, other, told_other = after_both("ENTER mounted by south turn 6")
    assert one.reserves != other.reserves
    for seat in ("lombards", None):
        assert engine.view_for(one, seat) == engine.view_for(other, seat)
        assert engine.situation(one, seat) == engine.situation(other, seat)
        told = [engine.seen(before, events, seat) for events in (told_one, told_other)]
        drawn = [
            engine.picture(at, seat, before, shown) for at, shown in zip((one, other), told, strict=True)
        ]
        assert told[0] == told[1] and drawn[0] == drawn[1]
        assert reported(before, told_one, seat) == engine.narrate(
            before, engine.seen(before, told_other, seat), seat
        )
    lines = ["WATCH Arnolfo fire at Tancred", "FIRE Arnolfo AT Gui", "RETREAT toward 0906", "HELP"]
    assert engine.read_orders(one, "lombards", lines) == engine.read_orders(other, "lombards", lines)
    assert engine.read_orders(one, "lombards", lines).lines[0].code == "E-102"  # nobody of that name is known
    assert engine.order_form(one, "lombards") == engine.order_form(other, "lombards")
    assert engine.awaiting(one) == engine.awaiting(other)
    normans = engine.situation(one, "lombards").sides[1]
    assert (normans.standing, normans.total) == (13, 13)
    assert engine.situation(one, "normans").sides[0].total == 16


def test_no_standing_order_is_used_in_a_set_up() -> None:
    before, _, events = after_both()
    [told] = engine.try_out_standing(before, events, "lombards", ["WATCH Arnolfo fire at first"])
    assert (told.would, told.would_not) == ((), ())


def test_he_is_known_to_all_from_the_moment_he_enters() -> None:
    _, at, _ = after_both("ENTER Gui by east turn 2", "ENTER Tancred turn 9", "ENTER Serlo turn 9")
    at = to_turn(at, 2, "normans")
    seen = engine.view_for(at, "lombards")
    assert "gui" not in seen.figures and "gui-horse" not in seen.horses
    after, events = played(at)
    [shown] = [e for e in events if isinstance(e, ReservesShown)]
    assert [f.id for f in shown.figures] == ["gui"]
    # whoever folds what he saw alone comes to what he may see
    folded = engine.replay(engine.seen(at, events, "lombards"), seen)
    assert folded.figures["gui"] == after.figures["gui"]
    assert "tancred" not in folded.figures
    assert engine.try_out_standing(at, events, "lombards", ["WATCH Arnolfo fire at first"])


def test_an_announced_reserve_is_seen_by_all() -> None:
    at, events = played(game(), "ENTER Melo by 2608 turn 5")
    told = [line.text for line in reported(game(), events, "normans")]
    assert "In reserve: Melo, to enter by 2608 in turn 5." in told
    assert at.reserves["melo"].turn == 5 and engine.view_for(at, "normans").reserves["melo"].turn == 5


def test_orders_of_a_set_up_are_sealed_until_it_ends() -> None:
    at = game()
    reading = engine.read_orders(at, "lombards", ["PLACE Carlo 0906"])
    filed = engine.evolve(at.copy(), engine.accept_orders(at, "lombards", reading))
    for look in (engine.situation, engine.picture):
        assert look(filed, "normans") == look(at, "normans")
    [area] = {a.name for a in engine.picture(played(at)[0], "lombards").areas}
    assert area == "the fields"


@pytest.mark.rule("RUL-203")
def test_no_reserve_enters_in_turn_0() -> None:
    """0 stands for nothing said, and is not taken for it where somebody has written it."""
    [line] = engine.read_orders(game(), "lombards", ["ENTER Gisulfo by east turn 0"]).lines
    assert line.verdict == engine.Verdict.UNREADABLE and "number of a turn" in line.message[0]
