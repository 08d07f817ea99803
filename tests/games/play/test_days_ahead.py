"""A campaign whose groups go days ahead of a battle on a board, as a game: who is asked, who is told, what is
replayed, and what a mail, a page and a seat that is left mean meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Game, GameState, Seat
from games.play import adjudication, creation, families
from games.play.creation import Player, create_game
from games.proof import readjudication, verification
from games.record import eventlog
from rules import engine
from rules.campaign import ahead
from rules.campaign.invariants import broken
from rules.state.campaign import Campaign
from tests.games.arena import sits
from tests.games.family_kit import mails_to
from tests.games.kit import again, file, seat_of, work_off
from tests.games.made_once import as_it_was_made, for_a_file
from tests.games.post_kit import Post, answers_to, reads_his_mail, text_of

pytestmark = pytest.mark.django_db

SCENARIO = "campaign-relief"
MOST_PHASES = 40


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[int, int]]:
    """A campaign between people in the first day that is opened ahead of a battle alone, and that battle."""
    with for_a_file(django_db_blocker):
        seats = engine.replay(engine.new_game(SCENARIO)).setup.seats
        players = {seat.id: Player(seat.name, f"{seat.id}@players.example.org") for seat in seats}
        days = creation.days_ahead(SCENARIO, "board")
        options = creation.rules_options(fights="board", days_ahead=days)
        campaign = create_game(SCENARIO, players, options=options, mending_minutes=0, recall_minutes=0)
        reads_his_mail(*campaign.seats.all())
        for _ in range(MOST_PHASES):
            played(campaign)
            alone = campaign.children.exclude(state=GameState.OVER).count() == 1
            if alone and again(campaign).phase_key.endswith("-ahead"):
                break
            fought_out(campaign)
        yield campaign.pk, campaign.children.exclude(state=GameState.OVER).get().pk


@pytest.fixture
def waiting(made: tuple[int, int], db: None) -> tuple[Game, Game]:
    as_it_was_made()
    campaign, battle = (Game.objects.get(pk=key) for key in made)
    return campaign, battle


def table(campaign: Game) -> Campaign:
    found = eventlog.load(campaign.pk).battle
    assert isinstance(found, Campaign)
    return found


def played(game: Game) -> None:
    """Each seat that owes orders files what a captain would, and the phase is played."""
    game = again(game)
    for seat in game.seats.filter(awaited=True):
        lines = engine.captain_orders(eventlog.load(game.pk).battle, seat.name, "bold")
        file(game, seat.name, *lines, "FINAL", command=f"test:{seat.name}:{game.version}")
    adjudication.attend(game.pk)
    assert not again(game).trouble, again(game).trouble


def fought_out(campaign: Game) -> None:
    """Captains fight all open battles out."""
    for battle in campaign.children.exclude(state=GameState.OVER):
        for seat in battle.seats.all():
            families.fight_by(seat, "bold")
    work_off()


def all_on_one_day(campaign: Game) -> None:
    for _ in range(MOST_PHASES):
        fought_out(campaign)
        now = table(campaign)
        if now.outcome is not None or not (now.halted or now.ahead):
            return
        played(campaign)
    raise AssertionError("somebody waits for ever")


def test_others_are_asked_for_the_next_day_while_the_battle_is_fought(waiting: tuple[Game, Game]) -> None:
    campaign, battle = waiting
    assert (campaign.state, battle.state) == (GameState.RUNNING, GameState.RUNNING)
    now = table(campaign)
    asked = set(campaign.seats.filter(awaited=True).values_list("name", flat=True))
    assert asked == set(ahead.on_move(now, now.still))
    for seat in campaign.seats.all():
        assert any("wait until the battle is over in" in mail for mail in mails_to(seat)), seat


def test_the_days_are_made_up_and_everything_is_as_the_log_says(
    waiting: tuple[Game, Game], client: Client
) -> None:
    campaign, battle = waiting
    day = table(campaign).day
    played(campaign)
    all_on_one_day(campaign)
    assert again(battle).told and table(campaign).day >= day
    assert not broken(table(campaign))
    keys = list(campaign.adjudications.order_by("first_seq").values_list("key", flat=True))
    assert len(keys) == len(set(keys)) and any(key.endswith("-later") for key in keys)
    for key in keys:
        assert client.get(f"/g/{campaign.pk}/t/{key}").status_code == 200
    assert client.get(f"/g/{campaign.pk}").status_code == 200
    verification.check(again(campaign))
    call_command("verify", campaign.label)
    found = readjudication.rehearse(list(eventlog.events(campaign.pk)))
    assert found.equal and found.phases


def test_a_receipt_says_that_a_group_waits(waiting: tuple[Game, Game]) -> None:
    campaign, _ = waiting
    now = table(campaign)
    group = next(now.groups[name] for name in ahead.groups_in(now, now.still) if now.groups[name].seat)
    goal = f"{group.hex[:2]}{int(group.hex[2:]) + 1:02d}"
    mail = Post(seat_of(campaign, group.seat)).write(f"MARCH {group.id} to {goal}")
    told = " ".join(" ".join(text_of(answer) for answer in answers_to(mail)).split())
    assert "waits for a battle, and makes day" in told


def test_a_receipt_says_that_quiet_days_begin_when_no_battle_is_open(waiting: tuple[Game, Game]) -> None:
    campaign, _ = waiting
    mail = Post(seat_of(campaign, campaign.seats.filter(awaited=True)[0].name)).write("QUIET 3")
    told = " ".join(" ".join(text_of(answer) for answer in answers_to(mail)).split())
    assert "as long as a battle is open each day is opened by itself" in told


def test_a_seat_that_is_left_in_the_middle_of_a_day_that_waits(waiting: tuple[Game, Game]) -> None:
    """A captain takes it over, in its battle too."""
    campaign, battle = waiting
    row = battle.seats.exclude(stands_for=None).first()
    assert row is not None and row.stands_for is not None
    left = Seat.objects.get(pk=row.stands_for.pk)
    Seat.objects.filter(pk=left.pk).update(email="", player="", joined=None)
    left.refresh_from_db()
    creation.take_seat(left, creation.Captain("cautious"))
    row.refresh_from_db()
    assert row.captain == "cautious"
    played(campaign)
    all_on_one_day(campaign)
    assert not again(campaign).trouble and not broken(table(campaign))


def test_a_battle_that_its_players_abandon_holds_nobody_up_for_ever(waiting: tuple[Game, Game]) -> None:
    campaign, battle = waiting
    for _ in range(3):
        if again(campaign).state == GameState.RUNNING:
            played(campaign)
    assert again(campaign).state == GameState.RESTING and again(battle).state == GameState.RUNNING
    Game.objects.filter(pk=battle.pk).update(fight_due=timezone.now() - timedelta(hours=1))
    work_off()
    assert again(battle).told and again(campaign).state == GameState.RUNNING
    all_on_one_day(campaign)
    assert not broken(table(campaign))


def test_a_third_seat_learns_who_waits_and_nothing_of_the_game(waiting: tuple[Game, Game]) -> None:
    campaign, battle = waiting
    fighting = {seat.name for seat in battle.seats.all()}
    for seat in campaign.seats.exclude(name__in=fighting):
        page = sits(Client(), seat).get(f"/g/{campaign.pk}/seat/{seat.name}").content.decode()
        assert battle.number not in page
        assert battle.number not in " ".join(mails_to(seat))
