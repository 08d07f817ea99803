"""Which lines of a mail say something to the men of a seat."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.draft import Draft
from rules.desk.speech.spoken import Speech
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId


def meant_for_men(battle: Battle, rules: Ruleset, seat: SeatId, lines: Sequence[str]) -> tuple[str, ...]:
    """Which of these lines are no talk: they name a man of the seat's, or begin with a group, and order
    something."""
    draft = Draft(battle, rules, seat)
    speech = Speech(draft.desk, seat, draft.lexicon)
    return tuple(line for line in lines if speech.is_for_men(line))


def begin_with_men(battle: Battle, rules: Ruleset, seat: SeatId, lines: Sequence[str]) -> tuple[str, ...]:
    """Which of these lines begin with a man of the seat's, a group or a kind of its men."""
    draft = Draft(battle, rules, seat)
    speech = Speech(draft.desk, seat, draft.lexicon)
    return tuple(line for line in lines if speech.begins_with_men(line))
