"""A connection to the mail server that lasts for a moment: on a busy server the next mail needs no new call,
handshake and log-in.

A process keeps one at most, hangs up when it has rested for REST_SECONDS or carried MOST_MAILS, and asks
before each mail whether the other side is still there, so that a mail is never begun on a line that is
dead already.
"""

from __future__ import annotations

import logging
import os
from threading import Lock, Timer
from typing import Any

from django.core.mail import get_connection
from django.core.mail.backends import smtp

logger = logging.getLogger(__name__)

REST_SECONDS = 2.0
MOST_MAILS = 20  # some servers take no more in one call


class Line:
    """A connection of Django's, and how many mails it has carried."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.carried = 0

    def leads_where(self, other: Line) -> bool:
        return all(getattr(self.connection, name) == getattr(other.connection, name, None) for name in _SAME)

    def is_alive(self) -> bool:
        """Whether the other side answers."""
        try:
            return bool(self.connection.connection.noop()[0] == 250)
        except Exception:  # whatever it is, a new call will tell
            return False

    def hang_up(self) -> None:
        try:
            self.connection.close()
        except Exception as error:
            logger.info("closing the mail connection: %s", error)


class _Rest:
    """Where a line waits for the next mail."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._line: Line | None = None
        self._owner = 0
        self._timer: Timer | None = None

    def put(self, line: Line) -> None:
        before = self.take()
        with self._lock:
            self._line, self._owner = line, os.getpid()
            self._timer = Timer(REST_SECONDS, self.clear)
            self._timer.daemon = True
            self._timer.start()
        if before:
            before.hang_up()

    def take(self) -> Line | None:
        """The line that rests, if this process put it there: one inherited through a fork belongs
        to the parent."""
        with self._lock:
            line, self._line = self._line, None
            if self._timer:
                self._timer.cancel()
                self._timer = None
        return line if self._owner == os.getpid() else None

    def clear(self) -> None:
        if line := self.take():
            line.hang_up()


_rest = _Rest()
_SAME = ("host", "port", "username", "password", "use_tls", "use_ssl")


def take() -> Line:
    """The line that rests if it leads where the settings say and is alive, else a new one, which is
    not open yet."""
    new = Line(get_connection())
    if line := _rest.take():
        if line.leads_where(new) and line.is_alive():
            return line
        line.hang_up()
    return new


def give_back(line: Line) -> None:
    """A line over which a mail has just gone out. Only those to mail servers are kept: an interface of the
    web has means of its own, and would not tell that it is gone."""
    line.carried += 1
    if isinstance(line.connection, smtp.EmailBackend) and line.carried < MOST_MAILS:
        _rest.put(line)
    else:
        line.hang_up()


def hang_up() -> None:
    """Close the line that rests, if there is one."""
    _rest.clear()
