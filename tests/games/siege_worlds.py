"""Worlds of sieges by what is planned, for pairs of them (tests/games/pairs.py): two commanders file sealed
plans. ``group`` makes one from a number, and others that differ in what the other side may not tell: of days
that were opened in lines that did not come true and in terms, of the day that is open in all that is filed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from games.models import Game, Seat
from games.play import adjudication, deadlines
from games.play.creation import Player, create_game
from games.record import eventlog
from rules import engine
from rules.siege import battering, building
from rules.siege.page import tables_of
from rules.state.siege import Deed, Siege
from tests.games.pairs import Cast, Day, Group, Play
from tests.games.post_kit import Post, reads_his_mail
from tests.games.stillness import MOMENT
from tests.rules.siege.kit import random_plan

SCENARIOS = ("siege-farm", "siege-chapel", "siege-castle")
NEVER = (
    "day 90",
    "ladders 99 or more",
    "garrison over 500",
    "throwers 77 AND initiative",
    "NOT day 1 or later",
)
ALWAYS = ("day 1 or later", "until day 80", "NOT day 90", "besiegers at least 1")
AS_PLANNED = ("AS PLANNED",)
SICK, CAMP, STRIKE, BUY = ("sick ours", "sick theirs"), ("camp",), ("strike",), ("buy",)
MORE = ("refused", "as found")
USED = {
    "dysentery": SICK, "poison": SICK, "gate": STRIKE, "relief": (*BUY, *MORE),
    "reinforcement": (*BUY, *MORE), "refugees": MORE,
}  # fmt: skip
"""Which differences come true by an event: men who join may be able to do what could not be done,
and go where nobody has named them."""


class World(NamedTuple):
    """``days``: the mails of each seat, the last one of a day that is not opened."""

    days: tuple[Day, ...]


class Means(NamedTuple):
    """What the hider's plan is made of. ``done``: what his side does whenever it acts; ``said``: the same on
    the first day, naming whom and what it would find by itself; ``refused``: what cannot be done."""

    done: str
    said: str
    refused: str


# making them


@cache
def as_it_begins(scenario: str) -> Siege:
    at = engine.replay(engine.new_game(scenario))
    assert isinstance(at, Siege)
    return at


def group(number: int, days: int = 1) -> Group:
    """A world of so many days and one that is not opened, and another for each thing that may differ."""
    draw = random.Random(number)
    at = as_it_begins(draw.choice(SCENARIOS))
    cast = Cast(*draw.sample([seat.id for seat in at.setup.seats], 2))
    besieging = {seat.id: at.besieges(seat.side) for seat in at.setup.seats}
    means = draw.choice(_means(at, besieging[cast.hider]))
    theirs = random_plan(draw, besieging[cast.observer])
    quiet = max(max(map(_quiet, theirs)), 1)
    plan = [means.done, "REST", f"QUIET {quiet}"]
    files = draw.random() < 0.4  # the observer has filed for the open day, and the hider has not yet
    last = {
        cast.observer: ("\n".join(random_plan(draw, besieging[cast.observer])),) if files else _asks(draw),
        cast.hider: ("TRY REST",) if files else ("\n".join(random_plan(draw, besieging[cast.hider])),),
    }
    first = {cast.hider: ("\n".join(plan),), cast.observer: ("\n".join(theirs),)}
    between = dict.fromkeys(cast[:2], AS_PLANNED)
    base = World((first, *[between] * (days - 1), last))
    agreed = {
        "scenario": at.setup.scenario,
        "order": draw.sample(cast[:2], 2),
        "falls": str(number),
        "late": not files and draw.random() < 0.5,  # the deadline of the open day passes, and is put off
    }

    def on_the_first(*mails: str) -> tuple[int, World]:
        return 0, World(({**first, cast.hider: mails}, *base.days[1:]))

    def on_the_last(*mails: str) -> tuple[int, World]:
        return days, World((*base.days[:-1], {**last, cast.hider: mails}))

    others = {
        what: on_the_first("\n".join(lines))
        for what, lines in _plans(draw, at, means, plan, besieging[cast.hider])
    }
    again = "\n".join(_of_days(random_plan(draw, besieging[cast.hider])))
    to_mend = f"{again}\nSUPLY 9999 with Nobody"
    others |= {
        "times written": (
            0,
            World(({**first, cast.hider: (again, "HELP", *first[cast.hider])}, *base.days[1:])),
        ),
        "nothing filed yet": on_the_last(),
        "filed, to be mended": on_the_last(to_mend),
        "filed in turn": on_the_last("TRY REST", to_mend, "NONSENSE", to_mend),
    }
    if not files:
        others["another plan"] = on_the_last(f"{again}\nSALT rye")
    return Group(cast, agreed, base, others, SiegePlay)


def _quiet(line: str) -> int:
    found = re.fullmatch(r"QUIET (\d)", line)
    return int(found[1]) if found else 0


def _asks(draw: random.Random) -> tuple[str, ...]:
    return (draw.choice(("HELP", "STATUS", "TRY REST", "NONSENSE", "TRY ASSAULT\nTRY SALLY")),)


def _means(at: Siege, besieging: bool) -> list[Means]:
    tables = tables_of(at)
    mine = at.men_of(at.besieger if besieging else at.besieged)
    kinds = list(dict.fromkeys(man.kind for man in mine))
    of_each = "with " + ", ".join(kinds)
    if not besieging:
        lone = next(kind for kind in kinds if sum(man.kind == kind for man in mine) == 1)
        refused = f"SALLY with {lone}"  # of any kind at most half may go
        return [Means(deed, f"{deed} {of_each}", refused) for deed in ("SALLY", "SUPPLY")] + [
            Means(deed, deed, refused) for deed in ("REST", "BATTLE")
        ]
    refused = " AND ".join(["BUILD ladders"] * 8)
    builders = ", ".join(man.name for man in building.unasked(at)[:5])
    found = [Means(deed, deed, refused) for deed in ("REST", "PARLEY", "BUILD grapnels")]
    found += [
        Means("ASSAULT", f"ASSAULT {of_each}", refused),
        Means("BUILD ladders", f"BUILD ladders with {builders}", refused),
    ]
    if at.engines.get("thrower"):
        [gate] = battering.default_hexes(at, tables)
        found.append(Means("BATTER", f"BATTER {gate}", refused))
    return found


def _plans(
    draw: random.Random, at: Siege, means: Means, plan: list[str], besieging: bool
) -> list[tuple[str, list[str]]]:
    """Plans that come to the same as this one, by what differs."""
    done, *rest = plan
    elsewhere = _of_days(random_plan(draw, besieging))
    act = draw.choice(elsewhere).rpartition("THEN ")[2]
    names = [man.name for man in draw.sample(at.men_of(at.besieger if besieging else at.besieged), 4)]
    found = [
        ("terms", [f"IF {draw.choice(ALWAYS)} THEN {done}", *rest]),
        ("in vain above", [f"IF {draw.choice(NEVER)} THEN {act}", *plan]),
        ("in vain below", [done, "REST", *elsewhere, *rest[1:]]),
        ("refused", [means.refused, *plan]),
        ("as found", [f"IF day 1 THEN {means.said}", *plan]),
        ("quiet", [*plan[:-1], "QUIET 7"]),
        ("sick ours", [*plan, f"SICK OURS {names[0]} first"]),
        ("sick theirs", [*plan, "SICK THEIRS archers last"]),
        ("buy", [*plan, "BUY 2 knights, 3 archers"]),
    ]
    if besieging:
        found += [
            ("camp", [*plan, "CAMP infantry first"]),
            ("strike", [*plan, f"STRIKE {', '.join(names)}"]),
        ]
    return found


WISHES = ("SICK", "CAMP", "STRIKE", "BUY", "RELIEF", "QUIET")


def _of_days(plan: Sequence[str]) -> list[str]:
    """Its lines for days, all of which a later mail replaces."""
    return [line for line in plan if line.split()[0] not in WISHES]


# playing them


class SiegePlay(Play):
    """A siege by mail."""

    asks = "TRY ASSAULT\nNONSENSE\nTRY SALLY"

    def begin(self, world: World) -> None:
        self.stillness.begin()
        self.stillness.falls = self.agreed["falls"]
        seats = [seat.id for seat in as_it_begins(self.agreed["scenario"]).setup.seats]
        players = {seat: Player(seat.title(), f"{seat}@players.example.org") for seat in seats}
        self.game = create_game(self.agreed["scenario"], players, absent="extend_once")
        reads_his_mail(*self.game.seats.all())
        self.game.seats.filter(name=self.cast.hider).update(html_mail=False)  # nobody reads it here
        self.eyes = self.game.seats.get(name=self.cast.observer)

    def day(self, world: World, number: int) -> None:
        """Both write; all but the last day are opened."""
        for name in self.agreed["order"]:
            seat = Seat.objects.select_related("game").get(game=self.game, name=name)
            for n, words in enumerate(world.days[number][name]):
                Post(seat).write(words, Message_ID=f"<{name}.{number}.{n}@players.example.org>")
        if number < self.last:
            adjudication.attend(self.game.pk)
            self._see_what_came_true()
        elif not self.over:
            adjudication.attend(self.game.pk)
            deadlines.remind(Game.objects.get(pk=self.game.pk))
            if self.agreed["late"]:
                Game.objects.filter(pk=self.game.pk).update(phase_due=MOMENT - timedelta(hours=1))
                adjudication.attend(self.game.pk)
                assert Game.objects.get(pk=self.game.pk).extended

    def _see_what_came_true(self) -> None:
        now = Game.objects.get(pk=self.game.pk)
        assert not now.trouble, now.trouble
        siege = eventlog.load(self.game.pk).battle
        assert isinstance(siege, Siege)
        for record in siege.days:
            self.void.update(USED.get(record.event, ()), CAMP if Deed.SALLY in record.deeds else ())
        self.over |= siege.outcome is not None

    def pages(self, who: str, since: int) -> Sequence[str]:
        there = f"/g/{self.game.pk}"
        more = [f"{there}/seat/{self.cast.hider}", f"{there}/seat/{self.cast.hider}/mail", "/games/running"]
        return [*super().pages(who, since), *more]
