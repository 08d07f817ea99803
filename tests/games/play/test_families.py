"""Games that call others: their beginning, their end, and what both tell."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from games.models import Game, GameState
from games.play import adjudication, families, submissions
from games.play.creation import create_game
from games.proof import verification
from games.record import calls, dice, eventlog, opening, roots
from rules import engine
from tests.games.family_rules import FamilyRules, PurseCreated, PurseFilled, Purses
from tests.games.kit import ANNA, BORIS, again, file, seat_of
from tests.games.threads import together
from tests.games.verifying import verify_game
from tests.stopwatch import stopwatch

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> FamilyRules:
    rules = FamilyRules()
    rules.put_in_place(monkeypatch)
    return rules


def a_family(**options: Any) -> Game:
    return create_game("purse", {"normans": ANNA, "arabs": BORIS}, **options)


def play(game: Game, *lines: str) -> Game:
    """Whoever is awaited gives these orders, and the phase is played."""
    game = again(game)
    for seat in game.seats.filter(awaited=True):
        file(game, seat.name, *lines)
    adjudication.attend(game.pk)
    return again(game)


def to_the_end(game: Game) -> Game:
    while game.state == GameState.RUNNING:
        game = play(game)
    return game


def test_a_call_begins_a_game_with_the_same_people(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    [child] = game.children.all()
    assert child.pk < 0 and child.label == f"{game.label}-{child.number.rpartition('-')[2]}"
    assert [(s.name, s.player, s.stands_for.name) for s in child.seats.all()] == [
        ("normans", "Anna", "normans"),
        ("arabs", "Boris", "arabs"),
    ]
    assert child.state == GameState.RUNNING and child.phase == 1
    verification.check(child)
    verification.check(game)


def test_what_a_child_won_comes_back_once(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    [child] = game.children.all()
    purses = eventlog.load(game.pk).battle.purses
    child = to_the_end(child)
    assert child.state == GameState.OVER
    won = eventlog.load(child.pk).battle.purses
    for _ in range(3):
        adjudication.attend(game.pk)
    table = eventlog.load(game.pk).battle
    assert isinstance(table, Purses) and not table.calls
    assert table.purses == {side: purses.get(side, 0) + won[side] for side in won}
    assert again(child).told
    told = [e for e in eventlog.events(game.pk) if isinstance(e, engine.GameTold)]
    assert [(one.game, one.head, one.events) for one in told] == [
        (str(child.uuid), again(child).head, child.version)
    ]
    verification.check(again(game))


# two at once, and how far a game goes on


def test_two_children_at_once_while_the_game_goes_on_as_far_as_it_may(rules: FamilyRules) -> None:
    rules.ahead = 2
    game = play(a_family(), "RAID", "RAID")
    first, second = game.children.order_by("called")
    assert first.called != second.called and first.uuid != second.uuid
    game = play(play(game))
    assert (game.phase, game.state) == (4, GameState.RESTING)
    assert engine.awaiting(eventlog.load(game.pk).battle).rests == ("p1/1", "p1/2")
    adjudication.attend(game.pk)
    assert again(game).phase == 4
    to_the_end(first)
    adjudication.attend(game.pk)
    assert again(game).state == GameState.RESTING  # the other is still open
    to_the_end(second)
    adjudication.attend(game.pk)
    assert again(game).state == GameState.RUNNING and again(game).phase_due is not None
    assert play(game).phase == 5


def test_orders_that_were_filed_while_a_game_rested_are_played_when_it_wakes(rules: FamilyRules) -> None:
    game = play(play(play(a_family(), "RAID")))
    assert game.state == GameState.RESTING
    file(game, "arabs")
    adjudication.attend(game.pk)
    assert again(game).phase == 4
    to_the_end(game.children.get())
    adjudication.attend(game.pk)
    assert again(game).phase == 5


@pytest.mark.django_db(transaction=True)
def test_two_children_that_end_at_once_are_told_one_after_the_other(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID", "RAID")
    for child in game.children.all():
        to_the_end(child)
    assert together(*[lambda: adjudication.attend(game.pk)] * 3) == []
    told = [e.call for e in eventlog.events(game.pk) if isinstance(e, engine.GameTold)]
    assert sorted(told) == ["p1/1", "p1/2"]
    assert not eventlog.load(game.pk).battle.calls


def test_a_child_is_not_told_in_the_middle_of_a_question(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    to_the_end(game.children.get())
    Game.objects.filter(pk=game.pk).update(played_from=again(game).version)
    families.settle(Game.objects.get(pk=game.pk))
    assert not again(game).children.get().told
    Game.objects.filter(pk=game.pk).update(played_from=0)
    families.settle(Game.objects.get(pk=game.pk))
    assert again(game).children.get().told


def test_a_game_that_ends_first_calls_its_children_off(rules: FamilyRules) -> None:
    rules.patient, rules.ahead, rules.phases = False, 9, 3
    game = play(a_family(), "RAID")
    child = play(game.children.get(), "RAID")
    grandchild = child.children.get()
    game = play(play(game))
    assert game.state == GameState.OVER
    for one in (game, child):
        adjudication.attend(one.pk)
    assert {again(one).state for one in (child, grandchild)} == {GameState.OVER}
    last = list(eventlog.events(grandchild.pk))[-1]
    assert isinstance(last, engine.CalledOff) and again(grandchild).outcome["winner"] == ""
    for one in (game, child, grandchild):
        verification.check(again(one))
        assert not again(one).told
    late = submissions.submit(seat_of(grandchild, "normans"), ["HOLD"], "late")
    assert late.status == submissions.Status.GAME_OVER


def test_a_child_that_ended_before_it_was_called_off_keeps_its_end(rules: FamilyRules) -> None:
    rules.patient, rules.ahead, rules.phases = False, 9, 2
    game = play(a_family(), "RAID")
    child = to_the_end(game.children.get())
    Game.objects.filter(pk=game.pk).update(retry_at=None)
    played = list(eventlog.events(child.pk))
    game = play(game)
    assert game.state == GameState.OVER
    adjudication.attend(game.pk)
    assert list(eventlog.events(child.pk)) == played


# what a call may not do


def test_a_log_of_form_one_calls_nothing(rules: FamilyRules) -> None:
    game = a_family()
    with pytest.raises(calls.CannotCall, match="form 1"):
        old = Game(form=1, pk=game.pk)
        calls.completed(old, [a_call()])


def test_a_child_whose_rules_are_not_here_begins_nowhere(rules: FamilyRules) -> None:
    with pytest.raises(calls.CannotCall, match="does not know the rules of-another-book"):
        calls.completed(a_family(), [a_call(ruleset="of-another-book")])


def test_a_call_begins_with_the_event_that_creates_a_game(rules: FamilyRules) -> None:
    opening = (engine.beginning(PurseFilled(seat="normans", found=1)),)
    with pytest.raises(calls.CannotCall, match="purse_filled"):
        calls.completed(a_family(), [engine.GameCalled(call="x", seats={}, opening=opening)])


@pytest.mark.parametrize(
    "odd", [{"call": ""}, {"call": "x" * 61}, {"call": "a\0b"}, {"captains": {"arabs": "x" * 21}}]
)
def test_a_call_that_no_row_can_hold_is_refused(rules: FamilyRules, odd: dict[str, Any]) -> None:
    with pytest.raises(calls.CannotCall, match="printable letters"):
        calls.completed(a_family(), [replace(a_call(), **odd)])


def test_one_call_is_open_once_and_only_an_open_one_is_told(rules: FamilyRules) -> None:
    table = eventlog.load(a_family().pk).battle
    engine.evolve(table, a_call())
    with pytest.raises(ValueError, match="called already"):
        engine.evolve(table, a_call())
    child = engine.replay(engine.opening_of(a_call()))
    with pytest.raises(ValueError, match="not over"):
        engine.told(table, "x", child, name="k", game="", head="", events=1)
    with pytest.raises(KeyError):
        engine.told(table, "nobody", child, name="k", game="", head="", events=1)


def a_call(**changes: Any) -> engine.GameCalled:
    created = FamilyRules().new_game("purse", engine.Options(), "", {})[0]
    assert isinstance(created, PurseCreated)
    first = PurseCreated(setup=replace(created.setup, **changes))
    return engine.GameCalled(call="x", seats={"normans": "normans"}, opening=(engine.beginning(first),))


# what follows from the root


def test_what_a_child_is_called_tells_not_how_many_there_are(rules: FamilyRules) -> None:
    root, game = b"r" * 32, a_family().uuid
    drawn = list(islice(calls.names(root, game), 3 * len(calls.LETTERS)))
    assert len(set(drawn)) == len(drawn) and {len(one) for one in drawn} == {1, 2}
    assert set(drawn[: len(calls.LETTERS)]) == set(calls.LETTERS)
    assert drawn[: len(calls.LETTERS)] != sorted(calls.LETTERS)
    assert drawn[:2] != list(islice(calls.names(b"s" * 32, game), 2))


def test_both_verifiers_know_thousands_of_names_soon(rules: FamilyRules) -> None:
    root, game, taken = b"r" * 32, a_family().uuid, set[str]()
    ours, theirs = calls.Names(root, game), verify_game.letters_of(root, str(game))
    with stopwatch() as took:
        for number in range(20_000):
            name = ours.next(taken)
            assert name == next(theirs), number
            taken.add(name)
    assert len(taken) == 20_000 and took.seconds < 5


def test_calling_leaves_nobody_anything_to_choose(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    child = game.children.get()
    root = roots.of_game(game)
    drawn = calls.secrets_of(root, game.uuid, "p1/1")
    assert roots.of_game(child) == drawn.root and dice.last_secret(child) == drawn.seed
    assert child.uuid == calls.uuid_of(root, game.uuid, "p1/1")
    assert (child.called or "").endswith(f"-{calls.next_name(root, game.uuid, ())}")


def test_a_foray_makes_no_link_when_it_is_told_and_the_other_learns_nothing(rules: FamilyRules) -> None:
    game = play(a_family(), "FORAY")
    child = game.children.get()
    before = again(game).links
    to_the_end(child)
    adjudication.attend(game.pk)
    assert again(child).told and again(game).links == before
    seen = {
        seat: eventlog.seen(again(game), seat, 1, again(game).version) for seat in ("normans", "arabs", None)
    }
    kinds = {seat: [e.kind for e in events if "game_" in e.kind] for seat, events in seen.items()}
    assert kinds == {"normans": ["game_called", "game_told"], "arabs": [], None: []}
    [called, told] = [e for e in seen["normans"] if "game_" in e.kind]
    assert called.opening == () and told.back.stores.keys() == {"normans"}  # type: ignore[attr-defined]
    play(again(game))
    assert again(game).links > before
    verification.check(again(game))


def test_three_generations_open_together(rules: FamilyRules) -> None:
    game = play(a_family(), "RAID")
    child = play(game.children.get(), "RAID")
    grandchild = child.children.get()
    assert grandchild.label == f"{child.label}-{(grandchild.called or '').rpartition('-')[2]}"
    assert grandchild.family == game
    to_the_end(grandchild)
    adjudication.attend(child.pk)
    to_the_end(again(child))
    assert again(child).state == GameState.OVER and not opening.is_open(again(child))
    adjudication.attend(game.pk)
    to_the_end(again(game))
    assert all(opening.is_open(again(one)) for one in (game, child, grandchild))
