"""Names with characters that nobody sees are cleaned by whatever way they come, as letters are."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from games.letters import text
from games.models import Game, Seat, SeatRequest
from games.models.names import NameField
from games.play import creation
from games.play.creation import Player
from games.proof import custody, forks, game_files
from games.proof.family_rows import Families
from games.record import roots
from pbem.mail.headers import clean, clean_name, decoded
from pbem.mail.unseen import is_unseen, without_unseen
from tests.games import arena
from tests.games.arena import no_mail
from tests.games.kit import a_game, again
from tests.games.pocket_rules import PocketRules

__all__ = ["no_mail"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]

NOT_SEEN = [
    "\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c",  # they turn the writing direction
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e",  # they have no width
    "\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\U000e0100",
    # letters and signs that are blank
    "\U000e0041", "\ufff9", "\x00", "\x1b", "\x7f", "\ue000", "\ud800",
]  # fmt: skip
GAPS = ["\n", "\t", "\r", "\x85", "\u2028", "\u2029", "\u00a0", "\u3000", "\u2003", "  "]


@pytest.mark.parametrize("nasty", NOT_SEEN, ids=ascii)
def test_all_who_take_text_agree_on_what_nobody_sees(nasty: str) -> None:
    assert is_unseen(nasty)
    for taken in (clean, clean_name, without_unseen, text.cleaned):
        assert taken(f"An{nasty}na") == "Anna", taken
        assert taken(nasty * 3) == "", taken
    if nasty != "\ud800":
        assert decoded(f"An{nasty}na") == "Anna"


@pytest.mark.parametrize("gap", GAPS, ids=ascii)
def test_a_gap_is_one_space(gap: str) -> None:
    assert clean_name(f" Anna{gap}Maria{gap}") == "Anna Maria"


@pytest.mark.parametrize("name", ["Añna", "Ångström", "安娜", "آنا", "Ольга", "O'Neill-Żak", "Anna 😀"])
def test_names_of_all_peoples_stay(name: str) -> None:
    assert clean_name(name) == name


def test_the_same_name_is_written_in_one_way() -> None:
    assert clean_name("A\u030angstro\u0308m") == "Ångström"


def test_a_long_name_is_cut_behind_a_letter() -> None:
    assert clean_name("Anna Maria", 5) == "Anna"


# by whatever way it comes

NASTY, CLEAN = "A\u202en\u200bna\u3164", "Anna"


def test_whatever_stores_a_name_stores_it_cleaned() -> None:
    game = arena.battle()
    seat = arena.anna(game)
    assert {f.name for m in (Game, Seat, SeatRequest) for f in m._meta.get_fields() if isinstance(f,
        NameField)} == {
        "title", "player",
    }  # fmt: skip
    seat.player = NASTY
    seat.save()
    assert seat.player == CLEAN, "what is at hand too"
    Seat.objects.filter(pk=seat.pk).update(player=NASTY, title=NASTY)
    Game.objects.filter(pk=game.pk).update(title=NASTY)
    seat.refresh_from_db()
    game.refresh_from_db()
    assert (seat.player, seat.title, game.title) == (CLEAN, CLEAN, CLEAN)
    assert Seat.objects.filter(player=NASTY).get() == seat


def test_in_code_and_commands(capsys: Any) -> None:
    first, second = (seat.id for seat in arena.scenario().seats[:2])
    slug = arena.scenario().slug
    game = creation.create_game(slug, {first: Player(NASTY, "anna@example.org")}, title=f"{NASTY} alone")
    assert (game.title, game.seats.get(name=first).player) == ("Anna alone", CLEAN)
    assert creation.create_game(slug, title="\u202e").title == arena.scenario().title
    call_command("seatplayer", game.label, second, "--email", "b@example.org", "--name", f"B{NASTY}")
    assert Seat.objects.get(game=game, name=second).player == "BAnna"
    call_command("seatplayer", game.label, second, "--name", NASTY)
    assert Seat.objects.get(game=game, name=second).player == CLEAN
    with pytest.raises(CommandError, match="can be seen"):
        call_command("seatplayer", game.label, second, "--name", "\u202e")
    call_command("creategame", slug, "--seat", f"{first}={NASTY}:a@example.org", "--title", f"T{NASTY}")
    made = Game.objects.latest("pk")
    assert (made.title, made.seats.get(name=first).player) == ("TAnna", CLEAN)
    with pytest.raises(CommandError, match="can be seen"):
        call_command("creategame", slug, "--seat", f"{first}=\u200b:a@example.org")
    fork = forks.fork(game, "1", title=f"F{NASTY}", why=f"a{NASTY}")
    assert fork.title == "FAnna" and "\u202e" not in capsys.readouterr().out
    assert NASTY not in str([event.data for event in fork.events.all()])


def test_on_the_web(client: Client) -> None:
    form = {
        "seat": arena.scenario().seats[0].id,
        "against": "bold",
        "hours": "24",
        "email": "anna@example.org",
    }
    client.post(f"/new/{arena.scenario().slug}", {**form, "name": NASTY})
    assert SeatRequest.objects.get().player == CLEAN


def test_in_imported_files(pocket: PocketRules, tmp_path: Path) -> None:
    game = a_game()
    path = tmp_path / "game.jsonl"
    known = roots.all_of_game(game)
    call_command("export", game.label, output=path)
    head, _, rest = path.read_text().partition("\n")
    told = json.loads(head)
    path.write_text(f"{json.dumps({**told, 'title': f'The {NASTY}'})}\n{rest}")
    Game.objects.filter(pk=game.pk).update(state="moved", title="")
    assert game_files.read(path).head.title == f"The {NASTY}"
    custody._refuse_unseen(again(game))
    made = custody._new_game(game_files.read(path), uuid4(), tuple(known), Families())
    assert made.title == "The Anna"


def test_a_log_that_names_somebody_so_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = arena.battle()
    custody._refuse_unseen(game)
    monkeypatch.setattr(custody, "clean_name", lambda name, longest: name.replace("e", ""))
    with pytest.raises(custody.Refused, match="nobody sees"):
        custody._refuse_unseen(game)


def test_an_update_cleans_the_names_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = arena.anna(arena.battle())
    with monkeypatch.context() as patch:
        patch.setattr(NameField, "get_prep_value", lambda _, value: value)
        Seat.objects.filter(pk=seat.pk).update(player=NASTY)
        seat.refresh_from_db()
        assert seat.player == NASTY
    importlib.import_module("games.migrations.0018_proven_seats").clean_names(apps, None)
    seat.refresh_from_db()
    assert seat.player == CLEAN
