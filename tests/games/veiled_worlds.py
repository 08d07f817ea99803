"""Worlds at the veiled table (tests/games/veiled_rules.py), by what is dealt and written, for pairs of them
(tests/games/pairs.py). ``group`` makes one from a number, and another for each thing that may be hidden.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.test import Client
from msgspec.structs import replace

from games.letters import letters
from games.letters.letters import Draft
from games.models import Game, GameState, Question
from games.play import adjudication, questions, submissions
from games.play.creation import Player, create_game
from tests.games.pairs import CREATION, Cast, Day, Group, Play, sits
from tests.games.post_kit import Post, reads_his_mail
from tests.games.stillness import Stillness
from tests.games.veiled_rules import DEALT, SEATS, VeiledRules
from tests.games.veiled_table import Counter


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
    return Group(cast, agreed, base, others, VeiledPlay)


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


class VeiledPlay(Play):
    """A game at the veiled table."""

    asks = "TRY SPY a1\nNONSENSE\nTEST GUARD b1"

    def __init__(self, group: Group, stillness: Stillness, *, thorough: bool = True) -> None:
        super().__init__(group, stillness, thorough=thorough)
        self.rules = VeiledRules()
        self.rules.agreed = dict(group.agreed)
        self.rules.admit()

    def close(self) -> None:
        VeiledRules.leave()

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
                    page = sits(self.eyes).get(f"/g/{now.pk}/question/{question.pk}", follow=True)
                    assert page.status_code == 200
                    self.told[f"question in {now.phase_title}"] = page.content
                questions.answer(question.pk, "1")
            elif world.answer:
                questions.answer(question.pk, str(("keep", "bury").index(world.answer) + 1))
            else:
                questions.run_out(now)
            adjudication.attend(now.pk)
        assert not now.trouble, now.trouble
