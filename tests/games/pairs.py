"""Pairs of worlds at a veiled table that differ in one hidden thing: whoever cannot tell them apart is to get
the same bytes of both.

A world is what was dealt and what everybody writes on each day. ``group`` makes one from a number, and
another for each thing that may be hidden; ``looks`` plays them with real mails and reads everything that a
seat and a stranger can see; ``differing`` compares.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from games.gate import sent_before
from games.letters import letters
from games.letters.letters import Draft
from games.models import Game, GameState, OutboundMail, Question, Seat
from games.play import adjudication, questions, submissions
from games.play.creation import Player, create_game
from games.record import eventlog
from games.seats import seats
from tests.games.post_kit import Post, reads_his_mail
from tests.games.stillness import Stillness, still
from tests.games.veiled_rules import DEALT, SEATS, VeiledRules
from tests.games.veiled_table import Counter

Day = Mapping[str, tuple[str, ...]]
CREATION = -1


class World(NamedTuple):
    """``days``: the mails of each seat, the last one of a day that is not over when everything is looked at;
    ``answer``: what the hider answers when he is asked ("" nothing); ``closed``: how dice fall that the
    observer does not know, from the last day on that is played; ``letter``: what two others write each other
    on the last."""

    days: tuple[Day, ...]
    dealt: tuple[Counter, ...] = DEALT
    stores: Mapping[str, int] = dict.fromkeys(SEATS, 2)
    purse: int = 3
    answer: str = "keep"
    closed: str = ""
    letter: str = ""


class Cast(NamedTuple):
    """Who plays which part: the observer, him who hides something, and the third."""

    observer: str
    hider: str
    third: str


class Group(NamedTuple):
    """A world and others (``others``, by what differs) which the observer cannot tell from it. Until the day
    given with each they are the same."""

    cast: Cast
    agreed: Mapping[str, Any]
    base: World
    others: Mapping[str, tuple[int, World]]


# making them

PLACES = 12


def dealt(draw: random.Random, cast: Cast) -> tuple[Counter, ...]:
    """The counters where they can meet: the third's first beside the hider's, his second beside the
    observer's."""
    stand = {cast.hider: (0, 6), cast.third: (1, 9), cast.observer: (3, 10)}
    return tuple(
        replace(c, place=stand[c.seat][n % 2], strength=draw.randint(10, 19)) for n, c in enumerate(DEALT)
    )


def of(counters: tuple[Counter, ...], seat: str) -> list[Counter]:
    return [counter for counter in counters if counter.seat == seat]


def group(number: int, days: int = 1) -> Group:
    """A world of so many days and one more, and another for each thing that may differ."""
    draw = random.Random(number)
    cast = Cast(*draw.sample(SEATS, 3))
    agreed = {
        "pact": draw.choice(((), (cast.observer, cast.hider))),
        "neutral": draw.choice(("", "", "", cast.observer)),
        "asking": draw.choice((cast.hider, cast.hider, cast.third, cast.observer)),
        "phases": days + 1,
        "places": PLACES,
    }
    counters = dealt(draw, cast)
    base = World(tuple(_day(draw, cast, counters, n, days) for n in range(days + 1)), counters)
    others = {}
    for what, differ in DIFFERENCES.items():
        since, other = differ(draw, cast, base)
        others[what] = since, other
    return Group(cast, agreed, base, others)


def _day(draw: random.Random, cast: Cast, counters: tuple[Counter, ...], number: int, days: int) -> Day:
    """What everybody writes. The observer spies on the third alone, and never meets the hider; the third
    attacks the hider on the first day."""
    mine, his, foe = (of(counters, seat) for seat in cast)
    last = ("FINAL",) if number < days else ()
    mover = [f"MOVE {foe[0].id} 0"] * (number == 0) + [f"MOVE {foe[1].id} 10"] * (draw.random() < 0.5)
    hidden = (f"SPY {foe[0].id}", f"GUARD {his[0].id}", "SALT barley", f"SHIFT 1 {his[0].id} TO {his[1].id}")
    seen = [f"SPY {draw.choice(foe).id}"] * (draw.random() < 0.6)
    seen += [f"SHIFT 1 {mine[0].id} TO {mine[1].id}"] * (draw.random() < 0.5)
    probes = [f"TRY SPY {his[1].id}", f"SHIFT 1 {his[1].id} TO {foe[0].id}", "NONSENSE", f"GUARD {foe[0].id}"]
    asks = [f"TEST GUARD {mine[0].id}", "HELP", "STATUS", "TRY SPY"]
    other = draw.choice([c for c in counters if c.seat != cast.third])
    return {
        cast.hider: ("\n".join([*hidden, *last]),),
        cast.third: ("\n".join([*mover, f"SPY {other.id}", *last]),),
        cast.observer: ("\n".join([*seen, *(asks if number % 2 else probes), *last]),),
    }


# what may differ: each makes another world of one, and says from which day on


Difference = Callable[[random.Random, Cast, World], tuple[int, World]]


def _content(**fields: Any) -> Difference:
    def differ(draw: random.Random, cast: Cast, base: World) -> tuple[int, World]:
        which = draw.choice(of(base.dealt, cast.hider)).id
        changed = tuple(replace(c, **fields) if c.id == which else c for c in base.dealt)
        return CREATION, base._replace(dealt=changed)

    return differ


def _line(day: int, verb: str, *instead: str) -> Difference:
    """Another line in place of the hider's with that verb, on a day (-1: the last): "{0}" and "{1}" are his
    counters, "{2}" and "{3}" the third's."""

    def differ(draw: random.Random, cast: Cast, base: World) -> tuple[int, World]:
        names = [c.id for seat in (cast.hider, cast.third) for c in of(base.dealt, seat)]
        since, days = day % len(base.days), list(base.days)
        [mail] = days[since][cast.hider]
        lines = mail.split("\n")
        told = [draw.choice(instead).format(*names) if line.startswith(verb) else line for line in lines]
        days[since] = {**days[since], cast.hider: ("\n".join(line for line in told if line),)}
        return since, base._replace(days=tuple(days))

    return differ


def _stores(draw: random.Random, cast: Cast, base: World) -> tuple[int, World]:
    return CREATION, base._replace(stores={**base.stores, cast.hider: draw.randint(10, 99)})


def _written_more(draw: random.Random, cast: Cast, base: World) -> tuple[int, World]:
    """The hider writes more often, in vain, on one day."""
    since, days = draw.randrange(len(base.days)), list(base.days)
    more = ("HELP", "NONSENSE", "TRY SPY a1\nSPY b1")[: draw.randint(1, 3)]
    days[since] = {**days[since], cast.hider: (*more, *days[since][cast.hider])}
    return since, base._replace(days=tuple(days))


DIFFERENCES: dict[str, Difference] = {
    "strength": _content(strength=29),
    "name": _content(name="Bohemond"),
    "stores": _stores,
    "purse": lambda draw, cast, base: (CREATION, base._replace(purse=draw.randint(10, 99))),
    "sheets": _line(-1, "SPY", "SPY {3}", "MOVE {0} 1", ""),
    "standing": _line(-1, "GUARD", "GUARD {1}", ""),
    "salts": _line(-1, "SALT", "SALT rye", ""),
    "salts of a day": _line(0, "SALT", "SALT rye", ""),
    "lore": _line(0, "SPY", "SPY {3}"),
    "progress": _line(0, "GUARD", "GUARD {1}"),
    "spent_orders": _line(0, "GUARD", ""),
    "amount": _line(0, "SHIFT", "SHIFT 2 {0} TO {1}", "SHIFT 5 {0} TO {1}"),
    "closed dice": lambda draw, cast, base: (len(base.days) - 2, base._replace(closed="otherwise")),
    "answer": lambda draw, cast, base: (0, base._replace(answer=draw.choice(("bury", "")))),
    "times written": _written_more,
    "letters": lambda draw, cast, base: (len(base.days) - 1, base._replace(letter="War tomorrow.")),
}
"""By what differs: the hidden fields of the state by their names, and what else nobody may tell."""


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
            for remembered in (sent_before._report, sent_before._other):
                remembered.cache_clear()
            transaction.set_rollback(True)


class Play:
    """A game that is played day by day; ``told`` is what the observer and a stranger have seen by the way."""

    def __init__(
        self, group: Group, rules: VeiledRules, stillness: Stillness, *, thorough: bool = True
    ) -> None:
        self.cast, self.rules, self.stillness, self.thorough = group.cast, rules, stillness, thorough
        self.last = len(group.base.days) - 1
        self.told: Seen = {}

    def begin(self, world: World) -> None:
        self.rules.dealt, self.rules.stores, self.rules.purse = world.dealt, dict(world.stores), world.purse
        players = {seat: Player(seat.title(), f"{seat}@players.example.org") for seat in SEATS}
        self.stillness.begin()
        self.game = create_game("veiled", players)
        reads_his_mail(*self.game.seats.all())
        self.eyes = self.game.seats.get(name=self.cast.observer)

    def day(self, world: World, number: int) -> None:
        """Everybody writes; all but the last day are played."""
        for seat in self.game.seats.select_related("game"):
            for n, words in enumerate(world.days[number][seat.name]):
                name = f"{seat.name}.{number}.{n}"
                if seat.name == self.cast.third:
                    submissions.submit(seat, words.split("\n"), name)
                else:
                    Post(seat).write(words, Message_ID=f"<{name}@players.example.org>")
        if number < self.last:
            self.stillness.closed = world.closed if number == self.last - 1 else ""
            self._adjudicate(world)
        elif world.letter:
            writer, reader = self.game.seats.exclude(pk=self.eyes.pk)
            letters.write(Draft(writer, reader.name, world.letter, "a letter"))

    def _adjudicate(self, world: World) -> None:
        adjudication.attend(self.game.pk)
        while (now := Game.objects.get(pk=self.game.pk)).state == GameState.ASKING:
            question = Question.objects.select_related("seat").get(game=now, answered=None)
            self.told[f"asked in {now.phase_title}"] = Client().get(f"/g/{now.pk}").content
            if question.seat.name != self.cast.hider:
                if question.seat == self.eyes:
                    page = _sits(self.eyes).get(f"/g/{now.pk}/question/{question.pk}", follow=True)
                    assert page.status_code == 200
                    self.told[f"question in {now.phase_title}"] = page.content
                questions.answer(question.pk, "1")
            elif world.answer:
                questions.answer(question.pk, str(("keep", "bury").index(world.answer) + 1))
            else:
                questions.run_out(now)
            adjudication.attend(now.pk)
        assert not now.trouble, now.trouble

    def gather(self, since: int = CREATION) -> Seen:
        """Everything that can be seen in the end, by name, in the order in which it can; of turns those from
        a day on."""
        letters.write(Draft(self.eyes, "all", "Who is there?", "another letter"))
        return {name: _marked(page) for name, page in (*self.told.items(), *self._looked(since))}

    def _looked(self, since: int) -> Iterator[tuple[str, bytes]]:
        number, eyes = self.game.pk, self.eyes
        browsers = {"stranger": Client(), "observer": _sits(eyes)}
        for who, browser in browsers.items():
            for page in self._pages(who, since):
                yield f"{who} {page}", browser.get(page).content
        tried = {"orders": "TRY SPY a1\nNONSENSE\nTEST GUARD b1", "try": "1", "test": "1"}
        yield "tried on the web", browsers["observer"].post(f"/g/{number}/seat/{eyes.name}", tried).content
        for place, mail in enumerate(OutboundMail.objects.filter(to=eyes.email).order_by("pk")):
            yield f"mail {place}", bytes(mail.rendered)
        reports = OutboundMail.objects.filter(kind="report", game=self.game).order_by("pk")
        yield "order of the mails", repr(list(reports.values_list("to", flat=True))).encode()

    def _pages(self, who: str, since: int) -> list[str]:
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


def _sits(seat: Seat) -> Client:
    client = Client()
    assert client.get(f"/s/{seats.link_secret(seat)}").status_code == 302
    return client


def _marked(page: bytes) -> bytes:
    for fold in (b"<wbr>", b"=\r\n", b"=\n"):
        page = page.replace(fold, b"")
    return HASHES.sub(b"#" * 64, page)


@contextmanager
def at_the_table(group: Group, *, thorough: bool = True) -> Iterator[Play]:
    """A table at which nothing is drawn and no time passes; in the end nothing has happened."""
    rules = VeiledRules()
    rules.agreed = dict(group.agreed)
    rules.admit()
    try:
        with still(group.cast.observer) as stillness, taken_back():
            yield Play(group, rules, stillness, thorough=thorough)
    finally:
        VeiledRules.leave()


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
        return play.gather(), found


def _to_the_end(play: Play, world: World, number: int, since: int) -> Seen:
    for later in range(number, len(world.days)):
        play.day(world, later)
    return play.gather(since)


def differing(base: Seen, other: Seen) -> list[str]:
    """What tells two worlds apart; nothing if all is well. Turns before they began to differ may be missing
    in the other."""
    before = [name for name in base if "/t/t" in name and name not in other]
    if [name for name in base if name not in before] != list(other):
        return ["which pages and mails there are, and in which order"]
    return [name for name, page in other.items() if page != base[name]]


def bytes_differing(base: Seen, other: Seen) -> int:
    """How many bytes differ."""
    told = [(base.get(name, b""), other.get(name, b"")) for name in differing(base, other)]
    return sum(abs(len(a) - len(b)) + sum(map(int.__ne__, a, b)) for a, b in told)
