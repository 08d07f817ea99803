"""A copy of the database that is really restored goes on with dice that nobody has seen."""

from __future__ import annotations

import email
import json
import shutil
from email.message import Message
from pathlib import Path

import pytest
from django.db import connection

from tests.games import migrated
from tests.games.installation import Installation
from tests.games.play.restored_kit import GM, a_game_master, nothing_was_looked_at
from tests.games.verifying import verify_game
from tests.sampling import some

__all__ = ["a_game_master", "nothing_was_looked_at"]
pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor == "postgresql", reason="copies a file")
@pytest.mark.parametrize("by", some(["mail", "mark", "hand"], 3))
def test_a_restored_copy_goes_on_with_dice_that_nobody_has_seen(tmp_path: Path, by: str) -> None:
    path, copy, var = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3", tmp_path / "var"
    own = {"PBEM_SECRET_KEY": "a key that was kept", "PBEM_GAME_MASTER": GM}
    if by == "mark":
        own["PBEM_MARKS"] = str(tmp_path / "marks.json")
    seats = ("normans=Anna:anna@example.org", "lombards=Boris:boris@example.org")
    migrated.put(path)
    with Installation(f"sqlite:///{path}", var, **own) as live:
        live("creategame", "orchard", *(word for seat in seats for word in ("--seat", seat)))
        live("sweep")
        live("closephase", "G1")
        live("backup", copy)
        live("closephase", "G1")
        live("sweep")
        lost = live("export", "G1")
    last = _newest_report(var / "sent")
    shutil.copyfile(copy, path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)

    with Installation(f"sqlite:///{path}", var, **own) as restored:
        if by == "mail":
            letter = (
                f"From: anna@example.org\nTo: {last['Reply-To']}\nIn-Reply-To: {last['Message-ID']}\n\nMOVE\n"
            )
            restored("pipemail", "--sender", "anna@example.org", str(last["Reply-To"]), given=letter)
        restored("sweep")
        if by != "hand":
            refused = restored.run("closephase", "G1")
            assert refused.status and "restored G1" in refused.err
        restored(*(("restored", "G1") if by != "mark" else ("restored", "--all")))
        restored("closephase", "G1")
        assert "look: new dice from phase 2" in restored("verify", "G1")
        now, own = restored("export", "G1"), restored("export", "G1", "--seat", "normans")
        if by == "mark":
            restored("sweep")
            restored("restored", "--all")
            assert restored("export", "G1").count("dice_renewed") == 1, "no need, the marks say"
    secrets = [_secrets(log) for log in (lost, now)]
    assert set(secrets[0]) & set(secrets[1]) == {secrets[0][0]}, "that of the phase which the copy had played"
    _, checked = verify_game.check(own)
    assert checked.renewals and checked.secrets == 2


def _newest_report(folder: Path) -> Message:
    mails = [email.message_from_bytes(file.read_bytes()) for file in sorted(folder.iterdir())]
    return [mail for mail in mails if mail["To"] == "anna@example.org"][-1]


def _secrets(log: str) -> list[str]:
    events = [json.loads(line) for line in log.splitlines()[1:]]
    return [json.loads(e["data"])["secret"] for e in events if e.get("type") == "secret_revealed"]
