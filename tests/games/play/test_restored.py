"""A database that was restored from a copy, while players hold secrets of what was played after the
copy was made."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import queue
from games.gate import kept
from games.models import Event, Game, GameState, InboundState, OutboundMail, Seat
from games.play import adjudication, deadlines
from games.play.deadlines import Due
from games.proof import verification
from games.record import eventlog, marks
from games.seats import seats
from tests.games.kit import a_game, again, file
from tests.games.play.restored_kit import (
    a_game_master,
    address_of_the_future,
    mail_of_the_future,
    notes_to_gm,
    nothing_was_looked_at,
)
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, answers_to, opened, orders_of, some_orders, text_of

__all__ = ["a_game_master", "nothing_was_looked_at"]
pytestmark = pytest.mark.django_db


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
