"""A campaign whose battles are games of their own: called, fought, told, and the day goes on."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.answers import elsewhere
from games.models import Game, GameState, Seat
from games.play import adjudication
from games.play.creation import Captain, Player, create_game
from games.proof import export, verification
from games.proof.family_rows import Families
from games.record import eventlog, kin
from rules import engine
from rules.campaign.invariants import broken
from rules.state.campaign import Campaign
from tests.games.family_kit import mails_to
from tests.games.kit import again, file, work_off
from tests.games.verifying import verify_game

pytestmark = pytest.mark.django_db

MOST_DAYS = 30


def _campaign(scenario: str) -> Game:
    seats = engine.replay(engine.new_game(scenario)).setup.seats
    return create_game(scenario, {seat.id: Captain("bold") for seat in seats}, options={"fights": "board"})


def _until_a_battle(game: Game) -> Game:
    for _ in range(MOST_DAYS):
        adjudication.attend(game.pk)
        if found := game.children.first():
            return found
    raise AssertionError("nobody met anybody")


def test_a_third_seat_knows_nothing_of_the_game_that_two_others_fight() -> None:
    campaign = _campaign("campaign-demone")
    battle = _until_a_battle(campaign)
    campaign = again(campaign)
    assert campaign.state == GameState.RESTING
    playing = {seat.name for seat in battle.seats.all()}
    others = {seat.name for seat in campaign.seats.all()} - playing
    assert len(playing) == 2 and len(others) == 1
    for seat in playing:
        assert [one.game.pk for one in kin.known(campaign, seat)] == [battle.pk]
    for reader in (*others, None):
        assert not list(kin.known(campaign, reader))
    assert battle.pk < 0 and battle.title not in {"", campaign.title}


def _players_battle(scenario: str, **settings: Any) -> tuple[Game, Game]:
    """A campaign of players that waits for a battle of theirs, and that battle."""
    seats = engine.replay(engine.new_game(scenario)).setup.seats
    players = {seat.id: Player(seat.name, f"{seat.id}@players.example.org") for seat in seats}
    campaign = create_game(scenario, players, options={"fights": "board", "days_ahead": 0}, **settings)
    for number in range(MOST_DAYS):
        table = eventlog.load(campaign.pk).battle
        for seat in seats:
            lines = engine.captain_orders(table, seat.id, "bold")
            file(campaign, seat.id, *lines, command=f"test:{seat.id}:{number}")
        adjudication.attend(campaign.pk)
        if battle := campaign.children.first():
            return again(campaign), battle
    raise AssertionError("nobody met anybody")


def test_a_third_seat_is_told_of_a_day_once_though_it_waited_for_the_battle_of_others() -> None:
    """Behind the day that rests he has a mail; the next one goes on from there."""
    campaign, battle = _players_battle("campaign-demone")
    third = campaign.seats.exclude(name__in=[seat.name for seat in battle.seats.all()]).get()
    first = mails_to(third)[-1]
    battle.seats.update(captain="bold")
    for _ in range(200):
        if again(battle).state == GameState.OVER:
            break
        adjudication.attend(battle.pk)
    adjudication.attend(campaign.pk)

    last = mails_to(third)[-1]
    told = re.findall(r"WHAT HAPPENED: DAY \d+, \d+ JUNE 1061 ", first)
    assert last != first and told
    assert told[-1] not in last


@pytest.mark.slow
def test_a_battle_that_its_players_abandon_ends_by_its_clock_and_the_day_goes_on() -> None:
    campaign, _ = _players_battle("campaign-canne", absent="standing", mending_minutes=0, recall_minutes=0)
    day = eventlog.load(campaign.pk).battle.turn
    while battle := campaign.children.exclude(state=GameState.OVER).first():
        while again(battle).state == GameState.RUNNING:
            Game.objects.filter(pk=battle.pk).update(
                phase_due=timezone.now() - timedelta(hours=1), remind_at=None
            )
            adjudication.attend(battle.pk)
        adjudication.attend(campaign.pk)
        work_off()
    campaign = again(campaign)
    for battle in campaign.children.all():
        assert (battle.told, battle.trouble) == (True, "")
        assert eventlog.load(battle.pk).battle.outcome.winner == ""
    assert (campaign.state, campaign.trouble) == (GameState.RUNNING, "")
    assert eventlog.load(campaign.pk).battle.turn == day + 1


@pytest.mark.slow
def test_captains_fight_their_battles_on_boards_and_the_campaign_is_told_of_them(
    client: Client, tmp_path: Path
) -> None:
    campaign = _campaign("campaign-canne")
    work_off()
    campaign = again(campaign)
    assert (campaign.state, campaign.trouble) == (GameState.OVER, "")
    battles = list(campaign.children.all())
    assert battles
    for battle in battles:
        assert (battle.state, battle.told, battle.trouble) == (GameState.OVER, True, "")
        assert verification.check(battle).unrevealed == 0
        _the_same_men(campaign, battle)
    assert verification.check(campaign).unrevealed == 0
    call_command("verify", campaign.label)
    page = client.get(f"/g/{campaign.pk}").content.decode()
    assert all(f'href="/g/{battle.number}"' in page for battle in battles)
    path = tmp_path / "family.jsonl"
    path.write_bytes(b"".join(export.family(list(Families().below(campaign)))))
    assert verify_game.main([str(path)]) == 0


def _the_same_men(campaign: Game, battle: Game) -> None:
    """Whoever fell on the board is dead in the campaign, and nobody who fell before was there."""
    events = list(eventlog.events(campaign.pk))
    [called] = [e for e in events if isinstance(e, engine.GameCalled) and e.game == str(battle.uuid)]
    before = engine.replay(events[: events.index(called)])
    after, ended = (eventlog.load(game.pk).battle for game in (campaign, battle))
    assert isinstance(ended, engine.Battle)
    assert isinstance(before, Campaign) and isinstance(after, Campaign) and not broken(after)
    for name, man in ended.figures.items():
        assert not before.men[name].dead
        assert after.men[name].dead or not man.dead or name in after.fates


PLANS = {
    "castrogiovanni": ("SIEGE Nicosia with a2", "SIEGE Nicosia: ASSAULT"),
    "roger": ("SIEGE Nicosia: BATTLE",),
    "palermo": ("QUIET up to 1 days",),
}


def _besieged() -> tuple[Game, Game]:
    """A campaign that waits for a fight of a siege, and that fight."""
    players = {seat: Player(seat, f"{seat}@players.example.org") for seat in PLANS}
    campaign = create_game(
        "campaign-valley", players, options={"fights": "board"}, absent="standing", mending_minutes=0,
        recall_minutes=0,
    )  # fmt: skip
    for number in range(MOST_DAYS):
        for seat, lines in PLANS.items():
            file(campaign, seat, *lines, command=f"test:{seat}:{number}")
        adjudication.attend(campaign.pk)
        if found := campaign.children.first():
            return again(campaign), found
    raise AssertionError("nobody has stormed the place")


def test_a_fight_of_a_siege_is_a_game_that_its_two_sides_alone_know() -> None:
    campaign, fight = _besieged()
    at = eventlog.load(campaign.pk).battle
    assert isinstance(at, Campaign) and [one.place for one in at.fights.values()] == ["nicosia"]
    assert campaign.state == GameState.RESTING
    assert {seat.name for seat in fight.seats.all()} == {"castrogiovanni", "roger"}
    for seat in ("castrogiovanni", "roger"):
        assert [one.game.pk for one in kin.known(campaign, seat)] == [fight.pk]
    for reader in ("palermo", None):
        assert not kin.known(campaign, reader)


@pytest.mark.slow
def test_what_came_of_a_fight_of_a_siege_is_told_and_verified() -> None:
    campaign, fight = _besieged()
    day = eventlog.load(campaign.pk).battle.turn
    fight.seats.update(captain="bold")
    while again(fight).state == GameState.RUNNING:
        adjudication.attend(fight.pk)
    work_off()
    fight, campaign = again(fight), again(campaign)
    assert (fight.state, fight.told, fight.trouble) == (GameState.OVER, True, "")
    assert (campaign.state, campaign.trouble) == (GameState.RUNNING, "")
    at = eventlog.load(campaign.pk).battle
    assert isinstance(at, Campaign) and at.turn == day + 1 and not at.fights and not broken(at)
    assert verification.check(fight).unrevealed == 0
    _the_same_men(campaign, fight)
    call_command("verify", campaign.label)


def test_an_order_in_the_thread_of_another_game_of_the_family_is_sent_there() -> None:
    """For the battle in the thread of the campaign, and the other way round."""
    campaign, battle = _players_battle("campaign-canne")
    below = battle.seats.order_by("order")[0]
    assert "THE STORY" in mails_to(campaign.seats.all()[0])[0] and "THE STORY" not in mails_to(below)[0]
    above = below.follows
    assert above is not None
    table, board = eventlog.load(campaign.pk).battle, eventlog.load(battle.pk).battle
    assert isinstance(table, Campaign)
    leader = next(table.men[content.leader].name for group, content in table.contents.items()
                  if content.leader and table.groups[group].seat == above.name)  # fmt: skip
    man = next(figure.name for figure in board.figures.values() if figure.side == below.side)

    readings = engine.read_orders(board, below.name, [f"MEET {leader}: refuse", "Cheers"])
    meant = elsewhere.found(below, readings.lines)
    assert meant == {above: [f"MEET {leader}: refuse"]}
    told = " ".join(elsewhere.blocks(meant)[0].text.split())
    assert f"reply to a mail of {campaign.label}" in told

    readings = engine.read_orders(table, above.name, [f"FIRE {man} AT nearest", "Bye"])
    assert elsewhere.found(above, readings.lines) == {below: [f"FIRE {man} AT nearest"]}


def test_an_order_for_one_battle_in_the_thread_of_another_is_sent_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two battles of one day: the second is a row that reads as the first one's log."""
    campaign, battle = _players_battle("campaign-canne")
    here = battle.seats.order_by("order")[0]
    there = Game.objects.create(
        pk=-77, parent=campaign, call="another", called=f"{campaign.number}-z", scenario=battle.scenario,
        state=GameState.RUNNING, form=2, nonce=b"n" * 32, head_hash=b"h" * 32,
    )  # fmt: skip
    row = Seat.objects.create(
        pk=-770, game=there, name=here.name, title=here.title, side=here.side, email=here.email,
        stands_for=here.stands_for,
    )  # fmt: skip
    board = eventlog.load(battle.pk).battle
    load = eventlog.load

    def loaded(key: int, *version: int) -> eventlog.Loaded:
        return load(battle.pk) if key == there.pk else load(key, *version)

    monkeypatch.setattr(eventlog, "load", loaded)
    man = next(figure.name for figure in board.figures.values() if figure.side == here.side)
    reading = engine.LineReading(line=f"FIRE {man} AT nearest", verdict=engine.Verdict.UNREADABLE)
    assert elsewhere.found(here, [reading]) == {row: [reading.line]}
    Seat.objects.filter(pk=row.pk).update(alone=True)
    assert not elsewhere.found(here, [reading]), "what somebody else leads is no affair of his"
