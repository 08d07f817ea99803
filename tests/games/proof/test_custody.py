"""Games that move from one server to another, with their log, their dice and their question; and
copies of games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

from games.models import (
    Adjudication,
    Game,
    GameState,
    OutboundMail,
    Question,
    Seat,
)
from games.play import adjudication
from games.play.creation import Captain, take_seat
from games.proof import custody, export, game_files, verification
from games.proof.secret_files import Unlocked, WrongSecret, lock, unlock
from games.record import chaining, dice, eventlog, roots
from games.record.stored import Stored
from games.seats import seats
from rules import engine
from tests.games.kit import a_game, a_game_of_captains, again
from tests.games.play.questions_kit import play_until_asked
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, a_battle, text_of, the_answer
from tests.games.proof.custody_kit import WORD, exported, folder, imported, other_server, seat_everybody
from tests.games.verifying import verify_game

__all__ = ["folder", "other_server"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Game:
    return in_its_fourth_phase()


def in_its_fourth_phase() -> Game:
    """A real battle in its fourth phase, with an order filed for it."""
    game = a_battle()
    for _ in range(3):
        adjudication.close_phase(again(game), "deadline")
    game = again(game)
    seat = game.seats.get(awaited=True)
    Post(seat).write("\n".join(engine.captain_orders(eventlog.load(game.pk).battle, seat.name, "bold")))
    return again(game)


def test_a_game_goes_on_elsewhere_with_the_same_log_and_the_same_dice(
    battle: Game, folder: Path, other_server: Callable[[], None]
) -> None:
    loaded = eventlog.load(battle.pk).battle
    would = adjudication.adjudicated(battle, loaded, "all orders in")
    rows, index = list(eventlog.rows(battle.pk)), [a.__dict__ for a in battle.adjudications.all()]
    log, secret = exported(battle, folder, hand_over="https://other.example.org")
    here = again(battle)
    assert (here.state, here.version) == (GameState.MOVED, battle.version + 1)
    number, seats_filed = battle.pk, [s.filed_seq > battle.opened_seq for s in battle.seats.all()]

    other_server()
    game = imported(log, secret)
    assert (game.pk, game.uuid, game.title) == (number, battle.uuid, battle.title)
    assert (game.state, game.phase, game.phase_key) == (GameState.HELD, 4, battle.phase_key)
    assert [s.filed_seq > game.opened_seq for s in game.seats.all()] == seats_filed
    assert list(eventlog.rows(game.pk, last=len(rows))) == rows
    last = [row.event for row in eventlog.rows(game.pk, len(rows) + 1)]
    assert last == [
        engine.HandedOver(to="https://other.example.org"),
        engine.TakenOver(by="https://other.example.org", why="handed over"),
    ]
    assert engine.digest(eventlog.load(game.pk).battle) == engine.digest(loaded)
    assert [{**a.__dict__, **_local(a)} for a in game.adjudications.all()] == [
        {**a, **_local_values(a)} for a in index
    ]
    assert b"anna" not in Path(log).read_bytes()

    adjudication.attend(game.pk)
    assert again(game).phase == 4, "nobody sits there yet"
    game = seat_everybody(game)
    assert (game.state, game.trouble) == (GameState.RUNNING, "") and game.phase_due is not None
    told = OutboundMail.objects.filter(game=game, subject__contains="now reaches you here")
    assert {m.to for m in told} == {f"{s.name}@new.example.org" for s in game.seats.all()}
    adjudication.attend(game.pk)
    game = again(game)
    assert game.phase == 5, game.trouble
    assert list(eventlog.events(game.pk, len(rows) + 3)) == would
    assert verification.check(game).dice > 0
    call_command("rehearse", game.label)


def _local(row: Adjudication) -> dict[str, Any]:
    return _local_values(row.__dict__)


def _local_values(values: dict[str, Any]) -> dict[str, Any]:
    """What another server need not have alike."""
    return {
        "_state": None, "id": None, "_prefetched_objects_cache": None,
        "closed": values["closed"].timestamp() // 60, "head_hash": bytes(values["head_hash"]),
    }  # fmt: skip


def test_the_old_server_is_done_with_it(battle: Game, folder: Path, client: Client) -> None:
    seat = battle.seats.get(awaited=True)
    exported(battle, folder, hand_over="elsewhere")
    version = again(battle).version
    adjudication.attend(battle.pk)
    mail = Post(Seat.objects.get(pk=seat.pk)).write("MOVE Robert stay")
    assert "not played on this server any more" in text_of(the_answer(mail))
    for command in (("closephase", battle.label), ("export", battle.label, "--hand-over", "x")):
        with pytest.raises(CommandError):
            call_command(*command)
    with pytest.raises(custody.Refused, match="not played here"):
        custody.hand_over(again(battle), "x")
    assert again(battle).version == version
    page = " ".join(client.get(f"/g/{battle.pk}").content.decode().split())
    assert "not played on this server" in page and "Take this seat" not in page
    client.get(f"/s/{seats.link_secret(Seat.objects.get(pk=seat.pk))}")
    assert client.get(f"/g/{battle.pk}/seat/{seat.name}").status_code == 200


@pytest.mark.parametrize("form", [1, 2])
def test_a_game_comes_home_to_its_people(
    folder: Path, other_server: Callable[[], None], monkeypatch: pytest.MonkeyPatch, form: int
) -> None:
    """There and back: the copy that stayed behind takes up what was played elsewhere."""
    monkeypatch.setattr(eventlog, "FORM", form)
    battle = in_its_fourth_phase()
    known = roots.all_of_game(battle) if form == 2 else []
    log, _ = exported(battle, folder, hand_over="elsewhere")
    ours = list(eventlog.rows(battle.pk))
    file = game_files.read(Path(log))
    away = engine.TakenOver(by="https://other.example.org", why="handed over")
    back = engine.HandedOver(to="home")
    rows = list(file.rows)
    for event in (away, back):
        last = rows[-1]
        name = f"custody:{last.seq + 1}"
        rows.append(Stored(last.seq + 1, *engine.encode(event), name, last.recorded_us, b"linked"))
    rows = list(chaining.relinked(battle.uuid, rows, *known))
    links = sum(1 for row in rows if row.hash)
    head = replace(file.head, events=len(rows), head=rows[-1].hash.hex(), links=links)
    unlocked = Unlocked(dice.last_secret(again(battle)), tuple(known))
    game = custody.bring_in(game_files.GameFile(head, rows), unlocked)
    assert game.pk == battle.pk and game.state == GameState.RUNNING
    assert list(eventlog.rows(game.pk))[: len(ours)] == ours
    assert {s.email for s in game.seats.all()} == {s.email for s in battle.seats.all()}
    adjudication.attend(game.pk)
    assert again(game).phase == 5


def test_a_game_in_the_middle_of_a_phase_is_restored_with_its_question(
    folder: Path, other_server: Callable[[], None]
) -> None:
    game = a_battle()
    question = play_until_asked(game)
    with pytest.raises(CommandError, match="in the middle of a phase"):
        exported(game, folder, hand_over="elsewhere")
    assert not (folder / "secret.json").exists()
    name, title = question.name, again(game).phase_title
    log, secret = exported(game, folder)
    other_server()
    with pytest.raises(CommandError, match="--restore"):
        imported(log, secret)
    assert not Game.objects.exists()
    game = imported(log, secret, restore=True)
    assert (game.state, game.phase_title, game.played_from > 0) == (GameState.HELD, title, True)
    game = seat_everybody(game)
    assert game.state == GameState.ASKING
    found = Question.objects.get(answered=None)
    assert found.name == name and found.due > found.asked
    assert OutboundMail.objects.filter(kind="question", to=found.seat.email).exists()
    call_command("closephase", game.label)
    assert (again(game).state, again(game).trouble) == (GameState.RUNNING, "")
    assert verification.check(again(game)).events == again(game).version


def test_an_answer_is_not_taken_for_one_that_was_given_on_another_server(
    folder: Path, other_server: Callable[[], None]
) -> None:
    """Questions are numbered anew here; the commands of the log keep their names."""
    game = a_battle()
    question = play_until_asked(game)
    for _ in range(8):
        if again(game).state != GameState.ASKING:
            break
        adjudication.questions.run_out(again(game))
        adjudication.play_on(again(game))
    play_until_asked(game)
    log, secret = exported(game, folder)
    other_server()
    game = seat_everybody(imported(log, secret, restore=True))
    [question] = Question.objects.filter(answered=None)
    assert adjudication.questions.answer(question.pk, "1").status == "answer taken"
    assert again(game).version == question.seq + 1


def test_without_the_secret_it_is_kept_and_not_played(
    battle: Game, folder: Path, other_server: Callable[[], None], client: Client, capsys: Any
) -> None:
    log, secret = exported(battle, folder)
    other_server()
    with pytest.raises(CommandError, match="nothing of the file can be checked without the roots"):
        imported(log)
    assert not Game.objects.exists()
    game = imported(log, secret, keep=True)
    said = capsys.readouterr().out
    assert game.state == GameState.MOVED and f"manage.py fork {game.label} --at 4" in said
    assert verification.check(game).events == battle.version
    assert [client.get(f"/g/{game.pk}{page}").status_code for page in ("", "/t/2n")] == [200, 302]
    again_imported = imported(log, secret, keep=True)
    assert again_imported.pk == game.pk and Game.objects.count() == 1
    seat = game.seats.first()
    assert (
        client.post(f"/g/{game.pk}/join/{seat.name}", {"name": "X", "email": "x@example.org"}).status_code
        == 302
    )
    assert not Seat.objects.exclude(email="").exists()


def test_a_finished_game_is_read_and_exported_as_the_same_file(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None]
) -> None:
    game = a_game_of_captains()
    for _ in range(PocketRules.phases):
        adjudication.attend(game.pk)
    call_command("export", game.label, output=folder / "log.jsonl")
    other_server()
    a_game()  # its number is taken
    found = imported(str(folder / "log.jsonl"))
    assert found.state == GameState.OVER and found.outcome["winner"] == "normans" and found.ended
    assert found.adjudications.count() == 6
    head, *lines = list(export.lines(found))
    old_head, *old_lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    assert lines == old_lines
    assert {**json.loads(head), "label": ""} == {**json.loads(old_head), "label": ""}
    assert a_game().pk > found.pk


def test_the_secret_is_locked(pocket: PocketRules, folder: Path) -> None:
    game, other = a_game(), a_game()
    log, secret = exported(game, folder)
    contents = Path(secret).read_text()
    assert dice.last_secret(game).hex() not in contents and dice.secret(game, 1).hex() not in contents
    assert Path(secret).stat().st_mode & 0o077 == 0
    of_it = str(game.uuid), game.commitment
    unlocked = unlock(contents.encode(), WORD, *of_it)
    assert unlocked == Unlocked(dice.last_secret(game), tuple(roots.all_of_game(game)))
    assert roots.of_game(game).hex() not in contents
    for locked, word, whose, why in (
        (contents, "another passphrase", of_it, "the passphrase is not"),
        (contents, WORD, (str(other.uuid), other.commitment), "another game"),
        ("{}", WORD, of_it, "no file of"),
        ("\0", WORD, of_it, "no file of"),
        (contents.replace('"locked": "', '"locked": "00'), WORD, of_it, "no file of"),
    ):
        with pytest.raises(WrongSecret, match=why):
            unlock(locked.encode(), word, *whose)
    with pytest.raises(WrongSecret, match="at least 12"):
        lock(game, "short")
    with pytest.raises(CommandError, match="exists"):
        call_command("export", game.label, output=log, secret=Path(secret), passphrase_file=folder / "word")


def test_a_secret_stays_sealed_with_the_new_servers_key(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None], settings: Any
) -> None:
    game = a_game()
    last = dice.last_secret(game)
    log, secret = exported(game, folder, hand_over="elsewhere")
    other_server()
    found = imported(log, secret)
    assert dice.last_secret(found) == last
    stored = repr(Game.objects.values().get(pk=found.pk))
    assert last.hex() not in stored and repr(last)[2:-1] not in stored
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third", ["another server's key"]
    assert dice.last_secret(found) == last
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(dice.DiceKeyLost):
        dice.secret(found, 1)


def test_mail_of_a_seat_taken_by_command(pocket: PocketRules) -> None:
    """seatplayer also fills the free seats of a game that has not begun."""
    game = a_game(seats={})
    call_command("seatplayer", game.label, "arabs", captain="bold")
    call_command("seatplayer", game.label, "normans", email="carla@example.org", name="Carla")
    assert again(game).state == GameState.RUNNING
    with pytest.raises(CommandError, match="are taken"):
        call_command("seatplayer", game.label, "arabs", captain="bold")


def test_a_game_of_the_first_form_comes_in_and_goes_back_in_it(
    pocket: PocketRules,
    folder: Path,
    other_server: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """New games here have logs of form 2; this one is played to its end by the recipe that it began with."""
    with monkeypatch.context() as earlier:
        earlier.setattr(eventlog, "FORM", 1)
        game = a_game_of_captains()
    for _ in range(2):
        adjudication.attend(game.pk)
    log, secret = exported(again(game), folder, hand_over="a server of today")
    other_server()
    found = imported(log, secret)
    for seat in found.seats.all():
        take_seat(seat, Captain("bold"))
    for _ in range(PocketRules.phases):
        adjudication.attend(found.pk)
    found = again(found)
    assert (found.form, found.state, a_game().form) == (1, GameState.OVER, 2)
    whole = b"".join(export.lines(found)).decode()
    assert json.loads(whole.split("\n")[0])["format"] == "pbem-log-1"
    assert verify_game.check(whole)[1].dice == verification.check(found).dice == 12
