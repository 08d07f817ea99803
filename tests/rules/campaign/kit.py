"""A small land, and campaigns on it laid out by hand: for tests of one rule at a time.

The land is open ground of twelve columns and eight rows, with a wood (0304), hills (0504), a marsh (0604), a
mountain (0704), the sea in the first column, a river in 0804 and 0805 with a road over the latter, and four
places: Alto (0303, a Norman town), Basso (0903, a Byzantine town), Castro (0606, a Byzantine castle), Dorf
(0403, a Norman village). Norman groups are n1, n2 ..., Byzantine ones b1, b2 ..., mercenaries m1 ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from rules.campaign import days
from rules.campaign.custody import take
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.in_force import campaign_tables
from rules.campaign.land import Land
from rules.campaign.land_file import land_from_toml
from rules.campaign.muster import in_hand, mustered
from rules.campaign.plans.plan import Order, Plan
from rules.campaign.today import Today
from rules.core.dice import ScriptedDice
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.sequence import PhaseOpened
from rules.evolve import replay
from rules.journal import TableJournal
from rules.scenarios.rosters import roster_figures
from rules.state.campaign import Campaign, CampaignSetup
from rules.state.campaign_counters import (
    HALVES,
    Band,
    Content,
    Convoy,
    Founded,
    Goal,
    Group,
    Holding,
    Kind,
    Place,
    Spy,
)
from rules.state.figure import Character, Health
from rules.state.table import Options, Seat, Side

TABLES = campaign_tables()
NORMANS, BYZANTINES, LOMBARDS = "normans", "byzantines", "lombards"
LETTERS = {NORMANS: "N", BYZANTINES: "B", LOMBARDS: "L"}
TERRAIN = {"0304": "f", "0504": "h", "0604": "s", "0704": "m"}
COLUMNS, ROWS = 12, 8


def _grid(cell: str) -> str:
    lines = []
    for row in range(1, ROWS + 1):
        cells = {column: _letter(f"{column:02d}{row:02d}", cell) for column in range(1, COLUMNS + 1)}
        lines.append(f"{row:02d} " + "   ".join(cells[c] for c in range(1, COLUMNS + 1, 2)))
        lines.append("     " + "   ".join(cells[c] for c in range(2, COLUMNS + 1, 2)))
    return "\n".join(lines)


def _letter(label: str, cell: str) -> str:
    if cell == "-":
        return "-"
    return "~" if label.startswith("01") else TERRAIN.get(label, ".")


@cache
def toy() -> Land:
    return land_from_toml(
        f'''
title = "Toy"
map = """
{_grid(".")}
"""
regions = """
{_grid("-")}
"""
[region_names]
[[rivers]]
name = "Rivo"
hexes = "0804 0805"
[[roads]]
name = "Strada"
hexes = "0705 0805 0905"
[[places]]
id = "alto"
name = "Alto"
kind = "town"
hex = "0303"
why = "toy"
years = [[1050, "norman", "Drogo", 6, 5]]
[[places]]
id = "basso"
name = "Basso"
kind = "town"
hex = "0903"
why = "toy"
years = [[1050, "byzantine", "the katepan", 4, 5]]
[[places]]
id = "castro"
name = "Castro"
kind = "castle"
hex = "0606"
why = "toy"
years = [[1050, "byzantine", "the katepan", 5, 4]]
[[places]]
id = "dorf"
name = "Dorf"
kind = "village"
hex = "0403"
why = "toy"
years = [[1050, "norman", "Drogo", 5, 3]]
[[places]]
id = "urbe"
name = "Urbe"
kind = "city"
hex = "1107"
why = "toy"
years = [[1050, "byzantine", "the katepan", 7]]
''',
        "toy",
    )


def men(
    kinds: Mapping[str, int], side: str, taken: Iterable[str] = (), wounded: int = 0
) -> tuple[Character, ...]:
    """Men of a side by kinds; the last so many of them are wounded."""
    wanted = [kind for kind, number in kinds.items() for _ in range(number)]
    found = mustered(wanted, LETTERS.get(side, "M"), side, side, frozenset(taken), "Toy")
    sound = len(found) - wounded
    return tuple(m if i < sound else replace(m, health=Health.WOUNDED) for i, m in enumerate(found))


class Script(ScriptedDice):
    """Faces in order or by name, the rest by default; a face that a die has not is its highest."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return min(super().roll(name, sides, chain), sides)


class World:
    """A campaign that is laid out, then played for days or steps with orders and scripted dice."""

    def __init__(self, **places: str) -> None:
        sides = tuple(Side(id=s, name=s.title(), adjective=s.title()[:-1]) for s in LETTERS)
        self.setup = CampaignSetup(
            scenario="toy", title="Toy", ruleset=GUISCARD_CAMPAIGN.id, sides=sides,
            seats=tuple(Seat(id=s, side=s, name=s.title()) for s in LETTERS),
            options=Options(), tables_digest="", tables=TABLES.as_dict(), land="toy", mark="",
            places=tuple(self._founded(p.id, places) for p in toy().places), factions=LETTERS,
            date=(1057, 5, 4), last_day=30, goals=(Goal(NORMANS, "hold", 3, "basso"),),
        )  # fmt: skip
        self.at = Campaign(
            setup=self.setup,
            places={p.id: Place(p.id, p.side, p.lord) for p in self.setup.places},
            holdings={p.id: Holding(resources=p.resources, hostility=p.hostility) for p in self.setup.places},
            seen={s: {} for s in LETTERS},
            seen_places={s: {} for s in LETTERS},
            turn=1,
            phase=1,
        )
        self.events: list[Event] = []
        self.plans: dict[str, Plan] = {s: Plan() for s in LETTERS}

    def _founded(self, place: str, owners: Mapping[str, str]) -> Founded:
        on = toy().place(place)
        held = on.at(1057)
        side = owners.get(place, f"{held.faction.value}s")
        return Founded(
            id=place, name=on.name, kind=Kind(on.kind.value), hex=on.hex, side=side, lord=held.lord,
            resources=held.resources, hostility=held.hostility, letter=LETTERS[side],
        )  # fmt: skip

    # laying out

    def group(
        self, side: str, at: str, kinds: Mapping[str, int], *, leader: str = "", prestige: int = 5,
        hostility: int = 6, purse: int = 0, wounded: int = 0, unfed: int = 0, came: str = "",
    ) -> str:  # fmt: skip
        """A group's counter, with a leader besides the men by kinds; its purse in deniers."""
        letter = LETTERS[side].lower()
        self.at.counters[letter] = self.at.counters.get(letter, 0) + 1
        name = f"{letter}{self.at.counters[letter]}"
        leads: tuple[Character, ...] = ()
        if leader:
            figure = roster_figures()[leader]
            leads = (in_hand(replace(figure.figure(side, side), leader=True)),)
            self.at.prestige[leader] = prestige
        found = (*leads, *men(kinds, side, (*self.at.men, leader), wounded))
        self.at.men |= {man.id: man for man in found}
        self.at.groups[name] = Group(
            id=name, side=side, seat=side, hex=at, came=came or at, riders=all(m.mounted for m in found)
        )
        self.at.contents[name] = Content(
            men=tuple(man.id for man in found), hostility=hostility, leader=leader, purse=purse * HALVES,
            unfed=unfed,
        )  # fmt: skip
        return name

    def band(
        self, at: str, kinds: Mapping[str, int], *, under: str = "", paid: bool = False, hired: int = 0
    ) -> str:
        """Mercenaries, nobody's or a group's."""
        self.at.counters["m"] = self.at.counters.get("m", 0) + 1
        name = f"m{self.at.counters['m']}"
        side = self.at.groups[under].side if under else ""
        found = tuple(replace(man, side=side, seat=side) for man in men(kinds, "", self.at.men))
        self.at.men |= {man.id: man for man in found}
        self.at.groups[name] = Group(
            id=name, side=side, seat=side, hex=at, came=at, mercenaries=True, under=under,
            riders=all(m.mounted for m in found),
        )  # fmt: skip
        self.at.contents[name] = Content(men=tuple(man.id for man in found), hostility=5)
        if under:
            self.at.bands[name] = Band(hired=hired, paid=paid)
        return name

    def convoy(self, side: str, at: str, start: str, goal: str, load: int = 5, escort: str = "") -> str:
        letter = f"{LETTERS[side].lower()}c" if side else "c"
        self.at.counters[letter] = self.at.counters.get(letter, 0) + 1
        name = f"{letter}{self.at.counters[letter]}"
        self.at.convoys[name] = Convoy(
            id=name, side=side, seat=side, hex=at, start=start, goal=goal, escort=escort
        )
        self.at.loads[name] = load
        return name

    def spy(self, side: str, name: str, at: str) -> str:
        self.at.spies[name] = Spy(name, name.title(), side, side, at)
        return name

    def garrison(self, place: str, kinds: Mapping[str, int], wounded: int = 0) -> tuple[str, ...]:
        found = men(kinds, self.at.places[place].side, self.at.men, wounded)
        self.at.men |= {man.id: man for man in found}
        names = tuple(man.id for man in found)
        self.at.holdings[place] = replace(self.at.holdings[place], garrison=names)
        return names

    def resources(self, place: str, points: int) -> None:
        self.at.holdings[place] = replace(self.at.holdings[place], resources=points)

    # playing

    def orders(self, side: str, *orders: Order) -> None:
        """What a side orders, besides what it has."""
        named = [replace(o, text=o.text or f"{type(o).__name__} {i}") for i, o in enumerate(orders)]
        self.plans[side] = Plan((*self.plans[side].orders, *named))

    def today(self, dice: ScriptedDice | None = None) -> Today:
        """The open day, for a step of it or a single function; what it records lies in ``journal.events``."""
        return Today(TableJournal(self.at, dice or Script()), GUISCARD_CAMPAIGN, self.plans)

    def day(
        self, *faces: int, named: Mapping[str, int] | None = None, otherwise: int | None = None
    ) -> list[Event]:
        """A whole day; the state goes on."""
        dice = Script(faces, named=named, otherwise=otherwise)
        journal = TableJournal(self.at, dice)
        today = days.play(journal, GUISCARD_CAMPAIGN, self.plans, first=self.at.turn)
        self.plans = dict(today.plans)
        self.at = journal.table
        self.at.turn += 1
        self.events = journal.events
        return journal.events

    def keep(self, today: Today) -> None:
        """What a step has done stands."""
        self.at = today.at
        self.events = list(today.journal.events)
        self.plans = dict(today.plans)


def of(events: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def created(world: World) -> list[Event]:
    """A log that begins like a world, without what is in its groups."""
    first = CampaignCreated(
        setup=world.setup, groups=tuple(world.at.groups.values()), places=tuple(world.at.places.values())
    )
    return [first, PhaseOpened(number=1, turn=1, side="")]


__all__ = ["BYZANTINES", "LOMBARDS", "NORMANS", "TABLES", "World", "created", "men", "of", "replay", "toy"]


def held(world: World, by: str = "n1", men: int = 3) -> tuple[str, ...]:
    """Byzantines whom a group guards."""
    group = world.group(BYZANTINES, "1201", {"light infantry": men})
    names = world.at.contents[group].men
    today = world.today()
    for name in names:
        take(today, name, NORMANS, group=by)
    world.keep(today)
    del world.at.groups[group], world.at.contents[group]
    return names
