"""A battle that decides another: when the first is over, those who are left of it fight the next one, and the
end of that is the end of both. It is a game of its own, called by the first, which rests meanwhile.

The books know battles alone; that one may follow from another is a ruling of ours (RUL-208).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.language import english
from rules.events.base import Event
from rules.events.codec import begun_with
from rules.events.creation import GameCreated
from rules.events.sequel import BattleFought
from rules.journal import Journal
from rules.ruleset import Opening, Ruleset
from rules.state.battle import Battle, BattleSetup
from rules.state.figure import Character, Health, Horse, HorseId
from rules.state.table import Outcome

NAME = "sequel"
CALL = "sequel"


def follows(battle: Battle) -> bool:
    """Whether another battle is to decide this one, which is over: the scenario names one that was not fought
    yet, and enemies are left for it."""
    sequel = battle.setup.sequel
    if sequel is None or battle.decided is not None:
        return False
    return battle.setup.relations.at_war(f.side for f in _left(battle, planned(battle.setup)))


def call(journal: Journal, ends: Outcome) -> None:
    """The next battle begins, with those who are left as they are; everybody may know of it. ``ends``: how
    this one would have ended."""
    battle = journal.battle
    assert battle.setup.sequel is not None
    created, *rest = begun_with(battle.setup.sequel.opening)
    first = _created([created])
    journal.record(BattleFought(ends))
    men = tuple(_left(battle, first))
    steeds = tuple(_ridden(battle, first, men))
    seats = {seat.id: seat.id for seat in first.setup.seats}
    journal.call(CALL, [replace(first, figures=men, horses=steeds), *rest], seats, openly=True)


def decided(battle: Battle) -> Outcome | None:
    """How a battle ends that another one has decided."""
    if battle.decided is None or battle.setup.sequel is None:
        return battle.decided
    reason = english(
        "{battle} decided it: {reason}", battle=battle.setup.sequel.title, reason=battle.decided.reason
    )
    return replace(battle.decided, reason=reason)


def waiting(battle: Battle) -> Opening:
    """The phase in which the first battle waits for the second."""
    return Opening(turn=battle.turn, side="", name=NAME)


def fought(journal: Journal, rules: Ruleset) -> None:
    """Nothing is left to do: what came back stands in the battle since it was told."""


def planned(setup: BattleSetup) -> GameCreated:
    """How the next battle would begin if nobody had fallen before it."""
    assert setup.sequel is not None
    return _created(begun_with(setup.sequel.opening))


def _created(events: Iterable[Event]) -> GameCreated:
    return next(event for event in events if isinstance(event, GameCreated))


def _left(battle: Battle, first: GameCreated) -> Iterable[Character]:
    """Those of the next battle who live, with their wounds and what they have to throw; whoever was stunned
    has come round. Who was not in this battle comes as he is."""
    for figure in first.figures:
        before = battle.figures.get(figure.id)
        if before is None:
            yield figure
        elif not before.dead:
            health = Health.HEALTHY if before.stunned else before.health
            as_he_is = replace(figure, health=health, javelins=before.javelins, lance=before.lance)
            mount = _horse_of(battle, figure)
            yield replace(as_he_is, mount=mount) if mount else replace(as_he_is, mount=None, rear=None)


def _horse_of(battle: Battle, figure: Character) -> HorseId | None:
    """The horse on which somebody comes whom the next battle has in the saddle: the one on which he sits at
    the end, whosever it was before; else his own, if it lives, was not captured (GUI-4.4.3) and nobody else
    sits on it."""
    if figure.mount is None:
        return None
    now, own = battle.figures[figure.id].mount, battle.horses.get(figure.mount)
    if now is not None and battle.horses[now].alive:
        return now
    if own is None:
        return figure.mount
    return own.id if own.alive and own.side == figure.side and own.ridden_by is None else None


def _ridden(battle: Battle, first: GameCreated, men: Iterable[Character]) -> Iterable[Horse]:
    """The horses of the next battle, each with who rides it there."""
    known = {**dict(battle.horses), **{horse.id: horse for horse in first.horses}}
    riders = {man.mount: man for man in men if man.mount is not None}
    in_order = [horse.id for horse in first.horses if horse.id in riders]
    for name in (*in_order, *(mount for mount in riders if mount not in in_order)):
        rider = riders[name]
        yield replace(known[name], side=rider.side, ridden_by=rider.id, led_by=None, front=None, rear=None)
