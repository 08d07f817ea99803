"""The dice of form 2: chains of their own for a side, and what nobody can choose."""

from __future__ import annotations

import hashlib

import pytest
from django.db import transaction

from games.models import Game
from games.play import adjudication
from games.proof import verification
from games.record import dice, escrow, eventlog, umpire
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import SIDES, PocketRules
from tests.games.record.hidden_dice import HiddenDice, hidden, play
from tests.games.record.test_form_two import records_in

__all__ = ["hidden"]
pytestmark = pytest.mark.django_db


def test_dice_have_an_audience(hidden: HiddenDice) -> None:
    game = play(a_game(), 2)
    assert verification.check(game).dice == 8
    seen = {
        audience: [data.get("chain", "") for kind, data in records_in(game, audience) if kind == "die_rolled"]
        for audience in game.audiences.split()
    }
    assert seen == {
        "table": ["", ""],
        "seat:normans": ["side:normans"] * 2,
        "seat:arabs": ["side:arabs"] * 2,
        "umpire": ["side:normans", "side:arabs", "umpire"] * 2,
    }
    names = {(e.chain, e.face) for e in eventlog.events(game.pk) if isinstance(e, engine.DieRolled)}
    assert len({chain for chain, _ in names}) == 4


def test_a_secret_is_shown_to_its_audience_each_phase(hidden: HiddenDice) -> None:
    game = play(a_game(), 1)
    truth = dict(records_in(game, "umpire"))["secret_revealed"]
    assert {one["chain"] for one in truth["closed"]} == {"side:normans", "side:arabs", "umpire"}
    public = dict(records_in(game, "table"))["secret_revealed"]
    assert public == {"phase": 1, "secret": truth["secret"]}
    for side in SIDES:
        [own] = dict(records_in(game, f"seat:{side}"))["secret_revealed"]["closed"]
        assert own["chain"] == f"side:{side}" and own in truth["closed"]
    of_umpire = next(one["secret"] for one in truth["closed"] if one["chain"] == "umpire")
    shown = [records_in(game, audience) for audience in ("table", "seat:normans", "seat:arabs")]
    assert of_umpire not in repr(shown)


def test_one_chain_does_not_give_another_away(pocket: PocketRules) -> None:
    game = a_game()
    chains = ["", "side:normans", "side:arabs", "umpire"]
    secrets = {dice.secret(game, phase, chain) for chain in chains for phase in (1, 2, 3)}
    assert len(secrets) == 12
    for chain in chains:
        promise = game.promises["chains"][chain] if chain else game.commitment
        assert hashlib.sha256(dice.secret(game, 1, chain)).hexdigest() == promise


@pytest.mark.parametrize("phase", [0, dice.LENGTH_OF_EACH + 1])
def test_there_are_no_dice_outside_the_chains(pocket: PocketRules, phase: int) -> None:
    with pytest.raises(ValueError, match="no dice"):
        dice.secret(a_game(), phase)


def test_nothing_that_the_server_may_choose_after_the_first_paper_changes_a_die(pocket: PocketRules) -> None:
    """Neither when and how often somebody wrote, in which order, under which names, nor why the
    phase was closed."""
    game = a_game()

    def faces(*papers: tuple[str, str], reason: str = "deadline") -> list[int]:
        with transaction.atomic():
            for count, (seat, words) in enumerate(papers):
                file(again(game), seat, words, "WATCH the ford", command=f"{count}-{papers}")
            adjudication.close_phase(again(game), reason)
            rolled = [e.face for e in eventlog.events(game.pk) if isinstance(e, engine.DieRolled)]
            eventlog.forget()
            transaction.set_rollback(True)
        return rolled

    both = ("normans", "HOLD the ford"), ("arabs", "HOLD the hill")
    key = _key(game, both)
    assert len(key) == 32
    for papers, reason in (
        (both, "all orders in"),
        (both[::-1], "deadline"),
        ((("arabs", "HOLD x"), *both), "game master"),
        ((both[0], ("normans", "HOLD y"), both[1], both[0]), "deadline"),
    ):
        assert _key(game, papers) == key
        assert faces(*papers, reason=reason) == faces(*both)
    assert _key(game, (("normans", "HOLD the fords"), both[1])) != key


def _key(game: Game, papers: tuple[tuple[str, str], ...]) -> bytes:
    """The key of the open dice when these papers were written one after the other."""
    battle = eventlog.load(game.pk, 2).battle
    for seat, words in papers:
        filed = engine.OrdersAccepted(seat=seat, phase=1, orders=(words,), standing=("WATCH the ford",))
        battle = engine.evolve(battle, filed)
    closed = umpire.closed(game, battle, "deadline")
    return dice.phase_key(dice.secret(game, 1), 1, "", closed.sheets)


def test_an_escrow_does_not_fall_to_whoever_holds_the_secret_of_the_phase(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD")
    adjudication.attend(game.pk)
    [accepted] = [e for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]
    secret = dice.secret(game, 1)
    assert escrow.agrees(escrow.salt_of(game, "normans", 1), accepted)
    assert not escrow.agrees(escrow.salt_from(secret, "normans", 1), accepted)
    assert not escrow.agrees(escrow.salt_of(game, "arabs", 1), accepted)
