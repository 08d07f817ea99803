"""Odd values everywhere in a file of form 2, and in what is printed of it: it ends in a class and
no traceback."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.proof import custody, game_files
from games.record import leaves
from tests.games.pocket_rules import PocketRules
from tests.games.proof.forgery_two_kit import (
    Rows,
    at,
    copy,
    forged,
    kind_of,
    over,
    relinked,
    rows_of,
)
from tests.games.record.hidden_dice import HiddenDice, hidden
from tests.games.verifying import PATH, server_finds, text_of, verify_game

__all__ = ["hidden"]
pytestmark = pytest.mark.django_db


# two readings, and none


@pytest.mark.parametrize("kind", ["die_rolled", "phase_closed"])
def test_a_line_that_says_something_twice(hidden: HiddenDice, kind: str) -> None:
    """Programs differ in which of the two they believe."""
    rows = rows_of(over(hidden))
    lines = text_of(rows).split("\n")
    place = at(rows, kind)[0]
    lines[place] = lines[place].replace("{", '{"data": "{}", ', 1)
    with pytest.raises(verify_game.Fault, match="content"):
        verify_game.check("\n".join(lines))
    twice = copy(rows)
    twice[place]["data"] = twice[place]["data"].replace("{", '{"name":"p1/x",', 1)
    assert kind == "phase_closed" or kind_of(relinked(twice)) == "content"


def test_the_servers_reader_refuses_a_line_that_says_something_twice(
    hidden: HiddenDice, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    lines = text_of(rows_of(over(hidden))).split("\n")
    lines[1] = lines[1].replace("{", '{"data": "{}", ', 1)
    path.write_text("\n".join(lines))
    with pytest.raises(game_files.UnreadableFile, match="line 2: a name stands there twice"):
        game_files.read(path)


ODD: list[Any] = [
    None, True, -1, 10**12, 2**70, 1.5, "", "x", [], [[]], ["x"], {}, {"a": 1}, "\ud800", float("nan"),
    float("inf"),
]  # fmt: skip


def places_of(event: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All fields of an event that either verifier may look at, as ways to them."""
    ways: list[tuple[Any, ...]] = [(name,) for name in event]
    for way in (("setup",), ("setup", "promises"), ("promises",), ("closed", 0)):
        inner: Any = event
        for step in way:
            inner = inner[step] if isinstance(inner, list) or step in inner else {}
        ways += [(*way, name) for name in inner]
    return ways


def changed(event: dict[str, Any], way: tuple[Any, ...], value: Any) -> str:
    whole = json.loads(json.dumps(event))
    inner = whole
    for step in way[:-1]:
        inner = inner[step]
    inner[way[-1]] = value
    return json.dumps(whole, separators=(",", ":"))


def test_no_value_of_an_event_makes_a_verifier_stumble(hidden: HiddenDice) -> None:
    """Whoever computes all hashes anew may put anything anywhere: it is refused with a class, or changes
    nothing that is checked."""
    rows = rows_of(over(hidden))
    tried, done = 0, set()
    for place in range(1, len(rows)):
        if "data" not in rows[place]:
            continue
        event = json.loads(rows[place]["data"])
        for way in places_of(event):
            if (rows[place]["type"], way) in done:
                continue
            done.add((rows[place]["type"], way))
            for value in ODD:
                altered = copy(rows)
                altered[place]["data"] = changed(event, way, value)
                try:
                    altered = relinked(altered)
                except (ValueError, TypeError, KeyError, verify_game.Fault):
                    continue  # not even a forger's own program can link it
                kind_of(altered)
                server_finds(altered)
                tried += 1
    assert tried > 500


def test_no_line_makes_a_verifier_stumble(hidden: HiddenDice, tmp_path: Path) -> None:
    lines = text_of(rows_of(over(hidden))).split("\n")
    deep, path = "[" * 100_000, tmp_path / "game.jsonl"
    for odd in ("", " ", "NaN", "1" * 5000, deep, f'{{"seq":{deep}', "[]", "null", "{}", '"x"', '"\\ud800"'):
        for place in (0, 1, 5, len(lines) - 2):
            text = "\n".join([*lines[:place], odd, *lines[place + 1 :]])
            with pytest.raises((verify_game.Fault, verify_game.NoGame)):
                verify_game.check(text)
            path.write_text(text)
            for command in ("verify", "import"):
                with pytest.raises(CommandError):
                    call_command(command, str(path))


HEAD_FIELDS = ["uuid", "label", "events", "links", "head", "commitment", "title", "view", "roots", "papers",
               "genesis", "terms"]  # fmt: skip


@pytest.mark.parametrize("field", HEAD_FIELDS)
def test_no_head_line_makes_a_verifier_stumble(hidden: HiddenDice, field: str, tmp_path: Path) -> None:
    rows = rows_of(over(hidden))
    path = tmp_path / "game.jsonl"
    for odd in [*ODD, "G" + "1" * 6000, ["00" * 32], {"1": "00" * 32}, {"x": "00" * 32}]:
        altered = copy(rows)
        altered[0][field] = odd
        text = text_of(altered)
        with contextlib.suppress(verify_game.Fault, verify_game.NoGame):
            verify_game.report(*verify_game.check(text))
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        for command in ("verify", "import"):
            with contextlib.suppress(CommandError):
                call_command(command, str(path))


def test_a_number_of_a_thousand_digits_is_no_games(hidden: HiddenDice, tmp_path: Path) -> None:
    path, rows = tmp_path / "game.jsonl", rows_of(over(hidden))
    rows[0].update(label="G" + "1" * 6000, uuid="00000000-0000-4000-8000-000000000000")
    rows[0]["genesis"] = leaves.genesis(UUID(rows[0]["uuid"])).hex()
    path.write_text(text_of(rows))
    with pytest.raises(custody.Refused):
        custody.bring_in(game_files.read(path))


@pytest.mark.parametrize("where", ["phase_opened", "secret_revealed"])
def test_no_number_keeps_a_verifier_busy(hidden: HiddenDice, where: str) -> None:
    """A secret of phase 10**15 would be hashed for years."""
    rows = rows_of(over(hidden))
    for place in (at(rows, "phase_opened")[1], at(rows, "secret_revealed")[1]):
        field = "number" if rows[place]["type"] == "phase_opened" else "phase"
        data = {**json.loads(rows[place]["data"]), field: 10**15}
        rows[place]["data"] = json.dumps(data, separators=(",", ":"))
        for shown in rows[place].get("shown", ()):
            told_of_it = {**json.loads(shown["data"]), field: 10**15}
            shown["data"] = json.dumps(told_of_it, separators=(",", ":"))
    altered = relinked(rows)
    assert kind_of(altered) == "order" and server_finds(altered) is not None


def test_thousands_of_lines_that_all_fit_in_one_place(pocket: PocketRules) -> None:
    """In a log of the first form each number twice, so that there are as many chains as branches."""
    game = UUID(int=1)
    rows: Rows = [
        {
            "format": "pbem-log-1",
            "uuid": str(game),
            "label": "G1",
            "events": 3000,
            "head": "",
            "commitment": "",
        }
    ]
    rows[0]["genesis"] = previous = verify_game.first_hash(game.bytes)
    for seq in range(1, 3000):
        for command in "ba":
            line = verify_game.Line(seq, seq, "x", 1, "{}", command, 1, "")
            found_hash = verify_game.hash_of(game.bytes, previous, line)
            rows.append(
                {"seq": seq, "type": "x", "version": 1, "data": "{}", "command": command, "recorded_us": 1}
                | {"hash": found_hash}
            )
        previous = found_hash
    assert kind_of(rows) is not None


# what is printed


def run(path: Path, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(PATH), str(path)],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert b"Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout.decode()


CLEARED = "\x1b[2J\x1b[H\n  ok      all is well\u202e"


def test_a_file_cannot_write_into_our_words(hidden: HiddenDice, tmp_path: Path) -> None:
    """By a name that moves the cursor, or ends the line."""
    rows, path = rows_of(over(hidden)), tmp_path / "game.jsonl"
    rows[0]["title"] = CLEARED
    path.write_text(text_of(rows))
    code, said = run(path, PYTHONIOENCODING="utf-8")
    assert code == 0 and "\x1b" not in said and "\u202e" not in said and "\n  ok      all is well" not in said
    place = at(rows, "die_rolled")[0]
    path.write_text(text_of(forged(rows, place, name=f"p1/{CLEARED}", face=11)))
    code, said = run(path, PYTHONIOENCODING="utf-8")
    assert code == 1 and "\x1b" not in said and "\n  ok" not in said and "WRONG  die" in said


def test_a_title_need_not_suit_the_terminal(hidden: HiddenDice, tmp_path: Path) -> None:
    rows, path = rows_of(over(hidden)), tmp_path / "game.jsonl"
    rows[0]["title"] = "Šibenik \u2192 Ψ"
    path.write_text(text_of(rows))
    source = PATH.read_text()
    script = tmp_path / "verify_game.py"
    script.write_text(source)
    for charset in ("ascii", "cp1252"):
        done = subprocess.run(
            [sys.executable, str(script), str(path)],
            capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": charset},
        )  # fmt: skip
        assert done.returncode == 0 and b"Traceback" not in done.stderr, charset


@pytest.mark.parametrize(
    "raw",
    [
        b"Message-ID: <x@y>\nContent-Type: text/plain; charset=nonsense\n\nhead 00",
        b"Message-ID: <x@y>\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/x",
        b"Message-ID: <\xff\nSubject: =?utf-8?q?=ff?=\nContent-Type: text/html; charset=\"\xff\"\n\nhead",
        b"Message-ID: <x@y>\nSubject: =?nonsense?b?@@?=\nContent-Transfer-Encoding: base64\n\n\xff\xff",
        b"Message-ID: [[[[\nFrom: <<<>>>\n\n",
    ],
)  # fmt: skip
def test_no_mail_makes_the_program_stumble(raw: bytes) -> None:
    assert isinstance(verify_game.said_in(raw), str)
