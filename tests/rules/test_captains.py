"""Captains: readable lines, no peeping, sense in small situations, and battles that come to an end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import engine
from rules.books.registry import rules_of
from rules.captains.captain import captain_orders
from rules.captains.draw import Draw
from rules.captains.random_player import random_orders
from rules.captains.temper import tempers
from rules.core.dice import KeyedDice
from rules.desk.reading import Verdict
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import read_line
from rules.orders.records import STANDING_ORDERS, Order
from rules.scenarios.creation import create
from rules.scenarios.loader import slugs
from rules.state.battle import Aim, Battle, Victory
from rules.state.figure import SeatId
from tests.rules.kit import RULES, battle, field, horse, man
from tests.sampling import some


def opened(slug: str) -> Battle:
    created = create(slug, RULES)
    return replay([created, PhaseOpened(number=1, turn=1, side=created.setup.sides[0].id)])


def in_phase_of(at: Battle, seat: SeatId) -> Battle:
    """The same board with the phase of this seat's side open."""
    turned = at.copy()
    turned.side = at.seat(seat).side
    return turned


def read(at: Battle, seat: SeatId, lines: Iterable[str]) -> list[Order]:
    """The orders of lines; a line that cannot be read fails the test."""
    lexicon = lexicon_of(at, seat)
    found = []
    for line in lines:
        for part in read_line(line, lexicon):
            assert part.trouble is None, f"{line}: {part.trouble}"
            assert part.order is not None
            found.append(part.order)
    return found


def lines_of(at: Battle, temper: str, verb: str, seat: str = "normans") -> list[str]:
    return [line for line in captain_orders(at, RULES, seat, temper) if line.startswith(verb)]


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("temper", tempers())
def test_every_line_of_the_first_phase_can_be_read(slug: str, temper: str) -> None:
    start = opened(slug)
    for seat in start.setup.seats:
        lines = captain_orders(start, RULES, seat.id, temper)
        assert read(start, seat.id, lines)


def test_a_captain_does_not_look_at_the_enemys_papers() -> None:
    start = opened("orchard")
    told = start.copy()
    told.sheets["lombards"] = ("MOVE Teobaldo to 0611",)
    told.standing["lombards"] = ("ADVANCE never",)
    assert captain_orders(start, RULES, "normans", "bold") == captain_orders(told, RULES, "normans", "bold")


def test_a_captain_changes_nothing() -> None:
    start = opened("ford")
    before = digest(start)
    captain_orders(start, RULES, "arabs", "bold")
    assert digest(start) == before


def test_standing_orders_are_given_once_and_nothing_else_in_the_enemys_phase() -> None:
    start = opened("orchard")
    first = captain_orders(start, RULES, "lombards", "cautious")
    assert first and all(isinstance(order, STANDING_ORDERS) for order in read(start, "lombards", first))
    start.standing["lombards"] = tuple(first)
    assert captain_orders(start, RULES, "lombards", "cautious") == []


def test_he_strikes_down_a_stunned_enemy_within_reach() -> None:
    at = battle(
        field(8, 6), man("Robert", "0103", attack=12), man("Zahir", "0503", side="arabs", health="stunned")
    )
    assert "ATTACK Robert ON Zahir" in captain_orders(at, RULES, "normans", "cautious")
    assert lines_of(at, "cautious", "MOVE Robert")


def test_two_pool_their_strength_where_one_alone_would_not_dare() -> None:
    strong = man("Zahir", "0403", side="arabs", attack=8, defence=7)
    alone = battle(field(8, 6), man("Robert", "0303", attack=9), strong)
    assert "ATTACK Robert ON Zahir" not in captain_orders(alone, RULES, "normans", "cautious")
    both = battle(field(8, 6), man("Robert", "0303", attack=9), man("Hugo", "0304", attack=9), strong)
    pooled = lines_of(both, "cautious", "ATTACK")
    assert pooled[0] in ("ATTACK Robert + Hugo ON Zahir", "ATTACK Hugo + Robert ON Zahir")


def test_the_bold_attack_at_odds_that_the_cautious_decline() -> None:
    at = battle(field(8, 6), man("Robert", "0303", attack=15), man("Zahir", "0403", side="arabs", defence=8))
    assert "ATTACK Robert ON Zahir" in captain_orders(at, RULES, "normans", "bold")
    assert "ATTACK Robert ON Zahir" not in captain_orders(at, RULES, "normans", "cautious")


def test_archers_shoot_and_a_second_one_has_another_target_in_mind() -> None:
    at = battle(
        field(10, 6),
        man("Yani", "0102", weapon="short_bow", code="Nia"),
        man("Arno", "0105", weapon="short_bow", code="Nia"),
        man("Zahir", "0703", side="arabs", defence=5),
    )
    shots = [
        line
        for line in captain_orders(at, RULES, "normans", "bold")
        if "FIRE" in line and "WATCH" not in line
    ]
    assert shots == ["FIRE Yani AT Zahir", "IF Zahir is down THEN FIRE Arno AT best ELSE FIRE Arno AT Zahir"]


def test_whoever_can_leave_by_an_exit_leaves() -> None:
    victory = Victory(turns=5, aims=(Aim("exited", "normans", {"*": 5}, hexes=("0801",)),))
    at = battle(field(8, 6), man("Robert", "0501"), man("Zahir", "0106", side="arabs"), victory=victory)
    (line,) = lines_of(at, "cautious", "MOVE")
    assert line.endswith("0801 exit")


def test_a_place_to_hold_draws_men_without_bows() -> None:
    victory = Victory(turns=5, aims=(Aim("held", "normans", {"*": 5}, hexes=("0606",)),))
    at = battle(field(12, 12), man("Robert", "0101"), man("Zahir", "1201", side="arabs"), victory=victory)
    at.turn = 3
    (line,) = lines_of(at, "cautious", "MOVE")
    assert at.board.distance(line.split()[-1], "0606") < at.board.distance("0101", "0606")


def test_a_thrown_rider_goes_back_to_his_horse() -> None:
    at = battle(
        field(14, 6),
        man("Drogo", "0103", rides=True, code="Nck"),
        horse("Bayard", "0304", "0303"),
        man("Zahir", "1403", side="arabs"),
    )
    (line,) = lines_of(at, "bold", "MOVE")
    assert line.endswith("mount Bayard")


def test_a_captain_without_men_or_enemies_writes_no_moves() -> None:
    at = battle(field(4, 4), man("Robert", "0101", health="stunned"), man("Zahir", "0404", side="arabs"))
    assert lines_of(at, "bold", "MOVE") == []
    alone = battle(field(4, 4), man("Robert", "0101"))
    assert read(alone, "normans", captain_orders(alone, RULES, "normans", "bold")) is not None


def test_an_unknown_temper_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        captain_orders(opened("orchard"), RULES, "normans", "drunk")


# whole games


def play(slug: str, seed: str, players: dict[SeatId, str]) -> Battle:
    """A whole game through the order desk; "random" is a player too. No line may be unreadable to the desk,
    and what a captain writes must nearly always be allowed."""
    at: Battle = engine.replay(engine.new_game(slug))
    written = refused = 0
    while at.outcome is None and not engine.awaiting(at).rests:
        assert at.turn <= at.setup.victory.turns
        for seat in at.setup.seats:
            who = players[seat.id]
            if who == "random":
                lines = random_orders(at, RULES, seat.id, seed)
            else:
                lines = engine.captain_orders(at, seat.id, who)
            reading = engine.read_orders(at, seat.id, lines)
            muddled = [r for r in reading.lines if r.verdict in (Verdict.UNREADABLE, Verdict.AMBIGUOUS)]
            assert not muddled, muddled
            if who != "random":
                written += len(lines)
                refused += sum(r.verdict is Verdict.ILLEGAL for r in reading.lines)
            evolve(at, engine.accept_orders(at, seat.id, reading))
        for event in engine.adjudicate(at, KeyedDice(f"{seed}/{at.phase}".encode())):
            evolve(at, event)
        check_invariants(at)
    assert refused * 50 <= written, f"{refused} of {written} lines were not allowed"
    return at


def check_invariants(at: Battle) -> None:
    """One living character or horse a hex, and nobody without a place who is not dead, carried or gone."""
    held: dict[str, str] = {}
    for figure in at.figures.values():
        assert figure.hex is not None or figure.dead or figure.left_by is not None or figure.awaited, (
            figure.id
        )
        if figure.living and figure.carried_by is None:
            for hex_ in figure.hexes:
                assert hex_ not in held, f"{figure.id} and {held[hex_]} in {hex_}"
                held[hex_] = figure.id


def test_two_captains_bring_the_demo_to_its_end() -> None:
    end = play("orchard", "demo", {"normans": "bold", "lombards": "cautious"})
    assert end.outcome is not None
    fallen = sum(1 for f in end.figures.values() if f.dead)
    assert fallen >= 4, "they must have come to blows"


@pytest.mark.slow
@pytest.mark.parametrize("slug", slugs())
def test_a_random_player_and_a_captain_end_every_scenario(slug: str) -> None:
    first, second = (seat.id for seat in opened(slug).setup.seats)
    games = [("a", "bold"), ("b", "bold"), ("a", "random"), ("b", "random")]
    for seed, other in some(games, 4):
        at = play(slug, seed, {first: "random", second: other})
        assert at.outcome is not None or engine.awaiting(at).rests


# the random player


def test_the_random_player_is_the_same_for_the_same_seed_and_readable() -> None:
    start = opened("ford")
    once = random_orders(start, RULES, "arabs", 7)
    assert once == random_orders(start, RULES, "arabs", 7)
    assert once != random_orders(start, RULES, "arabs", 8)
    assert read(start, "arabs", once)


def test_over_many_seeds_the_random_player_uses_every_verb() -> None:
    start = opened("ford")
    kinds = {
        type(o).__name__
        for seed in range(40)
        for o in read(start, "arabs", random_orders(start, RULES, "arabs", seed))
    }
    assert kinds == {
        "MoveOrder", "HaulOrder", "FireOrder", "AttackOrder", "IfOrder",
        "WatchOrder", "OpposeOrder", "WoundOrder", "RetreatOrder", "AdvanceOrder",
    }  # fmt: skip


def test_where_tactics_are_in_force_the_random_player_uses_their_verbs_too() -> None:
    start = opened("spears")
    rules = rules_of(start)
    kinds = {
        type(o).__name__
        for seat in ("byzantines", "normans")
        for seed in range(40)
        for o in read(start, seat, random_orders(in_phase_of(start, seat), rules, seat, seed))
    }
    assert kinds >= {"ChargeOrder", "CounterOrder", "FormOrder", "MarchOrder", "BreakOrder", "RefuseOrder"}


@given(st.integers(), st.integers(1, 50))
def test_draws_stay_below_their_limit_and_repeat(seed: int, limit: int) -> None:
    first, second = Draw(seed), Draw(seed)
    for _ in range(5):
        number = first.below(limit)
        assert 0 <= number < limit
        assert number == second.below(limit)


def test_some_are_different_and_not_more_than_asked_for() -> None:
    draw = Draw("x")
    for _ in range(50):
        some = draw.some("abcdef", 3)
        assert 1 <= len(some) == len(set(some)) <= 3
    assert {draw.below(3) for _ in range(50)} == {0, 1, 2}
