"""Position files of a game, from its pages and by command: each reader gets what he knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.judge import moments
from games.models import Game
from games.play.creation import Player, create_game
from games.record import eventlog
from rules import engine
from tests.games import arena
from tests.games.arena import OTHER_SECRET, SECRET_ORDER, anna, boris, no_mail, sits
from tests.games.family_kit import a_family, called, rules
from tests.games.views.games_kit import game, last_turn, played

__all__ = ["game", "no_mail", "played", "rules"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]


def position(client: Client, page: str) -> str:
    response = client.get(f"{page}/position.txt")
    assert response.status_code == 200 and response["Content-Type"] == "text/plain; charset=utf-8"
    assert "private" in response["Cache-Control"]
    return response.content.decode()


def faults(text: str) -> list[str]:
    """What the judge has to mend in a file, but for dice that were not given."""
    found = [one.words for one in engine.judge(text) if one.kind == "fault"]
    return [words for words in found if "is not given" not in words]


def test_a_page_links_to_its_position_file_which_the_judge_reads(client: Client, played: Game) -> None:
    turn = f"/g/{played.pk}/t/{last_turn(played).key}"
    for page in (f"/g/{played.pk}", turn):
        assert f'href="{page}/position.txt"' in client.get(page).content.decode()
        assert faults(position(client, page)) == []
    sits(client, anna(played))
    desk = client.get(f"/g/{played.pk}/seat/{anna(played).name}").content.decode()
    assert f'href="/g/{played.pk}/position.txt?as={anna(played).name}"' in desk


def test_the_moment_is_that_before_the_phase_was_played(client: Client, played: Game) -> None:
    first = played.adjudications.order_by("first_seq").first()
    assert first
    then, now = position(client, f"/g/{played.pk}/t/{first.key}"), position(client, f"/g/{played.pk}")
    assert f"phase {first.phase} " in then and f"phase {played.phase} " in now
    assert f"# {played.label}, {first.key}, about to be played: as everybody may know it" in then
    assert f"# {played.label}, {played.phase_key}, open: as everybody may know it" in now


def test_each_reader_gets_his_own_papers_running_or_over(played: Game) -> None:
    arena.file_secretly(anna(played))
    arena.file_secretly(boris(played), OTHER_SECRET)
    normans, lombards = (sits(Client(), seat) for seat in (anna(played), boris(played)))
    readers = {"": Client(), SECRET_ORDER: normans, OTHER_SECRET: lombards}
    for over in (False, True):
        if over:
            played = arena.play_out(played)
        pages = [f"/g/{played.pk}/t/{one.key}" for one in played.adjudications.all()]
        for own, reader in readers.items():
            told = "".join(position(reader, page) for page in (f"/g/{played.pk}", *pages))
            assert [order in told for order in (SECRET_ORDER, OTHER_SECRET)] == [
                own == SECRET_ORDER, own == OTHER_SECRET
            ]  # fmt: skip
    turn = f"/g/{played.pk}/t/{last_turn(played).key}/position.txt?as={boris(played).name}"
    assert OTHER_SECRET in Client().get(turn).content.decode()  # opened to all, if asked for


def test_a_child_that_may_not_be_looked_at_has_none(client: Client, rules: Any) -> None:
    child = called(a_family())
    for number in (child.number, f"{child.number}zz"):
        assert client.get(f"/g/{number}/position.txt").status_code == 404
    raid = called(a_family(children_open=True))  # of which all may know, but no form has its positions
    pages = [f"/g/{one.number}{page}" for one in (raid, child) for page in ("", "/position.txt")]
    answers = [client.get(page).status_code for page in pages]
    assert answers == [200, 404, 404, 404]


def test_what_has_no_position_is_not_there(client: Client, played: Game) -> None:
    for page in (f"/g/{played.pk}/t/t99-normans", "/g/4711", f"/g/{played.pk}/t/{played.phase_key}"):
        assert client.get(f"{page}/position.txt").status_code == 404


# by command


def told(capsys: Any, *command: Any) -> str:
    call_command("position", *command)
    return str(capsys.readouterr().out)


def test_the_command_tells_what_everybody_knows_a_seat_or_all(
    capsys: Any, played: Game, tmp_path: Path
) -> None:
    arena.file_secretly(anna(played))
    label, name = played.label, anna(played).name
    assert told(capsys, label) == moments.position(played)
    assert SECRET_ORDER not in told(capsys, label)
    assert SECRET_ORDER in told(capsys, label, "--seat", name)
    assert OTHER_SECRET not in told(capsys, label, "--seat", name)
    everything = told(capsys, label, "--truth")
    assert SECRET_ORDER in everything and OTHER_SECRET in everything and ": all of it" in everything
    file = tmp_path / "p.txt"
    assert told(capsys, label, "-o", str(file)) == "" and file.read_text("utf-8") == moments.position(played)


def test_a_phase_is_played_again_from_its_file_with_its_dice(capsys: Any) -> None:
    game = arena.fight(6)
    for turn in game.adjudications.order_by("first_seq")[2:5]:
        text = told(capsys, game.label, "--at", turn.key.upper(), "--truth", "--dice")
        found = list(engine.judge(text))
        assert [one.words for one in found if one.kind == "fault"] == []
        happened = [event.kind for event in eventlog.events(game.pk, turn.first_seq, turn.last_seq)]
        again = [one.data["kind"] for one in found if one.kind in ("event", "die")]
        apart = {"phase_closed", "secret_revealed", "dice_renewed"}
        assert again == [kind for kind in happened if kind not in apart]


def test_dice_are_told_as_far_as_the_reader_may_know_them(capsys: Any) -> None:
    game = arena.fight(6)
    turns = game.adjudications.order_by("first_seq")
    assert any("\n[dice]\n" in told(capsys, game.label, "--at", turn.key, "--dice") for turn in turns)
    assert not any("\n[dice]\n" in told(capsys, game.label, "--at", turn.key) for turn in turns)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("G4711",), "there is no game G4711"),
        (("Robert",), "is no game"),
        (("{game}", "--at", "t99-normans"), "has no moment 't99-normans'; it has t1-"),
        (("{game}", "--seat", "popes"), "has the seats .*, not popes"),
        (("{game}", "-o", "/nowhere/at/all"), "No such file"),
    ],
)
def test_what_there_is_not_is_named(played: Game, command: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("position", *(word.format(game=played.label) for word in command))


def test_a_game_of_another_scale_is_refused_in_words(rules: Any) -> None:
    with pytest.raises(CommandError, match="cannot be put up as a position file yet"):
        call_command("position", a_family().label)


def test_a_siege_has_position_files_too_and_nobody_reads_the_plan_of_the_other(client: Client) -> None:
    seats = {name: Player(name.title(), f"{name}@players.example.org") for name in ("normans", "byzantines")}
    game = create_game("siege-castle", seats, absent="extend_once")
    arena.file_secretly(game.seats.get(name="normans"), "IF day at least 3 THEN PARLEY")
    page = f"/g/{game.pk}"
    assert f'href="{page}/position.txt"' in client.get(page).content.decode()
    public = position(client, page)
    assert "siege castle\nday 1\n" in public and "PARLEY" not in public and faults(public) == []
    inside = sits(Client(), game.seats.get(name="byzantines"))
    assert "PARLEY" not in position(inside, page)
    outside = position(sits(Client(), game.seats.get(name="normans")), page)
    assert "IF day at least 3 THEN PARLEY" in outside and faults(outside) == []
