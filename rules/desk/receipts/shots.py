"""What the receipt says of shots, now and on watch: cover, chances, and what they take from other
orders (GUI-5)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.assault.flaming_arrows import aim_at
from rules.core.language import say
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import EARLIER, Checked, noted, refused
from rules.desk.desk import Desk
from rules.desk.receipts import tried
from rules.desk.receipts.told import told_danger, told_shot
from rules.orders.records import AttackOrder, FireOrder, FlameOrder, WatchOrder, figures_of
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.tactical import weapons
from rules.tactical.shooting import targets
from rules.tactical.shooting.targets import Odds


def check_fire(desk: Desk, order: FireOrder) -> Checked:
    """The chances of each shooter's shot; one that only depends on shots before it stands with a
    note (GUI-5.4a)."""
    message: list[str] = []
    details: list[str] = []
    shots: dict[str, Odds] = {}
    rule, barred = "", False
    for shooter in order.figures:
        found = _one_shot(desk, order, desk.battle.figures[shooter], shots)
        if found.refused and len(order.figures) == 1:
            return found
        message += _of(desk.battle.figures[shooter], found) if _is_trouble(found) else found.message
        details += found.details
        rule, barred = rule or found.rule, barred or found.barred or found.refused
    danger = tuple(told_danger(desk.battle, shots))
    also = also_ordered(desk, order)
    return Checked(
        (*danger, *message, *also),
        rule,
        note=bool(rule or also),
        barred=barred,
        warned=bool(danger),
        details=tuple(details),
        gist=_chances(shots),
    )


def _chances(shots: Mapping[str, Odds]) -> str:
    """ "40 % on target", or of several "on target: Gui 40 %, Odo 30 %"."""
    if len(shots) == 1:
        return say("{on_target} % on target", on_target=next(iter(shots.values())).on_target)
    chances = ", ".join(f"{name} {found.on_target} %" for name, found in shots.items())
    return say("on target: {chances}", chances=chances) if chances else ""


def _is_trouble(found: Checked) -> bool:
    return found.refused or found.barred


def _of(shooter: Character, found: Checked) -> tuple[str, ...]:
    """What keeps one of several from shooting, with his name before it: the words name his target or his
    hex, and not always him."""
    first, *others = found.message
    return (f"{shooter.name}: {first}", *others)


def _one_shot(desk: Desk, order: FireOrder, shooter: Character, shots: dict[str, Odds]) -> Checked:
    """What is said of one of the shots; what may come of it is noted in ``shots``."""
    weapon = weapons.chosen_weapon(desk.battle, desk.rules, shooter, order.weapon)
    if isinstance(weapon, Rejection):
        return refused(weapon)
    barred = weapons.may_fire_offensively(desk.battle, desk.rules, shooter, weapon)
    others = any(shooter.id not in figures_of(o) for o in desk.sheet.every(FireOrder))
    if barred is not None:
        return noted(barred, EARLIER) if others and barred.code is Reason.IN_CONTACT else refused(barred)
    found = targets.odds_of_choice(desk.battle, desk.rules, shooter, order.at, weapon, order.half)
    if isinstance(found, Rejection):
        named_dead = any(
            n in desk.battle.figures and not desk.battle.figures[n].living for n in order.at.names
        )
        return refused(found) if not others or named_dead else noted(found, EARLIER)
    shots[shooter.name] = found
    if desk.trying:
        return Checked(details=tuple(tried.of_shot(desk.battle, desk.rules, shooter, weapon, found.sight)))
    return Checked(tuple(told_shot(desk.battle, desk.rules, shooter, weapon, found)))


def can_shoot(battle: Battle, rules: Ruleset, order: FireOrder | FlameOrder, figure: FigureId) -> bool:
    """Whether one of those named has, as things stand, a target that he may shoot at."""
    shooter = battle.figures[figure]
    if isinstance(order, FlameOrder):
        return not isinstance(aim_at(battle, rules, shooter, order.hex), Rejection)
    weapon = weapons.chosen_weapon(battle, rules, shooter, order.weapon)
    if (
        isinstance(weapon, Rejection)
        or weapons.may_fire_offensively(battle, rules, shooter, weapon) is not None
    ):
        return False
    found = targets.odds_of_choice(battle, rules, shooter, order.at, weapon, order.half)
    return not isinstance(found, Rejection)


def also_ordered(desk: Desk, order: FireOrder | FlameOrder) -> list[str]:
    """What a shot takes from the orders that the shooter already has (GUI-5.1a, GUI-5.2b)."""
    told: list[str] = []
    for name in order.figures:
        figure = desk.battle.figures[name]
        plan = desk.imagined.plan_of(name)
        limit = desk.limit(figure, fired=True, watching=False)
        short = plan is not None and limit is not None and plan.cost > limit
        if plan is not None and short and name not in desk.cut_short:
            told.append(
                say(
                    "After the shot {figure} has {limit} MP; his move takes {cost} (GUI-5.1a).",
                    figure=figure.name,
                    limit=limit,
                    cost=plan.cost,
                )
            )
        if any(name in figures_of(a) for a in desk.sheet.every(AttackOrder)):
            told.append(say("If he shoots, {figure} cannot attack (GUI-5.2b).", figure=figure.name))
    return told


def check_watch(desk: Desk, order: WatchOrder) -> Checked:
    """Who has nothing to shoot with in the enemy's phase is told so (GUI-5b, GUI-5.1a)."""
    for name in order.figures:
        figure = desk.battle.figures[name]
        weapon = weapons.weapon_of(desk.battle, desk.rules, figure)
        if not weapon and not order.hold:
            return refused(Rejection("GUI-5b", say("{figure} has no missile weapon", figure=figure.name)))
        if not order.hold and desk.rules.tables["weapons"].cell(weapon, "move_defensive") == "no":
            what = weapons.name_of(desk.rules, weapon)
            return refused(
                Rejection("GUI-5.1a", say("a {what} cannot be used in the enemy's phase", what=what))
            )
    return Checked()
