"""A mail that kills whoever reads it is put aside, kept and told of; the mails behind it are read."""

from __future__ import annotations

import pytest
from celery.signals import worker_process_init

from games.gate import inbox
from games.models import InboundState
from pbem.celery import app
from pbem.mail import child
from tests.games.post_kit import answers_to, filed, some_orders, text_of, the_answer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def impatient_reader(monkeypatch):
    child.close()
    monkeypatch.setattr(child, "CPU_SECONDS", 0.3)
    yield
    child.close()


def test_it_is_kept_and_its_sender_told_and_the_next_mail_is_read(game, seat, post, monkeypatch):
    orders = some_orders(game, seat)
    with monkeypatch.context() as patch:
        patch.setattr(inbox, "ORDER_TEST", "tests.pbem.hostile:never_ends")
        child.close()
        mail = post.write("\n".join(orders))
    assert (mail.state, mail.reason) == (InboundState.FAILED, child.KILLED)
    assert bytes(mail.raw)
    assert "took too long" in text_of(the_answer(mail))
    assert filed(game, seat) == ()
    child.close()
    monkeypatch.setattr(child, "CPU_SECONDS", 3.0)
    assert post.write("\n".join(orders)).state == InboundState.DONE
    assert filed(game, seat) == tuple(orders)


def test_a_strangers_deadly_mail_is_kept_in_silence(game, seat, post, monkeypatch):
    monkeypatch.setattr(inbox, "ORDER_TEST", "tests.pbem.hostile:dies")
    child.close()
    mail = post.write("MOVE x 0101", sender="somebody@example.org")
    assert mail.state == InboundState.FAILED
    assert answers_to(mail) == []


@pytest.mark.parametrize(
    ("queues", "reads"), [("adjudicate,mail,relay,maint", True), ("mail", True), ("relay", False)]
)
def test_a_workers_process_that_reads_mail_has_its_reader_before_the_first(monkeypatch, queues, reads):
    """Each process of a worker begins with this signal."""
    monkeypatch.setattr(app.amqp.queues, "_consume_from", None)
    app.amqp.queues.select(queues.split(","))
    app.loader.import_default_modules()  # as a worker does
    worker_process_init.send(sender=None)
    assert (child._reader is not None) == reads
