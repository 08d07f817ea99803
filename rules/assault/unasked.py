"""What somebody above a ladder or a rope does about it on his own account (GUI-10.1.6a, GUI-10.6.4)."""

from __future__ import annotations

from typing import Protocol

from rules.core.choices import Choice
from rules.core.language import english
from rules.journal import Journal
from rules.state.figure import Character
from rules.state.ladders import climber
from rules.state.works import Ladder
from rules.tactical.instructions.questions import placed

STAY = "stay"


class Lasting(Protocol):
    """A standing order for it: to hold off, or to do it where nobody is on the ladder as well."""

    @property
    def hold(self) -> bool: ...
    @property
    def empty(self) -> bool: ...


def wished(
    journal: Journal,
    figure: Character,
    ladder: Ladder,
    what: str,
    rule: str,
    found: tuple[Lasting, str] | None,
) -> bool:
    """Whether he does ``what`` to it ("topple", "cut"): by his standing order, by default if an enemy is on
    it. No question where a friend is."""
    man = climber(journal.battle, ladder)
    if man is not None and not journal.battle.hostile(figure.side, man.side):
        return False
    order, text = found if found is not None else (None, "")
    willing = (man is not None or (order is not None and order.empty)) and not (
        order is not None and order.hold
    )
    foot = ladder.hexes[0]
    on_it = man.name if man is not None else "nobody"
    answer = journal.decide(
        figure.seat,
        what,
        foot if willing else STAY,
        rule,
        question=english(
            "{figure} stands above the {kind} in {foot}, with {man} on it.",
            figure=placed(figure),
            kind=ladder.kind,
            foot=foot,
            man=on_it,
        ),
        options=lambda: [
            Choice(foot, english("he tries to {what} it", what=what)),
            Choice(STAY, english("he leaves it")),
        ],
        figure=figure.id,
        order=text,
        told=willing or (bool(text) and man is not None),
    )
    return answer != STAY
