"""Asking who of a player's watchers shoots: at an enemy in the hex that he has just entered, or at those who
stayed (GUI-5.3b, GUI-5.3e)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core.choices import JOINED, Choice, parts
from rules.core.language import english
from rules.journal import Journal
from rules.state.figure import Character, SeatId
from rules.tactical.instructions.questions import placed
from rules.tactical.sight.line_of_fire import Sight

_HOLD = "hold"
_WAIT = "wait"


class Shot(NamedTuple):
    """A shot that a watcher may make now. ``usual``: his standing orders, or the default, want it; ``order``
    is the text of that order."""

    shooter: Character
    target: Character
    sight: Sight
    usual: bool
    order: str

    @property
    def key(self) -> str:
        return english("{shooter} at {target}", shooter=self.shooter.id, target=self.target.id)


def at_mover(journal: Journal, seat: SeatId, shots: Sequence[Shot]) -> list[Shot] | None:
    """Who of a seat shoots at a mover where he is now; None leaves it to the standing orders.

    Ruling RUL-521: whoever lets a man go by is not asked about him again in that move."""
    mover = shots[0].target
    if journal.waived(seat, mover.id):
        return []
    still = (
        Choice(
            _HOLD, english("nobody; let {mover} go and ask no more about him in this move", mover=mover.name)
        ),
        Choice(_WAIT, english("nobody yet; ask again in his next hex, if he comes to one")),
    )
    usual = [shot for shot in shots if shot.usual]
    where = english("{mover} moves and can be shot at. Who shoots at him here?", mover=placed(mover))
    answer = _ask(journal, seat, shots, usual, still, _WAIT, where)
    if answer == _HOLD:
        journal.waive(seat, mover.id)
    return _taken(journal, seat, shots, answer)


def at_those_who_stayed(journal: Journal, seat: SeatId, shots: Sequence[Shot]) -> list[Shot] | None:
    """Who of a seat shoots at whom of those who did not move; None leaves it to the standing orders."""
    usual: dict[str, Shot] = {}
    for shot in shots:
        if shot.usual:
            usual.setdefault(shot.shooter.id, shot)
    still = (Choice(_HOLD, "nobody"),)
    question = english(
        "The moves are over. Those of yours who have not shot may shoot at enemies who stayed."
    )
    answer = _ask(journal, seat, shots, list(usual.values()), still, _HOLD, question)
    return _taken(journal, seat, shots, answer)


def _ask(
    journal: Journal,
    seat: SeatId,
    shots: Sequence[Shot],
    usual: Sequence[Shot],
    still: Sequence[Choice],
    otherwise: str,
    question: str,
) -> str:
    return journal.ask(
        seat,
        "watch",
        JOINED.join(shot.key for shot in usual) or otherwise,
        "GUI-5.3b",
        question,
        lambda: [*still, *map(_offered, shots)],
        order=usual[0].order if usual else "",
    )


def _offered(shot: Shot) -> Choice:
    sight = shot.sight
    hexes = english("1 hex") if sight.distance == 1 else english("{distance} hexes", distance=sight.distance)
    words = english(
        "{shooter} at {target} in {aim}: {hexes}, {band} range, {cover} cover",
        shooter=placed(shot.shooter),
        target=shot.target.name,
        aim=sight.aim,
        hexes=hexes,
        band=sight.band,
        cover=sight.cover,
    )
    return Choice(shot.key, words.replace("none cover", "no cover"), group=shot.shooter.id)


def _taken(journal: Journal, seat: SeatId, shots: Sequence[Shot], answer: str) -> list[Shot] | None:
    if not answer:
        return None
    chosen = [shot for shot in shots if shot.key in parts(answer)]
    if not chosen:
        journal.decided(seat, "watch", answer, "GUI-5.3b", answered=True)
    return chosen
