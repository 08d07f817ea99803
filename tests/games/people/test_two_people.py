"""Two people, one address: what each page, mail and command shows and changes at seats that are proven and
that are not.

Anna plays at two seats, and has shown at both that she reads the mailbox. Somebody sits at a third seat in
her name: he has named her address on a machine where that is one click, and has not seen one of its mails.
Whatever he does shows him nothing of hers and changes nothing there; whatever she does changes nothing at
his, until one of its mails has come back from her.

The tables name every address of the pages, every line for the post office and the umpire, every kind of
mail, every purpose of a reply address and every command of manage.py. What is new is missing in them,
and fails here.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from games import urls
from games.models import (
    GameState,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Proof,
    Seat,
)
from games.play import creation
from games.play.creation import Captain, Player
from games.seats import seats
from tests.games.people.two_people_kit import ANNA, EVE, WORK, World, made, marks, rows_of, world
from tests.games.post_kit import Post

__all__ = ["made", "world"]
pytestmark = pytest.mark.django_db


# seats of before it was asked who reads the mailbox


def test_an_update_recognises_whom_a_domain_has_vouched_for(world: World) -> None:
    """The others are proven by their next mail, and what was gathered for them goes out by itself."""
    update = importlib.import_module("games.migrations.0018_proven_seats")
    Post(world.first).write("STATUS", dmarc="pass")
    Post(world.second).write("STATUS")
    Post(world.other).write("STATUS", sender=EVE, dmarc="pass")
    Seat.objects.update(proven=None, proof="")
    waiting = OutboundMail.objects.filter(kind=OutboundKind.REPORT, to=ANNA)
    waiting.update(state=OutboundState.GATHERED)
    update.recognise(apps, None)
    assert [world.again(seat).proof for seat in world[:3]] == ["mail", "", ""]
    assert {row.seat for row in waiting.filter(state=OutboundState.GATHERED)} == {world.first}
    assert {row.seat for row in waiting.filter(state=OutboundState.PENDING)} == {world.second, world.other}


# commands of the operator, who is believed: he says which address, and proves nothing by it
Run = Callable[[World, Path], list[str]]
NOTHING_OF_SEATS = "it asks for no seat and no address"
COMMANDS_OF_THE_SHELL: dict[str, Run | str] = {
    "backup": NOTHING_OF_SEATS,
    "clock": "it sweeps, as below, and does not end",
    "closephase": lambda w, _: ["closephase", w.other.game.label],
    "creategame": lambda w, _: ["creategame", "ford", "--seat", f"arabs=Anna:{ANNA}"],
    "deleteletters": lambda w, _: ["deleteletters", w.other.game.label],
    "demo": "it plays games of its own",
    "dkimkey": NOTHING_OF_SEATS,
    "export": lambda w, _: ["export", w.other.game.label],
    "fork": lambda w, _: ["fork", w.other.game.label, "--at", "1", "--seat", f"normans=Anna:{ANNA}"],
    "grants": NOTHING_OF_SEATS,
    "imappoll": "it stores mails",
    "import": "an imported game has no players",
    "lmtpd": "it stores mails",
    "mailcheck": NOTHING_OF_SEATS,
    "outbox": lambda w, _: ["outbox"],
    "pipemail": "it stores mails",
    "readagain": "it reads a mail once more, as above",
    "readmail": NOTHING_OF_SEATS,
    "rehearse": NOTHING_OF_SEATS,
    "doctor": NOTHING_OF_SEATS,
    "judge": NOTHING_OF_SEATS,
    "migrate": NOTHING_OF_SEATS,
    "prepare": NOTHING_OF_SEATS,
    "position": "it shows the operator what a seat, or everybody, knows of one game",
    "resend": lambda w, _: ["resend", "--all"],
    "seatplayer": lambda w, _: ["seatplayer", w.other.game.label, w.other.name, "--also", EVE],
    "deadlines": lambda w, _: ["deadlines"],
    "restored": lambda w, _: ["restored", w.other.game.label],
    "serve": "it starts the others",
    "smtpd": "it stores mails",
    "sweep": lambda w, _: ["sweep"],
    "verify": "it compares rows of one game with its log, and names seats",
    "verify-report": NOTHING_OF_SEATS,
    "web": "it shows the pages",
    "worker": "it does what the others ring for",
}
RUN = [pytest.param(run, id=name) for name, run in COMMANDS_OF_THE_SHELL.items() if not isinstance(run, str)]


def test_every_command_is_in_the_table() -> None:
    folder = Path(urls.__file__).parent / "management" / "commands"
    assert {path.stem for path in folder.glob("[!_]*.py")} == set(COMMANDS_OF_THE_SHELL)


@pytest.mark.parametrize("run", RUN)
def test_a_command_gathers_nothing_by_address(world: World, tmp_path: Path, run: Run, capsys: Any) -> None:
    OutboundMail.objects.update(state=OutboundState.ACCEPTED)
    hers, said = rows_of(world.first, world.second), io.StringIO()
    call_command(*run(world, tmp_path), stdout=said)
    told = said.getvalue() + capsys.readouterr().out
    assert not [mark for mark in marks(world, "first", "second") if mark in told]
    assert rows_of(world.first, world.second) == hers
    assert not Seat.objects.filter(email=ANNA, proven__isnull=False).exclude(
        pk__in=(world.first.pk, world.second.pk)
    )
    for seat in Seat.objects.filter(email=ANNA, proven=None):
        assert (seat.digest, WORK in seat.other_emails) == (False, False)


def test_seated_by_the_operator_she_is_known_by_her_first_mail(world: World) -> None:
    game = creation.create_game("orchard", {"lombards": Captain("bold")})
    call_command("seatplayer", game.label, "normans", "--email", ANNA, "--name", "Anna", stdout=io.StringIO())
    seat = Seat.objects.select_related("game").get(game=game, name="normans")
    assert (seat.proven, seat.digest, seat.other_emails) == (None, False, [])
    assert seat.game.state == GameState.RUNNING
    Post(seat).write("STATUS")
    found = world.again(seat)
    assert (found.proof, found.digest, found.other_emails) == (Proof.MAIL, True, [WORK])


def test_a_new_address_at_a_seat_is_not_proven_by_the_old_one(world: World) -> None:
    moved = creation.change_player(world.second, email="carla@players.example.org")
    assert (moved.proven, moved.other_emails, moved.digest) == (None, [], False)
    back = creation.change_player(moved, email=ANNA)
    assert (back.proven, back.other_emails) == (None, [])
    assert seats.of_same_reader(world.again(back)).get() == back
    assert back not in seats.of_same_reader(world.first)


def test_seats_without_an_address_have_nothing_in_common() -> None:
    game = creation.create_game("orchard", {"normans": Player("Nobody", "")})
    for seat in game.seats.all():
        assert seats.of_same_reader(seat).get() == seat
