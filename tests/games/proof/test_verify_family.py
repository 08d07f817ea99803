"""The stand-alone verifier and families: the whole of them, and what a seat may know."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Game
from games.play import adjudication, creation
from games.proof import seat_files
from games.proof.family_rows import Families
from games.record import roots
from tests.games.family_rules import FamilyRules
from tests.games.kit import Player, again, file
from tests.games.proof.family_kit import (
    a_family,
    file_of,
    kind_of,
    lines_of,
    over,
    parts,
    play,
    rules,
    server_kind,
    to_the_end,
)
from tests.games.proof.forgery_two_kit import Rows
from tests.games.verifying import text_of, verify_game

__all__ = ["rules"]
pytestmark = pytest.mark.django_db


def whole(top: Game) -> str:
    return b"".join(lines_of(top)).decode()


def of_seat(game: Game, seat: str | None) -> str:
    return b"".join(seat_files.lines(again(game), seat)).decode()


def seat_parts(text: str) -> list[Rows]:
    return parts(text.encode().splitlines())


def server_finds(top: Game, games: list[Rows]) -> str | None:
    """The class of the fault that the server finds in a file whose roots it knows."""
    known = {str(game.uuid): tuple(roots.all_of_game(game)) for game in Families().below(again(top))}
    return server_kind(file_of(games), known)


# whole


def test_a_family_that_is_over_is_checked_whole(
    rules: FamilyRules, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    family = over(a_family())
    path = tmp_path / "all.jsonl"
    path.write_bytes(b"".join(lines_of(family.top)))
    assert verify_game.main([str(path)]) == 0
    told = capsys.readouterr().out
    for game in family:
        assert f"\n{game.label}  " in f"\n{told}"
    assert "2 games called, as its root gives them; 2 told" in told
    assert f"called by {family.raid.label} in event" in told
    assert told.count("What this file cannot prove") == 1
    assert verify_game.main([str(path), again(family.within).head, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [game["label"] for game in answer["games"]] == [game.label for game in family]
    assert all(game["dice"] and game["closed_leaves"] == 0 for game in answer["games"])


def test_a_running_family_is_closed(rules: FamilyRules) -> None:
    family = a_family()
    with pytest.raises(verify_game.Closed) as why:
        verify_game.check(whole(family.top))
    assert all(game.label in str(why.value) for game in family)


def test_a_child_by_itself_says_that_its_family_shows_more(rules: FamilyRules) -> None:
    family = over(a_family())
    [*_, alone] = parts(lines_of(family.top))
    _, checked = verify_game.check(text_of(alone))
    assert [mark for mark, _ in checked.kin] == ["not"] and str(family.top.uuid) in checked.kin[0][1]


def test_a_part_of_a_family_is_checked_as_far_as_it_goes(rules: FamilyRules) -> None:
    """The page of a child gives its file and those of what it has called."""
    family = over(a_family())
    games = parts(lines_of(family.top))[1:3]
    _, checked = verify_game.check(file_of(games))
    assert [mark for mark, _ in checked.kin] == ["ok", "not"]
    assert [mark for mark, _ in checked.family[0][1].kin] == ["ok"]
    assert parts(lines_of(family.raid)) == games


def test_a_parent_by_itself_misses_its_children(rules: FamilyRules) -> None:
    alone, *_ = parts(lines_of(over(a_family()).top))
    fault = kind_of(text_of(alone))
    assert fault is not None and fault[0] == "missing"


def test_mails_of_every_game_of_a_family_are_found(rules: FamilyRules) -> None:
    family = over(a_family())
    heads = [again(game).head for game in family]
    _, checked = verify_game.check(whole(family.top), heads)
    assert [words.split(":")[0] for words in checked.seen] == [game.label for game in family]
    mails = {
        game.label: f"Subject: [{game.label} T1]\n\nhead {again(game).head}\n" for game in family
    }  # fmt: skip
    mails["other"] = f"Subject: [G999 T1]\n\nhead {'0' * 64}\n"
    _, checked = verify_game.check(whole(family.top), None, mails)
    assert [len(of_it.seen) for of_it in (checked, *(one for _, one in checked.family))] == [1, 1, 1, 1]
    assert len(checked.passed_over) == 1
    with pytest.raises(verify_game.Fault, match="foreign fork"):
        verify_game.check(whole(family.top), ["0" * 64])


def test_a_game_that_is_called_off_is_over(rules: FamilyRules) -> None:
    rules.patient, rules.ahead = False, 99
    family = a_family()
    top = family.top
    while again(top).state == "running":
        play(top)
    adjudication.attend(top.pk)
    for game in (family.raid, family.within, family.foray):
        adjudication.attend(game.pk)
    games = parts(lines_of(top))
    assert [rows[-2]["type"] for rows in games[1:]] == ["called_off"] * 3
    assert kind_of(file_of(games)) is None
    out = StringIO()
    call_command("verify", top.label, stdout=out)
    assert out.getvalue().count(" ok:") == 4


def test_calls_behind_new_dice_are_checked(rules: FamilyRules) -> None:
    top = a_family().top
    call_command("restored", top.label, stdout=StringIO())
    play(top, "RAID")
    to_the_end(top)
    assert kind_of(whole(top)) is None


# one seat's


def test_a_seat_has_one_file_of_all_games_that_it_plays(rules: FamilyRules) -> None:
    family = a_family()
    arabs, normans = of_seat(family.top, "arabs"), of_seat(family.top, "normans")
    assert [rows[0]["label"] for rows in seat_parts(arabs)] == [game.label for game in family]
    assert [rows[0]["label"] for rows in seat_parts(normans)] == [game.label for game in family[:3]]
    for text in (arabs, normans):
        _, checked = verify_game.check(text)
        assert [of_it.kin for _, of_it in checked.family] and checked.kin == []
    assert family.foray.label.rpartition("-")[2] != family.raid.label.rpartition("-")[2]
    for secret in (family.foray.label, str(family.foray.uuid), str(family.foray.pk), "foray"):
        assert secret not in normans
    assert json.loads(of_seat(family.top, None).split("\n")[0])["format"] == "pbem-log-2"
    below = of_seat(family.raid, "normans")
    assert [rows[0]["label"] for rows in seat_parts(below)] == [family.raid.label, family.within.label]
    verify_game.check(below)


def test_what_a_seat_does_not_know_changes_no_byte_of_its_file(rules: FamilyRules) -> None:
    """A foray of the others, however often it is played and told."""
    family = a_family()
    before = of_seat(family.top, "normans")
    play(family.foray)
    to_the_end(family.foray)
    adjudication.attend(family.top.pk)
    assert again(family.foray).told and again(family.top).version > family.top.version
    assert of_seat(family.top, "normans") == before


def test_a_seat_that_plays_no_child_has_the_file_of_one_game(rules: FamilyRules) -> None:
    from games.play.creation import create_game
    from tests.games.kit import ANNA, BORIS

    top = create_game("purse", {"normans": ANNA, "arabs": BORIS})
    play(top, "FORAY")
    assert json.loads(of_seat(top, "arabs").split("\n")[0])["format"] == "pbem-log-2"
    assert json.loads(of_seat(top, "normans").split("\n")[0]) == {
        "format": "pbem-family-2", "view": "seat:normans", "games": 2
    }  # fmt: skip


def test_a_seats_file_is_checked_until_the_end_of_its_children(rules: FamilyRules) -> None:
    family = a_family()
    to_the_end(family.raid)
    adjudication.attend(family.top.pk)
    text = of_seat(family.top, "normans")
    _, checked = verify_game.check(text)
    assert next(words for _, of_it in checked.family for _, words in of_it.kin).endswith("and told")
    games = seat_parts(text)
    running = of_seat_before(games)
    assert kind_of(running) == ("family", f"{family.raid.label}, the head line")


def of_seat_before(games: list[Rows]) -> str:
    """A child that was told, with its last command taken out: whoever made the file knows how to."""
    raid = games[1]
    last = max(place for place, row in enumerate(raid[:-1]) if "leaves" in row)
    raid = raid[: last + 1]
    raid[0] = {**raid[0], "links": raid[-1]["link"], "head": raid[-1]["hash"]}
    return file_of([games[0], raid, *games[2:]], view="seat:normans")


@pytest.mark.parametrize("how", ["without a child", "another's child", "another seat's", "twice", "counted"])
def test_a_seats_file_with_other_games_is_refused(rules: FamilyRules, how: str) -> None:
    family, other = a_family(), a_family(Player("Carla", "carla@example.org"))
    games = seat_parts(of_seat(family.top, "normans"))
    theirs = seat_parts(of_seat(other.top, "normans"))
    arabs = seat_parts(of_seat(family.top, "arabs"))
    changed: dict[str, tuple[list[Rows], dict[str, Any], set[str]]] = {
        "without a child": (games[:2], {}, {"missing"}),
        "another's child": ([*games[:2], theirs[2]], {}, {"family"}),
        "another seat's": ([games[0], games[1], arabs[2]], {}, {"family"}),
        "twice": ([*games, games[2]], {}, {"extra"}),
        "counted": (games, {"games": 4}, {"truncated"}),
    }
    rows, head, kinds = changed[how]
    fault = kind_of(file_of(rows, view="seat:normans", **head))
    assert fault is not None and fault[0] in kinds, fault


def test_a_seat_that_was_given_away_is_named_and_not_in_the_file(rules: FamilyRules) -> None:
    """All else is checked, and nobody else's leaves are opened."""
    family = a_family()
    seat = family.within.seats.get(name="normans")
    creation.change_player(seat, email="carla@example.org", only_here=True)
    text = of_seat(family.top, "normans")
    assert json.loads(text.split("\n")[0])["given"] == [[family.within.label, "normans"]]
    assert [rows[0]["label"] for rows in seat_parts(text)] == [family.top.label, family.raid.label]
    _, checked = verify_game.check(text)
    [(_, below)] = checked.family
    assert ("not", f"{family.within.label}: somebody else plays normans there") == (
        below.kin[-1][0], below.kin[-1][1].partition(",")[0]
    )  # fmt: skip
    games = seat_parts(text)
    for given in (None, [], [[family.within.label, "arabs"]], [*[[family.within.label, "normans"]] * 2]):
        fault = kind_of(file_of(games, view="seat:normans", **({} if given is None else {"given": given})))
        assert fault is not None and fault[0] in ("missing", "family"), given
    for odd in ("x", [1], [["a"]], {"a": "b"}, [[1, 2]], None):
        with pytest.raises(verify_game.NoGame):
            verify_game.check(file_of(games, view="seat:normans", given=odd))


# a tail that waits for its link


def test_what_only_some_may_know_waits_and_is_counted(rules: FamilyRules) -> None:
    from games.play.creation import create_game
    from tests.games.kit import ANNA, BORIS

    top = play(create_game("purse", {"normans": ANNA, "arabs": BORIS}), "FORAY")
    [foray] = top.children.all()
    to_the_end(foray)
    adjudication.attend(top.pk)
    assert again(foray).told and again(top).linked_seq < again(top).version
    games = parts(lines_of(top))
    assert [row["type"] for row in games[0] if "seq" in row][-1] == "game_told"
    assert server_finds(top, games) is None
    with pytest.raises(verify_game.Closed):
        verify_game.check(file_of(games))
    last = games[0][-1]
    for change in ({"shown": [{**last["shown"][0], "audience": "table"}]}, {"audience": "table"}):
        forged = [[*games[0][:-1], {**last, **change}], games[1]]  # of which all may know: it makes a link
        assert kind_of(file_of(forged)) == ("truncated", f"{top.label}, command {last['link']}"), change
        assert server_finds(top, forged) == "truncated", change
    file(again(top), "arabs", "HOLD on")
    games = parts(lines_of(top))
    assert [row["type"] for row in games[0] if "seq" in row][-2:] == ["game_told", "orders_accepted"]
