"""A game at which much is hidden, on record: its files and what checks them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameState, Seat
from games.play import adjudication, submissions
from games.play.creation import Player, create_game
from games.proof import seat_files, sights, verification
from games.record import eventlog, leaves
from games.record.stored import Stored
from rules import engine
from tests.games.veiled_rules import SEATS, VeiledRules
from tests.games.veiled_table import Fought, Shifted, Spied, Stirred, VeiledCreated
from tests.games.verifying import found, rows_of, verify_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def veiled() -> Iterator[VeiledRules]:
    rules = VeiledRules()
    rules.admit()
    yield rules
    VeiledRules.leave()


def begun(**options: Any) -> Game:
    players = {seat: Player(seat.title(), f"{seat}@players.example.org") for seat in SEATS}
    return create_game("veiled", players, **options)


def a_day(game: Game, **lines: str) -> Game:
    game.refresh_from_db()
    for seat in SEATS:
        told = [*lines.get(seat, "").split("; "), "FINAL"] if seat in lines else ["FINAL"]
        submissions.submit(Seat.objects.get(game=game, name=seat), told, f"test:{seat}:{game.version}")
    adjudication.attend(game.pk)
    game.refresh_from_db()
    assert not game.trouble, game.trouble
    return game


def played(days: int = 3) -> Game:
    game = begun()
    a_day(game, alba="SPY b1; MOVE a2 2; GUARD a1", brun="SHIFT 2 b2 TO b1; GUARD b1", cora="SPY a1")
    for _ in range(days - 1):
        a_day(game, alba="SPY c1", brun="SHIFT 1 b2 TO b1", cora="SPY b1")
    return game


def test_a_seat_reads_of_the_record_what_it_was_shown(veiled: VeiledRules) -> None:
    game = played(1)
    truth = list(eventlog.events(game.pk))
    for seat in (None, *SEATS):
        shown = eventlog.seen(game, seat, 1, game.version)
        known = engine.replay(shown)
        assert known == engine.view_for(engine.replay(truth), seat)
    assert game.state == GameState.RUNNING


def test_a_log_of_form_one_has_no_room_for_it(veiled: VeiledRules) -> None:
    with pytest.raises(ValueError, match="form 1 has no room"):
        begun(form=1)
    assert not Game.objects.exists()


# its files


def seat_file(game: Game, seat: str | None) -> str:
    return b"".join(seat_files.lines(game, seat)).decode()


def test_the_files_of_its_seats_are_checked_while_it_runs(veiled: VeiledRules) -> None:
    game = played(2)
    for seat in (None, *SEATS):
        verify_game.check(seat_file(game, seat), [])
    told = {c.name for c in veiled.dealt}
    assert not any(name in seat_file(game, None) for name in told)
    assert {name for name in told if name in seat_file(game, "cora")} >= {"Serlo", "Tancred", "Hugo"}
    assert "Gui" not in seat_file(game, "alba")


def test_the_whole_is_checked_when_it_is_over(veiled: VeiledRules) -> None:
    game = played(3)
    assert game.state == GameState.OVER
    assert verification.check(game).phases == 3
    assert found(rows_of(game)) is None


def test_a_seat_file_with_another_beginning_for_its_seat_is_refused(veiled: VeiledRules) -> None:
    """Also where all its hashes were made anew."""
    game = played(1)
    text = seat_file(game, "alba")
    lines = [json.loads(line) for line in text.splitlines()]
    own = next(row for row in lines if row.get("type") == "veiled_created" and row["audience"] == "seat:alba")
    table = next(row for row in lines if row.get("type") == "veiled_created" and row["audience"] == "table")
    record = verify_game.Record(1, 0, "table", own["type"], 1, table["data"], "", 0, [])
    other = record._replace(audience="seat:alba", data=own["data"].replace("veiled valley", "other valley"))
    with pytest.raises(verify_game.Fault, match="another beginning"):
        verify_game.in_order(verify_game.Link(1, "", [], {}, [record, other]), "seat:alba")


@pytest.mark.parametrize(
    ("audience", "change", "words"),
    [
        ("umpire", [], "nobody was shown"),
        ("seat:alba", None, "in the leaf of seat:alba"),
        ("umpire", [("table", "veiled_created", 1, "other")], "another beginning"),
    ],
)
def test_a_beginning_that_others_were_not_shown_as_it_was_is_refused(
    veiled: VeiledRules, audience: str, change: Any, words: str
) -> None:
    setup = {"seats": [], "title": "A"}
    shown = [(a, k, v, json.dumps({"setup": {"title": "B"}})) for a, k, v, _ in change or []]
    record = verify_game.Record(
        1, 1, audience, "veiled_created", 1, json.dumps({"setup": setup}), "", 0, shown
    )
    assert words in verify_game.misplaced(record, "all", ["alba"])


# what was shown, against what the rules make of the truth


def test_verify_with_the_rules_finds_an_honest_game_whole(
    veiled: VeiledRules, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(2)
    call_command("verify", game.label, rules=True)
    assert list(sights.differences(eventlog.rows(game.pk))) == []


def test_verify_with_the_rules_names_what_others_would_be_shown_now(
    veiled: VeiledRules, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a rule was corrected: without the rules the record is whole."""
    game = played(2)
    monkeypatch.setattr(
        Shifted, "seen_by", lambda self, knowledge: self if knowledge.seat == "brun" else None
    )
    call_command("verify", game.label)
    with pytest.raises(CommandError, match="would not come out the same"):
        call_command("verify", game.label, rules=True)
    told = " ".join(capsys.readouterr().out.split())
    assert "what was shown: differs from event" in told and "stirred" in told


Forged = list[tuple[int, str, int, str]]


def record(audience: int, event: engine.Event) -> tuple[int, str, int, str]:
    encoded = engine.encode(event)
    return audience, encoded.type, encoded.version, encoded.data.decode()


def too_rich(row: Stored, shown: Forged, places: Any) -> Forged:
    """An ally, who may see that something stirs, is shown the truth."""
    return [one if one[0] != places("cora") else record(one[0], row.event) for one in shown]


def too_poor(row: Stored, shown: Forged, places: Any) -> Forged:
    """The owner is shown no more than his ally."""
    return [one if one[0] != places("brun") else record(one[0], Stirred(place=3)) for one in shown]


def missing(row: Stored, shown: Forged, places: Any) -> Forged:
    return [one for one in shown if one[0] != places("cora")]


def superfluous(row: Stored, shown: Forged, places: Any) -> Forged:
    return [*shown, record(places("alba"), Stirred(place=3))]


def of_what_never_was(row: Stored, shown: Forged, places: Any) -> Forged:
    """Whoever has not spied is told which counter has changed."""
    return [
        one if one[0] != places("cora") else record(one[0], Stirred(place=3, counter="b2")) for one in shown
    ]


@pytest.mark.parametrize("forge", [too_rich, too_poor, missing, superfluous, of_what_never_was])
def test_a_forged_poorer_record_is_found_and_named(veiled: VeiledRules, forge: Any) -> None:
    rows = list(eventlog.rows(played(1).pk))
    place = next(n for n, row in enumerate(rows) if row.type == Shifted.kind)
    audiences = leaves.declared_by(rows[0].event)
    shown = [tuple(one) for one in leaves.shown_in(rows[place].shown)]
    forged = forge(rows[place], shown, lambda seat: audiences.index(f"seat:{seat}"))
    assert forged != shown
    rows[place] = rows[place]._replace(shown=leaves.stored_shown(sorted(forged)))
    [named] = sights.differences(rows)
    assert named.seq == rows[place].seq and named.stored != named.found


def test_a_truth_in_a_leaf_of_somebody_else_is_found_and_named(veiled: VeiledRules) -> None:
    rows = list(eventlog.rows(played(1).pk))
    audiences = leaves.declared_by(rows[0].event)
    for kind, where in ((Spied, "table"), (Fought, "table"), (VeiledCreated, "seat:alba")):
        place = next(n for n, row in enumerate(rows) if row.type == kind.kind)
        forged = [*rows]
        forged[place] = rows[place]._replace(audience=audiences.index(where))
        [named] = sights.differences(forged)
        assert (named.seq, f"the truth is for {where}" in named.stored) == (rows[place].seq, True)


def test_a_truth_that_was_changed_shows_in_what_others_were_shown(veiled: VeiledRules) -> None:
    """Knowledge of what never was: the poorer records of a fight tell of men whom the truth does not know."""
    rows = list(eventlog.rows(played(1).pk))
    place = next(n for n, row in enumerate(rows) if row.type == Fought.kind)
    other = engine.encode(msgspec.structs.replace(rows[place].event, names=("Nobody", "Melo")))
    rows[place] = rows[place]._replace(data=other.data)
    assert next(iter(sights.differences(rows))).seq == rows[place].seq
