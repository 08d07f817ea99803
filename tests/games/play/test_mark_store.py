"""The marks that are kept outside of the database: written as secrets are shown, compared at the start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command

from games import queue
from games.management.commands import prepare
from games.models import Event
from games.play import burnt, mark_store, restores
from games.play.mark_store import Known, Unusable
from tests.games.kit import a_game, again, file
from tests.games.play.restored_kit import (
    a_game_master,
    look_again,
    notes_to_gm,
    nothing_was_looked_at,
    operators_notes,
    place,
    play,
)
from tests.games.pocket_rules import PocketRules

__all__ = ["a_game_master", "nothing_was_looked_at", "place"]
pytestmark = pytest.mark.django_db


def test_marks_are_written_as_secrets_are_shown_and_only_then(
    pocket: PocketRules, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    restores.look()
    written = []
    write = mark_store.write
    monkeypatch.setattr(mark_store, "write", lambda kept: (written.append(1), write(kept)))
    restores.look()
    restores.look()
    assert written == []
    play(game)
    restores.look()
    restores.look()
    assert written == [1]
    assert mark_store.read() == {str(game.uuid): Known(game.commitment, 1, again(game).version)}
    assert place.parent.joinpath("marks.json").stat().st_size < 600
    assert [file.name for file in place.parent.iterdir()] == ["marks.json"]


def test_nothing_is_kept_where_no_place_is_named(pocket: PocketRules, settings: Any) -> None:
    settings.MARKS = ""
    play(a_game())
    restores.look()
    assert operators_notes() == [] and restores.unanswered() == ""


def test_a_mark_newer_than_the_database_holds_the_game_at_the_start(
    pocket: PocketRules, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, level = a_game(), a_game()
    known = mark_store.of_the_database()
    mark_store.write({**known, str(ahead.uuid): Known(ahead.commitment, 4, 60)})
    queue.sweep()
    assert (again(ahead).burnt, again(level).burnt) == (4, 0)
    assert any("restored" in bytes(note.rendered).decode() for note in notes_to_gm())
    look_again(monkeypatch)
    assert mark_store.read()[str(ahead.uuid)].shown == 4, "and it is not forgotten until the dice are renewed"
    call_command("restored", "--all")
    assert [e.game_id for e in Event.objects.filter(type="dice_renewed")] == [ahead.pk]
    assert again(ahead).burnt == 0
    look_again(monkeypatch)
    assert again(ahead).burnt == 0 and mark_store.read() == mark_store.of_the_database()


def test_a_mark_older_than_the_database_is_brought_up_to_date(pocket: PocketRules, place: Path) -> None:
    game = a_game()
    mark_store.write(mark_store.of_the_database())
    play(game, 2)
    restores.look()
    assert again(game).burnt == 0 and mark_store.read()[str(game.uuid)].shown == 2  # type: ignore[index]


def test_who_plays_and_writes_while_another_compares_burns_nothing(
    pocket: PocketRules, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    restores.look()
    read, database = mark_store.read, mark_store.of_the_database

    def another_process() -> None:
        play(game)
        mark_store.write(database())

    def read_meanwhile() -> Any:
        another_process()
        return read()

    def asked_meanwhile() -> Any:
        found = database()
        another_process()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(mark_store, "read", read_meanwhile)
        patch.setattr(mark_store, "of_the_database", asked_meanwhile)
        restores.compare()
    assert (again(game).phase, again(game).burnt) == (3, 0)
    restores.compare()
    assert mark_store.read() == mark_store.of_the_database()


def test_a_copy_from_before_the_dice_were_renewed_is_known_by_its_shorter_log(
    pocket: PocketRules, place: Path
) -> None:
    game = a_game()
    mark_store.write({str(game.uuid): Known("cd" * 32, 0, 99)})
    restores.look()
    assert again(game).burnt == 1


def test_a_game_that_was_renewed_since_its_mark_was_written_is_not_held(
    pocket: PocketRules, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    play(game)
    mark_store.write(mark_store.of_the_database())
    call_command("restored", game.label)
    look_again(monkeypatch)
    assert again(game).burnt == 0 and mark_store.read() == mark_store.of_the_database()


def test_games_that_the_copy_does_not_have_are_told_of(pocket: PocketRules, place: Path) -> None:
    mark_store.write({"6a0c2a4e-0000-4000-8000-000000000000": Known("ab" * 32, 3, 50)})
    restores.look()
    assert "1 games that this database does not have" in operators_notes()[0]


def test_a_host_without_marks_asks_and_holds_nothing(
    pocket: PocketRules, place: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    play(game)
    queue.sweep()
    assert again(game).burnt == 0 and not place.exists()
    [note] = operators_notes()
    assert "manage.py restored --all" in note and "manage.py restored --none" in note
    [warning] = [w for w in run_checks(databases=["default"]) if w.id == "games.W003"]
    assert "there are none" in warning.msg and "restored --none" in str(warning.hint)
    look_again(monkeypatch)
    assert len(operators_notes()) == 1, "once a day"
    call_command("restored", "--none")
    assert mark_store.read() == mark_store.of_the_database() and restores.unanswered() == ""


def test_the_embedded_server_asks_with_its_first_words(pocket: PocketRules, place: Path) -> None:
    game, out, err = a_game(), StringIO(), StringIO()
    command = prepare.Command(stdout=out, stderr=err)
    command._welcome(game)
    assert err.getvalue() == ""
    play(game)
    command._welcome(game)
    assert "there are none" in err.getvalue() and "manage.py restored --none" in err.getvalue()


def test_a_new_host_without_any_game_played_begins_by_itself(pocket: PocketRules, place: Path) -> None:
    a_game()
    restores.look()
    assert place.exists() and operators_notes() == []


def test_what_a_mark_proves_cannot_be_denied(pocket: PocketRules, place: Path) -> None:
    game = a_game()
    burnt.burn(game, 3, "a mail")
    with pytest.raises(CommandError, match=f"restored {game.label}"):
        call_command("restored", "--none")


def _signed_by(key: str, settings: Any, kept: mark_store.Marks) -> None:
    own, settings.SECRET_KEY = settings.SECRET_KEY, key
    mark_store.write(kept)
    settings.SECRET_KEY = own


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda told: b"", "cannot be read"),
        (lambda told: b"\xff\x00 no JSON", "cannot be read"),
        (lambda told: b"[]", "cannot be read"),
        (lambda told: b"{}", "cannot be read"),
        (lambda told: b'{"format": 1, "server": [], "games": 3, "mac": null}', "cannot be read"),
        (lambda told: json.dumps({**told, "format": "pbem-marks-9"}).encode(), "are no pbem-marks-1"),
        (lambda told: json.dumps({**told, "mac": "0" * 64}).encode(), "signature"),
        (
            lambda told: json.dumps(
                {**told, "games": {k: [p, s + 3, e] for k, (p, s, e) in told["games"].items()}}
            ).encode(),
            "signature",
        ),
        (lambda told: json.dumps({**told, "server": "f" * 16}).encode(), "another server"),
    ],
)
def test_marks_that_are_unreadable_or_forged_are_told_and_not_believed(
    pocket: PocketRules, place: Path, spoil: Any, says: str
) -> None:
    game = a_game()
    play(game)
    mark_store.write(mark_store.of_the_database())
    spoilt = spoil(json.loads(place.read_bytes()))
    place.write_bytes(spoilt)
    queue.sweep()
    assert again(game).burnt == 0 and place.read_bytes() == spoilt, "nor overwritten: a person should look"
    assert says in operators_notes()[0] and says in restores.unanswered()


def test_the_marks_of_another_server_are_told_and_not_believed(
    pocket: PocketRules, place: Path, settings: Any
) -> None:
    game = a_game()
    _signed_by("another key", settings, {str(game.uuid): Known(game.commitment, 9, 99)})
    queue.sweep()
    assert again(game).burnt == 0 and "another server" in operators_notes()[0]


def test_the_marks_of_a_former_key_are_ours(pocket: PocketRules, place: Path, settings: Any) -> None:
    game = a_game()
    _signed_by("a former key", settings, {str(game.uuid): Known(game.commitment, 9, 99)})
    settings.SECRET_KEY_FALLBACKS = ["a former key"]
    restores.look()
    assert again(game).burnt == 9


@pytest.mark.parametrize("where", ["{tmp}/no/such/folder/marks.json", "{tmp}"])
def test_a_place_that_cannot_be_used_keeps_nobody_from_playing(
    pocket: PocketRules, settings: Any, tmp_path: Path, where: str
) -> None:
    settings.MARKS = where.format(tmp=tmp_path)
    game = a_game()
    queue.sweep()
    file(game, "normans")
    queue.work_off()
    assert again(game).phase == 2 and "cannot be" in operators_notes()[0]


class Shelf(BaseHTTPRequestHandler):
    """An address on the web that keeps what is put there."""

    kept: bytes | None = None
    status = 0
    known = ""

    def do_GET(self) -> None:
        type(self).known = self.headers.get("Authorization", "")
        found = type(self).kept
        self.send_response(type(self).status or (200 if found is not None else 404))
        self.end_headers()
        self.wfile.write(found or b"")

    def do_PUT(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        if not type(self).status:
            type(self).kept = raw
        self.send_response(type(self).status or 201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shelf(settings: Any) -> Iterator[type[Shelf]]:
    class Own(Shelf):
        pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    Thread(target=server.serve_forever, daemon=True).start()
    settings.MARKS = f"http://us%40er:pa%3Ass@127.0.0.1:{server.server_port}/marks"
    yield Own
    server.shutdown()
    server.server_close()


def test_marks_are_kept_on_the_web(pocket: PocketRules, shelf: type[Shelf]) -> None:
    game = a_game()
    restores.look()
    assert shelf.kept and mark_store.read() == mark_store.of_the_database()
    assert shelf.known == "Basic dXNAZXI6cGE6c3M="
    mark_store.write({str(game.uuid): Known(game.commitment, 2, 40)})
    restores.compare()
    assert again(game).burnt == 2
    assert "pa" not in restores.place().partition("@")[0] and "127.0.0.1" in restores.place()


@pytest.mark.parametrize("status", [401, 500, 503])
def test_a_web_server_in_trouble_is_told_of_and_tried_again(
    pocket: PocketRules, shelf: type[Shelf], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.status = status
    play(a_game())
    restores.look()
    assert str(status) in operators_notes()[0] and "pa:ss" not in operators_notes()[0]
    shelf.status = 0
    restores.look()
    assert shelf.kept is None, "after a pause"
    mark_store.write({})
    look_again(monkeypatch)
    assert mark_store.read() == mark_store.of_the_database()


def test_a_web_server_that_is_gone_is_told_of(pocket: PocketRules, settings: Any) -> None:
    settings.MARKS = "http://127.0.0.1:9/marks"
    with pytest.raises(Unusable, match="cannot be fetched"):
        mark_store.read()
    restores.look()
    assert len(operators_notes()) == 1
