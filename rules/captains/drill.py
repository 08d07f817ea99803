"""Hoplites keep together: a captain forms them up, turns them to the enemy, raises their shields and marches
them to what the scenario asks for (GUI-7.3)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.captains.plan import Plan
from rules.captains.temper import Temper
from rules.captains.walls import is_garrison
from rules.core.facing import FACINGS, Facing
from rules.core.rejection import Rejection
from rules.events.formation import TortoiseTurned
from rules.evolve import evolve
from rules.orders.records import MarchOrder
from rules.state.battle import Formation
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.formations import close_order, drill, forming, keeping, marching

NEAR = 8
MOST_PACES = 3


def keep_ranks(plan: Plan, temper: Temper) -> None:
    """What every formation does in this phase, and those who could make one; nobody leaves his place."""
    own = {figure.id for figure in plan.mine()}
    for formation in list(plan.battle.formations.values()):
        if own & formation.places.keys():
            _command(plan, temper, formation)
    _form_up(plan)


def _command(plan: Plan, temper: Temper, formation: Formation) -> None:
    plan.moved.update(formation.places)
    anew = _formed_anew(plan, formation)
    if anew:
        plan.lines.append(anew)
        return
    speaker = plan.figure(next(iter(formation.places))).name
    shields = _shields(plan, formation)
    if shields is not None:
        evolve(plan.battle, TortoiseTurned(formation=formation.id, up=shields))
        plan.lines.append(f"{'FORM' if shields else 'BREAK'} tortoise {speaker}")
    if plan.battle.turn * 100 > plan.battle.setup.victory.turns * temper.march_from:
        _march(plan, plan.battle.formations[formation.id], speaker)


# forming


def _form_up(plan: Plan) -> None:
    """Unhurt hoplites who stand in a row form up towards the nearest enemies; a garrison's are wanted one by
    one."""
    if is_garrison(plan):
        return
    free = [
        f
        for f in plan.mine()
        if f.hoplite and not f.wounded and not f.mounted and f.carries is None and f.id not in plan.moved
    ]
    line = _best_front(plan, free)
    if line is not None:
        men, front = line
        plan.lines.append(_form(plan, men, front))
        plan.moved.update(men)


def _formed_anew(plan: Plan, formation: Formation) -> str:
    """The line that forms a formation anew: without its wounded, so that it can march again, or over another
    front if most enemies nearby are not before it. Empty where it does well as it stands."""
    men = [plan.figure(f) for f in formation.places]
    sound = [m for m in men if not m.wounded]
    line = _best_front(plan, sound)
    if line is None:
        return ""
    best, front = line
    turned = _before(plan, sound, front) > _before(plan, sound, formation.front)
    if (turned and len(best) == len(sound)) or len(sound) < len(men):
        return _form(plan, best, front)
    return ""


def _best_front(plan: Plan, men: list[Character]) -> tuple[list[FigureId], Facing] | None:
    """As many of these men as one formation takes, and the front that most enemies nearby stand before."""
    places = {m.id: m.hex for m in men if m.hex is not None}
    found = []
    for front in FACINGS:
        ranks = close_order.arranged(plan.battle.board, plan.rules, places, front)
        if ranks:
            found.append(([f for rank in ranks for f in rank], front))
    return max(found, key=lambda f: (len(f[0]), _before(plan, men, f[1])), default=None)


def _before(plan: Plan, men: list[Character], front: Facing) -> int:
    """How many enemies stand towards a front, those nearby counting double, seen from the first man."""
    start = men[0].hex if men else None
    if start is None:
        return 0
    corner = 2 * front.number + 1
    count = 0
    for enemy in plan.enemies():
        if enemy.hex is not None and enemy.hex != start:
            turn = (plan.battle.board.bearing(start, enemy.hex) - corner) % 12
            near = plan.battle.board.distance(start, enemy.hex) <= NEAR
            count += (turn <= 2 or turn >= 10) * (2 if near else 1)
    return count


def _form(plan: Plan, men: Iterable[FigureId], front: Facing) -> str:
    names = " + ".join(plan.figure(f).name for f in men)
    return f"FORM {names} facing {front.value} and {front.turned(1).value}"


# shields


def _shields(plan: Plan, formation: Formation) -> bool | None:
    """Whether to raise the shields (under arrows, no enemy close) or to lower them; None to leave them
    as they are."""
    under_bows = keeping.under_bows(plan.battle, plan.rules, formation)
    if formation.tortoise:
        return None if under_bows else False
    can = forming.no_tortoise(plan.battle, plan.rules, formation) is None
    return True if under_bows and can else None


# marching


def _march(plan: Plan, formation: Formation, speaker: str) -> None:
    """Go hex by hex nearer to the goal as far as the MP last, without showing flank or rear to an enemy."""
    goal = _goal(plan, formation)
    if goal is None:
        return
    who = next(iter(formation.places))
    steps: tuple[str, ...] = ()
    left = _distance(plan, formation.places.values(), goal)
    while len(steps) < MOST_PACES:
        ways = [(*steps, towards.value) for towards in FACINGS]
        ends = [
            (places, way) for way in ways if (places := _led_to(plan, formation, MarchOrder((who,), way)))
        ]
        reached = min(((_distance(plan, at, goal), way) for at, way in ends), default=(left, steps))
        if reached[0] >= left:
            break
        left, steps = reached
    if steps:
        events = drill.events_of(plan.battle, plan.rules, MarchOrder((who,), steps))
        for event in () if isinstance(events, Rejection) else events:
            evolve(plan.battle, event)
        plan.lines.append(f"MARCH {speaker} {' '.join(steps)}")


def _led_to(plan: Plan, formation: Formation, order: MarchOrder) -> tuple[Hex, ...]:
    """Where a march ends; nowhere if it is impossible or would show a flank to an enemy."""
    planned = marching.plan_march(plan.battle, plan.rules, order)
    if isinstance(planned, Rejection):
        return ()
    places = tuple(planned[1][-1].places.values())
    return () if any(_flanked(plan, formation.front, at) for at in places) else places


def _flanked(plan: Plan, front: Facing, at: Hex) -> bool:
    board = plan.battle.board
    beside = {n: facing for facing in FACINGS if (n := board.neighbour(at, facing)) is not None}
    return any(
        close_order.SIDES[(beside[own].number - front.number) % 6] != close_order.FRONT
        for enemy in plan.enemies()
        if enemy.active
        for own in enemy.hexes
        if own in beside
    )


def _goal(plan: Plan, formation: Formation) -> Hex | None:
    """The hex to be held that lies nearest to the enemy, else the nearest enemy's."""
    board = plan.battle.board
    enemies = [e.hex for e in plan.enemies() if e.hex is not None]
    if not enemies:
        return None
    aims = plan.battle.setup.victory.aims
    held = sorted(at for aim in aims if aim.side == plan.side and aim.kind == "held" for at in aim.hexes)
    if held:
        return min(held, key=lambda at: sum(board.distance(at, enemy) for enemy in enemies))
    return min(enemies, key=lambda at: _distance(plan, formation.places.values(), at))


def _distance(plan: Plan, places: Iterable[Hex], goal: Hex) -> int:
    return sum(plan.battle.board.distance(at, goal) for at in places)
