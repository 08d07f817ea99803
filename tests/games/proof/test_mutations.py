"""An exported game forged at every event: both verifiers find it and name the same class (bench.mutations
does the same with whole games of the real rules)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bench import mutations
from games.models import Game
from games.play import adjudication
from games.play.creation import Captain, create_game
from games.proof import export
from rules import engine
from tests.games.kit import again
from tests.games.pocket_rules import PocketRules
from tests.games.verifying import OURS_ALONE, played, rows_of, server_finds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("form_one")]


def written(game: Game, folder: Path) -> Path:
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(export.lines(again(game))))
    return path


def missed(outcomes: list[mutations.Outcome]) -> list[mutations.Outcome]:
    return [outcome for outcome in outcomes if outcome.missed]


def test_no_forgery_is_missed_at_any_event(pocket: PocketRules, tmp_path: Path) -> None:
    game = played(6)
    outcomes = mutations.examined(written(game, tmp_path), list(range(1, game.version + 1)))
    assert len(outcomes) > 19 * game.version and not missed(outcomes)
    named = {outcome.alone for outcome in outcomes}
    assert named - {""} == {
        "content", "order", "missing", "extra", "truncated", "foreign fork", "die", "commitment", "escrow",
    }  # fmt: skip


@pytest.mark.slow
def test_no_forgery_of_a_real_battle_is_missed(tmp_path: Path) -> None:
    seats = engine.replay(engine.new_game("orchard")).setup.seats
    game = create_game("orchard", {seat.id: Captain("bold") for seat in seats})
    for _ in range(6):
        adjudication.attend(game.pk)
    path, version = written(game, tmp_path), again(game).version
    assert version > 100
    assert not missed(mutations.examined(path, list(range(1, version, version // 12))))


def test_a_verifier_that_is_blind_would_be_caught(
    pocket: PocketRules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that "nothing is missed" means something."""
    path = written(played(2), tmp_path)
    monkeypatch.setattr(mutations.verify_game.Umpire, "_roll_again", lambda *_: None)
    blind = mutations.examined(path, list(range(1, 10)))
    assert {(o.name, o.careful) for o in missed(blind)} == {("content changed", True)}
    monkeypatch.setattr(mutations.verify_game, "check_chain", lambda *_: None)
    assert len(missed(mutations.examined(path, [5]))) > 10


def test_both_verifiers_name_the_same_class(pocket: PocketRules) -> None:
    head, *rows = rows_of(played(4))
    forger = mutations.Forger(head, rows)
    compared = 0
    for event in range(1, len(rows) + 1):
        for mutation in forger.all(event):
            alone = _alone(mutation)
            server = _server(mutation)
            if server in OURS_ALONE:
                continue
            compared += 1
            assert alone == server, (mutation.name, mutation.careful, event, rows[event - 1]["type"])
    assert compared > 15 * len(rows)


def _alone(mutation: mutations.Mutation) -> str:
    return mutations._named(lambda: mutations.verify_game.check(mutation.text))


def _server(mutation: mutations.Mutation) -> str:
    return server_finds([mutation.head, *mutation.rows]) or ""


def test_both_verifiers_count_the_same(pocket: PocketRules, tmp_path: Path, capsys: Any) -> None:
    game = played(4)
    path = written(game, tmp_path)
    call_command("verify", str(path))
    said = capsys.readouterr().out
    head, checked = mutations.verify_game.check(path.read_text())
    for counted in (
        f"{checked.events} events",
        f"{checked.digests} phases",
        f"{checked.dice} dice",
        (f"{checked.secrets} secrets"),
        f"{checked.phases} closings",
        f"{checked.escrows} orders in escrow",
        f"head {head.head[:16]}",
    ):
        assert counted in said, (counted, said)
    call_command("verify", game.label)
    assert capsys.readouterr().out == said.replace(str(path), game.label)
    first, *rest = path.read_text().splitlines(keepends=True)
    lines = [json.loads(line) for line in rest]
    lines[4]["recorded_us"] += 1
    path.write_text(first + "".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(CommandError, match="broken: "):
        call_command("verify", str(path))
    assert f"{path} BROKEN at event 5: content" in capsys.readouterr().out
    for name in (tmp_path / "nowhere.jsonl", path.parent / "word.jsonl"):
        with pytest.raises(CommandError):
            call_command("verify", str(name))
