"""A position of a siege as a file gives it: a siege that is shipped, as it stands on a morning.

::

    position 1
    siege castle                        which: what no line says is as that begins
    day 7
    last day 20                         none: 0
    fights board                        or quick
    late events printed                 or house
    stores 18 until 16                  so many days at first, and the last day with food
    engines thrower 1, ladder 4         what stands outside
    damage 1313 1, 1207 3               stages by hex
    lost until 8                        days that burnt tents have cost
    [men normans]
    only                                nobody of that side but those below
    Odo, wounded until 9                wounded, dead, prisoner, on foot; commands
    [works]
    thrower 3 Odo, Ivo, Hamo, Hugo, Fulk        builders, and how long they have worked
    [happened]
    rain 2                              an event, and on which day
    battle                              the one outside has been fought
    refuge                              the besiegers hold all but the refuge
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.evolve import replay
from rules.positions import fields
from rules.positions.faults import PositionError, unknown
from rules.positions.form import SIEGE, VERSION, Form, Line, Phase, form_of
from rules.siege import scenarios
from rules.siege.judging import people
from rules.siege.page import SiegePage
from rules.state.figure import FigureId
from rules.state.siege import LateEvents, Siege
from rules.state.table import Fights, Options

HEAD = (
    "position", SIEGE, "title", "day", "phase", "last", "late", "fights", "stores", "engines",
    "damage", "lost",
)  # fmt: skip
SECOND = {"last": "day", "late": "events", "lost": "until"}
"""What stands behind a word of the head before what it is about."""
SECTIONS = ("men", "works", "happened", "orders", "filed", "dice", "ask", "exact")
BATTLE, REFUGE = "battle", "refuge"
Pages = Mapping[str, SiegePage]


class SiegePosition(NamedTuple):
    """What a file says. ``siege`` is not to be changed; ``lines``: on which line each man stands."""

    siege: Siege
    page: SiegePage
    phases: tuple[Phase, ...]
    lines: Mapping[FigureId, int]


def is_of_a_siege(text: str) -> bool:
    """Whether a line of the head names a siege."""
    head = text.partition("[")[0]
    return any(line.split()[:1] == [SIEGE] for line in head.lower().splitlines())


def read(text: str, pages: Pages) -> SiegePosition:
    """A file, put up. Raises PositionError for the first thing that is wrong with it."""
    form = form_of(text)
    for section in (section for phase in form.phases for section in phase.sections):
        if section.kind not in SECTIONS:
            raise PositionError(section.number, f"a position of a siege has no [{section.kind}]")
        if section not in form.phases[0].sections and section.kind in ("men", "works", "happened", "exact"):
            words = f"[{section.kind}] stands before [next]: it says how all begins"
            raise PositionError(section.number, words)
    heads = _Head(form)
    siege, page = heads.begun(pages)
    first = form.phases[0]
    heads.apply(siege, page)
    lines = people.put(siege, first)
    people.set_to_work(siege, page, first)
    for line in (line for section in first.of("happened") for line in section.lines):
        _happened(siege, page, line)
    for line in (line for section in first.of("exact") for line in section.lines):
        fields.said(siege, line)
    if siege.day > 1 and not siege.stores:
        raise PositionError(heads.number("day"), "from day 2 on the stores are counted: stores 12 until 14")
    return SiegePosition(siege, page, form.phases, lines)


class _Head:
    """The lines before the first section."""

    def __init__(self, form: Form) -> None:
        self._said: dict[str, Line] = {}
        for line in form.head:
            word = line.words[0].lower()
            if word not in HEAD:
                raise unknown(line.number, "line before the first section that begins with", word, HEAD)
            if word in self._said:
                raise PositionError(line.number, f"{word} is given twice")
            self._said[word] = line

    def number(self, word: str) -> int:
        """On which line it stands; 0: on none."""
        return self._said[word].number if word in self._said else 0

    def behind(self, word: str) -> list[str]:
        """The words behind it; none where it is not said."""
        if word not in self._said:
            return []
        found = self._said[word].words[1:]
        found = found[1:] if word in SECOND and found[:1] == [SECOND[word]] else found
        if not found:
            raise PositionError(self.number(word), f"nothing stands behind {word}")
        return found

    def whole(self, word: str) -> int | None:
        """A number of three digits at most; None where the line is left out."""
        found = self.behind(word)
        if not found:
            return None
        if len(found) != 1 or not found[0].isdecimal() or len(found[0]) > 3:
            raise PositionError(self.number(word), f"{word} is followed by a number, not {' '.join(found)!r}")
        return int(found[0])

    def begun(self, pages: Pages) -> tuple[Siege, SiegePage]:
        """The siege as it begins in a game."""
        if (self.whole("position") or VERSION) != VERSION:
            raise PositionError(self.number("position"), f"this server reads form {VERSION} of positions")
        name = "-".join(self.behind(SIEGE)).lower()
        known = scenarios.sieges()
        found = known.get(name) or known.get(f"{scenarios.PREFIX}{name}")
        if found is None:
            every = [slug.removeprefix(scenarios.PREFIX) for slug in known]
            raise unknown(self.number(SIEGE), "siege", name, every)
        options = Options(fights=Fights(self._one_of("fights", tuple(Fights)) or Fights.QUICK))
        page = pages[found.ruleset]
        siege = replay(scenarios.opened(found, page, options, "", {}))
        assert isinstance(siege, Siege)
        return siege, page

    def _one_of(self, word: str, known: tuple[str, ...]) -> str:
        found = " ".join(self.behind(word)).lower()
        if found and found not in known:
            raise unknown(self.number(word), word, found, known)
        return found

    def apply(self, siege: Siege, page: SiegePage) -> None:
        """What the head says of that morning."""
        day = self.whole("day")
        siege.turn = siege.phase = max(day, 1) if day is not None else 1
        if (phase := self.whole("phase")) is not None:
            siege.phase = phase
        last, late = self.whole("last"), self._one_of("late", tuple(LateEvents))
        if last is not None:
            siege.setup = replace(siege.setup, last_day=last)
        if late:
            siege.setup = replace(siege.setup, late_events=LateEvents(late))
        if "title" in self._said:
            title = self._said["title"].text.strip().partition(" ")[2].strip()
            siege.setup = replace(siege.setup, title=title)
        if stores := self.behind("stores"):
            numbers = [int(word) for word in stores if word.isdecimal()]
            if not numbers or len(stores) not in (1, 3) or len(numbers) != (len(stores) + 1) // 2:
                raise PositionError(
                    self.number("stores"), "stores 18 until 16: days at first, and the last one"
                )
            siege.stores, siege.fed_until = numbers[0], numbers[-1]
        if "engines" in self._said:
            siege.engines = dict(self._pairs("engines", {thing.id for thing in page.things}))
        for at, stage in self._pairs("damage", {wall.hex for wall in siege.setup.stronghold.walls}):
            siege.damage[at] = stage
        siege.idle_until = self.whole("lost") or 0

    def _pairs(self, word: str, known: set[str]) -> Iterator[tuple[str, int]]:
        """ "thrower 1, ladder 4"."""
        words = self.behind(word)
        for name, number in zip(words[::2], [*words[1::2], ""], strict=False):
            if name not in known:
                raise unknown(self.number(word), "thing" if word == "engines" else "wall", name, known)
            if not number.isdecimal() or len(number) > 3:
                raise PositionError(self.number(word), f"how many, or which stage? {name} 2, for example")
            yield name, int(number)


def _happened(siege: Siege, page: SiegePage, line: Line) -> None:
    word, *when = line.words
    name = word.lower()
    if name in (BATTLE, REFUGE) and not when:
        siege.battle_spent, siege.holds = siege.battle_spent or name == BATTLE, siege.holds or name == REFUGE
        return
    if name not in page.events:
        raise unknown(line.number, "thing that can have happened", name, {*page.events, BATTLE, REFUGE})
    if len(when) != 1 or not when[0].isdecimal() or not 1 <= int(when[0]) <= siege.day:
        raise PositionError(line.number, f"on which day? {name} 2, for example")
    siege.happened[name] = int(when[0])
