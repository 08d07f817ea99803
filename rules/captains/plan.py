"""A phase being planned: the board as it will stand if the moves decided so far succeed, and the
lines written."""

from __future__ import annotations

from msgspec.structs import replace

from rules.captains.temper import Temper, worth
from rules.captains.ways import FREE, Passage, Ways
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId, SeatId, SideId
from rules.state.works import Ladder
from rules.tactical.deploying.entering import due, entered
from rules.tactical.moving import movement, path_finding
from rules.tactical.moving.ordered_legs import begun
from rules.tactical.moving.safest import safest_path
from rules.tactical.ways.entry import starting_mp
from rules.tactical.weapons import movement_limit


class Plan:
    """Orders are added one by one; every later decision sees the places that earlier moves lead to.
    ``before``: the board as it is when shots are made, before anybody moves; ``entering``: reserves who come
    between the two."""

    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId) -> None:
        self.rules = rules
        self.seat = seat
        self.before = battle
        coming = [figure.id for figure in due(battle)]
        self.battle = entered(battle, rules).copy()
        self.entering = {name for name in coming if self.battle.figures[name].living}
        self.side = battle.seat(seat).side
        self.standing: list[str] = []
        self.shots: list[str] = []
        self.lines: list[str] = []
        self.attacks: list[str] = []
        self.moved: set[FigureId] = set()
        self.fighting: set[FigureId] = set()
        self.shooting: set[FigureId] = set()
        self._taken: set[Hex] | None = None
        self._left: set[Hex] = set()
        self._walls: frozenset[Hex] = frozenset()
        self._let_out: set[FigureId] = set()
        self._ways: dict[FigureId, Ways] = {}
        hostile, neighbours = self.battle.enemies_of(self.side), self.battle.board.neighbours
        enemies = (f for f in self.battle.figures.values() if f.side in hostile and f.living)
        self._enemies = [f for f in enemies if not f.bound]
        self._strikers: dict[Hex, set[FigureId]] = {}
        for enemy in self._enemies:
            for own in enemy.hexes if enemy.active else ():
                for at in (own, *neighbours(own)):
                    self._strikers.setdefault(at, set()).add(enemy.id)
        active = (e for e in self._enemies if e.active)
        self._beset = frozenset(at for e in active for own in e.hexes for at in neighbours(own))

    # who

    def figure(self, figure: FigureId) -> Character:
        return self.battle.figures[figure]

    def mine(self) -> list[Character]:
        """The seat's figures that can act."""
        return [f for f in self.battle.figures.values() if f.seat == self.seat and f.active]

    def enemies(self) -> list[Character]:
        """All enemies on the board, the stunned too, but for prisoners; nothing that is planned moves
        them."""
        return self._enemies

    def hostile(self, side: SideId) -> bool:
        """Whether a side is an enemy of the captain's."""
        return self.battle.hostile(self.side, side)

    def strikers(self, at: Hex) -> set[FigureId]:
        """The enemies who could strike at somebody in a hex from where they are."""
        return self._strikers.get(at, set())

    def free_to_fight(self) -> list[Character]:
        """Those who have neither a shot nor a fight yet."""
        return [f for f in self.mine() if f.id not in self.fighting and f.id not in self.shooting]

    def free_to_move(self) -> list[Character]:
        """Those who have neither a move nor a fight yet; whoever shoots may still move as far as his
        weapon lets him."""
        in_ranks = {f for formation in self.battle.formations.values() for f in formation.places}
        busy = self.fighting | self.moved | in_ranks
        return [f for f in self.mine() if f.id not in busy]

    # where

    def reach(self, figure: Character) -> dict[Hex, int]:
        """MP to every hex where a figure could end its move; once it has moved only where it is."""
        assert figure.hex is not None
        if figure.id in self.moved:
            return {figure.hex: 0}
        if figure.id not in self._ways:
            self._ways[figure.id] = Ways(self.battle, self.rules, figure, self._beset)
        reach = self._ways[figure.id].reach
        if figure.id in self.shooting:
            limit = movement_limit(self.battle, self.rules, figure, fired=True, watching=False)
            most = figure.values.movement if limit is None else limit
            reach = {at: mp for at, mp in reach.items() if mp <= most}
        if figure.hex in self._walls and figure.id not in self._let_out:
            reach = {at: mp for at, mp in reach.items() if at in self._walls}
        return {at: mp for at, mp in reach.items() if at == figure.hex or self.is_free(at)}

    def keep_inside(self, walls: frozenset[Hex]) -> None:
        """From now on nobody who is within these hexes goes out of them, but those who are let out."""
        self._walls = walls

    def let_out(self, figure: FigureId) -> None:
        self._let_out.add(figure)

    def passage(self, figure: FigureId, to: Hex) -> Passage:
        """What the safest way to a hex within his reach is like for somebody who goes there now."""
        return FREE if self.figure(figure).hex == to else self._ways[figure].passage(to)

    def risk(self, figure: FigureId, to: Hex, temper: Temper) -> int:
        """What that way is expected to cost, in hundredths of a man as his temper weighs his own."""
        harm = self.passage(figure, to).harm
        leader = 100 + worth().leader if self.figure(figure).leader else 100
        return int(harm * temper.own_harm * leader / 10_000) if harm else 0

    def is_free(self, at: Hex) -> bool:
        """Whether nobody will stand there as far as the plan goes."""
        if self._taken is None:
            living = {at for f in self.battle.figures.values() if f.living for at in f.hexes}
            self._taken = (
                living | self._left | {at for h in self.battle.horses.values() if h.loose for at in h.hexes}
            )
        return at not in self._taken

    # deciding

    def move(self, figure: FigureId, to: Hex) -> bool:
        """Write a move by destination if it can be carried out as things stand. Whoever writes so goes by the
        safest way, which ends as the shortest does."""
        found = movement.plan(self.battle, self.rules, MoveOrder(figure=figure, to=to))
        if isinstance(found, Rejection):
            return False
        self._moved_to(figure, found.hex, found.rear)
        self.lines.append(f"MOVE {self.figure(figure).name} to {to}")
        return True

    def leave(self, figure: FigureId, by: Hex) -> bool:
        """Write a move that leaves the board, hex by hex."""
        return self._walk_and(figure, by, Leg(LegKind.EXIT))

    def mount(self, figure: FigureId, horse: HorseId, beside: Hex) -> bool:
        """Write a move to a hex beside a horse and into the saddle."""
        return self._walk_and(figure, beside, Leg(LegKind.MOUNT, who=horse))

    def climb(self, figure: FigureId, ladder: Ladder) -> bool:
        """Write a move to the foot of a ladder or rope and up, a level if it has several."""
        if not self._walk_and(figure, ladder.hexes[0], Leg(LegKind.CLIMB)):
            return False
        man = self.figure(figure)
        self.battle.figures[figure] = replace(man, storey=man.storey + 1)
        return True

    def place(self, figure: FigureId, at: Hex) -> None:
        """Somebody will stand where another order takes him. Others do not count on the place that he leaves:
        those he works with may fail."""
        self._left.update(self.figure(figure).hexes)
        self._moved_to(figure, at, None)

    def stays(self, figure: FigureId) -> None:
        """Somebody gives the phase to what he does where he stands."""
        self.moved.add(figure)
        self.fighting.add(figure)
        self.shooting.add(figure)

    def charge(self, rider: FigureId, target: FigureId) -> None:
        """Write a charge; where its rider then stands is told by ``arrived``."""
        self.lines.append(f"CHARGE {self.figure(rider).name} AT {self.figure(target).name}")
        self.fighting.add(rider)

    def arrived(self, rider: Character) -> None:
        """Somebody will stand where a charge takes him."""
        self._moved_to(rider.id, rider.hex, rider.rear)

    def _walk_and(self, figure: FigureId, to: Hex, last: Leg) -> bool:
        """Write a move to a hex and what he does there: by the safest way that leaves him the MP for it, or
        the shortest."""
        man = self.figure(figure)
        if man.hex == to:
            return self._walk(figure, (last,))
        draft = begun(self.battle, figure, starting_mp(self.battle, self.rules, man, None))
        for ways in (safest_path, path_finding.cheapest_path):
            legs = ways(draft, self.rules, man, to)
            if not isinstance(legs, Rejection) and self._walk(figure, (*legs, last)):
                return True
        return False

    def _walk(self, figure: FigureId, path: tuple[Leg, ...]) -> bool:
        found = movement.plan(self.battle, self.rules, MoveOrder(figure=figure, path=path))
        if isinstance(found, Rejection):
            return False
        self._moved_to(figure, found.hex, found.rear)
        self.lines.append(f"MOVE {self.figure(figure).name} {' '.join(self._leg(leg) for leg in path)}")
        return True

    def _leg(self, leg: Leg) -> str:
        match leg.kind:
            case LegKind.HEX:
                return leg.hex
            case LegKind.ABOUT:
                return "about-face"
            case LegKind.MOUNT:
                return f"mount {self.battle.horses[leg.who].name}"
            case _:
                return leg.kind.value

    def _moved_to(self, figure: FigureId, at: Hex | None, rear: Hex | None) -> None:
        self.moved.add(figure)
        self._taken = None
        self.battle.figures[figure] = replace(self.figure(figure), hex=at or None, rear=rear, storey=GROUND)

    def text(self) -> list[str]:
        """All lines, in the order in which the phase will come to them."""
        return [*self.standing, *self.shots, *self.lines, *self.attacks]
