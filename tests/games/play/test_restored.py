"""A database that was restored from a copy, while players hold secrets of what was played after the copy was made."""

from __future__ import annotations

import email
import json
import re
import shutil
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games import queue
from games.gate import kept
from games.management.commands import serve
from games.models import Event, Game, GameState, InboundState, OutboundMail, Seat
from games.play import adjudication, burnt, deadlines, mark_store, restores
from games.play.deadlines import Due
from games.play.mark_store import Known, Unusable
from games.proof import verification
from games.record import eventlog, marks
from games.seats import seats
from tests.games.installation import Installation
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, answers_to, opened, orders_of, some_orders, text_of
from tests.games.verifying import verify_game

pytestmark = pytest.mark.django_db
GM = "gm@example.org"


@pytest.fixture(autouse=True)
def a_game_master(settings: Any) -> None:
    settings.GAME_MASTER = GM


@pytest.fixture(autouse=True)
def nothing_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restores, "_looked_at", None)
    monkeypatch.setattr(restores, "_next_look", 0.0)


def address_of_the_future(game: Game, ahead: int = 1) -> str:
    """A reply address of a later phase, whose token this database does not have."""
    mark = marks.mark(game, marks.shown(game) + ahead)
    return f"orders+k7qd2m-9fm2hx4tr8wz0ab1-{mark}@in.example.org"


def mail_of_the_future(game: Game, ahead: int = 1) -> str:
    return f"<{'ab' * 16}.{marks.mark(game, marks.shown(game) + ahead)}@in.example.org>"


def notes_to_gm() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(to=GM).order_by("pk"))


# the marks themselves


def test_every_mail_of_a_game_bears_how_far_its_secrets_were_shown(
    game: Game, seat: Seat, post: Post
) -> None:
    post.write(some_orders(game, seat)[0])
    adjudication.close_phase(again(game), "deadline")
    told = {}
    for mail in OutboundMail.objects.filter(game=game, seat__isnull=False):
        reply_to = str(opened(mail)["Reply-To"])
        found = [mark.phase for mark in marks.read([mail.message_id])]
        assert found == [mark.phase for mark in marks.read([reply_to])], mail.dedupe_key
        told[mail.dedupe_key.split(":")[0], mail.dedupe_key.split(":")[2]] = found
    assert told["report", "1"] == [0] and told["report", "2"] == [1]


def test_an_address_without_a_mark_opens_what_it_did(game: Game, seat: Seat) -> None:
    address = seats.reply_address(seat, game.phase)
    plain = re.sub(r"(-\w{16})-[^@]*", r"\1", address)
    assert plain != address and seats.find(plain) == seats.find(address)
    assert seats.find(plain).standing is seats.Standing.VALID


def test_an_address_is_no_longer_than_addresses_may_be(game: Game, seat: Seat) -> None:
    game.pk, game.commitment = 10**9, "ab" * 32
    local = f"orders+k7qd2m-9fm2hx4tr8wz0ab1-{marks.mark(game, 4000)}"
    assert len(local) <= 64


@pytest.mark.parametrize(
    "text",
    [
        "",
        "@",
        "orders+-",
        "1-1-ffffffffffff@x",
        "<" + "a" * 32 + ".99999999999999999-1-ffffffffffff@x>",
        "\x00",
    ],
)
def test_any_text_may_be_read_for_marks(game: Game, text: str) -> None:
    assert list(marks.read([text, text * 1000])) == []


def test_a_mark_is_no_other_games_and_no_other_promises(game: Game) -> None:
    right = address_of_the_future(game)
    assert [mark.phase for mark in marks.read([right, right.upper()])] == [1]
    number, phase, mac = marks.mark(game, 1).split("-")
    for wrong in (f"{number}-2-{mac}", f"{number}-1-{mac[::-1]}", f"{int(number) + 1}-{phase}-{mac}"):
        assert list(marks.read([right.replace(f"{number}-1-{mac}", wrong)])) == []
    Game.objects.filter(pk=game.pk).update(commitment="ab" * 32)
    assert list(marks.read([right])) == []


# a reply from the future


@pytest.mark.parametrize("how", ["address", "in reply to", "references", "header"])
def test_a_reply_from_the_future_holds_the_game(game: Game, seat: Seat, post: Post, how: str) -> None:
    where = {
        "address": {"to": address_of_the_future(game)},
        "header": {"to": "orders@in.example.org", "To": address_of_the_future(game)},
        "in reply to": {"In_Reply_To": mail_of_the_future(game)},
        "references": {"References": f"<a@b> {mail_of_the_future(game)} <c@d>"},
    }[how]
    orders = "\n".join(some_orders(game, seat))
    version = again(game).version
    mail = post.write(orders, **where)
    held = again(game)
    assert (mail.state, mail.reason) == (InboundState.HELD, "lost-history")
    assert (held.burnt, held.version) == (1, version), "nothing of it was carried out"
    assert "restored from a copy" in " ".join(text_of(answers_to(mail)[0]).split()) and mail.seat == seat
    [note] = notes_to_gm()
    assert f"manage.py restored {game.label}" in bytes(note.rendered).decode()
    assert deadlines.due(held, held.phase_due) is Due.NOTHING  # type: ignore[arg-type]
    assert game.pk not in queue.games_due().values_list("pk", flat=True)


def test_nothing_of_a_held_game_is_played_and_its_mail_is_kept_until_it_goes_on(
    game: Game, seat: Seat, post: Post
) -> None:
    post.write("hello", to=address_of_the_future(game))
    orders = some_orders(game, seat)
    mail = post.write("\n".join([*orders, "FINAL"]))
    assert (mail.state, orders_of(game, seat)) == (InboundState.KEPT, ())
    assert "What you wrote is kept" in " ".join(text_of(answers_to(mail)[0]).split())
    Game.objects.filter(pk=game.pk).update(phase_due=again(game).created)
    for _ in range(3):
        queue.work_off()
    assert again(game).phase == 1
    with pytest.raises(CommandError, match="restored"):
        call_command("closephase", game.label)
    call_command("restored", game.label)
    assert (again(game).burnt, again(game).state) == (0, GameState.RUNNING)
    queue.work_off()
    queue.work_off()
    mail.refresh_from_db()
    assert mail.state == InboundState.DONE and again(game).phase == 2
    assert verification.check(again(game)).renewals


def test_what_is_sent_from_the_desk_is_kept_too(client: Client, game: Game, seat: Seat, post: Post) -> None:
    post.write("hello", to=address_of_the_future(game))
    client.get(f"/s/{seats.link_secret(seat)}", follow=True)
    page = client.post(f"/g/{game.pk}/seat/{seat.name}", {"orders": some_orders(game, seat)[0], "phase": "1"})
    assert "What you wrote is kept" in page.content.decode()
    assert kept.waiting(seat) == 1 and orders_of(game, seat) == ()


def test_the_game_masters_desk_shows_it(admin_client: Client, game: Game, post: Post) -> None:
    post.write("hello", to=address_of_the_future(game))
    page = admin_client.get("/gm").content.decode()
    assert "Games that wait for you" in page and game.label in page


def test_a_machines_reply_proves_it_as_well_and_is_not_answered(game: Game, post: Post) -> None:
    mail = post.write("I am away.", to=address_of_the_future(game), Auto_Submitted="auto-replied")
    assert mail.state == InboundState.IGNORED and answers_to(mail) == []
    assert again(game).burnt == 1


def test_a_stranger_may_bring_the_proof_and_hears_nothing(game: Game, post: Post) -> None:
    mail = post.write("hello", to=address_of_the_future(game), sender="eve@elsewhere.example.org")
    assert mail.state == InboundState.HELD and answers_to(mail) == [] and again(game).burnt == 1


def test_it_is_said_once_for_each_phase(game: Game, post: Post) -> None:
    for _ in range(3):
        post.write("hello", to=address_of_the_future(game, 1))
    post.write("hello", to=address_of_the_future(game, 3))
    post.write("hello", to=address_of_the_future(game, 2))
    assert again(game).burnt == 3 and len(notes_to_gm()) == 2


@pytest.mark.parametrize("state", [GameState.OVER, GameState.MOVED])
def test_a_reply_from_the_future_of_a_game_that_is_over_holds_nothing(
    game: Game, post: Post, state: str
) -> None:
    address = address_of_the_future(game, 5)
    Game.objects.filter(pk=game.pk).update(state=state)
    post.write("hello", to=address)
    assert (again(game).burnt, again(game).state) == (0, state) and notes_to_gm() == []


def test_a_forged_mark_and_that_of_another_server_hold_nothing(game: Game, post: Post, settings: Any) -> None:
    address = address_of_the_future(game)
    own, settings.SECRET_KEY = settings.SECRET_KEY, "another server's key"
    others = address_of_the_future(game)
    settings.SECRET_KEY = own
    for wrong in (others, address.replace(marks.mark(game, 1)[-12:], "0" * 12)):
        post.write("hello", to=wrong)
    assert again(game).burnt == 0 and notes_to_gm() == []


def test_a_mark_made_with_a_former_key_counts(game: Game, post: Post, settings: Any) -> None:
    address = address_of_the_future(game)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key"
    post.write("hello", to=address)
    assert again(game).burnt == 1


def test_a_mark_of_today_and_of_yesterday_are_nothing_special(game: Game, seat: Seat, post: Post) -> None:
    old = seats.reply_address(seat, 1)
    adjudication.close_phase(again(game), "deadline")
    for to in (old, seats.reply_address(again_seat(seat), 2)):
        post.write("hello", to=to)
    assert again(game).burnt == 0


def again_seat(seat: Seat) -> Seat:
    return Seat.objects.select_related("game").get(pk=seat.pk)


def test_once_the_dice_are_renewed_the_lost_history_proves_nothing_more(
    game: Game, seat: Seat, post: Post
) -> None:
    late = address_of_the_future(game, 2)
    post.write("hello", to=address_of_the_future(game))
    call_command("restored", game.label)
    assert seats.find(seats.reply_address(again_seat(seat), 1)).standing is seats.Standing.VALID
    mail = post.write("hello", to=late)
    assert again(game).burnt == 0 and mail.reason != "lost-history"


# by hand


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "name games"),
        (("G1", "--all"), "name games"),
        (("--all", "--none"), "name games"),
        (("G4711",), "there is no game G4711"),
        (("fish",), "is no game"),
        (("G1", "G4711"), "there is no game G4711"),
        (("G1", "--copied", "yesterday"), "no moment"),
        (("G1", "--copied", "2999-01-01T00:00"), "still to come"),
        (("--none",), "PBEM_MARKS"),
    ],
)
def test_what_cannot_be_meant_is_said_and_nothing_is_done(
    pocket: PocketRules, words: tuple[str, ...], says: str
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(version=again(game).version)
    words = tuple(game.label if word == "G1" else word for word in words)
    with pytest.raises(CommandError, match=says):
        call_command("restored", *words)
    assert not Event.objects.filter(type="dice_renewed").exists()


def test_all_games_that_are_played_get_new_dice_by_hand(pocket: PocketRules, capsys: Any) -> None:
    running, over, free = a_game(), a_game(), a_game(seats={})
    Game.objects.filter(pk=over.pk).update(state=GameState.OVER)
    call_command("restored", "--all", "--copied", "2026-11-20T12:00")
    assert [e.game_id for e in Event.objects.filter(type="dice_renewed")] == [running.pk]
    [event] = eventlog.events_of_type(running.pk, "dice_renewed", 1, 99)
    assert "2026" in event.why and "restored from a copy" in event.why  # type: ignore[attr-defined]
    assert again(free).state == GameState.OPEN and running.label in capsys.readouterr().out


@pytest.mark.usefixtures("form_one")
def test_a_game_whose_key_is_lost_does_not_keep_the_others_from_going_on(
    pocket: PocketRules, capsys: Any
) -> None:
    lost, sound = a_game(), a_game()
    file(lost, "normans", "HOLD", "BAD line")
    Game.objects.filter(pk=lost.pk).update(commitment="ab" * 32)
    with pytest.raises(CommandError, match=f"not renewed: {lost.label}"):
        call_command("restored", "--all")
    assert [e.game_id for e in Event.objects.filter(type="dice_renewed")] == [sound.pk]


# the marks that are kept elsewhere


@pytest.fixture
def place(settings: Any, tmp_path: Path) -> Path:
    settings.MARKS = str(tmp_path / "marks.json")
    return tmp_path / "marks.json"


def play(game: Game, phases: int = 1) -> None:
    for _ in range(phases):
        adjudication.close_phase(again(game), "deadline")


def operators_notes() -> list[str]:
    keys = OutboundMail.objects.filter(dedupe_key__startswith="operator:marks")
    return [" ".join(bytes(mail.rendered).decode().split()) for mail in keys]


def look_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restores, "_next_look", 0.0)
    restores.look()


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
    assert mark_store.read()[str(ahead.uuid)].shown == 4, "and it is not forgotten until the dice are renewed"  # type: ignore[index]
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
    command = serve.Command(stdout=out, stderr=err)
    command._welcome(game, "http://localhost")
    assert err.getvalue() == ""
    play(game)
    command._welcome(game, "http://localhost")
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


# a real copy, really restored


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor == "postgresql", reason="copies a file")
@pytest.mark.parametrize("by", ["mail", "mark", "hand"])
def test_a_restored_copy_goes_on_with_dice_that_nobody_has_seen(tmp_path: Path, by: str) -> None:
    path, copy, var = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3", tmp_path / "var"
    own = {"PBEM_SECRET_KEY": "a key that was kept", "PBEM_GAME_MASTER": GM}
    if by == "mark":
        own["PBEM_MARKS"] = str(tmp_path / "marks.json")
    seats = ("normans=Anna:anna@example.org", "lombards=Boris:boris@example.org")
    with Installation(f"sqlite:///{path}", var, **own) as live:
        live("migrate", "-v", "0")
        live("creategame", "orchard", *(word for seat in seats for word in ("--seat", seat)))
        live("sweep")
        live("closephase", "G1")
        live("backup", copy)
        live("closephase", "G1")
        live("sweep")
        lost = live("export", "G1")
    last = _newest_report(var / "sent")
    shutil.copyfile(copy, path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)

    with Installation(f"sqlite:///{path}", var, **own) as restored:
        if by == "mail":
            letter = (
                f"From: anna@example.org\nTo: {last['Reply-To']}\nIn-Reply-To: {last['Message-ID']}\n\nMOVE\n"
            )
            restored("pipemail", "--sender", "anna@example.org", str(last["Reply-To"]), given=letter)
        restored("sweep")
        if by != "hand":
            refused = restored.run("closephase", "G1")
            assert refused.status and "restored G1" in refused.err
        restored(*(("restored", "G1") if by != "mark" else ("restored", "--all")))
        restored("closephase", "G1")
        assert "look: new dice from phase 2" in restored("verify", "G1")
        now, own = restored("export", "G1"), restored("export", "G1", "--seat", "normans")
        if by == "mark":
            restored("sweep")
            restored("restored", "--all")
            assert restored("export", "G1").count("dice_renewed") == 1, "no need, the marks say"
    secrets = [_secrets(log) for log in (lost, now)]
    assert set(secrets[0]) & set(secrets[1]) == {secrets[0][0]}, "that of the phase which the copy had played"
    _, checked = verify_game.check(own)
    assert checked.renewals and checked.secrets == 2


def _newest_report(folder: Path) -> Message:
    mails = [email.message_from_bytes(file.read_bytes()) for file in sorted(folder.iterdir())]
    return [mail for mail in mails if mail["To"] == "anna@example.org"][-1]


def _secrets(log: str) -> list[str]:
    events = [json.loads(line) for line in log.splitlines()[1:]]
    return [json.loads(e["data"])["secret"] for e in events if e.get("type") == "secret_revealed"]
