"""Where to go when there is nothing to fight: towards what the scenario asks for, else towards the enemy."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from rules.captains.plan import Plan
from rules.captains.prizes import is_last_phase
from rules.captains.raiding import beside_prey, free_exits, homeward, is_raider, places_for_a_torch
from rules.captains.temper import Temper, siege
from rules.captains.threats import Threats
from rules.captains.walls import CLOSED, Site, behind, calls, inside, is_garrison, is_post
from rules.state.battle import Aim
from rules.state.figure import Character, Hex
from rules.state.terrain import hexside_between, terrain_at
from rules.tactical.ways.entry import Ways

FAR = 10_000
HOLDERS = 3
BOWSHOT = 4
NEAR = 2
ALTERNATIVES = 3


# The goals; mounted, in armour, shooting; the ways that others open to them.
_Key = tuple[frozenset[Hex], bool, bool, bool, tuple[Site, ...]]


class March:
    """The distances that one phase's moves are measured by; each is worked out once for each kind of feet."""

    def __init__(self, plan: Plan, temper: Temper) -> None:
        self.plan = plan
        self._raids = is_raider(plan)
        self.temper = temper
        self.ways_over: tuple[Site, ...] = ()
        self.gates_to_open: tuple[Site, ...] = ()
        self.garrison = is_garrison(plan)
        self._walled = inside(plan.battle.board) if self.garrison else frozenset()
        self.fear = self._fear()
        self._fields: dict[_Key, dict[Hex, int]] = {}
        self._ways: dict[tuple[bool, bool], Ways] = {}
        self._covered: dict[str, bool] = {}
        self._posts: dict[bool, frozenset[Hex]] = {}
        self._enemy_hexes = frozenset(at for e in plan.enemies() for at in e.hexes)
        self._sentries = {
            at for e in plan.enemies() if e.active for own in e.hexes for at in self._beside(own)
        }

    @cached_property
    def threats(self) -> Threats:
        return Threats(self.plan)

    def _fear(self) -> int:
        """How much of what the enemy may do next counts: nothing for those who storm walls or raid a
        camp, or whom nobody can answer; less when time runs out."""
        battle, temper = self.plan.battle, self.temper
        storms = not self.garrison and bool(battle.ladders or inside(battle.board))
        if storms or self._raids or is_last_phase(self.plan):
            return 0
        waits = battle.turn * 100 <= battle.setup.victory.turns * temper.patience
        return temper.fear if waits else temper.daring

    @property
    def must_go(self) -> bool:
        """A side that scores by leaving the board has no time to wait, nor have raiders in a camp."""
        return self._raids or bool(self._exits())

    @property
    def is_time(self) -> bool:
        """Whether those without a fight go anywhere yet: a garrison mans its walls from the first turn, and
        nobody waits while his own men within are about to open the gate."""
        battle = self.plan.battle
        pressing = battle.turn * 100 > battle.setup.victory.turns * self.temper.press_from
        return pressing or self.must_go or self.garrison or bool(self.gates_to_open)

    def distances(self, figure: Character, goals: frozenset[Hex]) -> dict[Hex, int]:
        """MP from every hex to the nearest of these for somebody like him on foot or horse as he is."""
        return self._field(figure, goals)

    def step_towards(self, figure: Character, goals: frozenset[Hex]) -> None:
        """Send somebody as near to these hexes as he gets; he does nothing else."""
        field, reach = self._field(figure, goals), self.plan.reach(figure)
        to = min(reach, key=lambda at: (field.get(at, FAR), reach[at], at))
        if to == figure.hex or self.plan.move(figure.id, to):
            self.plan.moved.add(figure.id)

    def _beside(self, at: Hex) -> tuple[Hex, ...]:
        return self.plan.battle.board.neighbours(at)

    def march(self) -> None:
        """Move everybody who has nothing better to do, those nearest to their goals first."""
        goals = self._goals()
        waiting = [f for f in self.plan.free_to_move() if self.must_go or f.id not in self.plan.shooting]
        for figure in sorted(
            waiting, key=lambda f: (self._field(f, goals[f.id]).get(f.hex or "", FAR), f.id)
        ):
            self._move(figure, self._of_those_left(figure, goals[figure.id]))

    def _of_those_left(self, figure: Character, goals: frozenset[Hex]) -> frozenset[Hex]:
        """Each raider goes where none of the others stands: to a place that he reaches now before one that
        he does not, and away from guards if there is the choice."""
        if not self._raids or figure.mounted or self._exits():
            return goals
        return places_for_a_torch(self.plan, figure, goals) or goals

    def leave_by_exits(self) -> None:
        """Whoever can reach an exit that scores for his side goes out by it."""
        exits = self._exits()
        if not exits:
            return
        for figure in self.plan.mine():
            reach = self.plan.reach(figure)
            open_to = sorted((reach[at], at) for at in exits & reach.keys())
            if open_to:
                self.plan.leave(figure.id, open_to[0][1])

    def _aims(self, kind: str) -> list[Aim]:
        return [a for a in self.plan.battle.setup.victory.aims if a.side == self.plan.side and a.kind == kind]

    def _exits(self) -> frozenset[Hex]:
        if self._raids:
            return homeward(self.plan)
        return frozenset(at for aim in self._aims("exited") for at in aim.hexes)

    def _goals(self) -> dict[str, frozenset[Hex]]:
        """For each figure the hexes it wants to get to: exits, its share of the places to
        hold, or enemies."""
        exits = free_exits(self.plan, self._exits())
        goals = {f.id: exits or self._enemy_hexes for f in self.plan.mine()}
        if exits:
            return goals
        if self._raids:
            near = beside_prey(self.plan)
            return {f.id: goals[f.id] if f.mounted or not near else near for f in self.plan.mine()}
        if self.garrison:
            return self._to_their_places(goals)
        unassigned = [f for f in self.plan.free_to_fight() if not f.weapon]
        for at in (at for aim in self._aims("held") for at in aim.hexes):
            for i, figure in enumerate(self._nearest_to(at, unassigned)[:HOLDERS]):
                goals[figure.id] = frozenset({at, *self._beside(at)} if i else {at})
                unassigned.remove(figure)
        return goals

    def _to_their_places(self, goals: dict[str, frozenset[Hex]]) -> dict[str, frozenset[Hex]]:
        """A garrison: one man for each place to hold, others where they are wanted, the rest to where one
        looks or shoots out. Where no ladder stands yet they wait behind the wall, out of sight."""
        alarm = calls(self.plan)
        for figure in self.plan.mine():
            posts = self._posts_of(figure) or frozenset(call.hex for call in alarm)
            goals[figure.id] = posts or self._enemy_hexes
        unassigned = [f for f in self.plan.free_to_fight() if not f.weapon]
        holders = 1 if alarm else HOLDERS
        wanted = [(at, holders, True) for aim in self._aims("held") for at in aim.hexes]
        wanted += [(call.hex, call.men, call.there) for call in alarm]
        for at, men, there in wanted:
            for i, figure in enumerate(self._nearest_to(at, unassigned)[:men]):
                goals[figure.id] = (
                    frozenset({at}) if there and not i else behind(self.plan, at) or frozenset({at})
                )
                unassigned.remove(figure)
        return goals

    def _posts_of(self, figure: Character) -> frozenset[Hex]:
        if figure.archer not in self._posts:
            posts = frozenset(at for at in self._walled if is_post(self.plan, at, figure))
            self._posts[figure.archer] = posts
        return self._posts[figure.archer]

    def _nearest_to(self, goal: Hex, figures: list[Character]) -> list[Character]:
        board = self.plan.battle.board
        return sorted(figures, key=lambda f: (board.distance(goal, f.hex or goal), f.id))

    def _field(self, figure: Character, goals: frozenset[Hex]) -> dict[Hex, int]:
        """MP from every hex to the nearest goal for somebody of this kind, whoever may stand in the way."""
        feet = (figure.mounted, figure.armoured)
        if feet not in self._ways:
            self._ways[feet] = Ways(self.plan.battle, self.plan.rules, figure)
        shoots, through = bool(figure.weapon), (*self.ways_over, *self.gates_to_open)
        key = (goals, *feet, shoots, through)
        if key not in self._fields:
            self._fields[key] = self._flood(self._ways[feet], goals, through, shoots=shoots)
        return self._fields[key]

    def _flood(
        self, ways: Ways, goals: frozenset[Hex], through: tuple[Site, ...], *, shoots: bool
    ) -> dict[Hex, int]:
        battle = self.plan.battle
        found = dict.fromkeys(goals, 0)
        waiting = {0: list(goals)}
        over: dict[Hex, list[tuple[Hex, int]]] = {}
        for site in through:
            over.setdefault(site.wall, []).append((site.foot, siege().over))
        spent = 0
        while waiting:
            for at in waiting.pop(spent, ()):
                if found[at] < spent:
                    continue
                steps = ways.into(at)
                if at in goals:
                    # an enemy's own hex is a goal even where it is closed; but nobody strikes over a wall
                    steps = tuple(
                        (start, price or 1)
                        for start, price in steps
                        if price or shoots or not CLOSED & hexside_between(battle, start, at)
                    )
                for start, price in (*steps, *over[at]) if at in over else steps:
                    if price and spent + price < found.get(start, FAR):
                        found[start] = spent + price
                        waiting.setdefault(spent + price, []).append(start)
            spent += 1
        return found

    def _move(self, figure: Character, goals: frozenset[Hex]) -> None:
        reach = self.plan.reach(figure)
        field = self._field(figure, goals)
        nearest = self._field(figure, self._enemy_hexes) if figure.weapon else {}
        friends = self._friends_of(figure)
        near = self._near_friends(figure) if self.fear else Counter()
        scored = sorted(
            (
                (
                    (self._score(figure, at, field, nearest, friends) - self._danger(figure, at, near, goals))
                    * 100
                    - mp,
                    at,
                )
                for at, mp in reach.items()
            ),
            reverse=True,
        )
        for at in self._in_turn(figure, scored):
            if at == figure.hex or self.plan.move(figure.id, at):
                return

    def _in_turn(self, figure: Character, scored: list[tuple[int, Hex]]) -> list[Hex]:
        """The best hexes when the ways to them are reckoned with, which never make one better."""
        found: list[tuple[int, Hex]] = []
        for points, at in scored:
            if len(found) >= ALTERNATIVES and points <= found[-1][0]:
                break
            found.append((points - 100 * self.plan.risk(figure.id, at, self.temper), at))
            found = sorted(found, reverse=True)[:ALTERNATIVES]
        return [at for _, at in found]

    def _danger(self, figure: Character, at: Hex, near: Counter[Hex], goals: frozenset[Hex]) -> int:
        """What may befall him there, in points of a hex: shared with the friends who stand near. A garrison
        does not fear for whoever is where he is wanted: nobody else keeps the enemy from coming in there."""
        if self.garrison and at in goals:
            return 0
        enemies = len(self.threats.striking(at)) if self.fear else 0
        if not enemies:
            return 0
        share = min(100, 100 * enemies // (2 * near.get(at, 0) + 2))
        return self.threats.harm(figure, at) * share * self.fear // 10_000

    def _near_friends(self, figure: Character) -> Counter[Hex]:
        """How many friends stand within two hexes of each hex."""
        board, side = self.plan.battle.board, self.plan.battle.side_figures(figure.side)
        standing = (f.hex for f in side if f.active and f.hex and f.id != figure.id)
        return Counter(at for own in standing for at in board.within(own, NEAR))

    def _friends_of(self, figure: Character) -> Counter[Hex]:
        """How many of his side, himself included, stand beside each hex."""
        side = self.plan.battle.side_figures(figure.side)
        standing = (at for f in side if f.living and f.carried_by is None for at in f.hexes)
        return Counter(near for at in standing if at for near in self._beside(at))

    def _score(
        self,
        figure: Character,
        at: Hex,
        field: dict[Hex, int],
        nearest: dict[Hex, int],
        standing: Counter[Hex],
    ) -> int:
        temper = self.temper
        points = -temper.goal * min(field.get(at, FAR), FAR)
        if self.garrison:
            wanted = field.get(at) == 0 or at in self._posts_of(figure)
            points += siege().post if wanted else 0
            points -= 0 if at in self._walled else siege().sally
        if at in self._sentries:
            points -= temper.keep_off
        if field.get(at, FAR) > 0 and self._is_covered(terrain_at(self.plan.battle, at)):
            points += temper.cover
        if nearest and nearest.get(at, FAR) < BOWSHOT:
            points -= 3 * temper.goal * (BOWSHOT - nearest.get(at, FAR))
        return points + temper.friends * min(standing.get(at, 0), 2)

    def _is_covered(self, terrain: str) -> bool:
        if terrain not in self._covered:
            self._covered[terrain] = self.plan.rules.tables["terrain"].text(terrain, "cover") != "none"
        return self._covered[terrain]
