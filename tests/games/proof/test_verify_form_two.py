"""The stand-alone verifier on logs of the second form: the whole log when it is open, one seat's file
while it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.play import adjudication
from games.proof import audit, seat_files
from games.record import roots
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import SIDES, PocketRules
from tests.games.proof.forgery_two_kit import (
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
from tests.games.record.hidden_dice import HiddenDice, hidden, play
from tests.games.verifying import PATH, server_finds, text_of, verify_game

__all__ = ["hidden"]
pytestmark = pytest.mark.django_db


# sound games


def test_a_finished_game_passes_whole(hidden: HiddenDice) -> None:
    game = over(hidden)
    head, checked = verify_game.check(text_of(rows_of(game)))
    assert (checked.events, checked.links, checked.secrets, checked.dice) == (game.version, 7, 6, 24)
    assert (checked.escrows, checked.papers, checked.closed_leaves) == (6, 12, 0)
    told = verify_game.report(head, checked)
    assert "24 dice rolled again" in told and "12 final papers mixed into the dice as written" in told
    assert server_finds(rows_of(game)) is None


def test_what_each_may_take_home_of_a_running_game_passes(hidden: HiddenDice) -> None:
    game = play(a_game(), 3)
    file(game, "arabs", "HOLD the hill")
    for seat, dice, papers, escrows in (("normans", 6, 3, 2), ("arabs", 6, 3, 2), (None, 3, 0, 0)):
        head, checked = verify_game.check(text_of(seat_rows(game, seat)))
        assert (checked.dice, checked.papers, checked.escrows) == (dice, papers, escrows), seat
        assert checked.closed_leaves == 4 * (2 if seat else 3)
        told = verify_game.report(head, checked)
        assert "open when the game is over" in told and again(game).label in told
    assert "HOLD the hill" not in text_of(seat_rows(game, "normans"))
    assert "HOLD the hill" in text_of(seat_rows(game, "arabs")), "it waits for its link"


def test_a_whole_file_of_a_running_game_is_closed(pocket: PocketRules, tmp_path: Path) -> None:
    game = play(a_game(), 2)
    path = tmp_path / "game.jsonl"
    path.write_text(text_of(rows_of(game)))
    with pytest.raises(verify_game.Closed, match="closed, not checked"):
        verify_game.check(path.read_text())
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(PATH), str(path)], capture_output=True, check=False
    )
    assert done.returncode == 2 and b"closed, not checked" in done.stdout and b"ok" not in done.stdout
    with pytest.raises(CommandError):
        call_command("verify", str(path))


def test_mails_are_compared_with_the_file_of_a_seat(pocket: PocketRules) -> None:
    game = a_game()
    filed = file(game, "normans", "HOLD")
    adjudication.attend(game.pk)
    rows = seat_rows(game, "normans")
    assert found(rows, again(game).head, filed.escrow) is None
    others = file(again(game), "arabs", "HOLD")
    adjudication.attend(game.pk)
    assert found(seat_rows(game, "normans"), again(game).head) is None
    fault = found(seat_rows(game, "normans"), others.escrow)
    assert fault is not None and fault[0] == "foreign fork"
    assert found(rows, "11" * 32) is not None


def test_an_escrow_is_closed_in_the_file_for_everybody_and_looked_for_in_that_of_a_seat(
    pocket: PocketRules,
) -> None:
    game = a_game()
    head, escrow = again(game).head, file(game, "normans", "HOLD").escrow
    adjudication.attend(game.pk)
    mail = {"receipt.eml": f"game {game.label}\nhead    {head}\nescrow  {escrow}\n"}
    _, checked = verify_game.check(text_of(seat_rows(game, None)), [], mail)
    assert checked.unseen == ["receipt.eml: 1 escrow, for the file of your seat to open"]
    assert checked.seen == ["receipt.eml: 1 hash, all of this game"]
    _, checked = verify_game.check(text_of(seat_rows(game, "normans")), [], mail)
    assert not checked.unseen and checked.seen == ["receipt.eml: 2 hashes, all of this game"]
    for audience, shown in ((None, f"head    {'11' * 32}"), ("normans", f"escrow  {'11' * 32}")):
        with pytest.raises(verify_game.Fault, match="nowhere in this game"):
            verify_game.check(text_of(seat_rows(game, audience)), [], {"receipt.eml": shown})


# the file changed by somebody who does not know the root


def test_any_changed_field_of_a_whole_file_is_found(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    tried = 0
    for place in range(1, len(rows)):
        for field, value in rows[place].items():
            if field == "shown":
                continue
            for changed in _flipped(value):
                altered = copy(rows)
                altered[place][field] = changed
                assert kind_of(altered) in ("content", "order", "missing", "extra", "foreign fork"), (
                    place,
                    field,
                )
                if field not in ("link", "seq") and (place, field) != (1, "type"):
                    assert kind_of(altered) == "content", (place, field, changed, found(altered))
                tried += 1
        for shown in range(len(rows[place].get("shown", ()))):
            altered = copy(rows)
            altered[place]["shown"][shown]["data"] = "{}"
            assert kind_of(altered) == "content"
            del altered[place]["shown"][shown]
            assert kind_of(altered) == "content"
    assert tried > 500 and found(rows) is None


def _flipped(value: Any) -> list[Any]:
    if isinstance(value, int):
        return [value + 1, "text", None]
    if isinstance(value, list):
        return [[*value[:-1], "00" * 32], value[:-1], [*value, value[0]], value[::-1]]
    middle = len(value) // 2
    return [value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :], value + "0"]


def test_lines_of_a_whole_file_dropped_doubled_swapped_and_cut(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    for place in range(1, len(rows) - 1):
        is_link = "leaves" in rows[place]
        dropped = kind_of(rows[:place] + rows[place + 1 :])
        last = rows[place].get("seq") == rows[0]["events"]
        assert dropped == ("truncated" if last else "missing") or is_link, (place, dropped)
        assert dropped is not None
        doubled = kind_of([*rows[: place + 1], *copy(rows[place:])])
        assert doubled == ("extra" if not is_link else doubled) and doubled, place
        swapped = [*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]]
        both = not is_link and "leaves" not in rows[place + 1]
        assert kind_of(swapped) == ("order" if both else kind_of(swapped)) and kind_of(swapped), place
        assert kind_of(rows[:place]) in ("truncated", "missing"), place


def test_a_file_cut_anywhere_is_truncated(hidden: HiddenDice) -> None:
    for rows in (rows_of(over(hidden)), seat_rows(play(a_game(), 2), "normans")):
        text = text_of(rows)
        for cut in range(text.index("\n") + 1, len(text) - 1, 97):
            with pytest.raises(verify_game.Fault) as fault:
                verify_game.check(text[:cut])
            assert fault.value.kind in ("truncated", "missing"), cut


def test_any_changed_field_of_a_seats_file_is_found(hidden: HiddenDice) -> None:
    rows = seat_rows(play(a_game(), 2), "normans")
    tried = 0
    for place in range(1, len(rows)):
        for field, value in rows[place].items():
            if field == "salts":
                for audience in value:
                    altered = copy(rows)
                    altered[place][field][audience] = "00" * 32
                    assert kind_of(altered) == "content", (place, audience)
                continue
            for changed in _flipped(value):
                altered = copy(rows)
                altered[place][field] = changed
                assert kind_of(altered) is not None, (place, field, changed)
                tried += 1
        assert kind_of(rows[:place] + rows[place + 1 :]) is not None
        assert kind_of([*rows[: place + 1], *copy(rows[place:])]) is not None
    assert tried > 150 and found(rows) is None


def test_a_leaf_exchanged_is_found(pocket: PocketRules) -> None:
    """With one of another command, of another game, or of nothing: closed ones as well as open ones."""
    game, other = play(a_game(), 2), play(a_game(), 2)
    for seat in ("normans", "arabs", None):
        rows, theirs = seat_rows(game, seat), seat_rows(other, seat)
        links = [place for place, row in enumerate(rows) if "leaves" in row]
        for place in links:
            for leaf in range(4):
                for strange in (
                    rows[links[place == links[0]]]["leaves"][leaf],
                    theirs[links[0]]["leaves"][leaf],
                ):
                    altered = copy(rows)
                    altered[place]["leaves"][leaf] = strange
                    assert kind_of(altered) == "content", (seat, place, leaf)
            altered = copy(rows)
            del altered[place]["leaves"][3]
            assert kind_of(altered) == "content"


def test_the_rest_of_another_game_is_a_foreign_fork(pocket: PocketRules) -> None:
    game, other = play(a_game(), 3), play(a_game(), 3)
    for seat in ("normans", None):
        rows, theirs = seat_rows(game, seat), seat_rows(other, seat)
        ends = [place for place, row in enumerate(rows) if "leaves" in row][:-1]
        their_ends = [place for place, row in enumerate(theirs) if "leaves" in row][:-1]
        for mine, their in zip(ends, their_ends, strict=True):
            mixed = rows[: mine + 1] + theirs[their + 1 :]
            assert kind_of(mixed) == "foreign fork", (seat, mine)


# by somebody who knows the root, and computes everything anew


def test_what_a_careful_forger_cannot_do(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    assert found(relinked(copy(rows))) is None
    for place in at(rows, "die_rolled"):
        face = json.loads(rows[place]["data"])["face"]
        altered = forged(rows, place, face=face % 10 + 1)
        if rows[place].get("shown"):
            assert kind_of(altered) == "content", "a side was shown another face"
            for shown in altered[_same(altered, rows[place])].get("shown", []):
                shown["data"] = altered[_same(altered, rows[place])]["data"]
            altered = relinked(altered)
        assert kind_of(altered) == "die", place
    for place in at(rows, "secret_revealed"):
        assert kind_of(forged(rows, place, secret="00" * 32)) in ("commitment", "content")
        assert kind_of(forged(rows, place, closed=[])) in ("commitment", "content")
    for place in at(rows, "orders_accepted"):
        assert kind_of(forged(rows, place, escrow="00" * 32)) == "escrow"
        assert kind_of(forged(rows, place, orders=["HOLD the tent"])) in ("escrow", "content")
    for place in at(rows, "phase_closed"):
        papers = json.loads(rows[place]["data"])["papers"]
        assert kind_of(forged(rows, place, sheets="00" * 32)) == "content"
        assert kind_of(forged(rows, place, papers=papers[::-1])) == "content"
        assert kind_of(forged(rows, place, phase=77)) == "order"
    for place in at(rows, "phase_ended"):
        assert kind_of(forged(rows, place, number=77)) in ("order", "content")


def _same(rows: Rows, row: dict[str, Any]) -> int:
    return next(place for place, other in enumerate(rows) if other.get("seq") == row["seq"])


def test_a_root_that_does_not_fit(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    other = copy(rows)
    other[0]["roots"] = ["00" * 32]
    assert kind_of(other) == "content", "no leaf opens with it"
    assert kind_of(relinked(other)) == "commitment", "and it is not what was promised"
    short = copy(rows)
    short[0]["roots"] = ["00"]
    with pytest.raises(verify_game.NoGame):
        verify_game.check(text_of(short))


@pytest.mark.parametrize("field", ["events", "links"])
def test_a_head_line_that_lies(hidden: HiddenDice, field: str) -> None:
    rows = rows_of(over(hidden))
    for value in (3, 300):
        altered = copy(rows)
        altered[0][field] = value
        assert kind_of(altered) in ("extra", "truncated")
    altered = copy(rows)
    altered[0]["genesis"] = "00" * 32
    assert kind_of(altered) == "content"


def test_both_verifiers_name_the_same_class(hidden: HiddenDice) -> None:
    rows = rows_of(over(hidden))
    compared = 0
    for place in range(1, len(rows)):
        altered = [copy(rows) for _ in range(3)]
        for field in ("data", "hash"):
            if field in rows[place]:
                value = rows[place][field]
                altered[0][place][field] = value[:-1] + chr(ord(value[-1]) ^ 1)
        del altered[1][place]
        altered[2].insert(place, copy(rows)[place])
        for one in altered:
            server, alone = server_finds(one), kind_of(one)
            assert server and alone, place
            compared += server == alone
    assert compared > 0.6 * 3 * (len(rows) - 1)


def test_a_command_is_cited_as_its_seat_knows_it(pocket: PocketRules) -> None:
    rows = seat_rows(play(a_game(), 2), "normans")
    [place] = at(rows, "orders_accepted")
    altered = copy(rows)
    altered[place]["data"] = altered[place]["data"].replace("HOLD", "FOLD")
    assert found(altered) == ("content", "command 2")
    assert [row["link"] for row in rows if row.get("audience") == "seat:normans"] == [2, 2, 2, 3]
    assert roots.LENGTH == 32 and SIDES[0] == "normans"


def test_the_game_master_gives_a_seat_its_file(pocket: PocketRules, tmp_path: Path) -> None:
    game, path = play(a_game(), 2), tmp_path / "own.jsonl"
    for seat, name in (("normans", "normans"), ("-", None)):
        call_command("export", game.label, output=path, seat=seat)
        assert path.read_bytes() == b"".join(seat_files.lines(again(game), name))
    with pytest.raises(CommandError, match="has the seats normans, arabs, not slavs"):
        call_command("export", game.label, output=path, seat="slavs")


def test_what_only_a_seat_may_know_is_not_called_broken(
    pocket: PocketRules, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, own, whole = play(a_game(), 2), tmp_path / "own.jsonl", tmp_path / "whole.jsonl"
    call_command("export", game.label, output=own, seat="normans")
    call_command("export", game.label, output=whole)
    capsys.readouterr()
    for path, why in (
        (own, "what seat:normans may know of a game"),
        (whole, "the root of its salts is not open"),
    ):
        with pytest.raises(CommandError, match=f"^not checked: {path}$"):
            call_command("verify", path)
        said = capsys.readouterr().out
        assert f"{path} closed, not checked" in said and why in said and "BROKEN" not in said
    with pytest.raises(CommandError, match="not checked"):
        call_command("verify", game.label, own, rules=True)
    assert f"the record: 2 games, not checked: {own}" in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"verify_game\.py checks it"):
        call_command("import", own)


def test_both_verifiers_let_the_same_happen_while_orders_are_awaited() -> None:
    """The stand-alone one imports nothing of ours, so each has a list of its own."""
    assert set(verify_game.LEAVE_OPEN) == audit.BETWEEN
