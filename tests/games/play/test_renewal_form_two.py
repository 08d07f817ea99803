"""New dice in a log of form 2: all chains are new, the root of the salts and the audiences stay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.models import Game, GameState
from games.play import adjudication, renewal
from games.play.creation import Captain
from games.proof import verification
from games.record import dice, eventlog, promises, roots
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle
from tests.games.proof.forgery_two_kit import found, kind_of, rows_of, seat_rows
from tests.games.record.hidden_dice import HiddenDice, hidden, play
from tests.games.verifying import server_finds, text_of, verify_game

__all__ = ["hidden"]
pytestmark = pytest.mark.django_db


def test_a_game_goes_on_under_new_chains_and_both_verifiers_follow(hidden: HiddenDice) -> None:
    game = play(a_game(), 2)
    file(game, "normans", "HOLD the ford")
    root, before = roots.of_game(game), eventlog.load(game.pk).battle.setup
    shown = {
        dice.secret(again(game), phase, chain) for phase in (3, 4) for chain in ("", "side:normans", "umpire")
    }
    game = renewal.renew(again(game), "the server was restored from a copy")
    after = eventlog.load(game.pk).battle.setup
    assert before.promises and after.promises and roots.of_game(game) == root
    assert (
        after.promises.root == before.promises.root and after.promises.audiences == before.promises.audiences
    )
    assert not set(after.promises.chains.values()) & set(before.promises.chains.values())
    assert after.promises.since == 2 and after.commitment != before.commitment
    [event] = [e for e in eventlog.events(game.pk) if isinstance(e, engine.DiceRenewed)]
    assert (event.secret, event.closed) == ("", ()), "receipts have salts of their own"
    adjudication.attend(game.pk)
    game = again(game)
    assert game.phase == 4 and verification.check(game).dice == 12
    fresh = {dice.secret(game, phase, chain) for phase in (3, 4) for chain in ("", "side:normans", "umpire")}
    assert not fresh & shown
    for seat in ("normans", "arabs", None):
        head, checked = verify_game.check(text_of(seat_rows(game, seat)))
        assert checked.renewals and checked.dice == (6 if seat else 3)
        assert "look    new dice from phase 3" in verify_game.report(head, checked)
    game = play(game, 3)
    assert game.state == GameState.OVER
    checked = verify_game.check(text_of(rows_of(game)))[1]
    assert (checked.dice, checked.papers, checked.secrets) == (24, 12, 6) and server_finds(
        rows_of(game)
    ) is None


def test_dice_of_steps_that_are_over_are_opened_with_the_change() -> None:
    game = a_battle(pace="step")
    for seat in game.seats.all():
        seat.captain = "bold"
        seat.save()
    for _ in range(40):
        battle = eventlog.load(game.pk).battle
        opened = max(
            n for n, e in enumerate(eventlog.events(game.pk), 1) if isinstance(e, engine.PhaseOpened)
        )
        rolled = [e for e in eventlog.events(game.pk, opened) if isinstance(e, engine.DieRolled)]
        if rolled and battle.step:
            break
        adjudication.attend(game.pk)
    assert rolled, "no step with dice was found"
    game = renewal.renew(again(game), "restored")
    [event] = [e for e in eventlog.events(game.pk) if isinstance(e, engine.DiceRenewed)]
    assert len(event.secret) == 64 and len(event.closed) == 3
    while again(game).phase == game.phase and again(game).state != GameState.OVER:
        adjudication.attend(game.pk)
    checked = verification.check(again(game))
    assert checked.renewals and checked.dice == sum(
        isinstance(e, engine.DieRolled) for e in eventlog.events(game.pk)
    )
    seat = game.seats.first()
    assert seat is not None
    assert verify_game.check(text_of(seat_rows(game, seat.name)))[1].dice == checked.dice
    public = [row for row in seat_rows(game, None) if row.get("type") == "dice_renewed"]
    assert "closed" not in public[0]["data"] and event.closed[0].secret not in public[0]["data"]


def test_a_restored_game_may_be_restored_again_and_again(pocket: PocketRules) -> None:
    game = play(a_game(seats={"normans": Captain("bold"), "arabs": Captain("bold")}), 0)
    seen = {game.commitment}
    for _ in range(3):
        game = renewal.renew(again(game), "restored")
        seen.add(game.commitment)
        adjudication.attend(game.pk)
        assert verification.check(again(game)).renewals
    assert len(seen) == 4


def put_in(game: Game, **changes: Any) -> str:
    """The class of fault that both find in new dice that a server lies about."""
    game = again(game)
    setup = eventlog.load(game.pk).battle.setup
    commitment, promised, _ = promises.renewed(setup, game.phase - 1)
    fields = {"phase": game.phase, "commitment": commitment, "why": "x", "promises": promised, **changes}
    eventlog.append(game.pk, game.version, [engine.DiceRenewed(**fields)], "forged")
    Game.objects.filter(pk=game.pk).update(commitment=fields["commitment"])
    with pytest.raises(verification.Broken) as broken:
        verification.check(again(game))
    assert kind_of(seat_rows(game, "normans")) == broken.value.fault, found(seat_rows(game, "normans"))
    return str(broken.value.fault)


def test_new_dice_that_are_not_what_they_say(pocket: PocketRules) -> None:
    assert put_in(play(a_game(), 1), phase=7) == "order"
    assert put_in(play(a_game(), 1), commitment="no hash") == "commitment"
    game = play(a_game(), 1)
    promised = eventlog.load(game.pk).battle.setup.promises
    assert promised is not None
    other = msgspec.structs.replace(promised, root="11" * 32, since=1)
    assert put_in(game, promises=other) == "commitment"
    assert put_in(play(a_game(), 1), secret="22" * 32) == "commitment"
