"""Long lists of pages are written without a template, so nothing escapes their words for them."""

from __future__ import annotations

import pytest

from games.models import Game, Seat
from games.templatetags import rows
from games.views.family import Relative
from games.views.lives import Told
from games.views.moments import LogLine, Roll
from rules import engine

ODD = '<b>"Hugo" & Odo'
MAN = engine.MusterRow(
    id="hugo", name=ODD, kind="knight", place=ODD, state=ODD, attack=1, defence=2, movement=3, armoured=False,
    weapon=ODD, remarks=ODD,
)  # fmt: skip


def _relative(*, looks: bool, outcome: str = ODD, leader: str = "") -> Relative:
    """A game that was called, over or waiting for somebody."""
    game, seat = Game(pk=7, title=ODD, scenario="nowhere"), Seat(title=ODD, player=ODD, side="normans")
    return Relative(game, looks, [seat], [] if outcome else [seat], ODD, outcome, leader)


@pytest.mark.parametrize(
    ("written", "times"),
    [
        (rows.report_line(engine.ReportLine(ODD, rule="GUI-1", source=ODD), None), 2),
        (rows.log_rows([LogLine(7, ODD, [(ODD, ODD)])]), 3),
        (rows.dice_rows([Roll(engine.DieRolled(ODD, 6, 3, "GUI-1"), None, ODD)]), 3),
        (
            rows.listing_rows(
                engine.SheetTable(ODD, ("a", "b"), (engine.SheetRow((ODD, ODD), (ODD,)),), (1,))
            ),
            3,
        ),
        (rows.figure_rows([MAN]), 5),
        (rows.opponents([Seat(title=ODD, player=ODD, side="normans")], "nowhere"), 2),
        (rows.relative_rows([_relative(looks=True)]), 4),
        (rows.relative_rows([_relative(looks=False)]), 2),
        (rows.relative_rows([_relative(looks=True, outcome="")]), 4),
        (rows.relative_rows([_relative(looks=False, outcome="", leader=ODD)]), 2),
        (rows.life_entries([Told(1, 1, "G1", ODD, ODD, "day1", ODD)], True), 3),
    ],
)
def test_odd_words_are_escaped(written: str, times: int) -> None:
    assert "<b>" not in written.replace("<wbr>", "")
    assert written.replace("<wbr>", "").count("Hugo") == times
    assert '"Hugo' not in written
