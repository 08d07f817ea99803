"""The stand-alone verifier: sound games pass, and whatever is done to a file is put into the right class and place."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import games
from games import adjudication, dice, escrow, eventlog, export, forks, verification
from games.models import Game
from rules import engine
from tests.games.kit import a_game, a_game_of_captains, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.test_custody import exported, folder, imported, other_server
from tests.games.test_forks import seated
from tests.golden.files import FOLDER, read

__all__ = ["folder", "other_server"]
PATH = Path(games.__file__).parent / "static" / "games" / "verify_game.py"
Rows = list[dict[str, Any]]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_game", PATH)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_game"] = module
    spec.loader.exec_module(module)
    return module


verify_game = _loaded()


# files


def rows_of(game: Game) -> Rows:
    return [json.loads(line) for line in export.lines(game)]


def text_of(rows: Rows) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def found(rows: Rows, *seen: str) -> tuple[str, int] | None:
    """The class and place of the fault that the verifier finds."""
    try:
        verify_game.check(text_of(rows), list(seen))
    except verify_game.Fault as fault:
        return fault.kind, fault.seq
    return None


def copy(rows: Rows) -> Rows:
    return [dict(row) for row in rows]


def linked(head: dict[str, Any], previous: str, row: dict[str, Any]) -> str:
    """The hash of a row, by the server's own code."""
    import uuid

    record = engine.Record(row["type"], row["version"], row["data"].encode())
    game, command = uuid.UUID(head["uuid"]), row["command"]
    return eventlog.link(game, bytes.fromhex(previous), row["seq"], row["recorded_us"], command, record).hex()


def rechain(rows: Rows, first: int = 1) -> Rows:
    """All hashes from an event on, and the head, computed anew: what a careful forger does."""
    head = rows[0]
    for place in range(first, len(rows)):
        previous = rows[place - 1]["hash"] if place > 1 else head["genesis"]
        rows[place]["hash"] = linked(head, previous, rows[place])
    head["events"], head["head"] = len(rows) - 1, rows[-1]["hash"]
    return rows


def changed(row: dict[str, Any], **fields: Any) -> None:
    row["data"] = json.dumps({**json.loads(row["data"]), **fields}, separators=(",", ":"), ensure_ascii=False)


def places(rows: Rows, kind: str) -> list[int]:
    return [row["seq"] for row in rows[1:] if row["type"] == kind]


@pytest.fixture
def rows(pocket: PocketRules, db: None) -> Rows:
    """A game of captains, five of its six phases played, orders for the last one filed."""
    return rows_of(played(5))


def played(phases: int) -> Game:
    game = a_game_of_captains()
    for _ in range(phases):
        adjudication.attend(game.pk)
    return again(game)


# sound games


def test_a_game_of_captains_passes(rows: Rows) -> None:
    head, checked = verify_game.check(text_of(rows))
    assert (checked.events, checked.secrets, checked.dice, checked.phases) == (len(rows) - 1, 5, 10, 5)
    assert (checked.escrows, checked.orders_without, checked.dice_waiting) == (5, 0, 0)
    told = verify_game.report(head, checked)
    assert "The pocket field" in told and rows[0]["head"] in told
    assert "10 dice rolled again, every face agrees" in told and "5 sets of orders as promised" in told
    assert "5 digests of the battle need the rules" in told and "cannot vanish unseen" in told


def test_a_game_whose_phase_is_open_passes(pocket: PocketRules, db: None) -> None:
    game = a_game()
    file(game, "normans", "HOLD the ford", "WATCH the ford")
    checked = verify_game.check(text_of(rows_of(again(game))))[1]
    assert (checked.secrets, checked.escrows, checked.escrows_waiting) == (0, 0, 1)


def test_odd_letters_pass(pocket: PocketRules, db: None) -> None:
    game = a_game()
    file(game, "normans", 'HOLD "the ford" \\ \t / é 中 \U0001f3f0 \x7f \x01', "WATCH <&> \u2028")
    adjudication.attend(game.pk)
    checked = verify_game.check(text_of(rows_of(again(game))))[1]
    assert (checked.escrows, checked.phases, checked.dice) == (1, 1, 2)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda p: p.stem)
def test_golden_games_pass(path: Path) -> None:
    """They were played without a promise: chain, phases and orders are checked."""
    import uuid

    game = uuid.UUID(int=7)
    genesis, events = eventlog.genesis(game).hex(), read(path)
    head = {"format": export.FORMAT, "uuid": str(game), "label": "G7", "genesis": genesis, "commitment": ""}
    rows = [head, *(_row(seq, event) for seq, event in enumerate(events, start=1))]
    checked = verify_game.check(text_of(rechain(rows)))[1]
    assert checked.events == len(events) and checked.digests > 4
    assert checked.dice_unpromised == len(places(rows, "die_rolled"))


def _row(seq: int, event: engine.Event) -> dict[str, Any]:
    kind, version, data = engine.encode(event)
    return {
        "seq": seq,
        "type": kind,
        "version": version,
        "data": data.decode(),
        "command": "x",
        "recorded_us": 9,
    }


def test_a_game_from_before_the_escrow_passes(rows: Rows) -> None:
    for row in rows[1:]:
        if row["type"] == "orders_accepted":
            changed(row, escrow="")
    checked = verify_game.check(text_of(rechain(rows)))[1]
    assert (checked.escrows, checked.orders_without) == (0, 5)


# the file changed by somebody who does not compute hashes: at every event


def test_any_changed_field_is_content(rows: Rows) -> None:
    tried = 0
    for place in range(1, len(rows)):
        for field in ("seq", "type", "version", "data", "command", "recorded_us", "hash"):
            for value in _flipped(rows[place][field]):
                forged = copy(rows)
                forged[place][field] = value
                assert found(forged) == ("content", place), (place, field, value)
                tried += 1
    assert tried > 10 * (len(rows) - 1)


def _flipped(value: Any) -> list[Any]:
    if isinstance(value, int):
        return [value + 1, value + 1000, "text", None]
    middle = len(value) // 2
    return [value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :], value + "0", value[:-1]]


def test_two_events_that_change_places_are_out_of_order(rows: Rows) -> None:
    for first in range(1, len(rows)):
        for second in range(first + 1, len(rows)):
            forged = copy(rows)
            forged[first], forged[second] = forged[second], forged[first]
            assert found(forged) == ("order", first)


def test_events_that_change_places_and_numbers_are_out_of_order(rows: Rows) -> None:
    for first in range(1, len(rows) - 1):
        forged = copy(rows)
        forged[first], forged[first + 1] = forged[first + 1], forged[first]
        forged[first]["seq"], forged[first + 1]["seq"] = first, first + 1
        assert found(forged) in (("order", first), ("content", first))


def test_a_dropped_event_is_missing(rows: Rows) -> None:
    for place in range(1, len(rows) - 1):
        assert found(rows[:place] + rows[place + 1 :]) == ("missing", place)
    assert found(rows[:-1]) == ("truncated", len(rows) - 1)
    assert found(rows[1:]) == ("missing", 0)


def test_an_event_doubled_anywhere_is_extra(rows: Rows) -> None:
    for place in range(1, len(rows) + 1):
        for source in range(1, len(rows)):
            forged = [*copy(rows[:place]), dict(rows[source]), *copy(rows[place:])]
            where = place + 1 if source == place else place
            assert found(forged) == ("extra", where), (place, source)


def test_a_foreign_event_is_extra(rows: Rows, pocket: PocketRules, db: None) -> None:
    other = rows_of(played(5))
    for place in range(1, len(rows) + 1):
        forged = [*rows[:place], other[min(place, len(rows) - 1)], *rows[place:]]
        assert found(forged) == ("extra", place)


def test_a_made_up_event_with_a_hash_that_fits_is_extra(rows: Rows) -> None:
    for place in range(1, len(rows) + 1):
        made = {**rows[min(place, len(rows) - 1)], "seq": place, "command": "forged"}
        made["hash"] = linked(rows[0], rows[place - 1]["hash"] if place > 1 else rows[0]["genesis"], made)
        assert found([*rows[:place], made, *rows[place:]]) == ("extra", place)


def test_a_cut_tail_is_truncated(rows: Rows) -> None:
    for place in range(1, len(rows)):
        assert found(rows[:place]) == ("truncated", place)


def test_a_file_cut_anywhere_is_truncated(rows: Rows) -> None:
    text = text_of(rows)
    head = text.index("\n") + 1
    for cut in range(head, len(text) - 1, 61):
        with pytest.raises(verify_game.Fault) as fault:
            verify_game.check(text[:cut])
        assert fault.value.kind == "truncated", cut


def test_events_of_another_game_are_a_foreign_fork(rows: Rows, pocket: PocketRules, db: None) -> None:
    other = rows_of(played(5))
    for place in range(1, len(rows)):
        assert found(rows[:place] + other[place:]) == ("foreign fork", place)


def test_another_history_of_the_same_game_is_a_foreign_fork(rows: Rows) -> None:
    parting = 6
    fork = copy(rows)
    for row in fork[parting:]:
        row["recorded_us"] += 1
    rechain(fork, parting)
    for place in range(parting + 1, len(rows)):
        assert found(rows[:place] + fork[place:]) == ("foreign fork", place)
    assert found(rows[:parting] + fork[parting:]) == ("foreign fork", len(rows) - 1)


def test_a_chain_computed_anew_ends_in_another_head(rows: Rows) -> None:
    for place in range(1, len(rows)):
        forged = copy(rows)
        forged[place]["recorded_us"] += 1
        forged = rechain(forged, place)
        forged[0]["head"] = rows[0]["head"]
        assert found(forged) == ("foreign fork", len(rows) - 1)


# a forger who computes the whole chain and the head anew


def forged_at(rows: Rows, place: int, **fields: Any) -> Rows:
    forged = copy(rows)
    changed(forged[place], **fields)
    return rechain(forged, place)


def test_a_changed_die_is_found_at_every_die(rows: Rows) -> None:
    for place in places(rows, "die_rolled"):
        face = json.loads(rows[place]["data"])["face"]
        assert found(forged_at(rows, place, face=face % 10 + 1)) == ("die", place)
        for sides in (0, 1, 10**30, "10"):
            assert found(forged_at(rows, place, sides=sides)) == ("die", place)
        assert found(forged_at(rows, place, name="p9/GUI-6.2/Robert//1")) == ("die", place)


def test_a_die_rolled_twice_is_found(rows: Rows) -> None:
    """Rolling on under the same name until a face pleases."""
    for place in places(rows, "die_rolled"):
        forged = copy(rows[: place + 1]) + copy(rows[place:])
        for seq, row in enumerate(forged[1:], start=1):
            row["seq"] = seq
        assert found(rechain(forged)) == ("die", place + 1)


def test_a_changed_secret_is_found_at_every_secret(rows: Rows) -> None:
    for place in places(rows, "secret_revealed"):
        secret = json.loads(rows[place]["data"])["secret"]
        for forged in (secret[:-1] + "0123456789abcdef"[int(secret[-1], 16) ^ 1], "00" * 32, "ab"):
            assert found(forged_at(rows, place, secret=forged)) == ("commitment", place)
        assert found(forged_at(rows, place, secret="no hex")) == ("content", place)


def test_a_secret_left_out_is_found(rows: Rows) -> None:
    for place in places(rows, "secret_revealed"):
        forged = copy(rows[:place] + rows[place + 1 :])
        for seq, row in enumerate(forged[1:], start=1):
            row["seq"] = seq
        assert found(rechain(forged)) == ("commitment", place - 1)


def test_a_changed_escrow_is_found_at_every_set_of_orders(rows: Rows) -> None:
    first, *later = places(rows, "orders_accepted")
    for place in (first, *later):
        assert found(forged_at(rows, place, escrow="00" * 32)) == ("escrow", place)
        assert found(forged_at(rows, place, orders=["HOLD the tent"])) == ("escrow", place)
        assert found(forged_at(rows, place, renewed=["WATCH"])) == ("escrow", place)
    for place in later:
        assert found(forged_at(rows, place, escrow="")) == ("escrow", place)


def test_another_commitment_is_found(rows: Rows) -> None:
    forged = copy(rows)
    forged[0]["commitment"] = "11" * 32
    assert found(forged) == ("commitment", 1)
    setup = json.loads(rows[1]["data"])["setup"]
    both = forged_at(forged, 1, setup={**setup, "commitment": "11" * 32})
    assert found(both) == ("commitment", places(rows, "secret_revealed")[0])


def test_orders_that_were_closed_over_are_those_in_the_file(rows: Rows) -> None:
    for place in places(rows, "phase_closed"):
        assert found(forged_at(rows, place, sheets="00" * 32)) == ("content", place)
        assert found(forged_at(rows, place, phase=77)) == ("order", place)


def test_a_phase_rolled_again_behind_the_first_roll_is_found(rows: Rows) -> None:
    """The server did not like the dice: it closes the phase once more, over other orders, with a perfect chain."""
    place = places(rows, "phase_closed")[2]
    ended = next(n for n in places(rows, "phase_ended") if n > place)
    again = copy(rows[place:ended])
    forged = copy(rows[:ended]) + again + copy(rows[ended:])
    for seq, row in enumerate(forged[1:], start=1):
        row["seq"] = seq
    assert found(rechain(forged)) == ("extra", ended)


def test_a_phase_rolled_again_in_place_of_the_first_roll_has_another_head(
    pocket: PocketRules, db: None
) -> None:
    """With other orders the dice are others, and everything in the file agrees. The heads in the mails do not."""
    game = a_game()
    file(game, "normans", "HOLD the ford")
    adjudication.attend(game.pk)
    mailed, rows = again(game).head, rows_of(again(game))
    secret = dice.secret(game, 1)
    forged = copy(rows)
    [accepted] = places(rows, "orders_accepted")
    fields = json.loads(rows[accepted]["data"])
    filed = engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD the hill",), standing=())
    changed(forged[accepted], orders=["HOLD the hill"], escrow=escrow.sealed(secret, filed).escrow)
    battle = engine.replay([*eventlog.events(game.pk, 1, 2), filed])
    [closed] = places(rows, "phase_closed")
    sheets = engine.sheets_digest(battle)
    changed(forged[closed], sheets=sheets)
    table = engine.KeyedDice(dice.phase_key(secret, 1, "", sheets))
    for place in places(rows, "die_rolled"):
        die = json.loads(rows[place]["data"])
        changed(forged[place], face=table.roll(die["name"], die["sides"]))
    rechain(forged)
    assert found(rows, mailed, f"{mailed[:8]}...{mailed[-4:]}", fields["escrow"]) is None
    assert found(forged) is None
    assert found(forged, mailed) == ("foreign fork", len(rows) - 1)
    assert found(forged, fields["escrow"]) == ("foreign fork", len(rows) - 1)


def test_orders_slipped_in_behind_the_closing_are_out_of_order(rows: Rows) -> None:
    place = places(rows, "phase_closed")[1] + 1
    forged = copy(rows[:place]) + copy([rows[places(rows, "orders_accepted")[1]]]) + copy(rows[place:])
    for seq, row in enumerate(forged[1:], start=1):
        row["seq"] = seq
    assert found(rechain(forged)) == ("order", place)


# forks, and games that moved


def play(game: Game, phases: int) -> Game:
    for _ in range(phases):
        adjudication.attend(game.pk)
    return again(game)


def test_a_fork_passes(pocket: PocketRules, db: None) -> None:
    parent = played(4)
    fresh = forks.fork(parent, "3")
    checked = verify_game.check(text_of(rows_of(fresh)))[1]
    assert (checked.secrets, checked.dice, checked.escrows) == (2, 4, 2)
    rows = rows_of(play(seated(fresh), 3))
    head, checked = verify_game.check(text_of(rows))
    assert (checked.secrets, checked.dice, checked.escrows, checked.escrows_of_parent) == (5, 10, 5, 0)
    assert head.commitment == fresh.commitment != parent.commitment
    [place] = places(rows, "forked")
    mailed = eventlog.rows(parent.pk, last=place - 1)
    told = verify_game.report(head, checked)
    assert f"{fresh.title}\n" in told and f"forked at event {place}" in told
    assert str(parent.uuid) in told and list(mailed)[-1].hash.hex() in told


def test_a_fork_of_a_fork_passes(pocket: PocketRules, db: None) -> None:
    parent = played(4)
    first = play(seated(forks.fork(parent, "2")), 2)
    second = play(seated(forks.fork(first, "3")), 4)
    checked = verify_game.check(text_of(rows_of(second)))[1]
    assert (checked.secrets, checked.dice, checked.escrows) == (6, 12, 6)
    assert [fork.parent for fork in checked.forks] == [str(parent.uuid), str(first.uuid)]
    assert verification.check(second).escrows == 6


def test_mails_of_the_parent_are_known_up_to_the_fork(pocket: PocketRules, db: None) -> None:
    parent = played(4)
    rows, fork = rows_of(parent), rows_of(forks.fork(parent, "3"))
    [place] = places(fork, "forked")
    for seq in range(1, place):
        checked = verify_game.check(text_of(fork), [rows[seq]["hash"], fork[seq]["hash"]])[1]
        assert f"is the head of {parent.uuid} after event {seq}, before the fork" in checked.seen[0]
        assert f"no mail from before the fork at event {place}" in checked.seen[1]
    assert found(fork, rows[place]["hash"]) == ("foreign fork", place)


def fork_of(phases: int) -> Rows:
    """A fork from the third phase of a game of captains, with phases played of its own."""
    return rows_of(play(seated(forks.fork(played(3), "3")), phases))


def test_a_fork_that_lies_about_its_parent_is_a_foreign_fork(pocket: PocketRules, db: None) -> None:
    rows = fork_of(2)
    [place] = places(rows, "forked")
    itself = {"parent": rows[0]["uuid"], "head": rows[place - 1]["hash"]}
    for lie in (
        {"head": "00" * 32},
        {"head": json.loads(rows[place]["data"])["head"].upper()},
        {"parent": "00000000-0000-4000-8000-000000000000"},
        {"parent": "nobody"},
        {"seq": place - 2},
        {"head": rows[place - 1]["hash"]},
        itself,
    ):
        assert found(forged_at(rows, place, **lie)) == ("foreign fork", place), lie
    for earlier in range(1, place):
        forged = copy(rows)
        forged[earlier]["recorded_us"] += 1
        assert found(rechain(forged, earlier)) == ("foreign fork", place), earlier


def test_each_part_of_a_fork_keeps_its_own_promise(pocket: PocketRules, db: None) -> None:
    rows = fork_of(2)
    [place] = places(rows, "forked")
    assert found(forged_at(rows, place, commitment="11" * 32)) == ("commitment", place)
    both = forged_at(rows, place, commitment="11" * 32)
    both[0]["commitment"] = "11" * 32
    shown = places(rows, "secret_revealed")
    assert found(both) == ("commitment", next(seq for seq in shown if seq > place))
    firsts = copy(rows)
    firsts[0]["commitment"] = json.loads(rows[1]["data"])["setup"]["commitment"]
    assert found(firsts) == ("commitment", place)
    setup = json.loads(rows[1]["data"])["setup"]
    improved = forged_at(rows, 1, setup={**setup, "commitment": "11" * 32})
    assert found(improved) == ("commitment", shown[0])
    for seq in places(rows, "die_rolled"):
        face = json.loads(rows[seq]["data"])["face"]
        assert found(forged_at(rows, seq, face=face % 10 + 1)) == ("die", seq)


def test_orders_from_before_a_fork_are_counted_and_not_opened(
    pocket: PocketRules, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should a fork begin behind orders: the parent alone can show what they were sealed with."""
    monkeypatch.setattr(forks, "_opening", lambda game, at: game.version)
    game = a_game()
    file(game, "normans", "HOLD the ford")
    fork = play(seated(forks.fork(again(game), "1")), 2)
    head, checked = verify_game.check(text_of(rows_of(fork)))
    assert (checked.escrows, checked.escrows_of_parent, checked.secrets) == (1, 1, 2)
    assert "1 set of orders from before a fork" in verify_game.report(head, checked)
    server = verification.check(fork)
    assert (server.escrows, server.escrows_of_parent, server.dice) == (1, 1, checked.dice)

    other = seated(forks.fork(again(game), "1"))
    bare = engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD",), standing=())
    eventlog.append(other.pk, other.version, [bare], "bare")
    assert found(rows_of(again(other))) == ("escrow", other.version + 1)
    with pytest.raises(verification.Broken, match="orders before them have"):
        verification.check(again(other))


def test_a_fork_among_the_dice_is_out_of_place(
    pocket: PocketRules, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dice behind whose secret nobody can look would be dice that anybody can load."""
    parent = played(2)
    row = next(row for row in eventlog.rows(parent.pk) if row.type == "die_rolled")
    monkeypatch.setattr(forks, "_opening", lambda game, at: row.seq)
    fork = forks.fork(parent, "1")
    assert found(rows_of(fork)) == ("order", row.seq + 1)
    with pytest.raises(verification.Broken) as broken:
        verification.check(fork)
    assert (broken.value.seq, broken.value.fault) == (row.seq + 1, verification.Fault.FORK)


@pytest.mark.parametrize("restore", [False, True])
def test_a_game_that_goes_on_elsewhere_passes(
    pocket: PocketRules, db: None, folder: Path, other_server: Callable[[], None], restore: bool
) -> None:
    """Also in the midst of a phase: orders filed on the old server open with the secret shown by the new one."""
    game = a_game()
    for _ in range(2):
        file(again(game), again(game).seats.get(awaited=True).name, "HOLD")
        adjudication.attend(game.pk)
    file(again(game), again(game).seats.get(awaited=True).name, "HOLD the ford")
    log, secret = exported(again(game), folder, **({} if restore else {"hand_over": "elsewhere"}))
    assert verify_game.check(Path(log).read_text("utf-8"))[1].escrows_waiting == 1
    other_server()
    rows = rows_of(play(seated(imported(log, secret, restore=restore)), 3))
    checked = verify_game.check(text_of(rows))[1]
    assert len(places(rows, "handed_over")) == (0 if restore else 1) and places(rows, "taken_over")
    assert (checked.secrets, checked.dice, checked.escrows) == (5, 10, 5)
    server = verification.check(Game.objects.get(uuid=game.uuid))
    assert (server.escrows, server.dice, server.escrows_of_parent) == (5, 10, 0)


def test_a_fork_that_goes_on_elsewhere_passes(
    pocket: PocketRules, db: None, folder: Path, other_server: Callable[[], None]
) -> None:
    fork = play(seated(forks.fork(played(3), "3")), 1)
    log, secret = exported(fork, folder, hand_over="elsewhere")
    other_server()
    game = play(seated(imported(log, secret)), 2)
    assert game.commitment == fork.commitment
    checked = verify_game.check(text_of(rows_of(game)))[1]
    assert (checked.secrets, checked.dice, checked.escrows) == (5, 10, 5)
    assert verification.check(game).escrows == 5


# what is no file, and the program itself


@pytest.mark.parametrize("text", ["", "\n", "[]\n", "{}\n", "no json\n", '{"format":"another"}\n'])
def test_what_is_no_game_is_said_to_be_none(text: str) -> None:
    with pytest.raises(verify_game.NoGame):
        verify_game.check(text)


Spoil = Callable[[dict[str, Any]], None]


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
        "__future__", "argparse", "hashlib", "hmac", "json", "struct", "sys", "typing", "uuid",
    }  # fmt: skip
