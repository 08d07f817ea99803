"""Worlds of campaigns that wait for battles on boards, for pairs of them (tests/games/pairs.py): two sides
fight twice, the third goes a day ahead and sits at neither board. ``group`` makes one from a number; the
others differ in who fights, in what is written at the boards, and in how one of the battles ended while the
other is open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.models import Game, GameState, OutboundMail
from games.play import adjudication, creation
from rules import engine
from rules.campaign.in_force import land_of, tables_of
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.campaign_secrets import GroupMustered
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.figure import Hex
from rules.state.table import Fights
from tests.games.campaign_deals import DEALT, Events, Hidden, followers, hidden_of, laid_out, without
from tests.games.campaign_worlds import CampaignPlay, as_shipped, cast_of
from tests.games.pairs import CREATION, Cast, Day, Group
from tests.games.post_kit import Post, opened

SCENARIO = "campaign-demone"
OPTIONS = engine.Options(fights=Fights.BOARD, days_ahead=2)
OF_WHO_FIGHTS = (
    "fewer men", "kinds of men", "names of men", "a wounded man", "horses", "purse of a group", "hunger",
    "purse of a place", "patients", "captives",
)  # fmt: skip
"""Of all that a seat may hide (campaign_deals.DEALT) what differs on a board, or lies beside it."""
HOSTILITY = 10
MOST = 12
SURRENDERS = "SURRENDER"
Boards = tuple[Day, ...]
"""What the seats write at each of the battles, in the order of their calls."""


class World(NamedTuple):
    """``days``: the mails of each seat, the last one of a day that is not opened; ``boards``: what is written
    at the battles while they wait for that day; ``first``: its first events."""

    days: tuple[Day, ...]
    boards: Boards
    first: Events


class Meeting(NamedTuple):
    """To which of the hider's groups, in a hex, which of the third's comes from the next one."""

    group: GroupId
    start: Hex
    foe: GroupId
    goal: Hex


# making them


def group(number: int, days: int = 1) -> Group:
    """A world of a day with two battles, so many less one that are opened ahead of it, and one that is not
    opened; and another for each thing that may differ."""
    draw = random.Random(number)
    cast = cast_of(SCENARIO, number)
    shipped = as_shipped(SCENARIO, OPTIONS)
    h = hidden_of(shipped, cast.hider, cast.third)._replace(besieger="")
    at = _state(shipped)
    meetings = _meetings(at, h, cast)
    bare = _brought_together(laid_out(shipped, h), meetings)
    asks = draw.choice(("HELP", "STATUS", "NONSENSE", "TRY QUIET 2", "FIGHTS", "SALT rye"))
    peace = "MEET all: fight never\nJOIN no battle"
    marches = [f"MARCH {one.foe} to {one.start}" for one in meetings]
    stays = [f"HOLD {one.group}" for one in meetings]  # who marches sends his prisoners away
    first = {
        cast.observer: (peace,),
        cast.hider: ("\n".join(("MEET all: fight always, refuse never", *stays)),),
        cast.third: ("\n".join(("MEET all: fight always, refuse never", *marches)),),
    }
    quiet: Day = dict.fromkeys(first, ())
    between, last = {**quiet, cast.observer: (peace,)}, {**quiet, cast.observer: (asks,)}
    base = World((first, *[between] * (days - 1), last), ({}, {}), bare)
    agreed = {
        "scenario": SCENARIO,
        "options": creation.rules_options(fights="board", days_ahead=OPTIONS.days_ahead),
        "hidden": h,
        "order": draw.sample(list(first), len(first)),
        "falls": str(number),
        "late": False,
    }
    one, other = draw.sample((0, 1), 2)
    more = f"{first[cast.hider][0]}\nQUIET 5\nSHARE {h.band} 3"

    def at_boards(which: int, **mails: tuple[str, ...]) -> tuple[int, World]:
        told = {getattr(cast, part): words for part, words in mails.items()}
        return days, base._replace(boards=tuple(told if n == which else {} for n in (0, 1)))

    others: dict[str, tuple[int, Any]] = {
        what: (CREATION, base._replace(first=dealt))
        for what in OF_WHO_FIGHTS
        if (dealt := DEALT[what](bare, h, draw)) != bare
    }
    others |= {
        "orders at a board": at_boards(one, hider=("ASK everything\nSALT rye",)),
        "to be mended at a board": at_boards(other, hider=("MOVE Zeus to 9999", "HELP")),
        "letters at a board": at_boards(one, hider=(f"TO {cast.third}: Give up.",), third=("STATUS",)),
        "a battle is lost": at_boards(other, hider=(SURRENDERS,)),
        "a battle is won": at_boards(other, third=(SURRENDERS,)),
        "another battle is lost": at_boards(one, hider=(SURRENDERS,)),
        "lines that wait": (
            0,
            base._replace(days=({**first, cast.hider: (more,)}, *base.days[1:])),
        ),
    }
    return Group(cast, agreed, base, others, BoardPlay)


def _state(first: Events) -> Campaign:
    at = replay(first)
    assert isinstance(at, Campaign)
    return at


def _meetings(at: Campaign, h: Hidden, cast: Cast) -> tuple[Meeting, Meeting]:
    """In open country, as far from the observer and from each other as the land allows: neither battle
    touches the other, nor him."""
    land = land_of(at)
    eyes = [one.hex for one in at.groups_of(at.seat(cast.observer).side)]
    open_ = {label for label in land.hexes if _is_open(at, label)}
    paths = [(a, b) for a in open_ for b in land.neighbours(a) if a < b and b in open_]

    def farthest(from_: Sequence[Hex]) -> tuple[Hex, Hex]:
        return max(paths, key=lambda path: (min(land.distance(path[0], one) for one in from_), path))

    first = farthest(eyes)
    second = farthest([*eyes, *first])
    one, other = sorted(at.groups_of(at.seat(cast.third).side), key=lambda found: found.id)
    [rest] = [found.id for found in at.groups_of(h.side) if found.id != h.group]
    return Meeting(h.group, first[0], one.id, first[1]), Meeting(rest, second[0], other.id, second[1])


def _is_open(at: Campaign, label: Hex) -> bool:
    cost = land_of(at).cost(label, tables_of(at)["campaign-terrain"])
    return cost == 1 and land_of(at).place_at(label) is None


def _brought_together(first: Events, meetings: Sequence[Meeting]) -> Events:
    where = {one.group: one.start for one in meetings} | {one.foe: one.goal for one in meetings}
    created = first[0]
    assert isinstance(created, CampaignCreated)
    counters = tuple(
        replace(one, hex=where[who], came=where[who]) if (who := one.under or one.id) in where else one
        for one in created.groups
    )
    return [replace(created, groups=counters), *(_grim(event) for event in first[1:])]


def _grim(event: Event) -> Event:
    """Nobody lets anybody pass, and no group has so many men that one more would make two of it."""
    if not isinstance(event, GroupMustered):
        return event
    few = without(event, followers(event)[MOST:])
    return replace(few, content=replace(few.content, hostility=HOSTILITY))


# playing them


class BoardPlay(CampaignPlay):
    """A campaign by mail, and the battles that it has called."""

    def day(self, world: World, number: int) -> None:
        """All who are asked write; on the last day the battles, too."""
        if number == self.last:
            for battle, mails in zip(self._battles(), world.boards, strict=True):
                self._write_at(battle, mails)
        super().day(world, number)

    def _battles(self) -> list[Game]:
        found = list(self.game.children.order_by("pk"))
        assert len(found) == 2, "two battles are open"
        return found

    def _write_at(self, battle: Game, mails: Day) -> None:
        for name, letters in mails.items():
            seat = battle.seats.get(name=name)
            for n, words in enumerate(letters):
                mail = Post(seat).write(words, Message_ID=f"<{battle.call}.{name}.{n}@players.example.org>")
                if words == SURRENDERS:
                    [row] = OutboundMail.objects.filter(in_reply_to=mail, dedupe_key__startswith="confirm:")
                    Post(seat).write("CONFIRM", to=str(opened(row)["Reply-To"]))
                    adjudication.attend(battle.pk)
                    assert Game.objects.get(pk=battle.pk).state == GameState.OVER

    def _see_what_came_true(self, number: int) -> None:
        now = Game.objects.get(pk=self.game.pk)
        assert not now.trouble, now.trouble
        assert now.phase_key.endswith("-ahead"), now.phase_key
