"""Players who are asked: what they want to be asked, the question, and its answer.

A question stops the adjudication. What is stored is enough to go on: the phase is played again from its
start, with the same dice and the answers so far, and comes to the same events again.
"""

from __future__ import annotations

from typing import ClassVar

from rules.core.choices import Choice
from rules.events.base import Audience, Event
from rules.state.figure import FigureId, SeatId


class AskingChosen(Event, frozen=True):
    """From now on a seat is asked for these kinds of choice (rules.core.choices.KINDS) and for no others.
    Everybody may know it, so that a pause tells nobody more than the board does."""

    kind: ClassVar[str] = "asking_chosen"
    seat: SeatId
    kinds: tuple[str, ...]


class DecisionRequested(Event, frozen=True):
    """A seat is asked. ``name`` names the decision within the game; ``number`` counts the seat's questions in
    one adjudication. ``default`` is the key of what its standing orders, or the rules, do if no answer comes;
    ``order`` is the text of the standing order behind it, "" for none."""

    kind: ClassVar[str] = "decision_requested"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    name: str
    about: str
    number: int
    question: str
    options: tuple[Choice, ...]
    default: str
    rule: str
    figure: FigureId = ""
    order: str = ""


class DecisionAnswered(Event, frozen=True):
    """The answer: the key of an option, several of them joined, or "" when the clock ran out. Whoever lets it
    run out is asked nothing more in the same adjudication."""

    kind: ClassVar[str] = "decision_answered"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    name: str
    choice: str = ""
