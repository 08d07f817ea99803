"""Attacks on logs of the second form: files that say something false and must not pass, and files that must be refused with
a named fault, whatever they hold."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameState
from games.play import adjudication, renewal
from games.proof import custody, forks, game_files, verification
from games.proof.secret_files import Unlocked
from games.record import dice, eventlog, leaves, opening, roots
from rules import engine
from rules.events.sequence import StepBegan
from rules.journal import TableJournal
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle
from tests.games.proof.test_custody import (
    exported,
    folder,
    imported,
    in_its_fourth_phase,
    other_server,
    seat_everybody,
)
from tests.games.proof.test_forks import seated
from tests.games.proof.test_verify_form_two import (
    Rows,
    at,
    copy,
    forged,
    found,
    kind_of,
    over,
    relinked,
    rows_of,
    seat_rows,
)
from tests.games.record.test_form_two import HiddenDice, hidden, play
from tests.games.verifying import PATH, server_finds, text_of, verify_game

__all__ = ["folder", "hidden", "other_server"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def running(hidden: HiddenDice) -> Game:
    game = play(a_game(), 3)
    file(game, "arabs", "HOLD the hill")
    return game


def both(rows: Rows) -> str | None:
    """The class that both verifiers name."""
    alone, server = kind_of(rows), server_finds(rows)
    assert alone == server, (alone, server)
    return alone


def told(row: dict[str, Any], kind: str, **event: Any) -> dict[str, Any]:
    """A record of the same command as another."""
    data = json.dumps(event, separators=(",", ":"))
    kept = {name: row[name] for name in ("link", "seq", "command", "recorded_us") if name in row}
    return {**kept, "audience": "table", "type": kind, "version": 1, "data": data}


def links_of(rows: Rows) -> list[int]:
    return [place for place, row in enumerate(rows) if "leaves" in row]


# the file of one seat


@pytest.mark.parametrize("audience", ["table", "seat:normans"])
def test_a_seats_file_has_to_open_its_own_leaves(running: Game, audience: str) -> None:
    """Else whatever stands for them could be invented."""
    rows = seat_rows(running, "normans")
    for place in links_of(rows):
        altered = copy(rows)
        del altered[place]["salts"][audience]
        assert kind_of(altered) == "content", place


def test_a_seats_file_has_to_open_its_own_papers(running: Game) -> None:
    for seat, phases in (("normans", "13"), ("arabs", "2")):
        rows = seat_rows(running, seat)
        for phase in phases:
            altered = copy(rows)
            del altered[0]["papers"][phase]
            assert kind_of(altered) in ("escrow", "content"), (seat, phase)


@pytest.mark.parametrize("view", ["seat:slavs", "seat:", "umpire", "", "everything", "seat:arabs"])
def test_a_file_is_of_somebody_in_the_game(running: Game, view: str) -> None:
    for seat in ("normans", None):
        rows = seat_rows(running, seat)
        rows[0]["view"] = view
        assert kind_of(rows) == "content", seat


def test_a_file_holds_nothing_of_others_than_its_reader(running: Game) -> None:
    """No leaf that is opened binds it."""
    for seat, strangers in (("normans", ("umpire", "seat:arabs")), (None, ("umpire", "seat:normans"))):
        for stranger in strangers:
            rows = seat_rows(running, seat)
            rows.insert(2, {**rows[2], "audience": stranger})
            assert kind_of(rows) == "content", (seat, stranger)


def test_nothing_waits_for_a_link_but_what_one_seat_wrote(running: Game) -> None:
    """Nothing binds it yet: so nobody can be told of an end that never was."""
    for seat in ("normans", None):
        rows = seat_rows(running, seat)
        line = {"link": 5, "audience": "table", "type": "game_ended", "version": 1, "data": '{"outcome":{}}'}
        assert kind_of([*rows, line]) == "truncated", seat
    rows = seat_rows(running, "arabs")
    assert rows[-1]["link"] == 5 and found(rows) is None
    rows[-1]["link"] = 4
    assert kind_of(rows) == "truncated"


def test_what_waits_is_not_called_part_of_the_chain(running: Game) -> None:
    head, checked = verify_game.check(text_of(seat_rows(running, "arabs")))
    said = verify_game.report(head, checked)
    assert f"{checked.events - 1} events, 4 links in one unbroken chain" in said
    assert "1 event behind it: the next command binds them" in said


def test_a_seat_is_shown_the_secret_that_all_are_shown(running: Game) -> None:
    """By a server that tells the table another one, and links whatever it likes."""
    rows = seat_rows(running, "normans")
    place = next(p for p in at(rows, "secret_revealed") if rows[p]["audience"] == "table")
    data = {**json.loads(rows[place]["data"]), "secret": "00" * 32}
    rows[place]["data"] = json.dumps(data, separators=(",", ":"))
    assert kind_of(relinked_part(rows)) == "content"
    assert kind_of(relinked_part(seat_rows(running, "normans"))) is None


def relinked_part(rows: Rows) -> Rows:
    """The opened leaves and the links of a seat's file computed anew."""
    _, links, _ = verify_game.read_2(text_of(rows))
    audiences = verify_game.promised_in(verify_game.first_event(links, []))["audiences"]
    previous = rows[0]["genesis"]
    for link, place in zip(links, links_of(rows), strict=True):
        items = verify_game.items_of(link.records, audiences, rows[0]["view"])
        for audience, salt in link.salts.items():
            digest = verify_game.leaf_of(salt, items[audience])
            rows[place]["leaves"][audiences.index(audience)] = digest
        previous = verify_game.link_of(previous, link.number, rows[place]["leaves"])
        rows[place]["hash"] = previous
    rows[0]["head"] = previous
    return rows


@pytest.mark.parametrize("field", ["face", "shown", "command", "recorded_us", "seq", "salts"])
def test_a_line_says_nothing_that_is_not_checked(running: Game, field: str) -> None:
    rows = seat_rows(running, "normans")
    rows[at(rows, "die_rolled")[0]][field] = 6
    assert kind_of(rows) == "content"


@pytest.mark.parametrize("field", ["face", "view", "salts", "hash2"])
def test_a_line_of_a_whole_file_says_nothing_that_is_not_checked(hidden: HiddenDice, field: str) -> None:
    rows = rows_of(over(hidden))
    for place in (at(rows, "die_rolled")[0], links_of(rows)[1]):
        altered = copy(rows)
        altered[place][field] = 6
        assert both(altered) == "content", place


# a whole file, by somebody who knows the root


def test_records_whose_link_was_left_out_bind_nothing(hidden: HiddenDice) -> None:
    """The head is a true one that an earlier mail shows; what is invented comes behind it."""
    rows = rows_of(over(hidden))
    earlier, last = links_of(rows)[-2:]
    cut = copy([*rows[:last], *rows[last + 1 :]])
    cut[0].update(links=rows[0]["links"] - 1, head=rows[earlier]["hash"])
    assert both(cut) == "truncated"


def test_a_link_of_nothing(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    place = links_of(rows)[1] + 1
    empty = {"link": 0, "hash": "", "leaves": []}
    assert both(relinked_with_nothing([*rows[:place], empty, *rows[place:]])) == "content"


def relinked_with_nothing(rows: Rows) -> Rows:
    """All links anew, one of them over no record at all."""
    root, game = bytes.fromhex(rows[0]["roots"][0]), UUID(rows[0]["uuid"])
    previous, number, records = leaves.genesis(game), 1, copy(rows)
    audiences = json.loads(rows[1]["data"])["setup"]["promises"]["audiences"]
    for place in links_of(rows):
        first = max([0, *(p for p in links_of(rows) if p < place)]) + 1
        for row in records[first:place]:
            row["link"] = number
        text = text_of([records[0], *records[first:place]])
        items = verify_game.items_of(verify_game.read_2(text)[2], audiences, "all")
        digests = [
            bytes.fromhex(verify_game.leaf_of(leaves.of_root(root, game, number)(one), items[one]))
            for one in audiences
        ]
        previous = leaves.link(previous, number, digests)
        records[place] = {"link": number, "hash": previous.hex(), "leaves": [one.hex() for one in digests]}
        number += 1
    records[0].update(links=number - 1, head=previous.hex())
    return records


def test_every_die_lies_under_a_secret_that_is_shown(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    for kind in ("secret_revealed", "game_ended"):
        place = at(rows, kind)[0] + (kind == "secret_revealed")
        phase = 1 if kind == "secret_revealed" else 6
        die = told(rows[place - 1], "die_rolled", name=f"p{phase}/x", sides=10, face=10, rule="x")
        assert both(relinked([*rows[:place], die, *copy(rows[place:])])) == "die", kind
    ends = {at(rows, "phase_ended")[0], at(rows, "secret_revealed")[0]}
    silent = relinked([row for place, row in enumerate(copy(rows)) if place not in ends])
    assert kind_of(silent) == "commitment"
    assert server_finds(silent) == "commitment"


def test_a_secret_is_shown_only_as_its_phase_ends(hidden: HiddenDice) -> None:
    """Shown before the orders it would tell their writer the dice."""
    rows = rows_of(over(hidden))
    secret, accepted = at(rows, "secret_revealed")[0], at(rows, "orders_accepted")[0]
    early = copy(rows)
    early.insert(accepted, {**early.pop(secret), **{k: rows[1][k] for k in ("command", "recorded_us")}})
    assert both(relinked(early)) == "commitment"


def test_a_phase_is_closed_once_though_its_steps_go_on(hidden: HiddenDice) -> None:
    """In a game that is not played step by step another step would give other dice over the same papers."""
    rows = rows_of(over(hidden))
    place = at(rows, "phase_closed")[0]
    for step, kinds in (("charges", {"order"}), ("charges17", {"content", "unreadable"})):
        again = [told(rows[place], "step_began", step=step), copy(rows)[place]]
        altered = relinked([*copy(rows)[: place + 1], *again, *copy(rows)[place + 1 :]])
        assert kind_of(altered) in kinds and server_finds(altered) in kinds, step


@pytest.mark.parametrize(
    ("kind", "audience"),
    [
        ("die_rolled", "umpire"),
        ("die_rolled", "seat:arabs"),
        ("orders_accepted", "table"),
        ("orders_accepted", "seat:arabs"),
        ("phase_closed", "seat:arabs"),
        ("phase_opened", "umpire"),
        ("phase_ended", "table"),
        ("secret_revealed", "table"),
    ],
)
def test_a_record_in_the_leaf_of_somebody_else(hidden: HiddenDice, kind: str, audience: str) -> None:
    rows = rows_of(over(hidden))
    for place in at(rows, kind):
        altered = copy(rows)
        altered[place]["audience"] = audience
        if altered[place] != rows[place]:
            assert both(relinked(altered)) == "content", place
            return


@pytest.mark.parametrize("lie", ["", "x", "00" * 31, "00 " * 32])
def test_dice_and_salts_have_to_be_promised(hidden: HiddenDice, lie: str) -> None:
    rows = rows_of(over(hidden))
    setup = json.loads(rows[1]["data"])["setup"]
    altered = forged(rows, 1, setup={**setup, "commitment": lie})
    altered[0]["commitment"] = lie
    assert both(altered) == "commitment"
    chains = {**setup["promises"]["chains"], "umpire": lie}
    altered = forged(rows, 1, setup={**setup, "promises": {**setup["promises"], "chains": chains}})
    assert both(altered) == "commitment"


def test_dice_that_nobody_promised_are_none(hidden: HiddenDice) -> None:
    """Without a promise no secret is owed, and any face would do."""
    rows = [row for row in rows_of(over(hidden)) if row.get("type") != "secret_revealed"]
    setup = json.loads(rows[1]["data"])["setup"]
    altered = forged(rows, 1, setup={**setup, "commitment": ""})
    altered[0]["commitment"] = ""
    assert both(altered) == "commitment"


@pytest.mark.parametrize("roots", [[""], ["00"], ["00" * 33]])
def test_a_root_of_nothing_opens_nothing(hidden: HiddenDice, roots: list[str]) -> None:
    """With it papers, escrows and the promise of the root itself would count as closed."""
    rows = rows_of(over(hidden))
    rows[0]["roots"] = ["00" * 32]  # a key of nothing is one of zeros
    rows = relinked(rows)
    rows[0]["roots"] = roots
    assert server_finds(rows) == "content"
    with pytest.raises(verify_game.NoGame):
        verify_game.check(text_of(rows))


def test_a_root_too_many(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    rows[0]["roots"].append("00" * 32)
    assert kind_of(rows) == "content" and server_finds(rows) == "commitment"


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
    None, True, -1, 10**12, 2**70, 1.5, "", "x", [], [[]], ["x"], {}, {"a": 1}, "\ud800", float("nan"), float("inf"),
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
    """Whoever computes all hashes anew may put anything anywhere: it is refused with a class, or changes nothing that is
    checked."""
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


HEAD_FIELDS = ["uuid", "label", "events", "links", "head", "commitment", "title", "view", "roots", "papers", "genesis", "terms"]  # fmt: skip


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


# what befalls a game, one thing after another


class HiddenSteps(HiddenDice):
    """Hidden dice in a game that is played step by step: two steps a phase."""

    def awaiting(self, battle: engine.Table) -> engine.Awaiting:
        found = super().awaiting(battle)
        return msgspec.structs.replace(found, key=f"{found.key}-{battle.step or 'fire'}")

    def adjudicate(
        self, battle: engine.Table, dice: engine.Dice, answers: Mapping[str, str] | None = None
    ) -> list[engine.Event]:
        if battle.step is not None:
            return super().adjudicate(battle, dice, answers)
        journal = TableJournal(battle, dice)
        for chain in ("", "side:normans", "side:arabs", "umpire"):
            journal.roll("GUI-6.1", "Yusuf", chain=chain)
        journal.record(StepBegan(step="movement"))
        return journal.events


def test_a_sides_dice_of_a_step_that_is_over_are_opened_to_it_with_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    HiddenSteps().put_in_place(monkeypatch)
    game = play(a_game(pace="step"), 1)
    assert eventlog.load(game.pk).battle.step == "movement"
    game = play(renewal.renew(game, "restored"), 1)
    assert game.phase == 2 and verification.check(game).dice == 8
    for seat, seen in (("normans", 4), ("arabs", 4), (None, 2)):
        rows = seat_rows(game, seat)
        assert found(rows) is None
        assert verify_game.check(text_of(rows))[1].dice == seen, seat


def ended(game: Game) -> Game:
    while again(game).state != GameState.OVER:
        seat = again(game).seats.get(awaited=True)
        if not seat.captain:
            file(again(game), seat.name, "HOLD")
        adjudication.attend(game.pk)
    assert again(game).state == GameState.OVER
    return again(game)


def test_renewed_then_forked_and_forked_again(hidden: HiddenDice) -> None:
    """Each opens when all before it are over; then everything of it can be checked."""
    parent = renewal.renew(play(a_game(), 2), "restored")
    parent = play(parent, 1)
    fork = renewal.renew(seated(forks.fork(parent, "4")), "restored again")
    last = seated(forks.fork(play(fork, 1), "5"))
    last = ended(last)
    assert verification.check(last).closed == 0 and not opening.is_open(last)
    ended(fork)
    assert not opening.is_open(again(last)) and "roots" not in rows_of(last)[0]
    for seat in ("normans", None):
        assert found(seat_rows(last, seat)) is None
    ended(parent)
    for game, games in ((parent, 1), (fork, 2), (last, 3)):
        rows = rows_of(again(game))
        assert len(rows[0]["roots"]) == games and both(rows) is None
        checked = verify_game.check(text_of(rows))[1]
        assert (checked.closed_forks, checked.closed_papers, checked.dice) == (0, 0, 24)
        wrong = copy(rows)
        wrong[0]["roots"] = [*rows[0]["roots"][:-1], "11" * 32]
        assert both(wrong) in ("content", "commitment")


@pytest.mark.parametrize("kept", [True, False])
def test_the_key_is_changed_and_the_game_renewed(pocket: PocketRules, settings: Any, kept: bool) -> None:
    game = play(a_game(), 2)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [old] if kept else []
    if not kept:
        with pytest.raises(roots.DiceKeyLost):
            renewal.renew(game, "restored")
        assert again(game).version == game.version
        return
    game = renewal.renew(game, "restored")
    game = play(game, 1)
    assert verification.check(game).renewals
    assert seat_rows(game, "normans") and found(seat_rows(game, "normans")) is None


def test_handed_over_taken_up_renewed_and_forked(
    folder: Path, other_server: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = in_its_fourth_phase()
    log, secret = exported(battle, folder, hand_over="https://other.example.org")
    with pytest.raises(renewal.NotPlayed):
        renewal.renew(again(battle), "restored")
    other_server()
    game = seat_everybody(imported(log, secret))
    game = renewal.renew(game, "restored")
    adjudication.close_phase(again(game), "deadline")
    game = again(game)
    assert game.phase == 5 and verification.check(game).renewals
    for seat in (*game.seats.values_list("name", flat=True), None):
        assert found(seat_rows(game, seat)) is None, seat
    fork = forks.fork(game, "5")
    assert len(roots.all_of_game(fork)) == 2 and verification.check(fork).closed == 0
    monkeypatch.setattr(opening, "is_open", lambda game: True)
    assert both(rows_of(game)) is None and both(rows_of(fork)) is None


def test_the_roots_of_another_game(folder: Path, other_server: Callable[[], None]) -> None:
    battle = in_its_fourth_phase()
    other = roots.all_of_game(a_battle())
    last, own = dice.last_secret(battle), roots.all_of_game(battle)
    log, _ = exported(battle, folder, hand_over="https://other.example.org")
    file_of_it = game_files.read(Path(log))
    other_server()
    for wrong in (other, [*own, *other], [], [b""], [own[0][:31]]):
        with pytest.raises(custody.Refused):
            custody.bring_in(file_of_it, Unlocked(last, tuple(wrong)))
        assert not Game.objects.exists()
    with pytest.raises(custody.Refused):
        custody.bring_in(file_of_it, Unlocked(bytes(32), tuple(own)))
    assert custody.bring_in(file_of_it, Unlocked(last, tuple(own))).state == GameState.HELD
