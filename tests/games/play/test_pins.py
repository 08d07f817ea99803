"""What a game is pinned to, and what start-up says when this server lacks it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Event, Game, GameState
from games.record import append_only, eventlog
from rules import engine
from rules.books import registry
from rules.books.guiscard import GUISCARD
from rules.core.modules import ModuleName
from rules.core.tables import shipped_tables
from rules.ruleset import Module
from tests.games import arena
from tests.games.arena import no_mail

__all__ = ["no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


def messages() -> list[tuple[str | None, str]]:
    return [
        (m.id, m.msg)
        for m in run_checks(tags=["database"], databases=["default"])
        if m.id and m.id[:6] == "games."
    ]


def setup_of(game: Game) -> Any:
    [first] = eventlog.events(game.pk, 1, 1)
    assert isinstance(first, engine.GameCreated)
    return first.setup


def test_a_game_names_its_rules_and_holds_its_tables() -> None:
    setup = setup_of(arena.battle())
    assert setup.ruleset == GUISCARD.id
    assert setup.tables_digest == shipped_tables().digest and setup.tables == shipped_tables().as_dict()
    assert engine.missing_rules(setup) == "" and engine.table_changes(setup) == ()
    assert messages() == []


def test_tables_that_are_not_those_of_the_digest_are_refused() -> None:
    setup = setup_of(arena.battle())
    other = msgspec.structs.replace(setup, tables_digest="00" * 32)
    assert "not those that its first event names" in engine.missing_rules(other)


def test_rules_that_this_server_lacks_are_named_with_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [arena.battle() for _ in range(7)]
    Game.objects.filter(pk=games[0].pk).update(state=GameState.OVER)
    monkeypatch.delitem(registry.BOOKS, GUISCARD.id)
    registry._rules_of.cache_clear()
    [(name, said)] = messages()
    assert name == "games.W001" and "does not know the rules 'guiscard-basic-1'" in said
    assert games[1].label in said and f"{games[0].label}," not in said and "and 1 more" in said


def test_a_game_of_an_unknown_module_is_named_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its set-up came from a version with another module, or from a file that was changed by hand."""
    sound = arena.battle()
    true_setup = engine.new_game

    def foreign(*args: Any, **more: Any) -> list[engine.Event]:
        [first, *others] = true_setup(*args, **more)
        assert isinstance(first, engine.GameCreated)
        setup = msgspec.structs.replace(first.setup, modules=("tactic",))
        return [msgspec.structs.replace(first, setup=setup), *others]

    with monkeypatch.context() as other_version:
        other_version.setattr(engine, "new_game", foreign)
        tactic = Module(ModuleName("tactic", "", ""))
        other = msgspec.structs.replace(GUISCARD, modules=(*GUISCARD.modules, tactic))
        other_version.setitem(registry.BOOKS, GUISCARD.id, other)
        strange = arena.battle()
    registry._rules_of.cache_clear()
    [(name, said)] = messages()
    assert name == "games.W001" and said.startswith(f"{strange.label}: ")
    assert "there is no module 'tactic'; 'tactics' is meant perhaps" in said
    call_command("check", databases=["default"])
    call_command("migrate", verbosity=0, skip_checks=False)
    assert "tactic" in capsys.readouterr().err
    with pytest.raises(CommandError, match="'tactics' is meant perhaps"):
        call_command("closephase", strange.label)
    assert arena.play(sound, 1).phase == 2
    client = Client()
    assert client.get("/").status_code == 200 and client.get(f"/g/{sound.pk}").status_code == 200
    shown = client.get(f"/g/{strange.pk}")
    assert shown.status_code == 501 and b"there is no module &#x27;tactic&#x27;" in shown.content


def test_a_scenario_file_that_cannot_be_played_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        engine, "faulty_scenarios", lambda: {"mine": "mine.toml: modules: there is no module 'x'"}
    )
    assert messages() == [("games.W004", "mine.toml: modules: there is no module 'x'")]


def test_events_that_this_server_cannot_read_stop_an_upgrade() -> None:
    game = arena.battle()
    row = list(eventlog.rows(game.pk))[-1]
    for kind, version in (("die_rolled", 7), ("cannon_fired", 1)):
        row = row._replace(seq=row.seq + 1, type=kind, version=version)
        eventlog.insert(game.pk, [row])
    assert (
        "games.E001",
        (
            "the log holds events that this version of the server cannot read: cannon_fired version 1, "
            "die_rolled version 7"
        ),
    ) in messages()
    with pytest.raises(CommandError, match="cannon_fired"):
        call_command("migrate", verbosity=0, skip_checks=False)
    assert append_only.installed(eventlog.connection) and Event.objects.exists()
