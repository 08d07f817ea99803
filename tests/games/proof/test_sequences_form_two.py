"""What befalls a game of form 2, one thing after another: steps, forks, new dice, other keys and
other servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.models import Game, GameState
from games.play import adjudication, renewal
from games.proof import custody, forks, game_files, verification
from games.proof.secret_files import Unlocked
from games.record import dice, eventlog, opening, roots
from rules import engine
from rules.events.sequence import StepBegan
from rules.journal import TableJournal
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle
from tests.games.proof.custody_kit import exported, folder, imported, other_server, seat_everybody
from tests.games.proof.forgery_two_kit import (
    copy,
    found,
    rows_of,
    seat_rows,
)
from tests.games.proof.test_attacks_form_two import both
from tests.games.proof.test_custody import in_its_fourth_phase
from tests.games.proof.test_forks import seated
from tests.games.record.hidden_dice import HiddenDice, hidden, play
from tests.games.verifying import text_of, verify_game

__all__ = ["folder", "hidden", "other_server"]
pytestmark = pytest.mark.django_db


class HiddenSteps(HiddenDice):
    """Hidden dice in a game that is played step by step: two steps a phase."""

    def awaiting(self, battle: engine.Table) -> engine.Awaiting:
        found = super().awaiting(battle)
        return msgspec.structs.replace(found, key=f"{found.key}-{battle.step or 'fire'}")

    def adjudicate(
        self, battle: engine.Table, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        if battle.step is not None:
            return super().adjudicate(battle, dice, answers)
        journal = TableJournal(battle, dice)
        for chain in ("", "side:normans", "side:arabs", "umpire"):
            journal.roll("GUI-6.1", "Yusuf", chain=chain)
        journal.record(StepBegan(step="movement"))
        return journal.events


def test_a_sides_dice_of_a_step_that_is_over_are_opened_to_it_with_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    HiddenSteps().put_in_place(monkeypatch)
    game = play(a_game(pace="step"), 1)
    assert eventlog.load(game.pk).battle.step == "movement"
    game = play(renewal.renew(game, "restored"), 1)
    assert game.phase == 2 and verification.check(game).dice == 8
    for seat, seen in (("normans", 4), ("arabs", 4), (None, 2)):
        rows = seat_rows(game, seat)
        assert found(rows) is None
        assert verify_game.check(text_of(rows))[1].dice == seen, seat


def ended(game: Game) -> Game:
    while again(game).state != GameState.OVER:
        seat = again(game).seats.get(awaited=True)
        if not seat.captain:
            file(again(game), seat.name, "HOLD")
        adjudication.attend(game.pk)
    assert again(game).state == GameState.OVER
    return again(game)


def test_renewed_then_forked_and_forked_again(hidden: HiddenDice) -> None:
    """Each opens when all before it are over; then everything of it can be checked."""
    parent = renewal.renew(play(a_game(), 2), "restored")
    parent = play(parent, 1)
    fork = renewal.renew(seated(forks.fork(parent, "4")), "restored again")
    last = seated(forks.fork(play(fork, 1), "5"))
    last = ended(last)
    assert verification.check(last).closed == 0 and not opening.is_open(last)
    ended(fork)
    assert not opening.is_open(again(last)) and "roots" not in rows_of(last)[0]
    for seat in ("normans", None):
        assert found(seat_rows(last, seat)) is None
    ended(parent)
    for game, games in ((parent, 1), (fork, 2), (last, 3)):
        rows = rows_of(again(game))
        assert len(rows[0]["roots"]) == games and both(rows) is None
        checked = verify_game.check(text_of(rows))[1]
        assert (checked.closed_forks, checked.closed_papers, checked.dice) == (0, 0, 24)
        wrong = copy(rows)
        wrong[0]["roots"] = [*rows[0]["roots"][:-1], "11" * 32]
        assert both(wrong) in ("content", "commitment")


@pytest.mark.parametrize("kept", [True, False])
def test_the_key_is_changed_and_the_game_renewed(pocket: PocketRules, settings: Any, kept: bool) -> None:
    game = play(a_game(), 2)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [old] if kept else []
    if not kept:
        with pytest.raises(roots.DiceKeyLost):
            renewal.renew(game, "restored")
        assert again(game).version == game.version
        return
    game = renewal.renew(game, "restored")
    game = play(game, 1)
    assert verification.check(game).renewals
    assert seat_rows(game, "normans") and found(seat_rows(game, "normans")) is None


def test_handed_over_taken_up_renewed_and_forked(
    folder: Path, other_server: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = in_its_fourth_phase()
    log, secret = exported(battle, folder, hand_over="https://other.example.org")
    with pytest.raises(renewal.NotPlayed):
        renewal.renew(again(battle), "restored")
    other_server()
    game = seat_everybody(imported(log, secret))
    game = renewal.renew(game, "restored")
    adjudication.close_phase(again(game), "deadline")
    game = again(game)
    assert game.phase == 5 and verification.check(game).renewals
    for seat in (*game.seats.values_list("name", flat=True), None):
        assert found(seat_rows(game, seat)) is None, seat
    fork = forks.fork(game, "5")
    assert len(roots.all_of_game(fork)) == 2 and verification.check(fork).closed == 0
    monkeypatch.setattr(opening, "is_open", lambda game: True)
    assert both(rows_of(game)) is None and both(rows_of(fork)) is None


def test_the_roots_of_another_game(folder: Path, other_server: Callable[[], None]) -> None:
    battle = in_its_fourth_phase()
    other = roots.all_of_game(a_battle())
    last, own = dice.last_secret(battle), roots.all_of_game(battle)
    log, _ = exported(battle, folder, hand_over="https://other.example.org")
    file_of_it = game_files.read(Path(log))
    other_server()
    for wrong in (other, [*own, *other], [], [b""], [own[0][:31]]):
        with pytest.raises(custody.Refused):
            custody.bring_in(file_of_it, Unlocked(last, tuple(wrong)))
        assert not Game.objects.exists()
    with pytest.raises(custody.Refused):
        custody.bring_in(file_of_it, Unlocked(bytes(32), tuple(own)))
    assert custody.bring_in(file_of_it, Unlocked(last, tuple(own))).state == GameState.HELD
