"""New dice for a game whose secrets are known: checked by the server and by the program that
players check with."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.models import Adjudication, Game, GameState, OutboundMail, Report
from games.play import adjudication, renewal
from games.play.creation import Captain, Player, create_game
from games.proof import readjudication, verification
from games.proof.verification import Fault
from games.proof.witnesses import Verdict, examine
from games.record import dice, eventlog
from games.reports import facts
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.play.questions_kit import play_until_asked
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle, html_of, opened, text_of
from tests.games.reports.test_report_changes import in_one_line, played
from tests.games.verifying import rows_of, verify_game
from tests.games.verifying import text_of as rows_as_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("form_one")]
WHY = "the server was restored from a copy"


def text_of_file(game: Game) -> str:
    return rows_as_text(rows_of(again(game)))


def independent(game: Game) -> Any:
    return verify_game.check(text_of_file(game))[1]


def renewals(game: Game) -> list[engine.Event]:
    return list(eventlog.events_of_type(game.pk, "dice_renewed", 1, again(game).version))


def kinds(game: Game) -> list[str]:
    return [row.type for row in eventlog.rows(game.pk)]


def test_a_game_goes_on_under_a_new_chain_and_both_verifiers_follow(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD")
    adjudication.attend(game.pk)
    file(again(game), "arabs", "HOLD the ford", "BAD line")
    old = again(game)
    renewed = renewal.renew(old, WHY)
    assert (renewed.pk, renewed.label, renewed.phase, renewed.state) == (
        game.pk,
        game.label,
        2,
        GameState.RUNNING,
    )
    assert renewed.commitment != old.commitment and bytes(renewed.nonce) != bytes(old.nonce)
    [event] = renewals(game)
    assert isinstance(event, engine.DiceRenewed)
    assert (event.phase, event.commitment, event.why) == (2, renewed.commitment, WHY)
    assert dice.leads_to(bytes.fromhex(event.secret), 2, old.commitment), (
        "what opens the receipt of the arabs"
    )
    file(renewed, "arabs", "HOLD the other ford")
    adjudication.attend(game.pk)
    file(again(game), "normans", "HOLD on")
    adjudication.attend(game.pk)
    assert again(game).phase == 4
    found, checked = verification.check(again(game)), independent(game)
    assert found.secrets == checked.secrets == 3 and found.escrows == checked.escrows == 4
    assert found.dice == checked.dice > 0
    seq = kinds(game).index("dice_renewed") + 1
    assert found.renewals == checked.renewals == [(seq, 2, WHY)]
    told = verify_game.report(verify_game.read(text_of_file(game))[0], checked)
    assert f"look    new dice from phase 2, event {seq}, because: {WHY}" in told
    rehearsal = readjudication.rehearse(list(eventlog.events(game.pk)))
    assert rehearsal.equal and rehearsal.phases == 3 and not rehearsal.skipped


def test_no_secret_is_given_up_where_nothing_lies_under_it(pocket: PocketRules) -> None:
    game = a_game()
    renewal.renew(game, WHY)
    [event] = renewals(game)
    assert isinstance(event, engine.DiceRenewed) and event.secret == ""
    verification.check(again(game))


def test_new_dice_are_others_each_time(pocket: PocketRules) -> None:
    """Whoever restores the same copy twice does not get the dice of the first time."""
    promises = {renewal.renew(again(a_game()), WHY).commitment for _ in range(2)}
    game = a_game()
    for _ in range(2):
        promises.add(renewal.renew(again(game), WHY).commitment)
    assert len(promises) == 4
    assert len(verification.check(again(game)).renewals) == 2


def test_steps_that_are_over_keep_their_dice() -> None:
    game = a_battle(pace="step")
    for _ in range(60):
        _play_a_step(game)
        since = kinds(game)[len(kinds(game)) - 1 - kinds(game)[::-1].index("phase_opened") :]
        if "die_rolled" in since and again(game).step:
            break
    before = again(game).phase
    assert again(game).step, "dice were rolled in a step of a phase that is not over"
    renewal.renew(again(game), WHY)
    while again(game).phase == before:
        _play_a_step(game)
    found, checked = verification.check(again(game)), independent(game)
    assert found.dice == checked.dice > 0 and found.renewals == checked.renewals
    assert found.secrets == checked.secrets == before
    assert readjudication.rehearse(list(eventlog.events(game.pk))).equal


def _play_a_step(game: Game) -> None:
    battle = eventlog.load(game.pk).battle
    for name in engine.awaiting(battle).seats:
        lines = engine.captain_orders(battle, name, "bold")
        file(again(game), name, *lines, "FINAL", command=f"{name}:{again(game).version}")
    adjudication.close_phase(again(game), "deadline")


@pytest.mark.parametrize("state", [GameState.OVER, GameState.MOVED, GameState.OPEN])
def test_a_game_without_dice_to_come_is_refused(pocket: PocketRules, state: str) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(state=state)
    with pytest.raises(renewal.NotPlayed, match=game.label):
        renewal.renew(again(game), WHY)
    assert "dice_renewed" not in kinds(game)


def test_a_phase_that_is_being_played_is_ended_before() -> None:
    """Whoever is asked may know the dice: standing orders answer."""
    game = a_battle()
    play_until_asked(game)
    game = again(game)
    phase = game.phase
    renewed = renewal.renew(game, WHY)
    assert (renewed.phase, renewed.played_from, renewed.state) == (phase + 1, 0, GameState.RUNNING)
    [event] = renewals(game)
    assert isinstance(event, engine.DiceRenewed) and event.phase == phase + 1
    verification.check(again(game))


def test_a_game_that_waits_for_its_players_goes_on_waiting(pocket: PocketRules) -> None:
    """One that was imported from a copy: see ``manage.py import --restore``."""
    game = a_game()
    Game.objects.filter(pk=game.pk).update(state=GameState.HELD, phase_due=None)
    renewed = renewal.renew(again(game), WHY)
    assert renewed.waits_for_players and renewed.commitment != game.commitment
    assert "renewed" not in pocket.tidings()


# what nobody may put into a log


def forged(game: Game, **changes: Any) -> engine.DiceRenewed:
    event = engine.DiceRenewed(
        phase=game.phase, commitment=dice.commitment_of(b"!" * 32), why="I liked these better"
    )
    return msgspec.structs.replace(event, **changes)


def put_in(game: Game, event: engine.DiceRenewed) -> None:
    eventlog.append(game.pk, game.version, [event], f"forged:{game.version}")
    Game.objects.filter(pk=game.pk).update(
        commitment=event.commitment, sealed_secret=dice.sealed(b"!" * 32, game)
    )


def broken(game: Game) -> tuple[Fault, str]:
    """The fault that both verifiers find."""
    with pytest.raises(verification.Broken) as here:
        verification.check(again(game))
    with pytest.raises(verify_game.Fault) as there:
        verify_game.check(text_of_file(game))
    assert (there.value.kind, there.value.seq) == (here.value.fault, here.value.seq)
    return here.value.fault, str(here.value)


def test_orders_that_were_filed_cannot_be_left_without_their_secret(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD", "BAD line")
    put_in(again(game), forged(again(game)))
    assert broken(game)[0] is Fault.ESCROW


def test_a_secret_that_is_not_the_one_promised_is_found(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD", "BAD line")
    put_in(again(game), forged(again(game), secret="ab" * 32))
    assert broken(game)[0] is Fault.COMMITMENT


@pytest.mark.parametrize("commitment", ["", "ab", "no hash"])
def test_new_dice_without_a_promise_are_found(pocket: PocketRules, commitment: str) -> None:
    game = a_game()
    put_in(game, forged(game, commitment=commitment))
    assert broken(game)[0] is Fault.COMMITMENT


def test_dice_of_another_phase_cannot_be_renewed(pocket: PocketRules) -> None:
    game = a_game()
    put_in(game, forged(game, phase=2))
    assert broken(game)[0] is Fault.ORDER


def test_dice_cannot_be_renewed_once_the_orders_are_closed(pocket: PocketRules) -> None:
    """Between the closing and the dice: the server would know the orders of all, and no receipt
    would show it."""
    game = a_game()
    battle = eventlog.load(game.pk).battle
    closed, *rest = adjudication.adjudicated(game, battle, "deadline")
    eventlog.append(game.pk, game.version, [closed, forged(game), *rest], "forged")
    Game.objects.filter(pk=game.pk).update(commitment=dice.commitment_of(b"!" * 32))
    assert broken(game)[0] is Fault.ORDER


# what players see


def test_players_are_told_at_once_how_it_stands_and_why() -> None:
    game = played(a_battle(), 1)
    filed = "orders"
    seat = next(seat for seat in game.seats.all() if seat.awaited)
    battle = eventlog.load(game.pk).battle
    orders = [line for line in engine.captain_orders(battle, seat.name, "bold") if "MOVE" in line][:1]
    file(game, seat.name, *orders, "NONSENSE line", command=filed)
    before, old = OutboundMail.objects.count(), again(game).commitment
    renewed = renewal.renew(again(game), WHY)
    told = list(OutboundMail.objects.order_by("pk")[before:])
    assert {mail.seat.name for mail in told if mail.seat} == {s.name for s in game.seats.all() if s.email}
    for mail in told:
        text, html = in_one_line(text_of(opened(mail))), in_one_line(html_of(opened(mail)))
        for shown in (text, html):
            assert "The server of this game was restored from a copy" in shown and WHY in shown
        assert f"old {old}" in text and f"new {renewed.commitment}" in text
    renewed = played(renewed, 1)
    report = Report.objects.filter(game=game, phase=2, seat=seat, adjudication__isnull=False).get()
    assert f"new {renewed.commitment}" in in_one_line(report.text)
    assert examine(report.text, renewed).verdict is Verdict.BELONGS
    last = Adjudication.objects.filter(game=game).order_by("first_seq").last()
    assert last
    shown = facts._with_escrow(facts.Dice(0, independent(game).shown[-1], renewed.commitment), last, seat)
    assert shown.opened is True, "the receipt from before is kept"
    assert WHY not in Report.objects.filter(game=played(renewed, 1), phase=3).order_by("pk")[0].text


def test_the_pages_of_the_phase_show_that_all_was_kept(client: Any) -> None:
    seats = {"normans": Player("Anna", "anna@example.org"), "lombards": Captain("bold")}
    game = create_game("orchard", seats)
    file(game, "normans", "WATCH any", "NONSENSE")
    renewal.renew(again(game), WHY)
    adjudication.close_phase(again(game), "deadline")
    Game.objects.filter(pk=game.pk).update(state=GameState.OVER)
    key = Adjudication.objects.filter(game=game).latest("first_seq").key
    page = client.get(f"/g/{game.pk}/t/{key}/dice").content.decode()
    assert "these orders give it again" in page and "these orders do not give it" not in page


def test_an_event_of_this_kind_is_read_back(pocket: PocketRules) -> None:
    event = forged(a_game(), secret="ab" * 32)
    encoded = engine.encode(event)
    assert engine.decode(encoded.type, encoded.version, encoded.data) == event
    assert json.loads(encoded.data)["why"] == "I liked these better"
