"""The stand-alone verifier and the server's own, over forks and games that moved: who may change a
promise, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from games.models import Game
from games.play import adjudication
from games.proof import forks, verification
from games.record import chaining, eventlog
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.proof.custody_kit import exported, folder, imported, other_server
from tests.games.proof.test_forks import seated
from tests.games.verifying import (
    Rows,
    agreed,
    changed,
    copy,
    forged_at,
    found,
    places,
    play,
    played,
    rechain,
    renumbered,
    rows_of,
    text_of,
    verify_game,
)

__all__ = ["folder", "other_server"]

pytestmark = pytest.mark.usefixtures("form_one")


def test_a_fork_passes(pocket: PocketRules, db: None) -> None:
    parent = played(4)
    fresh = forks.fork(parent, "3")
    checked = verify_game.check(text_of(rows_of(fresh)))[1]
    assert (checked.secrets, checked.dice, checked.escrows) == (2, 4, 2)
    rows = rows_of(play(seated(fresh), 3))
    head, checked = verify_game.check(text_of(rows))
    assert (checked.secrets, checked.dice, checked.escrows) == (5, 10, 5)
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
        checked = verify_game.check(text_of(fork), [rows[seq]["hash"]])[1]
        assert f"is the head of {parent.uuid} after event {seq}, before the fork" in checked.seen[0]
        assert found(fork, fork[seq]["hash"]) == ("foreign fork", place), (
            "it can have mailed nothing so early"
        )
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


def renamed(rows: Rows) -> Rows:
    """The file of a fork under the UUID that its event asks for: then it is another game."""
    row = rows[places(rows, "forked")[-1]]
    game = chaining.identity(row["data"].encode())
    rows[0].update(uuid=str(game), genesis=chaining.genesis(game).hex())
    return rechain(rows)


def test_each_part_of_a_fork_keeps_its_own_promise(pocket: PocketRules, db: None) -> None:
    rows = fork_of(2)
    [place] = places(rows, "forked")
    assert found(renamed(copy(rows))) is None
    assert found(forged_at(rows, place, commitment="11" * 32)) == ("commitment", place)
    both = forged_at(rows, place, commitment="11" * 32)
    both[0]["commitment"] = "11" * 32
    assert found(both) == ("foreign fork", place)
    shown = places(rows, "secret_revealed")
    assert found(renamed(both)) == ("commitment", next(seq for seq in shown if seq > place))
    none = forged_at(rows, place, commitment="")
    none[0]["commitment"] = ""
    assert found(renamed(none)) == ("commitment", place), "a fork without a promise could roll what it likes"
    firsts = copy(rows)
    firsts[0]["commitment"] = json.loads(rows[1]["data"])["setup"]["commitment"]
    assert found(firsts) == ("commitment", place)
    setup = json.loads(rows[1]["data"])["setup"]
    improved = forged_at(rows, 1, setup={**setup, "commitment": "11" * 32})
    assert found(improved) == ("commitment", shown[0])
    for seq in places(rows, "die_rolled"):
        face = json.loads(rows[seq]["data"])["face"]
        assert found(forged_at(rows, seq, face=face % 10 + 1)) == ("die", seq)


# a promise changes by a fork alone, and a fork is where a game begins


def with_fork(rows: Rows, place: int, parent: str = "00000000-0000-4000-8000-000000000000") -> Rows:
    """What a server would do to get other dice for the rest of a game that is running: it puts a fork in,
    with a promise of its own and a parent that it made up."""
    game, head = UUID(parent), chaining.genesis(UUID(parent))
    for row in rows[1:place]:
        record = engine.Record(row["type"], row["version"], row["data"].encode())
        head = chaining.link(game, head, row["seq"], row["recorded_us"], row["command"], record)
    event = engine.Forked(parent=parent, seq=place - 1, head=head.hex(), commitment="11" * 32)
    kind, version, data = engine.encode(event)
    row = {
        "seq": 0,
        "type": kind,
        "version": version,
        "data": data.decode(),
        "command": "custody",
        "recorded_us": 9,
    }
    forged = renumbered([*copy(rows[:place]), row, *copy(rows[place:])])
    forged[0]["commitment"] = "11" * 32
    return forged


# the class of a fork behind other events; behind an ended phase it hides that the secret is still owed
OUT_OF_PLACE = {"phase_opened": "foreign fork", "phase_ended": "commitment"}


def test_no_fork_can_be_put_into_a_game_that_is_running(pocket: PocketRules, db: None) -> None:
    rows = rows_of(played(3))
    for place in range(2, len(rows) + 1):
        behind = rows[place - 1]["type"]
        expected = (OUT_OF_PLACE.get(behind, "order"), place - (behind == "phase_ended"))
        assert found(with_fork(rows, place)) == expected, (place, behind)
        assert agreed(with_fork(rows, place)) == expected[0]
    last = places(rows, "phase_opened")[-1] + 1
    itself = with_fork(rows, last, rows[0]["uuid"])
    assert found(itself) == ("foreign fork", last)


def test_a_fork_that_gave_itself_the_right_name_is_no_game_that_anybody_has_mails_of(
    pocket: PocketRules, db: None
) -> None:
    """The server writes the whole file under the UUID that the fork put in asks for: every head that was
    mailed is gone."""
    rows = rows_of(played(3))
    last = places(rows, "phase_opened")[-1] + 1
    forged = renamed(with_fork(rows, last))
    assert found(forged) is None and agreed(forged) is None
    for place in range(1, last):
        assert found(forged, rows[place]["hash"]) == ("foreign fork", len(forged) - 1)


def test_a_game_made_to_be_forked_at_its_first_event_shows_it_by_its_first_mail(
    pocket: PocketRules, db: None
) -> None:
    """Only events that are known beforehand can be hashed into a UUID: those of the creation. The welcome
    mail showed another promise, and a head from before the fork."""
    rows = rows_of(a_game())
    forged = renamed(with_fork(rows, len(rows)))
    welcome = forged[len(rows) - 1]["hash"]
    assert found(forged) is None and found(forged, welcome) == ("foreign fork", len(rows))


def event_at(rows: Rows, place: int, event: engine.Event) -> Rows:
    kind, version, data = engine.encode(event)
    row = {
        "seq": 0,
        "type": kind,
        "version": version,
        "data": data.decode(),
        "command": "put",
        "recorded_us": 9,
    }
    return renumbered([*copy(rows[:place]), row, *copy(rows[place:])])


def test_nothing_but_taken_over_follows_handed_over(pocket: PocketRules, db: None) -> None:
    rows = rows_of(played(3))
    handed, taken = engine.HandedOver(to="elsewhere"), engine.TakenOver(by="elsewhere", why="handed over")
    for place in range(2, len(rows)):
        forged, behind = event_at(rows, place, handed), rows[place - 1]["type"]
        both = event_at(forged, place + 1, taken)
        if behind == "phase_ended":
            assert (found(forged), agreed(forged)) == (("commitment", place - 1), "commitment")
        elif behind in ("phase_opened", "orders_accepted"):
            assert (found(forged), agreed(forged)) == (("order", place + 1), "order")
            assert agreed(both) is None
        else:
            assert (found(forged), agreed(forged)) == (("order", place), "order")
            assert agreed(both) == "order"
    end = event_at(rows, len(rows), handed)
    assert agreed(end) is None
    restored = engine.TakenOver(by="elsewhere", why="restored")
    assert agreed(event_at(end, len(end), restored)) == "order"
    assert agreed(event_at(rows, len(rows), taken)) == "order", "it was not handed over"
    assert agreed(event_at(rows, len(rows), restored)) is None


def test_no_other_event_changes_a_promise(pocket: PocketRules, db: None) -> None:
    rows = rows_of(played(3))
    setup = json.loads(rows[1]["data"])["setup"]
    for place in places(rows, "phase_opened"):
        forged = [*copy(rows[: place + 1]), dict(rows[1]), *copy(rows[place + 1 :])]
        changed(forged[place + 1], setup={**setup, "commitment": "11" * 32})
        forged = renumbered(forged)
        assert found(forged) == ("extra", place + 1) and agreed(forged) == "extra"
        forged[0]["commitment"] = "11" * 32
        assert found(forged) == ("commitment", 1) and agreed(forged) == "commitment"


def test_a_fork_anywhere_but_at_the_opening_of_a_phase_is_out_of_place(
    pocket: PocketRules, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders that came along would be sealed with a secret that this game never shows, dice likewise."""
    parent = played(2)
    for row in list(eventlog.rows(parent.pk))[1:]:
        monkeypatch.setattr(forks, "_opening", lambda game, at, seq=row.seq: seq)
        fork = forks.fork(parent, "1")
        expected = None if row.type == "phase_opened" else ("order", row.seq + 1)
        if row.type == "phase_ended":
            expected = ("commitment", row.seq)
        assert found(rows_of(fork)) == expected, row.type
        assert agreed(rows_of(fork)) == (expected and expected[0])


@pytest.mark.parametrize("restore", [False, True])
def test_a_game_that_goes_on_elsewhere_passes(
    pocket: PocketRules, db: None, folder: Path, other_server: Callable[[], None], restore: bool
) -> None:
    """Also in the midst of a phase: orders filed on the old server open with the secret shown by
    the new one."""
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
    assert (server.escrows, server.dice) == (5, 10)


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
