"""Pocket rules whose dice are hidden from the other side, in a game of form 2."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.models import Game
from games.play import adjudication
from rules import engine
from rules.events.sequence import PhaseEnded, PhaseOpened
from rules.journal import TableJournal
from tests.games.kit import again, file
from tests.games.pocket_rules import SIDES, PocketRules


class HiddenDice(PocketRules):
    """The pocket rules with a die for each side and one for the umpire besides."""

    def adjudicate(
        self, battle: engine.Table, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        journal = TableJournal(battle, dice)
        for chain in ("", "side:normans", "side:arabs", "umpire"):
            journal.roll("GUI-6.2", "Robert", chain=chain)
        journal.record(PhaseEnded(number=battle.phase, digest=engine.digest(journal.table)))
        if battle.phase >= self.phases:
            return [*journal.events, *super().adjudicate(journal.table, dice)[-1:]]
        number = battle.phase + 1
        journal.record(PhaseOpened(number=number, turn=(number + 1) // 2, side=SIDES[(number - 1) % 2]))
        return journal.events


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> HiddenDice:
    rules = HiddenDice()
    rules.put_in_place(monkeypatch)
    return rules


def play(game: Game, phases: int) -> Game:
    for _ in range(phases):
        file(again(game), again(game).seats.get(awaited=True).name, "HOLD")
        adjudication.attend(game.pk)
    return again(game)
