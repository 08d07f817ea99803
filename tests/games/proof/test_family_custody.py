"""Families that move: as a file, to another server, and as forks."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError

from games.models import Event, Game, GameState, Seat
from games.play import renewal
from games.proof import export, forks
from games.proof.custody import Refused, hand_over
from games.proof.family_rows import Families
from games.record import calls, eventlog, server_key
from rules import engine
from tests.games.family_rules import FamilyRules, Purses
from tests.games.kit import again
from tests.games.proof.custody_kit import exported, folder, imported, other_server, seat_everybody
from tests.games.proof.family_kit import (
    Family,
    a_family,
    children,
    file_of,
    lines_of,
    over,
    parts,
    play,
    rules,
    to_the_end,
)

__all__ = ["folder", "other_server", "rules"]
pytestmark = pytest.mark.django_db
Server = Callable[[], None]


def sound(*games: Game) -> str:
    out = StringIO()
    call_command("verify", *(game.label for game in games), stdout=out)
    return out.getvalue()


def kinds(game: Game) -> list[str]:
    return [row.type for row in eventlog.rows(game.pk)]


# the file


def test_a_game_without_children_has_the_file_that_it_always_had(rules: FamilyRules, folder: Path) -> None:
    family = over(a_family())
    call_command("export", family.top.label, output=folder / "all.jsonl")
    found = (folder / "all.jsonl").read_bytes()
    assert json.loads(found.split(b"\n")[0]) == {"format": "pbem-family-2", "view": "all", "games": 4}
    each = [b"".join(export.lines(game)) for game in family]
    assert found.split(b"\n", 1)[1] == b"".join(each), "the top first, children behind their parents"
    assert list(export.family([family.foray])) == list(export.lines(family.foray))


def test_a_child_is_exported_with_its_family(rules: FamilyRules, folder: Path) -> None:
    family = a_family()
    with pytest.raises(CommandError, match=f"comes with its family: export {family.top.label}$"):
        call_command("export", family.raid.label, output=folder / "x.jsonl")


# another server


@pytest.mark.parametrize("handed", [True, False])
def test_a_running_family_goes_on_elsewhere(
    rules: FamilyRules, folder: Path, other_server: Server, handed: bool
) -> None:
    family = a_family()
    labels, before = [game.label for game in family], {g.uuid: g.version for g in family.all}
    log, secret = exported(family.top, folder, **({"hand_over": "there"} if handed else {}))
    if handed:
        assert {game.state for game in family.all} == {GameState.MOVED}
        assert all(kinds(game)[-1] == "handed_over" for game in family.all)
    other_server()
    top = imported(log, secret, restore=not handed)
    brought = Families().below(top)
    assert [game.label for game in brought] == labels and top.waits_for_players
    seat_everybody(top)
    games = list(Families().below(again(top)))
    assert [game.state for game in games] == [
        GameState.RUNNING, GameState.RESTING, GameState.RUNNING, GameState.RUNNING
    ]  # fmt: skip
    for game in games:
        assert game.version > before[game.uuid] and "taken_over" in kinds(game)
        assert (game.pk < 0) == bool(game.parent)
        for seat in game.seats.all():
            above = seat.stands_for
            assert (above is None and bool(seat.captain)) if not seat.email else above or not game.parent
            assert above is None or (above.email, above.name) == (seat.email, seat.name)
    assert sound(top).count(" ok:") == 4
    assert to_the_end(top).state == GameState.OVER
    assert sound(top).count(" ok:") == 4


def test_a_family_comes_home_to_its_people(rules: FamilyRules, folder: Path) -> None:
    family = a_family()
    over_there, secret = exported(family.top, folder, hand_over="nowhere")
    top = imported(over_there, secret)
    games = list(Families().below(top))
    assert [game.state for game in games] == [
        GameState.RUNNING, GameState.RESTING, GameState.RUNNING, GameState.RUNNING
    ]  # fmt: skip
    assert Game.objects.count() == 4
    assert [seat.player for seat in games[1].seats.all()] == ["Anna", "Boris"]
    assert sound(top).count(" ok:") == 4


def test_a_family_that_is_over_needs_no_secret(
    rules: FamilyRules, folder: Path, other_server: Server
) -> None:
    family = over(a_family())
    call_command("export", family.top.label, output=folder / "all.jsonl")
    other_server()
    top = imported(str(folder / "all.jsonl"))
    games = list(Families().below(top))
    assert [(game.state, game.told) for game in games] == [(GameState.OVER, place > 0) for place in range(4)]
    assert sound(top).count(" ok:") == 4


def test_a_family_can_be_kept_to_be_read(rules: FamilyRules, folder: Path, other_server: Server) -> None:
    log, secret = exported(a_family().top, folder)
    other_server()
    top = imported(log, secret, keep=True)
    assert {game.state for game in Families().below(top)} == {GameState.MOVED}
    assert sound(top).count(" ok:") == 4


def test_children_keep_their_letter_under_the_number_that_the_family_gets(
    rules: FamilyRules, folder: Path, other_server: Server
) -> None:
    family = a_family()
    letters = [game.label.partition("-")[2] for game in family]
    log, secret = exported(family.top, folder)
    number = family.top.pk
    other_server()
    server_key.must_be_ours()  # noted, as by any process of the other server
    Game(pk=number, title="taken", scenario="", head_hash=bytes(32), nonce=bytes(32), commitment="").save()
    top = imported(log, secret, keep=True)
    assert top.pk != number
    assert [game.label.partition("-")[2] for game in Families().below(top)] == letters
    assert all(game.label.startswith(top.label) for game in Families().below(top))
    assert sound(top).count(" ok:") == 4


def test_a_family_in_the_middle_of_a_question_is_not_handed_over(rules: FamilyRules) -> None:
    family = a_family()
    Game.objects.filter(pk=family.within.pk).update(played_from=family.within.version)
    with pytest.raises(Refused, match=f"{family.within.label} is in the middle of a phase"):
        hand_over(family.top, "there")
    assert GameState.MOVED not in {game.state for game in family.all}, "nobody else has gone either"
    with pytest.raises(Refused, match=f"belongs to {family.top.label}: hand that over"):
        hand_over(family.raid, "there")


def of_half(family: Family, folder: Path, drop: list[int], first: int = 0) -> str:
    games = [rows for place, rows in enumerate(parts(lines_of(family.top))) if place not in drop]
    path = folder / "half.jsonl"
    text = file_of(games[first:]) if len(games[first:]) > 1 else file_of(games[first:]).split("\n", 1)[1]
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("drop", "words"),
    [
        ([1, 2], r"comes with its family: export it whole.*is missing"),
        ([3], r"comes with its family: export it whole.*is missing"),
        ([2], r"comes with its family: export it whole.*is missing"),
        ([1, 2, 3], r"comes with its family: export it whole.*is missing"),
        ([0, 2, 3], r"comes with its family: export G\d+$"),
        ([0], r"comes with its family: export G\d+$"),
        ([1], r"does not stand before it"),
    ],
)
def test_half_a_family_is_refused(
    rules: FamilyRules, folder: Path, other_server: Server, drop: list[int], words: str
) -> None:
    path = of_half(over(a_family()), folder, drop)
    other_server()
    with pytest.raises(CommandError, match=words):
        call_command("import", Path(path))
    assert not Game.objects.exists()


def test_a_child_of_another_family_is_refused(rules: FamilyRules, folder: Path, other_server: Server) -> None:
    ours, theirs = (parts(lines_of(over(a_family()).top)) for _ in range(2))
    path = folder / "mixed.jsonl"
    path.write_text(file_of([*ours[:3], theirs[3]]), "utf-8")
    other_server()
    with pytest.raises(CommandError, match="does not stand before it"):
        call_command("import", path)
    path.write_text(file_of([*ours, *theirs]), "utf-8")
    with pytest.raises(CommandError, match="a file holds one family"):
        call_command("import", path)
    assert not Game.objects.exists()


def test_a_call_or_a_seat_that_no_row_can_hold_is_refused(
    rules: FamilyRules, folder: Path, other_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = over(a_family())
    call_command("export", family.top.label, output=folder / "all.jsonl")
    other_server()
    with monkeypatch.context() as narrow, pytest.raises(CommandError, match="up to 3 printable letters"):
        narrow.setattr(calls, "LONGEST_CALL", len(family.raid.call) - 1)
        imported(str(folder / "all.jsonl"))
    monkeypatch.setattr(Seat, "save", as_postgresql_refuses)
    with pytest.raises(CommandError, match="holds a name that no row can hold: too long"):
        imported(str(folder / "all.jsonl"))


def as_postgresql_refuses(*_: object, **__: object) -> None:
    raise DataError("too long")


def test_a_secret_of_the_top_alone_is_not_enough(
    rules: FamilyRules, folder: Path, other_server: Server
) -> None:
    family = a_family()
    log, _ = exported(family.top, folder)
    alone = folder / "alone.json"
    from games.proof import secret_files
    from tests.games.proof.custody_kit import WORD

    alone.write_bytes(secret_files.lock(family.top, WORD))
    other_server()
    with pytest.raises(CommandError, match="leaves are closed"):
        imported(log, str(alone), restore=True)


# forks


def test_a_fork_calls_again_what_was_open(rules: FamilyRules, folder: Path) -> None:
    family = a_family()
    fork = forks.fork(family.top, str(again(family.top).phase), why="a ruling")
    row, *again_called = kinds(fork)[-3:]
    assert row == "forked" and again_called == ["game_called_again"] * 2
    brought = children(fork)
    assert [game.label.partition("-")[2] for game in brought] == [
        family.raid.label.partition("-")[2], family.foray.label.partition("-")[2]
    ]  # fmt: skip
    assert {game.uuid for game in brought}.isdisjoint({game.uuid for game in family})
    assert all(game.waits_for_players for game in (fork, *brought))
    assert {game.phase for game in brought} == {1}
    assert sound(fork, family.top).count(" ok:") == 3 + 4
    seat_everybody(fork)
    assert not any(game.waits_for_players for game in Families().below(again(fork)))
    play(fork, "RAID")  # its own calls go on behind the letters that are taken
    labels = [game.label for game in Families().below(again(fork))]
    assert len(set(labels)) == len(labels) == 4
    assert to_the_end(fork).state == GameState.OVER
    assert sound(fork).count(" ok:") == 4
    to_the_end(family.top)
    call_command("export", fork.label, output=folder / "fork.jsonl")
    out = StringIO()
    call_command("verify", str(folder / "fork.jsonl"), stdout=out)
    assert out.getvalue().count(" ok:") == 4


def test_what_was_told_stays_told_in_a_fork(rules: FamilyRules, folder: Path) -> None:
    family = a_family()
    to_the_end(family.raid)
    top = play(family.top)
    assert again(family.raid).told
    fork = forks.fork(top, str(again(top).phase))
    assert [game.call for game in children(fork)] == [family.foray.call]
    assert sound(fork).count(" ok:") == 2
    seat_everybody(fork)
    to_the_end(fork)
    to_the_end(top)
    call_command("export", fork.label, output=folder / "fork.jsonl")
    out = StringIO()
    call_command("verify", str(folder / "fork.jsonl"), stdout=out)
    assert out.getvalue().count(" ok:") == 2


def test_a_child_is_not_forked_alone(rules: FamilyRules) -> None:
    family = a_family()
    with pytest.raises(CommandError, match=f"{family.raid.label} belongs to {family.top.label}: fork that"):
        call_command("fork", family.raid.label, at="1")
    to_the_end(family.top)
    with pytest.raises(CommandError, match=f"belongs to {family.top.label}: fork that"):
        call_command("fork", family.raid.label, at="1")


# copies


def test_a_family_is_rehearsed_with_its_top(rules: FamilyRules, folder: Path) -> None:
    family = over(a_family())
    out = StringIO()
    call_command("rehearse", family.top.label, stdout=out)
    assert out.getvalue().count(" ok:") == 4
    call_command("export", family.top.label, output=folder / "all.jsonl")
    call_command("rehearse", str(folder / "all.jsonl"), stdout=out)
    assert out.getvalue().count(" ok:") == 8
    assert "6 of 6 phases come out the same" in out.getvalue()
    call_command("rehearse", stdout=out)
    assert out.getvalue().count(" ok:") == 12


def test_dice_of_children_are_renewed_like_their_parents(
    rules: FamilyRules, folder: Path, other_server: Server
) -> None:
    family = a_family()
    out = StringIO()
    call_command("restored", all=True, stdout=out)
    assert out.getvalue().count("new dice from phase") == 4
    assert all(kinds(game)[-1] == "dice_renewed" for game in family.all)
    assert sound(family.top).count(" ok:") == 4
    log, secret = exported(family.top, folder)
    other_server()
    top = imported(log, secret, restore=True)
    seat_everybody(top)
    assert to_the_end(top).state == GameState.OVER, "what is sealed has come along"
    assert sound(top).count(" ok:") == 4


def test_a_resting_parent_gets_new_dice_too(rules: FamilyRules) -> None:
    rules.ahead = 0
    family = a_family_at_rest()
    assert family.state == GameState.RESTING
    game = renewal.renew(family, "a test")
    assert game.state == GameState.RESTING and sound(game).count(" ok:") == 2


def a_family_at_rest() -> Game:
    from games.play.creation import create_game
    from tests.games.kit import ANNA, BORIS

    return play(create_game("purse", {"normans": ANNA, "arabs": BORIS}), "RAID")


def test_a_call_that_was_lost_is_made_again_with_other_dice(rules: FamilyRules, folder: Path) -> None:
    """In the history that was lost the same call may have been made, and its dice shown."""
    from games.play.creation import create_game
    from tests.games.kit import ANNA, BORIS

    top = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    rows = list(eventlog.rows(top.pk))
    lost = play(top, "RAID")
    [of_lost] = [e for e in eventlog.events(lost.pk) if isinstance(e, engine.GameCalled)]
    assert len(rows) < lost.version
    # the same call of the same game, behind a renewal
    again_made = a_renewed_twin(rules)
    first, second = again_made
    assert first.call == of_lost.call == second.call
    assert (first.game, first.opening[0].data) != (second.game, second.opening[0].data)


def a_renewed_twin(rules: FamilyRules) -> tuple[engine.GameCalled, engine.GameCalled]:
    """What one game calls without and with new dice, from the same beginning."""
    from games.play import adjudication
    from games.play.creation import create_game
    from tests.games.kit import ANNA, BORIS, file

    top = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    file(again(top), "normans", "RAID")
    table = eventlog.load(top.pk).battle
    assert isinstance(table, Purses)
    without = adjudication.adjudicated(again(top), table, "all in")
    game = renewal.renew(again(top), "a copy was restored")
    table = eventlog.load(game.pk).battle
    renewed = adjudication.adjudicated(game, table, "all in")
    calls = [e for e in (*without, *renewed) if isinstance(e, engine.GameCalled)]
    adjudication.attend(game.pk)
    assert Event.objects.filter(game=game, type="game_called").exists()
    assert sound(again(game)).count(" ok:") == 2
    return calls[0], calls[1]
