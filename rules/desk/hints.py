"""A few lines of help for somebody who wrote no order: what he could write now."""

from __future__ import annotations

from rules.core.language import say
from rules.core.rejection import Rejection
from rules.desk.check import may_act
from rules.desk.help import wrap
from rules.desk.receipts import placing
from rules.desk.steps import belongs, is_over, sets_up
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import AttackOrder, FireOrder, MoveOrder
from rules.orders.verbs import verbs_in
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, SeatId, SideId
from rules.tactical import weapons
from rules.tactical.fighting import odds
from rules.tactical.moving.path_finding import reach
from rules.tactical.shooting import targets

MOST_HINTS = 5  # lines
MOST_WORDS = 9  # verbs named at once; nobody reads thirty-five


def short_help(battle: Battle, rules: Ruleset, seat: SeatId) -> tuple[str, ...]:
    """Five lines at most for somebody who wrote no order: what he could write now in this battle, with names
    of his own, and where more is told."""
    side = next((s.side for s in battle.setup.seats if s.id == seat), "")
    on_move = battle.side == side and battle.outcome is None
    known = [
        verb
        for verb in verbs_in(battle.setup.modules)
        if verb.record.standing
        or (on_move and belongs(rules, battle, verb.record) and not is_over(rules, battle, verb.record))
    ]
    words = list(dict.fromkeys(verb.family for verb in known))
    setup = on_move and sets_up(battle)
    waiting = ["IF"] if on_move and not setup else []
    known_now = [*words, *waiting]
    told = wrap(
        say("What can be ordered now: {words}.", words=", ".join(known_now))
        if len(known_now) <= MOST_WORDS
        else say(
            "What can be ordered now: {words} and more, which HELP names.",
            words=", ".join(known_now[:MOST_WORDS]),
        )
    )
    more = wrap(
        say("HELP PLACE explains one word, HELP all; TRY above orders only tries them.")
        if setup
        else say("HELP MOVE explains one word, HELP all; TRY above orders only tries them.")
    )
    room = MOST_HINTS - len(told) - len(more)
    return (*_examples(battle, rules, seat, side, on_move)[: max(room, 0)], *told, *more)[:MOST_HINTS]


def _examples(battle: Battle, rules: Ruleset, seat: SeatId, side: SideId, on_move: bool) -> list[str]:
    """What can be carried out as things stand: a step to a hex where he may stop, a shot at or an attack on
    somebody whom he can reach; nothing is shown of what nobody can do."""
    if on_move and sets_up(battle):
        places = placing.form_lines(battle, rules, seat, [])
        return [f"  {print_order(order, lexicon_of(battle, seat))}" for order in places][:2]
    own = [f for f in battle.figures.values() if f.seat == seat and may_act(f)]
    enemies = list(battle.active_enemies(side)) if side else []
    if not own or not enemies:
        return []
    if not on_move:
        return [f"  RETREAT {own[0].name} toward {own[0].hex}", f"  ADVANCE {own[0].name} if alone"]
    found = [
        _step(battle, rules, own, enemies) if not is_over(rules, battle, MoveOrder) else "",
        _shot(battle, rules, own, enemies) if not is_over(rules, battle, FireOrder) else "",
        _attack(battle, rules, own, enemies) if not is_over(rules, battle, AttackOrder) else "",
    ]
    lines = [line for line in found if line]
    return lines[:1] + lines[-1:] if len(lines) > 2 else lines


def _step(battle: Battle, rules: Ruleset, own: list[Character], enemies: list[Character]) -> str:
    """The first man who can leave his hex, to one next to him, towards the enemy."""
    for figure in own:
        if figure.hex is None:
            continue
        open_to_him = reach(battle, rules, figure)
        ends = [at for at in battle.board.neighbours(figure.hex) if at in open_to_him]
        if ends:
            foes = [at for enemy in enemies for at in enemy.hexes]
            end = min(ends, key=lambda at: (min(battle.board.distance(at, foe) for foe in foes), at))
            return f"  MOVE {figure.name} to {end}"
    return ""


def _shot(battle: Battle, rules: Ruleset, own: list[Character], enemies: list[Character]) -> str:
    names = {enemy.id: enemy.name for enemy in enemies}
    for figure in own:
        weapon = weapons.weapon_of(battle, rules, figure)
        if not weapon or weapons.may_fire_offensively(battle, rules, figure, weapon) is not None:
            continue
        best = targets.best_target(battle, rules, figure)
        if best is not None and best.sight.target in names:
            return f"  FIRE {figure.name} AT {names[best.sight.target]}"
    return ""


def _attack(battle: Battle, rules: Ruleset, own: list[Character], enemies: list[Character]) -> str:
    for figure in own:
        for enemy in enemies:
            if not isinstance(odds.assess(battle, rules, (figure.id,), (enemy.id,)), Rejection):
                return f"  ATTACK {figure.name} ON {enemy.name}"
    return ""
