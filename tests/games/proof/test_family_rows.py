"""Families whose rows or logs were changed in the database: `verify` names the game and what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Command, Event, Game, GameState, Seat
from games.play import creation, families
from games.proof.family_rows import SETTLING, Families
from games.record import append_only, eventlog
from rules import engine
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.games.proof.family_kit import (
    Family,
    a_family,
    over,
    play,
    rules,
)
from tests.games.proof.forgery_kit import forged, rechain

__all__ = ["rules"]
pytestmark = pytest.mark.django_db


def wrong(family: Family) -> str:
    """What is said of the family when it is verified."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", family.top.label, stdout=out)
    return " ".join(line for line in out.getvalue().splitlines() if "BROKEN" in line)


def row(family: Family, **changes: object) -> None:
    Game.objects.filter(pk=family.raid.pk).update(**changes)


def stands_for(family: Family, seat: Seat | None) -> None:
    Seat.objects.filter(game=family.raid, name="arabs").update(stands_for=seat)


ROWS: dict[str, tuple[Callable[[Family], object], str]] = {
    "no parent": (lambda f: row(f, parent=None), "its parent is none, its log says"),
    "another parent": (lambda f: row(f, parent=f.foray), "called here, is missing"),
    "another call": (lambda f: row(f, call="p9/9"), "call is 'p9/9', the log of"),
    "another letter": (lambda f: row(f, called=f"{f.top.number}-zz"), "called is"),
    "not told": (lambda f: row(f, told=False), "told is False, the log of"),
    "a top that was called": (
        lambda f: Game.objects.filter(pk=f.top.pk).update(told=True),
        "another game called it, its log does not",
    ),
    "another seat": (
        lambda f: stands_for(f, f.top.seats.get(name="normans")),
        "stands for normans, the log of",
    ),
    "no seat": (lambda f: stands_for(f, None), "stands for nobody"),
    "another's seat": (lambda f: stands_for(f, f.foray.seats.get(name="arabs")), "arabs, the log of"),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_that_say_another_family_are_found(rules: FamilyRules, name: str) -> None:
    family = over(a_family())
    change, words = ROWS[name]
    change(family)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", all=True, stdout=out)
    assert words in out.getvalue()


def test_a_seat_that_was_given_away_on_purpose_is_sound(rules: FamilyRules) -> None:
    family = a_family()
    creation.change_player(family.raid.seats.get(name="arabs"), email="carla@example.org", only_here=True)
    out = StringIO()
    call_command("verify", family.top.label, stdout=out)
    assert out.getvalue().count(" ok:") == 4


def test_a_child_that_was_deleted_is_missed(rules: FamilyRules) -> None:
    family = over(a_family())
    append_only.remove(connection)
    child = family.foray
    for model in (Event, Command, Seat):
        model.objects.filter(game=child).delete()
    child.adjudications.all().delete()
    Game.objects.filter(pk=child.pk).delete()
    assert f"{family.top.label} BROKEN" in (told := wrong(family)) and "missing" in told


LOGS: dict[str, tuple[str, Callable[[Family], dict[str, object]], str]] = {
    # which game's event is changed, and to what
    "head": ("game_told", lambda f: {"head": "ab" * 32}, "family"),
    "events": ("game_told", lambda f: {"events": 3}, "extra"),
    "outcome": ("game_told", lambda f: {"outcome": {"winner": "arabs", "reason": "so"}}, "family"),
    "name": ("game_called", lambda f: {"name": "zz"}, "family"),
    "game": ("game_called", lambda f: {"game": str(uuid4())}, "family"),
}


@pytest.mark.parametrize("name", LOGS)
def test_logs_that_were_forged_in_the_database_are_found(rules: FamilyRules, name: str) -> None:
    family = over(a_family())
    append_only.remove(connection)
    kind, changes, fault = LOGS[name]
    rechain(family.top, shown_anew(family.top, kind, changes(family)))
    assert f": {fault}:" in wrong(family)


def shown_anew(
    game: Game, kind: str, changes: dict[str, object]
) -> Callable[[eventlog.Stored], engine.Record]:
    """A change of the first event of a kind, which others are shown as well."""
    change = forged(kind, **changes)

    def told(row: eventlog.Stored) -> engine.Record:
        record = change(row)
        if record.data != row.data and row.shown:
            shown = json.loads(row.shown)
            for one in shown:
                fields = {k: v for k, v in changes.items() if k in ("name", "outcome")}
                one[3] = json.dumps({**json.loads(one[3]), **fields}, separators=(",", ":"))
            Event.objects.filter(game=game, seq=row.seq).update(shown=json.dumps(shown).encode())
        event = engine.decode(*record) if record.data != row.data else None
        return engine.encode(event) if event else record

    return told


# rules that this server does not know


def test_a_child_under_rules_that_are_not_here_is_named(rules: FamilyRules) -> None:
    family = over(a_family())
    gone = replace(rules.umpire, missing_rules=lambda setup: "no such rules" if setup.phases == 2 else "")
    engine.dismiss(rules.umpire)
    engine.admit(gone)
    try:
        out = StringIO()
        call_command("verify", family.top.label, stdout=out)
        assert out.getvalue().count(" ok:") == 4
        assert out.getvalue().count("what came back was not checked: no such rules") == 3
    finally:
        engine.dismiss(gone)
        engine.admit(rules.umpire)


def test_a_child_of_a_scale_that_is_not_here_is_named(rules: FamilyRules) -> None:
    family = over(a_family())
    out = StringIO()
    engine.dismiss(rules.umpire)
    try:
        with pytest.raises(CommandError):
            call_command("verify", family.top.label, stdout=out)
    finally:
        engine.admit(rules.umpire)
    assert out.getvalue().count("BROKEN at event 1: content") == 4


def test_the_settling_of_a_family_is_not_called_a_fault(rules: FamilyRules) -> None:
    """Between the end of a game and the end of those that it outlives lies a moment."""
    rules.patient, rules.ahead = False, 99
    family = a_family()
    top = family.top
    while again(top).state == GameState.RUNNING:
        top = play(top)
    assert again(top).state == GameState.OVER and again(family.raid).state != GameState.OVER
    assert not Families().compared(again(family.raid)).faults
    Game.objects.filter(pk=top.pk).update(ended=again(top).ended - 2 * SETTLING)
    [fault] = Families().compared(again(family.raid)).faults
    assert fault.fault == "family"
    families.settle(Game.objects.get(pk=top.pk))
    assert not Families().compared(again(family.raid)).faults
