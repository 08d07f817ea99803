"""Two real battles, the second called by the first: played to their end, told, sound, and checked without the
server (RUL-208)."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Game, GameState, OutboundMail, Report
from games.play.creation import Captain, Player, create_game
from games.play.submissions import submit
from games.proof import verification
from games.record import eventlog, opening
from rules import engine
from tests.games.kit import work_off

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("pace", ["phase", "step"])
def test_captains_fight_both_battles_and_the_second_decides(pace: str) -> None:
    seats = engine.replay(engine.new_game("reapers")).setup.seats
    first = create_game("reapers", {seat.id: Captain("bold") for seat in seats}, pace=pace)
    work_off()
    first.refresh_from_db()
    second = first.children.get()
    assert (first.state, second.state, first.trouble, second.trouble) == (
        GameState.OVER,
        GameState.OVER,
        "",
        "",
    )
    assert first.outcome["winner"] == second.outcome["winner"] and second.told
    assert second.title == "Evening at the fig trees" and second.label.startswith(f"{first.label}-")
    for game in (first, second):
        assert verification.check(game).unrevealed == 0 and opening.is_open(game)
    _the_same_men(first, second)
    assert Report.objects.filter(game=second, adjudication__isnull=False).count() > 6
    call_command("verify", first.label)
    call_command("verify", second.label)


def _the_same_men(first: Game, second: Game) -> None:
    """Whoever fell in either battle is dead in the first, and nobody who fell before fought the second."""
    end, evening = (eventlog.load(game.pk).battle for game in (first, second))
    assert isinstance(end, engine.Battle) and isinstance(evening, engine.Battle)
    called = next(e for e in eventlog.events(first.pk) if isinstance(e, engine.GameCalled))
    began = engine.replay(engine.opening_of(called))
    assert isinstance(began, engine.Battle)
    assert began.figures.keys() == evening.figures.keys()
    for name, man in evening.figures.items():
        assert end.figures[name].dead is man.dead
    for name in end.figures.keys() - evening.figures.keys():
        assert end.figures[name].dead or name == "adelchi"  # who goes home in the evening


def test_people_are_written_to_for_both_battles_and_answer_in_both() -> None:
    anna, boris = Player("Anna", "anna@example.org"), Player("Boris", "boris@example.org")
    first = create_game("reapers", {"normans": anna, "lombards": boris}, deadline_hours=0, child_hours=72)
    work_off()
    first.refresh_from_db()
    second = first.children.get()
    assert (first.state, first.phase_key) == (GameState.RESTING, "sequel")
    welcomes = OutboundMail.objects.filter(game=second, kind="report", dedupe_key__endswith=":start")
    assert sorted(welcomes.values_list("to", flat=True)) == ["anna@example.org", "boris@example.org"]
    assert all(f"[{second.label}" in mail.subject for mail in welcomes)
    seat = second.seats.get(awaited=True)
    assert submit(seat, ["MOVE Robert stay", "FINAL"], "evening").status == "filed"
    work_off()
    second.refresh_from_db()
    assert second.phase == 2
    Game.objects.filter(pk=second.pk).update(deadline_hours=0, phase_due=timezone.now())
    work_off()
    first.refresh_from_db()
    assert first.state == GameState.OVER and first.children.get().told
    ends = OutboundMail.objects.filter(kind="report", subject__contains="the game is over")
    assert sorted(ends.values_list("to", "game_id")) == sorted(
        (to, game.pk) for to in ("anna@example.org", "boris@example.org") for game in (first, second)
    )
