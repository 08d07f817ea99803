"""Committed dice: the chain of secrets, and what mixes into a phase's key."""

from __future__ import annotations

import contextlib
import hashlib
import html
import io
import itertools
import re
from typing import Any

import pytest

from games.models import Game
from games.play import adjudication
from games.record import dice, eventlog
from games.record.dice import DiceKeyLost
from rules import engine
from tests.games import arena
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def test_every_secret_is_the_hash_of_the_next_down_to_the_commitment(pocket: PocketRules) -> None:
    game = a_game()
    secrets = [dice.secret(game, phase) for phase in range(1, 6)]
    chain = [bytes.fromhex(game.commitment), *secrets]
    for earlier, later in itertools.pairwise(chain):
        assert hashlib.sha256(later).digest() == earlier


def test_the_commitment_is_published_in_the_first_event(pocket: PocketRules) -> None:
    game = a_game()
    assert eventlog.load(game.pk, 1).battle.setup.commitment == game.commitment
    assert len(bytes.fromhex(game.commitment)) == 32


def test_nothing_stored_gives_a_secret_away(pocket: PocketRules, settings: Any) -> None:
    """With the same rows and another server key there is no secret to be had."""
    game = a_game()
    settings.SECRET_KEY = "somebody else's"
    with pytest.raises(DiceKeyLost):
        dice.secret(game, 1)


def test_a_changed_server_key_goes_on_with_the_old_one_as_fallback(
    pocket: PocketRules, settings: Any
) -> None:
    game = a_game()
    before = dice.secret(game, 3)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new key"
    assert dice.secret(game, 3) == before


def test_games_have_secrets_of_their_own(pocket: PocketRules) -> None:
    assert a_game().commitment != a_game().commitment


@pytest.mark.parametrize("phase", [0, -1, dice.CHAIN_LENGTH + 1])
def test_there_are_no_dice_outside_the_chain(pocket: PocketRules, phase: int) -> None:
    with pytest.raises(ValueError):
        dice.secret(a_game(), phase)


def test_phase_step_and_sheets_each_change_the_dice() -> None:
    keys = {
        dice.phase_key(secret, phase, step, sheets)
        for secret in (b"a" * 32, b"b" * 32)
        for phase in (1, 2)
        for step in ("", "fire")
        for sheets in ("00", "01")
    }
    assert len(keys) == 16


def test_another_order_sheet_gives_other_dice(pocket: PocketRules) -> None:
    """The same game with other orders: of forty dice at least some fall differently."""

    def faces(words: str) -> list[int]:
        file(game, "normans", words, command=words)
        battle = eventlog.load(game.pk).battle
        key = dice.phase_key(dice.secret(again(game), 1), 1, "", engine.sheets_digest(battle))
        table = engine.KeyedDice(key)
        return [table.roll(f"roll {n}", 10) for n in range(40)]

    game = a_game()
    assert faces("HOLD the ford") != faces("HOLD the hill")


def test_the_secret_is_revealed_with_the_end_of_its_phase(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)
    kinds = [event.kind for event in eventlog.events(game.pk, 3)]
    assert kinds == [
        "orders_accepted", "phase_closed", "die_rolled", "die_rolled", "coin_paid", "phase_ended",
        "secret_revealed", "phase_opened",
    ]  # fmt: skip
    revealed = next(e for e in eventlog.events(game.pk) if isinstance(e, engine.SecretRevealed))
    assert hashlib.sha256(bytes.fromhex(revealed.secret)).hexdigest() == again(game).commitment


def test_before_the_end_of_its_phase_no_secret_is_in_the_database(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    hidden = dice.secret(game, 1)
    stored = Game.objects.values().get(pk=game.pk)
    everything = repr(stored) + "".join(row.data.decode() for row in eventlog.rows(game.pk))
    assert hidden.hex() not in everything
    assert repr(hidden)[2:-1] not in everything


def test_the_lines_by_hand_are_a_program_that_agrees(client: Any) -> None:
    """What the dice page offers to copy, run as it stands there."""
    game = arena.fight(3)
    for played in game.adjudications.all():
        page = client.get(f"/g/{game.pk}/t/{played.key}/dice").content.decode()
        first, *_, last = [
            html.unescape(part.split("</pre>")[0]) for part in re.split(r'<pre[^>]*translate="no">', page)[1:]
        ]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(first, {})
        dice_in_log = [
            e
            for e in eventlog.events(game.pk, played.first_seq, played.last_seq)
            if isinstance(e, engine.DieRolled)
        ]
        assert said.getvalue().split() == [str(e.face) for e in dice_in_log[:1]]
        assert 'b"pbem-papers-2"' in first and "openssl" in last
