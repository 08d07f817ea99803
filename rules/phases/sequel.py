"""A battle that decides another: when the first is over, those who are left of it fight the next one, and the
end of that is the end of both. It is a game of its own, called by the first, which rests meanwhile.

The books know battles alone; that one may follow from another is a ruling of ours (RUL-208).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.events.base import Event
from rules.events.codec import begun_with
from rules.events.creation import GameCreated
from rules.journal import Journal
from rules.ruleset import Opening, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Health, Horse, HorseId

NAME = "sequel"
CALL = "sequel"


def follows(battle: Battle) -> bool:
    """Whether another battle is to decide this one, which is over: the scenario names one that was not fought
    yet, and enemies are left for it."""
    sequel = battle.setup.sequel
    if sequel is None or battle.decided is not None:
        return False
    first = _created(begun_with(sequel.opening))
    return battle.setup.relations.at_war(f.side for f in _left(battle, first))


def call(journal: Journal) -> None:
    """The next battle begins, with those who are left as they are; everybody may know of it."""
    battle = journal.battle
    assert battle.setup.sequel is not None
    created, *rest = begun_with(battle.setup.sequel.opening)
    first = _created([created])
    men = tuple(_left(battle, first))
    steeds = tuple(_ridden(first.horses, men))
    seats = {seat.id: seat.id for seat in first.setup.seats}
    journal.call(CALL, [replace(first, figures=men, horses=steeds), *rest], seats, openly=True)


def waiting(battle: Battle) -> Opening:
    """The phase in which the first battle waits for the second."""
    return Opening(turn=battle.turn, side="", name=NAME)


def fought(journal: Journal, rules: Ruleset) -> None:
    """Nothing is left to do: what came back stands in the battle since it was told."""


def _created(events: Iterable[Event]) -> GameCreated:
    return next(event for event in events if isinstance(event, GameCreated))


def _left(battle: Battle, first: GameCreated) -> Iterable[Character]:
    """Those of the next battle who live, with their wounds and javelins; whoever was stunned has come round.
    Who was not in this battle comes as he is, and who has lost his horse on foot."""
    for figure in first.figures:
        before = battle.figures.get(figure.id)
        if before is None:
            yield figure
        elif not before.dead:
            health = Health.HEALTHY if before.stunned else before.health
            as_he_is = replace(figure, health=health, javelins=before.javelins)
            yield as_he_is if _has_horse(battle, figure) else replace(as_he_is, mount=None, rear=None)


def _has_horse(battle: Battle, figure: Character) -> bool:
    """Whether his horse is there for the next battle: alive, or not in this one at all."""
    horse = battle.horses.get(figure.mount) if figure.mount is not None else None
    return horse is None or horse.alive


def _ridden(horses: Iterable[Horse], men: Iterable[Character]) -> Iterable[Horse]:
    mounts: set[HorseId | FigureId | None] = {man.mount for man in men}
    return (horse for horse in horses if horse.id in mounts)
