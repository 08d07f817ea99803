"""The battle outside, fought out on a board."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.siege import (
    DayEnded,
    FightCalled,
    FightOver,
    FoughtQuickly,
    ManDied,
    PlaceFell,
    SiegeLifted,
)
from rules.phases import sallying
from rules.phases.deploying import sides_that_place
from rules.phases.victory import in_words
from rules.siege.boards import outside
from rules.state.battle import Battle
from rules.state.board import board_of
from rules.state.figure import Health
from rules.state.siege import Siege, Team
from rules.state.table import Outcome
from rules.tactical.deploying.placing import edge_of
from tests.rules.siege.board_kit import called, evening, place
from tests.rules.siege.kit import all_of, day, hurt, none_of, only, slain, theirs


def field(**fields: object) -> tuple[Battle, Siege]:
    return called(
        place(**({"garrison": 8, "host": {"knight": 3, "archer": 4, "light infantry": 9}} | fields)), "BATTLE"
    )


def harmed(battle: Battle, side: str, number: int, health: Health) -> None:
    for man in battle.side_figures(side)[:number]:
        battle.figures[man.id] = replace(man, health=health)


@pytest.mark.rule("GUI-11.4.4a")
def test_everybody_takes_part_builders_too_and_riders_ride() -> None:
    at = slain(place(garrison=8, host={"knight": 3, "light infantry": 9}), "inside-3", "outside-5")
    at.teams = (Team("thrower", ("outside-8", "outside-9")),)
    battle, _ = called(at, "BATTLE")
    both = (*at.strength(at.besieged), *at.strength(at.besieger))
    assert set(battle.figures) == {man.id for man in both}
    assert {man.id for man in battle.figures.values() if man.mounted} == {
        "outside-1",
        "outside-2",
        "outside-3",
    }


@pytest.mark.rule("GUI-11.4.4a")
def test_the_halves_of_two_panels_are_in_play_that_touch() -> None:
    board = board_of(outside.ground())
    halves = {letter: {int(at[1:3]) for at in board.cells if at[0] == letter} for letter in "AB"}
    assert halves == {"A": set(range(15, 29)), "B": set(range(1, 14))}
    joined = [(a, b) for a in board.cells for b in board.neighbours(a) if a[0] == "A" and b[0] == "B"]
    assert {at[1:3] for at, _ in joined} == {"28"} and {at[1:3] for _, at in joined} == {"01"}


@pytest.mark.rule("GUI-11.4.4b")
def test_the_garrison_places_first_each_within_five_hexes_of_its_edge_and_the_besieger_plays_first() -> None:
    battle, at = field()
    assert sides_that_place(battle) == (at.besieged, at.besieger)
    assert battle.setup.sides[0].id == at.besieger
    for side, edge in ((at.besieged, "east"), (at.besieger, "west")):
        ground = battle.deployment_of(at.seat_of(side))
        assert ground is not None
        outer = edge_of(battle.board, edge)
        within = {c for c in battle.board.cells if min(battle.board.distance(c, o) for o in outer) < 5}
        assert set(ground.hexes) == within
        usual = [place for name, place in ground.template.items()]
        assert len(usual) == len(battle.side_figures(side))
        assert all(set(hexes) <= within for hexes in usual)


def test_an_army_that_is_too_large_for_its_band_still_has_room() -> None:
    battle, at = field(host={"knight": 40, "light infantry": 50})
    assert len(battle.side_figures(at.besieger)) == 90


def test_the_day_waits_and_the_one_battle_is_spent() -> None:
    at = place()
    events, after = day(at, theirs(at), inside=["BATTLE"])
    assert only(events, FightCalled).attackers[0].startswith("outside")
    assert none_of(events, FoughtQuickly, DayEnded, SiegeLifted)
    assert after.battle_spent and after.fight is not None


@pytest.mark.rule("GUI-11.4.4c")
@pytest.mark.parametrize("health", [Health.DEAD, Health.STUNNED, Health.WOUNDED])
@pytest.mark.parametrize("loser", ["besieger", "besieged"])
def test_a_side_withdraws_when_half_of_its_men_are_hurt(health: Health, loser: str) -> None:
    battle, at = field()
    side = getattr(at, loser)
    many = len(battle.side_figures(side))
    harmed(battle, side, many // 2 - 1, health)
    assert sallying.verdict(battle, at_turn_end=False) is None
    harmed(battle, side, many // 2, health)
    ended = sallying.verdict(battle, at_turn_end=False)
    assert ended is not None and ended.winner == at.enemy_of(side)


@pytest.mark.rule("GUI-11.4.4c")
def test_those_who_came_wounded_are_no_loss_of_the_battle() -> None:
    at = hurt(place(garrison=8, host=8), "inside-1", "inside-2", "inside-3", "inside-4")
    battle, _ = called(at, "BATTLE")
    sound = [man for man in battle.side_figures(at.besieged) if not man.wounded]
    assert sallying.verdict(battle, at_turn_end=False) is None
    battle.figures[sound[0].id] = replace(sound[0], health=Health.DEAD)
    assert sallying.verdict(battle, at_turn_end=False) is None
    battle.figures[sound[1].id] = replace(sound[1], health=Health.DEAD)
    ended = sallying.verdict(battle, at_turn_end=False)
    assert ended is not None and ended.winner == at.besieger


@pytest.mark.rule("GUI-11.4.4c")
def test_a_side_may_leave_by_its_own_edge_and_has_lost_when_all_have() -> None:
    battle, at = field()
    edge = edge_of(battle.board, "east")
    assert battle.setup.victory.exits == {at.besieged: edge, at.besieger: edge_of(battle.board, "west")}
    for man in battle.side_figures(at.besieged):
        battle.figures[man.id] = replace(man, left_by=edge[0])
    ended = sallying.verdict(battle, at_turn_end=False)
    assert ended is not None and ended.winner == at.besieger


def test_with_the_last_turn_nobody_has_won() -> None:
    battle, _ = field()
    battle.turn = battle.setup.victory.turns
    ended = sallying.verdict(battle, at_turn_end=True)
    assert ended is not None and ended.winner == ""


@pytest.mark.rule("GUI-11.4.4c")
@pytest.mark.parametrize(("winner", "lifted", "ended"), [
    ("besieged", True, "beaten"), ("besieger", False, "driven"), ("", False, "nothing"),
])  # fmt: skip
def test_the_besiegers_withdrawal_alone_lifts_the_siege(winner: str, lifted: bool, ended: str) -> None:
    battle, at = field()
    dead = battle.side_figures(at.besieger)[5]
    battle.figures[dead.id] = replace(dead, health=Health.DEAD)
    won = getattr(at, winner) if winner else ""
    events, after = evening(at, battle, Outcome(winner=won, reason="over"))
    assert [event.cause for event in all_of(events, SiegeLifted)] == (["battle"] if lifted else [])
    assert only(events, FightOver).ended == ended
    assert only(events, ManDied).figure == dead.id
    assert none_of(events, PlaceFell) and bool(after.lifted) == lifted


@pytest.mark.rule("GUI-11.4.4c")
@pytest.mark.parametrize("plan", ["SALLY", "SUPPLY"])
def test_a_party_that_is_beaten_lifts_no_siege(plan: str) -> None:
    battle, at = called(place(garrison=13, host=28), plan)
    for winner in (at.besieger, at.besieged):
        events, after = evening(at, battle, Outcome(winner=winner, reason="over"))
        assert none_of(events, SiegeLifted, PlaceFell) and not after.lifted, winner


def test_a_garrison_that_is_destroyed_has_nobody_to_hold_the_place() -> None:
    battle, at = field()
    harmed(battle, at.besieged, 8, Health.DEAD)
    events, after = evening(at, battle, Outcome(winner=at.besieger, reason="over"))
    assert len(all_of(events, PlaceFell)) == 1 and after.fallen


def test_its_ends_are_told_in_words() -> None:
    battle, _ = field()
    told = " ".join(in_words(battle.setup))
    assert "siege is lifted" in told and "points" not in told
