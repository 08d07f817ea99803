"""rehearse: stored games adjudicated again by the code at hand; the deploy gate runs it over the
golden games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.play import questions
from games.proof import export, readjudication
from games.record import eventlog
from rules import engine
from rules.books import book
from rules.core.tables import Cell, shipped_tables
from rules.core.tables import Tables as AllTables
from tests.games import arena
from tests.games.arena import no_mail
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import a_battle
from tests.golden.files import FOLDER, phases, read

__all__ = ["no_mail"]

GOLDEN = sorted(FOLDER.glob("*.jsonl"))
TABLE, ROW, COLUMN = "combat-foot", 6, "13/20"


@pytest.fixture
def change_cell(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Cell, str, Cell], None]:
    """An upgrade that brings another value for one cell of a table."""

    def change(table_id: str, row: Cell, column: str, value: Cell) -> None:
        ours = shipped_tables()
        table = ours[table_id]
        at = table.columns.index(column)
        rows = tuple((*r[:at], value, *r[at + 1 :]) if r[0] == row else r for r in table.rows)
        assert rows != table.rows
        changed = AllTables({**ours.as_dict(), table_id: replace(table, rows=rows)})
        monkeypatch.setattr(book, "shipped_tables", lambda: changed)

    return change


def looked_up(events: Iterable[engine.Event], table: str, row: int, column: str) -> bool:
    """Whether a fight among these events was decided by a cell."""
    return any(
        e.kind == "combat_fought" and (e.table, e.column, min(max(e.total, 1), 10)) == (table, column, row)
        for e in events
    )


def test_no_golden_game_would_come_out_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """The deploy gate."""
    call_command("rehearse", *map(str, GOLDEN))
    said = capsys.readouterr().out
    count = sum(1 for path in GOLDEN for _ in phases(read(path)))
    assert count > 60 and f"{count} phases rehearsed: {count} come out the same, 0 do not, 0 left out" in said


def test_with_one_cell_changed_it_names_exactly_the_phases_that_look_there(
    change_cell: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    change_cell(TABLE, ROW, COLUMN, "G")
    wanted = {
        (path.name, battle.phase)
        for path in GOLDEN
        for battle, events in phases(read(path))
        if looked_up(events, TABLE, ROW, COLUMN)
    }
    assert 3 <= len(wanted) < 20
    stored = {path: path.read_bytes() for path in GOLDEN}
    with pytest.raises(CommandError, match="would not come out the same") as refused:
        call_command("rehearse", *map(str, GOLDEN))
    named, name = set(), ""
    said = capsys.readouterr().out
    for line in said.splitlines():
        name = Path(line.split(" ")[0]).name if line.startswith("/") else name
        if found := re.match(r"  phase (\d+), turn .*: differs with our tables from event \d+ on", line):
            named.add((name, int(found[1])))
    assert named == wanted
    assert {Path(p).name for p in str(refused.value).split(": ")[1].split(", ")} == {
        name for name, _ in wanted
    }
    assert f"{TABLE}, row {ROW}, {COLUMN}: D, ours G" in said
    said = " ".join(said.split())
    assert "letter D" in said and "letter G" in said
    assert {path: path.read_bytes() for path in GOLDEN} == stored


def test_a_game_keeps_its_own_tables(
    change_cell: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    change_cell(TABLE, ROW, COLUMN, "G")
    call_command("rehearse", str(GOLDEN[0]), tables="own")
    assert " ok: " in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("pace", ["phase", "step"])
def test_games_of_this_server_the_open_phase_too(no_mail: None, pace: str, capsys: Any) -> None:
    game = arena.play(arena.battle(pace=pace), 5)
    live = arena.fight(2)
    before = list(eventlog.rows(game.pk))
    call_command("rehearse")
    said = capsys.readouterr().out
    assert f"{game.label} ok: 5 of 5 phases" in said and f"{live.label} ok: 2 of 2 phases" in said
    assert list(eventlog.rows(game.pk)) == before
    game.refresh_from_db()
    assert game.version == len(before)


@pytest.mark.django_db
def test_an_adjudication_in_its_middle_is_rehearsed_here_and_left_out_elsewhere(
    tmp_path: Path, capsys: Any
) -> None:
    game = a_battle()
    question = play_until_asked(game)
    for _ in range(2):
        file = tmp_path / "game.jsonl"
        game.refresh_from_db()
        file.write_bytes(b"".join(export.lines(game)))
        call_command("rehearse", game.label, str(file))
        said = " ".join(capsys.readouterr().out.split())
        assert f"{game.label} ok: {game.phase} of {game.phase} phases" in said
        assert f"{game.phase - 1} of {game.phase} phases come out the same, 1 left out" in said
        assert f"phase {game.phase}, turn" in said and "this server does not know it" in said
        questions.answer(question.pk, "1")


@pytest.mark.django_db
def test_another_umpire_is_found_out_in_words(
    no_mail: None, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    game = arena.fight(3)
    real = engine.adjudicate

    def lenient(battle: engine.Battle, dice: engine.Dice, answers: Any = None) -> list[engine.Event]:
        if battle.phase == 3:
            raise ZeroDivisionError("no heart")
        events = real(battle, dice, answers)
        return events[:-1] if battle.phase == 2 else events

    monkeypatch.setattr(engine, "adjudicate", lenient)
    with pytest.raises(CommandError, match=game.label):
        call_command("rehearse", game.label)
    said = capsys.readouterr().out
    assert "WOULD DIFFER: 1 of 3 phases" in said
    assert re.search(r"phase 2, turn 1, \w+ phase: differs from event \d+ on", said)
    assert "the log holds  phase opened: number 3" in said and "now comes out  nothing more" in said
    assert "adjudication fails: ZeroDivisionError: no heart" in said


def test_words_tell_what_differs_and_whom_it_is_about() -> None:
    old = engine.DieRolled(name="p1/GUI-6.2/Robert//1", sides=10, face=3, rule="GUI-6.2")
    words = readjudication.in_words(old, replace(old, face=4))
    assert words == (
        "die rolled: name p1/GUI-6.2/Robert//1, rule GUI-6.2, face 3",
        "die rolled: name p1/GUI-6.2/Robert//1, rule GUI-6.2, face 4",
    )
    assert readjudication.in_words(old, None)[1] == "nothing more"


def test_a_log_that_cannot_be_read_fails_the_gate(tmp_path: Path, capsys: Any) -> None:
    for number, text in enumerate(
        ("", "nonsense\n", '{"format":"pbem-log-1"}\n', '{"type":"x","version":1,"data":{}}\n')
    ):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(text)
        if text:
            with pytest.raises(CommandError, match="would not come out"):
                call_command("rehearse", str(file))
            assert "CANNOT BE READ: line 1" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("rehearse", str(tmp_path / "none.jsonl"))
