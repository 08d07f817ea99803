"""What the enemy could do to somebody in a hex when his turn comes: who gets there, and how hard they strike
together (GUI-6.2b)."""

from __future__ import annotations

from collections import Counter

from rules.captains.plan import Plan
from rules.captains.temper import worth
from rules.core.tables import Tables
from rules.core.weights import Strengths
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId, Hex
from rules.state.terrain import terrain_at
from rules.tactical.fighting.odds import HIGHEST, LOWEST, row_for, shifted
from rules.tactical.harm.wounds import comes_to
from rules.tactical.moving import path_finding

TOGETHER = 2  # who strike at one man at once, as a rule


class Threats:
    """Where the enemies on the board could strike next, as they stand now."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._striking: dict[Hex, list[Character]] = {}
        board = plan.battle.board
        own = [f for f in plan.battle.side_figures(plan.side) if f.active and f.hex]
        for enemy in plan.enemies():
            if not enemy.active or enemy.storey or not self._comes_near(enemy, own):
                continue
            near = set(path_finding.reach(plan.battle, plan.rules, enemy)) | set(enemy.hexes)
            for at in {h for own in near for h in board.neighbours(own)} | near:
                self._striking.setdefault(at, []).append(enemy)
        for enemies in self._striking.values():
            enemies.sort(key=lambda e: (-e.values.attack, e.id))
        self._harm: dict[tuple[FigureId, Hex], int] = {}
        self._struck: dict[tuple[object, ...], int] = {}

    def _comes_near(self, enemy: Character, own: list[Character]) -> bool:
        """Whether he and anybody of ours could meet if both went towards each other on open ground."""
        distance, at, steps = self._plan.battle.board.distance, enemy.hex, enemy.values.movement
        return any(distance(f.hex or "", at or "") <= steps + f.values.movement + 2 for f in own)

    def striking(self, at: Hex) -> list[Character]:
        """The enemies who could fight somebody in a hex, the strongest first."""
        return self._striking.get(at, [])

    def harm(self, man: Character, at: Hex) -> int:
        """What the strongest of them would do to him there on average, in hundredths of a man."""
        key = (man.id, at)
        if key not in self._harm:
            self._harm[key] = self._worked_out(man, at)
        return self._harm[key]

    def _worked_out(self, man: Character, at: Hex) -> int:
        enemies = self.striking(at)[:TOGETHER]
        if not enemies:
            return 0
        plan = self._plan
        ground = plan.rules.tables["terrain"].text(terrain_at(plan.battle, at), "combat")
        shift = plan.rules.tables["terrain-shift"].number("0", ground)
        if len(enemies) > 1:
            shift += plan.rules.tables["combat-modifiers"].number("joint attack", "columns")
        attack = tuple(e.values.attack for e in enemies)
        key = (attack, shift, man.id)
        if key not in self._struck:
            self._struck[key] = _struck(plan.rules, attack, shift, man)
        return self._struck[key]


def _struck(rules: Ruleset, attack: tuple[int, ...], shift: int, man: Character) -> int:
    """The harm of one such attack on average."""
    columns = rules.tables[rules.policies.combat_columns]
    weight = rules.policies.weighing.weigh(Strengths(attack, (man.values.defence,)), columns)
    column = shifted(columns, weight.column, shift)
    table = rules.tables[rules.policies.combat_mounted if man.mounted else rules.policies.combat_foot]
    worse = rules.tables["combat-modifiers"].number("armoured defender", "die") if man.armoured else 0
    letters = Counter(table.text(row_for(face + worse), column) for face in range(LOWEST, HIGHEST + 1))
    total = 0
    for letter, faces in letters.items():
        total += faces * _of_letter(rules.tables, letter, man)
    return total // HIGHEST


def _of_letter(tables: Tables, letter: str, man: Character) -> int:
    row, scale = tables["combat-effects"].row(letter), worth()
    if row["on"] != "defenders":
        return 0
    harm = comes_to(man, str(row["rider" if man.mounted else "foot"]))
    points = {"wounded": scale.wounded, "stunned": scale.stunned, "retreat": scale.retreat}.get(harm, 0)
    if harm == "killed":
        points = scale.killed + (scale.leader if man.leader else 0)
    if man.mounted and row["mount"] != "kept":
        points += scale.horse if row["mount"] == "killed" else scale.lost
    return points
