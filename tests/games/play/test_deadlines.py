"""The clock: early closing, absent sides, reminders."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games import queue
from games.doors import arrivals
from games.models import Game, GameState, InboundMail, InboundState, OutboundMail
from games.play import absent, adjudication, deadlines
from games.play.deadlines import Due
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.kit import ANNA, a_game, a_game_of_captains, again, file, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def pass_deadline(game: Game, by: timedelta = HOUR) -> Game:
    Game.objects.filter(pk=game.pk).update(phase_due=timezone.now() - by, remind_at=None)
    return again(game)


def closed(game: Game) -> list[engine.PhaseClosed]:
    return [e for e in eventlog.events(game.pk) if isinstance(e, engine.PhaseClosed)]


def test_a_full_game_starts_with_its_clock(pocket: PocketRules) -> None:
    game = a_game(deadline_hours=72)
    assert (game.state, game.phase, game.phase_key) == (GameState.RUNNING, 1, "t1-normans")
    assert game.phase_due and abs(game.phase_due - timezone.now() - 72 * HOUR) < timedelta(minutes=1)
    assert seat_of(game, "normans").awaited and not seat_of(game, "arabs").awaited
    assert pocket.tidings() == ["started"]


def test_a_game_with_a_free_seat_waits(pocket: PocketRules) -> None:
    game = a_game(seats={"normans": ANNA})
    assert (game.state, game.phase_due, pocket.tidings()) == (GameState.OPEN, None, [])
    assert deadlines.due(game, timezone.now()) is Due.NOTHING


def test_a_phase_is_closed_when_all_awaited_orders_are_in(pocket: PocketRules) -> None:
    game = a_game()
    adjudication.attend(game.pk)
    assert again(game).phase == 1
    file(game, "arabs", "WATCH the ford")
    adjudication.attend(game.pk)
    assert again(game).phase == 1, "nobody waits for the side whose phase it is not"
    file(again(game), "normans")
    adjudication.attend(game.pk)
    after = again(game)
    assert (after.phase, after.turn, after.phase_key) == (2, 1, "t1-arabs")
    assert [c.reason for c in closed(game)] == ["all orders in"]
    assert seat_of(game, "arabs").awaited and not seat_of(game, "normans").awaited
    assert pocket.tidings() == ["started", "adjudicated"]


def test_the_game_master_hears_once_of_a_seat_that_has_fallen_silent(
    pocket: PocketRules, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.GAME_MASTER = "master@example.org"
    monkeypatch.setattr(absent, "SILENT", 2)
    game, told = a_game(absent="standing"), OutboundMail.objects.filter(to=settings.GAME_MASTER)
    for missed in (1, 2, 3):
        adjudication.attend(pass_deadline(game).pk)
        assert told.count() == (missed >= 2)
        if missed < 3:
            file(again(game), "arabs")
            adjudication.attend(game.pk)
    assert told.get().subject == f"[{game.label}] nothing from Normans for 2 deadlines"


def test_whoever_writes_is_not_silent(
    pocket: PocketRules, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.GAME_MASTER = "master@example.org"
    monkeypatch.setattr(absent, "SILENT", 2)
    game = a_game(absent="standing")
    adjudication.attend(pass_deadline(game).pk)
    for name in ("arabs", "normans", "arabs"):
        file(again(game), name)
        adjudication.attend(game.pk)
    adjudication.attend(pass_deadline(game).pk)
    assert not OutboundMail.objects.filter(to=settings.GAME_MASTER).exists()


def test_standing_orders_play_for_an_absent_side(pocket: PocketRules) -> None:
    game = pass_deadline(a_game(absent="standing"))
    adjudication.attend(game.pk)
    assert [c.reason for c in closed(game)] == ["deadline"]
    assert again(game).phase == 2


def test_before_the_deadline_nothing_happens(pocket: PocketRules) -> None:
    game = a_game()
    adjudication.attend(game.pk)
    assert again(game).version == 2


def test_an_absent_side_gets_one_extension_and_no_second(pocket: PocketRules) -> None:
    game = pass_deadline(a_game(absent="extend_once", deadline_hours=48))
    adjudication.attend(game.pk)
    extended = again(game)
    assert extended.extended and extended.phase == 1
    assert extended.phase_due and abs(extended.phase_due - timezone.now() - 24 * HOUR) < timedelta(minutes=1)
    assert pocket.tidings() == ["started", "extended"]
    adjudication.attend(game.pk)
    assert again(game).version == extended.version
    pass_deadline(extended)
    adjudication.attend(game.pk)
    assert again(game).phase == 2
    kinds = [row.type for row in eventlog.rows(game.pk)]
    assert kinds.count("deadline_extended") == 1
    assert not again(game).extended, "the next phase may be extended again"


def test_an_extension_is_for_those_who_sent_nothing(pocket: PocketRules) -> None:
    game = a_game(absent="extend_once")
    file(game, "normans", "HOLD", "BAD line")
    pass_deadline(game)
    adjudication.attend(game.pk)
    assert [c.reason for c in closed(game)] == ["deadline"]


def test_a_game_may_wait_for_its_game_master(pocket: PocketRules, settings: Any) -> None:
    settings.GAME_MASTER = "gm@example.org"
    game = pass_deadline(a_game(absent="wait"))
    adjudication.attend(game.pk)
    adjudication.attend(game.pk)
    held = again(game)
    assert (held.state, held.phase, held.version) == (GameState.HELD, 1, 2)
    note = OutboundMail.objects.get()
    assert note.to == "gm@example.org" and "closephase" in bytes(note.rendered).decode()
    file(held, "normans")
    adjudication.attend(game.pk)
    assert (again(game).state, again(game).phase) == (GameState.RUNNING, 2)


def test_unread_mail_from_before_the_deadline_keeps_the_phase_open_for_a_little(pocket: PocketRules) -> None:
    game = pass_deadline(a_game(), by=timedelta(minutes=1))
    received = timezone.now() - timedelta(minutes=2)
    mail = InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp", received_at=received)
    adjudication.attend(game.pk)
    assert again(game).phase == 1
    pass_deadline(game, by=timedelta(minutes=10))
    InboundMail.objects.filter(pk=mail.pk).update(received_at=timezone.now() - timedelta(minutes=11))
    adjudication.attend(game.pk)
    assert again(game).phase == 2


def test_mail_for_another_game_keeps_nobody_waiting(pocket: PocketRules) -> None:
    game, other = pass_deadline(a_game(), by=timedelta(minutes=1)), a_game()
    long_ago = timezone.now() - timedelta(minutes=2)

    def arrives(recipient: str) -> None:
        for mail in arrivals.receive(f"To: {recipient}\n\nmarch".encode(), "smtp", None, [recipient]):
            InboundMail.objects.filter(pk=mail.pk).update(received_at=long_ago)

    arrives(seats.reply_address(other.seats.get(name="normans"), other.phase))
    arrives("bounce+00000001-0000000000000000@in.example.org")
    adjudication.attend(game.pk)
    assert again(game).phase == 2

    for address in (seats.reply_address(again(game).seats.get(name="normans"), 2), "games@in.example.org"):
        pass_deadline(again(game), by=timedelta(minutes=1))
        arrives(address)
        adjudication.attend(game.pk)
        assert again(game).phase == 2
        InboundMail.objects.filter(recipient=address).update(state=InboundState.IGNORED)


def test_mail_from_after_the_deadline_does_not(pocket: PocketRules) -> None:
    game = pass_deadline(a_game(), by=timedelta(minutes=1))
    InboundMail.objects.create(sha256="1", raw=b"x", transport="smtp")
    adjudication.attend(game.pk)
    assert again(game).phase == 2


def test_whoever_owes_orders_is_reminded_once(pocket: PocketRules) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(remind_at=timezone.now() - HOUR)
    deadlines.remind_all()
    deadlines.remind_all()
    reminded = [details[1].name for name, details in pocket.told if name == "deadline_near"]
    assert reminded == ["normans"]


@pytest.mark.parametrize("fault", [OperationalError("database is locked"), InterfaceError("closed")])
def test_a_reminder_that_the_database_did_not_take_comes_with_the_next_sweep(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(remind_at=timezone.now() - HOUR)
    with monkeypatch.context() as away:
        away.setattr(deadlines.announce, "deadline_near", lambda *_: (_ for _ in ()).throw(fault))
        with pytest.raises(type(fault)):
            deadlines.remind_all()
    deadlines.remind_all()
    assert [name for name, _ in pocket.told].count("deadline_near") == 1


def test_nobody_is_reminded_of_orders_he_has_sent(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD", "BAD line")
    Game.objects.filter(pk=game.pk).update(remind_at=timezone.now() - HOUR)
    deadlines.remind_all()
    assert "deadline_near" not in pocket.tidings()


def test_a_game_of_captains_plays_itself_to_the_end(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    for _ in range(20):
        for due in list(queue.games_due().values_list("pk", flat=True)):
            adjudication.attend(due)
    over = again(game)
    assert (over.state, over.phase_due) == (GameState.OVER, None)
    assert over.outcome["winner"] == "normans"
    assert len(closed(game)) == PocketRules.phases
    assert list(queue.games_due()) == []


def test_a_captain_without_ideas_does_not_stop_the_game(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game_of_captains()
    monkeypatch.setattr(engine, "captain_orders", lambda battle, seat, temper: [])
    adjudication.attend(game.pk)
    assert again(game).phase == 2
