"""Worlds of campaigns by what is hidden, for pairs of them (tests/games/pairs.py). ``group`` makes one from a
number: days of marches, recruits and convoys, the last of which is not opened. The others differ in what one
seat's groups and places hold and know from the beginning on (tests/games/campaign_deals.py), or in what it
has filed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from games.models import Game, MapSize, Seat
from games.play import adjudication, deadlines
from games.play.creation import Player, create_game
from games.record import eventlog
from rules import engine
from rules.campaign import scenarios
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.plans import plan as p
from rules.campaign.plans.names import Known
from rules.campaign.plans.writing import written
from rules.events.base import Event, Knowledge
from rules.events.campaign import BandUnder, ConvoyTaken, PlaceTaken, SiegeRaised, SpyMoved
from rules.events.campaign_fights import AttackMade, BattleJoined
from rules.events.campaign_secrets import GroupSeen
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.views.masking import view_for
from tests.games.campaign_deals import DEALT, Hidden, hidden_of, laid_out, with_a_siege
from tests.games.pairs import CREATION, Cast, Day, Play
from tests.games.pairs import Group as Worlds
from tests.games.post_kit import Post, reads_his_mail
from tests.games.stillness import MOMENT

SCENARIOS = ("campaign-demone", "campaign-demone", "campaign-canne")
NEAR = 4
"""Hexes to the places of its own between which a group marches."""
Events = list[Event]


class World(NamedTuple):
    """``days``: the mails of each seat, the last one of a day that is not opened; ``first``: its first
    events."""

    days: tuple[Day, ...]
    first: Events


# making them


def as_shipped(scenario: str, options: engine.Options | None = None) -> Events:
    file = scenarios.campaigns()[scenario]
    return scenarios.opened(file, GUISCARD_CAMPAIGN, options or engine.Options(), "", {})


@cache
def cast_of(scenario: str, number: int) -> Cast:
    seats = [seat.id for seat in scenarios.campaigns()[scenario].seats]
    return Cast(*random.Random(number).sample(seats, len(seats)))


def group(number: int, days: int = 1) -> Worlds:
    """A world of so many days and one that is not opened, and another for each thing that may differ."""
    draw = random.Random(number)
    scenario = draw.choice(SCENARIOS)
    cast = cast_of(scenario, number)
    shipped = as_shipped(scenario)
    h = hidden_of(shipped, cast.hider, cast.third)
    bare = laid_out(shipped, h)
    first = with_a_siege(bare, h)
    at = replay(first)
    assert isinstance(at, Campaign)
    plans = {seat.id: _plan(draw, at, seat.id, h) for seat in at.setup.seats}
    files = draw.random() < 0.4  # the observer has filed for the open day, and the hider has not yet
    asks = draw.choice(("HELP", "STATUS", "TRY MARCH", "NONSENSE", f"TRY MARCH {h.group} to {h.other}"))
    again = "\n".join(_plan(draw, at, cast.hider, h))
    last = {
        **dict.fromkeys(plans, ("as planned",)),
        cast.observer: ("\n".join(_plan(draw, at, cast.observer, h)),) if files else (asks,),
        cast.hider: ("TRY QUIET 2",) if files else (again,),
    }
    one = {seat: ("\n".join(plan),) for seat, plan in plans.items()}
    between = dict.fromkeys(plans, ("as planned",))
    base = World((one, *[between] * (days - 1), last), first)
    agreed = {
        "scenario": scenario,
        "hidden": h,
        "order": draw.sample(list(plans), len(plans)),
        "falls": str(number),
        "late": not files and draw.random() < 0.3,  # the deadline of the open day passes, and is put off
    }

    def on_the_first(*lines: str) -> tuple[int, World]:
        return 0, base._replace(days=({**one, cast.hider: ("\n".join(lines),)}, *base.days[1:]))

    def on_the_last(*mails: str) -> tuple[int, World]:
        return days, base._replace(days=(*base.days[:-1], {**last, cast.hider: mails}))

    others: dict[str, tuple[int, Any]] = {
        what: (CREATION, base._replace(first=other))
        for what, deal in DEALT.items()
        if (other := with_a_siege(deal(bare, h, draw), h)) != first  # not everybody has what may differ
    }
    if h.besieger:
        others["a breach"] = CREATION, base._replace(first=with_a_siege(bare, h, draw.randint(1, 3)))
    others |= {what: on_the_first(*lines) for what, lines in _in_vain(draw, at, plans[cast.hider], h)}
    to_mend = f"{again}\nMARCH Zeus to Olympus"
    others |= {
        "times written": (
            0,
            base._replace(days=({**one, cast.hider: (again, "CLEAR", *one[cast.hider])}, *base.days[1:])),
        ),
        "nothing filed yet": on_the_last(),
        "filed, to be mended": on_the_last(to_mend),
        "filed in turn": on_the_last("TRY QUIET 3", to_mend, "NONSENSE", to_mend),
    }
    if not files:
        others["another plan"] = on_the_last(f"{again}\nQUIET 4\nSALT rye")
    return Worlds(cast, agreed, base, others, CampaignPlay)


def _plan(draw: random.Random, at: Campaign, seat: str, h: Hidden) -> list[str]:
    """The lines of a seat for a day: between places of its own it goes, and nobody comes near the hidden
    group, which stays where it is."""
    known = Known(view_for(at, seat), seat)
    lines = [_by_its_counter(written(order, known), at, h) for order in _orders(draw, at, seat, h)]
    draw.shuffle(lines)  # in the order of our form they would be a quotation of it
    return lines


def _by_its_counter(line: str, at: Campaign, h: Hidden) -> str:
    """The hidden group is not called by its leader: it may have none."""
    leader = at.leader(h.group)
    assert leader is not None
    return line.replace(f" {leader.name}", f" {h.group}")


def _orders(draw: random.Random, at: Campaign, seat: str, h: Hidden) -> Iterator[p.Order]:
    known = Known(at, seat)
    own = [place for place in at.setup.places if at.places[place.id].side == at.seat(seat).side]
    yield p.Meet(meeting=p.Meeting(fight=p.NEVER))
    yield p.Join(never=True)
    for mine in (at.groups[name] for name in known.own_groups()):
        near = [place.hex for place in own if known.land.distance(mine.hex, place.hex) <= NEAR]
        stays = mine.id in (h.group, h.besieger) or not near or draw.random() < 0.4
        yield p.Hold(group=mine.id) if stays else p.March(group=mine.id, to=draw.choice(near), avoid=True)
        if draw.random() < 0.3:
            yield p.Recruit(group=mine.id, kinds={"light infantry": 1})
    for spy in at.spies.values():
        if spy.seat == seat and (spy.id == h.spy or draw.random() < 0.5):  # with news he would go by himself
            yield p.Scout(
                spy=spy.id, to=min(own, key=lambda place: known.land.distance(spy.hex, place.hex)).hex
            )


def _in_vain(
    draw: random.Random, at: Campaign, plan: list[str], h: Hidden
) -> Iterator[tuple[str, list[str]]]:
    """Plans that come to the same as this one, by what differs: what is said of what does not happen, what
    cannot be done, and what changes nothing that others see."""
    known = Known(view_for(at, h.seat), h.seat)
    rest = [name for name in known.own_groups() if name != h.group]
    number, name = draw.randint(2, 9), h.group
    sortie = p.Conduct(place=h.castle, line="SALLY when garrison over 90")
    often = p.Meeting(fight=((p.Term(p.Measure.ODDS, least=100 + number),),), refuse=p.ALWAYS)
    for what, order in (
        ("terms of a meeting", p.Meet(group=name, meeting=often)),
        ("joining", p.Join(group=name)),
        ("promises to mercenaries", p.Hire(group=name, most=number, share=True)),
        ("a share", p.Share(band=h.band, points=number)),
        ("loot", p.Loot(points=number)),
        ("panels", p.Panels(ground=draw.choice(("", "forest")), panels=("stubble", "defile"))),
        ("a bargain", p.Bargain(place=h.castle, never=True)),
        ("a garrison to come", p.Garrison(place=h.castle, least=12)),
        ("quiet", p.Quiet(days=min(number, 7))),
        ("a refused line", p.Pass(group=name, into=rest[0], halves=1)),
        ("a march in vain", p.March(group=name, to=at.groups[name].hex)),
        *([("a plan for a siege", sortie)] if h.besieger else ()),
    ):
        yield what, [*plan, _by_its_counter(written(order, known), at, h)]


# playing them


class CampaignPlay(Play):
    """A campaign by mail."""

    asks = "TRY MARCH n1 to Bari\nNONSENSE\nTRY QUIET 3\nTRY SPY"

    def begin(self, world: World) -> None:
        self.stillness.begin()
        self.stillness.falls = self.agreed["falls"]
        file = scenarios.campaigns()[self.agreed["scenario"]]
        players = {seat.id: Player(seat.id.title(), f"{seat.id}@players.example.org") for seat in file.seats}
        with patch.object(scenarios, "opened", lambda *_: list(world.first)):
            self.game = create_game(
                self.agreed["scenario"], players, options=self.agreed.get("options"), absent="extend_once"
            )
        reads_his_mail(*self.game.seats.all())
        self.game.seats.exclude(name=self.cast.observer).update(html_mail=False, map_size=MapSize.NONE)
        self.eyes = self.game.seats.get(name=self.cast.observer)

    def day(self, world: World, number: int) -> None:
        """All write; all but the last day are opened."""
        for name in self.agreed["order"]:
            seat = Seat.objects.select_related("game").get(game=self.game, name=name)
            for n, words in enumerate(world.days[number][name]):
                Post(seat).write(words, Message_ID=f"<{name}.{number}.{n}@players.example.org>")
        if number < self.last:
            adjudication.attend(self.game.pk)
            self._see_what_came_true(number)
        elif not self.over:
            adjudication.attend(self.game.pk)
            deadlines.remind(Game.objects.get(pk=self.game.pk))
            if self.agreed["late"]:
                Game.objects.filter(pk=self.game.pk).update(phase_due=MOMENT - timedelta(hours=1))
                adjudication.attend(self.game.pk)

    def _see_what_came_true(self, number: int) -> None:
        """Who has met the hidden group, or fought with it, or whom its mercenaries have left, knows more."""
        now = Game.objects.get(pk=self.game.pk)
        assert not now.trouble, now.trouble
        assert now.phase == number + 2, "somebody's mail has to be mended before the day is played"
        h: Hidden = self.agreed["hidden"]
        for event in eventlog.events(self.game.pk):
            seen = event.seen_by(Knowledge(self.cast.observer))
            if isinstance(seen, GroupSeen) and seen.group in (h.group, h.band):
                self.over = True
            if isinstance(event, AttackMade | BattleJoined) and h.group in repr(event):
                self.over = True
            if isinstance(event, PlaceTaken | SiegeRaised) and event.place == h.castle:
                self.over = True
            if number and isinstance(event, SpyMoved) and event.spy == h.spy:
                self.void.add("a spy saw nothing")  # his errand done, he goes home by himself with his news
            if isinstance(event, ConvoyTaken) and event.convoy == h.convoy:
                self.void.add("load of a convoy")  # whoever has it knows what it carries
            if isinstance(event, BandUnder) and event.group == h.band:
                self.void |= {"men of a band", "terms of a band"}
        self.over |= eventlog.load(self.game.pk).battle.outcome is not None

    def pages(self, who: str, since: int) -> Sequence[str]:
        there = f"/g/{self.game.pk}"
        hider = f"{there}/seat/{self.cast.hider}"
        more = [hider, f"{hider}/mail", f"{there}/gazette", f"{there}/men", "/games/running"]
        more += [f"{there}/men?as={self.cast.hider}"]
        found = [*super().pages(who, since), *more]
        return found if self.thorough else [page for page in found if page not in ("/", "/games/running")]
