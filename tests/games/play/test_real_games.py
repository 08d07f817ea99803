"""Whole games by the real rules through the record: captains on all seats, until the end."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games import queue
from games.models import Game, GameState, OutboundMail, Report
from games.play import adjudication, submissions
from games.play.creation import Captain, Player, create_game
from games.proof import export, verification
from games.record import eventlog
from rules import engine
from tests.games import verifying
from tests.sampling import some

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def play_out(game: Game) -> Game:
    """Attend to the game while it is due, as the sweep would."""
    for _ in range(500):
        if game.pk not in queue.games_due().values_list("pk", flat=True):
            break
        adjudication.attend(game.pk)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    ("scenario", "pace", "form"),
    some(
        [
            ("orchard", "phase", 1),
            ("orchard", "phase", 2),
            ("orchard", "step", 2),
            ("defile", "phase", 2),
            ("grange", "phase", 2),
            ("grange", "step", 1),
        ],
        3,
    ),
)
def test_a_game_of_captains_reaches_its_end_and_verifies(scenario: str, pace: str, form: int) -> None:
    seats = engine.replay(engine.new_game(scenario)).setup.seats
    game = play_out(create_game(scenario, {seat.id: Captain("bold") for seat in seats}, pace=pace, form=form))
    assert (game.state, game.trouble) == (GameState.OVER, "")
    assert game.outcome["reason"]
    found = verification.check(game)
    assert found.phases == game.phase and found.dice > 0 and found.unrevealed == 0
    live, replayed = eventlog.load(game.pk).battle, engine.replay(eventlog.events(game.pk))
    assert engine.digest(live) == engine.digest(replayed)
    runs = game.adjudications.count()
    assert runs == game.phase if pace == "phase" else runs > game.phase
    assert Report.objects.filter(game=game, adjudication__isnull=False).count() == 3 * runs
    assert sum(1 for _ in export.lines(game)) == game.version + game.links + 1
    assert found.escrows > 0
    _prove_without_the_server(game)
    call_command("verify", game.label)


def _prove_without_the_server(game: Game) -> None:
    """The stand-alone verifier comes to the same counts, and finds every kind of tampering anywhere."""
    rows = verifying.rows_of(game)
    checked = verifying.verify_game.check(verifying.text_of(rows))[1]
    found = verification.check(game)
    assert (checked.events, checked.dice, checked.digests) == (found.events, found.dice, found.phases)
    assert (checked.escrows, checked.secrets, checked.orders_without) == (found.escrows, found.phases, 0)
    events = [place for place, row in enumerate(rows) if "seq" in row]
    for place in events[: -1 : len(events) // 20]:
        seq, last = rows[place]["seq"], rows[events[-1]]
        forged = verifying.copy(rows)
        forged[place]["recorded_us"] += 1
        fault = verifying.found(forged)
        assert fault is not None and fault[0] == "content" and fault[1] <= seq
        assert verifying.found(rows[:place] + rows[place + 1 :]) == ("missing", seq)
        assert verifying.found([*rows[:place], last, *rows[place:]]) == ("extra", seq)
        assert verifying.found(rows[:place]) == ("truncated", seq)
        if place + 1 in events:
            swapped = [*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]]
            assert verifying.found(swapped) == ("order", seq)


def test_people_get_reports_by_mail_and_an_absent_player_costs_no_more_than_his_phase() -> None:
    info = engine.scenarios()[0]
    first, second = (seat.id for seat in info.seats)
    seats = {first: Player("Anna", "anna@example.org"), second: Player("Boris", "boris@example.org")}
    game = create_game(info.slug, seats, deadline_hours=0)
    assert OutboundMail.objects.filter(game=game, kind="report").count() == 2
    for _ in range(3):
        adjudication.attend(game.pk)
    game.refresh_from_db()
    assert (game.phase, game.trouble) == (4, "")
    reasons = set(game.adjudications.values_list("reason", flat=True))
    assert reasons == {"deadline"}
    assert OutboundMail.objects.filter(game=game, kind="report").count() == 2 + 3, "who is on move, each time"
    keys = OutboundMail.objects.values_list("dedupe_key", flat=True)
    assert len(set(keys)) == len(keys)


def test_taking_orders_back_does_not_close_the_phase() -> None:
    first, second = (seat.id for seat in engine.scenarios()[0].seats)
    game = create_game("orchard", {first: Player("Anna", "anna@example.org"), second: Captain("bold")})
    seat = game.seats.get(name=first)
    for number, (lines, lacking) in enumerate(
        [
            (["MOVE Robert stay", "MOVE Robert to nowhere"], False),
            (["CLEAR"], True),
            (["MOVE Robert stay", "RETREAT toward 2411", "MOVE Hugo to nowhere"], False),
            (["CLEAR STANDING"], False),
            (["CLEAR", "RETREAT toward 2411"], True),
        ]
    ):
        filed = submissions.submit(seat, lines, f"mail:{number}")
        assert (filed.status, filed.lacking, filed.mending) == ("filed", lacking, not lacking), lines
        adjudication.attend(game.pk)
        assert Game.objects.get(pk=game.pk).phase == 1, lines
    submissions.submit(seat, ["MOVE Robert stay", "FINAL"], "mail:last")
    adjudication.attend(game.pk)
    assert Game.objects.get(pk=game.pk).phase == 2
