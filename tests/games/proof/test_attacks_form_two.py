"""Attacks on logs of the second form: files that say something false and must not pass."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from games.models import Game
from games.record import leaves
from tests.games.kit import a_game, file
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
from tests.games.verifying import server_finds, text_of, verify_game

__all__ = ["hidden"]
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
