"""The stand-alone verifier: sound games pass, and whatever is done to a file is put into the right
class and place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from games.play import adjudication
from games.proof import export
from games.record import chaining, dice, escrow, eventlog
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.verifying import (
    Rows,
    changed,
    copy,
    forged_at,
    found,
    linked,
    places,
    played,
    rechain,
    renumbered,
    rows_of,
    text_of,
    verify_game,
)
from tests.golden.files import FOLDER, read

pytestmark = pytest.mark.usefixtures("form_one")


@pytest.fixture
def rows(pocket: PocketRules, db: None) -> Rows:
    """A game of captains, five of its six phases played, orders for the last one filed."""
    return rows_of(played(5))


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
    game = UUID(int=7)
    genesis, events = chaining.genesis(game).hex(), read(path)
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
        assert found(renumbered(forged)) == ("die", place + 1)


def test_a_changed_secret_is_found_at_every_secret(rows: Rows) -> None:
    for place in places(rows, "secret_revealed"):
        secret = json.loads(rows[place]["data"])["secret"]
        for forged in (secret[:-1] + "0123456789abcdef"[int(secret[-1], 16) ^ 1], "00" * 32, "ab"):
            assert found(forged_at(rows, place, secret=forged)) == ("commitment", place)
        assert found(forged_at(rows, place, secret="no hex")) == ("content", place)


def test_a_secret_left_out_is_found(rows: Rows) -> None:
    for place in places(rows, "secret_revealed"):
        forged = copy(rows[:place] + rows[place + 1 :])
        assert found(renumbered(forged)) == ("commitment", place - 1)


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
    """The server did not like the dice: it closes the phase once more, over other orders, with a
    perfect chain."""
    place = places(rows, "phase_closed")[2]
    ended = next(n for n in places(rows, "phase_ended") if n > place)
    again = copy(rows[place:ended])
    forged = copy(rows[:ended]) + again + copy(rows[ended:])
    assert found(renumbered(forged)) == ("extra", ended)


def test_a_phase_rolled_again_in_place_of_the_first_roll_has_another_head(
    pocket: PocketRules, db: None
) -> None:
    """With other orders the dice are others, and everything in the file agrees. The heads in the
    mails do not."""
    game = a_game()
    file(game, "normans", "HOLD the ford")
    adjudication.attend(game.pk)
    mailed, rows = again(game).head, rows_of(again(game))
    secret = dice.secret(game, 1)
    forged = copy(rows)
    [accepted] = places(rows, "orders_accepted")
    fields = json.loads(rows[accepted]["data"])
    filed = engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD the hill",), standing=())
    changed(
        forged[accepted],
        orders=["HOLD the hill"],
        escrow=escrow.sealed(escrow.salt_from(secret, "normans", 1), filed).escrow,
    )
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
    assert found(renumbered(forged)) == ("order", place)


def _of(rows: Rows, kind: str, field: str) -> str:
    return str(json.loads(rows[places(rows, kind)[0]]["data"])[field])


def test_nothing_follows_the_end_of_a_game(pocket: PocketRules, db: None) -> None:
    rows = rows_of(played(6))
    for row in (rows[2], rows[-1]):
        assert found(renumbered([*copy(rows), dict(row)])) == ("extra", len(rows))
