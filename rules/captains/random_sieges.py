"""What the random player does with tents, gates, ladders, ropes, engines and fire (GUI-8 to GUI-10)."""

from __future__ import annotations

from collections.abc import Callable

from rules.assault.fuel import fuel_at
from rules.captains.draw import Draw
from rules.captains.walls import Site, sites
from rules.core.facing import FACINGS
from rules.orders.records import (
    CarryOrder,
    CloseOrder,
    CoilOrder,
    CutOrder,
    DouseOrder,
    FlameOrder,
    LayOrder,
    Leg,
    LegKind,
    LightOrder,
    MoveOrder,
    OpenOrder,
    Order,
    PullOrder,
    PushOrder,
    RaiseOrder,
    ShiftOrder,
    ShootOrder,
    TearOrder,
    ThrowOrder,
    ToppleOrder,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import LADDER, ROPE, borne_by
from rules.state.works import Engine, Ladder

Figures = list[Character]
MOST_STEPS = 2
PULLERS = 4


def random_works(battle: Battle, rules: Ruleset, draw: Draw, mine: Figures) -> list[Order]:
    """Orders about whatever of these there is on the board; mostly for those who stand where
    they can obey."""
    active = [f for f in mine if f.active and f.hex is not None]
    if not active:
        return []
    hand = _Hand(battle, rules, draw, active)
    found = []
    if rules.knows(TearOrder):
        found += hand.canvas()
    if rules.knows(OpenOrder):
        found += hand.gate()
    if rules.knows(LightOrder):
        found += [*hand.ladders(), *hand.ropes(), *hand.fires(), *hand.engines()]
    return found


class _Hand:
    def __init__(self, battle: Battle, rules: Ruleset, draw: Draw, mine: Figures) -> None:
        self.battle, self.rules, self.draw, self.mine = battle, rules, draw, mine
        self.board = battle.board

    def canvas(self) -> list[Order]:
        found: list[Order] = []
        for man in self.mine:
            tents = [at for at in self._around(man) if self.board.terrain(at) == "tent"]
            if tents and self.draw.chance(40):
                found.append(TearOrder(man.id, self.draw.one(tents)))
        return found

    def gate(self) -> list[Order]:
        behind = [f for f in self.mine if "gate_rear" in self.board.traits(f.hex or "")]
        if not behind or self.draw.chance(40):
            return []
        return [self.draw.one((OpenOrder, CloseOrder))(self.draw.one(behind).id)]

    # ladders and ropes

    def ladders(self) -> list[Order]:
        found: list[Order] = []
        for ladder in (la for la in self.battle.ladders.values() if la.kind == LADDER):
            if self.draw.chance(70):
                found += self._upright(ladder) if ladder.upright else self._lying(ladder)
        return found

    def _lying(self, ladder: Ladder) -> list[Order]:
        """Two who carry it, or stand on it, or go there."""
        on_it = [f.id for f in self.mine if f.id in ladder.bearers or f.hex in ladder.hexes]
        if len(on_it) < 2:
            return [MoveOrder(self.draw.one(self.mine).id, to=at) for at in ladder.hexes]
        pair = tuple(self.draw.some(on_it, 1)) + tuple(on_it)
        two = tuple(dict.fromkeys(pair))[:2]
        walls = self._walls_near(ladder.hexes)
        if self.draw.chance(10):
            return [LayOrder(two)]
        goal = self.draw.one(walls).foot if walls else self.draw.one(self.board.within(ladder.hexes[0], 3))
        carry: Order = CarryOrder(two, to=goal)
        if self.draw.chance(40):
            carry = CarryOrder(two, path=tuple(self.draw.some(self.board.neighbours(ladder.hexes[0]), 2)))
        return [carry, *(RaiseOrder(two, self.draw.one(walls).wall) for _ in range(2) if walls)]

    def _walls_near(self, hexes: tuple[Hex, ...]) -> list[Site]:
        return sorted(sites(self.battle, "stockade"), key=lambda s: self.board.distance(s.foot, hexes[0]))[:4]

    def _upright(self, ladder: Ladder) -> list[Order]:
        assert ladder.facing is not None
        foot = ladder.hexes[0]
        near = [f for f in self.mine if f.hex and self.board.distance(f.hex, foot) <= 1]
        if not near:
            return [MoveOrder(self.draw.one(self.mine).id, to=foot)]
        man = self.draw.one(near)
        wall = self.board.neighbour(foot, ladder.facing) or foot
        climb = (Leg(LegKind.CLIMB), Leg(LegKind.HEX, hex=wall))[: 1 + self.draw.below(2)]
        start = () if man.hex == foot else (Leg(LegKind.HEX, hex=foot),)
        beside = self.draw.one(self.board.neighbours(foot))
        two = tuple(f.id for f in near[:2])
        choices: list[Callable[[], Order]] = [
            lambda: MoveOrder(man.id, path=(*start, *climb)),
            lambda: MoveOrder(man.id, path=(*start, *climb)),
            lambda: MoveOrder(man.id, path=(Leg(LegKind.DOWN, hex=self.draw.one(("", foot))),)),
            lambda: ToppleOrder(man.id, foot, self.draw.one(("", beside))),
            lambda: ShiftOrder(two, foot, beside, self.draw.one(("", wall))),
        ]
        return [self.draw.one(choices)()]

    def ropes(self) -> list[Order]:
        found: list[Order] = []
        for man in self.mine:
            if borne_by(self.battle, man.id, ROPE) and self.draw.chance(80):
                found.append(self._throw(man))
        for rope in (la for la in self.battle.ladders.values() if la.kind == ROPE and la.upright):
            foot = rope.hexes[0]
            near = [f for f in self.mine if f.hex and self.board.distance(f.hex, foot) <= 1]
            if near and self.draw.chance(70):
                found.append(self._at_rope(near, foot))
        return found

    def _throw(self, man: Character) -> Order:
        assert man.hex is not None
        places = [s for s in self._walls_near((man.hex,)) if s.foot == man.hex]
        if places and self.draw.chance(90):
            return ThrowOrder(man.id, at=places[0].wall)
        if self.draw.chance(20):
            return ThrowOrder(man.id, facing=self.draw.one(FACINGS).value)
        near = self._walls_near((man.hex,))
        return MoveOrder(man.id, to=self.draw.one(near).foot if near else man.hex)

    def _at_rope(self, near: Figures, foot: Hex) -> Order:
        man = self.draw.one(near)
        start = () if man.hex == foot else (Leg(LegKind.HEX, hex=foot),)
        choices: list[Callable[[], Order]] = [
            lambda: MoveOrder(man.id, path=(*start, Leg(LegKind.CLIMB))),
            lambda: MoveOrder(man.id, path=(*start, Leg(LegKind.CLIMB))),
            lambda: CutOrder(man.id, foot),
            lambda: CoilOrder(man.id, foot),
            lambda: PullOrder(tuple(f.id for f in self._most(self.mine, foot)), foot),
        ]
        return self.draw.one(choices)()

    def _most(self, men: Figures, at: Hex) -> Figures:
        return sorted(men, key=lambda f: self.board.distance(f.hex or at, at))[:PULLERS]

    # fire and engines

    def fires(self) -> list[Order]:
        found: list[Order] = []
        for man in self.mine:
            burning = [at for at in self._around(man) if at in self.battle.flames]
            if burning and self.draw.chance(50):
                found.append(DouseOrder((man.id,), self.draw.one(burning)))
            elif self.draw.chance(15):
                fuel = [at for at in self._around(man) if fuel_at(self.battle, self.rules, at)]
                if fuel:
                    found.append(LightOrder(man.id, self.draw.one(fuel)))
            if man.weapon.endswith("_bow") and self.draw.chance(20):
                found += self._flame(man)
        return found

    def _flame(self, man: Character) -> list[Order]:
        assert man.hex is not None
        near = self.board.within(man.hex, 6)
        fuel = [at for at in near if fuel_at(self.battle, self.rules, at)]
        return [FlameOrder((man.id,), self.draw.one(fuel))] if fuel else []

    def engines(self) -> list[Order]:
        found: list[Order] = []
        for engine in self.battle.engines.values():
            if self.draw.chance(70):
                found.append(self._engine(engine))
        return found

    def _engine(self, engine: Engine) -> Order:
        crew = self._crew(engine)
        if self.draw.chance(65):
            foes = [f.hex for f in self.battle.figures.values() if f.side != engine.side and f.hex]
            aim = self.draw.one(foes or list(self.board.cells))
            return ShootOrder(engine.id, aim, crew if self.draw.chance(30) else ())
        steps = tuple(self.draw.one(FACINGS).value for _ in range(self.draw.below(MOST_STEPS) + 1))
        return PushOrder(engine.id, steps, self.draw.one(("", self.draw.one(FACINGS).value)))

    def _crew(self, engine: Engine) -> tuple[FigureId, ...]:
        beside = [f for f in self.mine if any(self.board.adjacent(f.hex or "", at) for at in engine.hexes)]
        return tuple(f.id for f in beside[:2])

    def _around(self, man: Character) -> tuple[Hex, ...]:
        return self.board.neighbours(man.hex) if man.hex else ()
