"""The examples of the order language with the men, hexes and engines of a battle in the place of those that
it brings along: whoever reads them knows everybody who is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rules.orders.verb import Verb
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, SeatId, SideId
from rules.state.works import Ladder
from rules.tactical import weapons
from rules.tactical.instructions.picking import distance_between

_WORD = re.compile(r"\b(?:[A-Z][a-z]+|\d{4})\b")
_TOKEN = re.compile(r"\w+")
_OF_RIDERS = re.compile(r"\b(?:mounted|dismount|horse)\b")
_ENEMIES_BEHIND = frozenset({"AT", "ON", "FROM", "IF", "at"})
"""Behind these words enemies are named, until the next verb."""
_RIDERS = frozenset({"CHARGE", "COUNTER"})
_PIKES = frozenset({"FORM", "MARCH", "BREAK"})
_BEARERS = frozenset({"LADDER", "RAISE", "SHIFT", "LAY"})
_ROPES = frozenset({"GRAPNEL", "COIL"})
_SHOOTERS = frozenset({"FIRE", "WATCH", "FLAME"})
_ENEMIES_FIRST = frozenset({"OPPOSE"})  # "OPPOSE Argyris first Robert": whom he tests
_WALLS = frozenset({"RAISE", "GRAPNEL"})  # whose hex is one behind a wall

Wanted = Callable[[Character], bool]


class Cast:
    """Who is named on a sheet: the men of a seat and their enemies; of the first seat where nobody's."""

    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId | None) -> None:
        self._battle, self._rules = battle, rules
        named = battle.setup.seats[0].id if seat is None else seat
        side = battle.seat(named).side
        there = [f for f in battle.figures.values() if f.living or f.awaited]
        self.own = [f for f in there if f.seat == named]
        enemies = battle.enemies_of(side)
        self.enemies = [f for f in there if f.side in enemies]
        self.side: SideId = side
        self.anybody_rides = any(f.mounted for f in there)

    def line(self, example: str, family: str) -> str:
        """An example with the battle's own names; whoever nobody is there for keeps the example's."""
        if not self.own:
            return example
        own, enemies = self._of(family), iter(self.enemies)
        called: dict[str, str] = {}
        hexes: Iterator[Hex] | None = None
        first: Character | None = None

        def replaced(match: re.Match[str]) -> str:
            nonlocal hexes, first
            word = match[0]
            if word.isdigit():
                hexes = hexes or self._hexes(first or self.own[0], family)
                return called.setdefault(word, next(hexes))
            if word not in called:
                hostile = _hostile(example[: match.start()], family)
                engine = self._engine() if family in ("SHOOT", "PUSH") else ""
                figure = None if engine else next(enemies if hostile else own, None)
                if figure is not None and not hostile:
                    first = first or figure
                called[word] = engine or (figure.name if figure is not None else word)
            return called[word]

        return _WORD.sub(replaced, example)

    def examples(self, verb: Verb, lines: Sequence[str]) -> tuple[str, ...]:
        """Those that speak of riders only where somebody rides, and name enemies only where some are known,
        in the battle's own names."""
        fit = [line for line in lines if self.anybody_rides or not _OF_RIDERS.search(line)]
        found = [line for line in fit if self.knows_all_in(line, verb.family)]
        return tuple(self.line(line, verb.family) for line in found or fit or lines)

    def _of(self, family: str) -> Iterator[Character]:
        """One's own men, those before all whom such an order is for."""
        fits: dict[frozenset[str], Wanted] = {
            _RIDERS: lambda f: f.mounted,
            _PIKES: lambda f: f.hoplite,
            _BEARERS: lambda f: any(
                f.id in la.bearers or f.hex in la.hexes for la in self._ladders("ladder")
            ),
            _ROPES: lambda f: any(f.id in la.bearers for la in self._ladders("rope")),
            _SHOOTERS: lambda f: bool(f.weapon and weapons.weapon_of(self._battle, self._rules, f)),
        }
        wanted = next((fit for families, fit in fits.items() if family in families), lambda f: not f.weapon)
        return iter(sorted(self.own, key=lambda f: not wanted(f)))

    def _ladders(self, kind: str) -> Sequence[Ladder]:
        return [la for la in self._battle.ladders.values() if la.kind == kind]

    def _engine(self) -> str:
        return next((e.name for e in self._battle.engines.values() if e.side == self.side), "")

    def _hexes(self, figure: Character, family: str) -> Iterator[Hex]:
        """The hexes of a way towards the nearest enemy, free ones where there are any."""
        board, at = self._battle.board, figure.hex or next(iter(self._battle.board.cells))
        if family in _WALLS and (walls := self._behind_walls()):
            yield min(walls, key=lambda wall: (board.distance(at, wall), wall))
        placed = [e for e in self.enemies if e.hex is not None and figure.hex is not None]
        nearest = min(placed, key=lambda e: (distance_between(self._battle, figure, e), e.id), default=figure)
        foe = nearest.hex or at
        passed = {at}
        while True:
            near = [n for n in board.neighbours(at) if n in board.cells and n not in passed]
            free = [n for n in near if not self._battle.living_at(n)]
            at = min(free or near or [at], key=lambda n: (board.distance(n, foe), n))
            passed.add(at)
            yield at

    def _behind_walls(self) -> list[Hex]:
        board = self._battle.board
        return [at for at in board.cells if board.terrain(at) == "platform"]

    def knows_all_in(self, example: str, family: str) -> bool:
        """Whether it names no enemy, or enemies can be named."""
        if self.enemies:
            return True
        names = (match for match in _WORD.finditer(example) if not match[0].isdigit())
        return not any(_hostile(example[: match.start()], family) for match in names)


def _hostile(before: str, family: str) -> bool:
    """Whether the name that comes now is an enemy's, by the words before it."""
    told = False
    for token in _TOKEN.findall(before):
        if token in _ENEMIES_BEHIND or (family in _ENEMIES_FIRST and token == "first"):
            told = True
        elif token.isupper() and token.isalpha() and len(token) > 2:
            told = False
    return told
