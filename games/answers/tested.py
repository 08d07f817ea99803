"""TEST: what a seat's standing orders would have done in the last phase of the enemy, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop

from games.models import Adjudication, Seat
from games.record import eventlog
from games.reports.layout import wrapped
from rules import engine

_PHASES_BACK = 2  # the sides take turns
_NO_PHASE = gettext_noop(
    "The enemy has not played a phase yet: there is nothing to test your standing orders on."
)
_NO_ORDERS = gettext_noop(
    "No standing orders of yours are in force. TEST before one tests it: TEST WATCH ... fire at first "
    "mounted."
)


def told(seat: Seat, contracts: Sequence[str]) -> str:
    """The answer to TEST, ready to be printed."""
    if not contracts:
        return "\n".join(wrapped(gettext(_NO_ORDERS)))
    last = _last_enemy_phase(seat)
    if not last:
        return "\n".join(wrapped(gettext(_NO_PHASE)))
    before = eventlog.load(seat.game_id, last[0].first_seq - 1).battle
    shown = eventlog.seen(seat.game, seat.name, last[0].first_seq, last[-1].last_seq)
    lines = wrapped(
        gettext("Tested on {last}, as if these orders had stood then. Nothing is kept.").format(
            last=_title(last[0])
        )
    )
    for found in engine.try_out_standing(before, shown, seat.name, contracts):
        lines += ["", *_answer(found)]
    return "\n".join(lines)


def _last_enemy_phase(seat: Seat) -> list[Adjudication]:
    """The adjudications of the last phase of an enemy that is over, first step first."""
    played = Adjudication.objects.filter(game=seat.game_id).exclude(phase=seat.game.phase)
    # each side may have had a phase since, and there are no more sides than seats
    back = max(_PHASES_BACK, seat.game.seats.count())
    for phase in played.order_by("-phase").values_list("phase", flat=True).distinct()[:back]:
        steps = list(played.filter(phase=phase).order_by("first_seq"))
        before = eventlog.load(seat.game_id, steps[0].first_seq - 1).battle
        if before.hostile(before.seat(seat.name).side, before.side):
            return steps
    return []


def _title(played: Adjudication) -> str:
    """ "turn 3, Norman phase", without the step."""
    return engine.translated(", ".join(played.title.split(", ")[:2]))


def _answer(found: engine.Tested) -> list[str]:
    lines = wrapped(found.order)
    for words in found.would:
        lines += wrapped(words, f"  {gettext('would'):<5}  ", " " * 9)
    for words in found.would_not:
        lines += wrapped(words, f"  {gettext('not'):<5}  ", " " * 9)
    if not found.would and not found.would_not:
        lines += wrapped(gettext("There was no occasion for it."), f"  {gettext('none'):<5}  ", " " * 9)
    return lines
