"""Pairs of worlds at a veiled table that differ in one hidden thing: whoever cannot tell them apart is to get
the same bytes of both.

A world is what was dealt and what everybody writes on each day. ``pair`` makes two of them from a number;
``look`` plays one with real mails and reads everything that a seat and a stranger can see; ``differing``
compares.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from games.letters import letters
from games.letters.letters import Draft
from games.models import Game, GameState, MapSize, OutboundMail, Proof, Question, Report, Seat
from games.play import adjudication, questions
from games.play.creation import Player, create_game
from games.record import eventlog
from games.seats import seats
from tests.games.post_kit import Post
from tests.games.stillness import still
from tests.games.veiled_rules import DEALT, SEATS, VeiledRules
from tests.games.veiled_table import Counter

DAYS = 2  # played; the next one is open when everything is looked at
Day = Mapping[str, tuple[str, ...]]


class World(NamedTuple):
    """``days``: the mails of each seat; ``answer``: what a rival answers when he is asked ("" nothing);
    ``closed``: how dice fall that the observer does not know; ``letter``: what two others write each other."""

    days: tuple[Day, ...]
    dealt: tuple[Counter, ...] = DEALT
    stores: Mapping[str, int] = dict.fromkeys(SEATS, 2)
    purse: int = 3
    answer: str = "keep"
    closed: str = ""
    letter: str = ""


class Pair(NamedTuple):
    """Two worlds that ``observer`` cannot tell apart, since they differ in ``what`` alone."""

    what: str
    observer: str
    agreed: Mapping[str, Any]
    one: World
    other: World


# making them


class Cast(NamedTuple):
    """Who plays which part in a pair: the observer, him who hides something, and the third."""

    observer: str
    hider: str
    third: str


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


def pair(number: int, what: str = "") -> Pair:
    """A pair of worlds: ``what`` differs, or one thing after the other."""
    draw = random.Random(number)
    what = what or list(DIFFERENCES)[number % len(DIFFERENCES)]
    cast = Cast(*draw.sample(SEATS, 3))
    fights = what in ("answer", "progress", "spent_orders")
    pacts = [(), (cast.observer, cast.hider)] + ([] if fights else [(cast.hider, cast.third)])
    agreed = {
        "pact": draw.choice(pacts),
        "neutral": "" if fights else draw.choice(("", "", *SEATS)),
        "asking": cast.hider if what == "answer" else draw.choice(("", *SEATS)),
        "phases": DAYS + 2,
        "places": PLACES,
    }
    counters = dealt(draw, cast)
    base = World(_days(draw, cast, counters, fights=fights), counters)
    one, other = DIFFERENCES[what](draw, cast, base)
    return Pair(what, cast.observer, agreed, one, other)


def _days(draw: random.Random, cast: Cast, counters: tuple[Counter, ...], *, fights: bool) -> tuple[Day, ...]:
    """What everybody writes. The observer spies on the third alone, and never meets the hider."""
    days = []
    for day in range(DAYS + 1):
        written = {}
        for seat in SEATS:
            own = of(counters, seat)
            spied = (
                of(counters, cast.third) if seat == cast.observer else [c for c in counters if c.seat != seat]
            )
            lines = [f"SPY {draw.choice(spied).id}"] * (draw.random() < 0.6)
            lines += [f"SHIFT {draw.randint(1, 2)} {own[0].id} TO {own[1].id}"] * (draw.random() < 0.5)
            lines += [f"GUARD {draw.choice(own).id}"] * (draw.random() < 0.3)
            if seat == cast.third and day == 0 and (fights or draw.random() < 0.5):
                lines.append(f"MOVE {own[0].id} 0")
            if seat == cast.third and day == 1 and draw.random() < 0.5:
                lines.append(f"MOVE {own[1].id} 10")
            written[seat] = ("\n".join([*lines, *_last_words(day)]),)
        safe, foe, mine = (of(counters, seat) for seat in (cast.hider, cast.third, cast.observer))
        probes = f"TRY SPY {safe[1].id}\nSHIFT 1 {safe[1].id} TO {foe[0].id}\nNONSENSE\nGUARD {foe[0].id}"
        asks = f"TEST GUARD {mine[0].id}\nHELP\nSTATUS"
        written[cast.observer] = (probes, asks, *written[cast.observer])
        days.append(written)
    return tuple(days)


def _last_words(day: int) -> tuple[str, ...]:
    return ("FINAL",) if day < DAYS else ()


def _adding(base: World, day: int, seat: str, *lines: str) -> World:
    """The same world with lines before all others in the last mail that a seat writes on a day."""
    days = list(base.days)
    *before, last = days[day][seat]
    days[day] = {**days[day], seat: (*before, "\n".join([*lines, last]))}
    return base._replace(days=tuple(days))


# what may differ: each makes two worlds of one


Difference = Callable[[random.Random, Cast, World], tuple[World, World]]


def _content(**fields: Any) -> Difference:
    def differ(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
        which = draw.choice(of(base.dealt, cast.hider)).id
        changed = tuple(replace(c, **fields) if c.id == which else c for c in base.dealt)
        return base, base._replace(dealt=changed)

    return differ


def _lines(day: int, one: str, other: str) -> Difference:
    """Other lines in a mail of the hider's: "{0}" and "{1}" are his counters, "{2}" and "{3}" the third's."""

    def differ(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
        names = [c.id for seat in (cast.hider, cast.third) for c in of(base.dealt, seat)]
        return tuple(_adding(base, day, cast.hider, line.format(*names)) for line in (one, other))  # type: ignore

    return differ


def _stores(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
    return base, base._replace(stores={**base.stores, cast.hider: draw.randint(10, 99)})


def _written_more(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
    """The hider writes more often on some days, in vain."""
    days = list(base.days)
    for day in draw.sample(range(DAYS + 1), 2):
        more = ("HELP", "NONSENSE", "TRY SPY a1\nSPY b1")[: draw.randint(1, 3)]
        days[day] = {**days[day], cast.hider: (*more, *days[day][cast.hider])}
    return base, base._replace(days=tuple(days))


def _letters(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
    return base._replace(letter=draw.choice(("", "Peace?"))), base._replace(letter="War tomorrow.")


def _answer(draw: random.Random, cast: Cast, base: World) -> tuple[World, World]:
    one, other = draw.sample(("keep", "bury", ""), 2)
    return base._replace(answer=one), base._replace(answer=other)


DIFFERENCES: dict[str, Difference] = {
    "strength": _content(strength=29),
    "name": _content(name="Bohemond"),
    "stores": _stores,
    "purse": lambda draw, cast, base: (base, base._replace(purse=draw.randint(10, 99))),
    "closed dice": lambda draw, cast, base: (base, base._replace(closed="otherwise")),
    "sheets": _lines(DAYS, "SPY {2}", "SPY {3}"),
    "standing": _lines(DAYS, "GUARD {0}", "GUARD {1}"),
    "salts": _lines(DAYS, "SALT barley", "SALT rye"),
    "salts of a day": _lines(0, "SALT barley", "SALT rye"),
    "lore": _lines(0, "SPY {2}", "SPY {3}"),
    "progress": _lines(0, "GUARD {0}", "GUARD {1}"),
    "spent_orders": _lines(0, "GUARD {0}", "NOTHING"),
    "amount": _lines(1, "SHIFT 1 {0} TO {1}", "SHIFT 5 {0} TO {1}"),
    "answer": _answer,
    "times written": _written_more,
    "letters": _letters,
}
"""By what differs: the hidden fields of the state by their names, and what else nobody may tell."""


# looking at them


Seen = dict[str, bytes]
HASHES = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
"""Digests and heads cover what is hidden: they stand as marks. That none can be tried: test_secrets.py."""


@contextmanager
def at_the_table(agreed: Mapping[str, Any]) -> Iterator[VeiledRules]:
    """Whoever wants to play at veiled tables."""
    rules = VeiledRules()
    rules.agreed = dict(agreed)
    rules.admit()
    try:
        yield rules
    finally:
        VeiledRules.leave()


def look(pair: Pair, world: World) -> Seen:
    """Play a world and read everything that the observer and a stranger can, by name, in the order in which
    they can; then all is taken back."""
    with at_the_table(pair.agreed) as rules, still(world.closed, pair.observer), transaction.atomic():
        try:
            rules.dealt, rules.stores, rules.purse = world.dealt, dict(world.stores), world.purse
            return {name: _marked(page) for name, page in _played(pair, world)}
        finally:
            eventlog.forget()
            transaction.set_rollback(True)


def _marked(page: bytes) -> bytes:
    for fold in (b"<wbr>", b"=\r\n", b"=\n"):
        page = page.replace(fold, b"")
    return HASHES.sub(b"#" * 64, page)


def _played(pair: Pair, world: World) -> Iterator[tuple[str, bytes]]:
    players = {seat: Player(seat.title(), f"{seat}@players.example.org", proof=Proof.LINK) for seat in SEATS}
    game = create_game("veiled", players)
    game.seats.update(map_size=MapSize.NONE)
    eyes = game.seats.get(name=pair.observer)
    if world.letter:
        first, second = game.seats.exclude(pk=eyes.pk)
        letters.write(Draft(first, second.name, world.letter, "a letter"))
    for number, day in enumerate(world.days):
        for seat in game.seats.all():
            for n, words in enumerate(day[seat.name]):
                Post(seat).write(words, Message_ID=f"<{seat.name}.{number}.{n}@players.example.org>")
        if number < DAYS:
            yield from _a_day(game, eyes, world)
    letters.write(Draft(eyes, "all", "Who is there?", "another letter"))
    browsers = {"stranger": Client(), "observer": _sits(eyes)}
    for who, browser in browsers.items():
        for page in pages(game, eyes, who):
            yield f"{who} {page}", browser.get(page).content
    tried = {"orders": "TRY SPY a1\nNONSENSE\nTEST GUARD b1", "try": "1", "test": "1"}
    yield "tried on the web", browsers["observer"].post(f"/g/{game.pk}/seat/{eyes.name}", tried).content
    for number, mail in enumerate(OutboundMail.objects.filter(to=eyes.email).order_by("pk")):
        yield f"mail {number}", bytes(mail.rendered)
    for report in Report.objects.filter(game=game, seat=None).order_by("pk"):
        yield f"public report {report.key}", (report.subject + report.text + report.html).encode()
    yield "order of the mails", repr(_order(game)).encode()


def _a_day(game: Game, eyes: Seat, world: World) -> Iterator[tuple[str, bytes]]:
    """What comes of a day, with all that is asked in it."""
    adjudication.attend(game.pk)
    while (now := Game.objects.get(pk=game.pk)).state == GameState.ASKING:
        question = Question.objects.select_related("seat").get(game=game, answered=None)
        yield f"asked in {now.phase_title}", Client().get(f"/g/{game.pk}").content
        if question.seat == eyes:
            yield "the question", _sits(eyes).get(f"/g/{game.pk}/question/{question.pk}").content
            questions.answer(question.pk, "1")
        elif world.answer:
            questions.answer(question.pk, str(("keep", "bury").index(world.answer) + 1))
        else:
            questions.run_out(now)
        adjudication.attend(game.pk)
    assert not now.trouble, now.trouble


def _order(game: Game) -> list[str]:
    """To whom reports went out, one after the other."""
    return [mail.to for mail in OutboundMail.objects.filter(kind="report", game=game).order_by("pk")]


def _sits(seat: Seat) -> Client:
    client = Client()
    assert client.get(f"/s/{seats.link_secret(seat)}").status_code == 302
    return client


def pages(game: Game, eyes: Seat, who: str) -> list[str]:
    """The addresses of all that somebody can look at."""
    there = f"/g/{game.pk}"
    found = ["/", there, f"{there}/map.svg", f"{there}/log.jsonl", f"{there}/witness"]
    for key in game.adjudications.values_list("key", flat=True):
        found += [f"{there}/t/{key}{page}" for page in ("", "/dice", "/map.svg")]
    own = [f"{there}/seat/{eyes.name}{page}" for page in ("", "/mail", "/mail/1", "/letters")]
    return found + own * (who == "observer")


def differing(pair: Pair) -> list[str]:
    """What tells the two worlds apart; nothing if all is well."""
    one, other = look(pair, pair.one), look(pair, pair.other)
    if list(one) != list(other):
        return ["which pages and mails there are"]
    return [name for name in one if one[name] != other[name]]


def bytes_differing(pair: Pair) -> int:
    """How many bytes differ, at least."""
    one, other = look(pair, pair.one), look(pair, pair.other)
    pages = [(one.get(name, b""), other.get(name, b"")) for name in {**one, **other}]
    return sum(
        abs(len(a) - len(b)) + sum(x != y for x, y in zip(a, b, strict=False)) for a, b in pages if a != b
    )
