"""Fire at enemies while they move: who may, who wants to, and when the same man may be shot at again.

Implements GUI-5.3b to GUI-5.3f (GUI-5.3a is in weapons.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.missile import FireDeclared, ShotWasted
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical.shooting import asked_fire
from rules.tactical.shooting.asked_fire import Shot
from rules.tactical.shooting.missile import DEFENSIVE, resolve_shot
from rules.tactical.sight.cover import grade
from rules.tactical.sight.line_of_fire import Sight, at_half, best_sight
from rules.tactical.weapons import has_no_shot, may_fire_defensively, weapon_data, weapon_of


class Willing(msgspec.Struct, frozen=True):
    """A watcher's owner wants the shot. ``half``: front or rear of a rider, "" for the better one; ``order``:
    the text of the standing order behind it, "" for the default; ``rank``: which of his choices the target
    is, from 0; ``answered``: the owner was asked."""

    half: str = ""
    order: str = ""
    rank: int = 0
    answered: bool = False


WillingToFire = Callable[[Character, Character, Sight], Willing | None]
Asker = Callable[[Journal, SeatId, list[Shot]], list[Shot] | None]


class Aimed(NamedTuple):
    """A watcher named to shoot."""

    shooter: FigureId
    weapon: str
    sight: Sight
    wish: Willing


def may_be_shot_at(battle: Battle, rules: Ruleset, mover: Character) -> Rejection | None:
    """Why nobody may shoot defensively at a figure now; None if he may be shot at.

    He must have begun to move, or stay for good (GUI-5.3e). Shot at before: only after so many hexes more
    (GUI-5.3d), and not at all once fire went on to another (GUI-5.3f).
    """
    now = battle.now
    charge = now.charges.get(mover.id)
    if charge is not None and charge.answer:  # declared is enough, whether or not it arrives (RUL-705)
        why = english("a counter-charge against {mover} was declared: nobody shoots at him", mover=mover.name)
        return Rejection("GUI-7.2.2g", why)
    if mover.id not in now.left and mover.id not in now.staying:
        return Rejection("GUI-5.3e", english("{mover} has not begun to move", mover=mover.name))
    shot = now.shot_at.get(mover.id)
    if shot is None:
        return None
    if shot.closed:
        return Rejection(
            "GUI-5.3f", english("fire has gone on to others since {mover} was shot at", mover=mover.name)
        )
    needed = spacing(battle, rules, mover)
    since = now.moved.get(mover.id, 0) - shot.moved
    if since < needed:
        why = english(
            "{mover} has moved {since} of {needed} hexes since he was last shot at",
            mover=mover.name,
            since=since,
            needed=needed,
        )
        return Rejection("GUI-5.3d", why)
    return None


def spacing(battle: Battle, rules: Ruleset, mover: Character) -> int:
    """The hexes that a mover must cover before he may be shot at again (GUI-5.3d)."""
    charging = mover.mounted and mover.id in battle.now.charges
    who = (
        "charging"
        if charging
        else "mounted"
        if mover.mounted
        else "wounded on foot"
        if mover.wounded
        else "on foot"
    )
    return rules.tables["defensive-spacing"].number(who, "hexes")


def interrupt(journal: Journal, rules: Ruleset, mover_id: FigureId, willing: WillingToFire) -> None:
    """Break into a move in the hex just entered: every watcher who may and wants to shoots there (GUI-5.3b).

    To be called after each hex of a move. ``willing`` answers for a watcher's owner. All are named before the
    first shot is resolved; those whose target is gone by their turn have shot for nothing (GUI-5.3c).
    """
    mover = journal.battle.figures[mover_id]
    if not mover.active or may_be_shot_at(journal.battle, rules, mover) is not None:
        return
    willing = _with_answers(journal, rules, [mover], willing, asked_fire.at_mover)
    _volley(journal, rules, mover, _watchers(journal.battle, rules, mover, willing))


def at_standing(journal: Journal, rules: Ruleset, willing: WillingToFire) -> None:
    """At the end of the movement step: watchers who have not shot may do so at those who never began to move,
    whether they were declared to stay or had no orders (GUI-5.3e).

    Ruling RUL-512: each watcher takes the willing shot with the least cover, then the nearest, of several
    choices of his owner's the first before all; targets are dealt with in the order of the muster, each once,
    because fire does not come back to a target (GUI-5.3f). Whoever loses his target to another's stray shot
    takes his next best.
    """
    battle = journal.battle
    stayed = [target for target in battle.side_figures(battle.side) if _stands(battle, target)]
    willing = _with_answers(journal, rules, stayed, willing, asked_fire.at_those_who_stayed)
    wishes: dict[FigureId, list[FigureId]] = {}
    for shooter in battle.active_enemies(battle.side):
        ranked = []
        for target in battle.side_figures(battle.side):
            aimed = _aim(battle, rules, shooter, target, willing) if _stands(battle, target) else None
            if aimed is not None:
                ranked.append(((aimed.wish.rank, grade(aimed.sight.cover), aimed.sight.distance), target.id))
        if ranked:
            wishes[shooter.id] = [target_id for _, target_id in sorted(ranked, key=lambda r: r[0])]
    while True:
        named = _first_standing(battle, rules, wishes, willing)
        if not named:
            return
        for aimed in named:
            del wishes[aimed.shooter]
        _volley(journal, rules, battle.figures[named[0].sight.target], named)


def _with_answers(
    journal: Journal, rules: Ruleset, targets: list[Character], willing: WillingToFire, ask: Asker
) -> WillingToFire:
    """``willing``, but for the seats that are asked with their live answers in its place (GUI-5.3b)."""
    battle = journal.battle
    answers: dict[SeatId, set[tuple[FigureId, FigureId]]] = {}
    hostile = battle.enemies_of(battle.side)
    for seat in (s.id for s in battle.setup.seats if s.side in hostile and journal.asks(s.id, "watch")):
        shots = _possible_shots(battle, rules, seat, targets, willing)
        chosen = ask(journal, seat, shots) if shots else None
        if chosen is not None:
            answers[seat] = {(shot.shooter.id, shot.target.id) for shot in chosen}
    if not answers:
        return willing

    def answered(shooter: Character, target: Character, sight: Sight) -> Willing | None:
        if shooter.seat not in answers:
            return willing(shooter, target, sight)
        wanted = (shooter.id, target.id) in answers[shooter.seat]
        return Willing(answered=True) if wanted else None

    return answered


def _possible_shots(
    battle: Battle, rules: Ruleset, seat: SeatId, targets: list[Character], willing: WillingToFire
) -> list[Shot]:
    """Every shot of a seat's watchers that the rules allow, each watcher's best targets first (RUL-512)."""
    shots = []
    for shooter in (f for f in battle.active_enemies(battle.side) if f.seat == seat):
        aimed = [
            (shot.sight, target)
            for target in targets
            if (shot := _aim(battle, rules, shooter, target, lambda *_: Willing()))
        ]
        for sight, target in sorted(aimed, key=lambda a: (grade(a[0].cover), a[0].distance)):
            wish = willing(shooter, target, sight)
            shots.append(Shot(shooter, target, sight, wish is not None, wish.order if wish else ""))
    return shots


def _stands(battle: Battle, target: Character) -> bool:
    """Whether he has not begun to move and was not shot at in this phase."""
    return target.living and target.id not in battle.now.left and target.id not in battle.now.shot_at


def _first_standing(
    battle: Battle, rules: Ruleset, wishes: dict[FigureId, list[FigureId]], willing: WillingToFire
) -> list[Aimed]:
    """The next volley: the first target of the muster that anybody wants, and all who want it."""
    wanted: dict[FigureId, list[Aimed]] = {}
    for shooter_id, targets in wishes.items():
        options = (battle.figures[t] for t in targets if _stands(battle, battle.figures[t]))
        shots = (_aim(battle, rules, battle.figures[shooter_id], target, willing) for target in options)
        aimed = next((shot for shot in shots if shot is not None), None)
        if aimed is not None:
            wanted.setdefault(aimed.sight.target, []).append(aimed)
    return next((wanted[f] for f in battle.figures if f in wanted), [])


def _watchers(battle: Battle, rules: Ruleset, target: Character, willing: WillingToFire) -> list[Aimed]:
    """The enemies of a target who may shoot at him where he is and whose owners want it, in the order
    of the muster."""
    shots = (_aim(battle, rules, shooter, target, willing) for shooter in battle.active_enemies(target.side))
    return [shot for shot in shots if shot is not None]


def _aim(
    battle: Battle, rules: Ruleset, shooter: Character, target: Character, willing: WillingToFire
) -> Aimed | None:
    """The shot of one watcher at one enemy, if he may make it and his owner wants it."""
    weapon = weapon_of(battle, rules, shooter)
    if not weapon or has_no_shot(battle, rules, shooter, weapon):
        return None
    if not _within_reach(battle, rules, shooter, weapon, target):
        return None
    if may_fire_defensively(battle, rules, shooter, weapon) is not None:
        return None
    sight = best_sight(battle, rules, shooter, weapon, target.id)
    if isinstance(sight, Rejection):
        return None
    wish = willing(shooter, target, sight)
    if wish is None:
        return None
    return Aimed(shooter.id, weapon, at_half(battle, rules, shooter, weapon, sight, wish.half), wish)


def _within_reach(battle: Battle, rules: Ruleset, shooter: Character, weapon: str, target: Character) -> bool:
    """Whether the distance alone lets him shoot: asked early, since it rules out many (GUI-5.4a)."""
    start, reach = shooter.hex, weapon_data(rules.tables, weapon).reach[-1]
    return start is not None and any(battle.board.distance(start, at) <= reach for at in target.hexes)


def _volley(journal: Journal, rules: Ruleset, target: Character, named: list[Aimed]) -> None:
    """All shots at one figure in one hex, named first and resolved one after the other (GUI-5.3c)."""
    if not named or target.hex is None:
        return
    battle = journal.battle
    for aimed in named:
        shooter = battle.figures[aimed.shooter]
        journal.decided(
            shooter.seat, "watch", f"fire at {target.id} in {aimed.sight.aim}", "GUI-5.3b", figure=shooter.id,
            order=aimed.wish.order, answered=aimed.wish.answered,
        )  # fmt: skip
    journal.record(
        FireDeclared(shooters=tuple(aimed.shooter for aimed in named), target=target.id, hex=target.hex)
    )
    for aimed in named:
        refused = resolve_shot(
            journal, rules, aimed.shooter, target.id, aimed.sight.aim, aimed.weapon, DEFENSIVE
        )
        if refused is not None:
            journal.record(
                ShotWasted(
                    shooter=aimed.shooter, target=target.id,
                    why=_why_wasted(journal.battle, target.id, refused),
                    rule="GUI-5.3c",
                )
            )  # fmt: skip


def _why_wasted(battle: Battle, target_id: FigureId, refused: Rejection) -> str:
    target = battle.figures[target_id]
    return english("{target} is dead already", target=target.name) if target.dead else refused.why
