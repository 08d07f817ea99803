"""Rewrites of a database whose triggers are gone: ``verify --all`` finds each, ends with status 1 and names
the place. On SQLite and PostgreSQL.

Each is made as a forger would who owns the database and not the server's key: he changes what he wants,
and with it what he thinks of. One who changes everything, the players' mailboxes included, is beyond
any database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

from games.models import (
    Adjudication,
    Game,
    GameState,
    OutboundMail,
    Question,
    Report,
    Seat,
)  # fmt: skip
from games.play import adjudication
from games.proof import forks
from games.record import append_only, eventlog
from tests.games.kit import again
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import Post, a_battle, seat_on_move, some_orders
from tests.games.proof.forgery_kit import write
from tests.games.proof.rewrites_kit import (
    a_planted_snapshot,
    a_report_in_both_places,
    a_stolen_seal,
    another_command,
    another_mail,
    another_outcome,
    another_parent,
    another_reason,
    cut_off,
    gone,
    later,
    moved_back,
    no_seal,
    of_game,
    of_one,
    orders_lost,
    rewritten,
    without,
    without_its_command,
)
from tests.sampling import some

pytestmark = pytest.mark.django_db


def played() -> Game:
    """A battle of two phases, with reports and mails, and orders for the third."""
    game = a_battle()
    for _ in range(2):
        adjudication.close_phase(again(game), "deadline")
    seat = seat_on_move(game)
    Post(seat).write("\n".join(some_orders(game, seat)))
    return again(game)


def forked() -> Game:
    """The same, and a fork of it that waits for its players."""
    game = played()
    forks.fork(game, "2")
    return game


def asked() -> Game:
    """A battle in which a player is asked, and somebody was asked before."""
    game = a_battle()
    play_until_asked(game)
    adjudication.finish(again(game))
    play_until_asked(again(game))
    return again(game)


class Rewrite(NamedTuple):
    """What is done to which game, and the line that tells of it ({game} is its label, {number}
    its number)."""

    name: str
    done: Callable[[Game], None]
    told: str
    world: Callable[[], Game] = played


REWRITES = [
    # the log
    Rewrite("its row is deleted", gone,
            r"the database BROKEN: games_event: \d+ rows belong to {game}, which is not there"),
    Rewrite("its end is cut off", moved_back, r"{game} BROKEN: command mail:.*: no event is its"),
    Rewrite("its last phase is cut off everywhere", cut_off,
            r"{game} BROKEN: mail report:.*: the head \w+ that it shows is not in the log"),
    Rewrite("its times are shifted", lambda game: rewritten(game, later(3)),
            r"{game} BROKEN: mail report:.*: the head"),
    Rewrite("the time of its last event is shifted", lambda game: rewritten(game, later(game.version)),
            r"{game} BROKEN: command mail:.*not as this server"),
    Rewrite("an event is changed", lambda game: rewritten(game, another_reason),
            r"{game} BROKEN: mail report:.*: the head"),
    Rewrite("an event is changed, and heads stay", lambda game: rewritten(game, another_reason, heads=False),
            r"{game} BROKEN: adjudication at event \d+: head is"),
    Rewrite("a byte of an event is changed",
            lambda game: write("UPDATE games_event SET recorded_us = 1 WHERE game_id = %s AND seq = 2",
                               game.pk), r"{game} BROKEN at event [12]: content"),
    Rewrite("orders and their receipt are lost", orders_lost,
            r"{game} BROKEN: mail \d+ that came in, .*: its orders for \w+ were filed"),
    # the commands
    Rewrite("a command is deleted", without_its_command,
            r"{game} BROKEN at event 1: command: create is not known"),
    Rewrite("a command is added", another_command, r"{game} BROKEN: command mail:nobody:1: no event is its"),
    Rewrite("an outcome is changed", another_outcome,
            r"{game} BROKEN: command create: it is not as this server wrote it"),
    Rewrite("seals are taken away", no_seal,
            r"{game} BROKEN: command create: it is not as this server wrote it"),
    # the game's row
    Rewrite("another phase", of_game(phase=2), r"{game} BROKEN: the game's row: phase is 2, the log gives 3"),
    Rewrite("another turn", of_game(turn=9), r"{game} BROKEN: the game's row: turn is 9"),
    Rewrite("over before its end", of_game(state=GameState.OVER),
            r"{game} BROKEN: the game's row: its state is over: it is over, the log is not"),
    Rewrite("open again", of_game(state=GameState.OPEN),
            r"{game} BROKEN: the game's row: its state is open: its seats are free"),
    Rewrite("a deadline brought forward", of_game(phase_due=F("created")),
            r"{game} BROKEN: the game's row: its phase opened at .* is due at"),
    Rewrite("an older game", of_game(created=F("created") - timedelta(days=30)),
            r"{game} BROKEN: the game's row: created .*, its log begins at"),
    Rewrite("another outcome of the game", of_game(outcome={"winner": "normans"}),
            r"{game} BROKEN: the game's row: outcome is"),
    Rewrite("other options", of_game(options={"question_hours": 48}),
            r"{game} BROKEN: the game's row: options is .*48"),
    Rewrite("another pace", of_game(pace="step"),
            r"{game} BROKEN: the game's row: pace is 'step', the log gives 'phase'"),
    Rewrite("another promise", of_game(commitment="11" * 32), r"{game} BROKEN at event 1: commitment"),
    Rewrite("another nonce", of_game(nonce=b"\1" * 32),
            r"{game} (BROKEN: the game's row: its nonce or sealed secret|closed, not checked)"),
    Rewrite("another sealed secret", of_game(sealed_secret=b"\1" * 32),
            r"{game} BROKEN: the game's row: its nonce or sealed secret"),
    # seats
    Rewrite("filed orders that do not count", of_one(Seat, {"filed_seq__gt": 0}, filed_seq=0),
            r"{game} BROKEN: seat \w+: filed_seq is 0"),
    Rewrite("nobody is awaited", lambda game: game.seats.update(awaited=False) and None,
            r"{game} BROKEN: seat \w+: awaited is False"),
    Rewrite("a seat changes sides", of_one(Seat, {"name": "normans"}, side="lombards"),
            r"{game} BROKEN: seat normans: side is 'lombards'"),
    # what the archive shows
    Rewrite("an adjudication is deleted", without(Adjudication),
            r"{game} BROKEN: adjudication at event \d+: its row is missing"),
    Rewrite("another head of an adjudication", of_one(Adjudication, {}, head_hash=b"\0" * 32),
            r"{game} BROKEN: adjudication at event \d+: head is"),
    Rewrite("another title of an adjudication", of_one(Adjudication, {}, title="turn 9"),
            r"{game} BROKEN: report t1-\w+ of .*: it is not as this server"),
    Rewrite("another time of an adjudication",
            of_one(Adjudication, {}, closed=F("closed") - timedelta(hours=1)),
            r"{game} BROKEN: adjudication at event \d+: closed"),
    Rewrite("a report is deleted", without(Report, seat__isnull=False, adjudication__isnull=False),
            r"{game} BROKEN: report t1-\w+ of \w+: it is missing"),
    Rewrite("the public's report is deleted", without(Report, seat=None),
            r"{game} BROKEN: report t1-\w+ of the public: it is missing"),
    Rewrite("the words of a report",
            of_one(Report, {"seat__name": "lombards", "adjudication__isnull": False}, text="All is well."),
            r"{game} BROKEN: mail report:.*: it says something else than the report"),
    Rewrite("the words of the public's report", of_one(Report, {"seat": None}, text="All is well."),
            r"{game} BROKEN: report t1-\w+ of the public: it is not as this server wrote it"),
    Rewrite("the map of a report", of_one(Report, {"seat": None}, picture=b"a map"),
            r"{game} BROKEN: report t1-\w+ of the public: it is not as this server wrote it"),
    Rewrite("the seal of another report", a_stolen_seal,
            r"{game} BROKEN: report t1-\w+ of the public: it is not as this server wrote it"),
    # mails
    Rewrite("a frozen mail", another_mail,
            r"{game} BROKEN: mail report:.*: it is not as this server wrote it"),
    Rewrite("a report in both places", a_report_in_both_places,
            r"{game} BROKEN: mail report:.*: it is not as this server wrote it"),
    Rewrite("a frozen mail is emptied", of_one(OutboundMail, {"kind": "report"}, rendered=b""),
            r"{game} BROKEN: mail report:.*: its bytes are gone"),
    Rewrite("the subject of a mail", of_one(OutboundMail, {"kind": "report"}, subject="You have won"),
            r"{game} BROKEN: mail report:.*: it is not as this server wrote it"),
    # questions, snapshots, forks
    Rewrite("an answer that was not given", of_one(Question, {"answered__isnull": False}, choice="x"),
            r"{game} BROKEN: question .*: choice is 'x'", asked),
    Rewrite("an open question is deleted", without(Question, answered=None),
            r"{game} BROKEN: question .*: its row is missing", asked),
    Rewrite("a question is put to another", lambda game: swapped(game),
            r"{game} BROKEN: question .*: seat is", asked),
    Rewrite("a snapshot of another battle", a_planted_snapshot,
            r"{game} BROKEN: the snapshot after event \d+: replay gives another battle"),
    Rewrite("the parent of a fork", another_parent,
            r"G\d+ BROKEN: event \d+: forked from event \d+ of {game}, whose head was", forked),
]  # fmt: skip


def swapped(game: Game) -> None:
    question = Question.objects.filter(game=game).first()
    assert question is not None
    other = game.seats.exclude(pk=question.seat_id).get()
    Question.objects.filter(pk=question.pk).update(seat=other)


@pytest.fixture
def tampered_with() -> Iterator[None]:
    """Whatever is broken is taken back before anybody looks whether the database is in order."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def told_by_verify(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a check says that has to fail."""
    eventlog.forget()
    with pytest.raises(CommandError, match="broken: "):
        call_command("verify", *(arguments or ("--all",)))
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("rewrite", "form"),
    [
        pytest.param(rewrite, form, id=f"{rewrite.name}-{form}")
        for place, rewrite in enumerate(REWRITES)
        for form in some([1, 2], 2, place)
    ],
)
def test_a_rewrite_is_found(
    tampered_with: None,
    rewrite: Rewrite,
    form: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(eventlog, "FORM", form)
    game = rewrite.world()
    call_command("verify", "--all")
    capsys.readouterr()
    append_only.remove(connection)
    rewrite.done(game)
    said = told_by_verify(capsys)
    assert re.search(rewrite.told.format(game=game.label), said), said


def test_there_are_more_than_sixteen() -> None:
    assert len(REWRITES) >= 16 and len({rewrite.name for rewrite in REWRITES}) == len(REWRITES)
