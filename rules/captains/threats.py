"""What the enemy could do to somebody in a hex when his turn comes: who gets there, and how hard they strike
together (GUI-6.2b)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.captains.fights import expected_worth
from rules.captains.plan import Plan
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.state.figure import Character, FigureId, Hex
from rules.state.terrain import terrain_at
from rules.tactical.fighting import odds
from rules.tactical.moving.place_search import Search
from rules.tactical.ways.entry import starting_mp
from rules.tactical.ways.passage import can_reach

TOGETHER = 2  # who strike at one man at once, as a rule

# Who strikes whom on what ground.
_Blow = tuple[tuple[FigureId, ...], FigureId, str]


class Threats:
    """Where the enemies on the board could strike next, as they stand now, at those who are still free to go
    somewhere."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._striking: dict[Hex, list[Character]] = {}
        board = plan.battle.board
        own = [f for f in plan.free_to_move() if f.hex]
        for enemy in plan.enemies():
            if not enemy.active or enemy.storey or not self._comes_near(enemy, own):
                continue
            search = Search(plan.battle, plan.rules, enemy)
            search.run(starting_mp(plan.battle, plan.rules, enemy, None))
            near = {place.hex for place in search.cost if not place.storey} | set(enemy.hexes)
            for at in {h for own in near for h in board.neighbours(own)} | near:
                self._striking.setdefault(at, []).append(enemy)
        for enemies in self._striking.values():
            enemies.sort(key=lambda e: (-e.values.attack, e.id))
        self._harm: dict[_Blow, int] = {}
        self._draft = plan.battle.copy()

    def _comes_near(self, enemy: Character, own: list[Character]) -> bool:
        """Whether he and any of these could meet if both went towards each other on open ground."""
        distance, at, steps = self._plan.battle.board.distance, enemy.hex, enemy.values.movement
        return any(distance(f.hex or "", at or "") <= steps + f.values.movement + 2 for f in own)

    def striking(self, at: Hex) -> list[Character]:
        """The enemies who could fight somebody in a hex, the strongest first."""
        return self._striking.get(at, [])

    def harm(self, man: Character, at: Hex) -> int:
        """What the strongest of them would do to him there on average, in hundredths of a man; the same on
        all ground of a kind."""
        enemies = self.striking(at)[:TOGETHER]
        if not enemies:
            return 0
        key = (tuple(e.id for e in enemies), man.id, terrain_at(self._plan.battle, at))
        if key not in self._harm:
            self._harm[key] = self._struck(man, at, enemies)
        return self._harm[key]

    def _struck(self, man: Character, at: Hex, enemies: list[Character]) -> int:
        """The harm of one attack by these, from the first hexes beside him from which they can make it."""
        rules, draft = self._plan.rules, self._draft
        there = draft.figures[man.id] = replace(man, hex=at, rear=None, storey=GROUND)
        posts = sorted(
            draft.board.neighbours(at), key=lambda h: terrain_at(draft, h) != terrain_at(draft, at)
        )
        attackers: list[FigureId] = []
        for enemy in enemies:
            placed = (replace(enemy, hex=post, rear=None) for post in posts)
            striker = next((e for e in placed if can_reach(draft, rules, e, there)), None)
            if striker is not None and striker.hex is not None:
                draft.figures[enemy.id] = striker
                attackers.append(enemy.id)
                posts.remove(striker.hex)
        found = odds.assess(draft, rules, attackers, (man.id,)) if attackers else None
        harm = 0 if found is None or isinstance(found, Rejection) else expected_worth(draft, rules, found, 0)
        draft.figures.update({f.id: self._plan.battle.figures[f.id] for f in (man, *enemies)})
        return harm
