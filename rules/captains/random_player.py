"""A player without a plan, for fuzzing: orders of every verb, mostly possible, now and then absurd."""

from __future__ import annotations

from collections.abc import Callable

from rules.captains.draw import Draw
from rules.captains.placing import random_places
from rules.captains.random_sieges import random_works
from rules.captains.random_tactics import random_charges, random_counter, random_drills, random_refusal
from rules.captains.random_terms import random_chain
from rules.core.facing import FACINGS
from rules.core.modules import SETUP
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import (
    AdvanceOrder,
    AttackOrder,
    ChargeOrder,
    CloseWhenOrder,
    CutAnyOrder,
    DouseAnyOrder,
    EvacuateOrder,
    Fact,
    FallOrder,
    FireOrder,
    HaulOrder,
    IfOrder,
    Leg,
    LegKind,
    LightOrder,
    MoveOrder,
    OpenOrder,
    OpenWhenOrder,
    OpposeOrder,
    Order,
    Pick,
    RetreatOrder,
    ShelterOrder,
    StandingOrder,
    TearOrder,
    ToppleAnyOrder,
    WatchOrder,
    WoundOrder,
    figures_of,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.tactical.moving import path_finding

HOWS = ("nearest", "first", "best", "anyone", "weakest")
KINDS = ("mounted", "foot", "armoured", "unarmoured", "wounded", "unhurt", "stunned", "archer", "leader")
STOPS = ("fired at", "tested", "wounded")
LONGEST_WALK = 6


def random_orders(battle: Battle, rules: Ruleset, seat: SeatId, seed: int | str) -> list[str]:
    """Order lines for the open phase, the same for the same board, seat and seed."""
    draw = Draw(seed, battle.phase, seat)
    lexicon = lexicon_of(battle, seat)
    if battle.phase_name == SETUP.id:
        return [print_order(order, lexicon) for order in random_places(battle, rules, draw, seat)]
    player = _Player(battle, rules, seat, draw)
    return [print_order(order, lexicon) for order in player.orders()]


class _Player:
    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId, draw: Draw) -> None:
        self.battle = battle
        self.rules = rules
        self.draw = draw
        self.hexes = tuple(battle.board.cells)
        self.mine = [f for f in battle.figures.values() if f.seat == seat and f.living]
        side = battle.seat(seat).side
        self.enemies = [f for f in battle.figures.values() if f.side != side and f.living]
        self.my_phase = battle.side == side

    def orders(self) -> list[Order]:
        if not self.mine or not self.enemies:
            return []
        found = [self._standing() for _ in range(self.draw.below(4))]
        if not self.my_phase:
            return found
        drills = self._tactics()
        drills += [
            self._sometimes_if(order) for order in random_works(self.battle, self.rules, self.draw, self.mine)
        ]
        found += drills
        bound = {f for order in drills for f in figures_of(order)}
        for figure in self.mine:
            if figure.active and self.draw.chance(5 if figure.id in bound else 85):
                found.append(self._sometimes_if(self._move(figure)))
            if figure.active and (figure.weapon or figure.lance) and self.draw.chance(70):
                found.append(self._sometimes_if(self._fire(figure)))
        for _ in range(1 + self.draw.below(len(self.mine))):
            found.append(self._sometimes_if(self._attack()))
        if self.draw.chance(20):
            found.append(self._haul())
        return found

    def _tactics(self) -> list[Order]:
        if not self.rules.knows(ChargeOrder):
            return []
        board = self.battle, self.rules, self.draw
        drills = random_drills(*board, self.mine)
        charges = random_charges(*board, self.mine, self.enemies)
        return [self._sometimes_if(order) for order in (*drills, *charges)]

    def _sometimes_if(self, order: Order) -> Order:
        if not self.draw.chance(6):
            return order
        other = self._fire(self.draw.one(self.mine)) if self.draw.chance(30) else None
        return IfOrder((self._fact(),), order, other)

    def _fact(self) -> Fact:
        who = self.draw.one((*self.mine, *self.enemies)).id
        at = self.draw.one(self.hexes)
        negated = self.draw.chance(30)
        match self.draw.below(4):
            case 0:
                return Fact(at, "free", hex="", negated=negated)
            case 1:
                return Fact(who, "at", hex=at, negated=negated)
            case 2:
                return Fact(
                    who, "next to", other=self.draw.one(("", self.draw.one(self.enemies).id)), negated=negated
                )
            case _:
                tests = (
                    "down",
                    "up",
                    "dead",
                    "stunned",
                    "wounded",
                    "healthy",
                    "mounted",
                    "on foot",
                    "fired at",
                )
                return Fact(who, self.draw.one(tests), negated=negated)

    # moving

    def _move(self, figure: Character) -> Order:
        stops = self.draw.some(STOPS, 2) if self.draw.chance(15) else ()
        facing = self.draw.one(FACINGS).value if figure.mounted and self.draw.chance(20) else ""
        if self.draw.chance(5):
            return MoveOrder(figure.id, stay=True)
        if self.draw.chance(55):
            return MoveOrder(figure.id, to=self._destination(figure), facing=facing, stops=stops)
        return MoveOrder(figure.id, path=self._path(figure), facing=facing, stops=stops)

    def _destination(self, figure: Character) -> Hex:
        """Mostly a hex in reach, as near to some enemy as a few tries find; seldom any hex at all."""
        if self.draw.chance(3):
            return self.draw.one(self.hexes)
        reach = sorted(path_finding.reach(self.battle, self.rules, figure))
        target = self.draw.one(self.enemies).hex
        assert figure.hex is not None and target is not None
        tries = [self.draw.one(reach) for _ in range(6)] or [figure.hex]
        return min(tries, key=lambda at: self.battle.board.distance(at, target))

    def _path(self, figure: Character) -> tuple[Leg, ...]:
        assert figure.hex is not None
        legs: list[Leg] = []
        at = figure.hex
        for _ in range(1 + self.draw.below(LONGEST_WALK)):
            if self.draw.chance(8):
                legs.append(self._odd_leg(figure))
            else:
                at = self.draw.one(self.battle.board.neighbours(at))
                legs.append(Leg(LegKind.HEX, hex=at))
        return tuple(legs)

    def _odd_leg(self, figure: Character) -> Leg:
        horses = [h.id for h in self.battle.horses.values() if h.loose]
        fallen = [f.id for f in self.mine if f.stunned]
        beside = self.draw.one(self.battle.board.neighbours(figure.hex or self.hexes[0]))
        choices = [Leg(LegKind.BACK), Leg(LegKind.ABOUT), Leg(LegKind.EXIT), Leg(LegKind.DISMOUNT)]
        choices += [Leg(LegKind.DISMOUNT, hex=beside), Leg(LegKind.DROP), Leg(LegKind.DROP, hex=beside)]
        if horses:
            horse = self.draw.one(horses)
            choices += [Leg(LegKind.MOUNT), Leg(LegKind.MOUNT, who=horse)]
            choices += [Leg(LegKind.LEAD, who=horse, hand=self.draw.one(("", "left", "right")))]
            choices += [Leg(LegKind.LEAVE, who=horse)]
        if fallen:
            choices.append(Leg(LegKind.CARRY, who=self.draw.one(fallen)))
        return self.draw.one(choices)

    def _haul(self) -> Order:
        start = self.draw.one([f.hex for f in self.battle.figures.values() if f.hex is not None])
        end = self.draw.one(self.battle.board.neighbours(start))
        pair = self.draw.some(self.mine, 2)
        what = self.draw.one(("bodies", "carcass"))
        return HaulOrder(tuple(f.id for f in pair), start, end, what)

    # fighting

    def _pick(self) -> Pick:
        if self.draw.chance(40):
            return Pick(names=tuple(f.id for f in self.draw.some(self.enemies, 2)))
        return Pick(
            how=self.draw.one(HOWS),
            kinds=(self.draw.one(KINDS),) if self.draw.chance(30) else (),
            within=1 + self.draw.below(20) if self.draw.chance(30) else 0,
        )

    def _fire(self, figure: Character) -> Order:
        half = self.draw.one(("front", "rear")) if self.draw.chance(10) else ""
        weapon = "lance" if figure.lance and self.draw.chance(40) else ""
        return FireOrder((figure.id,), self._pick(), half, weapon)

    def _attack(self) -> Order:
        weighing = self.rules.policies.weighing
        at_least = weighing.written(self.draw.below(16) - 5) if self.draw.chance(30) else ""
        if self.draw.chance(20):
            return AttackOrder((), Pick(how=self.draw.one(HOWS)), at_least)
        attackers = self.draw.some(self.mine, 3)
        near = [e.id for e in self.enemies if self._touches(attackers[0], e)]
        if near and self.draw.chance(70):
            on = Pick(names=self.draw.some(near, 1 if self.draw.chance(80) else 2))
        else:
            on = Pick(how=self.draw.one(HOWS))
        return AttackOrder(tuple(f.id for f in attackers), on, at_least, pooled=self.draw.chance(80))

    def _touches(self, one: Character, other: Character) -> bool:
        return any(self.battle.board.adjacent(a, b) for a in one.hexes for b in other.hexes)

    # standing orders

    def _standing(self) -> Order:
        people = [f.id for f in (*self.mine, *self.enemies)]
        return random_chain(self.draw, self._plain_standing, people, self.hexes, self.battle.turn)

    def _way(self, who: FigureId) -> tuple[Hex, ...]:
        """One to three hexes, the first of them next to where somebody stands."""
        at = self.battle.figures[who].hex or self.hexes[0]
        way: tuple[Hex, ...] = ()
        for _ in range(1 + self.draw.below(3)):
            at = self.draw.one(self.battle.board.neighbours(at))
            if at in way:
                break
            way = (*way, at)
        return way

    def _plain_standing(self) -> StandingOrder:
        some = tuple(f.id for f in self.draw.some(self.mine, 2))
        nobody_named = self.draw.chance(30)
        who = () if nobody_named else some
        armed = [f for f in self.mine if f.archer or f.slinger]
        watchers = tuple(f.id for f in self.draw.some(armed, 3)) if armed and self.draw.chance(80) else some
        hold = self.draw.chance(15)
        kinds: tuple[Callable[[], StandingOrder], ...] = (
            lambda: WatchOrder(watchers, Pick() if hold else self._pick(), hold=hold),
            lambda: OpposeOrder(who, Pick() if hold else self._pick(), hold=hold),
            lambda: WoundOrder(some),
            lambda: RetreatOrder(who, self.draw.one(self.hexes)),
            lambda: AdvanceOrder(who, self.draw.one(("never", "always", "alone"))),
            lambda: AdvanceOrder(who, "always", self.draw.one(self.hexes)),
            lambda: RetreatOrder(some[:1], path=self._way(some[0])),
            lambda: AdvanceOrder(some[:1], "always", path=self._way(some[0])),
        )
        if self.rules.knows(ChargeOrder):
            kinds += (
                lambda: random_counter(self.draw, who, self._pick(), hold),
                lambda: random_refusal(self.rules, self.draw, who, self._pick(), hold),
            )
        hexes = self.draw.some(self.hexes, 2) if self.rules.knows(LightOrder) else ()
        if self.rules.knows(LightOrder):
            kinds += (
                lambda: ToppleAnyOrder(who, self.draw.chance(50), self.draw.one(self.hexes)),
                lambda: ToppleAnyOrder(who, hold=True),
                lambda: CutAnyOrder(who, self.draw.chance(50)),
                lambda: DouseAnyOrder(who, self.draw.chance(50), tuple(hexes)),
                lambda: EvacuateOrder(who, self.draw.one(self.hexes)),
                lambda: FallOrder(who, self.draw.one(self.hexes)),
                lambda: FallOrder(who, enemy=True),
            )
        if self.rules.knows(OpenOrder):
            kinds += (
                lambda: CloseWhenOrder(who, self.draw.below(9)),
                lambda: OpenWhenOrder(who, self.draw.below(9)),
            )
        if self.rules.knows(TearOrder):
            kinds += (lambda: ShelterOrder(who, hex=self.draw.one(self.hexes)),)
        return self.draw.one(kinds)()
