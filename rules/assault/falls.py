"""Falling from a ladder or a rope: where to, on whom, and what it does (GUI-10.1.6c, GUI-10.6.4)."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.events.harm import Displaced
from rules.events.ladders import Fell
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import grounded
from rules.tactical import surrounded, wounds
from rules.tactical.passage import barred
from rules.tactical.stacking import is_free, places_beside

FALL = "GUI-10.1.6c"


def fall(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str = FALL) -> None:
    """Somebody falls from what he has climbed: he is wounded, and whoever is under him stunned; either of them dies if
    he was hurt before (GUI-10.1.6c)."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    at = landing(battle, rules, figure)
    under = next((f for f in battle.living_at(at) if f.id != figure_id), None)
    journal.decided(figure.seat, "fall", at, rule, figure=figure_id)
    journal.record(Fell(figure=figure_id, hex=at, rule=rule, onto=under.id if under is not None else ""))
    if under is not None:
        wounds.stun(journal, rules, under.id, rule, f"{figure.name} falls on him")
    wounds.wound(journal, rules, figure_id, rule, "by the fall")
    surrounded.check(journal, rules)


def landing(battle: Battle, rules: Ruleset, figure: Character) -> Hex:
    """Where he comes down: a hex next to the foot, never one behind the stockade. The default of his owner: an empty
    one far from enemies, else one where an enemy is, else one of a friend (RUL-1013)."""
    assert figure.hex is not None
    foot, man = figure.hex, grounded(figure)
    enemies = [at for e in battle.active_enemies(figure.side) if not e.aloft for at in e.hexes]

    def preference(at: Hex) -> tuple[bool, bool, int, Hex]:
        friends = any(f.side == figure.side for f in battle.living_at(at))
        away = min((battle.board.distance(at, enemy) for enemy in enemies), default=0)
        return (not is_free(battle, at, but=(figure.id,)), friends, -away, at)

    around = [at for at in battle.board.neighbours(foot) if barred(battle, rules, man, foot, at) is None]
    return min((at for at in around if battle.horse_at(at) is None), key=preference, default=foot)


def get_off(journal: Journal, rules: Ruleset) -> None:
    """At the end of the movement step whoever of the side in phase still lies on somebody gets off him, into the next
    free hex (GUI-4.1a, RUL-1014)."""
    battle = journal.battle
    for figure in list(battle.figures.values()):
        if not figure.atop or figure.side != battle.side or not figure.active:
            continue
        under = battle.figures[figure.atop]
        if under.living and under.hex == figure.hex:
            places = places_beside(battle, rules, figure, figure.hexes)
            if places:
                journal.record(Displaced(figure=figure.id, hex=places[0], rule=FALL))


def unfit(battle: Battle, figure: Character, rule: str) -> Rejection | None:
    """What keeps somebody from any work with ladders and ropes: he is in no state to, rides, has his hands full, is up on
    one, or has done something else in this phase."""
    if not figure.active or figure.animal:
        return Rejection("GUI-1.2g", f"{figure.name} is in no state to do it")
    if figure.side != battle.side:
        return Rejection(rule, f"this is not the phase of {figure.name}")
    if figure.mounted:
        return Rejection(rule, f"{figure.name} rides: that is done on foot")
    if figure.carries is not None or figure.leads:
        return Rejection(rule, f"{figure.name} has his hands full")
    if figure.aloft:
        return Rejection(rule, f"{figure.name} is up on a ladder or rope")
    if figure.id in battle.now.busy:
        return Rejection(rule, f"{figure.name} gives this phase to other work")
    return None


def has_fought(battle: Battle, figure: Character, rule: str) -> Rejection | None:
    """Why somebody cannot do in the combat step what takes the place of shooting and attacking (GUI-10.1.6a)."""
    if figure.id in battle.now.fired or figure.id in battle.now.attacked:
        what = "shot" if figure.id in battle.now.fired else "attacked"
        return Rejection(rule, f"{figure.name} has {what} in this phase")
    return None
