"""Who of the side at rest is willing to shoot at a mover: his WATCH orders, else the default (GUI-5.3b)."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.journal import Journal
from rules.orders.filed import Filed
from rules.orders.records import Pick, WatchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.instructions.picking import unfit
from rules.tactical.instructions.standing import watch_orders
from rules.tactical.instructions.terms import Lookout, attend, waits
from rules.tactical.shooting import shot
from rules.tactical.shooting.defensive_fire import Willing, WillingToFire
from rules.tactical.shooting.shot import DEFENSIVE
from rules.tactical.shooting.targets import friends_in_danger
from rules.tactical.sight.cover import cover_from, grade
from rules.tactical.sight.line_of_fire import Sight, best_sight
from rules.tactical.weapons import BANDS, weapon_of

# Without an order: the first enemy at short range in no more than light cover; lances are kept.
DEFAULT_BAND = "short"
DEFAULT_COVER = "light"


class Weighed(NamedTuple):
    """What a WATCH order says of one shot. ``why``: the first thing that speaks against it, "" if nothing
    does. ``held``: the target is one that is meant, but a term of the order keeps the shot back. ``rank``:
    which of the preferences he answers, counted from 0."""

    why: str = ""
    held: bool = False
    rank: int = 0


def willing_to_fire(journal: Journal, rules: Ruleset) -> WillingToFire:
    """The function that defensive fire asks, for this adjudication.

    Book silent on what a player does who says nothing. Ruling: a shooter without a WATCH order fires at the
    first enemy who comes within short range in at most light cover; lances are never thrown unasked. A WATCH
    that waits for something keeps its man from shooting otherwise; a WATCH ... hold that waits lets him.
    """
    lookout = attend(journal, rules)

    def willing(shooter: Character, mover: Character, sight: Sight) -> Willing | None:
        battle = journal.battle
        watches = speaking(battle, rules, shooter)
        for watch in watches:
            order = watch.order
            assert isinstance(order, WatchOrder)
            if order.hold:
                return None
            found = weigh(lookout, battle, rules, watch, shooter, mover, sight)
            if not found.why:
                return Willing(half=order.half, order=watch.text, rank=found.rank)
            if found.held:
                lookout.hold(shooter.seat, watch.text, found.why, shooter.id)
        if watches or shooter.weapon in ("", "lance"):
            return None
        return Willing() if _by_default(sight) else None

    return willing


def speaking(battle: Battle, rules: Ruleset, shooter: Character) -> list[Filed]:
    """The WATCH orders that have a say in what a shooter does now."""
    return [
        watch
        for watch in watch_orders(battle, shooter)
        if not (_is_hold(watch) and waits(battle, rules, shooter.seat, watch))
    ]


def _is_hold(watch: Filed) -> bool:
    return isinstance(watch.order, WatchOrder) and watch.order.hold


def _by_default(sight: Sight) -> bool:
    return not _too_far(sight, DEFAULT_BAND) and grade(sight.cover) <= grade(DEFAULT_COVER)


def weigh(
    lookout: Lookout,
    battle: Battle,
    rules: Ruleset,
    watch: Filed,
    shooter: Character,
    mover: Character,
    sight: Sight,
) -> Weighed:
    """Whether a WATCH order wants a shot that the rules allow, clause by clause."""
    order = watch.order
    assert isinstance(order, WatchOrder)
    objections = []
    for rank, pick in enumerate(order.at.in_order):
        why = _not_meant(lookout, battle, rules, pick, shooter, mover, sight)
        if not why:
            kept = _kept_back(battle, rules, watch, rank, shooter, mover, sight)
            return Weighed(kept, bool(kept), rank)
        objections.append(why)
    return Weighed("; ".join(dict.fromkeys(objections)))


def _not_meant(
    lookout: Lookout,
    battle: Battle,
    rules: Ruleset,
    pick: Pick,
    shooter: Character,
    mover: Character,
    sight: Sight,
) -> str:
    """The first clause of a description that a target does not answer."""
    why = unfit(battle, pick, shooter, mover)
    if why:
        return why
    if pick.band and _too_far(sight, pick.band):
        return english(
            "{mover} is at {band} range, farther than {farthest}",
            mover=mover.name,
            band=sight.band,
            farthest=pick.band,
        )
    if pick.cover and grade(sight.cover) > grade(pick.cover):
        return english(
            "{mover} has {cover} cover, more than {most}",
            mover=mover.name,
            cover=sight.cover,
            most=pick.cover,
        )
    if pick.leaving_cover and not _leaves_cover(lookout, battle, rules, shooter, mover, sight):
        return english("{mover} does not come out of cover", mover=mover.name)
    return ""


def _too_far(sight: Sight, band: str) -> bool:
    return BANDS.index(sight.band) > BANDS.index(band)


def _leaves_cover(
    lookout: Lookout, battle: Battle, rules: Ruleset, shooter: Character, mover: Character, sight: Sight
) -> bool:
    """Whether he moves from better cover against this shooter into worse (GUI-5.5.2). The cover that he had
    is no part of any shot, since nobody shoots at where he was: so it is asked for by itself."""
    before = lookout.came_from(mover.id)
    if before is None or shooter.hex is None or battle.now.moved.get(mover.id, 0) == 0:
        return False
    weapon = weapon_of(battle, rules, shooter)
    cover, _ = cover_from(battle, rules, mover, before, shooter, weapon)
    return grade(cover) > grade(sight.cover)


def _kept_back(
    battle: Battle,
    rules: Ruleset,
    watch: Filed,
    rank: int,
    shooter: Character,
    mover: Character,
    sight: Sight,
) -> str:
    """The first term that keeps back a shot at somebody who is meant."""
    order = watch.order
    assert isinstance(order, WatchOrder)
    why = waits(battle, rules, shooter.seat, watch)
    if why:
        return why
    keep = order.terms.keep
    weapon = weapon_of(battle, rules, shooter)
    if keep and weapon == "javelin" and shooter.javelins <= keep:
        return english(
            "{shooter} keeps his last {keep}", shooter=shooter.name, keep=keep if keep > 1 else "javelin"
        )
    if order.at.in_order[rank].clear:
        friends = friends_in_danger(battle, shot.along(battle, rules, shooter, weapon, sight, DEFENSIVE))
        if friends:
            return english(
                "the shot at {mover} could fall on {friends}",
                mover=mover.name,
                friends=" or ".join(f.name for f in friends),
            )
    better = _yet_to_come(battle, rules, order.at.in_order[:rank], shooter, mover)
    return (
        english("he is kept for {better}, who has not moved yet", better=better.name)
        if better is not None
        else ""
    )


def _yet_to_come(
    battle: Battle, rules: Ruleset, picks: tuple[Pick, ...], shooter: Character, mover: Character
) -> Character | None:
    """An enemy whom the player would rather have, who may still move and can be shot at where he stands.

    Ruling RUL-523: a shot is kept for him, and not lost: if he does not move, he is shot at when the moves
    are over (GUI-5.3e)."""
    if mover.id not in battle.now.left:
        return None
    weapon = weapon_of(battle, rules, shooter)
    for enemy in battle.side_figures(mover.side):
        begun = (
            enemy.id in battle.now.left or enemy.id in battle.now.staying or enemy.id in battle.now.shot_at
        )
        if begun or not enemy.active or enemy.id == mover.id:
            continue
        for pick in picks:
            if pick.leaving_cover or unfit(battle, pick, shooter, enemy):
                continue
            sight = best_sight(battle, rules, shooter, weapon, enemy.id)
            if not isinstance(sight, Rejection) and _good_enough(pick, sight):
                return enemy
    return None


def _good_enough(pick: Pick, sight: Sight) -> bool:
    near = not pick.band or not _too_far(sight, pick.band)
    return near and (not pick.cover or grade(sight.cover) <= grade(pick.cover))
