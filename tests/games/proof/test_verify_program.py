"""The stand-alone verifier as a program: what is no file, what it prints, and the mails it compares."""

from __future__ import annotations

import ast
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.games.pocket_rules import PocketRules
from tests.games.proof.test_verify_game import _of, rows
from tests.games.verifying import (
    PATH,
    Rows,
    copy,
    forged_at,
    found,
    places,
    played,
    rows_of,
    text_of,
    verify_game,
)

__all__ = ["rows"]
pytestmark = pytest.mark.usefixtures("form_one")


@pytest.mark.parametrize("text", ["", "\n", "[]\n", "{}\n", "no json\n", '{"format":"another"}\n'])
def test_what_is_no_game_is_said_to_be_none(text: str) -> None:
    with pytest.raises(verify_game.NoGame):
        verify_game.check(text)


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [("events", 3, "content"), ("events", 300, "content"), ("genesis", "00" * 32, "content")],
)
def test_a_head_line_that_lies_is_content(rows: Rows, field: str, value: Any, kind: str) -> None:
    forged = copy(rows)
    forged[0][field] = value
    assert found(forged) == (kind, 0)


def test_it_runs_alone_and_speaks_plainly(rows: Rows, tmp_path: Path) -> None:
    def run(*arguments: str, text: bytes | None = None) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(PATH), *arguments], input=text, capture_output=True, check=False
        )
        assert not done.stderr, done.stderr
        return done.returncode, done.stdout.decode()

    sound, broken = tmp_path / "sound.jsonl", tmp_path / "broken.jsonl"
    sound.write_text(text_of(rows), "utf-8")
    broken.write_text(text_of(forged_at(rows, places(rows, "die_rolled")[0], face=11)), "utf-8")
    status, told = run(str(sound), rows[9]["hash"], "--dice", "2")
    assert status == 0 and "is the head of the log after event 9" in told
    assert told.count("of 10   p2/GUI-6.2/") == 2
    assert run("-", text=sound.read_bytes())[0] == 0
    status, told = run(str(broken))
    assert status == 1 and told.startswith(f"WRONG  die at event {places(rows, 'die_rolled')[0]}\n")
    assert run("-", text=b"\xff\xfe")[0] == 1
    assert run(str(tmp_path / "nowhere"))[0] == 2
    assert run(str(sound), "words")[0] == 2
    status, told = run(str(sound), "abcdef00")
    assert status == 1 and told.startswith("WRONG  foreign fork")


def test_it_needs_nothing_but_an_old_python() -> None:
    source = PATH.read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 9))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {
        "__future__", "argparse", "email", "email.policy", "hashlib", "hmac", "json", "re", "struct", "sys",
        "typing", "uuid",
    }  # fmt: skip


def test_it_compares_whole_mails(rows: Rows, tmp_path: Path, capsys: Any) -> None:
    """A report as it was saved, one that was quoted, and one of another history: that mail is named."""
    secret, promise = _of(rows, "secret_revealed", "secret"), rows[0]["commitment"]
    head, escrow_shown = rows[-2]["hash"], _of(rows, "orders_accepted", "escrow")
    lines = [f"secret  {secret}", f"promise {promise}", f"escrow  {escrow_shown}", f"head    {head}"]
    mail = EmailMessage()
    mail["Message-ID"], mail["Subject"] = "<1@example.org>", "[G1 T1] your orders, please"
    mail.set_content("\n".join(lines), cte="base64")
    game, saved, quoted = (tmp_path / name for name in ("game.jsonl", "saved.eml", "quoted.txt"))
    game.write_text(text_of(rows), "utf-8")
    saved.write_bytes(bytes(mail))
    quoted.write_text("\r\n".join(f"> >\xa0{line}" for line in lines[2:]), "utf-8")
    assert verify_game.main([str(game), "--seen", str(saved), str(quoted)]) == 0
    said = capsys.readouterr().out
    assert f"{saved}: 4 hashes, all of this game" in said and f"{quoted}: 2 hashes" in said
    for place, (label, kind) in enumerate(
        (
            ("secret", "commitment"),
            ("promise", "commitment"),
            ("escrow", "foreign fork"),
            ("head", "foreign fork"),
        )
    ):
        altered = lines.copy()
        altered[place] = f"{label} {'ab' * 32}"
        quoted.write_text("\n".join(altered), "utf-8")
        assert verify_game.main([str(game), "--seen", str(saved), str(quoted)]) == 1
        said = capsys.readouterr().out
        assert said.startswith(f"WRONG  {kind} at event ") and f"{quoted}: the {label} {'ab' * 32}" in said
    quoted.write_text("nothing of the kind")
    assert verify_game.main([str(game), "--seen", str(quoted)]) == 2
    assert "stands in these mails" in capsys.readouterr().out


def a_mail_of(rows: Rows, label: str, *more: str) -> str:
    """What a report of a game shows, under the name that the game has."""
    shown = [
        f"secret  {_of(rows, 'secret_revealed', 'secret')}",
        f"promise {rows[0]['commitment']}",
        f"head    {rows[-1]['hash']}",
    ]
    return "\n".join([f"Subject: [{label} T1 Norman] your orders, please", "", *shown, *more])


def test_mails_of_other_games_are_named_and_passed_over(
    rows: Rows, pocket: PocketRules, db: None, tmp_path: Path, capsys: Any
) -> None:
    other = rows_of(played(2))
    label, its = rows[0]["label"], other[0]["label"]
    assert label != its
    game, own, foreign, daily = (tmp_path / name for name in ("game.jsonl", "own", "foreign", "daily"))
    game.write_text(text_of(rows), "utf-8")
    own.write_text(a_mail_of(rows, label))
    foreign.write_text(a_mail_of(other, its))
    parts = [
        f"{n} SUR 2\xa0: {a_mail_of(r, r[0]['label'])[9:]}" for n, r in enumerate((other, rows), start=1)
    ]
    daily.write_text("\n\n\n".join(["Subject: two mails of your games", *parts]))
    assert verify_game.main([str(game), "--seen", str(own), str(foreign), str(daily)]) == 0
    said = capsys.readouterr().out
    assert f"ok      {own}: 3 hashes, all of this game" in said
    assert f"other   {foreign}: of {its}, passed over" in said
    assert f"other   {daily}, part 1: of {its}, passed over" in said
    assert f"ok      {daily}, part 2: 3 hashes, all of this game" in said
    assert verify_game.main([str(game), "--seen", str(foreign)]) == 2
    assert f"of {its}, passed over" in capsys.readouterr().out
    foreign.write_text(a_mail_of(other, label))
    assert verify_game.main([str(game), "--seen", str(own), str(foreign)]) == 1, (
        "it says that it is of this game"
    )


def test_a_file_that_was_given_another_name_makes_no_mail_one_of_another_game(
    rows: Rows, tmp_path: Path, capsys: Any
) -> None:
    """The careful forger calls his history G4711. Promise and secrets are still those of the mails."""
    mail, game = tmp_path / "mail", tmp_path / "game.jsonl"
    mail.write_text(a_mail_of(rows, rows[0]["label"]))
    forged = forged_at(rows, places(rows, "phase_closed")[0], reason="another")
    forged[0]["label"] = "G4711"
    game.write_text(text_of(forged), "utf-8")
    assert verify_game.main([str(game), "--seen", str(mail)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("WRONG  foreign fork") and f"{mail}: the head" in said
