"""Pairs of worlds that differ in one hidden thing: whoever cannot tell them apart is to get the same bytes of
both.

A world is what everybody writes on each day, and what else the game is about: at the veiled table
(``veiled_worlds``) what was dealt, in a siege (``siege_worlds``) the plans. Each of these makes a ``Group``
from a number; ``looks`` plays its worlds with real mails and reads everything that a seat and a stranger can
see; ``differing`` compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple, Protocol

from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.gate import sent_before
from games.letters import letters
from games.letters.letters import Draft
from games.models import Game, OutboundMail, Seat
from games.record import eventlog
from games.seats import seats
from tests.games.stillness import Stillness, still

Day = Mapping[str, tuple[str, ...]]
"""The mails of each seat."""
CREATION = -1


class Days(Protocol):
    """A world, as far as all of them are alike: the last of its days is not over when everything is looked
    at."""

    @property
    def days(self) -> tuple[Day, ...]: ...


class Cast(NamedTuple):
    """Who plays which part: the observer, him who hides something, and a third where there is one."""

    observer: str
    hider: str
    third: str = ""


class Group(NamedTuple):
    """A world and others (``others``, by what differs) which the observer cannot tell from it. Until the day
    given with each they are the same. ``play``: at what they are played."""

    cast: Cast
    agreed: Mapping[str, Any]
    base: Any
    others: Mapping[str, tuple[int, Any]]
    play: type[Play]


# playing them


Seen = dict[str, bytes]
HASHES = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
"""Digests and heads cover what is hidden: they stand as marks. That none can be tried: test_secrets.py."""


@contextmanager
def taken_back() -> Iterator[None]:
    """What is done here never happened."""
    with transaction.atomic():
        try:
            yield
        finally:
            eventlog.forget()
            for remembered in (sent_before._report, sent_before._other, sent_before._ending):
                remembered.cache_clear()
            transaction.set_rollback(True)


class Play:
    """A game that is played day by day; ``told`` is what the observer and a stranger have seen by the way,
    ``void`` which differences did not stay hidden, by no fault of the server's: what differs came true, and
    all of them once the game is ``over``, which opens everything."""

    game: Game
    eyes: Seat
    asks = ""
    """What the observer asks on the web in the end."""

    def __init__(self, group: Group, stillness: Stillness, *, thorough: bool = True) -> None:
        self.cast, self.agreed, self.stillness, self.thorough = (
            group.cast,
            group.agreed,
            stillness,
            thorough,
        )
        self.last = len(group.base.days) - 1
        self.told: Seen = {}
        self.void: set[str] = set()
        self.over = False

    def begin(self, world: Any) -> None:
        """Sit down: ``game`` and ``eyes``, the observer's."""
        raise NotImplementedError

    def day(self, world: Any, number: int) -> None:
        """Everybody writes; all but the last day are played."""
        raise NotImplementedError

    def close(self) -> None:
        """Nobody plays here any more."""

    def gather(self, since: int = CREATION) -> Seen:
        """Everything that can be seen in the end, by name, in the order in which it can; of turns those from
        a day on."""
        letters.write(Draft(self.eyes, "all", "Who is there?", "another letter"))
        return {name: _marked(page) for name, page in (*self.told.items(), *self._looked(since))}

    def _looked(self, since: int) -> Iterator[tuple[str, bytes]]:
        number, eyes = self.game.pk, self.eyes
        browsers = {"stranger": Client(), "observer": sits(eyes)}
        for who, browser in browsers.items():
            for page in self.pages(who, since):
                yield f"{who} {page}", _with_its_head(browser.get(page))
        tried = {"orders": self.asks, "try": "1", "test": "1"}
        yield "tried on the web", browsers["observer"].post(f"/g/{number}/seat/{eyes.name}", tried).content
        for place, mail in enumerate(OutboundMail.objects.filter(to=eyes.email).order_by("pk")):
            yield f"mail {place}", bytes(mail.rendered)
        reports = OutboundMail.objects.filter(kind="report", game=self.game).order_by("pk")
        yield "order of the mails", repr(list(reports.values_list("to", flat=True))).encode()

    def pages(self, who: str, since: int) -> Sequence[str]:
        """The addresses of what somebody can look at; if it has to be quick, none that show again what stands
        in others."""
        there = f"/g/{self.game.pk}"
        own = ("map.svg", "position.txt", "log.jsonl", "witness")
        found = ["/", there, *(f"{there}/{page}" for page in own)]
        for key in self.game.adjudications.filter(phase__gt=since).values_list("key", flat=True):
            found += [f"{there}/t/{key}{page}" for page in ("", "/dice", "/map.svg", "/position.txt")]
        if who == "observer":
            found += [f"{there}/seat/{self.eyes.name}{page}" for page in ("", "/mail", "/mail/1", "/letters")]
        return [page for page in found if self.thorough or not page.endswith(("map.svg", "/mail/1"))]


def sits(seat: Seat) -> Client:
    """A browser that has followed a seat's link."""
    client = Client()
    assert client.get(f"/s/{seats.link_secret(seat)}").status_code == 302
    return client


def _with_its_head(page: HttpResponse) -> bytes:
    """A page with its headers; what tells the moment at which it was got is left out."""
    head = sorted((name, value) for name, value in page.headers.items() if name != "Expires")
    return b"%d %s\n%s" % (page.status_code, repr(head).encode(), page.content)


def _marked(page: bytes) -> bytes:
    for fold in (b"<wbr>", b"=\r\n", b"=\n"):
        page = page.replace(fold, b"")
    return HASHES.sub(b"#" * 64, page)


@contextmanager
def at_the_table(group: Group, *, thorough: bool = True) -> Iterator[Play]:
    """A table at which nothing is drawn and no time passes; in the end nothing has happened."""
    with (
        still(group.cast.observer) as stillness,
        closing(group.play(group, stillness, thorough=thorough)) as play,
        taken_back(),
    ):
        yield play


def looks(group: Group, only: Iterable[str] = (), *, thorough: bool = True) -> tuple[Seen, dict[str, Seen]]:
    """What is seen of the base and of each other world (or of some), each played from the day on which it
    begins to differ."""
    chosen = {what: group.others[what] for what in only or group.others}
    found: dict[str, Seen] = {}
    with at_the_table(group, thorough=thorough) as play:
        for what, (since, world) in chosen.items():
            if since == CREATION:
                with taken_back():
                    play.begin(world)
                    found[what] = _to_the_end(play, world, 0, since)
        play.begin(group.base)
        for number in range(len(group.base.days)):
            told = dict(play.told)
            for what, (since, world) in chosen.items():
                if since == number:
                    with taken_back():
                        found[what] = _to_the_end(play, world, number, since)
                    play.told = dict(told)
            play.day(group.base, number)
        base = play.gather()
        hidden = {what: seen for what, seen in found.items() if what not in play.void}
        return base, {} if play.over else hidden


def _to_the_end(play: Play, world: Days, number: int, since: int) -> Seen:
    for later in range(number, len(world.days)):
        play.day(world, later)
    return play.gather(since)


WHICH = "which pages and mails there are, and in which order"


def differing(base: Seen, other: Seen) -> list[str]:
    """What tells two worlds apart; nothing if all is well. Turns before they began to differ may be missing
    in the other."""
    before = [name for name in base if "/t/" in name and name not in other]
    if [name for name in base if name not in before] != list(other):
        return [WHICH]
    return [name for name, page in other.items() if page != base[name]]


def bytes_differing(base: Seen, other: Seen) -> int:
    """How many bytes differ, a name that one of them lacks or has elsewhere among them."""
    told = differing(base, other)
    if told == [WHICH]:
        return 1 + sum(len(name) for name in base.keys() ^ other.keys())
    pages = [(base[name], other[name]) for name in told]
    return sum(abs(len(a) - len(b)) + sum(map(int.__ne__, a, b)) for a, b in pages)
