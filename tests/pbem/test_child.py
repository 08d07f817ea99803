"""A mail that never ends or eats all memory ends its reader, and nothing else."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bench.measure import pace
from games.answers.order_words import looks_like_order
from pbem.forking import Piped
from pbem.mail import child
from pbem.mail.child import KILLED, read_safely
from pbem.mail.reader import read
from tests.pbem import hostile
from tests.pbem.mail_kit import MAILS, OWN, letter

ORDER_TEST = "games.answers.order_words:looks_like_order"
ORDER = letter("MOVE Drogo 0808\n")


@pytest.fixture(autouse=True)
def fresh_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    child.close()
    monkeypatch.setattr(child, "CPU_SECONDS", 0.3)
    yield
    child.close()


def test_it_reads_what_the_reader_reads(monkeypatch):
    monkeypatch.setattr(child, "CPU_SECONDS", 3.0)
    for file in MAILS.glob("*.eml"):
        raw = file.read_bytes()
        assert read_safely(raw, ORDER_TEST, OWN, "a@b.org") == read(raw, looks_like_order, OWN, "a@b.org")


def test_one_child_reads_all_mails():
    read_safely(ORDER, ORDER_TEST)
    first = child._reader.process.pid
    read_safely(ORDER, ORDER_TEST)
    assert child._reader.process.pid == first


@pytest.fixture(params=["forked", "a program"])
def early(request, monkeypatch):
    """How a reader begins that is there before the first mail."""
    monkeypatch.setattr(child.forking, "is_safe", lambda: request.param == "forked")
    return request.param


def test_a_child_that_was_started_early_reads_the_first_mail(early):
    child.start(ORDER_TEST)
    assert isinstance(child._reader.process, Piped) == (early == "forked")
    ready = child._reader.process.pid
    child.start(ORDER_TEST)
    assert read_safely(ORDER, ORDER_TEST).orders == ("MOVE Drogo 0808",)
    assert child._reader.process.pid == ready


@pytest.mark.parametrize("forked", [True, False])
def test_a_child_that_cannot_start_early_harms_nobody(forked, monkeypatch, caplog):
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(child.forking, "is_safe", lambda: forked)
        patch.setattr(child.subprocess, "Popen", refuse)
        patch.setattr(child.forking, "piped", refuse)
        child.start(ORDER_TEST)
    assert child._reader is None and "no more processes" in caplog.text
    assert read_safely(ORDER, ORDER_TEST).orders


@pytest.mark.parametrize("test", [hostile.never_ends, hostile.eats_memory, hostile.dies, hostile.raises])
def test_a_mail_that_kills_its_reader_is_refused_with_what_its_headers_say(test, early):
    name = f"{test.__module__}:{test.__name__}"
    child.start(name)
    first = child._reader.process
    found = read_safely(ORDER, name, OWN)
    assert first.poll() is not None
    assert found.refused == found.reason == KILLED
    assert found.headers.sender == "anna@example.org"
    assert found.headers.message_id == "<small@example.org>"
    assert found.answer_refused
    assert not found.act


def test_an_automaton_is_not_answered_even_then():
    found = read_safely(letter("MOVE x", "Auto-Submitted: auto-replied"), "tests.pbem.hostile:dies", OWN)
    assert found.automatic == "auto-submitted"
    assert not found.answer_refused


def test_a_reader_that_does_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr(child, "WALL_SECONDS", 0.5)
    assert read_safely(ORDER, "tests.pbem.hostile:sleeps").refused == KILLED


def test_the_next_mail_is_read_by_a_new_child():
    assert read_safely(ORDER, "tests.pbem.hostile:dies").refused == KILLED
    assert read_safely(ORDER, ORDER_TEST).orders == ("MOVE Drogo 0808",)


def test_a_reader_killed_from_outside_is_replaced_without_a_word():
    read_safely(ORDER, ORDER_TEST)
    os.kill(child._reader.process.pid, signal.SIGKILL)
    assert read_safely(ORDER, ORDER_TEST).orders == ("MOVE Drogo 0808",)


def test_an_interrupted_reading_never_gives_its_answer_to_the_next_mail(monkeypatch):
    """A worker's own time limit may strike between question and answer."""
    read_safely(ORDER, ORDER_TEST)

    def interrupted(*_: object) -> bytes:
        raise TimeoutError_

    class TimeoutError_(BaseException):
        pass

    with monkeypatch.context() as patch:
        patch.setattr(child.Reader, "_answer", interrupted)
        with pytest.raises(TimeoutError_):
            read_safely(letter("MOVE Robert 0101\n"), ORDER_TEST)
    assert read_safely(ORDER, ORDER_TEST).orders == ("MOVE Drogo 0808",)


def test_a_forked_reader_holds_nothing_of_the_worker(monkeypatch):
    """Neither a connection, which its end would close, nor a pipe, whose end nobody would notice."""
    held, other = os.pipe()
    monkeypatch.setattr(child.forking, "is_safe", lambda: True)
    child.start(ORDER_TEST)
    assert read_safely(ORDER, ORDER_TEST).orders
    descriptors = {int(entry.name) for entry in Path(f"/proc/{child._reader.process.pid}/fd").iterdir()}
    assert descriptors == {0, 1, 2}
    os.close(other)
    assert os.read(held, 1) == b"", "or it would wait for ever"
    os.close(held)
    assert psutil.Process(child._reader.process.pid).name() == "pbem-reader"


def test_a_reader_ends_with_its_worker(monkeypatch):
    monkeypatch.setattr(child.forking, "is_safe", lambda: True)
    child.start(ORDER_TEST)
    child._reader.process.stdin.close()
    assert child._reader.process.wait(30) == 0


def test_a_forked_process_starts_a_reader_of_its_own():
    read_safely(ORDER, ORDER_TEST)
    ours = child._reader.process.pid
    source, sink = os.pipe()
    if not (forked := os.fork()):
        found = read_safely(ORDER, ORDER_TEST)
        same = child._reader.process.pid == ours
        child.close()
        os.write(sink, b"fine" if found.orders and not same else b"bad")
        os._exit(0)
    os.waitpid(forked, 0)
    assert os.read(source, 9) == b"fine"
    assert read_safely(ORDER, ORDER_TEST).orders
    assert child._reader.process.pid == ours


def test_reading_in_the_child_costs_little():
    read_safely(ORDER, ORDER_TEST)
    reader = psutil.Process(child._reader.process.pid)

    def cpu_seconds() -> float:
        return time.process_time() + sum(reader.cpu_times()[:2])

    before = cpu_seconds()
    for _ in range(100):
        read_safely(ORDER, ORDER_TEST)
    assert (cpu_seconds() - before) / 100 < 0.02 * pace()  # 1 ms on an idle machine
