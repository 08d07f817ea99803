"""Forks: a game of its own, whose file proves which game it came from."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.models import Game, GameState
from games.play import adjudication
from games.play.creation import Captain, take_seat
from games.proof import export, forks, verification
from games.proof.verification import Fault
from games.record import append_only, chaining, dice, eventlog
from rules import engine
from tests.games import arena
from tests.games.arena import no_mail, sits
from tests.games.kit import a_game_of_captains, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.proof.forgery_kit import fault_of, forged, rechain

__all__ = ["no_mail"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def parent(pocket: PocketRules) -> Game:
    """A game of captains with four of six phases played."""
    game = a_game_of_captains()
    for _ in range(4):
        adjudication.attend(game.pk)
    return again(game)


def seated(game: Game) -> Game:
    for seat in game.seats.all():
        take_seat(seat, Captain("bold"))
    return again(game)


def events_of(game: Game, *kinds: str) -> list[Any]:
    return [e for e in eventlog.events(game.pk) if e.kind in kinds]


def test_a_fork_is_a_game_of_its_own_with_its_parents_past(parent: Game) -> None:
    before = list(eventlog.rows(parent.pk))
    fork = forks.fork(parent, "3", why="a ruling")
    rows = list(eventlog.rows(fork.pk))
    shared = before[: len(rows) - 1]
    assert [row._replace(hash=b"") for row in rows[:-1]] == [row._replace(hash=b"") for row in shared]
    assert not {row.hash for row in rows if row.hash} & {row.hash for row in before}
    assert shared[-1].event.kind == "phase_opened"
    assert rows[-1].event == engine.Forked(
        parent=str(parent.uuid),
        seq=len(shared),
        head=shared[-1].hash.hex(),
        commitment=fork.commitment,
        why="a ruling",
        promises=eventlog.load(fork.pk).battle.setup.promises,
    )
    assert fork.uuid == chaining.identity(rows[-1].data) != parent.uuid
    assert forks.fork(parent, "3", why="a ruling").uuid != fork.uuid
    assert fork.commitment not in ("", parent.commitment)
    assert (fork.state, fork.phase, fork.adjudications.count()) == (GameState.HELD, 3, 2)
    assert list(eventlog.rows(parent.pk)) == before and again(parent).version == parent.version
    assert verification.check(fork).phases == 2


def test_it_is_played_to_its_end_with_dice_of_its_own(parent: Game, client: Client) -> None:
    fork = seated(forks.fork(parent, "3"))
    for game in (parent, fork):
        for _ in range(6):
            adjudication.attend(game.pk)
        assert again(game).state == GameState.OVER, again(game).trouble
    ours, theirs = ({e.name: e.face for e in events_of(g, "die_rolled")} for g in (fork, parent))
    assert ours.keys() == theirs.keys() and ours != theirs
    assert all(ours[name] == theirs[name] for name in ours if name[:2] in ("p1", "p2"))
    assert verification.check(again(fork)).dice == 12
    for played in fork.adjudications.all():
        page = client.get(f"/g/{fork.pk}/t/{played.key}/dice").content.decode()
        steps = played.phase if played.phase < 3 else played.phase - 2
        assert f"hashed {steps} time" in page and "does not lead" not in page
        commitment = parent.commitment if played.phase < 3 else fork.commitment
        assert dice.commitment_at(again(fork), played.first_seq) == commitment
        assert f'promise = "{commitment}"' in page
        assert "give it again" in page and "do not give it" not in page


def test_the_past_of_a_running_fork_is_closed_on_the_dice_page_and_not_called_false(parent: Game) -> None:
    fork = seated(forks.fork(parent, "3"))
    for played in fork.adjudications.all():
        for seat in fork.seats.all():
            page = sits(Client(), seat).get(f"/g/{fork.pk}/t/{played.key}/dice").content.decode()
            assert "do not give it" not in page and "data-paper" not in page


def test_a_fork_of_a_fork(parent: Game) -> None:
    fork = seated(forks.fork(parent, "2"))
    for _ in range(2):
        adjudication.attend(fork.pk)
    second = seated(forks.fork(again(fork), "3"))
    for _ in range(4):
        adjudication.attend(second.pk)
    assert [e.parent for e in events_of(second, "forked")] == [str(parent.uuid), str(fork.uuid)]
    assert verification.check(again(second)).phases == 6
    firsts = list(second.adjudications.values_list("first_seq", flat=True))
    commitments = [dice.commitment_at(again(second), seq) for seq in firsts]
    wanted = [parent.commitment, fork.commitment, *[second.commitment] * 4]
    assert commitments == wanted


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"head": "00" * 32}, Fault.FOREIGN_FORK),
        ({"parent": "00000000-0000-4000-8000-000000000000"}, Fault.FOREIGN_FORK),
        ({"parent": "nobody"}, Fault.FOREIGN_FORK),
        ({"seq": 3}, Fault.FOREIGN_FORK),
        ({"commitment": "00" * 32}, Fault.COMMITMENT),
    ],
)
@pytest.mark.usefixtures("form_one")
def test_a_fork_that_lies_about_where_it_comes_from_is_found_out(
    parent: Game, changes: dict[str, Any], fault: Fault
) -> None:
    fork = seated(forks.fork(parent, "3"))
    adjudication.attend(fork.pk)
    append_only.remove(connection)
    rechain(again(fork), forged("forked", **changes))
    found = fault_of(fork)
    assert found is not None and found[1] == fault


@pytest.mark.usefixtures("form_one")
def test_a_past_that_was_improved_is_not_the_parents(parent: Game) -> None:
    fork = forks.fork(parent, "3")
    append_only.remove(connection)
    rechain(fork, forged("pocket_created", phases=8))
    [place] = [row.seq for row in eventlog.rows(fork.pk) if row.type == "forked"]
    assert fault_of(fork) == (place, Fault.FOREIGN_FORK)


@pytest.mark.usefixtures("form_one")
def test_a_game_cannot_be_a_fork_of_itself(parent: Game) -> None:
    """Otherwise it could change its commitment, with every head that was mailed still in its log."""
    event = engine.Forked(parent=str(parent.uuid), seq=parent.version, head=parent.head, commitment="11" * 32)
    eventlog.append(parent.pk, parent.version, [event], "itself")
    Game.objects.filter(pk=parent.pk).update(commitment="11" * 32)
    assert fault_of(parent) == (parent.version + 1, Fault.FOREIGN_FORK)


def test_orders_filed_for_the_phase_in_the_parent_do_not_come_along(pocket: PocketRules) -> None:
    from tests.games.kit import a_game

    game = a_game()
    file(game, "normans", "HOLD the hill", "WATCH the ford")
    fork = seated(forks.fork(game, "1"))
    assert not events_of(fork, "orders_accepted")
    assert [s.filed_seq for s in fork.seats.all()] == [0, 0]


def test_a_real_battle_takes_another_course_after_a_fork(no_mail: None, capsys: Any) -> None:
    parent = arena.fight(4)
    key = parent.adjudications.get(phase=3).key
    call_command(
        "fork",
        parent.label,
        at=key,
        title="What if",
        seat=[f"{s.name}=captain:cautious" for s in parent.seats.all()],
    )
    said = capsys.readouterr().out
    fork = Game.objects.get(title="What if")
    assert f"branches off {parent.label}" in said and f"{parent.label} is not over" in said
    assert fork.state == GameState.RUNNING
    for _ in range(2):
        adjudication.attend(fork.pk)
    fork = again(fork)
    assert (fork.phase, fork.trouble) == (5, "")
    assert verification.check(fork).phases == 4
    call_command("rehearse", fork.label)
    assert sum(1 for _ in export.lines(fork)) == fork.version + fork.links + 1


@pytest.mark.parametrize("at", ["0", "7", "x", "t9-normans", "", "٣"])
def test_a_phase_that_was_never_opened(parent: Game, at: str) -> None:
    with pytest.raises(CommandError, match="phases 1 to 5"):
        call_command("fork", parent.label, at=at)
    with pytest.raises(CommandError, match="has the seats"):
        call_command("fork", parent.label, at="2", seat=["slavs=captain:bold"])
    assert Game.objects.count() == 1
