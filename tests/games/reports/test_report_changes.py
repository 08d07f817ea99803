"""A report says first of all that the dice promise changed, or that another server plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.models import Game, Report, Seat
from games.play import adjudication, renewal
from games.play.creation import Player, take_seat
from games.proof import forks
from games.proof.witnesses import Verdict, examine
from games.record import dice, eventlog
from games.reports import custody
from rules import engine
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import a_battle, html_of, opened, text_of
from tests.games.proof.custody_kit import exported, folder, imported, other_server, seat_everybody
from tests.games.proof.test_witnesses import mails, told

__all__ = ["folder", "other_server"]
pytestmark = pytest.mark.django_db
FORKED, MOVED = "THE PROMISE OF THE DICE HAS CHANGED", "ANOTHER SERVER PLAYS THIS GAME"


def played(game: Game, phases: int) -> Game:
    for _ in range(phases):
        adjudication.close_phase(again(game), "deadline")
    return again(game)


def reports(game: Game) -> list[Report]:
    return list(Report.objects.filter(game=game, seat__order=0).order_by("pk"))


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_first_mail_and_the_first_report_of_a_fork_announce_its_promise() -> None:
    parent = played(a_battle(), 2)
    fork = forks.fork(parent, "2", why="a ruling")
    for seat in fork.seats.all():
        take_seat(seat, Player(seat.name, f"{seat.name}@example.org"))
    fork = played(fork, 4)
    [seq] = [row.seq for row in eventlog.rows(fork.pk) if row.type == "forked"]
    place = f"command {sum(bool(row.hash) for row in eventlog.rows(fork.pk, last=seq - 1)) + 1}"
    welcome, first, second = (opened(mail) for mail in mails(fork))
    for mail in (welcome, first):
        text, html = text_of(mail), html_of(mail)
        assert f"changed at {place} because the game is a fork" in in_one_line(text)
        assert f"{parent.uuid}" in in_one_line(text) and '"a ruling"' in in_one_line(text)
        assert text.index(FORKED) < text.index("HOW IT STANDS"), "it stands before everything else"
        for shown in (f"old     {parent.commitment}", f"new     {fork.commitment}"):
            assert shown in text.splitlines()
            assert " ".join(shown.split()) in in_one_line(html)
        assert "The promise of the dice has changed" in html and place in html
    assert FORKED not in text_of(second) and "has changed" not in html_of(second)
    assert FORKED not in reports(played(parent, 1))[-1].text
    assert examine(told(mails(fork)[1]), fork).verdict is Verdict.BELONGS, (
        "old and new are not taken for its promise"
    )


@pytest.mark.usefixtures("form_one")
def test_a_fork_put_into_a_running_game_is_announced_to_its_players() -> None:
    """The server cannot keep it to itself: its own report says what it did."""
    game = played(a_battle(), 1)
    new = dice.commitment_of(b"!" * 32)
    event = engine.Forked(parent=str(game.uuid), seq=game.version, head=game.head, commitment=new)
    eventlog.append(game.pk, game.version, [event], "forged")
    Game.objects.filter(pk=game.pk).update(commitment=new, sealed_secret=dice.sealed(b"!" * 32, game))
    before = reports(game)[-1].text
    game = played(game, 1)
    for report in Report.objects.filter(game=game, phase=2, seat__isnull=False, adjudication__isnull=False):
        assert FORKED in report.text and f"old     {_promise(before)}" in report.text.splitlines()
        assert f"new     {new}" in report.text.splitlines()
    assert FORKED not in reports(played(game, 1))[-1].text
    found = examine(before, game)
    assert found.verdict is Verdict.FOREIGN and "it mailed nothing then" in str(found.claims)


def _promise(text: str) -> str:
    return next(line.split()[1] for line in text.splitlines() if line.startswith("promise"))


@pytest.mark.parametrize("restore", [False, True])
def test_a_report_says_that_another_server_plays(
    folder: Path, other_server: Callable[[], None], restore: bool
) -> None:
    game = played(a_battle(), 2)
    log, secret = exported(game, folder, **({} if restore else {"hand_over": "elsewhere"}))
    other_server()
    game = played(seat_everybody(imported(log, secret, restore=restore)), 4)
    seat = Seat.objects.filter(game=game).order_by("order").first()
    welcome, first, second = (opened(mail) for mail in mails(game))
    assert seat is not None
    for mail in (welcome, first):
        said = in_one_line(text_of(mail))
        assert MOVED in said and "is played by https://other.example.org." in said
        assert ("took it up from a copy" in said) == restore
        assert (
            "The promise of the dice is the same as before" in said
            and "https://other.example.org" in html_of(mail)
        )
    assert MOVED not in text_of(second)


def test_where_new_dice_were_promised_tells_nothing_of_what_others_wrote(pocket: PocketRules) -> None:
    """The number of an event would: each mail of somebody's orders is one more."""

    def told(*mails: str) -> str:
        game = a_game()
        for line in mails:
            file(again(game), "arabs", line)
        renewal.renew(again(game), "a restore")
        [change] = custody.changes(again(game), None, None)
        return change.words

    assert "promised at command 2." in told()
    assert told() == told("HOLD") == told("HOLD", "HOLD on", "WATCH the hill")
