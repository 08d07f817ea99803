"""A worker that dies anywhere between the mail's arrival and its answer: whoever comes next ends at
the same place."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from games.answers import not_carried_out, receipts, replies
from games.doors import arrivals
from games.gate import confirmations, decision, inbox
from games.gate import orders as mailed_orders
from games.models import Command, Game, InboundMail, InboundState, OutboundMail
from games.outbox import outbox
from games.play import adjudication, submissions
from games.record import eventlog  # fmt: skip
from games.seats import seats
from tests.games.post_kit import Post, battle_of, seat_on_move, some_orders

pytestmark = pytest.mark.django_db(transaction=True)


class Death(BaseException):
    """Nobody catches it, as nobody catches SIGKILL."""


@pytest.fixture
def arrived(game: Game) -> Iterator[InboundMail]:
    """A mail with three orders, stored and not yet read."""
    seat = seat_on_move(game)
    to = seats.reply_address(seat, game.phase)
    orders = "\n".join(some_orders(game, seat))
    raw = f"From: {seat.email}\nTo: {to}\nMessage-ID: <one@x.org>\n\n{orders}\n".encode()
    [mail] = arrivals.receive(raw, "test", seat.email, [to])
    yield mail


STEPS = [
    (inbox, "read_safely"),
    (decision, "find_addressee"),
    (submissions, "submit"),
    (eventlog, "append"),
    (eventlog, "insert"),
    (receipts, "receipt"),
    (replies, "compose"),
    (outbox, "enqueue"),
    (inbox, "_settle"),
    (mailed_orders, "carry_out"),
    (inbox, "_process"),
]


def dies(monkeypatch, module, name, when):
    """Make a function die before or after its work."""
    real = getattr(module, name)

    def dying(*arguments, **named):
        if when == "after":
            real(*arguments, **named)
        raise Death(name)

    monkeypatch.setattr(module, name, dying)


def assert_the_end(game, mail):
    """Orders filed once, one receipt that says so, and the mail done."""
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    assert Command.objects.filter(game=game, command_id__startswith="mail:").count() == 1
    [receipt] = OutboundMail.objects.filter(kind="receipt")
    assert receipt.in_reply_to == mail
    assert "orders received: 3 stand" in receipt.subject


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("module", "name"), STEPS, ids=lambda x: x if isinstance(x, str) else "")
def test_death_at_any_step_loses_and_doubles_nothing(game, arrived, monkeypatch, module, name, when):
    with monkeypatch.context() as patch:
        dies(patch, module, name, when)
        with pytest.raises(Death):
            inbox.process(arrived.pk)
    half = InboundMail.objects.get(pk=arrived.pk)
    written = Command.objects.filter(command_id__startswith="mail:").exists()
    owed = OutboundMail.objects.filter(kind="receipt").exists()
    assert written == owed == (half.state == InboundState.DONE)
    inbox.process(arrived.pk)
    inbox.process(arrived.pk)
    assert_the_end(game, arrived)


@pytest.mark.parametrize(("module", "name"), STEPS, ids=lambda x: x if isinstance(x, str) else "")
def test_the_phase_may_close_between_a_death_and_the_next_reading(game, arrived, monkeypatch, module, name):
    """Either the orders were filed and the receipt says so, or they were not and the answer says
    that: never both."""
    with monkeypatch.context() as patch:
        dies(patch, module, name, "after")
        with pytest.raises(Death):
            inbox.process(arrived.pk)
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    inbox.process(arrived.pk)
    arrived.refresh_from_db()
    filed = Command.objects.filter(command_id__startswith="mail:").exists()
    [answer] = OutboundMail.objects.filter(kind="receipt")
    assert ("orders received" in answer.subject) == filed
    assert (arrived.reason == "filed") == filed


def test_two_workers_with_the_same_mail_file_once_and_answer_once(game, arrived):
    gate = threading.Barrier(2)
    raised = []

    def work():
        gate.wait()
        try:
            inbox.process(arrived.pk)
        except Exception as error:
            raised.append(error)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert raised == []
    assert_the_end(game, arrived)


def test_a_mail_that_is_read_by_another_worker_meanwhile_is_left_to_him(game, arrived, monkeypatch):
    real = submissions.submit

    def overtaken(*arguments, **named):
        monkeypatch.setattr(submissions, "submit", real)
        inbox.process(arrived.pk)
        return real(*arguments, **named)

    monkeypatch.setattr(submissions, "submit", overtaken)
    inbox.process(arrived.pk)
    assert_the_end(game, arrived)


def test_a_mail_that_kills_every_reader_is_put_aside_at_last(game, arrived, monkeypatch):
    dies(monkeypatch, inbox, "read_safely", "before")
    for _ in range(inbox.MOST_ATTEMPTS):
        with pytest.raises(Death):
            inbox.process(arrived.pk)
    inbox.process(arrived.pk)
    arrived.refresh_from_db()
    assert (arrived.state, arrived.reason) == (InboundState.FAILED, "trouble")
    assert "never came to its end" in arrived.detail
    assert OutboundMail.objects.filter(kind="receipt", in_reply_to=arrived).count() == 1


@pytest.mark.parametrize(
    ("module", "answer", "letter"),
    [
        (not_carried_out, "empty", {"body": "\n"}),
        (not_carried_out, "other_form", {"body": "#ORDERS G9 T9\nMOVE Nobody stay\n#END\n"}),
        (confirmations, "ask", {"body": "MOVE", "sender": "eve@evil.example.com"}),
        (not_carried_out, "where_to_write", {"body": "MOVE", "to": "orders@in.example.org"}),
        (not_carried_out, "could_not_read", {"body": "x", "Content_Type": "multipart/mixed; boundary*0=a"}),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_every_other_answer_is_owed_together_with_the_mails_state(game, monkeypatch, module, answer, letter):
    seat = seat_on_move(game)
    with monkeypatch.context() as patch:
        dies(patch, module, answer, "after")
        with pytest.raises(Death):
            Post(seat).write(**letter)
    mail = InboundMail.objects.get()
    assert (mail.state, OutboundMail.objects.filter(kind="receipt").count()) == (InboundState.UNREAD, 0)
    inbox.process(mail.pk)
    mail.refresh_from_db()
    assert mail.state != InboundState.UNREAD
    assert OutboundMail.objects.filter(kind="receipt", in_reply_to=mail).count() == 1
    assert battle_of(game).sheets.get(seat.name, ()) == ()


def test_death_while_storing_leaves_the_sender_with_his_mail_and_a_second_try_stores_it_once(
    game, monkeypatch
):
    raw, both = b"From: a@x.org\n\nMOVE", ["a@in.example.org", "b@in.example.org"]
    with monkeypatch.context() as patch:
        dies(patch, arrivals.doorbell, "ring_mail", "before")
        with pytest.raises(Death):
            arrivals.receive(raw, "test", "a@x.org", both)
    assert [mail.recipient for mail in arrivals.receive(raw, "test", "a@x.org", both)] == both
    assert InboundMail.objects.count() == 2
