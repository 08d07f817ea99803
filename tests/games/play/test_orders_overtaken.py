"""Orders that were good when they were written and are overtaken by events: told in the receipt and
in the report."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Report, Seat
from games.play import adjudication
from games.record import eventlog
from rules import engine
from tests.games.post_kit import Post, a_battle, battle_of, seat_on_move, text_of, the_answer

pytestmark = pytest.mark.django_db
EVENTS: list[Any] = list(engine.EVENT_TYPES.values())


@pytest.fixture
def siege() -> Game:
    return a_battle("stones")


def after(game: Game, kind: str, **fields: object) -> None:
    """Something befalls somebody after the orders have come in."""
    now = Game.objects.get(pk=game.pk)
    [of_kind] = [event for event in EVENTS if event.kind == kind]
    event = of_kind(**fields)
    eventlog.append(now.pk, now.version, [event], f"test:{kind}:{now.version}")


def one_line(text: str) -> str:
    return " ".join(text.split())


def report_of(game: Game, seat: Seat, phase: int) -> str:
    return one_line(Report.objects.get(game=game, seat=seat, adjudication__phase=phase).text)


def test_the_crew_of_an_engine_falls_after_its_order(siege: Game) -> None:
    seat = seat_on_move(siege)
    battle, phase = battle_of(siege), siege.phase
    (calf,) = battle.engines.values()
    beside = [at for at in battle.board.neighbours(calf.hexes[0]) if not battle.living_at(at)]
    ivo, *helpers = [battle.figures[name] for name in ("ivo", "hugo", "odo")]
    assert ivo.hex in battle.board.neighbours(calf.hexes[0])
    for man, place in zip(helpers, beside, strict=False):
        after(siege, "displaced", figure=man.id, hex=place, rule="GUI-4.1a")
    answer = one_line(text_of(the_answer(Post(seat).write(f"SHOOT {calf.name} AT A1313\nFINAL\n"))))
    assert "to mend" not in answer and "Ivo" in answer and "Hugo" in answer
    after(siege, "killed", figure="odo", rule="GUI-6.5e")
    adjudication.attend(siege.pk)
    told = report_of(siege, seat, phase)
    assert f"it takes three men beside {calf.name} to work it, and only Ivo and Hugo can" in told
    assert "Not done of your order SHOOT The Calf AT A1313" in told
    assert battle_of(siege).engines[calf.id].wait == 0
    rival = Seat.objects.get(game=siege, name="byzantines")
    assert "Not done of your order" not in report_of(siege, rival, phase)
