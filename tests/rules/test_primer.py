"""The orders that a battle needs: lines of the language, with the reader's own men."""

from __future__ import annotations

import pytest

from rules import engine
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse
from rules.orders.trouble import Trouble
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import Battle

SEATS = [(s.slug, seat.id) for s in scenario_infos() for seat in s.seats]


@pytest.mark.parametrize(("slug", "seat"), SEATS)
def test_every_line_can_be_read_and_is_of_the_readers_own_men(slug: str, seat: str) -> None:
    start = engine.replay(engine.new_game(slug))
    lessons = engine.primer(start, seat)
    assert 1 <= len(lessons) <= 12
    mine = {f.name for f in start.figures.values() if f.seat == seat}
    for line, what in lessons:
        assert what
        found = parse(line, lexicon_of(start, seat))
        assert not isinstance(found, Trouble), (line, found)
    named = " ".join(line for line, _ in lessons)
    assert any(name in named for name in mine)


LATER = ("SHOOT", "THROW GRAPNEL")  # for which men have to go somewhere first


@pytest.mark.parametrize(("slug", "seat"), SEATS)
def test_what_is_shown_is_taken_in_a_phase_of_ones_own(slug: str, seat: str) -> None:
    start = engine.replay(engine.new_game(slug))
    assert isinstance(start, Battle)
    theirs = start.copy()
    theirs.side = start.seat(seat).side
    for line, _ in engine.primer(start, seat):
        (answer,) = engine.read_orders(theirs, seat, [line]).lines
        taken = answer.verdict in (engine.Verdict.OK, engine.Verdict.NOTE)
        assert taken or line.startswith(LATER), (line, answer.message)


def test_only_what_the_battle_needs_is_taught() -> None:
    words = {
        line.split()[0] for line, _ in engine.primer(engine.replay(engine.new_game("orchard")), "normans")
    }
    assert {"MOVE", "ATTACK"} <= words
    assert not words & {"CARRY", "RAISE", "SHOOT", "CHARGE", "PLACE", "FORM"}
    besieger = engine.primer(engine.replay(engine.new_game("escalade")), "normans")
    garrison = engine.primer(engine.replay(engine.new_game("escalade")), "byzantines")
    assert any(line.startswith("RAISE LADDER") for line, _ in besieger)
    assert any(line.startswith("TOPPLE") for line, _ in garrison)
    assert not any("LADDER" in line for line, _ in garrison)


def test_of_a_set_up_the_orders_of_the_set_up() -> None:
    placing = engine.replay(engine.new_game("grange"))
    for seat in placing.setup.seats:
        if placing.deployment_of(seat.id):
            words = [line.split()[0] for line, _ in engine.primer(placing, seat.id)]
            assert words[0] == "PLACE" and not {"MOVE", "FIRE"} & set(words)
